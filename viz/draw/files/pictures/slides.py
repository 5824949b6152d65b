"""Plan a slide of one head: the translation, the matrix, and its lines beside it."""

import numpy as np

from ...picture import Picture, Translation
from ..page import Page
from ..presets import Preset
from ..typesetting import shorten_label, width
from .arranging import Plan
from .cells import LATER, paint_matrix
from .fitting import SMALLER, fit_matrix, stride_note, title_size
from .legend import BELOW, legend_size, paint_legend
from .lines import HEADING, Columns, paint_columns, word_size

_MATRIX = 0.5  # largest share of the width for the matrix
_MATRIX_ON_SQUARE = 0.62  # the same on a page nearly as high as wide
_BETWEEN = 0.05  # share of the width between the matrix and its lines
_WORDS_APART = 0.6  # between two words of the translation, in sizes of type
_WORD_LINE = 2.2  # height of a line of words with probabilities below, in sizes of type
_PERCENT = 0.55  # size of a probability, as a share of its word's size
_MOST_LINES = 3  # of the translation
_Row = list[tuple[int, float]]  # indices of words of the translation, each with its left edge


def plan_slide(picture: Picture, room: tuple[float, float], preset: Preset) -> Plan:
    """Plan the translation above, the matrix on the left, and lines as high as it on the right."""
    (matrix,), lines, translation = picture.matrices, picture.lines, picture.translation
    assert lines is not None
    strip, rows = _fit_translation(translation, room[0], preset) if translation else (0.0, [])
    title = title_size([matrix.title], room[0], preset)
    above = _WORD_LINE * strip * len(rows) + (2.1 if rows else 1.6) * title
    key = legend_size([matrix], preset.caption, room[0], preset)
    share = _MATRIX if room[0] > 1.5 * room[1] else _MATRIX_ON_SQUARE
    free = share * room[0], room[1] - above - BELOW * key
    fit = fit_matrix(matrix, free, preset, fills=True)
    matrix_width, matrix_height = fit.extent(matrix)
    left = matrix_width + _BETWEEN * room[0]
    heading = 0.85 * preset.caption
    head = max(fit.top, HEADING * heading)
    height = max(matrix_height - fit.top, min(free[1] - head, fit.size * len(matrix.columns)))
    size = word_size(lines, (room[0] - left, height), fit.size, preset)
    whole = above + max(matrix_height, head + height) + BELOW * key

    def paint(page: Page, x: float, y: float) -> None:
        if translation:
            _paint_translation(page, translation, rows, (x, y), strip)
        base = y + above - 0.6 * title
        page.text(x, base, matrix.title, title, bold=True, kind="title")
        paint_matrix(page, matrix, (x, y + above), fit)
        columns = Columns(x + left, x + room[0], y + above + head, height, size)
        paint_columns(page, lines, columns, heading)
        paint_legend(page, [matrix], x, y + whole - 0.45 * key, key)

    notes = [stride_note(max(fit.strides))] if max(fit.strides) > 1 else []
    return Plan(whole, notes, paint)


def _fit_translation(
    translation: Translation, room: float, preset: Preset
) -> tuple[float, list[_Row]]:
    """Return the largest size of the words at which they need few lines, and the lines."""
    size = preset.title
    while True:
        rows = _break_words(translation, size, room, preset)
        if len(rows) == 1 or (len(rows) <= _MOST_LINES and size < 0.8 * preset.title):
            return size, rows
        if size <= preset.least:
            return size, rows
        size = max(preset.least, SMALLER * size)


def _percent_size(size: float, preset: Preset) -> float:
    """Return the size of a probability below a word of this size."""
    return max(preset.least, _PERCENT * size)


def _break_words(translation: Translation, size: float, room: float, preset: Preset) -> list[_Row]:
    """Break the words into lines."""
    rows: list[_Row] = [[]]
    left = 0.0
    for place, word in enumerate(translation.words):
        percent = _percent_of(translation, place)
        word_width = max(
            width(shorten_label(word), size, preset, bold=True),
            width(percent, _percent_size(size, preset), preset),
        )
        if rows[-1] and left + word_width > room:
            rows.append([])
            left = 0.0
        rows[-1].append((place, left))
        left += word_width + _WORDS_APART * size
    return rows


def _percent_of(translation: Translation, place: int) -> str:
    return f"{translation.probabilities[place]:.0%}".replace("%", "\u202f%")


def _paint_translation(
    page: Page,
    translation: Translation,
    rows: list[_Row],
    corner: tuple[float, float],
    size: float,
) -> None:
    """Paint the words with their probabilities; words not yet written are faint."""
    preset, written = page.preset, translation.written
    for number, row in enumerate(rows):
        base = corner[1] + number * _WORD_LINE * size + size
        for place, left in row:
            x, word = corner[0] + left, shorten_label(translation.words[place])
            opacity = LATER if written is not None and place > written else 1.0
            bold = place == written
            page.text(x, base, word, size, bold=bold, opacity=opacity, kind="translated")
            line = np.array([[[x, base + 0.25 * size]] * 2])
            line[0, 1, 0] += width(word, size, preset, bold)
            share = translation.probabilities[place]
            page.strokes(line, 0.08 * size, preset.ink[6], opacity * share, "sure")
            percent = _percent_of(translation, place)
            small = _percent_size(size, preset)
            below = base + 0.4 * size + small
            page.text(x, below, percent, small, colour=preset.muted, opacity=opacity, kind="sure")
