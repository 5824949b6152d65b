"""A language model of each class: the class of a text is the one that it surprises least.

The models count characters (`models.networks.ngrams`), in all classes over the same alphabet, so
that their probabilities can be compared (Cavnar and Trenkle 1994; Jurafsky and Martin, chapter 3).
"""

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import UserError
from ..networks.ngrams import NGrams

_FOLDER = Path(__file__).parent
ORDER = 5  # characters of a sequence: the last is predicted from the four before it
_BEGIN, _UNKNOWN = 0, 1  # ids; the characters of the alphabet follow


@dataclass(frozen=True)
class ClassModels:
    """A model of each class, with the characters that all of them know."""

    names: tuple[str, ...]
    alphabet: str
    models: tuple[NGrams, ...]

    @classmethod
    def count(cls, texts: Mapping[str, Sequence[str]], order: int = ORDER) -> "ClassModels":
        """Count the texts of each class. Raises ValueError for a class without a character."""
        if not all("".join(lines) for lines in texts.values()):
            raise ValueError("a class has no text")
        alphabet = "".join(sorted({*"".join("".join(lines) for lines in texts.values())}))
        numbers = _number_characters(alphabet)
        models = []
        for lines in texts.values():
            rows = [_encode(line, numbers) for line in lines]
            models.append(NGrams.count(rows, order, len(alphabet) + 2, _BEGIN))
        return cls(tuple(texts), alphabet, tuple(models))

    def log_probabilities(self, text: str) -> np.ndarray:
        """Return the natural log-probability of each character by each class.

        `[class, character]`.
        """
        ids = _encode(text, _number_characters(self.alphabet))
        return np.stack([model.log_probabilities(ids) for model in self.models])

    def shares(self, text: str) -> np.ndarray:
        """Return the probability of each class, each alike before the text (Bayes), `[class]`."""
        totals = self.log_probabilities(text).sum(1)
        shares: np.ndarray = np.exp(totals - totals.max())
        return shares / shares.sum()


def _number_characters(alphabet: str) -> dict[str, int]:
    return {character: number for number, character in enumerate(alphabet, start=_UNKNOWN + 1)}


def _encode(text: str, numbers: Mapping[str, int]) -> list[int]:
    return [_BEGIN, *(numbers.get(character, _UNKNOWN) for character in text)]


def _file_name(name: str) -> str:
    """Return the file of a class: "jane-austen.npz"."""
    return name.lower().replace(" ", "-") + ".npz"


@functools.cache
def card(group: str) -> dict[str, Any]:
    """Return the card of a group of classes with its figures."""
    text = (_FOLDER / group / "card.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text)
    return content


@functools.lru_cache(maxsize=2)
def shipped_classes(group: str) -> ClassModels:
    """Load the counts of a group. Raises UserError when a file is missing or damaged."""
    names = tuple(card(group)["classes"])
    models = tuple(NGrams.load(_FOLDER / group / _file_name(name)) for name in names)
    return ClassModels(names, card(group)["alphabet"], models)


def measure_own(texts: Mapping[str, Sequence[str]]) -> tuple[int, int]:
    """Return how many lines models that have not read them put into their class, and of how many.

    Each line is left out once (leave-one-out). Raises UserError for a class of one line.
    """
    if min(map(len, texts.values())) < 2:
        raise UserError("Write at least two lines for each class.")
    right = 0
    for name, lines in texts.items():
        for left_out, line in enumerate(lines):
            others = [other for place, other in enumerate(lines) if place != left_out]
            classes = ClassModels.count({**texts, name: others})
            right += int(classes.shares(line).argmax()) == classes.names.index(name)
    return right, sum(map(len, texts.values()))
