"""N-gram counts, and interpolated Kneser-Ney probabilities (Kneser and Ney 1995).

The longer an n-gram, the rarer it is. So a discount D is subtracted from each count, and the saved
probability is distributed by the model of the next lower order (Chen and Goodman 1998, section
2.7):

    p(w | h) = max(c(h w) - D, 0) / c(h) + D N(h) / c(h) p(w | h without its first token)

N(h) is the number of different tokens seen after h. Below the highest order, c is not how often an
n-gram was seen but after how many different tokens. The lowest order is mixed with 1 / vocabulary.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..errors import UserError
from ..files import write_whole


class _Table(NamedTuple):
    """The n-grams (rows) of one order, sorted, so rows with the same prefix are adjacent.

    A row is one number: its tokens are the digits, the first token the highest digit. Counts use
    the smallest integer type that fits; c(h) and N(h) are summed on demand.
    """

    rows: np.ndarray  # [row] int64
    seen: np.ndarray  # [row], how often it was seen
    counts: np.ndarray  # [row], c(h w)
    discount: float  # D

    def find_range(self, prefix: np.ndarray | int, size: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the range [first, last) of the rows with this prefix; empty if there is none.

        `size` is the size of the vocabulary.
        """
        first = np.searchsorted(self.rows, prefix * size)
        return first, np.searchsorted(self.rows, (prefix + 1) * size)


@dataclass(frozen=True)
class NGrams:
    """An n-gram language model; `tables[k]` holds rows of k + 1 tokens."""

    vocabulary_size: int
    begin_id: int  # begins each text, and is never predicted
    tables: tuple[_Table, ...]

    @property
    def order(self) -> int:
        return len(self.tables)

    @classmethod
    def count(
        cls, rows: Sequence[Sequence[int]], order: int, vocabulary_size: int, begin_id: int
    ) -> "NGrams":
        """Count n-grams of up to `order` tokens in texts that begin with `begin_id`.

        Raises ValueError if an n-gram does not fit into one number.
        """
        if vocabulary_size**order >= 2**63:
            raise ValueError(f"{order} tokens of {vocabulary_size} are too many for one number")
        flat = np.fromiter((index for row in rows for index in row), np.int64)
        counted = []
        for length in range(1, order + 1):
            number, whole = _windows(flat, length, vocabulary_size, begin_id)
            counted.append(np.unique(number[whole], return_counts=True))
        return cls(vocabulary_size, begin_id, _make_tables(counted, vocabulary_size, begin_id))

    def shorter(self, order: int) -> "NGrams":
        """Return a model of a lower `order` from the same counts."""
        counted = [(table.rows, table.seen) for table in self.tables[:order]]
        tables = _make_tables(counted, self.vocabulary_size, self.begin_id)
        return NGrams(self.vocabulary_size, self.begin_id, tables)

    def without_rare(self, least: int, length: int, free: "NGrams") -> "NGrams":
        """Return the model without rows of `length` or more tokens seen fewer than `least` times.

        Rows that `free` also has stay; it is counted from a part of the same texts.
        """
        counted = []
        for order, (table, free_table) in enumerate(zip(self.tables, free.tables), start=1):
            is_free = np.isin(table.rows, free_table.rows)
            kept = (order < length) | (table.seen >= least) | is_free
            counted.append((table.rows[kept], table.seen[kept]))
        tables = _make_tables(counted, self.vocabulary_size, self.begin_id)
        return NGrams(self.vocabulary_size, self.begin_id, tables)

    def probabilities(self, context: Sequence[int]) -> np.ndarray:
        """Return each next token's probability, `[token]`; `context` begins with `begin_id`."""
        size = self.vocabulary_size
        chances = np.full(size, 1 / size)
        for length, table in enumerate(self.tables):
            if length > len(context):
                break
            prefix = self._number(context[len(context) - length :])
            first, last = table.find_range(prefix, size)
            if first == last:
                break  # an unseen prefix has no longer rows either
            counts, discount = table.counts[first:last], table.discount
            total = counts.sum(dtype=np.int64)
            chances = chances * (discount * np.count_nonzero(counts) / total)
            kept = np.maximum(counts - discount, 0) / total
            chances[table.rows[first:last] - prefix * size] += kept
        return chances

    def log_probabilities(self, ids: Sequence[int]) -> np.ndarray:
        """Return the natural log-probability of each token but the first, `[token - 1]`.

        `ids` may hold several texts one after another, each beginning with `begin_id`; the values
        of that token itself are meaningless.
        """
        flat, size = np.asarray(ids, np.int64), self.vocabulary_size
        chances = np.full(len(flat), 1 / size)
        for length, table in enumerate(self.tables, start=1):
            number, whole = _windows(flat, length, size, self.begin_id)
            here = np.flatnonzero(whole) + length - 1
            rows = number[whole]
            prefixes, which = np.unique(rows // size, return_inverse=True)
            ranges = zip(*table.find_range(prefixes, size))
            counts_of = [table.counts[first:last] for first, last in ranges]
            totals = np.array([counts.sum(dtype=np.int64) for counts in counts_of])[which]
            kinds = np.array([np.count_nonzero(counts) for counts in counts_of])[which]
            has_context = kinds > 0
            here, rows = here[has_context], rows[has_context]
            totals, kinds = totals[has_context], kinds[has_context]
            row_places = np.searchsorted(table.rows, rows).clip(max=len(table.rows) - 1)
            count = np.where(table.rows[row_places] == rows, table.counts[row_places], 0)
            kept = np.maximum(count - table.discount, 0)
            chances[here] = (kept + table.discount * kinds * chances[here]) / totals
        return np.log(chances[1:])

    def times_seen(self, ids: Sequence[int]) -> int:
        """Count how often these tokens, at most `order`, were seen in a row."""
        table = self.tables[len(ids) - 1]
        number = self._number(ids)
        place = np.searchsorted(table.rows, number)
        is_present = place < len(table.rows) and table.rows[place] == number
        return int(table.seen[place]) if is_present else 0

    def followers(self, ids: Sequence[int]) -> dict[int, int]:
        """Count the tokens seen after these (fewer than `order`), the most frequent first."""
        table, size = self.tables[len(ids)], self.vocabulary_size
        first, last = table.find_range(self._number(ids), size)
        order = first + np.argsort(-table.seen[first:last].astype(np.int64), kind="stable")
        return {int(table.rows[place] % size): int(table.seen[place]) for place in order}

    def _number(self, ids: Sequence[int]) -> int:
        number = 0
        for index in ids:
            number = number * self.vocabulary_size + int(index)
        return number

    def save(self, path: Path) -> None:
        """Write how often each row was seen, compressed; `load` recomputes the rest."""
        arrays = {"sizes": np.array([self.vocabulary_size, self.begin_id, self.order])}
        for length, table in enumerate(self.tables, start=1):
            # Differences of sorted numbers are small, and small numbers compress well.
            arrays[f"rows{length}"] = _split_bytes(np.diff(table.rows, prepend=0))
            arrays[f"seen{length}"] = _split_bytes(table.seen)
        buffer = io.BytesIO()
        np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
        write_whole({path: buffer.getvalue()})

    @classmethod
    def load(cls, path: Path) -> "NGrams":
        """Read a file of `save`. Raises UserError if it is missing or damaged."""
        try:
            # numpy itself leaves a damaged file open
            with path.open("rb") as content, np.load(content, allow_pickle=False) as file:
                size, begin_id, order = map(int, file["sizes"])
                counted = []
                for length in range(1, order + 1):
                    rows = np.cumsum(_join_bytes(file[f"rows{length}"]))
                    counted.append((rows, _join_bytes(file[f"seen{length}"])))
        except Exception as error:  # for a damaged file, numpy, zipfile and zlib raise their own
            raise UserError(
                "{file} is missing or damaged. Restore it, or count again.",
                file=path.name,
            ) from error
        return cls(size, begin_id, _make_tables(counted, size, begin_id))


def _split_bytes(numbers: np.ndarray) -> np.ndarray:
    """Split numbers into planes of bytes, the lowest bytes first: `[place, number]`.

    The planes of high bytes are almost all 0 and compress to almost nothing.
    """
    places = numbers.astype("<i8").view(np.uint8).reshape(-1, 8).T
    return places[: 1 + max(np.flatnonzero(places.any(axis=1)), default=0)]


def _join_bytes(places: np.ndarray) -> np.ndarray:
    """Join the planes of `_split_bytes` into numbers."""
    numbers = np.zeros(places.shape[1], np.int64)
    for place in places[::-1]:
        numbers <<= 8
        numbers |= place
    return numbers


def _make_tables(
    counted: Sequence[tuple[np.ndarray, np.ndarray]], vocabulary_size: int, begin_id: int
) -> tuple[_Table, ...]:
    """Make the tables of orders 1, 2, ... from each order's sorted rows and their numbers."""
    tables = []
    for length, (rows, seen) in enumerate(counted, start=1):
        counts = seen = seen.astype(np.int64)
        if length < len(counted):
            # Count different preceding tokens. Nothing precedes a text: its first rows count as
            # often as they were seen.
            longer, size = counted[length][0], vocabulary_size**length
            kept, behind = np.unique(longer % size, return_counts=True)
            # At least one token precedes a row, even if the longer rows were pruned.
            counts = np.where(rows // (size // vocabulary_size) == begin_id, seen, 1)
            counts[np.searchsorted(rows, kept)] = behind
        tables.append(_make_table(rows, seen, counts, length, begin_id))
    return tuple(tables)


def _windows(
    flat: np.ndarray, length: int, vocabulary_size: int, begin_id: int
) -> tuple[np.ndarray, np.ndarray]:
    """Number each row of `length` tokens, and tell whether it lies within one text."""
    count = max(0, len(flat) - length + 1)
    number = np.zeros(count, np.int64)
    whole = np.ones(count, bool)
    for place in range(length):
        tokens = flat[place : place + count]
        number = number * vocabulary_size + tokens
        if place:
            whole &= tokens != begin_id
    return number, whole


def _make_table(
    rows: np.ndarray, seen: np.ndarray, counts: np.ndarray, length: int, begin_id: int
) -> _Table:
    """Make the table of sorted rows, with the discount for their counts."""
    if length == 1:  # the beginning of a text is never predicted
        counts = np.where(rows == begin_id, 0, counts)
    once, twice = (int((counts == times).sum()) for times in (1, 2))
    discount = once / (once + 2 * twice) if once else 0.5
    short = _shrink(seen)
    # In the highest order both counts are the same: share the array.
    return _Table(rows, short, short if counts is seen else _shrink(counts), discount)


def _shrink(counts: np.ndarray) -> np.ndarray:
    """Convert counts to the smallest integer type that fits."""
    return counts.astype(np.min_scalar_type(counts.max(initial=0)))
