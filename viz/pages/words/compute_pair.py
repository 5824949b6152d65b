"""One word in two sentences: the cosine of its two states after each layer of every model."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from models import UserError, shipped, shipped_for
from models.normalisation import normalise
from models.words.lexicon import lexicon

from ...base.language import format_number, model_title, t
from ...base.markdown import escape_markdown
from ...base.progress import Progress
from ...view.runner import Runner
from .occurrences import occurrences, step_names
from .settings import best_aligner

_TRANSLATORS = "transformer", "bilstm-additive"  # whose French words are compared, the better first
_LETTERS = 4  # with the same first letters, two French words are forms of one


class WordStates(NamedTuple):
    """A model's two states of the word."""

    steps: tuple[str, ...]
    cosines: np.ndarray  # [step]


def _models_compared(model: str) -> list[str]:
    """Return the names of a model and of all of ours that have states of a sentence."""
    tasks = "masked-lm", "bidirectional-lm", "causal-lm", "translation"
    ours = {name for task in tasks for name in shipped_for(task)}
    return [*dict.fromkeys((model, *(name for name in shipped() if name in ours)))]


def _read_pair(
    runner: Runner, name: str, word: str, sentences: Sequence[str], progress: Progress
) -> WordStates | None:
    """Return the cosines of a model; None if it cannot read a sentence, or finds no such word."""
    model = runner.model(name)
    rows = [(sentence, None, None) for sentence in sentences]
    try:
        steps = model.encode(sentences[0]).steps
        cases = occurrences(model, None, word, rows, progress)
    except UserError:
        return None
    if len(cases) < len(rows):  # its words are cut otherwise, and this is none of them
        return None
    first, second = (case.states for case in cases)
    lengths = np.linalg.norm(first, axis=1) * np.linalg.norm(second, axis=1)
    cosines = (first * second).sum(1) / np.maximum(lengths, np.finfo(np.float32).tiny)
    return WordStates(tuple(steps), cosines)


def compare_models(
    runner: Runner, model: str, word: str, sentences: Sequence[str]
) -> dict[str, WordStates]:
    """Return the cosines of each model that can read both sentences."""
    pairs = {
        name: runner.compute_once(
            f"pair {name} {word!r} {[*sentences]!r}",
            t("{model} reads the sentences", model=name),
            partial(_read_pair, runner, name, word, sentences),
        )
        for name in _models_compared(model)
    }
    return {name: pair for name, pair in pairs.items() if pair is not None}


def french_of(runner: Runner, word: str, sentences: Sequence[str]) -> dict[str, list[str | None]]:
    """Return the French word that each translator aligns with the word in each sentence."""
    rows = [(sentence, None, None) for sentence in sentences]
    by_model = {
        name: {
            occurrence.sentence: occurrence.french
            for occurrence in runner.compute_once(
                f"pair aligned {name} {word!r} {rows!r}",
                t("{model} reads the sentences", model=name),
                partial(
                    occurrences, runner.model(name), best_aligner(runner.model(name)), word, rows
                ),
            )
        }
        for name in _TRANSLATORS
        if name in shipped()
    }
    return {
        name: [french.get(sentence) for sentence in sentences] for name, french in by_model.items()
    }


def _are_same(first: str | None, second: str | None) -> bool:
    """Whether two French words are there and are one, or forms of one."""
    if not first or not second:
        return False
    return first == second or (first[:_LETTERS] == second[:_LETTERS] and len(first) > _LETTERS - 1)


def _is_copied(word: str, french: str | None) -> bool:
    """Whether a translator wrote the English word itself, which is no French for it we know."""
    plain = normalise(word).lower()
    return french == plain and french not in lexicon().translations(plain)


def describe_french(french: Mapping[str, Sequence[str | None]], word: str) -> str:
    """Say whether translators need to tell the two uses of the word apart, in Markdown."""
    texts = []
    for name, (first, second) in french.items():
        values = {"model": model_title(name), "first": first, "second": second}
        if _is_copied(word, first) or _is_copied(word, second):
            texts.append(
                t(
                    "words#a copied word",
                    model=model_title(name),
                    word=escape_markdown(normalise(word).lower()),
                )
            )
        elif first and first == second:
            texts.append(
                t(
                    "{model}: both are *{first}*. A translator has no reason to tell them apart.",
                    **values,
                )
            )
        elif _are_same(first, second):
            texts.append(
                t("{model}: *{first}* and *{second}*, perhaps forms of one word.", **values)
            )
        elif first and second:
            texts.append(t("{model}: *{first}* and *{second}*, two French words.", **values))
        else:
            texts.append(
                t(
                    "{model}: the word is not aligned with a French word in both sentences.",
                    **values,
                )
            )
    return " ".join(texts)


def describe_lowest(pair: WordStates, model: str) -> str:
    """Say after which step the two states of a model are farthest apart."""
    step = int(pair.cosines.argmin())
    return t(
        "{model}: farthest apart after {step}, cosine {cosine}.",
        model=model_title(model),
        step=step_names(pair.steps)[step],
        cosine=format_number(float(pair.cosines[step]), ".2f"),
    )
