"""The marks of a chart: series, bands, bars and heatmaps."""

from collections.abc import Sequence

import numpy as np
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from ...chart import Band, Bars, Heatmap, Mark, Series, palette_colours
from ..page import grey, shade, text_colour_on
from ..presets import GREYS
from .sheet import Sheet, paper_text

DASHES: dict[str, tuple[float, ...]] = {"dash": (4, 2), "dot": (1, 1.6)}
_GREY_DASHES: tuple[tuple[float, ...] | None, ...] = (
    None,
    (5, 2),
    (1, 1.5),
    (5, 2, 1, 2),
    (9, 3),
    (3, 1.5, 1, 1.5, 1, 1.5),
)
_MARKERS = {
    "circle": "o",
    "square": "s",
    "diamond": "D",
    "x": "X",
    "cross": "P",
    "triangle-up": "^",
    "triangle-down": "v",
    "star": "*",
}
_HOLLOW = "-open"  # the suffix of symbols that are only an outline
_HATCHES = ("", "////", "....", "\\\\\\\\", "xx", "++", "oo")
_LEVELS = 200  # colours between the least and the most of a heatmap
_NO_LABEL = "_"  # matplotlib leaves such labels out of a legend
_CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5], [-0.5, -0.5]])  # of a cell


def paint_mark(sheet: Sheet, mark: Mark) -> None:
    if isinstance(mark, Heatmap):
        _paint_heatmap(sheet, mark)
    elif isinstance(mark, Bars):
        _paint_bars(sheet, mark)
    elif isinstance(mark, Band):
        _paint_band(sheet, mark)
    else:
        _paint_series(sheet, mark)


def _legend_label(mark: Series | Bars) -> str:
    return paper_text(mark.name) if mark.in_legend and mark.name else _NO_LABEL


def _one_each(value: str | Sequence[str], count: int) -> list[str]:
    """Return a setting for every point, given once for all or once for each."""
    return [value] * count if isinstance(value, str) else list(value)


# --- series and bands ----------------------------------------------------------------------------


def _paint_band(sheet: Sheet, band: Band) -> None:
    sheet.axes.fill(
        [*band.x, *band.x[::-1]],
        [*band.high, *band.low[::-1]],
        facecolor=sheet.colour(band.colour),
        alpha=band.opacity,
        edgecolor="none",
        linewidth=0,
    )


def _paint_series(sheet: Sheet, series: Series) -> None:
    x, y = np.array(series.x, float), np.array(series.y, float)
    line = _paint_line(sheet, series, x, y) if series.line else None
    if series.marker:
        _paint_markers(sheet, series, x, y)
        if line is not None:  # one entry of the legend, with line and marker
            line.set(
                marker=_MARKERS[_one_each(series.symbol, 1)[0].removesuffix(_HOLLOW)],
                markersize=series.marker * sheet.scale,
                markeredgewidth=0,
                markevery=[],
            )
    if series.side:
        marker = series.marker * sheet.scale
        sides = _one_each(series.side, len(x))
        for place, (label, side) in enumerate(zip(series.labels, sides, strict=True)):
            _name_point(sheet, (x[place], y[place]), label, side, series.label_size, marker)


def _paint_line(sheet: Sheet, series: Series, x: np.ndarray, y: np.ndarray):
    label = _legend_label(series)
    dashes = DASHES.get(series.dash)
    if not sheet.preset.colours and dashes is None and label != _NO_LABEL:
        dashes = _GREY_DASHES[sheet.dashed_lines % len(_GREY_DASHES)]
        sheet.dashed_lines += 1
    (line,) = sheet.axes.plot(
        x,
        y,
        color=sheet.colour(_one_each(series.colour, 1)[0]),
        alpha=series.opacity,
        linewidth=series.line * sheet.scale * 0.8,
        label=label,
        clip_on=True,
        solid_joinstyle="round",
    )
    if dashes:
        line.set_dashes(dashes)
    return line


def _paint_markers(sheet: Sheet, series: Series, x: np.ndarray, y: np.ndarray) -> None:
    """Draw the markers, one symbol at a time."""
    sheet.points += zip(x.tolist(), y.tolist(), strict=True)
    colours = [sheet.colour(colour) for colour in _one_each(series.colour, len(x))]
    symbols = _one_each(series.symbol, len(x))
    for symbol in dict.fromkeys(symbols):
        chosen = np.flatnonzero([other == symbol for other in symbols])
        chosen_colours = [colours[place] for place in chosen]
        hollow = symbol.endswith(_HOLLOW)
        sheet.axes.scatter(
            x[chosen],
            y[chosen],
            s=np.full(len(chosen), (series.marker * sheet.scale) ** 2),
            facecolors="none" if hollow else chosen_colours,
            edgecolors=chosen_colours,
            marker=_MARKERS[symbol.removesuffix(_HOLLOW)],
            alpha=series.opacity,
            linewidths=1.5 * sheet.scale if hollow else 0,
            clip_on=False,
            zorder=3,
            label=_NO_LABEL if series.line else _legend_label(series),
        )


def _name_point(
    sheet: Sheet,
    point: tuple[float, float],
    text: str,
    side: str,
    pixels: float,
    marker: float,
) -> None:
    """Write a label of `pixels` on one side of a point, like "top center".

    `marker` is the size of the point's marker.
    """
    if not text or not np.isfinite(point).all():
        return
    up, across = side.split()
    size = sheet.size(pixels)
    away = marker / 2 + 0.25 * size
    name = sheet.axes.annotate(
        paper_text(text),
        point,
        (
            {"left": -away, "right": away}.get(across, 0),
            {"top": away, "bottom": -away}.get(up, 0),
        ),
        textcoords="offset points",
        ha={"left": "right", "right": "left"}.get(across, "center"),
        va={"top": "bottom", "bottom": "top"}.get(up, "center"),
        fontsize=size,
        color=sheet.ink,
        fontfamily=sheet.families,
        annotation_clip=False,
    )
    sheet.point_names.append((name, away))


# --- bars ----------------------------------------------------------------------------------------


def _paint_bars(sheet: Sheet, bars: Bars) -> None:
    """Draw bars beside those of the chart's other series; hatches tell them apart in grey."""
    groups = [mark for mark in sheet.chart.marks if isinstance(mark, Bars)]
    number = groups.index(bars)
    width = (1 - sheet.chart.bar_gap) / len(groups)
    places = np.array(bars.places, float) + (number - (len(groups) - 1) / 2) * width
    values = np.array(bars.values, float)
    colours = [sheet.colour(colour) for colour in _one_each(bars.colour, len(places))]
    opacities = bars.opacity or [1.0] * len(places)
    hatch = "" if sheet.preset.colours or len(groups) == 1 else _HATCHES[number % len(_HATCHES)]
    paint = sheet.axes.barh if bars.across else sheet.axes.bar
    paint(
        places,
        values,
        width,
        color=list(zip(colours, opacities, strict=True)),
        linewidth=0,
        hatch=hatch,
        hatchcolor="#ffffff" if hatch else None,
        label=_legend_label(bars),
    )
    if not bars.labels_shown:
        return
    for place, value, label in zip(places, values, bars.labels, strict=True):
        if bars.across:
            side = "middle right" if value >= 0 else "middle left"
            _name_point(sheet, (value, place), label, side, 13, 0)
        else:
            side = "top center" if value >= 0 else "bottom center"
            _name_point(sheet, (place, value), label, side, 13, 0)


# --- heatmaps ------------------------------------------------------------------------------------


def heatmap_stops(sheet: Sheet, heatmap: Heatmap) -> tuple[str, ...]:
    """Return the colours from least to most: those of the preset, greys for a copier."""
    stops = palette_colours(heatmap.palette, sheet.preset.theme)
    if sheet.preset.colours:
        return stops
    return GREYS if heatmap.least < 0 < heatmap.most else tuple(map(grey, stops))


def _paint_heatmap(sheet: Sheet, heatmap: Heatmap) -> None:
    """Draw the cells, one path for each colour."""
    cells = np.array(heatmap.values, float)  # [row, column]
    stops = heatmap_stops(sheet, heatmap)
    shares = np.clip((cells - heatmap.least) / ((heatmap.most - heatmap.least) or 1), 0, 1)
    levels = np.where(np.isfinite(cells), np.rint(shares * _LEVELS), -1)
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    for level in np.unique(levels[levels >= 0]):
        middles = np.argwhere(levels == level)[:, ::-1]  # [cell, (column, row)]
        colour = shade(float(level) / _LEVELS, stops)
        sheet.axes.add_artist(
            PathPatch(
                Path((middles[:, None] + _CORNERS).reshape(-1, 2), np.tile(codes, len(middles))),
                facecolor=colour,
                edgecolor=colour,
                linewidth=0.3,
                zorder=1,
                in_layout=False,
            )
        )
    for (row, column), level in np.ndenumerate(levels if heatmap.texts else np.zeros((0, 0))):
        _write_in_cell(sheet, heatmap.texts[row][column], column, row, level, stops)
    sheet.axes.set(xlim=(-0.5, cells.shape[1] - 0.5), ylim=(-0.5, cells.shape[0] - 0.5))


def _write_in_cell(
    sheet: Sheet, text: str, x: int, y: int, level: float, stops: tuple[str, ...]
) -> None:
    """Write a text in a cell, legible on its colour; `fitting` makes all as small as one has to."""
    sheet.cell_texts.append(
        sheet.axes.text(
            x,
            y,
            paper_text(text),
            ha="center",
            va="center",
            fontsize=sheet.size(15),
            fontfamily=sheet.families,
            color=text_colour_on(shade(max(level, 0) / _LEVELS, stops)),
            zorder=3,
            clip_on=True,
            in_layout=False,
        )
    )
