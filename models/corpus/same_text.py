"""The attention of a model's heads in a few sentences that are the same for all models.

It compares heads of different models without loading the models. Numpy only; `divergence` measures
it.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from .importance import Head
from .sentences import CORPUS, Pair, read_sentences, split
from .similarity import HeadDivergences, divergences

RANDOM_SENTENCES = 40
_LENGTHS = range(6, 13)  # words of such a sentence
KEY_COLUMNS = _LENGTHS.stop  # its words, and a last column for everything else


@dataclass(frozen=True, eq=False)
class SameText:
    """The attention of all heads between English words of these sentences.

    See `divergence.in_english` for stacks other than the encoder.
    """

    heads: tuple[Head, ...]
    words: np.ndarray  # [row, 2] the numbers of the sentence and of the query word
    attention: np.ndarray  # [row, head, KEYS], rows sum to 1

    @property
    def sentences(self) -> int:
        return len(np.unique(self.words[:, 0]))


@cache
def same_pairs() -> list[tuple[int, Pair]]:
    """Choose the sentences with their line numbers, evenly spaced over the shipped ones."""
    fitting = [
        (line, pair)
        for line, pair in enumerate(read_sentences(CORPUS))
        if len(split(pair.english)) in _LENGTHS and 2 * len(pair.links) > len(split(pair.english))
    ]
    return [fitting[place * len(fitting) // RANDOM_SENTENCES] for place in range(RANDOM_SENTENCES)]


def compare_own_heads(same: SameText) -> HeadDivergences:
    """Compare the heads of one model with each other."""
    return HeadDivergences(same.heads, same.sentences, divergences(same.attention))


def compare_models(first: SameText, second: SameText) -> HeadDivergences | None:
    """Compare all heads of two models, those of `first` first.

    Uses the words that both models have; None if there are none.
    """
    row_of_second = {tuple(word): row for row, word in enumerate(second.words.tolist())}
    first_rows, second_rows = [], []
    for row, word in enumerate(first.words.tolist()):
        if tuple(word) in row_of_second:
            first_rows.append(row)
            second_rows.append(row_of_second[tuple(word)])
    if not first_rows:
        return None
    attention = np.concatenate([first.attention[first_rows], second.attention[second_rows]], 1)
    count = len(np.unique(first.words[first_rows, 0]))
    return HeadDivergences((*first.heads, *second.heads), count, divergences(attention))


def to_file(same: SameText) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return the arrays by their names in a profile's file, and the rest for its JSON."""
    arrays: dict[str, np.ndarray] = {
        "same words": same.words.astype(np.int32),
        "same attention": same.attention.astype(np.float16),
    }
    return arrays, {"heads": same.heads}


def from_file(arrays: dict[str, np.ndarray], about: dict[str, Any]) -> SameText:
    """Invert `to_file`. Raises KeyError if an entry is missing."""
    heads = tuple((stack, layer, head) for stack, layer, head in about["heads"])
    attention = arrays["same attention"].astype(np.float32)
    attention /= attention.sum(-1, keepdims=True)  # undo the rounding to float16
    return SameText(heads, arrays["same words"].astype(int), attention)
