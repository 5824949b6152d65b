"""The legend of a chart, and the scale of a heatmap's colours."""

import numpy as np
from matplotlib import ticker
from matplotlib.patches import Rectangle

from ...chart import Heatmap
from ..page import shade
from ..typesetting import width
from .axes import number_writer
from .marks import heatmap_stops
from .sheet import Sheet, paper_text

_STEPS = 100  # of the scale of colours
_LEGEND_ROOM = 0.9  # of the page's width
_SAMPLE = 3.4  # a sample and the gaps beside it, in sizes of type


def add_legend(sheet: Sheet) -> None:
    """Draw the names of the series above the axes, in as many columns as fit."""
    handles, labels = sheet.axes.get_legend_handles_labels()
    settings = sheet.chart.legend
    if settings is None or not labels:
        return
    size = sheet.size(settings.size)
    legend = sheet.axes.legend(
        handles,
        labels,
        title=paper_text(settings.title).strip() or None,
        loc="lower left",
        bbox_to_anchor=(0, 1.0),
        ncols=_legend_columns(sheet, labels, size),
        frameon=False,
        borderaxespad=0.3,
        handlelength=1.6,
        columnspacing=1.2,
        handletextpad=0.5,
        alignment="left",
        prop={"family": sheet.families, "size": size},
    )
    legend.get_title().set(fontfamily=sheet.families, fontsize=size, color=sheet.ink)
    for handle in legend.legend_handles:
        if hasattr(handle, "set_sizes"):  # points, however small in the picture
            handle.set_sizes([(0.6 * size) ** 2])
    for text in legend.get_texts():
        text.set_color(sheet.ink)


def _legend_columns(sheet: Sheet, labels: list[str], size: float) -> int:
    """Return the most columns whose widest row fits on the page."""
    widths = [width(label, size, sheet.preset) + _SAMPLE * size for label in labels]
    room = _LEGEND_ROOM * (sheet.box[2] - sheet.box[0])
    for count in range(len(labels), 1, -1):
        rows = [widths[start : start + count] for start in range(0, len(widths), count)]
        if max(map(sum, rows)) < room:
            return count
    return 1


def add_colour_bar(sheet: Sheet, heatmap: Heatmap) -> None:
    """Draw a heatmap's colour scale; `fitting.place_axes` moves it to the right or above."""
    bar = heatmap.bar
    if bar is None:
        return
    axes = sheet.colour_bar = sheet.axes.figure.add_axes((0.5, 0.5, 0.1, 0.1))
    _paint_steps(sheet, axes, heatmap, bar.above)
    along, across = ("x", "y") if bar.above else ("y", "x")
    getattr(axes, f"set_{along}lim")(heatmap.least, heatmap.most)
    getattr(axes, f"set_{across}lim")(0, 1)
    getattr(axes, f"{across}axis").set_visible(False)
    axis = getattr(axes, f"{along}axis")
    write = number_writer(bar.number_format)
    axis.set_major_locator(ticker.FixedLocator([float(value) for value in bar.ticks]))
    axis.set_major_formatter(ticker.FixedFormatter([write(float(value), 0) for value in bar.ticks]))
    size = sheet.size(bar.tick_size)
    axis.set_tick_params(
        labelsize=size,
        labelcolor=sheet.ink,
        labelfontfamily=sheet.families,
        length=0,
        pad=0.3 * size,
    )
    if not bar.above:
        axes.yaxis.tick_right()
    for spine in axes.spines.values():
        spine.set(color=sheet.edge, linewidth=0.04 * sheet.type_size)
    if bar.title:
        axes.set_title(
            paper_text(bar.title),
            fontsize=sheet.size(bar.title_size),
            color=sheet.ink,
            fontfamily=sheet.families,
            pad=0.4 * size,
            loc="left",
        )


def _paint_steps(sheet: Sheet, axes, heatmap: Heatmap, above: bool) -> None:
    stops = heatmap_stops(sheet, heatmap)
    step_size = (heatmap.most - heatmap.least) / _STEPS
    edges = np.linspace(heatmap.least, heatmap.most, _STEPS + 1)
    for step in range(_STEPS):
        colour = shade((step + 0.5) / _STEPS, stops)
        start = float(edges[step])
        axes.add_artist(
            Rectangle(
                (start, 0) if above else (0, start),
                step_size if above else 1,
                1 if above else step_size,
                facecolor=colour,
                edgecolor=colour,
                linewidth=0.15,
                in_layout=False,
            )
        )
