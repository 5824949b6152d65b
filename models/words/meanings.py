"""Sentences with words of several meanings, written for this project; none was trained on."""

import functools
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parent / "meanings.tsv"
SEPARATION = (
    Path(__file__).parent / "separation.json"
)  # how well each model tells them apart, measured by tests/meanings


class Example(NamedTuple):
    word: str  # stands once in the English sentence
    # the French dictionary form that renders it, with what tells it from another meaning of that
    # form in brackets
    meaning: str
    english: str
    french: str


@functools.cache
def examples() -> tuple[Example, ...]:
    """A hundred sentences for each word, word by word."""
    return tuple(
        Example(*line.split("\t")) for line in FILE.read_text(encoding="utf-8").splitlines()
    )


def words() -> tuple[str, ...]:
    """The words, in the order of the file."""
    return tuple(dict.fromkeys(example.word for example in examples()))
