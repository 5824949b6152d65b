"""A chart as a value: what is plotted, on which axes, in which colours.

`plotly` draws it on the screen, `viz.export` on paper; neither needs to know of the other. Text is
plain text, "\\n" begins a new line. Sizes, widths and distances are in pixels of the screen,
colours are "#rrggbb".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..base.theme import DIVERGING, INK

GUIDE, FAINT, DARK = "#7f8896", "#b4bac4", "#1b2330"  # of what helps to read a chart

Numbers = np.ndarray | Sequence[float]  # [point]
Dash = Literal["solid", "dot", "dash"]
Theme = Literal["light", "dark"]
Palette = Literal["signed", "below zero", "weight"]


def palette_colours(palette: Palette, theme: Theme = "light") -> tuple[str, ...]:
    """The evenly spaced colours of a heatmap's values, from the least to the most."""
    if palette == "weight":
        return INK[theme]
    if palette == "below zero":
        return DIVERGING[theme][:3]
    return DIVERGING[theme]


def frozen(values: Numbers) -> np.ndarray | tuple:
    """A read-only copy of an array, or a tuple of what else was given."""
    if not isinstance(values, np.ndarray):
        return tuple(values)
    values = values.copy()
    values.flags.writeable = False
    return values


@dataclass(frozen=True, kw_only=True)
class Axis:
    """One of the two axes. Limits and ticks are in the units of the data, on a log axis too."""

    title: str = ""
    title_size: float = 13
    log: bool = False
    limits: tuple[float, float] | None = None  # left or lower end first; None: what the marks need
    from_zero: bool = False
    ticks: Sequence[float] | None = None
    labels: Sequence[str] | None = None  # one for each tick; None: its number
    categories: Sequence[str] = ()  # what stands at 0, 1, 2 …, in place of numbers
    step: float | None = None  # between ticks; on a log axis in powers of ten
    number_format: str = ""  # of d3-format, like ".0%"; or "power", 10 with an exponent
    tick_size: float = 13
    angles: Sequence[int] = ()  # in which labels may stand, the first that fits; (): any
    visible: bool = True
    labelled: bool = True
    grid: bool = True
    zero: Literal["faint", "strong", "none"] = "faint"  # the line at 0
    room: bool | None = None  # whether the margin grows with the labels; None: as the theme does

    def __post_init__(self):
        if self.labels is not None and len(self.labels) != len(self.ticks or ()):
            raise ValueError(f"{len(self.labels)} labels for {len(self.ticks or ())} ticks")

    def name_of(self, value: float) -> str | None:
        """What stands at a place in letters; None where a number does."""
        if self.categories:
            return self.categories[int(value)]
        if self.labels is None or self.ticks is None:
            return None
        return dict(zip(self.ticks, self.labels, strict=True)).get(value)


@dataclass(frozen=True, kw_only=True, eq=False)
class Series:
    """Points, joined by a line or not, with what is written beside them.

    Raises ValueError when labels or colours do not fit the points.
    """

    x: Numbers  # [point]
    y: Numbers  # [point]
    colour: str | Sequence[str] = DARK  # of all, or of each marker
    name: str = ""
    line: float = 0  # width; 0: no line
    dash: Dash = "solid"
    marker: float = 0  # size; 0: no markers
    symbol: str | Sequence[str] = "circle"  # as Plotly names them
    opacity: float = 1
    labels: Sequence[str] = ()
    side: str | Sequence[str] = ""  # where labels stand, like "top center"; "": only in `hover`
    label_size: float = 13
    details: Sequence | np.ndarray = ()  # what `hover` reads as %{customdata}
    hover: str | None = ""  # a template, like "%{x}: %{y:.2f}"; "": as usual; None: no hovering
    hover_title: str = ""  # what stands beside it
    in_legend: bool = True
    group: str = ""  # of series that the legend hides together
    clipped: bool = True  # whether what lies beyond the axes is cut off

    def __post_init__(self):
        object.__setattr__(self, "x", frozen(self.x))
        object.__setattr__(self, "y", frozen(self.y))
        counts = {"y": len(self.y)}
        for name in ("colour", "symbol", "side"):
            if not isinstance(value := getattr(self, name), str):
                counts[name] = len(value)
        for name in ("labels", "details"):
            if len(value := getattr(self, name)):
                counts[name] = len(value)
        check_counts(counts, len(self.x))


@dataclass(frozen=True, kw_only=True, eq=False)
class Band:
    """The room between two lines, pale. Raises ValueError when they differ in length."""

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
        check_counts({"low": len(self.low), "high": len(self.high)}, len(self.x))


@dataclass(frozen=True, kw_only=True, eq=False)
class Bars:
    """Bars from 0; several of them stand side by side.

    Raises ValueError when colours, opacities or labels do not fit the bars.
    """

    places: Numbers  # [bar] on the axis that the bars stand on
    values: Numbers  # [bar]
    colour: str | Sequence[str]
    opacity: Sequence[float] = ()  # of each; (): 1
    name: str = ""
    across: bool = False  # whether they lie, from left to right
    labels: Sequence[str] = ()
    labels_shown: bool = False  # at their ends; else only in `hover`
    hover: str | None = ""  # as of a Series
    in_legend: bool = True

    def __post_init__(self):
        object.__setattr__(self, "places", frozen(self.places))
        object.__setattr__(self, "values", frozen(self.values))
        counts = {"values": len(self.values)}
        if not isinstance(self.colour, str):
            counts["colour"] = len(self.colour)
        for name in ("opacity", "labels"):
            if value := getattr(self, name):
                counts[name] = len(value)
        check_counts(counts, len(self.places))

    @property
    def x(self) -> Numbers:
        return self.values if self.across else self.places

    @property
    def y(self) -> Numbers:
        return self.places if self.across else self.values


def check_counts(counts: dict[str, int], n_points: int) -> None:
    wrong = [f"{count} of {name}" for name, count in counts.items() if count != n_points]
    if wrong:
        raise ValueError(f"{', '.join(wrong)} for {n_points} points")


@dataclass(frozen=True, kw_only=True)
class ColourBar:
    """The scale beside a heatmap, or above it."""

    ticks: Sequence[float]
    number_format: str = ""
    tick_size: float = 13
    title: str = ""
    title_size: float = 13
    above: bool = False


@dataclass(frozen=True, kw_only=True, eq=False)
class Heatmap:
    """A cell for each value, the first row at 0. Raises ValueError unless there are two axes."""

    values: np.ndarray  # [row, column]; nan: an empty cell
    least: float
    most: float
    palette: Palette
    bar: ColourBar | None  # None: what the colours mean is written in the cells
    hover: str | None = ""  # as of a Series, with %{z}

    def __post_init__(self):
        if self.values.ndim != 2:
            raise ValueError(f"values have shape {self.values.shape}, not [row, column]")
        object.__setattr__(self, "values", frozen(self.values))


@dataclass(frozen=True, kw_only=True)
class Rule:
    """A straight line through the whole chart at one value of an axis."""

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
    """Text at a place of the data, or at a share of the axes' width or height."""

    text: str
    x: float
    y: float
    x_share: bool = False  # whether x is from 0, the left end, to 1
    y_share: bool = False
    side_x: Literal["left", "center", "right"] = "center"  # which end of the text stands there
    side_y: Literal["top", "middle", "bottom"] = "middle"
    shift_x: float = 0
    size: float = 13
    colour: str = ""  # "": of text


@dataclass(frozen=True, kw_only=True)
class Arrow:
    """An arrow between two places of the data, a little away from both."""

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
    above: float = 0.02  # of the axes, as a share of their height
    sample: float | None = None  # how wide a sample of a line is


@dataclass(frozen=True)
class Margins:
    left: float
    right: float
    top: float
    bottom: float


Mark = Series | Band | Bars | Heatmap


@dataclass(frozen=True, kw_only=True, eq=False)
class ChartSpec:
    """What a chart shows, without its caption. Later marks cover earlier ones."""

    marks: tuple[Mark, ...]
    x: Axis
    y: Axis
    height: float
    margins: Margins
    rules: tuple[Rule | RowFrame, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    notes: tuple[Note, ...] = ()
    legend: Legend | None = None
    hover_together: bool = False  # what all series have at a place, in one box
    same_scale: bool = False  # of both axes
    bar_gap: float = 0.2  # between the bars of two places, as a share of their distance
    background: tuple[str, float] | None = None  # colour and opacity of what the marks leave free
    summary: str = ""  # what a reader who does not see it should know, where extremes do not tell

    @property
    def heatmap(self) -> Heatmap | None:
        return next((mark for mark in self.marks if isinstance(mark, Heatmap)), None)
