"""Two sentences, and what the first says of the second: the words, labels and results. Numpy only.

The network is `models.networks.infersent`; `models.pairs.comparison` loads and asks it.
"""

import functools
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import UserError
from ..normalisation import normalise
from ..results import Encoding
from ..words import glove

PAIRS_FOLDER = Path(__file__).parent / "infersent"  # weights.safetensors and card.json
LABELS = "entailment", "neutral", "contradiction"
_LONGEST = 60  # words of a sentence
PADDING, UNKNOWN = 0, 1
# Read with vectors of their own: GloVe as shipped lacks single letters, numbers and clitics.
LEARNT = (
    "",
    "<unknown>",
    "<number>",
    "a",
    "i",
    "n't",
    "'s",
    "'m",
    "'re",
    "'ve",
    "'d",
    "'ll",
    *'.,?!;:"',
)
_TOKENS = re.compile(r"n't|'(?:s|m|re|ve|d|ll)\b|[^\W\d_]+|\d[\d.,]*|[^\w\s]")
_SPELT = {"can't": "can n't", "won't": "will n't", "cannot": "can not"}


@functools.cache
def card() -> dict[str, Any]:
    """Return the card of the network that comes with the app, with its figures."""
    content: dict[str, Any] = json.loads((PAIRS_FOLDER / "card.json").read_text(encoding="utf-8"))
    return content


def split_contractions(sentence: str) -> list[str]:
    """Split a sentence into lower-case words and punctuation; "isn't" becomes "is" and "n't"."""
    text = normalise(sentence).lower().replace("’", "'")
    for word, parts in _SPELT.items():
        text = re.sub(rf"\b{word}\b", parts, text)
    return _TOKENS.findall(re.sub(r"n't\b", " n't", text))


def _word_id(word: str) -> int:
    """Return the id of a word: that of a learnt vector, or its row in GloVe after those."""
    if word in LEARNT:
        return LEARNT.index(word)
    if word[0].isdigit():
        return LEARNT.index("<number>")
    row = glove().row(word)
    return UNKNOWN if row is None else len(LEARNT) + row


def encode_words(sentence: str) -> tuple[list[str], list[int]]:
    """Return the words of a sentence and their ids.

    Raises UserError for a sentence without words, or a longer one than is read.
    """
    words = split_contractions(sentence)
    if not any(word[0].isalnum() for word in words):
        raise UserError("There is no word in this sentence. Type one.")
    if len(words) > _LONGEST:
        raise UserError(
            "A sentence of {count} words is too long to compare; at most {most} are read.",
            count=len(words),
            most=_LONGEST,
        )
    return words, [_word_id(word) for word in words]


def glove_mean(sentence: str) -> np.ndarray:
    """Return the mean of the GloVe vectors of a sentence's words, `[d_word]`; zeros without any."""
    rows = [row for word in split_contractions(sentence) if (row := glove().row(word)) is not None]
    table = glove().table
    return table[rows].mean(0) if rows else np.zeros(table.shape[1], table.dtype)


def mean_state(encoding: Encoding) -> np.ndarray:
    """Return the mean of a model's last states over the tokens of words, `[d_model]`.

    Tokens without characters, like "[CLS]", do not count.
    """
    places = [place for place, (start, end) in enumerate(encoding.source_spans) if start < end]
    mean: np.ndarray = encoding.states[-1][places].mean(0)
    return mean


def cosine(u: np.ndarray, v: np.ndarray) -> float:
    """Return the cosine of two vectors; 0 if one is zero."""
    length = float(np.linalg.norm(u) * np.linalg.norm(v))
    return float(u @ v) / length if length else 0.0


@dataclass(frozen=True)
class SentenceReading:
    """A sentence as a vector. Raises ValueError if shapes do not fit."""

    words: tuple[str, ...]
    unknown: tuple[str, ...]  # the words that have no vector of their own
    vector: np.ndarray  # [d] the largest value of each unit over all words
    places: np.ndarray  # [d] the word that each value comes from

    def __post_init__(self) -> None:
        if self.vector.shape != self.places.shape or self.places.max() >= len(self.words):
            raise ValueError(f"{len(self.words)} words, vector {self.vector.shape}")

    @property
    def shares(self) -> np.ndarray:
        """The share of the units whose largest value comes from each word: `[word]`, sum 1."""
        return np.bincount(self.places, minlength=len(self.words)) / len(self.places)


@dataclass(frozen=True)
class Verdict:
    """What the first sentence says of the second."""

    first: SentenceReading
    second: SentenceReading
    probabilities: np.ndarray  # [label], of LABELS

    @property
    def label(self) -> str:
        return LABELS[int(self.probabilities.argmax())]

    @property
    def cosine(self) -> float:
        """The cosine of both vectors."""
        return cosine(self.first.vector, self.second.vector)
