"""A page to draw on in points (1/72 inch), y downwards, and how it becomes a file. Matplotlib is imported when first used.

Text stays text in SVG and PDF, and the same page gives the same bytes: no dates, no random names.
"""

import io
import re
import threading
import warnings
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..theme import INK

FORMATS = ("svg", "pdf", "png")
LOCK = threading.RLock()  # matplotlib's settings belong to the process, visitors run beside each other
SETTINGS = {
    "svg.fonttype": "none", "svg.hashsalt": "heads-up", "pdf.fonttype": 42, "text.hinting": "none", "text.parse_math": False,
    "text.usetex": False, "axes.unicode_minus": True, "axes.formatter.use_mathtext": False, "path.simplify": False}
# Named in SVG after the font that was measured, for machines that do not have it: faces of about the same width.
SUBSTITUTES = {"DejaVu Sans": "Verdana, 'Bitstream Vera Sans', sans-serif",
               "STIXGeneral": "'STIX Two Text', 'Times New Roman', 'Liberation Serif', Tinos, serif"}
TEXT, MUTED = "#1b2330", "#4b5563"
LINE = 1.3  # from one line of text to the next, in sizes
GREYS = tuple("#" + f"{level:02x}" * 3 for level in (255, 240, 222, 202, 180, 156, 130, 102, 72, 40))


@dataclass(frozen=True)
class Preset:
    """What a picture is made for; lengths and sizes of type in points."""

    width: float
    height: float | None  # None: as high as the picture needs, up to `most`
    most: float
    families: tuple[str, ...]
    label: float  # the largest type of a word beside a picture
    least: float  # and the smallest
    title: float
    caption: float
    margin: float
    dpi: int  # of PNG
    colours: bool = True
    turns: tuple[int, ...] = (45, 90)  # degrees that words above a matrix may be turned where they do not fit level

    @property
    def ink(self) -> tuple[str, ...]:
        """The colours of weights from 0 to 1, palest first."""
        return INK["light"] if self.colours else GREYS


PRESETS = {
    "slide": Preset(960, 540, 540, ("DejaVu Sans",), 24, 5, 22, 15, 24, 144),
    "paper": Preset(240, None, 648, ("STIXGeneral", "DejaVu Sans"), 8, 5, 8.5, 7.5, 3, 600),
    "grey": Preset(454, None, 684, ("DejaVu Sans",), 11, 5, 11, 9, 6, 300, colours=False),
}


def preset_of(name: str) -> Preset:
    """Raises ValueError for a name that is not in PRESETS."""
    if name not in PRESETS:
        raise ValueError(f"there is no preset {name!r}, only {', '.join(PRESETS)}")
    return PRESETS[name]


def clean(text: str) -> str:
    """Text as one line that every format can hold: what XML forbids becomes "\ufffd", white space a space."""
    return re.sub(r"[^\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", re.sub(r"\s", " ", text))


def shorten(word: str) -> str:
    """A word beside a picture, at most 20 characters long, as everywhere in the app."""
    return clean(word if len(word) <= 20 else word[:19] + "…")


@lru_cache(maxsize=8)
def _font(families: tuple[str, ...], bold: bool):
    from matplotlib.font_manager import FontProperties

    return FontProperties(family=list(families), size=100, weight="bold" if bold else "normal")


@lru_cache(maxsize=20_000)
def _width(text: str, families: tuple[str, ...], bold: bool) -> float:
    from matplotlib.textpath import text_to_path

    return text_to_path.get_text_width_height_descent(text, _font(families, bold), False)[0] / 100 if text else 0.0


def width(text: str, size: float, preset: Preset, bold: bool = False) -> float:
    """How wide text is."""
    return size * _width(text, preset.families, bold)


def widest(words, size: float, preset: Preset) -> float:
    return max((width(word, size, preset) for word in words), default=0.0)


def wrapped(text: str, size: float, room: float, preset: Preset) -> list[str]:
    """The lines of text that is at most so wide; a word longer than a line is broken."""
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for word in clean(paragraph).split():
            longer = f"{line} {word}" if line else word
            if width(longer, size, preset) <= room:
                line = longer
                continue
            if line:
                lines.append(line)
            while width(word, size, preset) > room and len(word) > 1:
                fits = max(1, bisect_right(range(len(word)), room, key=lambda count: width(word[:count], size, preset)) - 1)
                lines.append(word[:fits])
                word = word[fits:]
            line = word
        if line:
            lines.append(line)
    return lines


def caption_lines(caption: str, preset: Preset) -> tuple[list[str], float]:
    """The caption's lines and the size of their type; smaller where the page is not to grow."""
    size, room = preset.caption, preset.width - 2 * preset.margin
    lines = wrapped(caption, size, room, preset)
    while preset.height and len(lines) * size > 0.1 * preset.height and size > 8:
        size *= 0.95
        lines = wrapped(caption, size, room, preset)
    return lines, size


def rgb(colour: str) -> tuple[int, int, int]:
    return tuple(int(colour[place : place + 2], 16) for place in (1, 3, 5))


def shade(share: float, stops: tuple[str, ...]) -> str:
    """The colour at `share`, 0 to 1, of the way through evenly spaced ones."""
    place = min(max(share, 0.0), 1.0) * (len(stops) - 1)
    low = min(int(place), len(stops) - 2)
    first, second = np.array(rgb(stops[low])), np.array(rgb(stops[low + 1]))
    return "#{:02x}{:02x}{:02x}".format(*np.rint(first + (place - low) * (second - first)).astype(int))


def on(colour: str) -> str:
    """Dark or white, whichever reads better on this colour."""
    red, green, blue = rgb(colour)
    return "#0b1220" if 0.299 * red + 0.587 * green + 0.114 * blue > 120 else "#ffffff"


def grey(colour: str) -> str:
    red, green, blue = rgb(colour)
    return "#" + f"{round(0.299 * red + 0.587 * green + 0.114 * blue):02x}" * 3


class Page:
    """What is drawn, in points from the top left corner."""

    def __init__(self, preset: Preset):
        self.preset, self.artists = preset, []

    def colour(self, colour: str) -> str:
        return colour if self.preset.colours else grey(colour)

    def text(self, x: float, y: float, text: str, size: float, side: str = "left", angle: float = 0, colour: str = TEXT,
             bold: bool = False, kind: str = "text"):
        """Text whose base line begins, ends or has its middle at (x, y)."""
        from matplotlib.text import Text

        if text:
            self.artists.append(Text(
                x, y, text, color=self.colour(colour), ha=side, va="baseline", rotation=angle, rotation_mode="anchor", parse_math=False,
                fontfamily=list(self.preset.families), fontsize=round(size,
                                                                      2), fontweight="bold" if bold else "normal", gid=f"{kind}-{len(self.artists)}"))

    def boxes(self, boxes: np.ndarray, fill: str | None, edge: str | None = None, line: float = 0.3, kind: str = "cells"):
        """Rectangles `[box, (x, y, width, height)]` as one path."""
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        if len(boxes):
            corners = boxes[:, None, :2] + boxes[:, None, 2:] * np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]])
            codes = np.tile([Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY], len(boxes))
            self.artists.append(PathPatch(
                Path(corners.reshape(-1, 2), codes), facecolor=self.colour(fill) if fill else "none", edgecolor=self.colour(edge or fill),
                linewidth=line, joinstyle="miter", gid=f"{kind}-{len(self.artists)}"))

    def strokes(self, strokes: np.ndarray, line: float, colour: str, opacity: float = 1.0, kind: str = "strokes"):
        """Straight lines `[stroke, end, (x, y)]` as one path."""
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        if len(strokes):
            codes = np.tile([Path.MOVETO, Path.LINETO], len(strokes))
            self.artists.append(PathPatch(Path(strokes.reshape(-1, 2), codes), facecolor="none", edgecolor=self.colour(colour),
                                          linewidth=line,
                                          alpha=opacity, capstyle="butt", gid=f"{kind}-{len(self.artists)}"))

    def hatch(self, boxes: np.ndarray):
        """The mark of cells that may not be looked at: slanted lines through each, fewer through small ones."""
        if len(boxes):
            corner, size = boxes[:, :2], boxes[:, 2:]
            ends = [((0, 1), (1, 0)), ((0, 0.5), (0.5, 0)), ((0.5, 1), (1, 0.5))][: 3 if size.min() > 5 else 1]
            strokes = np.stack([np.stack([corner + size * end for end in stroke], 1) for stroke in ends], 1).reshape(-1, 2, 2)
            self.strokes(strokes, min(0.7, 0.08 * float(size.min())), "#8a93a1" if self.preset.colours else "#707070", kind="masked")

    def caption(self, y: float, lines: list[str], size: float) -> None:
        for place, line in enumerate(lines):
            self.text(self.preset.margin, y + (place + 0.95) * LINE * size, line, size, colour=MUTED, kind="caption")

    def figure(self, height: float):
        """As a matplotlib Figure."""
        from matplotlib.figure import Figure
        from matplotlib.transforms import Affine2D

        figure = Figure(figsize=(self.preset.width / 72, height / 72), dpi=self.preset.dpi)
        place = Affine2D().scale(1 / 72, -1 / 72).translate(0, height / 72) + figure.dpi_scale_trans
        for artist in self.artists:
            artist.set_transform(place)
            figure.add_artist(artist)
        return figure


class using:
    """Matplotlib for one picture: its settings, nobody else beside, and no word about letters that the font does not have."""

    def __enter__(self):
        import matplotlib

        LOCK.acquire()
        self.settings, self.quiet = matplotlib.rc_context(SETTINGS), warnings.catch_warnings()
        self.settings.__enter__()
        self.quiet.__enter__()
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")

    def __exit__(self, *error):
        self.quiet.__exit__(*error)
        self.settings.__exit__(*error)
        LOCK.release()


def save(figure, format: str, preset: Preset, transparent: bool = False) -> bytes:
    """The file; the same figure gives the same bytes. Raises ValueError for a format that is not in FORMATS."""
    if format not in FORMATS:
        raise ValueError(f"there is no format {format!r}, only {', '.join(FORMATS)}")
    nothing = {"svg": {"Date": None, "Creator": None, "Type": None, "Format": None},
               "pdf": {"Creator": None, "Producer": None, "CreationDate": None},
               "png": {"Software": None}}
    file = io.BytesIO()
    figure.savefig(file, format=format, dpi=preset.dpi if format == "png" else 72, metadata=nothing[format],
                   transparent=transparent, **({} if transparent else {"facecolor": "white"}))
    content = file.getvalue()
    if format == "svg":
        for family, others in SUBSTITUTES.items():
            content = re.sub(f"'{family}'(?=[,;\"])".encode(), f"'{family}', {others}".encode(), content)
    return content
