"""Tasks for what other networks have learnt: examples with labels, to train on and held out."""

import random
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from ..corpus.sentences import CORPUS, Pair, read_sentences, spans
from . import FINETUNING_FOLDER, LABELS, question_words
from .orders import INTENTS, SLOTS, SPLITS, Order, orders

_TASKS = "sentiment", "questions", "tags", "intents", "slots"
_SENTIMENTS = "positive", "negative"
_TAGS = (  # universal parts of speech; marks and rare ones are not predicted
    *("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "NOUN"),
    *("NUM", "PART", "PRON", "PROPN", "SCONJ", "VERB"),
)
_TAGGED = 200, 150  # annotated sentences to train on, and held out
_NEAR = 0.7  # share of words in common from which two sentences are too near


class Example(NamedTuple):
    """A sentence, the spans of characters to classify, and their labels as numbers."""

    sentence: str
    spans: tuple[tuple[int, int], ...]
    labels: tuple[int, ...]
    pattern: str = ""  # that it was generated from


class _Task(NamedTuple):
    """Examples to train on, in a random order balanced over the labels, and held out."""

    labels: tuple[str, ...]
    train: tuple[Example, ...]
    held_out: tuple[Example, ...]


@cache
def read_task(name: str) -> _Task:
    """Read a task of _TASKS.

    One label a sentence, or one a word: parts of speech by a parser, or slots of generated orders.
    """
    if name == "tags":
        return _read_tags()
    if name in ("intents", "slots"):
        label, kinds = (_meant, INTENTS) if name == "intents" else (_slotted, SLOTS)
        return _Task(kinds, *(tuple(map(label, orders(split))) for split in SPLITS))
    labels = LABELS if name == "questions" else _SENTIMENTS
    return _Task(
        labels, _read_examples(name, "train", labels), _read_examples(name, "held-out", labels)
    )


def _read_examples(name: str, split: str, labels: Sequence[str]) -> tuple[Example, ...]:
    """Read a file of lines with a label, a tab and a sentence, and take labels in turn."""
    lines = (FINETUNING_FOLDER / f"{name}.{split}.tsv").read_text(encoding="utf-8").splitlines()
    groups: dict[str, list[Example]] = {label: [] for label in labels}
    for line in lines:
        label, sentence = line.split("\t")
        whole = ((0, len(sentence)),)
        groups[label].append(Example(sentence, whole, (labels.index(label),)))
    placed = []
    for number, group in enumerate(groups.values()):
        random.Random(7).shuffle(group)
        # The place as a share, so that labels of different frequency are mixed evenly.
        placed += [
            ((place + 0.5) / len(group), number, example) for place, example in enumerate(group)
        ]
    return tuple(example for _, _, example in sorted(placed, key=lambda entry: entry[:2]))


def _read_tags() -> _Task:
    """Choose annotated sentences; no held-out one is near one to train on."""
    pairs = [
        pair for pair in read_sentences(CORPUS) if any(word.tag in _TAGS for word in pair.source)
    ]
    random.Random(7).shuffle(pairs)
    train = pairs[: _TAGGED[0]]
    known = [question_words(pair.english) for pair in train]
    held_out = []
    for pair in pairs[_TAGGED[0] :]:
        words = question_words(pair.english)
        if all(len(words & other) < _NEAR * len(words | other) for other in known):
            held_out.append(pair)
    chosen = held_out[: _TAGGED[1]]
    return _Task(_TAGS, tuple(map(_tagged, train)), tuple(map(_tagged, chosen)))


def _tagged(pair: Pair) -> Example:
    """Return a sentence with the parts of speech of its words."""
    tags = [
        (span, _TAGS.index(word.tag))
        for span, word in zip(spans(pair.english), pair.source, strict=True)
        if word.tag in _TAGS
    ]
    return Example(pair.english, tuple(span for span, _ in tags), tuple(label for _, label in tags))


def _meant(order: Order) -> Example:
    """Return a generated sentence with what it wants."""
    whole, label = (0, len(order.sentence)), INTENTS.index(order.intent)
    return Example(order.sentence, (whole,), (label,), order.pattern)


def _slotted(order: Order) -> Example:
    """Return a generated sentence with the slots of its words."""
    return Example(
        order.sentence,
        tuple(span for span, _ in order.words),
        tuple(SLOTS.index(slot) for _, slot in order.words),
        order.pattern,
    )
