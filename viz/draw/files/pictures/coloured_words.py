"""Paint texts with coloured words."""

from collections.abc import Sequence

import numpy as np

from ...matrix import SIGNED
from ...picture import Words
from ..page import Page, shade, text_colour_on
from ..presets import Preset
from ..typesetting import shorten_label, width
from .arranging import Plan
from .fitting import SMALLER, title_size
from .legend import scale_entry

_LINE_HEIGHT, _WORD_HEIGHT = 1.7, 1.4  # in sizes of type
_AROUND, _BETWEEN = 0.5, 0.3  # padding of a word, and space between two, in sizes of type


def plan_texts(texts: Sequence[Words], room: tuple[float, float], preset: Preset) -> Plan:
    """Plan texts under each other in the largest type that fits, words coloured by their values."""
    title = title_size([text.title for text in texts], room[0], preset)
    key = 0.85 * preset.caption
    for step in range(60):
        size = 1.4 * preset.label * SMALLER**step
        lines = [_break_lines(text.words, size, room[0], preset) for text in texts]
        height = sum(2 * title + _LINE_HEIGHT * size * len(rows) for rows in lines) + 2.2 * key
        if height <= room[1] or size <= preset.least:
            break

    def paint(page: Page, x: float, y: float) -> None:
        y += max(0, room[1] - height) / 2 if preset.height else 0
        for text, rows in zip(texts, lines, strict=True):
            page.text(x, y + 0.95 * title, text.title, title, bold=True, kind="title")
            y += 1.6 * title
            for row in rows:
                _paint_line(page, text, row, (x, y), size)
                y += _LINE_HEIGHT * size
            y += 0.4 * title
        scale_entry(texts[0].kind, page.preset).paint(page, x, y + 1.75 * key, key)

    return Plan(height, [], paint)


def _paint_line(
    page: Page, text: Words, places: list[int], corner: tuple[float, float], size: float
) -> None:
    """Paint the words at these places of a text side by side."""
    is_signed = text.kind == SIGNED
    stops = page.preset.diverging if is_signed else page.preset.ink
    x, y = corner
    for place in places:
        word, value = shorten_label(text.words[place]), float(text.values[place])
        colour = shade((value + 1) / 2 if is_signed else value, stops)
        is_held = place == text.held
        box_width = width(word, size, page.preset) + _AROUND * size
        box = np.array([[x, y, box_width, _WORD_HEIGHT * size]])
        edge, line = (page.preset.text, 1.2) if is_held else ("#d5d9e0", 0.4)
        page.boxes(box, colour, edge, line, "coloured")
        start, base = x + _AROUND / 2 * size, y + 1.05 * size
        page.text(start, base, word, size, colour=text_colour_on(colour), kind="label")
        x += box_width + _BETWEEN * size


def _break_lines(words: Sequence[str], size: float, room: float, preset: Preset) -> list[list[int]]:
    """Break the words into lines that fit, as lists of indices."""
    lines: list[list[int]] = [[]]
    x = 0.0
    for place, word in enumerate(words):
        box_width = width(shorten_label(word), size, preset) + _AROUND * size
        if lines[-1] and x + box_width > room:
            lines.append([])
            x = 0.0
        lines[-1].append(place)
        x += box_width + _BETWEEN * size
    return lines
