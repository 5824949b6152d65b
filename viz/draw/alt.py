"""Alternative text of a chart: its axes, and where its values are highest and lowest."""

from collections.abc import Sequence

import numpy as np

from ..base.language import format_number, t
from .chart import Axis, Bars, Chart, Series

_MOST = 6  # series described one by one


def alt_text(chart: Chart) -> str:
    """Describe a chart: its caption, and its own summary or the extremes of its values."""
    return " ".join(filter(None, (chart.caption, describe_values(chart))))


def describe_values(chart: Chart) -> str:
    """Return a chart's own summary, or the extremes of its heatmap or of each series."""
    if chart.summary:
        return chart.summary
    if chart.heatmap is not None:
        return _describe_cells(np.asarray(chart.heatmap.values, float), chart.x, chart.y)
    sentences = [_describe_series(series, chart.x, chart.y) for series in _described_series(chart)]
    sentences = [sentence for sentence in sentences if sentence]
    text = " ".join(sentences[:_MOST])
    if len(sentences) > _MOST:
        text += " " + t("And {count} more.", count=len(sentences) - _MOST)
    axes = chart.x.title or chart.y.title
    if chart.x.title and chart.y.title:
        axes = t("{y} against {x}", y=chart.y.title, x=chart.x.title)
    return f"{_one_line(axes)}. {text}" if axes else text


def _described_series(chart: Chart) -> list[Series | Bars]:
    """List the series that hovering and the legend name, without guides."""
    return [
        mark
        for mark in chart.marks
        if isinstance(mark, Series | Bars) and mark.hover is not None and mark.in_legend
    ]


def _describe_cells(cells: np.ndarray, x: Axis, y: Axis) -> str:
    """Say where `cells [row, column]` are highest and lowest; "" if all are nan."""
    if np.isnan(cells).all():
        return ""

    def place(flat: int) -> str:
        row, column = map(int, np.unravel_index(flat, cells.shape))
        names = (f"{axis.title} {_tick(axis, at)}" for axis, at in ((y, row), (x, column)))
        return ", ".join(name.strip() for name in names)

    most, least = int(np.nanargmax(cells)), int(np.nanargmin(cells))
    return t(
        "{rows} by {columns} values. Highest: {most} at {top}; lowest: {least} at {bottom}.",
        rows=cells.shape[0],
        columns=cells.shape[1],
        most=_number(cells.flat[most]),
        top=place(most),
        least=_number(cells.flat[least]),
        bottom=place(least),
    )


def _describe_series(series: Series | Bars, x: Axis, y: Axis) -> str:
    """Say where a line, bars or points are highest and lowest; "" for fewer than two points."""
    across = isinstance(series, Bars) and series.across
    values = np.asarray(series.x if across else series.y)
    places = series.y if across else series.x
    if len(values) < 2:
        return ""
    names = None if across else _point_names(series)

    def at(point: int) -> str:
        return names[point] if names else _tick(y if across else x, places[point])

    most, least = int(values.argmax()), int(values.argmin())
    return t(
        "{series}: highest {most} at {top}, lowest {least} at {bottom}."
        if series.name
        else "Highest {most} at {top}, lowest {least} at {bottom}.",
        series=series.name,
        most=_number(values[most]),
        top=at(most),
        least=_number(values[least]),
        bottom=at(least),
    )


def _point_names(series: Series | Bars) -> Sequence[str] | None:
    """Name each point; None unless every point has a name."""
    texts = [series.labels, series.details if isinstance(series, Series) else ()]
    for names in texts:
        if len(names) and all(isinstance(name, str) and name for name in names):
            return list(names)
    return None


def _tick(axis: Axis, at: float) -> str:
    """Name a position on an axis."""
    name = axis.name_of(at)
    return _number(at) if name is None else _one_line(name)


def _one_line(text: str) -> str:
    return text.replace("\n", " ")


def _number(value: float) -> str:
    return format_number(float(value) + 0.0, ".3g")
