"""Presets of files: sizes of pages and type in points, and colours."""

import re
from dataclasses import dataclass, replace

from ...base.theme import DIVERGING, INK

FAMILY = "Heads Up Sans"  # the name of the app's font in files: see `fonts`
LATEX = "cmr10"  # LaTeX's own font, as matplotlib ships it
GREYS = tuple(
    "#" + f"{level:02x}" * 3 for level in (255, 240, 222, 202, 180, 156, 130, 102, 72, 40)
)
FORMATS = ("svg", "pdf", "png")
SLIDE = "pptx"
TIKZ = ("tikz", "tex")  # two names of one format
_PAPER, _DARK_PAPER = "#ffffff", INK["dark"][0]


@dataclass(frozen=True)
class Preset:
    """The page and the type of a file, lengths in points."""

    width: float
    height: float | None  # None: the height of the picture, up to `most`
    most: float
    fonts: tuple[str, ...]  # families in order of preference
    label: float  # the largest type of a word beside a picture
    least: float  # the smallest type of such a word
    title: float
    caption: float
    margin: float
    dpi: int  # of PNG
    chart: float  # the type of a chart's text of 13 pixels on the screen
    colours: bool = True
    dark: bool = False
    given: str = ""  # the width that was asked for: words that do not fit are an error

    @property
    def ink(self) -> tuple[str, ...]:
        """The colours of weights from 0 to 1, palest first."""
        return INK[self.theme] if self.colours else GREYS

    @property
    def diverging(self) -> tuple[str, ...]:
        """The colours of values from -1 to 1."""
        return DIVERGING[self.theme] if self.colours else GREYS

    @property
    def theme(self):
        """The name of the theme in `viz.base.theme` and `draw.chart`."""
        return "dark" if self.dark else "light"

    @property
    def paper(self) -> str:
        return _DARK_PAPER if self.dark else _PAPER

    @property
    def text(self) -> str:
        """The colour of words."""
        return "#e8edf4" if self.dark else "#1b2330"

    @property
    def muted(self) -> str:
        """The colour of captions and legends."""
        return "#b4bdca" if self.dark else "#4b5563"

    @property
    def edge(self) -> str:
        """The colour of frames and of axes."""
        return "#7d8796" if self.dark else "#8a93a1"

    @property
    def grid(self) -> str:
        """The colour of the lines behind a chart."""
        return "#2b3442" if self.dark else "#e3e7ed"

    @property
    def hatch(self) -> str:
        """The colour of the lines through masked cells."""
        if not self.colours:
            return "#707070"
        return "#7d8796" if self.dark else "#8a93a1"


_SANS = FAMILY, "DejaVu Sans"
PRESETS = {
    "slide": Preset(960, 540, 540, _SANS, 24, 5, 22, 15, 24, 144, 16),
    "paper": Preset(240, None, 648, ("STIXGeneral", "DejaVu Sans"), 8, 5, 8.5, 7.5, 3, 600, 7),
    "grey": Preset(454, None, 684, _SANS, 11, 5, 11, 9, 6, 300, 9, colours=False),
}
SLIDE_SIZES = {"16:9": (960, 540), "4:3": (832, 624), "square": (720, 720)}  # of slides, in points
SHAPED = "slide"  # the preset that has shapes and a dark version
_COLUMN = "paper"  # the preset of a figure with a given width
_UNITS = {"pt": 1.0, "mm": 72 / 25.4, "cm": 72 / 2.54, "in": 72.0}  # in points of 1/72 inch
NARROWEST, WIDEST = "3cm", "50cm"  # of a given width


def _points(width: str) -> float:
    """Return a printed width in points of 1/72 inch: "219pt", "80mm", "8cm" or "3.5in".

    Raises ValueError for any other text.
    """
    match = re.fullmatch(rf"([0-9]{{1,9}}(?:\.[0-9]{{1,9}})?) ?({'|'.join(_UNITS)})", width)
    if not match:
        raise ValueError(
            f"There is no width “{width[:60]}”. Write a number and one of {', '.join(_UNITS)}, for "
            "example 219pt, 8cm or 3.5in."
        )
    return float(match[1]) * _UNITS[match[2]]


def _column_of(name: str, width: str) -> Preset:
    """Return a preset with this printed width; the height follows from the picture.

    Raises ValueError for a text that is no width, one from NARROWEST to WIDEST, and for a slide.
    """
    length = _points(width)
    if not _points(NARROWEST) <= length <= _points(WIDEST):
        raise ValueError(f"A picture is {NARROWEST} to {WIDEST} wide, and “{width}” is not.")
    if name == SHAPED:
        raise ValueError(
            f"A slide has the width of its shape. Choose the preset {_COLUMN} or grey, or leave "
            "the width out."
        )
    return replace(PRESETS[name], width=length, given=width)


def preset_of(name: str = "", shape: str = "16:9", dark: bool = False, width: str = "") -> Preset:
    """Return a preset: by default a slide, or the preset for papers where a width is given.

    A slide has one of SHAPES, light or dark; the others have the `width` that `_points` reads.
    Raises ValueError for an unknown name, shape or width, and for a pair that does not exist.
    """
    name = name or (_COLUMN if width else SHAPED)
    if name not in PRESETS:
        raise ValueError(f"there is no preset {name!r}, only {', '.join(PRESETS)}")
    if shape not in SLIDE_SIZES:
        raise ValueError(f"there is no shape {shape!r}, only {', '.join(SLIDE_SIZES)}")
    if name != SHAPED and (dark or shape != "16:9"):
        raise ValueError(f"only the preset {SHAPED!r} has shapes and a dark version")
    if width:
        return _column_of(name, width)
    if name != SHAPED:
        return PRESETS[name]
    across, down = SLIDE_SIZES[shape]
    return replace(PRESETS[name], width=across, height=down, most=down, dark=dark)
