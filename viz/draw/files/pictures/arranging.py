"""Arrange matrices on a page: side by side or under each other, or as thumbnails without words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ....base.language import t
from ...matrix import Matrix
from ...picture import Picture
from ..page import Page
from ..presets import Preset
from ..typesetting import shorten_label, widest, width
from .cells import paint_cells, paint_column_words, paint_matrix, paint_row_words
from .fitting import (
    ROW,
    Fit,
    column_distance,
    fit_matrix,
    fit_numbers,
    height_above,
    stride_note,
    title_size,
    tried_words,
)
from .legend import BELOW, legend_size, paint_legend

_Placed = list[tuple[Matrix, Fit]]


@dataclass(frozen=True)
class Plan:
    """The height of a picture without its caption, how to paint it at (x, y), and added notes."""

    height: float
    notes: list[str]
    paint: Callable[[Page, float, float], None]


@dataclass(frozen=True)
class _Grid:
    """Matrices in rows, each row with its share of the height; lengths in points."""

    rows: list[_Placed]
    share: float  # width of one matrix
    title: float  # size of the titles
    head: float  # height of the titles

    @property
    def fits(self) -> _Placed:
        return [placed for row in self.rows for placed in row]

    @property
    def heights(self) -> list[float]:
        return [self.head + max(fit.extent(matrix)[1] for matrix, fit in row) for row in self.rows]

    @property
    def stride(self) -> int:
        return max(max(fit.strides) for _, fit in self.fits)

    def legibility(self, preset: Preset) -> tuple:
        """Return the legibility of the worst matrix; more is better."""
        return min(
            (
                -max(fit.strides),
                fit_numbers(matrix, fit, preset)[1] > 0,
                min(fit.size, 0.7 * preset.label),
                fit.cell[0] * fit.cell[1],
            )
            for matrix, fit in self.fits
        )


def plan_matrices(picture: Picture, room: tuple[float, float], preset: Preset) -> Plan:
    """Plan matrices side by side or under each other, whichever has larger words and cells."""
    matrices, gap = picture.matrices, 0.03 * preset.width
    key = legend_size(matrices, 0, room[0], preset)
    grid = _best_grid(matrices, (room[0], room[1] - BELOW * key), gap, preset)
    words = min(fit.size for _, fit in grid.fits)
    if words > key:
        # A legend as large as the words leaves them less room.
        key = legend_size(matrices, words, room[0], preset)
        grid = _best_grid(matrices, (room[0], room[1] - BELOW * key), gap, preset)
    height = sum(grid.heights) + gap * (len(grid.rows) - 1) + BELOW * key

    def paint(page: Page, x: float, y: float) -> None:
        top = y
        for row, row_height in zip(grid.rows, grid.heights, strict=True):
            _paint_row(page, grid, row, (x, top), gap)
            top += row_height + gap
        paint_legend(page, matrices, x, top - gap + 1.75 * key, key)

    return Plan(height, [stride_note(grid.stride)] if grid.stride > 1 else [], paint)


def _best_grid(
    matrices: Sequence[Matrix], room: tuple[float, float], gap: float, preset: Preset
) -> _Grid:
    """Return the grid whose worst matrix is most legible."""
    grids = [
        _grid_of(matrices, across, room, gap, preset) for across in range(1, len(matrices) + 1)
    ]
    return max(grids, key=lambda grid: grid.legibility(preset))


def _grid_of(
    matrices: Sequence[Matrix],
    across: int,
    room: tuple[float, float],
    gap: float,
    preset: Preset,
) -> _Grid:
    """Fit the matrices, `across` in a row, as large as possible.

    Rows that need less height leave the rest to the others.
    """
    down = -(-len(matrices) // across)
    share = (room[0] - gap * (across - 1)) / across
    title = title_size([matrix.title for matrix in matrices], share, preset)
    head = 1.5 * title if any(matrix.title for matrix in matrices) else 0
    height = (room[1] - gap * (down - 1)) / down - head
    starts = range(0, len(matrices), across)
    alone = len(matrices) == 1
    rows = [
        _fit_row(matrices[start : start + across], (share, height), preset, alone)
        for start in starts
    ]
    used = [max(fit.extent(matrix)[1] for matrix, fit in row) for row in rows]
    cramped = [needed > 0.95 * height for needed in used]
    if any(cramped) and not all(cramped):
        left_over = [
            height - needed for needed, full in zip(used, cramped, strict=True) if not full
        ]
        more = height + sum(left_over) / sum(cramped)
        for place, start in enumerate(starts):
            if cramped[place]:
                several = matrices[start : start + across]
                rows[place] = _fit_row(several, (share, more), preset, alone)
    return _Grid(rows, share, title, head)


def _fit_row(
    matrices: Sequence[Matrix], room: tuple[float, float], preset: Preset, alone: bool
) -> _Placed:
    """Fit the matrices of a row; one `alone` on a slide fills it."""
    fills = alone and preset.height is not None
    return [(matrix, fit_matrix(matrix, room, preset, fills)) for matrix in matrices]


def _paint_row(
    page: Page, grid: _Grid, row: _Placed, corner: tuple[float, float], gap: float
) -> None:
    """Paint a row of matrices, each with its title above its left edge."""
    left, top = corner
    for matrix, fit in row:
        page.text(left, top + 0.95 * grid.title, matrix.title, grid.title, bold=True, kind="title")
        paint_matrix(page, matrix, (left, top + grid.head), fit)
        extent = fit.extent(matrix)[0]
        named = width(matrix.title, grid.title, page.preset, bold=True)
        left += max(extent, named) + gap


def _shared_words(picture: Picture, room: float, gap: float, preset: Preset) -> Fit | None:
    """Fit the words that all thumbnails of a paper share: left of the first column, above the
    first row.

    None on a slide, and where words differ or would be too small.
    """
    first, across = picture.matrices[0], picture.across
    if preset.height is not None or any(
        (matrix.rows, matrix.columns) != (first.rows, first.columns) for matrix in picture.matrices
    ):
        return None
    rows, columns = (
        [shorten_label(word) for word in words] for words in (first.rows, first.columns)
    )
    if not any(rows) or not any(columns):
        return None
    for turn, size in tried_words(preset):
        left, top = (
            widest(rows, size, preset) + 0.5 * size,
            height_above(columns, size, turn, preset),
        )
        cell = ((room - left - gap * (across - 1)) / across) / len(columns)
        apart = max(ROW * size, column_distance(columns, size, turn, preset))
        # A slanted word would reach over the next thumbnail.
        if turn != 45 and cell >= apart:
            return Fit(size, (cell, cell), left, top, 0, turn)
    return None


def plan_thumbnails(picture: Picture, room: tuple[float, float], preset: Preset) -> Plan:
    """Plan thumbnails: small matrices, `across` in a row, with words at the edges of a paper's."""
    matrices, across = picture.matrices, picture.across
    key = legend_size(matrices, preset.caption, room[0], preset)
    down, gap, below = -(-len(matrices) // across), 0.012 * preset.width, BELOW * key
    shared = _shared_words(picture, room[0], gap, preset)
    left, top = (shared.left, shared.top) if shared else (0.0, 0.0)
    one_width = (room[0] - left - gap * (across - 1)) / across
    steepest = max(len(matrix.rows) / max(1, len(matrix.columns)) for matrix in matrices)
    largest = min(preset.title, 0.9 * preset.label)
    # Square cells leave less room for the titles.
    for _ in range(2):
        size = min(largest, title_size([matrix.title for matrix in matrices], one_width, preset))
        named = size >= max(preset.least, 0.4 * largest)
        if not named:
            shorts = [matrix.short for matrix in matrices]
            size = min(largest, title_size(shorts, one_width, preset))
        head = 1.45 * size
        one_height = (room[1] - below - top - gap * (down - 1)) / down - head
        one_height = one_height if preset.height else min(one_height, one_width * steepest)
        one_width = min(one_width, one_height / steepest)
    height = top + down * (one_height + head) + gap * (down - 1) + below

    def paint(page: Page, x: float, y: float) -> None:
        for place, matrix in enumerate(matrices):
            row, column = divmod(place, across)
            corner_x = x + left + column * (one_width + gap)
            title_y = y + row * (one_height + head + gap) + (top if row else 0)
            corner_y = title_y + head + (0 if row else top)
            title = matrix.title if named else matrix.short
            page.text(corner_x, title_y + size, title, size, kind="title")
            cell = (
                one_width / max(1, len(matrix.columns)),
                one_height / max(1, len(matrix.rows)),
            )
            paint_cells(page, matrix, (corner_x, corner_y), cell)
            if shared and not column:
                paint_row_words(page, matrix, (corner_x, corner_y), replace(shared, cell=cell))
            if shared and not row:
                paint_column_words(page, matrix, (corner_x, corner_y), replace(shared, cell=cell))
        paint_legend(page, matrices, x, y + height - below + 1.75 * key, key)

    return Plan(
        height, [] if named else [t("The numbers above each are its layer and its head.")], paint
    )
