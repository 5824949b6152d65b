"""The legend of matrices, a line under them: the meaning of colours and marks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ....base.language import format_number, t
from ...matrix import CLEAR_CHANGE, DIFFERENCE, SCALED, SIGNED, Matrix
from ..page import Page, shade
from ..presets import Preset
from ..typesetting import width
from .cells import CHANGED

_SIGNED_STEPS = 20  # of the scale of values below and above 0
_GAP = 1.6  # between two entries, in sizes of type
_MARK = 1.6  # from a cell to its text, in sizes of type
BELOW = 2.2  # height of the line with the space above it, in sizes of type


@dataclass(frozen=True)
class _Entry:
    """One entry of a legend; lengths in sizes of its type."""

    length: float
    paint: Callable[[Page, float, float, float], None]  # at x, base line, size


def legend_size(matrices: Sequence[Matrix], words: float, room: float, preset: Preset) -> float:
    """Return the size of the legend: that of the picture's `words`, or smaller to fit the line."""
    length = sum(entry.length + _GAP for entry in _legend_entries(matrices, preset)) - _GAP
    size = min(max(words, 0.85 * preset.caption), preset.title)
    return min(size, room / length) if length > 0 else size


def paint_legend(page: Page, matrices: Sequence[Matrix], x: float, y: float, size: float) -> None:
    """Paint the colour scale of each kind, and the meaning of hatched and outlined cells.

    `y` is the base line.
    """
    for entry in _legend_entries(matrices, page.preset):
        entry.paint(page, x, y, size)
        x += (entry.length + _GAP) * size


def _legend_entries(matrices: Sequence[Matrix], preset: Preset) -> list[_Entry]:
    scaled = {matrix.kind: matrix for matrix in matrices if matrix.kind in SCALED}
    entries = [
        _ink_entry(matrix.kind, matrix.least, matrix.most, preset) for matrix in scaled.values()
    ]
    if any(matrix.kind == SIGNED for matrix in matrices):
        high = t("positive; darkest = largest of its grid")
        entries.append(_signed_entry(t("negative"), high, preset))
    if any(matrix.kind == DIFFERENCE for matrix in matrices):
        entries.append(_signed_entry(t("difference −1"), "+1", preset))
    if any(matrix.allowed is not None and not matrix.allowed.all() for matrix in matrices):
        entries.append(_mark_entry(t("may not be attended to"), True, preset))
    if any(matrix.changed is not None and matrix.changed.any() for matrix in matrices):
        text = t("changed by more than {least:.1f}", least=CLEAR_CHANGE)
        entries.append(_mark_entry(text, False, preset))
    return entries


def _number(value: float) -> str:
    return format_number(value, "g" if value == int(value) else ".1f")


def scale_entry(kind: str, preset: Preset) -> _Entry:
    """Return the scale of texts: from -1 to 1, or of weights or shares from 0."""
    if kind == SIGNED:
        return _signed_entry("−1", "1", preset)
    return _ink_entry(kind, 0, 1, preset)


def _ink_entry(kind: str, least: float, most: float, preset: Preset) -> _Entry:
    """Return the scale of values that get darker, from `least` to `most`."""
    low = t("cosine 0 or less") if kind == "cosine" else f"{t(kind)} {_number(least)}"
    return _scale_entry(low, _number(most), preset.ink, 0.6, preset)


def _signed_entry(low: str, high: str, preset: Preset) -> _Entry:
    """Return the scale of values below and above 0, from `low` to `high`."""
    last = _SIGNED_STEPS - 1
    colours = [shade(step / last, preset.diverging) for step in range(_SIGNED_STEPS)]
    return _scale_entry(low, high, colours, 0.3, preset)


def _scale_entry(
    low: str, high: str, colours: Sequence[str], step: float, preset: Preset
) -> _Entry:
    """Return a strip of colours, each `step` sizes wide, between the names of its ends."""
    start, strip = width(low, 1, preset) + 0.4, len(colours) * step

    def paint(page: Page, x: float, y: float, size: float) -> None:
        page.text(x, y, low, size, colour=preset.muted, kind="legend")
        left, top, height = x + start * size, y - 0.75 * size, 0.8 * size
        for place, colour in enumerate(colours):
            box = np.array([[left + place * step * size, top, step * size, height]])
            page.boxes(box, colour, kind="scale")
        page.boxes(np.array([[left, top, strip * size, height]]), None, preset.edge, 0.4, "scale")
        page.text(left + (strip + 0.4) * size, y, high, size, colour=preset.muted, kind="legend")

    return _Entry(start + strip + 0.4 + width(high, 1, preset), paint)


def _mark_entry(text: str, hatched: bool, preset: Preset) -> _Entry:
    """Return a hatched or an outlined cell with its meaning."""

    def paint(page: Page, x: float, y: float, size: float) -> None:
        box = np.array([[x, y - 0.75 * size, 1.2 * size, 0.8 * size]])
        if hatched:
            page.hatch(box)
        page.boxes(box, None, preset.edge if hatched else CHANGED, 0.5, "scale")
        page.text(x + _MARK * size, y, text, size, colour=preset.muted, kind="legend")

    return _Entry(_MARK + width(text, 1, preset), paint)
