"""The numbers of a picture as CSV: a line for each value, with its words, places and series."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..analysis.views import HeadChoice, Heads
from ..base.language import t
from ..base.libraries import LIBRARIES
from .chart import Axis, Bars, Chart, Series
from .matrix import Matrix
from .picture import Picture

if TYPE_CHECKING:
    import pandas as pd


def table(picture: Picture | Chart) -> str:
    """Write the values of a picture or a chart as CSV, with 6 significant digits.

    One matrix has a line for each row. The columns of several matrices are picture, row, column,
    value; of texts picture, word, value; of a chart series, name, x, y; of a heatmap row, column,
    value. Masked cells are empty. Words are numbered, so that a repeated word keeps its own lines.
    """
    if picture.numbers:
        return picture.numbers
    if isinstance(picture, Chart):
        return _chart_csv(picture)
    if picture.texts:
        return written(
            ("picture", "word", "value"),
            (
                (text.title, word, number(value))
                for text in picture.texts
                for word, value in zip(numbered(text.words), text.values, strict=True)
            ),
        )
    matrices = picture.matrices
    if picture.lines is not None and not picture.is_slide:
        lines = picture.lines
        matrices = (Matrix(lines.title, lines.left, lines.right, lines.weights),)
    if len(matrices) == 1:
        return _wide(matrices[0])
    return written(
        ("picture", "row", "column", "value"),
        (
            (matrix.title, row, column, number(matrix.values[y, x]) if matrix.seen[y, x] else "")
            for matrix in matrices
            for y, row in enumerate(numbered(matrix.rows))
            for x, column in enumerate(numbered(matrix.columns))
        ),
    )


def _wide(matrix: Matrix) -> str:
    """Write a matrix as CSV: a line with the names of its columns, then a line for each row."""
    return written(
        ("row", *numbered(matrix.columns)),
        (
            (
                row,
                *(
                    number(value) if seen else ""
                    for value, seen in zip(matrix.values[y], matrix.seen[y], strict=True)
                ),
            )
            for y, row in enumerate(numbered(matrix.rows))
        ),
    )


def _chart_csv(chart: Chart) -> str:
    """Write the cells of a heatmap, or the points and bars of every series, without guides."""
    if chart.heatmap is not None:
        cells = np.asarray(chart.heatmap.values, float)
        rows = _axis_names(chart.y, cells.shape[0])
        columns = _axis_names(chart.x, cells.shape[1])
        return written(
            ("row", "column", "value"),
            (
                (row, column, number(cells[y, x]))
                for y, row in enumerate(rows)
                for x, column in enumerate(columns)
            ),
        )
    lines = []
    for mark in chart.marks:
        if isinstance(mark, Series | Bars) and (mark.hover is not None or mark.in_legend):
            lines += [
                (mark.name, name, _tick_name(chart.x, x), _tick_name(chart.y, y))
                for name, x, y in zip(_point_names(mark), mark.x, mark.y, strict=True)
            ]
    return written(("series", "name", "x", "y"), lines)


def _point_names(mark: Series | Bars) -> Sequence[str]:
    """Return the name of each point, or ""."""
    for names in (mark.labels, mark.details if isinstance(mark, Series) else ()):
        if len(names) and all(isinstance(name, str) for name in names):
            return list(names)
    return [""] * len(mark.x)


def _tick_name(axis: Axis, value: float) -> str:
    name = axis.name_of(value)
    return number(value) if name is None else name.replace("\n", " · ")


def _axis_names(axis: Axis, count: int) -> Sequence[str]:
    """Return the names along an axis of a heatmap, numbers unless each has a name."""
    labels = axis.labels or ()
    return numbered(labels) if len(labels) == count else tuple(map(str, range(count)))


def numbered(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(
        f"{place}. {word}" if word else str(place) for place, word in enumerate(words, start=1)
    )


def number(value) -> str:
    """Format a value with 6 significant digits; keep a name; "" for nan."""
    if value is None or isinstance(value, str):
        return value or ""
    return f"{float(value):.6g}" if np.isfinite(value) else ""


def written(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()


def norm_numbers(heads: Heads, choices: Iterable[HeadChoice]) -> str:
    """Write weights, norms and shares of heads as CSV, a line for each cell; "" without norms.

    Masked cells are left out. The picture shows the shares alone.
    """
    shares, sums = heads.shares, heads.sums
    if shares is None or sums is None:
        return ""
    rows, columns = numbered(heads.rows), numbered(heads.columns)
    return written(
        ("mechanism", "layer", "head", "row", "column", "weight", "norm", "share"),
        (
            (
                heads.stack,
                str(layer + 1),
                str(head + 1),
                rows[row],
                columns[column],
                number(heads.weights[layer, head, row, column]),
                number(shares[layer, head, row, column] * sums[layer, head, row]),
                number(shares[layer, head, row, column]),
            )
            for layer, head in ((choice.layer, choice.head) for choice in choices)
            for row, column in np.argwhere(heads.allowed_in(layer))
        ),
    )


def head_table(heads: Heads, choice: HeadChoice) -> "pd.DataFrame":
    """Return the weights or shares of one head to 3 decimals, a row for each query word.

    Masked cells are empty. Words are numbered, so that a repeated word keeps its row and column.
    """
    table = LIBRARIES.pandas.DataFrame(heads.drawn[choice.layer, choice.head])
    weights = table.round(3).where(heads.allowed_in(choice.layer))
    weights.columns = numbered(heads.columns)
    weights.insert(0, looks := t("looks"), numbered(heads.rows))
    return weights.set_index(looks)
