"""A chart as a value: what is plotted, on which axes, in which colours.

`plotly` draws it on the screen, `files.charting` on paper. Text is plain text, "\\n" starts a new
line. Sizes, widths and distances are in screen pixels, colours are "#rrggbb".
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from models.brief import brief

from ..base.theme import DIVERGING, INK
from .display import Displayed

GUIDE, FAINT, DARK = "#7f8896", "#b4bac4", "#1b2330"  # colours of guides, not of data

_Numbers = np.ndarray | Sequence[float]  # [point]
Dash = Literal["solid", "dot", "dash"]
Theme = Literal["light", "dark"]
Palette = Literal["signed", "below zero", "weight"]


def palette_colours(palette: Palette, theme: Theme = "light") -> tuple[str, ...]:
    """Return the colours of a heatmap, evenly spaced from its least to its most value."""
    if palette == "weight":
        return INK[theme]
    if palette == "below zero":
        return DIVERGING[theme][:3]
    return DIVERGING[theme]


def _frozen(values: _Numbers) -> np.ndarray | tuple:
    """Return a read-only copy of an array, or any other sequence as a tuple."""
    if not isinstance(values, np.ndarray):
        return tuple(values)
    values = values.copy()
    values.flags.writeable = False
    return values


@dataclass(frozen=True, kw_only=True)
class Axis:
    """One axis. Limits and ticks are in the units of the data, even on a log axis."""

    title: str = ""
    title_size: float = 13
    log: bool = False
    limits: tuple[float, float] | None = None  # left or lower end first; None: fitted to the marks
    from_zero: bool = False
    ticks: Sequence[float] | None = None
    labels: Sequence[str] | None = None  # one for each tick; None: its number
    categories: Sequence[str] = ()  # names at 0, 1, 2 … instead of numbers
    step: float | None = None  # between ticks; on a log axis in powers of ten
    number_format: str = ""  # a d3-format like ".0%", or "power" for 10 with an exponent
    tick_size: float = 13
    angles: Sequence[int] = ()  # allowed angles of labels, the first that fits; (): any
    visible: bool = True
    labelled: bool = True
    grid: bool = True
    zero: Literal["faint", "strong", "none"] = "faint"  # the line at 0
    room: bool | None = None  # whether the margin grows with the labels; None: the theme decides

    def __post_init__(self):
        if self.labels is not None and len(self.labels) != len(self.ticks or ()):
            raise ValueError(f"{len(self.labels)} labels for {len(self.ticks or ())} ticks")

    def name_of(self, value: float) -> str | None:
        """Return the name at a value of the axis; None where it shows a number."""
        if self.categories:
            return self.categories[int(value)]
        if self.labels is None or self.ticks is None:
            return None
        return dict(zip(self.ticks, self.labels, strict=True)).get(value)


def cell_axis(labels: Sequence[str], title: str) -> Axis:
    """Return the axis of a heatmap with a label for each cell, from left to right or upward."""
    return Axis(
        ticks=list(range(len(labels))),
        labels=labels,
        title=title,
        title_size=14,
        limits=(-0.5, len(labels) - 0.5),
        grid=False,
        zero="none",
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class Series:
    """Points with their labels, joined by a line if `line` is not 0.

    Raises ValueError when labels or colours do not fit the points.
    """

    x: _Numbers  # [point]
    y: _Numbers  # [point]
    colour: str | Sequence[str] = DARK  # one for all, or one for each marker
    name: str = ""
    line: float = 0  # width; 0: no line
    dash: Dash = "solid"
    marker: float = 0  # size; 0: no markers
    symbol: str | Sequence[str] = "circle"  # as Plotly names them
    opacity: float = 1
    labels: Sequence[str] = ()
    side: str | Sequence[str] = ""  # the side of labels, like "top center"; "": only in `hover`
    label_size: float = 13
    details: Sequence | np.ndarray = ()  # %{customdata} of `hover`
    hover: str | None = ""  # a template like "%{x}: %{y:.2f}"; "": the default; None: no hovering
    hover_title: str = ""  # beside the hover text
    in_legend: bool = True
    group: str = ""  # the legend hides the series of a group together
    clipped: bool = True  # whether marks beyond the axes are cut off

    def __post_init__(self):
        object.__setattr__(self, "x", _frozen(self.x))
        object.__setattr__(self, "y", _frozen(self.y))
        counts = {"y": len(self.y)}
        for name in ("colour", "symbol", "side"):
            if not isinstance(value := getattr(self, name), str):
                counts[name] = len(value)
        for name in ("labels", "details"):
            if len(value := getattr(self, name)):
                counts[name] = len(value)
        _check_counts(counts, len(self.x))


@dataclass(frozen=True, kw_only=True, eq=False)
class Band:
    """The pale area between two lines. Raises ValueError when they differ in length."""

    x: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    colour: str
    opacity: float = 0.18
    name: str = ""
    group: str = ""

    def __post_init__(self):
        for name in ("x", "low", "high"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        _check_counts({"low": len(self.low), "high": len(self.high)}, len(self.x))


@dataclass(frozen=True, kw_only=True, eq=False)
class Bars:
    """Bars from 0; several `Bars` of a chart stand side by side.

    Raises ValueError when colours, opacities or labels do not fit the bars.
    """

    places: _Numbers  # [bar], on the axis that carries the bars
    values: _Numbers  # [bar]
    colour: str | Sequence[str]
    opacity: Sequence[float] = ()  # one for each bar; (): 1
    name: str = ""
    across: bool = False  # whether the bars are horizontal
    labels: Sequence[str] = ()
    labels_shown: bool = False  # at the ends of the bars; otherwise only in `hover`
    hover: str | None = ""  # see Series
    in_legend: bool = True

    def __post_init__(self):
        object.__setattr__(self, "places", _frozen(self.places))
        object.__setattr__(self, "values", _frozen(self.values))
        counts = {"values": len(self.values)}
        if not isinstance(self.colour, str):
            counts["colour"] = len(self.colour)
        for name in ("opacity", "labels"):
            if value := getattr(self, name):
                counts[name] = len(value)
        _check_counts(counts, len(self.places))

    @property
    def x(self) -> _Numbers:
        return self.values if self.across else self.places

    @property
    def y(self) -> _Numbers:
        return self.places if self.across else self.values


def _check_counts(counts: dict[str, int], n_points: int) -> None:
    wrong = [f"{count} of {name}" for name, count in counts.items() if count != n_points]
    if wrong:
        raise ValueError(f"{', '.join(wrong)} for {n_points} points")


@dataclass(frozen=True, kw_only=True)
class ColourBar:
    """The colour scale beside or above a heatmap."""

    ticks: Sequence[float]
    number_format: str = ""
    tick_size: float = 13
    title: str = ""
    title_size: float = 13
    above: bool = False


@dataclass(frozen=True, kw_only=True, eq=False)
class Heatmap:
    """A cell for each value, the first row at 0.

    Raises ValueError unless values are 2-D, with a text for each or none.
    """

    values: np.ndarray  # [row, column]; nan is an empty cell
    least: float
    most: float
    palette: Palette
    bar: ColourBar | None  # None: the cells say what the colours mean
    hover: str | None = ""  # see Series; %{z} is the value, %{text} the text
    texts: Sequence[Sequence[str]] = ()  # [row][column], in the cells
    text_size: float = 14

    def __post_init__(self):
        if self.values.ndim != 2:
            raise ValueError(f"values have shape {self.values.shape}, not [row, column]")
        if self.texts:
            counts = [len(self.texts), *map(len, self.texts)]
            if counts != [len(self.values), *[self.values.shape[1]] * len(self.values)]:
                raise ValueError(f"texts do not fit values of shape {self.values.shape}")
        object.__setattr__(self, "values", _frozen(self.values))


@dataclass(frozen=True, kw_only=True)
class Rule:
    """A straight line across the whole chart at one value of an axis."""

    axis: Literal["x", "y"]
    at: float
    colour: str = GUIDE
    width: float = 1.5
    dash: Dash = "dot"


@dataclass(frozen=True, kw_only=True)
class RowFrame:
    """A frame around one row of a heatmap."""

    row: int
    colour: str
    width: float


@dataclass(frozen=True, kw_only=True)
class Note:
    """Text at a point of the data, or at a share of the axes' width or height."""

    text: str
    x: float
    y: float
    x_share: bool = False  # whether x is a share: 0 is the left end, 1 the right end
    y_share: bool = False
    side_x: Literal["left", "center", "right"] = "center"  # the end of the text at x
    side_y: Literal["top", "middle", "bottom"] = "middle"
    shift_x: float = 0
    size: float = 13
    colour: str = ""  # "": the colour of text


@dataclass(frozen=True, kw_only=True)
class Arrow:
    """An arrow between two points of the data, `gap` pixels away from both."""

    start: tuple[float, float]
    end: tuple[float, float]
    colour: str = GUIDE
    width: float = 2
    gap: float = 6


@dataclass(frozen=True, kw_only=True)
class Legend:
    """The names of the series, above the chart."""

    size: float = 13
    title: str = ""
    above: float = 0.02  # distance from the axes, as a share of their height
    sample: float | None = None  # width of a line's sample


@dataclass(frozen=True)
class Margins:
    left: float
    right: float
    top: float
    bottom: float


Mark = Series | Band | Bars | Heatmap


@dataclass(frozen=True, kw_only=True, eq=False)
class Chart(Displayed):
    """A chart. Later marks cover earlier ones."""

    marks: tuple[Mark, ...]
    x: Axis
    y: Axis
    height: float
    margins: Margins
    rules: tuple[Rule | RowFrame, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    notes: tuple[Note, ...] = ()
    legend: Legend | None = None
    hover_together: bool = False  # one box for the values of all series at a place
    same_scale: bool = False  # whether both axes have the same scale
    bar_gap: float = 0.2  # between the bars of two places, as a share of their distance
    background: tuple[str, float] | None = None  # colour and opacity behind the marks
    summary: str = ""  # alternative text, where the extremes do not tell enough
    caption: str = ""  # below the chart in files, first in the alternative text; "\n": a new line
    numbers: str = ""  # CSV of the values, where they are more than the chart shows

    __repr__ = brief

    def with_caption(self, caption: str, numbers: str = "") -> "Chart":
        """Return the chart with a caption, and with numbers of its own for the CSV."""
        return replace(self, caption=caption, numbers=numbers)

    @property
    def heatmap(self) -> Heatmap | None:
        return next((mark for mark in self.marks if isinstance(mark, Heatmap)), None)
