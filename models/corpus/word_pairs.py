"""The word pairs of each head, as sums of bounded size for a corpus of any length."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

_KEPT = 20_000  # most pairs of a head; those with the smallest weights are dropped
_SHIPPED = 20
_BITS = 24  # bits of a word's number within a packed row: 16 million words


class WordPair(NamedTuple):
    """A word and the word it attends to most, over all places where that is so."""

    query: str
    key: str
    weight: float  # mean weight
    times: int
    chance: float = math.nan  # mean weight of uniform attention at these places; nan: unknown
    untrained: float = math.nan  # mean weight of the untrained network at these places


def unique_rows(codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the sorted unique rows of `codes [row, 3]`, and the index of each row there.

    Like `np.unique(codes, axis=0)`, but several times as fast: it sorts numbers instead of rows.
    """
    head, query, key = codes.astype(np.int64).T
    packed, places = np.unique((head << 2 * _BITS) | (query << _BITS) | key, return_inverse=True)
    word = (1 << _BITS) - 1
    rows = np.stack([packed >> 2 * _BITS, (packed >> _BITS) & word, packed & word], 1)
    return rows, places.ravel()


class PairTable:
    """Pairs (word, the word it attends to most) of each head, with weights and counts.

    The weights are the head's, and those of uniform attention.
    """

    def __init__(self, heads: int):
        self.heads = heads
        self.codes = np.zeros((0, 3), np.int64)  # head, query word, key word
        self.weights: np.ndarray = np.zeros((0, 2))
        self.counts: np.ndarray = np.zeros(0)
        self._waiting: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []

    def add(self, codes: np.ndarray, weights: np.ndarray, counts: np.ndarray) -> None:
        """Add rows `codes [row, 3]`, with sums of their `weights [row, 2]` and `counts [row]`."""
        self._waiting.append((codes, weights, counts))
        if sum(len(waiting[0]) for waiting in self._waiting) > _KEPT * self.heads:
            self.compact()

    def compact(self) -> None:
        """Sum the waiting rows, and drop the lightest pairs of each head."""
        if not self._waiting:
            return
        parts = [(self.codes, self.weights, self.counts), *self._waiting]
        codes, weights, counts = (np.concatenate(part) for part in zip(*parts, strict=True))
        self._waiting = []
        self.codes, places = unique_rows(codes)
        self.weights = sum_rows(places, weights, len(self.codes))
        self.counts = np.bincount(places, counts, len(self.codes))
        order = np.lexsort((-self.weights[:, 0], self.codes[:, 0]))
        starts = np.searchsorted(self.codes[order, 0], np.arange(self.heads))
        rank = np.arange(len(order)) - starts[self.codes[order, 0]]
        kept = np.sort(order[rank < _KEPT])
        self.codes, self.weights, self.counts = (
            values[kept] for values in (self.codes, self.weights, self.counts)
        )

    def heaviest(
        self,
        words: Sequence[str],
        count: int = _SHIPPED,
        untrained: Mapping[tuple[int, str, str], float] | None = None,
    ) -> list[list[WordPair]]:
        """Return for each head the pairs with the largest sum of weights; `words` by number.

        `untrained` has the weights of the untrained network by head and words; see `means`.
        """
        self.compact()
        lists: list[list[WordPair]] = [[] for _ in range(self.heads)]
        for row in np.argsort(-self.weights[:, 0], kind="stable"):
            head, *numbers = self.codes[row].tolist()
            if len(lists[head]) < count:
                query, key = (words[number] for number in numbers)
                mean, chance = (self.weights[row] / self.counts[row]).tolist()
                before = (untrained or {}).get((head, query, key), math.nan)
                pair = WordPair(query, key, mean, int(self.counts[row]), chance, before)
                lists[head].append(pair)
        return lists

    def means(self, words: Sequence[str]) -> dict[tuple[int, str, str], float]:
        """Return the mean weight of each pair, by head and words."""
        self.compact()
        means = self.weights[:, 0] / self.counts
        return {
            (head, words[query], words[key]): mean
            for (head, query, key), mean in zip(self.codes.tolist(), means.tolist(), strict=True)
        }


def sum_rows(places: np.ndarray, weights: np.ndarray, count: int) -> np.ndarray:
    """Sum the rows `weights [row, n]` by their `places [row]`: `[count, n]`."""
    return np.stack([np.bincount(places, column, count) for column in weights.T], 1)
