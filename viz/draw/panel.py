"""A matrix of words by words, for the screen."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np


@dataclass(frozen=True)
class Light:
    """What a step marks in its picture: a cell, or all of a row or a column.

    Words as the picture has them; None leaves the row or the column open.
    """

    row: str | None
    column: str | None


# A row and a column, counted from 0; None: all of them.
Cell = tuple[int | None, int | None]


@dataclass(frozen=True)
class Panel:
    """One picture; without values the note says why there are none."""

    title: str
    note: str
    colour: str  # "#rrggbb"
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    values: np.ndarray | None = None  # [row, column]
    allowed: np.ndarray | None = None  # [row, column]; others are hatched
    changed: np.ndarray | None = None  # [row, column]; these are outlined
    before: tuple[str, ...] | None = None  # of cross-attention: the word read at each row
    lit: tuple["Cell", ...] = ()  # these are marked
    lines: bool = False  # drawn as lines from row to column; of the first row marked alone
    caption: str = ""  # what it shows; "": the largest cell
    least: float = 0.0  # the value of the palest colour
    most: float = 1.0  # and of the darkest
    kind: str = "weight"  # or "score", "mask", "distance", "norm", "cosine"


def with_lights(panels: Sequence[Panel], lights: Sequence[Light]) -> list[Panel]:
    """These pictures with what a step marks."""
    return [replace(panel, lit=lit_cells(lights, panel.rows, panel.columns)) for panel in panels]


def lit_cells(
    lights: Sequence[Light], rows: Sequence[str], columns: Sequence[str]
) -> tuple[Cell, ...]:
    """Where a picture of these words has what a step marks.

    What is not in it, as in another sentence that a reader has typed, is left out.
    """
    cells = []
    for light in lights:
        if light.row not in (None, *rows) or light.column not in (None, *columns):
            continue
        row = None if light.row is None else rows.index(light.row)
        column = None if light.column is None else columns.index(light.column)
        cells.append((row, column))
    return tuple(cells)
