"""The sums over a corpus for all heads of a stack, as numpy arrays.

The last head of every array is uniform over all allowed keys: chance.
"""

from dataclasses import dataclass, fields

import numpy as np

from .sides import SPECIAL

LARGEST_OFFSET = 8  # largest fixed offset to either side, in words
TAG_COUNT = SPECIAL + 1
_READABLE = range(5, 15)  # numbers of words of an example sentence
_LEAST_ROWS = 2  # fewest rows of a measure in an example sentence


@dataclass
class StackSums:
    """The sums of one stack, with `m` measures."""

    shares: np.ndarray  # [head, m] attention sent to the cells of a mask
    hits: np.ndarray  # [head, m] rows whose largest weight is in such a cell
    rows: np.ndarray  # [m] rows with such a cell
    offsets: np.ndarray  # [m, offset] rows with such a cell at this offset
    entropy: np.ndarray  # [head] nats
    relative_entropy: np.ndarray  # [head]
    confidence: np.ndarray  # [head]
    distance: np.ndarray  # [head]
    on_words: np.ndarray  # [head]
    words: np.ndarray  # [] rows in all
    tags: np.ndarray  # [head, from, to]
    tag_rows: np.ndarray  # [from]
    best: np.ndarray  # [head, m] the largest share in one sentence; -1 = none
    best_line: np.ndarray  # [head, m] the number of this sentence
    worst: np.ndarray  # [head, m] the smallest share; 2 = none
    worst_line: np.ndarray  # [head, m]

    @classmethod
    def zero(cls, heads: int, measures: int) -> "StackSums":
        """Make the sums of no sentence; `heads` does not count the uniform one."""
        heads += 1
        measure_shape, head_shape = (heads, measures), (heads,)
        return cls(
            shares=np.zeros(measure_shape),
            hits=np.zeros(measure_shape),
            rows=np.zeros(measures),
            offsets=np.zeros((measures, 2 * LARGEST_OFFSET + 1)),
            entropy=np.zeros(head_shape),
            relative_entropy=np.zeros(head_shape),
            confidence=np.zeros(head_shape),
            distance=np.zeros(head_shape),
            on_words=np.zeros(head_shape),
            words=np.zeros(()),
            tags=np.zeros((heads, TAG_COUNT, TAG_COUNT)),
            tag_rows=np.zeros(TAG_COUNT),
            best=np.full(measure_shape, -1.0),
            best_line=np.full(measure_shape, -1, np.int64),
            worst=np.full(measure_shape, 2.0),
            worst_line=np.full(measure_shape, -1, np.int64),
        )

    def add(self, other: "StackSums") -> None:
        """Add the sums of other sentences; of two equal examples keep the one here."""
        better, worse = other.best > self.best, other.worst < self.worst
        self.best_line = np.where(better, other.best_line, self.best_line)
        self.worst_line = np.where(worse, other.worst_line, self.worst_line)
        self.best = np.maximum(self.best, other.best)
        self.worst = np.minimum(self.worst, other.worst)
        for field in fields(self):
            if not field.name.startswith(("best", "worst")):
                sums = getattr(self, field.name) + getattr(other, field.name)
                setattr(self, field.name, sums)

    def add_examples(
        self, shares: np.ndarray, rows: np.ndarray, words: np.ndarray, lines: np.ndarray
    ) -> None:
        """Update the examples from sentences.

        `shares [text, head, m]`, `rows [text, m]`, numbers of `words [text]`, `lines [text]`.
        """
        readable = (words >= _READABLE.start) & (words < _READABLE.stop)
        fits = (rows >= _LEAST_ROWS) & readable[:, None]  # [text, m]
        means = shares / np.maximum(rows, 1)[:, None]
        for name, sign, none in (("best", 1, -1.0), ("worst", -1, 2.0)):
            values = np.where(fits[:, None], means, none)
            place = (sign * values).argmax(0)  # [head, m]
            value = np.take_along_axis(values, place[None], 0)[0]
            old = getattr(self, name)
            wins = sign * value > sign * old
            setattr(self, name, np.where(wins, value, old))
            line = f"{name}_line"
            setattr(self, line, np.where(wins, lines[place], getattr(self, line)))


def offset_counts(mask: np.ndarray, shift: int) -> np.ndarray:
    """Count the rows of a mask with a cell at each offset, from -REACH to REACH words.

    `mask [..., query, key]`; `shift` is added to key minus query, if their first words are in
    different columns.
    """
    *_, queries, keys = np.nonzero(mask)
    offsets = keys - queries + shift
    near = np.abs(offsets) <= LARGEST_OFFSET
    return np.bincount(offsets[near] + LARGEST_OFFSET, minlength=2 * LARGEST_OFFSET + 1)
