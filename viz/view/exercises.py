"""Exercises that check themselves: a question about one run of our transformer, and its answer.

Each is computed: the first sentence of the examples, in an order that the seed draws, on which the
answer is one and clear. A margin stands between it and the next best, and it is read from numbers
of two decimals as from exact ones.
"""

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np

import models
from models import Record, Request, TextModel, Trace, UserError, WhatIf
from models.corpus.sentences import read_sentences
from models.trace import STACKS

from ..analysis.head_captions import is_word, word_links
from ..analysis.views import (
    STACK_TITLES,
    Axis,
    HeadChoice,
    axes_of,
    head_place,
    maps_of,
    read_axis,
    source_axis,
    written_axis,
)
from ..base.answer_locks import make_lock, plain_word
from ..base.examples import EXAMPLES
from ..base.language import format_number, t, translatable
from ..base.progress import Progress, unwatched
from .address import mark_version

KINDS = translatable(
    {
        "align": "exercises#align",
        "attend": "exercises#attend",
        "score": "exercises#score",
        "mask": "exercises#mask",
        "switch": "exercises#switch",
    }
)
_HINTS = translatable(
    {
        "align": "exercises#align hint",
        "attend": "exercises#attend hint",
        "score": "exercises#score hint",
        "mask": "exercises#mask hint",
        "switch": "exercises#switch hint",
    }
)
_FORMS = translatable(
    {
        "word": "a word",
        "head": "a layer and a head, such as 3, 1",
        "number": "a number with two decimals",
        "numbers": "{count} numbers with two decimals, with spaces between them",
    }
)
_MODEL = "transformer"
_CORPUS = Path(models.__file__).parent / "corpus" / "sentences.tsv.gz"
_LENGTHS = 4, 9  # words of a sentence
_CLEAR = 0.15  # least weight between a word and the next, or between two readings of a row
_APART = 0.05  # least weight between a head and the next
_SURE = 0.005  # least probability between the word that is written and the next
_CONTENT = 4  # least letters of a word whose translation is asked for
_SHORT = 9  # most columns of a row that is printed
_WORDS_ONLY = Record(weights=(), scores=False, vectors=False, hidden=False, gates=False)


@dataclass(frozen=True)
class Exercise:
    """A question on one run, with its answer. Layers, heads, rows and columns count from 0."""

    kind: str  # of KINDS
    sentence: str
    translation: str
    choice: HeadChoice  # the head asked about; of "align" and "switch" the answer
    row: int
    column: int
    facts: tuple[tuple[str, Any], ...]  # named in the question: words, or lists of numbers
    answer: tuple[str | float, ...]  # a word, layer and head as "3-1", or numbers

    @property
    def form(self) -> str:
        """What the answer is, of "word", "head" and "number"."""
        return {"attend": "word", "align": "head", "switch": "head"}.get(self.kind, "number")

    @property
    def question(self) -> str:
        """The question in the reader's language."""
        facts = {name: _write(fact) for name, fact in self.facts}
        stack = t(STACK_TITLES[self.choice.stack])
        return t(KINDS[self.kind], stack=stack, place=head_place(self.choice), **facts)

    @property
    def hint(self) -> str:
        """What to do, in the reader's language."""
        return t(_HINTS[self.kind])

    @property
    def expects(self) -> str:
        """What to write into the box."""
        form = "numbers" if len(self.answer) > 1 else self.form
        return t(_FORMS[form], count=len(self.answer)) if form == "numbers" else t(_FORMS[form])

    @property
    def solution(self) -> str:
        """The answer in the reader's language."""
        return head_place(self.choice) if self.form == "head" else _write(self.answer)

    @property
    def address(self) -> str:
        """The end of the address in the app at which the answer can be seen."""
        head = self.choice
        parameters = {"sentence": self.sentence, "attention": head.stack, "words": "written"}
        where = {"layer": str(head.layer + 1), "head": str(head.head + 1)}
        row = str(self.row + 1)
        page, more = {
            "align": ("", {"held": f"row-{row}"}),
            "attend": ("", {**where, "held": f"row-{row}"}),
            "score": ("inside", {**where, "inside-row": row}),
            "mask": (
                "mask",
                {
                    "decoder-head": f"{head.layer + 1}-{head.head + 1}",
                    "french": self.translation,
                },
            ),
            "switch": ("", {}),
        }[self.kind]
        query = {"model": _MODEL, **parameters, **more, "v": mark_version()}
        return f"{page}?{urlencode(query)}"

    @property
    def lock(self) -> str:
        """What `check_answer` opens with the answer."""
        return make_lock(self.answer, self.form, self.kind + self.sentence)


def _write(fact: Any) -> str:
    """Write a word as it is, a number with two decimals, and several with dots between them."""
    if isinstance(fact, tuple):
        return " \N{MIDDLE DOT} ".join(map(_write, fact))
    return fact if isinstance(fact, str) else format_number(round(fact, 2) + 0.0, ".2f")


# --- from a seed to exercises --------------------------------------------------------------------


def make_exercises(
    seed: int,
    kinds: Sequence[str] = tuple(KINDS),
    count: int = 5,
    progress: Progress = unwatched,
) -> tuple[Exercise, ...]:
    """Return so many exercises of these kinds in turn, each on another sentence.

    The same seed gives the same exercises with the same weights. Raises UserError where the
    examples have no further sentence with a clear answer.
    """
    model, draw = models.load(_MODEL), random.Random(seed)
    sentences = dict.fromkeys([*EXAMPLES, *(pair.english for pair in read_sentences(_CORPUS))])
    least, most = _LENGTHS
    pool = [sentence for sentence in sentences if least <= len(sentence.split()) <= most]
    draw.shuffle(pool)
    made: list[Exercise] = []
    for kind in itertools.islice(itertools.cycle(kinds), count):
        for sentence in pool:
            if exercise := _MAKERS[kind](model, sentence, draw):
                break
        else:
            raise UserError(
                f"The examples have sentences for {len(made)} of {count} exercises. Ask for fewer, "
                "or for more kinds."
            )
        pool.remove(sentence)
        made.append(exercise)
        progress(len(made), count)
    return tuple(made)


def _trace(model: TextModel, sentence: str) -> Trace:
    """Return the run whose French is read as it stands, as the page of the mask shows it."""
    written = model.trace(Request(model.name, sentence, record=_WORDS_ONLY)).translation
    return model.trace(Request(model.name, sentence, written))


def _whole_words(axis: Axis) -> list[int]:
    """Return the places of the words of one token that occur once."""
    names, counts = [*map(plain_word, axis.tokens)], Counter(axis.words)
    times = Counter(names)
    return [
        place
        for place, token in enumerate(axis.tokens)
        if is_word(token) and counts[axis.words[place]] == 1 and times[names[place]] == 1
    ]


def _lead(values: np.ndarray) -> float:
    """Return by how much the largest value exceeds the next."""
    second, first = np.sort(values, axis=None)[-2:]
    return float(first - second)


def _shuffled_heads(stacks: Sequence[str], trace: Trace, draw: random.Random) -> list[HeadChoice]:
    heads = [
        HeadChoice(stack, layer, head)
        for stack in stacks
        for layer, head in np.ndindex(maps_of(trace, stack).weights.shape[:2])
    ]
    draw.shuffle(heads)
    return heads


def _align(model: TextModel, sentence: str, draw: random.Random) -> Exercise | None:
    """Ask which head of cross-attention gives a French word's English the largest weight."""
    trace = _trace(model, sentence)
    source, written = source_axis(trace), written_axis(trace)
    weights, rows, columns = maps_of(trace, "cross").weights, *map(_whole_words, (written, source))
    order = [*dict.fromkeys(written.words)], [*dict.fromkeys(source.words)]
    links = word_links(trace)
    draw.shuffle(rows)
    for row in rows:
        link = links[order[0].index(written.words[row])]
        column = None if link is None else source.words.index(order[1][link])
        if column not in columns or len(written.tokens[row]) < _CONTENT:
            continue
        given = weights[:, :, row, column]
        if given.max() > 0.4 and _lead(given) > _APART:
            layer, head = divmod(int(given.argmax()), given.shape[1])
            facts = ("word", written.tokens[row]), ("other", source.tokens[column])
            choice, answer = HeadChoice("cross", layer, head), (f"{layer + 1}-{head + 1}",)
            return Exercise(
                "align", sentence, trace.translation, choice, row, column, facts, answer
            )
    return None


def _attend(model: TextModel, sentence: str, draw: random.Random) -> Exercise | None:
    """Ask to which word a word attends most."""
    trace = _trace(model, sentence)

    def candidates() -> Iterator[Exercise]:
        for choice in _shuffled_heads(STACKS, trace, draw):
            queries, keys = axes_of(trace, choice.stack)
            weights = maps_of(trace, choice.stack).weights[choice.layer, choice.head]
            for row in _whole_words(queries):
                column = int(weights[row].argmax())
                query, key = queries.tokens[row], keys.tokens[column]
                if column in _whole_words(keys) and query != key and _lead(weights[row]) > _CLEAR:
                    facts = (("word", query),)
                    yield Exercise(
                        *("attend", sentence, trace.translation, choice, row, column, facts),
                        (key,),
                    )

    return next(candidates(), None)


def _score(model: TextModel, sentence: str, draw: random.Random) -> Exercise | None:
    """Ask for a scaled score, from the product of query and key."""
    trace = _trace(model, sentence)

    def candidates() -> Iterator[Exercise]:
        for choice in _shuffled_heads(("encoder",), trace, draw):
            maps, axis = maps_of(trace, choice.stack), source_axis(trace)
            query, key = (part[choice.layer, choice.head] for part in (maps.query, maps.key))
            words = _whole_words(axis)
            for row, column in itertools.permutations(words, 2):
                product, width = float(query[row] @ key[column]), query.shape[-1]
                score = float(maps.scores[choice.layer, choice.head, row, column])
                if abs(score) < 0.5 or not math.isclose(
                    product / math.sqrt(width), score, abs_tol=1e-4
                ):
                    continue
                facts = (
                    ("word", axis.tokens[row]),
                    ("other", axis.tokens[column]),
                    ("product", product),
                    ("width", str(width)),
                )
                yield Exercise(
                    *("score", sentence, trace.translation, choice, row, column, facts), (score,)
                )

    return next(candidates(), None)


def _mask(model: TextModel, sentence: str, draw: random.Random) -> Exercise | None:
    """Ask for a row of weights after the mask, from its scores before it."""
    trace, row = _trace(model, sentence), 2

    def candidates() -> Iterator[Exercise]:
        maps, axis = maps_of(trace, "decoder"), read_axis(trace)
        if row not in _whole_words(axis) or not row + 2 < len(axis.tokens) <= _SHORT:
            return
        for choice in _shuffled_heads(("decoder",), trace, draw):
            scores = maps.scores[choice.layer, choice.head, row].astype(float)
            weights = maps.weights[choice.layer, choice.head, row, : row + 1]
            printed = np.exp(scores.round(2))
            unmasked = printed[: row + 1] / printed.sum()
            masked = printed[: row + 1] / printed[: row + 1].sum()
            if (
                np.sort(weights)[-2] > 0.1
                and np.abs(weights - unmasked).max() > _CLEAR
                and np.abs(weights - masked).max() < 0.005
            ):
                facts = (
                    ("word", axis.tokens[row]),
                    ("words", tuple(axis.tokens)),
                    ("scores", tuple(scores.tolist())),
                )
                yield Exercise(
                    *("mask", sentence, trace.translation, choice, row, row, facts),
                    tuple(weights.astype(float).tolist()),
                )

    return next(candidates(), None)


def _switch(model: TextModel, sentence: str, draw: random.Random) -> Exercise | None:
    """Ask which one head of a mechanism, switched off, changes a word into another."""
    stack = draw.choice(STACKS)
    plain = model.trace(Request(model.name, sentence, record=_WORDS_ONLY))
    heads = [*np.ndindex(model.attention_sizes[stack])]
    runs = model.trace_many(
        Request(
            *(model.name, sentence, None, WhatIf(silenced=((stack, layer, head),)), _WORDS_ONLY),
            draft=plain.translation,
        )
        for layer, head in heads
    )
    choices = [choice.best for run in (plain, *runs) for choice in run.choices]
    if min(first - second for (_, first), (_, second), *_ in choices) < _SURE:
        return None
    words = plain.translation.split()
    # By head, the words that are gone, by their place; with what stands there, or "".
    changes: list[dict[int, str]] = []
    for run in runs:
        others = run.translation.split()
        kept = {*map(plain_word, others)}
        gone = [place for place, word in enumerate(words) if plain_word(word) not in kept]
        changes.append(
            {place: others[place] if len(others) == len(words) else "" for place in gone}
        )
    times = Counter(place for changed in changes for place in changed)
    every = Counter(map(plain_word, words))
    for (layer, head), changed in zip(heads, changes, strict=True):
        for place, new in changed.items():
            pair = tuple(word.strip(".,;:!?") for word in (words[place], new))
            if all(word.isalpha() and len(word) > 1 for word in pair) and (
                times[place] == every[plain_word(words[place])] == 1
            ):
                facts = *zip(("word", "other"), pair, strict=True), ("count", str(len(heads)))
                return Exercise(
                    *("switch", sentence, plain.translation, HeadChoice(stack, layer, head)),
                    *(place, place, facts, (f"{layer + 1}-{head + 1}",)),
                )
    return None


_MAKERS: dict[str, Callable[[TextModel, str, random.Random], Exercise | None]] = {
    "align": _align,
    "attend": _attend,
    "score": _score,
    "mask": _mask,
    "switch": _switch,
}
