"""The page of a chart, and the conversion of lengths, colours and text from screen to paper."""

import re
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg

from ...chart import Chart
from ..fonts import families
from ..page import Page, grey, legible
from ..presets import Preset
from ..typesetting import LINE, caption_lines, clean

_SCREEN_TYPE, _SCREEN_WIDTH = 13, 700  # pixels: a chart's usual type and width
_FLATTEST, _STEEPEST = 0.36, 1.5  # height of a chart as a share of its width


def paper_text(text: str) -> str:
    """Return text for every format; runs of spaces become wide spaces, which SVG keeps."""
    return "\n".join(re.sub(" {2,}", "\u2003", clean(line)) for line in text.split("\n"))


class Sheet:
    """One chart being drawn on paper. Lengths are in points."""

    def __init__(self, chart: Chart, preset: Preset, caption: str):
        self.chart, self.preset = chart, preset
        self.type_size = preset.chart
        self.scale = preset.chart / _SCREEN_TYPE
        colours = preset.text, preset.grid, preset.edge
        self.ink, self.grid, self.edge = colours if preset.colours else map(grey, colours)
        self.point_names: list[tuple[Any, float]] = []  # annotations, distances from points
        self.points: list[tuple[float, float]] = []  # names should not cover these
        self.cell_texts: list[Any] = []  # in the cells of a heatmap
        self.dashed_lines = 0
        self.colour_bar: Axes | None = None  # the axes of a heatmap's colour scale
        self.box, self.page_size, self.axes = self.place_axes(caption)

    def place_axes(self, caption: str):
        """Add axes that fill the room above the caption.

        Returns the room (left, bottom, right, top), the page's width and height, and the axes.
        """
        chart, preset = self.chart, self.preset
        page = Page(preset)
        lines, size = caption_lines(caption, preset)
        below = LINE * size * len(lines) + (0.6 * size if lines else 0)
        chart_height = preset.width * min(max(chart.height / _SCREEN_WIDTH, _FLATTEST), _STEEPEST)
        height = preset.height or min(preset.most, chart_height + below + 2 * preset.margin)
        page.caption(height - preset.margin - LINE * size * len(lines), lines, size)
        figure = page.figure(height)
        figure.set_dpi(72)  # so that a pixel is a point while it is laid out
        left, bottom = preset.margin, preset.margin + below
        right, top = preset.width - preset.margin, height - preset.margin
        axes = figure.add_axes(
            (
                left / preset.width,
                bottom / height,
                (right - left) / preset.width,
                (top - bottom) / height,
            )
        )
        return (left, bottom, right, top), (preset.width, height), axes

    @property
    def families(self) -> list[str]:
        return list(families(self.preset))

    def size(self, pixels: float) -> float:
        """Convert a size of type on the screen, in pixels."""
        return max(self.preset.least, pixels * self.scale)

    def colour(self, colour: str) -> str:
        """Return the colour of a mark, legible on this paper."""
        return legible(colour, self.preset) if self.preset.colours else grey(colour)

    def renderer(self):
        return FigureCanvasAgg(self.axes.figure).get_renderer()
