"""The word alignments that several models draw of one sentence, side by side: a French word lights its source in all."""

from dataclasses import dataclass

from ...theme import INK
from ...views import Alignment
from .. import canvas

component = canvas.component("alignments")


@dataclass(frozen=True)
class Panel:
    """One model's picture; without an alignment the note says why there is none."""

    title: str
    note: str
    colour: str  # "#rrggbb"
    alignment: Alignment | None = None


def pack(panels: list[Panel]) -> bytes:
    """All pictures, in the order they stand."""
    blocks, numbers, offset = [], [], 0
    for panel in panels:
        block = {"title": panel.title, "note": panel.note, "colour": panel.colour, "rows": (), "columns": ()}
        if panel.alignment is not None:
            numbers.append(canvas.steps(panel.alignment.weights))
            block |= {"offset": offset, "rows": panel.alignment.rows, "columns": panel.alignment.columns}
            offset += panel.alignment.weights.size
        blocks.append(block)
    return canvas.pack({"panels": blocks, "ink": INK}, numbers)


def alignments(panels: list[Panel], key: str = "alignments"):
    """Draw them."""
    return component(key=key, data=pack(panels))
