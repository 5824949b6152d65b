"""Things drawn by a few strokes: polygons that are filled, and holes in them, in a unit square."""

from typing import NamedTuple

import numpy as np

_Polygon = tuple[tuple[float, float], ...]  # corners: across and down, 0 to 1
_FINE = 8  # points of a pixel, in each direction


class _Shape(NamedTuple):
    """What is filled with the colour of a thing, and what is left white in it."""

    filled: tuple[_Polygon, ...]
    holes: tuple[_Polygon, ...] = ()


def _round(x: float, y: float, radius: float) -> _Polygon:
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    circle = zip(x + radius * np.cos(angles), y + radius * np.sin(angles))
    return tuple((round(float(a), 3), round(float(b), 3)) for a, b in circle)


def _box(left: float, top: float, right: float, bottom: float) -> _Polygon:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _star() -> _Polygon:
    angles = np.arange(10) * np.pi / 5 - np.pi / 2
    radii = np.where(np.arange(10) % 2, 0.19, 0.46)
    corners = zip(0.5 + radii * np.cos(angles), 0.53 + radii * np.sin(angles))
    return tuple((round(float(x), 3), round(float(y), 3)) for x, y in corners)


THING_SHAPES = {
    "dog": _Shape(
        (
            _box(0.2, 0.42, 0.72, 0.66),
            _box(0.2, 0.6, 0.29, 0.92),
            _box(0.35, 0.6, 0.44, 0.92),
            _box(0.53, 0.6, 0.62, 0.92),
            _box(0.64, 0.6, 0.72, 0.92),
            ((0.62, 0.46), (0.62, 0.18), (0.78, 0.18), (0.96, 0.3), (0.96, 0.42), (0.72, 0.5)),
            ((0.6, 0.18), (0.68, 0.06), (0.72, 0.22)),
            ((0.2, 0.44), (0.05, 0.2), (0.12, 0.16), (0.28, 0.42)),
        ),
        (_round(0.78, 0.28, 0.035),),
    ),
    "cat": _Shape(
        (
            _round(0.5, 0.38, 0.24),
            ((0.28, 0.34), (0.26, 0.06), (0.46, 0.2)),
            ((0.72, 0.34), (0.74, 0.06), (0.54, 0.2)),
            ((0.38, 0.56), (0.62, 0.56), (0.74, 0.94), (0.26, 0.94)),
            ((0.7, 0.94), (0.9, 0.84), (0.88, 0.54), (0.95, 0.54), (0.97, 0.88), (0.74, 0.94)),
        ),
        (_round(0.41, 0.36, 0.045), _round(0.59, 0.36, 0.045)),
    ),
    "bird": _Shape(
        (
            ((0.14, 0.56), (0.4, 0.4), (0.7, 0.44), (0.6, 0.68), (0.36, 0.72)),
            _round(0.68, 0.36, 0.15),
            ((0.8, 0.3), (0.98, 0.38), (0.8, 0.42)),
            ((0.02, 0.44), (0.22, 0.52), (0.04, 0.66)),
            ((0.34, 0.5), (0.3, 0.14), (0.56, 0.48)),
            _box(0.43, 0.66, 0.47, 0.9),
            _box(0.53, 0.66, 0.57, 0.9),
        ),
        (_round(0.71, 0.33, 0.035),),
    ),
    "car": _Shape(
        (
            _box(0.05, 0.46, 0.95, 0.7),
            ((0.22, 0.48), (0.34, 0.26), (0.66, 0.26), (0.8, 0.48)),
            _round(0.27, 0.73, 0.13),
            _round(0.73, 0.73, 0.13),
        ),
        (
            ((0.3, 0.46), (0.37, 0.32), (0.48, 0.32), (0.48, 0.46)),
            ((0.53, 0.46), (0.53, 0.32), (0.63, 0.32), (0.71, 0.46)),
            _round(0.27, 0.73, 0.05),
            _round(0.73, 0.73, 0.05),
        ),
    ),
    "boat": _Shape(
        (
            ((0.06, 0.66), (0.94, 0.66), (0.76, 0.9), (0.24, 0.9)),
            _box(0.47, 0.08, 0.52, 0.68),
            ((0.56, 0.12), (0.88, 0.58), (0.56, 0.58)),
            ((0.43, 0.2), (0.43, 0.58), (0.18, 0.58)),
        )
    ),
    "house": _Shape(
        (
            ((0.06, 0.46), (0.5, 0.08), (0.94, 0.46)),
            _box(0.16, 0.44, 0.84, 0.92),
            _box(0.68, 0.1, 0.78, 0.36),
        ),
        (_box(0.42, 0.64, 0.58, 0.92), _box(0.24, 0.54, 0.36, 0.68), _box(0.66, 0.54, 0.78, 0.68)),
    ),
    "tree": _Shape(
        (
            ((0.5, 0.04), (0.76, 0.36), (0.24, 0.36)),
            ((0.5, 0.22), (0.84, 0.58), (0.16, 0.58)),
            ((0.5, 0.4), (0.92, 0.78), (0.08, 0.78)),
            _box(0.44, 0.76, 0.56, 0.95),
        )
    ),
    "star": _Shape((_star(),)),
    "square": _Shape((_box(0.14, 0.14, 0.86, 0.86),)),
    "circle": _Shape((_round(0.5, 0.5, 0.4),)),
}


def _inside(polygon: _Polygon, across: np.ndarray, down: np.ndarray) -> np.ndarray:
    """Return which points are inside, by the number of edges to their right."""
    inside = np.zeros(across.shape, bool)
    for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0])):
        crosses = (y1 > down) != (y2 > down)
        if y1 != y2:
            inside ^= crosses & (across < (x2 - x1) * (down - y1) / (y2 - y1) + x1)
    return inside


def coverage(shape: _Shape, pixels: int) -> np.ndarray:
    """Return the share of each pixel that a shape covers, `[row, column]`."""
    points = (np.arange(pixels * _FINE) + 0.5) / (pixels * _FINE)
    across, down = np.meshgrid(points, points)
    inside = np.zeros(across.shape, bool)
    for polygon in shape.filled:
        inside |= _inside(polygon, across, down)
    for polygon in shape.holes:
        inside &= ~_inside(polygon, across, down)
    return inside.reshape(pixels, _FINE, pixels, _FINE).mean((1, 3))
