"""The two axes of a chart: lines, grid, ticks with their labels, limits."""

from collections.abc import Callable

import numpy as np
from matplotlib import ticker

from ....base.language import format_number
from ...chart import Axis
from .sheet import Sheet, paper_text

_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def prepare_axes(sheet: Sheet) -> None:
    """Set lines, background, grid and scale, before anything is plotted."""
    axes, chart, thin = sheet.axes, sheet.chart, 0.05 * sheet.type_size
    heat = chart.heatmap is not None
    for side, spine in axes.spines.items():
        spine.set_visible(not heat and side in ("left", "bottom"))
        spine.set(color=sheet.edge, linewidth=thin)
    axes.set_facecolor("none")
    if chart.background is not None:
        colour, opacity = chart.background
        axes.set_facecolor((sheet.colour(colour), opacity))
    for name, axis in (("x", chart.x), ("y", chart.y)):
        if axis.log:
            getattr(axes, f"set_{name}scale")("log")
        if axis.grid and axis.visible and not heat:
            getattr(axes, f"{name}axis").grid(True, which="major", color=sheet.grid, linewidth=thin)
    axes.set_axisbelow(True)
    axes.tick_params(
        which="major",
        length=0.25 * sheet.type_size,
        width=thin,
        color=sheet.edge,
        pad=0.25 * sheet.type_size,
    )
    axes.tick_params(which="minor", length=0)


def finish_axes(sheet: Sheet) -> None:
    """Set limits and ticks, after everything is plotted."""
    axes, chart = sheet.axes, sheet.chart
    for name, axis in (("x", chart.x), ("y", chart.y)):
        if axis.limits is not None:
            getattr(axes, f"set_{name}lim")(*axis.limits)
        elif axis.from_zero:
            getattr(axes, f"set_{name}lim")(0, None)
    if chart.same_scale:
        axes.set_aspect("equal", adjustable="box")
    limits = {name: getattr(axes, f"get_{name}lim")() for name in "xy"}
    for name, axis in (("x", chart.x), ("y", chart.y)):
        _set_ticks(sheet, name, axis)
        getattr(axes, f"set_{name}lim")(*limits[name])


def _set_ticks(sheet: Sheet, name: str, axis: Axis) -> None:
    mpl_axis = getattr(sheet.axes, f"{name}axis")
    if not axis.visible:
        mpl_axis.set_visible(False)
        sheet.axes.spines["bottom" if name == "x" else "left"].set_visible(False)
        return
    _place_ticks(mpl_axis, axis)
    size = sheet.size(axis.tick_size)
    for label in mpl_axis.get_ticklabels():
        label.set(fontsize=size, color=sheet.ink, fontfamily=sheet.families)
    turned = name == "x" and len(axis.angles) == 1 and abs(axis.angles[0]) == 90
    mpl_axis.set_tick_params(
        labelsize=size,
        labelcolor=sheet.ink,
        labelfontfamily=sheet.families,
        labelrotation=90 if turned else 0,
    )
    if axis.title:
        mpl_axis.set_label_text(
            paper_text(axis.title),
            fontsize=sheet.size(axis.title_size),
            color=sheet.ink,
            fontfamily=sheet.families,
        )


def _place_ticks(mpl_axis, axis: Axis) -> None:
    """Set the places and the labels of ticks."""
    values, labels = axis.ticks, axis.labels
    if axis.categories:
        values, labels = range(len(axis.categories)), axis.categories
    written = number_writer(axis.number_format, axis.log)
    if not axis.labelled:
        mpl_axis.set_major_locator(ticker.NullLocator())
    elif values is not None:
        mpl_axis.set_major_locator(ticker.FixedLocator([float(value) for value in values]))
        if labels is None:
            labels = [written(value, 0) for value in values]
        mpl_axis.set_major_formatter(ticker.FixedFormatter([paper_text(label) for label in labels]))
    else:
        if axis.log:
            mpl_axis.set_major_locator(ticker.LogLocator(numticks=8))
        elif axis.step:
            mpl_axis.set_major_locator(ticker.MultipleLocator(float(axis.step)))
        else:
            mpl_axis.set_major_locator(ticker.MaxNLocator(7, steps=[1, 2, 5, 10]))
        if axis.number_format or axis.log:
            mpl_axis.set_major_formatter(ticker.FuncFormatter(written))
    mpl_axis.set_minor_locator(ticker.NullLocator())


def number_writer(number_format: str, log: bool = False) -> Callable[[float, int], str]:
    """Return the formatter of ticks: a d3-format; without one, powers of ten on a log axis."""
    spec = "" if number_format == "power" else number_format.replace("~", "")

    def write(value: float, place: int) -> str:
        if spec:
            return format_number(value, spec)
        power = np.log10(value) if log and value > 0 else 0.5
        if abs(power - round(power)) < 1e-9:
            return "10" + str(round(power)).translate(_SUPERSCRIPT)
        return format_number(value, "g")

    return write
