"""Fit the words and the cells of a matrix into a room."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ....base.language import t
from ...matrix import SIGNED, Matrix
from ..presets import Preset
from ..typesetting import shorten_label, widest, width

ROW = 1.2  # the least distance of two lines of words, in sizes of type
SMALLER = 0.94  # the ratio of one tried size of type to the one before
_SLANT_LEAST = 0.55  # words are slanted down to this share of the largest size, then vertical
_SLANT = 0.71  # sine of 45 degrees
_LEVEL_LEAST = 0.7  # words are horizontal down to this share of the largest size
_MOST_BESIDE = 0.4  # share of the width for row words that also name the word read
_WIDE = 2.2  # the largest ratio of width to height of a cell with a negative number
_WIDEST = 3.5  # the same where the matrix fills a slide


@dataclass(frozen=True)
class Fit:
    """The sizes of a matrix's cells and words; lengths in points."""

    size: float  # of type
    cell: tuple[float, float]  # width, height
    left: float
    top: float
    right: float
    turn: int  # rotation of the words above, in degrees
    strides: tuple[int, int] = (1, 1)  # of rows and columns: every n-th has a word
    reads: bool = False  # whether each row also names the word read before

    def extent(self, matrix: Matrix) -> tuple[float, float]:
        """Return the width and height of the matrix with its words."""
        return (
            self.left + len(matrix.columns) * self.cell[0] + self.right,
            self.top + len(matrix.rows) * self.cell[1],
        )


def fit_matrix(
    matrix: Matrix, room: tuple[float, float], preset: Preset, fills: bool = False
) -> Fit:
    """Find the largest words that do not touch, and the largest cells beside them.

    At the smallest size only every second or third word is left. Cells are square, but wider where
    a negative number stands in them, or where the matrix `fills` the room.
    """
    if matrix.before is not None:
        rows = [reading(matrix, row) + shorten_label(word) for row, word in enumerate(matrix.rows)]
        fit = _fit_words(matrix, rows, room, preset, fills)
        if fit.left <= _MOST_BESIDE * room[0] and fit.strides[0] == 1:
            return replace(fit, reads=True)
    return _fit_words(matrix, [shorten_label(word) for word in matrix.rows], room, preset, fills)


def reading(matrix: Matrix, row: int) -> str:
    """Return the text before the word of a row: the word read when it is written."""
    return f"{shorten_label(matrix.before[row])} ▸ " if matrix.before else ""


def _fit_words(
    matrix: Matrix, rows: list[str], room: tuple[float, float], preset: Preset, fills: bool
) -> Fit:
    """Find the largest words of `rows` that do not touch, and the largest cells beside them."""
    columns = [shorten_label(word) for word in matrix.columns]
    widest_cell = _WIDEST if fills else _WIDE if matrix.kind == SIGNED else 1.0
    for turn, size in tried_words(preset):
        fit = _fit_cells(rows, columns, room, size, turn, preset, widest_cell)
        cell_width, cell_height = fit.cell
        rows_apart = cell_height >= ROW * size or not any(rows)
        if rows_apart and (
            cell_width >= column_distance(columns, size, turn, preset) or not any(columns)
        ):
            return fit
    size = preset.least
    fit = _fit_cells(rows, columns, room, size, 90, preset, widest_cell)
    cell_width, cell_height = fit.cell
    strides = (
        stride(ROW * size, cell_height) if any(rows) else 1,
        stride(ROW * size, cell_width) if any(columns) else 1,
    )
    return Fit(size, fit.cell, fit.left, fit.top, fit.right, 90, strides)


def tried_words(preset: Preset) -> list[tuple[int, float]]:
    """List rotations and sizes of the words above, the most legible first."""
    sizes = [preset.label * SMALLER**step for step in range(60)]
    sizes = [size for size in sizes if size > preset.least] + [preset.least]
    level = [(0, size) for size in sizes if size >= _LEVEL_LEAST * preset.label]
    aslant = [(45, size) for size in sizes if size >= _SLANT_LEAST * preset.label]
    rest = [size for size in sizes if size < _SLANT_LEAST * preset.label]
    return level + aslant + [(turn, size) for size in rest for turn in (45, 90)]


def column_distance(columns: list[str], size: float, turn: int, preset: Preset) -> float:
    """Return the least distance of the words above."""
    if turn == 0:
        return widest(columns, size, preset) + 0.5 * size
    return ROW * size * 2**0.5 if turn == 45 else ROW * size


def stride(need: float, length: float) -> int:
    """Return n so that every n-th place has a word: a word needs `need`, a place has `length`."""
    return max(1, int(np.ceil(need / length)))


def _fit_cells(
    rows: list[str],
    columns: list[str],
    room: tuple[float, float],
    size: float,
    turn: int,
    preset: Preset,
    widest_cell: float = 1.0,
) -> Fit:
    """Fit the cells beside type of this size: square, or up to `widest_cell` times as wide as
    high, and no larger than words need.
    """
    left = widest(rows, size, preset) + 0.5 * size if any(rows) else 0.0
    top = height_above(columns, size, turn, preset) if any(columns) else 0.0
    last = columns[-1] if columns else ""
    cell_width = cell_height = 1.0
    right = 0.0
    # The last word above may stick out on the right, which narrows the cells.
    for _ in range(2):
        cell_width = (room[0] - left - right) / max(1, len(columns))
        cell_height = (room[1] - top) / max(1, len(rows))
        cell_height = min(cell_height, cell_width, 4 * preset.label)
        cell_width = min(cell_width, widest_cell * cell_height)
        right = max(0.0, _reach(last, size, turn, preset) - cell_width / 2)
    return Fit(size, (max(cell_width, 0.1), max(cell_height, 0.1)), left, top, right, turn)


def height_above(columns: list[str], size: float, turn: int, preset: Preset) -> float:
    """Return the height of the words above."""
    if turn == 0:
        return 1.5 * size
    if turn == 45:
        return widest(columns, size, preset) * _SLANT + 1.2 * size
    return widest(columns, size, preset) + 0.9 * size


def _reach(word: str, size: float, turn: int, preset: Preset) -> float:
    """Return how far a word above reaches to the right of its column's middle."""
    if turn == 0:
        return width(word, size, preset) / 2
    if turn == 45:
        return (width(word, size, preset) + size) * _SLANT
    return size / 2


def fit_numbers(
    matrix: Matrix, fit: Fit, preset: Preset
) -> tuple[dict[tuple[int, int], str], float]:
    """Return the numbers in the cells, by row and column, and their size; 0 if they do not fit."""
    cell_width, cell_height = fit.cell
    digit = width("1", 1, preset)
    if 0.7 * cell_height < preset.least or 0.8 * cell_width < preset.least * digit:
        return {}, 0.0
    places = [(int(row), int(column)) for row, column in np.argwhere(matrix.seen)]
    texts = {place: matrix.number(*place) for place in places}
    texts = {place: text for place, text in texts.items() if text}
    most = widest(set(texts.values()), 1, preset)
    if not most:
        return texts, 0.0
    size = min(0.85 * fit.size, 0.8 * cell_width / most, 0.7 * cell_height)
    return texts, size if size >= preset.least else 0.0


def title_size(titles: Sequence[str], room: float, preset: Preset) -> float:
    """Return the size at which the longest title fits."""
    most = max((width(title, 1, preset, bold=True) for title in titles), default=0)
    return min(preset.title, room / most) if most else preset.title


def stride_note(stride: int) -> str:
    """Write the caption's sentence on words that are left out."""
    if stride == 2:
        return t("Only every second word is named.")
    if stride == 3:
        return t("Only every third word is named.")
    return t("Only every {count}th word is named.", count=stride)
