"""Sentences with ambiguous words, written for this project; none is training data."""

import functools
from pathlib import Path
from typing import NamedTuple

_FILE = Path(__file__).parent / "meanings.tsv"
# How well each model separates the meanings, measured by tests/meanings.
SEPARATION = Path(__file__).parent / "separation.json"


class _Example(NamedTuple):
    word: str  # occurs once in the English sentence
    # The French dictionary form that translates it; brackets distinguish meanings of that form.
    meaning: str
    english: str
    french: str


@functools.cache
def examples() -> tuple[_Example, ...]:
    """Read a hundred sentences for each word, word by word."""
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    return tuple(_Example(*line.split("\t")) for line in lines)


def words() -> tuple[str, ...]:
    """Return the words in the order of the file."""
    return tuple(dict.fromkeys(example.word for example in examples()))
