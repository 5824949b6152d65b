"""Strokes and their picture."""

import numpy as np
import pytest

from models import UserError
from models.digits import (
    INNER,
    MOST_POINTS,
    PEN,
    SIZE,
    STROKE_STEPS,
    _rasterise,
    _write_strokes,
    paint,
    parse_strokes,
)


def test_strokes_are_read_as_they_are_written():
    strokes = ((0, 0), (63, 63), (5, 40)), ((31, 2),)
    assert parse_strokes(_write_strokes(strokes)) == strokes
    assert parse_strokes("") == ()


@pytest.mark.parametrize("text", ["A", "AB.C", "A B!", "é0"])
def test_other_texts_are_refused(text):
    with pytest.raises(UserError, match="not a drawing"):
        parse_strokes(text)


def test_a_drawing_with_too_many_points_is_refused():
    with pytest.raises(UserError, match="at most"):
        parse_strokes("AA" * (MOST_POINTS + 1))


def test_ink_is_where_the_pen_was():
    """A slow version: the distance of each pixel to a thousand points of the stroke."""
    strokes = [[(10, 10), (50, 20), (30, 55)], [(5, 60)]]
    ink = _rasterise(strokes)
    places = []
    for stroke in strokes:
        for a, b in zip(stroke, stroke[1:] or stroke, strict=False):
            shares = np.linspace(0, 1, 1000)[:, None]
            places.append(np.array(a) * (1 - shares) + np.array(b) * shares)
    points = (np.concatenate(places) + 0.5) * SIZE / STROKE_STEPS
    for y in range(SIZE):
        for x in range(SIZE):
            distance = np.hypot(points[:, 0] - x - 0.5, points[:, 1] - y - 0.5).min()
            expected = min(1, max(0, PEN / 2 + 0.5 - distance))
            assert ink[y, x] == pytest.approx(expected, abs=0.02)
    assert _rasterise([]).max() == 0


def test_the_square_around_a_drawing_is_read_wherever_and_however_large_it_is():
    small = [(10, 10), (15, 14), (12, 24)]
    large = [(10 + 3 * (x - 10), 30 + 3 * (y - 10)) for x, y in small]
    np.testing.assert_allclose(paint([small]), paint([large]), atol=1e-5)
    rows = np.flatnonzero(paint([large]).max(1) > 0.5)
    assert rows[-1] - rows[0] + 1 == pytest.approx(INNER + PEN, abs=1)
    assert rows.mean() == pytest.approx((SIZE - 1) / 2, abs=0.6)
