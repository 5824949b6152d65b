"""Measuring text and breaking it into lines, in points."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from .fonts import families, register_fonts
from .presets import Preset

LINE = 1.3  # height of a line, in sizes of its type


def clean(text: str) -> str:
    """Return text as one line that every format can hold.

    Characters that XML forbids become "\ufffd", white space becomes a space.
    """
    return re.sub(
        r"[^\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", re.sub(r"\s", " ", text)
    )


def shorten_label(word: str) -> str:
    """Cut a word beside a picture to 20 characters, as everywhere in the app."""
    return clean(word if len(word) <= 20 else word[:19] + "…")


@lru_cache(maxsize=8)
def _font(names: tuple[str, ...], bold: bool) -> FontProperties:
    return FontProperties(family=list(names), size=100, weight="bold" if bold else "normal")


@lru_cache(maxsize=20_000)
def _width(text: str, names: tuple[str, ...], bold: bool) -> float:
    register_fonts()
    return (
        text_to_path.get_text_width_height_descent(text, _font(names, bold), False)[0] / 100
        if text
        else 0.0
    )


def width(text: str, size: float, preset: Preset, bold: bool = False) -> float:
    """Measure the width of text in points."""
    return size * _width(text, families(preset), bold)


def widest(words: Iterable[str], size: float, preset: Preset) -> float:
    return max((width(word, size, preset) for word in words), default=0.0)


def wrapped(text: str, size: float, room: float, preset: Preset) -> list[str]:
    """Break text into lines no wider than `room`; a word longer than a line is broken too."""
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
                fitting = _fitting_letters(word, size, room, preset)
                lines.append(word[:fitting])
                word = word[fitting:]
            line = word
        if line:
            lines.append(line)
    return lines


def _fitting_letters(word: str, size: float, room: float, preset: Preset) -> int:
    """Count the letters of a word that fit into `room`, at least 1."""

    def width_of_first(count: int) -> float:
        return width(word[:count], size, preset)

    return max(1, bisect_right(range(len(word)), room, key=width_of_first) - 1)


def caption_lines(caption: str, preset: Preset) -> tuple[list[str], float]:
    """Return the caption's lines and the size of their type, smaller on a page of fixed height."""
    size, room = preset.caption, preset.width - 2 * preset.margin
    lines = wrapped(caption, size, room, preset)
    while preset.height and len(lines) * size > 0.1 * preset.height and size > 8:
        size *= 0.95
        lines = wrapped(caption, size, room, preset)
    return lines, size
