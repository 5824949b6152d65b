"""Charts of positional encodings: heatmaps of tables and products, curves of waves and biases."""

from collections.abc import Sequence

import numpy as np

from ...base.language import format_number, t
from ...base.theme import HEADS
from ...draw.chart import (
    GUIDE,
    Axis,
    Chart,
    ColourBar,
    Heatmap,
    Legend,
    Margins,
    Note,
    Palette,
    RowFrame,
    Rule,
    Series,
)
from ...draw.words import shorten

_HEIGHT = 370
_APART = 2.6  # from the middle of one circle to the next, in radii
_STRIP_WORD = 12  # letters of a word beside a strip


def _heatmap(
    values: np.ndarray,
    least: float,
    most: float,
    hover: str,
    palette: Palette = "signed",
    bar_title: str = "",
) -> Heatmap:
    """Plot `values [row, column]` with a colour scale from `least` to `most`.

    With a title the scale is above, otherwise beside.
    """
    return Heatmap(
        values=values.astype(np.float32),
        least=least,
        most=most,
        palette=palette,
        hover=hover,
        bar=ColourBar(
            ticks=[least, (least + most) / 2, most],
            number_format=".4~g",
            title=bar_title,
            title_size=14,
            above=bool(bar_title),
        ),
    )


def _column_axis(title: str, values: np.ndarray) -> Axis:
    return Axis(title=title, grid=False, zero="none", limits=(-0.5, values.shape[1] - 0.5))


def _row_axis(
    title: str, values: np.ndarray, labels: Sequence[str] | None = None, room: bool | None = None
) -> Axis:
    """Return an axis of rows from top to bottom."""
    return Axis(
        title=title,
        grid=False,
        zero="none",
        limits=(len(values) - 0.5, -0.5),
        ticks=None if labels is None else list(range(len(labels))),
        labels=labels,
        room=room,
    )


def _heatmap_chart(
    heatmap: Heatmap,
    x: str,
    y: str,
    rules: tuple[Rule | RowFrame, ...] = (),
    background: tuple[str, float] | None = None,
) -> Chart:
    """Return a chart of a heatmap with its axes."""
    return Chart(
        marks=(heatmap,),
        rules=rules,
        x=_column_axis(x, heatmap.values),
        y=_row_axis(y, heatmap.values),
        height=_HEIGHT,
        margins=Margins(left=56, right=8, top=16, bottom=48),
        background=background,
    )


def _curves(
    x: np.ndarray, lines: dict[str, np.ndarray], line: float = 2, marker: float = 0
) -> list:
    """Return a series over `x [point]` for each name, at most as many as there are colours."""
    return [
        Series(x=x, y=y, name=name, colour=colour, line=line, marker=marker, hover="%{y:.3~g}")
        for (name, y), colour in zip(lines.items(), HEADS, strict=False)
    ]


def _curve_chart(series: Sequence[Series], x: Axis, y: Axis, legend: str = "", **parts) -> Chart:
    """Return a chart of curves; several have a legend with this title."""
    return Chart(
        marks=tuple(series),
        x=x,
        y=y,
        height=_HEIGHT,
        margins=Margins(left=64, right=16, top=56 if legend else 16, bottom=48),
        legend=Legend(title=legend) if legend else None,
        hover_together=bool(legend),
        **parts,
    )


def _number_axis(title: str, **settings) -> Axis:
    return Axis(title=title, zero="none", **settings)


def table_chart(table: np.ndarray, halves: bool) -> Chart:
    """Plot `table [position, dimension]`.

    With `halves` the border between sines and cosines is marked.
    """
    dimension = t(
        "dimension (first half sin, second half cos)" if halves else "dimension (even sin, odd cos)"
    )
    border = Rule(axis="x", at=table.shape[1] / 2 - 0.5)
    cells = _heatmap(table, -1, 1, t("position %{y}, dimension %{x}: %{z:.3f}"))
    return _heatmap_chart(cells, dimension, t("position"), rules=(border,) if halves else ())


def wave_chart(table: np.ndarray, dimensions: list[int]) -> Chart:
    """Plot these columns of `table [position, dimension]` as curves."""
    lines = {
        f"{number} ({'cos' if number % 2 else 'sin'})": table[:, number] for number in dimensions
    }
    return _curve_chart(
        _curves(np.arange(len(table)), lines),
        _number_axis(t("position")),
        Axis(title=t("encoding")),
        legend=t("dimension") + " ",
    )


def wavelength_chart(lengths: dict[int, np.ndarray], base: int, positions: int) -> Chart:
    """Plot the wavelengths of each pair of dimensions by base.

    The curve of `base` is highlighted, the number of `positions` is marked.
    """
    series = [
        Series(
            x=2 * np.arange(len(lengths[base])),
            y=values,
            name=format_number(number, ","),
            colour=colour,
            line=4 if number == base else 2,
            marker=6,
            opacity=1 if number == base else 0.5,
            hover="%{y:.3~g}",
        )
        for (number, values), colour in zip(lengths.items(), HEADS, strict=False)
    ]
    note = Note(
        text=t("{count} positions", count=positions),
        x=0,
        x_share=True,
        y=positions,
        side_x="left",
        side_y="bottom",
    )
    return _curve_chart(
        series,
        _number_axis(t("dimension (sin; its cos is the next)")),
        Axis(
            title=t("wavelength in positions"),
            log=True,
            number_format="power",
            step=1,
            limits=(10**0.5, 10**5.95),
        ),
        legend=t("base") + " ",
        rules=(Rule(axis="y", at=positions),),
        notes=(note,),
    )


def product_chart(products: np.ndarray, row: int) -> Chart:
    """Plot `products [position, position]`, scaled to a position's product with itself.

    One row is framed.
    """
    most = float(products[0, 0])
    return _heatmap_chart(
        _heatmap(products, -most, most, "%{y} · %{x} = %{z:.2f}"),
        t("position"),
        t("position"),
        rules=(RowFrame(row=row, colour=GUIDE, width=1),),
    )


def cosine_chart(cosines: np.ndarray) -> Chart:
    """Plot the cosines of the rows of a table, `[position, position]`."""
    cells = _heatmap(cosines, -1, 1, t("positions %{y} and %{x}: cosine %{z:.2f}"))
    return _heatmap_chart(cells, t("position"), t("position"))


def learned_chart(table: np.ndarray) -> Chart:
    """Plot a learned `table [position, dimension]`, which has no order among its dimensions."""
    cells = _heatmap(table, -1, 1, t("position %{y}, dimension %{x}: %{z:.3f}"))
    return _heatmap_chart(cells, t("dimension"), t("position"))


def row_chart(products: np.ndarray, row: int) -> Chart:
    """Plot one row of `products [position, position]` over the distance to its own position."""
    return _distance_chart(
        np.arange(len(products)) - row,
        products[row],
        t("distance from position {row}", row=row),
        t("dot product"),
    )


def _distance_chart(distances: np.ndarray, values: np.ndarray, x: str, y: str) -> Chart:
    series = Series(
        x=distances, y=values, colour=HEADS[0], line=3, hover=t("distance %{x}: %{y:.2f}")
    )
    return _curve_chart([series], _number_axis(x), Axis(title=y))


def strip_chart(values: np.ndarray, words: tuple[str, ...], most: float, title: str) -> Chart:
    """Plot `values [word, dimension]`; repeated words keep their rows."""
    cells = _heatmap(values, -most, most, t("%{y}, dimension %{x}: %{z:.3f}"), bar_title=title)
    labels = [shorten(word, _STRIP_WORD) for word in words]
    return Chart(
        marks=(cells,),
        x=_column_axis(t("dimension"), values),
        y=_row_axis("", values, labels, room=False),
        height=140 + 20 * len(words),
        margins=Margins(left=96, right=16, top=80, bottom=48),
    )


def angle_chart(angles: np.ndarray) -> Chart:
    """Plot the rotation of each pair of dimensions in degrees, modulo 360.

    `angles [pair]` are in radians.
    """
    degrees = np.degrees(angles)
    series = Series(
        x=np.arange(len(angles)),
        y=degrees % 360,
        colour=HEADS[0],
        marker=7,
        details=degrees,
        hover=t("pair %{x}: %{customdata:.4~g}°"),
    )
    return _curve_chart(
        [series],
        _number_axis(t("pair of dimensions")),
        Axis(
            title=t("degrees, without full turns"),
            ticks=[0, 90, 180, 270, 360],
            limits=(-10, 370),
        ),
    )


def circle_chart(circles: dict[str, np.ndarray], k: int) -> Chart:
    """Plot pairs of dimensions `[position, (sin, cos)]` as circles side by side.

    Every position is a point of the circle; 0 and k are joined to the centre.
    """
    marks: list[Series] = []
    notes: list[Note] = []
    for place, (name, pair) in enumerate(circles.items()):
        middle = _APART * place
        marks += _circle_series(pair, k, middle, HEADS[place])
        notes += [*_end_notes(pair, k, middle), Note(text=name, x=middle, y=-1.45)]
    turns = (
        f"{name}, {np.degrees(np.arccos(np.clip(pair[0] @ pair[k], -1, 1))):.0f}°"
        for name, pair in circles.items()
    )
    return Chart(
        marks=tuple(marks),
        notes=tuple(notes),
        x=Axis(visible=False, limits=(-1.3, _APART * len(circles) - 1.3)),
        y=Axis(visible=False, limits=(-1.6, 1.3)),
        same_scale=True,
        height=300,
        margins=Margins(left=8, right=8, top=8, bottom=8),
        summary=t("Between position 0 and {k} lie: {turns}.", k=k, turns="; ".join(turns)),
    )


def _circle_series(pair: np.ndarray, k: int, middle: float, colour: str) -> list[Series]:
    """Return the circle, the positions on it and the angle between 0 and k."""
    around = np.linspace(0, 2 * np.pi, 90)
    (sin_0, cos_0), (sin_k, cos_k) = pair[0], pair[k]
    return [
        Series(x=middle + np.cos(around), y=np.sin(around), colour=GUIDE, line=1, hover=None),
        Series(
            x=middle + pair[:, 1],
            y=pair[:, 0],
            colour=colour,
            marker=5,
            opacity=0.45,
            details=np.arange(len(pair)),
            hover=t("position %{customdata}"),
        ),
        Series(
            x=middle + np.array([cos_0, 0, cos_k]),
            y=[sin_0, 0, sin_k],
            colour=colour,
            line=3,
            hover=None,
        ),
    ]


def _end_notes(pair: np.ndarray, k: int, middle: float) -> list[Note]:
    """Return the labels 0 and k outside the circle, moved apart if they are close."""
    ends = pair[[0, k]]  # [end, (sin, cos)]
    aside = 0.1 if np.ptp(ends, axis=0).max() < 0.3 else 0.0
    return [
        Note(text=str(number), x=middle + 1.18 * cosine, y=1.18 * sine + shift)
        for number, (sine, cosine), shift in zip((0, k), ends, (-aside, aside), strict=True)
    ]


def rotary_chart(pairs: np.ndarray, chosen: list[int]) -> Chart:
    """Plot the terms of the chosen pairs of dimensions in query · key at each distance.

    `pairs [distance, pair]`.
    """
    return _curve_chart(
        _curves(np.arange(len(pairs)), {str(number): pairs[:, number] for number in chosen}),
        _number_axis(t("distance between query and key")),
        Axis(title=t("what the pair adds to query · key")),
        legend=t("pair") + " ",
    )


def sum_chart(products: np.ndarray) -> Chart:
    """Plot query · key at each distance, `products [distance]`."""
    return _distance_chart(
        np.arange(len(products)),
        products,
        t("distance between query and key"),
        t("query · key, all pairs"),
    )


def bias_chart(bias: np.ndarray) -> Chart:
    """Plot the bias of a head's scores, `bias [query, key]`, grey for later keys.

    The range is that of a slope of 1/2.
    """
    return _heatmap_chart(
        _heatmap(
            np.where(np.isinf(bias), np.nan, bias),
            -(len(bias) - 1) / 2,
            0,
            t("%{y} attends to %{x}: %{z:.3f}"),
            "below zero",
        ),
        t("key position"),
        t("query position"),
        background=(GUIDE, 0.4),
    )


def slope_chart(slopes: np.ndarray, head: int) -> Chart:
    """Plot the slope of each head, `slopes [head]`, on a log axis; one head is highlighted."""
    series = Series(
        x=np.arange(1, len(slopes) + 1),
        y=slopes,
        colour=[HEADS[0] if place == head else GUIDE for place in range(len(slopes))],
        marker=12,
        labels=[f"1/{1 / slope:.0f}" for slope in slopes],
        side="top center",
        hover=t("head %{x}: %{text}"),
    )
    return _curve_chart(
        [series],
        _number_axis(t("head"), step=1, limits=(0.4, len(slopes) + 0.6)),
        Axis(title=t("slope"), log=True, ticks=[1, 0.1, 0.01, 0.001], limits=(1e-3, 10**0.1)),
    )
