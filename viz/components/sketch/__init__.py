"""A digit drawn by hand, its patches, what each head attends to, and what both networks read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from models.digits import GRID, INNER, LEAST_SQUARE, PEN, SIZE, STROKE_STEPS

from ...base.theme import HEADS, INK
from .. import canvas

_component = canvas.component("sketch")


@dataclass(frozen=True)
class Sketch:
    """A drawing and what is shown of it. The settings are texts, as they stand in an address."""

    settings: Mapping[str, str]  # digit, hidden, silenced, query
    examples: tuple[str, ...]  # a drawing of each digit
    weights: np.ndarray  # [layer, head, query, key]; of nothing where nothing is drawn
    rollout: np.ndarray  # [patch], from [CLS]
    ink: np.ndarray  # [y, x], what the transformer reads
    shown: np.ndarray  # [y, x], what the convolution reads
    probabilities: Mapping[str, np.ndarray]  # of each digit, by the network
    finding: str
    names: Mapping[str, str]  # of the parts of the picture


def _pack(sketch: Sketch) -> bytes:
    """Pack a sketch: weights, rollout, both pictures, the probabilities."""
    numbers = (
        sketch.weights,
        sketch.rollout,
        sketch.ink,
        sketch.shown,
        *sketch.probabilities.values(),
    )
    layers, heads = sketch.weights.shape[:2]
    head = {
        "settings": dict(sketch.settings),
        "examples": sketch.examples,
        "layers": layers,
        "heads": heads,
        "size": SIZE,
        "grid": GRID,
        "places": STROKE_STEPS,
        "pen": PEN,
        "inner": INNER,
        "least": LEAST_SQUARE,
        "networks": [*sketch.probabilities],
        "colours": HEADS[: len(sketch.probabilities)],
        "finding": sketch.finding,
        "names": dict(sketch.names),
        "ink": INK,
    }
    return canvas.pack(head, map(canvas.quantize_uint16, numbers))


def draw_sketch(sketch: Sketch, key: str, on_change: Callable[[], object]):
    """Draw it. The state "setting" of `key` has the changed settings."""
    return _component(key=key, data=_pack(sketch), on_setting_change=on_change)
