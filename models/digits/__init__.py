"""Drawn digits: strokes, their picture, and what networks make of it. Numpy only.

The networks are `models.networks.vision_transformer` and `convolution`; `models.digits.reading`
loads and asks them.
"""

import functools
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import UserError

DIGITS_FOLDER = Path(__file__).parent
SIZE, PATCH = 28, 7  # pixels of a picture and of a patch, on each side
GRID = SIZE // PATCH  # patches on each side
LAYERS, HEADS = 3, 4  # of the transformer
PEN = 2.4  # pixels: the width of a stroke
INNER = 20  # pixels of the longer side of a drawing in its picture, between the pen's centres
LEAST_SQUARE = 16  # places: a dot is no large blot
STROKE_STEPS = 64  # places of a point of a stroke, in each direction
MOST_POINTS = 400
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_Stroke = tuple[tuple[int, int], ...]  # points (x, y) from 0 to STEPS - 1, y downwards


@functools.cache
def card(name: str) -> dict[str, Any]:
    """Return the card of a network with its figures."""
    content: dict[str, Any] = json.loads(
        (DIGITS_FOLDER / name / "card.json").read_text(encoding="utf-8")
    )
    return content


@functools.cache
def curves() -> dict[str, Any]:
    """Return how often each network is right by the number of pictures it was trained on."""
    content: dict[str, Any] = json.loads(
        (DIGITS_FOLDER / "curves.json").read_text(encoding="utf-8")
    )
    return content


def parse_strokes(text: str) -> tuple[_Stroke, ...]:
    """Read strokes: two letters of base64 for a point, "." between strokes.

    Raises UserError for anything else.
    """
    strokes = [stroke for stroke in text.strip().split(".") if stroke]
    if any(len(stroke) % 2 or not set(stroke) <= set(_LETTERS) for stroke in strokes):
        raise UserError("This is not a drawing. Clear it and draw again.")
    if sum(map(len, strokes)) > 2 * MOST_POINTS:
        raise UserError(
            "A drawing has at most {most} points. Clear it and draw with fewer strokes.",
            most=MOST_POINTS,
        )
    places = [[*map(_LETTERS.index, stroke)] for stroke in strokes]
    return tuple(tuple(zip(row[::2], row[1::2], strict=True)) for row in places)


def _write_strokes(strokes: Iterable[_Stroke]) -> str:
    """Write strokes as `parse_strokes` reads them."""
    return ".".join("".join(_LETTERS[x] + _LETTERS[y] for x, y in stroke) for stroke in strokes)


def _square_around(points: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the corner (x, y) and the side of the square that is read of points `[point, (x, y)]`.

    The drawing is in its middle and fills a fixed part of it, as in MNIST.
    """
    least, most = points.min(0), points.max(0)
    side = max(float(LEAST_SQUARE), float((most - least).max()) * SIZE / INNER)
    return (least + most) / 2 - side / 2, side


def paint(strokes: Iterable[_Stroke]) -> np.ndarray:
    """Paint the square around strokes: ink `[y, x]`, 0 to 1."""
    arrays = [np.array(stroke, np.float32) for stroke in strokes]
    if not arrays:
        return np.zeros((SIZE, SIZE), np.float32)
    corner, side = _square_around(np.concatenate(arrays))
    return _rasterise([(points - corner) / side * STROKE_STEPS - 0.5 for points in arrays])


def _rasterise(
    strokes: Iterable[Sequence[Sequence[float]] | np.ndarray], pen: float = PEN
) -> np.ndarray:
    """Paint strokes of points (x, y) from 0 to STEPS - 1 with a round pen: ink `[y, x]`, 0 to 1."""
    centres = np.arange(SIZE, dtype=np.float32) + 0.5
    pixels = np.stack(np.meshgrid(centres, centres), -1).reshape(-1, 1, 2)  # [pixel, 1, (x, y)]
    ink = np.zeros(SIZE * SIZE, np.float32)
    for stroke in strokes:
        points = (np.asarray(stroke, np.float32) + 0.5) * (SIZE / STROKE_STEPS)
        start, along = points[:-1], np.diff(points, axis=0)
        if len(points) == 1:  # a dot
            start, along = points, np.zeros_like(points)
        square = np.maximum((along**2).sum(-1), 1e-9)  # [segment]
        share = (((pixels - start) * along).sum(-1) / square).clip(0, 1)  # [pixel, segment]
        distance = np.linalg.norm(start + share[..., None] * along - pixels, axis=-1).min(1)
        ink = np.maximum(ink, (pen / 2 + 0.5 - distance).clip(0, 1))
    return ink.reshape(SIZE, SIZE)


@dataclass(frozen=True)
class DigitReading:
    """What both networks make of a picture. Raises ValueError if shapes do not fit."""

    transformer: np.ndarray  # [digit], probabilities
    convolution: np.ndarray  # the same
    weights: np.ndarray  # [layer, head, query, key]; the first token is [CLS], then the patches
    shown: np.ndarray  # [y, x], the ink that the convolution reads

    def __post_init__(self) -> None:
        tokens = GRID**2 + 1
        if self.weights.shape != (LAYERS, HEADS, tokens, tokens) or self.shown.shape != (
            SIZE,
            SIZE,
        ):
            raise ValueError(f"weights {self.weights.shape}, picture {self.shown.shape}")
        if self.transformer.shape != (10,) or self.convolution.shape != (10,):
            raise ValueError(f"{len(self.transformer)} and {len(self.convolution)} digits")
