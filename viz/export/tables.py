"""The numbers of a picture as CSV: a line for each value, with the words, places and series it belongs to."""

import csv
import io
from collections.abc import Iterable, Sequence

import numpy as np

from . import Chart, Matrix, Picture


def table(drawn: Picture | Chart) -> str:
    """CSV of what is drawn, 6 significant places; words are numbered, so that a repeated one keeps its own lines.

    A matrix has a line for each row; several have picture, row, column, value; cells that may not be looked at are empty. Texts have
    picture, word, value, a chart series, name, x, y, and one with a heatmap row, column, value.
    """
    if drawn.numbers:
        return drawn.numbers
    if isinstance(drawn, Chart):
        return of_chart(drawn.figure)
    if drawn.texts:
        return written(("picture", "word", "value"), ((text.title, word, number(value)) for text in drawn.texts
                                                      for word, value in zip(numbered(text.words), text.values)))
    lines = drawn.lines
    matrices = drawn.matrices or (Matrix(lines.title, lines.left, lines.right, lines.weights),)
    if len(matrices) == 1:
        return wide(matrices[0])
    return written(("picture", "row", "column", "value"), (
        (matrix.title, row, column, number(matrix.values[y, x]) if matrix.seen[y, x] else "") for matrix in matrices
        for y, row in enumerate(numbered(matrix.rows)) for x, column in enumerate(numbered(matrix.columns))))


def wide(matrix: Matrix) -> str:
    """A matrix as it stands, a row for each of its rows, the first one the names of its columns."""
    return written(("row", *numbered(matrix.columns)), (
        (row, *(number(value) if seen else "" for value, seen in zip(matrix.values[y], matrix.seen[y])))
        for y, row in enumerate(numbered(matrix.rows))))


def of_chart(figure) -> str:
    from .plotly import plain

    heatmaps = [trace for trace in figure.data if trace.type == "heatmap"]
    if heatmaps:
        cells = np.array(heatmaps[0].z, float)
        rows, columns = (named(axis, count, plain) for axis, count in zip((figure.layout.yaxis, figure.layout.xaxis), cells.shape))
        return written(("row", "column", "value"), ((row, column, number(cells[y, x])) for y, row in enumerate(rows)
                                                    for x, column in enumerate(columns)))
    found = []
    for trace in figure.data:
        if trace.hoverinfo == "skip" and trace.showlegend is False or trace.x is None:  # a band, a circle: no values of their own
            continue
        names = next((texts for texts in (trace.text, trace.customdata) if texts is not None and len(texts) == len(trace.x)
                      and all(isinstance(text, str) for text in texts)), [""] * len(trace.x))
        shift = {"x": None, "y": None}
        for axis in shift:
            settings = figure.layout[f"{axis}axis"]
            texts = {} if settings.ticktext is None else dict(zip(settings.tickvals, map(plain, settings.ticktext)))
            shift[axis] = lambda value, texts=texts: texts.get(value, number(value)).replace("\n", " · ")
        found += [(plain(trace.name), plain(name), shift["x"](x), shift["y"](y)) for name, x, y in zip(names, trace.x, trace.y)]
    return written(("series", "name", "x", "y"), found)


def named(axis, count: int, plain) -> Sequence[str]:
    """The names along an axis of a heatmap, by number where not each has one."""
    texts = axis.ticktext or ()
    return numbered(map(plain, texts)) if len(texts) == count else tuple(map(str, range(count)))


def numbered(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{place}. {word}" if word else str(place) for place, word in enumerate(words, start=1))


def number(value) -> str:
    """A value with 6 significant places; a name as it is, nothing for what is no number."""
    if value is None or isinstance(value, str):
        return value or ""
    return f"{float(value):.6g}" if np.isfinite(value) else ""


def written(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()
