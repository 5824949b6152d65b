"""Paint a matrix: its words, its cells and the numbers in them."""

import numpy as np

from ...matrix import Matrix
from ..page import Page, shade, text_colour_on
from ..presets import Preset
from ..typesetting import shorten_label, width
from .fitting import Fit, fit_numbers, reading

COLOUR_STEPS = 100  # colours between the palest and the darkest
CHANGED = "#d55e00"
LATER = 0.15  # opacity of a row that is not written yet


def paint_matrix(page: Page, matrix: Matrix, corner: tuple[float, float], fit: Fit) -> None:
    """Paint the words and the cells, with the upper left corner at `corner`."""
    left, top = corner[0] + fit.left, corner[1] + fit.top
    paint_row_words(page, matrix, (left, top), fit)
    paint_column_words(page, matrix, (left, top), fit)
    paint_cells(page, matrix, (left, top), fit.cell)
    _paint_numbers(page, matrix, (left, top), fit)


def paint_row_words(page: Page, matrix: Matrix, corner: tuple[float, float], fit: Fit) -> None:
    (left, top), cell_height, size = corner, fit.cell[1], fit.size
    for row in range(0, len(matrix.rows), fit.strides[0]):
        base = top + (row + 0.5) * cell_height + 0.34 * size
        word = shorten_label(matrix.rows[row])
        is_written = row == matrix.written
        opacity = 2 * LATER if _is_later(matrix, row) else 1.0
        end = left - 0.35 * size
        page.text(end, base, word, size, "right", bold=is_written, opacity=opacity, kind="label")
        if fit.reads:
            end -= width(word, size, page.preset, is_written)
            muted = page.preset.muted
            page.text(end, base, reading(matrix, row), size, "right", 0, muted, opacity=opacity)


def paint_column_words(page: Page, matrix: Matrix, corner: tuple[float, float], fit: Fit) -> None:
    (left, top), cell_width, size = corner, fit.cell[0], fit.size
    for column in range(0, len(matrix.columns), fit.strides[1]):
        middle = left + (column + 0.5) * cell_width
        word = shorten_label(matrix.columns[column])
        if fit.turn:
            start = middle + (0.34 if fit.turn == 90 else 0.2) * size
            page.text(start, top - 0.35 * size, word, size, "left", fit.turn, kind="label")
        else:
            page.text(middle, top - 0.45 * size, word, size, "center", kind="label")


def _paint_numbers(page: Page, matrix: Matrix, corner: tuple[float, float], fit: Fit) -> None:
    texts, size = fit_numbers(matrix, fit, page.preset)
    if not size:
        return
    (left, top), (cell_width, cell_height) = corner, fit.cell
    for (row, column), text in texts.items():
        if _is_later(matrix, row):
            continue
        page.text(
            left + (column + 0.5) * cell_width,
            top + (row + 0.5) * cell_height + 0.36 * size,
            text,
            size,
            "center",
            colour=text_colour_on(_cell_colour(matrix, matrix.values[row, column], page.preset)),
            kind="number",
        )


def _colour_levels(matrix: Matrix, values: np.ndarray) -> np.ndarray:
    """Quantize the values to colours, 0 to STEPS."""
    span = (matrix.most - matrix.lowest) or 1
    return np.rint(np.clip((values - matrix.lowest) / span, 0, 1) * COLOUR_STEPS)


def _colour_stops(matrix: Matrix, preset: Preset) -> tuple[str, ...]:
    """Return the colours of the values, from least to most; grey says that a mask is no weight."""
    if matrix.kind == "mask":
        return preset.paper, preset.muted
    return preset.diverging if matrix.is_signed else preset.ink


def _is_later(matrix: Matrix, row: int) -> bool:
    """Return whether a row is not written yet."""
    return matrix.written is not None and row > matrix.written


def _cell_colour(matrix: Matrix, value: float, preset: Preset) -> str:
    level = _colour_levels(matrix, np.array(value))
    return shade(float(level) / COLOUR_STEPS, _colour_stops(matrix, preset))


def paint_cells(
    page: Page, matrix: Matrix, corner: tuple[float, float], cell: tuple[float, float]
) -> None:
    """Paint the cells, one path for each colour; white cells are the background."""
    count = np.array([len(matrix.columns), len(matrix.rows)])
    whole = np.array([[*corner, *(count * cell)]])
    paper = page.preset.paper
    page.boxes(whole, paper, line=0, kind="ground")

    def boxes(chosen: np.ndarray) -> np.ndarray:
        """Return the rectangles of the chosen cells, `[box, (x, y, width, height)]`."""
        corners = np.argwhere(chosen)[:, ::-1] * cell + corner
        return np.concatenate([corners, np.broadcast_to(cell, corners.shape)], 1)

    seen, stops = matrix.seen, _colour_stops(matrix, page.preset)
    values = np.where(seen, matrix.values, matrix.least)
    levels = np.where(seen, _colour_levels(matrix, values), -1)
    rows = np.arange(len(matrix.rows))[:, None]
    later = np.broadcast_to(
        rows > (len(rows) if matrix.written is None else matrix.written), seen.shape
    )
    for level in np.unique(levels[levels >= 0]):
        colour = shade(float(level) / COLOUR_STEPS, stops)
        if colour != paper:
            page.boxes(boxes((levels == level) & ~later), colour)
            page.boxes(boxes((levels == level) & later), shade(LATER, (paper, colour)))
    if matrix.allowed is not None:
        page.hatch(boxes(~matrix.allowed))
    if matrix.changed is not None:
        line = 0.06 * min(cell)
        inset = np.array([1, 1, -2, -2]) * min(line, 1.5)
        colour = CHANGED if page.preset.colours else page.preset.text
        line = max(0.5, min(2, line))
        page.boxes(boxes(matrix.changed) + inset, None, colour, line, "changed")
    page.boxes(whole, None, page.preset.edge, 0.5, "frame")
    if matrix.written is not None:
        row = np.array([[corner[0], corner[1] + matrix.written * cell[1], whole[0, 2], cell[1]]])
        page.boxes(row, None, CHANGED if page.preset.colours else page.preset.text, 2, "written")
