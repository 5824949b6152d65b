"""Find the pattern of each head in one sentence from its weights: numpy in, findings out.

A pattern is named when it takes at least _SHARE of the weight on average and the largest weight of
more than ROWS of the rows. Only rows of words count, not those of punctuation and special tokens,
and none with a single allowed cell, like the first of a decoder: its weight is 1 whatever the head
has learnt.

A head aligns only if it is no diagonal: a head that knows positions alone attends along a straight
line, which in a sentence of the same order in both languages meets many words of the same meaning.
So more rows must attend to the word of their meaning than lie on any one line.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from models.corpus.similarity import entropy

_Pattern = Literal[
    "aligns",
    "aligns-read",
    "order",
    "order-read",
    "itself",
    "previous",
    "next",
    "sink",
    "word",
    "spread",
    "mixed",
]
# What is found instead of aligning where as many rows lie on one straight line.
_ORDERED: dict[_Pattern, _Pattern] = {"aligns": "order", "aligns-read": "order-read"}
# With uniform attention each of ten words gets 0.1: 0.4 is four times that. Voita et al. (2019)
# call a head positional if its largest weight lies on one relative position 90% of the time; that
# is over a corpus, and a sentence of ten words has too few rows for it. A finding gives the number
# of rows that agree.
_SHARE = 0.4
_CHANCE = 1.5  # times the share of uniform attention, for short sentences
ROWS = 0.6  # share of the rows that must have their largest weight there
_EVEN = 0.85  # share of the entropy of equal weights: attends alike to about 8 of 11 words
_FEWEST = 3  # rows that must count, and agree, for a pattern
_CHOICES = 3  # allowed cells of a row from which its largest weight is worth quoting
DIGITS = 4  # of weights that are compared: two alike up to rounding are equal, and the first counts
_STRONG = 0.7  # smallest weight that is worth quoting
_SLOPES = [0.85, 0.9, 0.95, 1, 1.05, 1.1, 1.15]  # of straight lines, over columns per row
_OFFSETS = [step / 4 for step in range(-12, 13)]  # columns by which they are moved
# The same, for viz/engine/patterns.js.
RULES = {
    "share": _SHARE,
    "chance": _CHANCE,
    "rows": ROWS,
    "even": _EVEN,
    "fewest": _FEWEST,
    "choices": _CHOICES,
    "digits": DIGITS,
    "strong": _STRONG,
    "slopes": _SLOPES,
    "offsets": _OFFSETS,
}
_UNCOUNTED, _UNLINKED = -1, -2  # instead of a column: the row does not count; it counts, unknown


@dataclass(frozen=True)
class Crossing:
    """Two neighbouring rows whose columns are neighbours in reverse order; indices from 0."""

    rows: tuple[int, int]
    columns: tuple[int, int]  # first and last column that the rows attend to


@dataclass(frozen=True)
class HeadFinding:
    """The pattern of one head in one sentence."""

    pattern: _Pattern
    share: float = 0.0  # of the weight on the pattern, 0 to 1
    agreeing: int = 0  # rows with their largest weight on the pattern
    total: int = 0  # rows that count
    diagonal: int = 0  # with links: rows with their largest weight on one straight line
    column: int | None = None  # the column of "sink" and "word"
    crossing: Crossing | None = None  # of "aligns"
    strongest: tuple[int, int, float] | None = None  # row, column, weight; None: none to quote
    words: float = 0.0  # effective number of words per row: e to the power of the mean entropy


class _Rows(NamedTuple):
    """The heads of a mechanism, and which rows count."""

    weights: np.ndarray  # [head, row, column]
    allowed: np.ndarray  # [row, column]
    free: np.ndarray  # [row]
    most: np.ndarray  # [head, row] the column with the largest weight
    lines: np.ndarray  # [line, row] the column of each row on a straight line


def find_patterns(
    weights: np.ndarray,
    allowed: np.ndarray,
    sinks: Sequence[bool],
    links: Sequence[int | None] | None = None,
    words: Sequence[bool] | None = None,
) -> list[HeadFinding]:
    """Find the pattern of each head.

    `weights [head, row, column]` sum to 1 in each row, or to less with a null key. `allowed` is
    `[row, column]`; `sinks` marks columns that are no words (start, end, punctuation). Without
    `links` rows and columns are the same words; with `links` rows are a translation and columns its
    source: `links` has for each row the column of the same meaning, or None where it is not known,
    and `words` marks the rows that are words.
    """
    is_word = ~np.array(sinks) if words is None else np.array(words)
    free = is_word & (allowed.sum(1) > 1)
    if free.sum() < _FEWEST:
        return [HeadFinding("mixed")] * len(weights)
    lines = straight_lines(*allowed.shape)[: None if links else 0]
    rows = _Rows(weights, allowed, free, weights.round(DIGITS).argmax(2), lines)
    sums = weights.sum(-1, keepdims=True)  # less than 1 with a null key
    entropies = entropy(weights / np.where(sums > 0, sums, 1))[:, free]  # [head, free row]
    alike = np.exp(entropies.mean(1)).astype(float).round(6).tolist()
    evenness = (entropies / np.log(allowed.sum(1)[free])).mean(1)
    columns = weights[:, free].mean(1).argmax(1)  # [head] that gets most of all rows
    places = _places_of(is_word, np.array(sinks), links)
    one_place = np.where(is_word, columns[:, None], _UNCOUNTED)  # [head, row]
    every = [*(np.broadcast_to(row, one_place.shape) for row in places.values()), one_place]
    measures = _measure_places(rows, np.stack(every))
    best = measures.share.argmax(0)  # [head] the pattern that takes most
    taken = [values[best, np.arange(len(weights))].tolist() for values in measures]
    quotable = (is_word & (allowed.sum(1) >= _CHOICES))[:, None] & ~np.array(sinks)
    if links is None:
        np.fill_diagonal(quotable, False)
    about = zip(columns.tolist(), best, evenness, _strongest_cells(weights, quotable), strict=True)
    findings = []
    for head, (column, number, even, strongest) in enumerate(about):
        share, agreeing, total, diagonal = (values[head] for values in taken)
        patterns: list[_Pattern] = [*places, "sink" if sinks[column] else "word"]
        pattern, crossing = patterns[number], None
        if even >= _EVEN:
            pattern, share, agreeing, total, diagonal = "spread", 0.0, 0, 0, 0
        elif not agreeing:
            pattern = "mixed"
        elif pattern in _ORDERED and diagonal >= agreeing:
            pattern = _ORDERED[pattern]
        elif pattern == "aligns" and links is not None:
            crossing = _first_crossing(weights[head], links)
        place = column if pattern in ("sink", "word") else None
        finding = HeadFinding(
            pattern, share, agreeing, total, diagonal, place, crossing, strongest, alike[head]
        )
        findings.append(finding)
    return findings


def _places_of(
    is_word: np.ndarray, sinks: np.ndarray, links: Sequence[int | None] | None
) -> dict[_Pattern, np.ndarray]:
    """Return for each pattern the column that each row would attend to, _UNCOUNTED or _UNLINKED."""
    places = np.arange(len(is_word))
    if links is None and len(is_word) != len(sinks):
        return {}  # between two sentences no word is next to another
    if links is None:
        columns = np.where(sinks, _UNCOUNTED, places)
        return {
            "itself": columns,
            "previous": np.where(is_word, np.concatenate([[_UNCOUNTED], columns[:-1]]), _UNCOUNTED),
            "next": np.where(is_word, np.concatenate([columns[1:], [_UNCOUNTED]]), _UNCOUNTED),
        }
    linked = [_UNLINKED if link is None else link for link in links]
    written = np.where(is_word, linked, _UNCOUNTED)
    return {"aligns": written, "aligns-read": np.concatenate([[_UNCOUNTED], written[:-1]])}


def straight_lines(rows: int, columns: int) -> np.ndarray:
    """Return lines of heads that know positions alone: the column of each row, `[line, row]`.

    They step a column a row, or stay at about the same relative place, and are moved by _OFFSETS.
    """
    steps = np.array([1.0, *(columns / rows * np.array(_SLOPES))])[:, None, None]
    centres = steps * (np.arange(rows) + 0.5) + np.array(_OFFSETS)[:, None]  # [step, offset, row]
    places = np.floor(centres).reshape(-1, rows)
    return places.clip(0, columns - 1).astype(int)


class _Measures(NamedTuple):
    """The share of each head's weight on a pattern, and the numbers of rows of a HeadFinding.

    Each is `[pattern, head]`; 0 where there is no pattern.
    """

    share: np.ndarray
    agreeing: np.ndarray
    total: np.ndarray
    diagonal: np.ndarray


def _measure_places(rows: _Rows, places: np.ndarray) -> _Measures:
    """Measure the share of each head's weight on `places [pattern, head, row]`.

    Rows do not count if their place is _UNCOUNTED or masked, or if they have no choice.
    """
    weights, allowed, free, most, lines = rows
    there, row = np.maximum(places, 0), np.arange(len(free))
    counting = (
        (allowed.sum(1) > 1)
        & (places != _UNCOUNTED)
        & ((places == _UNLINKED) | allowed[row, there])
    )
    totals = counting.sum(2)  # [pattern, head]
    known = counting & (places != _UNLINKED)
    cells = weights[np.arange(len(weights))[:, None], row, there]
    per_head = np.maximum(known.sum(2), 1)
    shares = (cells * known).sum(2) / per_head
    chances = (known / allowed.sum(1)).sum(2) / per_head
    agreeing = ((most == places) & counting).sum(2)
    on_lines = (most[:, None] == lines) & counting[:, :, None]  # [pattern, head, line, row]
    diagonals = on_lines.sum(3).max(2, initial=0)
    holds = (
        (totals >= max(_FEWEST, ROWS * free.sum()))
        & (shares >= np.maximum(_SHARE, _CHANCE * chances))
        & (agreeing > ROWS * known.sum(2))
        & (agreeing >= _FEWEST)
    )
    values = shares, agreeing, totals, diagonals
    return _Measures(*(np.where(holds, each, 0) for each in values))


def _strongest_cells(
    weights: np.ndarray, quotable: np.ndarray
) -> list[tuple[int, int, float] | None]:
    """Return row, column and weight of each head's largest quotable weight; None below _STRONG."""
    cells = np.where(quotable, weights, -1.0).reshape(len(weights), -1)
    places = cells.argmax(1)
    rows, columns = np.divmod(places, weights.shape[2])
    largest = np.take_along_axis(cells, places[:, None], 1)[:, 0]
    strongest = zip(rows.tolist(), columns.tolist(), largest.tolist(), strict=True)
    return [cell if cell[2] >= _STRONG else None for cell in strongest]


def _first_crossing(weights: np.ndarray, links: Sequence[int | None]) -> Crossing | None:
    """Find the first two neighbouring rows whose linked columns are neighbours in reverse order.

    Only rows with more than half of their weight on their linked column count.
    """
    for row in range(len(weights) - 1):
        right, left = links[row], links[row + 1]
        if right is None or left is None or right - left != 1:
            continue
        if weights[row, right] > 0.5 and weights[row + 1, left] > 0.5:
            return Crossing((row, row + 1), (left, right))
    return None
