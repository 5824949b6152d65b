"""Matrices of words by words side by side: a row pointed at stands out in all of them."""

from dataclasses import dataclass

import numpy as np

from ...theme import INK
from .. import canvas

component = canvas.component("matrices")


@dataclass(frozen=True)
class Panel:
    """One picture; without values the note says why there are none."""

    title: str
    note: str
    colour: str  # "#rrggbb"
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    values: np.ndarray | None = None  # [row, column]
    allowed: np.ndarray | None = None  # [row, column]; others are hatched
    changed: np.ndarray | None = None  # [row, column]; these are outlined
    least: float = 0.0  # the value of the palest colour
    most: float = 1.0  # and of the darkest
    kind: str = "weight"  # or "score", "mask", "distance", "norm", "cosine"


def pack(panels: list[Panel], hint: str) -> bytes:
    """All pictures, in the order they stand."""
    blocks, numbers, offset = [], [], 0
    for panel in panels:
        block = {"title": panel.title, "note": panel.note, "colour": panel.colour, "rows": (), "columns": ()}
        if panel.values is not None:
            numbers.append(canvas.steps(panel.values, panel.least, panel.most, panel.allowed))
            block |= {"offset": offset, "rows": panel.rows, "columns": panel.columns, "least": panel.least, "most": panel.most, "kind": panel.kind,
                      "changed": [] if panel.changed is None else np.argwhere(panel.changed).tolist()}
            offset += panel.values.size
        blocks.append(block)
    return canvas.pack({"panels": blocks, "hint": hint, "ink": INK}, numbers)


def matrices(panels: list[Panel], hint: str, key: str = "matrices"):
    """Draw them; `hint` says in a sentence what to do with the pointer."""
    return component(key=key, data=pack(panels, hint))
