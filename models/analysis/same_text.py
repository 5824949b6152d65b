"""Where the heads of a model attend in a few sentences that are the same for all models.

So heads of different models can be compared without either model. Numpy only; `divergence` has
what measures it.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from .alike import Alike, divergences
from .importance import Head
from .sentences import CORPUS, Pair, read, split

SENTENCES = 40
LENGTHS = range(6, 13)  # words of such a sentence
KEYS = LENGTHS.stop  # its words, and last of all what is none


@dataclass(frozen=True, eq=False)
class SameText:
    """The attention of all heads between English words of these sentences.

    Heads of other mechanisms than an encoder's: see `divergence.in_english`.
    """

    heads: tuple[Head, ...]
    words: np.ndarray  # [row, 2] the number of the sentence, and that of the word that asks
    attention: np.ndarray  # [row, head, KEYS], rows sum to 1

    @property
    def sentences(self) -> int:
        return len(np.unique(self.words[:, 0]))


@cache
def same_pairs() -> list[tuple[int, Pair]]:
    """The sentences with their lines, evenly spaced over the shipped ones."""
    fitting = [
        (line, pair)
        for line, pair in enumerate(read(CORPUS))
        if len(split(pair.english)) in LENGTHS and 2 * len(pair.links) > len(split(pair.english))
    ]
    return [fitting[place * len(fitting) // SENTENCES] for place in range(SENTENCES)]


def alone(same: SameText) -> Alike:
    """All heads of one model by how alike they attend."""
    return Alike(same.heads, same.sentences, divergences(same.attention))


def in_one(one: SameText, other: SameText) -> Alike | None:
    """All heads of two models by how alike they attend, those of `one` first.

    Compared over the words that both know; None where there is none.
    """
    rows = {tuple(word): row for row, word in enumerate(other.words.tolist())}
    common = [
        (row, rows[tuple(word)])
        for row, word in enumerate(one.words.tolist())
        if tuple(word) in rows
    ]
    if not common:
        return None
    of_one, of_other = map(list, zip(*common, strict=True))
    attention = np.concatenate([one.attention[of_one], other.attention[of_other]], 1)
    count = len(np.unique(one.words[of_one, 0]))
    return Alike((*one.heads, *other.heads), count, divergences(attention))


def to_file(same: SameText) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Its arrays, by the names in a profile's file, and the rest for its JSON."""
    arrays: dict[str, np.ndarray] = {
        "same words": same.words.astype(np.int32),
        "same attention": same.attention.astype(np.float16),
    }
    return arrays, {"heads": same.heads}


def from_file(arrays: dict[str, np.ndarray], about: dict[str, Any]) -> SameText:
    """The inverse of `to_file`. Raises KeyError where something is missing."""
    heads = tuple((stack, layer, head) for stack, layer, head in about["heads"])
    attention = arrays["same attention"].astype(np.float32)
    attention /= attention.sum(-1, keepdims=True)  # they were rounded
    return SameText(heads, arrays["same words"].astype(int), attention)
