"""Paint two columns of words and the lines between them."""

from dataclasses import dataclass

import numpy as np

from ...picture import Layer, Lines
from ..page import Page, legible
from ..presets import Preset
from ..typesetting import shorten_label, widest, width
from .arranging import Plan
from .cells import COLOUR_STEPS, LATER
from .fitting import ROW, stride, stride_note, title_size

_DARK_GAIN = 0.6  # exponent that strengthens faint lines on dark paper
_WIDEST = 40  # width of the picture at most, in sizes of type: the eye loses longer lines
_KEY_GAP = 2.6  # from the name of a head to the next, in sizes of type
HEADING = 1.6  # height of the headings of the columns, in sizes of their type


@dataclass(frozen=True)
class Columns:
    """The places of two columns of words; both start at `top` and are equally high; in points."""

    left: float  # left edge of the words on the left
    right: float  # right edge of the words on the right
    top: float
    height: float
    size: float  # of the words

    def pitches(self, drawn: Lines) -> tuple[float, float]:
        """Return the distances of words on the left and on the right."""
        return (
            self.height / max(1, len(drawn.left)),
            self.height / max(1, len(drawn.right)),
        )


def plan_lines(drawn: Lines, room: tuple[float, float], preset: Preset) -> Plan:
    """Plan two columns of words and a line from each to each, as dark as its weight."""
    title, heading = title_size([drawn.title], room[0], preset), 0.85 * preset.caption
    count = max(len(drawn.left), len(drawn.right), 1)
    above = 1.5 * title + (HEADING * heading if any(drawn.heads) else 0)
    key = _key_size(drawn, heading, room[0], preset)
    above += HEADING * key
    size = word_size(drawn, (room[0], room[1] - above), preset.label, preset)
    height = min(room[1] - above, 2.2 * size * count)
    every = stride(ROW * size, height / count)

    def paint(page: Page, x: float, y: float) -> None:
        page.text(x, y + 0.95 * title, drawn.title, title, bold=True, kind="title")
        right = x + min(room[0], _WIDEST * size)
        _paint_key(page, drawn, x, y + 1.5 * title + key, key)
        paint_columns(page, drawn, Columns(x, right, y + above, height, size), heading)

    return Plan(above + height, [stride_note(every)] if every > 1 else [], paint)


def _key_size(drawn: Lines, most: float, room: float, preset: Preset) -> float:
    """Return the size of the names of several heads in one line; 0 for one head."""
    length = sum(width(layer.name, 1, preset) + _KEY_GAP for layer in drawn.layers)
    return min(most, room / length) if length else 0.0


def _paint_key(page: Page, drawn: Lines, x: float, base: float, size: float) -> None:
    """Paint the names of the heads in their colours."""
    for layer in drawn.layers:
        box = np.array([[x, base - 0.75 * size, 0.8 * size, 0.8 * size]])
        page.boxes(box, legible(layer.colour, page.preset), kind="scale")
        page.text(x + 1.1 * size, base, layer.name, size, colour=page.preset.muted, kind="legend")
        x += (width(layer.name, 1, page.preset) + _KEY_GAP) * size


def word_size(drawn: Lines, room: tuple[float, float], most: float, preset: Preset) -> float:
    """Return the largest size, up to `most`, at which no words of a column touch."""
    pitch = room[1] / max(len(drawn.left), len(drawn.right), 1)
    left, right = ([shorten_label(word) for word in words] for words in (drawn.left, drawn.right))

    def fits(size: float) -> bool:
        words = widest(left, size, preset) + widest(right, size, preset)
        return pitch >= ROW * size and words <= 0.66 * room[0]

    size = most
    while size > preset.least and not fits(size):
        size = max(preset.least, 0.96 * size)
    return size


def paint_columns(page: Page, drawn: Lines, columns: Columns, heading: float) -> None:
    """Paint the words, the lines, and the headings of the columns in the size `heading`."""
    size, pitches = columns.size, columns.pitches(drawn)
    texts = [[shorten_label(word) for word in words] for words in (drawn.left, drawn.right)]
    # One word may be bold, and so wider.
    widths = [widest(words, size, page.preset) * 1.06 for words in texts]
    ends = (
        columns.left + widths[0] + 0.5 * size,
        columns.right - widths[1] - 0.5 * size,
    )
    base = columns.top - 0.6 * heading
    _paint_headings(page, drawn.heads, ends, (columns.left, columns.right), base, heading)
    _paint_strokes(page, drawn, ends, columns.top, pitches)
    for column, words in enumerate(texts):
        side, shift = ("left", 0.35) if column else ("right", -0.35)
        for place in range(0, len(words), stride(ROW * size, pitches[column])):
            middle = columns.top + (place + 0.5) * pitches[column]
            written = drawn.written if column == 0 else None
            page.text(
                ends[column] + shift * size,
                middle + 0.34 * size,
                words[place],
                size,
                side,
                bold=place == written,
                opacity=2 * LATER if written is not None and place > written else 1.0,
                kind="label",
            )


def _paint_headings(
    page: Page,
    headings: tuple[str, str],
    ends: tuple[float, float],
    edges: tuple[float, float],
    base: float,
    size: float,
) -> None:
    """Paint the headings of the two columns between the page's edges."""
    left, right = headings
    muted = page.preset.muted
    x = max(ends[0], edges[0] + width(left, size, page.preset))
    page.text(x, base, left, size, "right", colour=muted, kind="legend")
    x = min(ends[1], edges[1] - width(right, size, page.preset))
    page.text(x, base, right, size, "left", colour=muted, kind="legend")


def _paint_strokes(
    page: Page,
    drawn: Lines,
    ends: tuple[float, float],
    top: float,
    pitches: tuple[float, float],
) -> None:
    """Paint the lines of all heads."""
    layers = drawn.layers or (Layer("", drawn.weights, drawn.colour),)
    thickness = min(max(0.12 * min(pitches), 0.5), 3)
    # Lines of several heads between the same two words are side by side.
    for place, layer in enumerate(layers):
        shift = 1.1 * thickness * (place - (len(layers) - 1) / 2)
        _paint_layer(page, drawn, layer, ends, top + shift, pitches, thickness)


def _paint_layer(
    page: Page,
    drawn: Lines,
    layer: Layer,
    ends: tuple[float, float],
    top: float,
    pitches: tuple[float, float],
    thickness: float,
) -> None:
    """Paint the lines of one head, one path for each opacity."""
    preset = page.preset
    levels = np.rint(np.nan_to_num(layer.weights) * COLOUR_STEPS)
    if drawn.written is not None:
        levels[np.arange(len(levels)) != drawn.written] = 0
    colour = legible(layer.colour, preset) if preset.colours or drawn.layers else preset.text
    for level in np.unique(levels[levels > 0]):
        strokes = [
            (
                (ends[0], top + (row + 0.5) * pitches[0]),
                (ends[1], top + (column + 0.5) * pitches[1]),
            )
            for row, column in np.argwhere(levels == level)
        ]
        share = float(level) / COLOUR_STEPS
        opacity = share**_DARK_GAIN if preset.dark else share
        page.strokes(np.array(strokes), thickness, colour, opacity, "line")
