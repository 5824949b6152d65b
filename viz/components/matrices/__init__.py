"""Matrices of words by words side by side: a row pointed at stands out in all of them."""

import numpy as np

from ...base.theme import INK
from ...draw.panel import Panel
from .. import canvas

component = canvas.component("matrices")


def pack(panels: list[Panel], hint: str) -> bytes:
    """All pictures, in the order they stand."""
    blocks, numbers, offset = [], [], 0
    for panel in panels:
        block: dict[str, object] = {
            "title": panel.title,
            "note": panel.note,
            "colour": panel.colour,
            "rows": (),
            "columns": (),
        }
        if panel.values is not None:
            numbers.append(canvas.steps(panel.values, panel.least, panel.most, panel.allowed))
            block |= {
                "offset": offset,
                "rows": panel.rows,
                "columns": panel.columns,
                "least": panel.least,
                "most": panel.most,
                "kind": panel.kind,
                "before": panel.before,
                "lit": panel.lit,
                "lines": panel.lines,
                "caption": panel.caption,
                "changed": [] if panel.changed is None else np.argwhere(panel.changed).tolist(),
            }
            offset += panel.values.size
        blocks.append(block)
    return canvas.pack({"panels": blocks, "hint": hint, "ink": INK}, numbers)


def matrices(panels: list[Panel], hint: str, key: str = "matrices"):
    """Draw them; `hint` says in a sentence what to do with the pointer."""
    return component(key=key, data=pack(panels, hint))
