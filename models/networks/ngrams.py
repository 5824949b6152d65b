"""Counts of n tokens in a row, and the probabilities of interpolated Kneser-Ney (1995).

The more tokens before a token are taken into account, the fewer of such rows were ever seen. So
from each count a little is taken away, and what is saved is shared out among all tokens by the
model of one token less (Chen and Goodman 1998, section 2.7):

    p(w | h) = max(c(h w) - D, 0) / c(h) + D N(h) / c(h) p(w | h without its first token)

N(h) is the number of different tokens seen behind h. Below the highest order c counts not how often
a row was seen but behind how many different tokens. The lowest order is mixed with 1 / vocabulary.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..errors import UserError
from ..files import write_whole


class Table(NamedTuple):
    """The rows of one length, sorted, so that those with one beginning lie side by side.

    A row is one number: its tokens as digits, the first the highest. Counts take as few bytes as
    the largest of them needs; c(h) and N(h) are summed when they are asked for.
    """

    rows: np.ndarray  # [row] int64
    seen: np.ndarray  # [row], how often it was seen
    counts: np.ndarray  # [row], c(h w)
    discount: float  # D

    def places(self, beginning: np.ndarray | int, size: int) -> tuple[np.ndarray, np.ndarray]:
        """Where the rows with this beginning are, from the first to behind the last.

        `size` is that of the vocabulary. Both are the same where there is no such row.
        """
        first = np.searchsorted(self.rows, beginning * size)
        return first, np.searchsorted(self.rows, (beginning + 1) * size)


@dataclass(frozen=True)
class NGrams:
    """A language model that counts; `tables[k]` holds rows of k + 1 tokens."""

    vocabulary_size: int
    begin_id: int  # stands before a text, and is never predicted
    tables: tuple[Table, ...]

    @property
    def order(self) -> int:
        return len(self.tables)

    @classmethod
    def count(
        cls, rows: Sequence[Sequence[int]], order: int, vocabulary_size: int, begin_id: int
    ) -> "NGrams":
        """Count rows of up to `order` tokens in texts, each of which begins with `begin_id`.

        Raises ValueError where the numbers of rows would be too large.
        """
        if vocabulary_size**order >= 2**63:
            raise ValueError(f"{order} tokens of {vocabulary_size} are too many for one number")
        flat = np.fromiter((index for row in rows for index in row), np.int64)
        counted = []
        for length in range(1, order + 1):
            number, whole = windows(flat, length, vocabulary_size, begin_id)
            counted.append(np.unique(number[whole], return_counts=True))
        return cls(vocabulary_size, begin_id, make_tables(counted, vocabulary_size, begin_id))

    def shorter(self, order: int) -> "NGrams":
        """The model that looks at rows of at most `order` tokens, from the same counts."""
        counted = [(table.rows, table.seen) for table in self.tables[:order]]
        tables = make_tables(counted, self.vocabulary_size, self.begin_id)
        return NGrams(self.vocabulary_size, self.begin_id, tables)

    def without_rare(self, least: int, length: int, free: "NGrams") -> "NGrams":
        """The model without rows of `length` tokens or more seen fewer than `least` times.

        Rows that `free`, counted from a part of the same texts, has too stay.
        """
        counted = []
        for number, (table, other) in enumerate(zip(self.tables, free.tables), start=1):
            kept = (number < length) | (table.seen >= least) | np.isin(table.rows, other.rows)
            counted.append((table.rows[kept], table.seen[kept]))
        return NGrams(
            self.vocabulary_size,
            self.begin_id,
            make_tables(counted, self.vocabulary_size, self.begin_id),
        )

    def probabilities(self, context: Sequence[int]) -> np.ndarray:
        """How probable each token is behind these, `[token]`; they begin with `begin_id`."""
        size = self.vocabulary_size
        chances = np.full(size, 1 / size)
        for length, table in enumerate(self.tables):
            if length > len(context):
                break
            beginning = self._number(context[len(context) - length :])
            first, last = table.places(beginning, size)
            if first == last:
                break  # what was never seen has no longer row either
            counts, discount = table.counts[first:last], table.discount
            total = counts.sum(dtype=np.int64)
            chances = chances * (discount * np.count_nonzero(counts) / total)
            kept = np.maximum(counts - discount, 0) / total
            chances[table.rows[first:last] - beginning * size] += kept
        return chances

    def log_probabilities(self, ids: Sequence[int]) -> np.ndarray:
        """The natural logarithm of each token's probability but the first, `[token - 1]`.

        `ids` may hold several texts, one after the other, each of which begins with `begin_id`;
        what is said of that token itself means nothing.
        """
        flat, size = np.asarray(ids, np.int64), self.vocabulary_size
        chances = np.full(len(flat), 1 / size)
        for length, table in enumerate(self.tables, start=1):
            number, whole = windows(flat, length, size, self.begin_id)
            here = np.flatnonzero(whole) + length - 1
            rows = number[whole]
            beginnings, which = np.unique(rows // size, return_inverse=True)
            behind = [
                table.counts[first:last] for first, last in zip(*table.places(beginnings, size))
            ]
            totals = np.array([counts.sum(dtype=np.int64) for counts in behind])[which]
            kinds = np.array([np.count_nonzero(counts) for counts in behind])[which]
            has_context = kinds > 0
            here, rows = here[has_context], rows[has_context]
            totals, kinds = totals[has_context], kinds[has_context]
            row_places = np.searchsorted(table.rows, rows).clip(max=len(table.rows) - 1)
            count = np.where(table.rows[row_places] == rows, table.counts[row_places], 0)
            kept = np.maximum(count - table.discount, 0)
            chances[here] = (kept + table.discount * kinds * chances[here]) / totals
        return np.log(chances[1:])

    def times_seen(self, ids: Sequence[int]) -> int:
        """How often these tokens, at most `order`, were seen in a row."""
        table, number = self.tables[len(ids) - 1], self._number(ids)
        place = np.searchsorted(table.rows, number)
        is_there = place < len(table.rows) and table.rows[place] == number
        return int(table.seen[place]) if is_there else 0

    def followers(self, ids: Sequence[int]) -> dict[int, int]:
        """How often each token was seen behind these, fewer than `order`; most often first."""
        table, size = self.tables[len(ids)], self.vocabulary_size
        first, last = table.places(self._number(ids), size)
        order = first + np.argsort(-table.seen[first:last].astype(np.int64), kind="stable")
        return {int(table.rows[place] % size): int(table.seen[place]) for place in order}

    def _number(self, ids: Sequence[int]) -> int:
        number = 0
        for index in ids:
            number = number * self.vocabulary_size + int(index)
        return number

    def save(self, path: Path) -> None:
        """Write how often each row was seen, compressed; all else is computed from it again."""
        arrays = {"sizes": np.array([self.vocabulary_size, self.begin_id, self.order])}
        for length, table in enumerate(self.tables, start=1):
            # Differences of sorted numbers are small, and small numbers compress.
            arrays[f"rows{length}"] = planes(np.diff(table.rows, prepend=0))
            arrays[f"seen{length}"] = planes(table.seen)
        buffer = io.BytesIO()
        np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
        write_whole({path: buffer.getvalue()})

    @classmethod
    def load(cls, path: Path) -> "NGrams":
        """Read what `save` wrote. Raises UserError when the file is missing or damaged."""
        try:
            # numpy itself leaves a damaged file open
            with path.open("rb") as content, np.load(content, allow_pickle=False) as file:
                size, begin_id, order = (int(one) for one in file["sizes"])
                counted = [
                    (np.cumsum(joined(file[f"rows{length}"])), joined(file[f"seen{length}"]))
                    for length in range(1, order + 1)
                ]
        except Exception as error:  # numpy, zipfile and zlib have their own for a damaged file
            raise UserError(
                "{file} is missing or damaged. Put it back as it was published, or count again.",
                file=path.name,
            ) from error
        return cls(size, begin_id, make_tables(counted, size, begin_id))


def planes(numbers: np.ndarray) -> np.ndarray:
    """Numbers as bytes, all lowest ones first, then all of the next place: `[place, number]`.

    The higher places are almost all 0, and side by side they compress to almost nothing.
    """
    places = numbers.astype("<i8").view(np.uint8).reshape(-1, 8).T
    return places[: 1 + max(np.flatnonzero(places.any(axis=1)), default=0)]


def joined(places: np.ndarray) -> np.ndarray:
    """The numbers that `planes` took apart."""
    numbers = np.zeros(places.shape[1], np.int64)
    for place in places[::-1]:
        numbers <<= 8
        numbers |= place
    return numbers


def make_tables(
    counted: Sequence[tuple[np.ndarray, np.ndarray]], vocabulary_size: int, begin_id: int
) -> tuple[Table, ...]:
    """The tables of rows of 1, 2 ... tokens, from each length's sorted rows and how often seen."""
    tables = []
    for length, (rows, seen) in enumerate(counted, start=1):
        counts = seen = seen.astype(np.int64)
        if length < len(counted):
            # behind how many tokens; nothing stands before a text, whose rows count as seen
            longer, size = counted[length][0], vocabulary_size**length
            kept, behind = np.unique(longer % size, return_counts=True)
            # At least one token did, also where the longer rows were left out.
            counts = np.where(rows // (size // vocabulary_size) == begin_id, seen, 1)
            counts[np.searchsorted(rows, kept)] = behind
        tables.append(make_table(rows, seen, counts, length, begin_id))
    return tuple(tables)


def windows(
    flat: np.ndarray, length: int, vocabulary_size: int, begin_id: int
) -> tuple[np.ndarray, np.ndarray]:
    """The number of each row of `length` tokens, and whether it lies within one text."""
    count = max(0, len(flat) - length + 1)
    number, whole = np.zeros(count, np.int64), np.ones(count, bool)
    for place in range(length):
        tokens = flat[place : place + count]
        number = number * vocabulary_size + tokens
        if place:
            whole &= tokens != begin_id
    return number, whole


def make_table(
    rows: np.ndarray, seen: np.ndarray, counts: np.ndarray, length: int, begin_id: int
) -> Table:
    """The table of sorted rows, with the discount of their counts."""
    if length == 1:  # the beginning of a text is known, never found
        counts = np.where(rows == begin_id, 0, counts)
    once, twice = (int((counts == times).sum()) for times in (1, 2))
    discount = once / (once + 2 * twice) if once else 0.5
    short = smallest(seen)
    # The longest rows are counted as they were seen: one array for both.
    return Table(rows, short, short if counts is seen else smallest(counts), discount)


def smallest(counts: np.ndarray) -> np.ndarray:
    """The same counts in as few bytes each as the largest needs."""
    return counts.astype(np.min_scalar_type(counts.max(initial=0)))
