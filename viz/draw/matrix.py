"""A matrix of words by words: the one value that every drawing of it is made from."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from models.brief import brief

from ..base.language import format_number, translatable
from ..base.theme import HEADS

# A row and a column, from 0; None stands for all.
_Cell = tuple[int | None, int | None]
SCALED = translatable(
    ("weight", "share", "score", "distance", "norm", "cosine")
)  # kinds with a colour scale
SIGNED = "value"  # the kind with red below 0 and blue above
CLEAR_CHANGE = 0.2  # of a weight that is outlined; smaller ones would frame nearly every cell
DIFFERENCE = "difference"  # of two weights: red and blue, from -1 to 1
# Cells below these values show no number.
_NEARLY_NOTHING = {
    "weight": 0.005,
    "share": 0.005,
    "mask": 0.005,
    "distance": 0,
    "norm": 0.05,
    "difference": 0.005,
}


@dataclass(frozen=True)
class Highlight:
    """What a step marks in its picture: a cell, a row or a column.

    Words are spelled as in the picture, "red #2" for the second "red"; None stands for all rows or
    columns.
    """

    row: str | None
    column: str | None


@dataclass(frozen=True)
class Matrix:
    """Values of words by words, for the screen, files, tables and alternative text.

    Raises ValueError when an array does not fit the words.
    """

    title: str
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    values: np.ndarray = field(default_factory=lambda: np.zeros((0, 0)))  # [row, column]
    allowed: np.ndarray | None = None  # [row, column]; False cells are hatched
    changed: np.ndarray | None = None  # [row, column]; True cells are outlined
    least: float = 0.0  # the value of the palest colour
    most: float = 1.0  # the value of the darkest colour
    # "weight", "share" (of the norms of a row), "score", "mask", "distance", "norm", "cosine"
    # (below 0 all are pale), "value" (-most to most, red to blue) or "difference"
    kind: str = "weight"
    short: str = ""  # a title for little room
    before: tuple[str, ...] | None = None  # the word read when a row's word is written
    written: int | None = None  # the row being written; later rows are faint
    sums: np.ndarray | None = None  # [row] of kind "share": the sum of the norms of the row
    # Only on the screen:
    note: str = ""  # under the title; says why there are no values
    colour: str = HEADS[0]  # of the head or the model, "#rrggbb"
    lit: tuple[_Cell, ...] = ()  # highlighted cells
    lines: bool = False  # draw lines from row to column, only of the first highlighted row
    caption: str = ""  # "": names the largest cell

    __repr__ = brief

    def __post_init__(self):
        if self.before is not None and len(self.before) != len(self.rows):
            raise ValueError(f"{len(self.before)} words are read for {len(self.rows)} rows")
        for name in ("values", "allowed", "changed"):
            array = getattr(self, name)
            if array is not None and array.shape != (len(self.rows), len(self.columns)):
                raise ValueError(
                    f"{name} has shape {array.shape} for {len(self.rows)} rows and "
                    f"{len(self.columns)} columns"
                )

    @property
    def is_empty(self) -> bool:
        """Whether there are no values, only a note why."""
        return self.values.size == 0

    @property
    def seen(self) -> np.ndarray:
        """`[row, column]`, True where there is a value to show."""
        finite = np.isfinite(self.values)
        return finite if self.allowed is None else finite & self.allowed

    @property
    def lowest(self) -> float:
        """The value of the first colour."""
        if self.kind == "cosine":
            return 0.0
        return -self.most if self.is_signed else self.least

    @property
    def is_signed(self) -> bool:
        """Whether colours run from red below 0 to blue above."""
        return self.kind in (SIGNED, DIFFERENCE)

    def pooled(self, most: int) -> "Matrix":
        """Return the matrix with at most `most` rows and columns: each cell the largest of a block.

        A block is named by its first words.
        """
        rows, columns = (-(-len(words) // most) for words in (self.rows, self.columns))
        return replace(
            self,
            rows=self.rows[::rows],
            columns=self.columns[::columns],
            values=pool(self.values, most),
            allowed=None if self.allowed is None else pool(self.allowed, most),
            changed=None if self.changed is None else pool(self.changed, most),
            before=None if self.before is None else self.before[::rows],
            written=None if self.written is None else self.written // rows,
            sums=None,
        )

    def number(self, row: int, column: int) -> str:
        """Format the number of a cell, as in the app; "" for masked and negligible values."""
        if not self.seen[row, column]:
            return ""
        value = float(self.values[row, column])
        if self.kind in _NEARLY_NOTHING and abs(value) < _NEARLY_NOTHING[self.kind]:
            return ""
        if self.kind == "mask":
            return str(round(value))
        if self.kind in ("cosine", SIGNED):
            return format_number(value, "z.2f")
        if self.kind in ("weight", "share"):
            return format_number(value, ".2f").removeprefix("0")
        if self.kind == DIFFERENCE:
            text = format_number(value, "+.2f")
            return text[0] + text[1:].removeprefix("0")
        return format_number(value, "z.1f")


def pool(values: np.ndarray, most: int) -> np.ndarray:
    """Return the largest value of each block of cells, `[..., row, column]`.

    Blocks are so large that a row or a column has at most `most`. Takes maxima of whole arrays, as
    many as a block is high and wide: a fifth of the time of numpy's `reduceat`.
    """
    for _ in range(2):
        size = -(-values.shape[-2] // most)
        largest = values[..., ::size, :].copy()
        for start in range(1, size):
            part = values[..., start::size, :]
            there = largest[..., : part.shape[-2], :]
            np.maximum(there, part, out=there)
        values = largest.swapaxes(-1, -2)  # rows first, then columns
    return values


def with_highlights(matrices: Sequence[Matrix], highlights: Sequence[Highlight]) -> list[Matrix]:
    """Return the matrices with a step's highlights."""
    return [
        replace(matrix, lit=lit_cells(highlights, matrix.rows, matrix.columns))
        for matrix in matrices
    ]


def lit_cells(
    highlights: Sequence[Highlight], rows: Sequence[str], columns: Sequence[str]
) -> tuple[_Cell, ...]:
    """Return the cells of a step's highlights in a picture of these words.

    Highlights of missing words are left out: the reader may have typed another sentence.
    """
    cells = []
    for highlight in highlights:
        row, column = _place_of(highlight.row, rows), _place_of(highlight.column, columns)
        is_there = (row is None) == (highlight.row is None)
        if is_there and (column is None) == (highlight.column is None):
            cells.append((row, column))
    return tuple(cells)


def _place_of(word: str | None, words: Sequence[str]) -> int | None:
    """Return the place of a highlighted word among words; None where it is missing."""
    name, _, number = (word or "").partition(" #")
    places = [place for place, word in enumerate(words) if word == name]
    at = int(number or 1) - 1
    return places[at] if 0 <= at < len(places) else None
