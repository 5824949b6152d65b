"""A page to draw on, in points (1/72 inch), y downwards."""

import numpy as np
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Affine2D

from ..colouring import colour_between, contrast, ink_on, rgb
from .fonts import families
from .presets import Preset
from .typesetting import LINE


def shade(share: float, stops: tuple[str, ...]) -> str:
    """Interpolate evenly spaced colours at `share`, 0 to 1."""
    return "#{:02x}{:02x}{:02x}".format(*colour_between(stops, share))


def text_colour_on(colour: str) -> str:
    """Return black or white, whichever is more legible on this colour."""
    return ink_on(*rgb(colour))


def legible(colour: str, preset: Preset) -> str:
    """Return the colour, on dark paper lightened to a contrast of 4.5."""
    if not preset.dark:
        return colour
    for step in range(20):
        lighter = shade(step / 20, (colour, "#ffffff"))
        if contrast(rgb(lighter), rgb(preset.paper)) >= 4.5:
            return lighter
    return "#ffffff"


def grey(colour: str) -> str:
    red, green, blue = rgb(colour)
    return "#" + f"{round(0.299 * red + 0.587 * green + 0.114 * blue):02x}" * 3


class Page:
    """The drawing of a page, in points from the top left corner."""

    def __init__(self, preset: Preset):
        self.preset = preset
        self.artists: list[Artist] = []

    def colour(self, colour: str) -> str:
        return colour if self.preset.colours else grey(colour)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        side: str = "left",
        angle: float = 0,
        colour: str = "",
        bold: bool = False,
        opacity: float = 1.0,
        kind: str = "text",
    ):
        """Draw text whose base line starts, ends or is centred at (x, y).

        The colour "" is that of words.
        """
        if text:
            self.artists.append(
                Text(
                    x,
                    y,
                    text,
                    color=self.colour(colour or self.preset.text),
                    ha=side,
                    va="baseline",
                    rotation=angle,
                    rotation_mode="anchor",
                    parse_math=False,
                    fontfamily=list(families(self.preset)),
                    fontsize=round(size, 2),
                    fontweight="bold" if bold else "normal",
                    alpha=opacity if opacity < 1 else None,
                    gid=f"{kind}-{len(self.artists)}",
                )
            )

    def boxes(
        self,
        boxes: np.ndarray,
        fill: str | None,
        edge: str | None = None,
        line: float = 0.3,
        kind: str = "cells",
    ):
        """Draw rectangles `[box, (x, y, width, height)]` as one path."""
        if len(boxes):
            corners = boxes[:, None, :2] + boxes[:, None, 2:] * np.array(
                [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]
            )
            codes = np.tile(
                [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY], len(boxes)
            )
            self.artists.append(
                PathPatch(
                    Path(corners.reshape(-1, 2), codes),
                    facecolor=self.colour(fill) if fill else "none",
                    edgecolor=self.colour(edge or fill or self.preset.text),
                    linewidth=line,
                    joinstyle="miter",
                    gid=f"{kind}-{len(self.artists)}",
                )
            )

    def strokes(
        self,
        strokes: np.ndarray,
        line: float,
        colour: str,
        opacity: float = 1.0,
        kind: str = "strokes",
    ):
        """Draw straight lines `[stroke, end, (x, y)]` as one path."""
        if len(strokes):
            codes = np.tile([Path.MOVETO, Path.LINETO], len(strokes))
            self.artists.append(
                PathPatch(
                    Path(strokes.reshape(-1, 2), codes),
                    facecolor="none",
                    edgecolor=self.colour(colour),
                    linewidth=line,
                    alpha=opacity,
                    capstyle="butt",
                    gid=f"{kind}-{len(self.artists)}",
                )
            )

    def hatch(self, boxes: np.ndarray):
        """Hatch masked cells with slanted lines, fewer in small cells."""
        if len(boxes):
            corner, size = boxes[:, :2], boxes[:, 2:]
            ends = [((0, 1), (1, 0)), ((0, 0.5), (0.5, 0)), ((0.5, 1), (1, 0.5))][
                : 3 if size.min() > 5 else 1
            ]
            strokes = np.stack(
                [np.stack([corner + size * end for end in stroke], 1) for stroke in ends], 1
            ).reshape(-1, 2, 2)
            self.strokes(
                strokes,
                min(0.7, 0.08 * float(size.min())),
                self.preset.hatch,
                kind="masked",
            )

    def caption(self, y: float, lines: list[str], size: float) -> None:
        for place, line in enumerate(lines):
            self.text(
                self.preset.margin,
                y + (place + 0.95) * LINE * size,
                line,
                size,
                colour=self.preset.muted,
                kind="caption",
            )

    def figure(self, height: float) -> Figure:
        """Return the page as a matplotlib Figure."""
        figure = Figure(figsize=(self.preset.width / 72, height / 72), dpi=self.preset.dpi)
        place = Affine2D().scale(1 / 72, -1 / 72).translate(0, height / 72) + figure.dpi_scale_trans
        for artist in self.artists:
            artist.set_transform(place)
            figure.add_artist(artist)
        return figure
