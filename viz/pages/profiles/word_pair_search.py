"""Rank heads by their weight from one word of a sentence to another."""

from typing import NamedTuple

import numpy as np

from models import Trace

from ...analysis.measures import merge_subwords
from ...analysis.views import Axis, HeadChoice, axes_of, read_axis, source_axis, written_axis


class Ranked(NamedTuple):
    """A head with its weight between two words."""

    head: HeadChoice
    weight: float


def sides_of(trace: Trace) -> dict[str, Axis]:
    """Return the texts of a run to choose words from: "e", the sentence, "f", its translation.

    A decoder-only model has one text, the sentence with its continuation.
    """
    if not trace.source:
        return {"e": read_axis(trace)}
    sides = {"e": source_axis(trace), "f": written_axis(trace)}
    return {letter: axis for letter, axis in sides.items() if axis.tokens}


def rank_heads(trace: Trace, start: str, end: str) -> list[Ranked]:
    """Rank all heads that can lead from one word to another by that weight, the largest first.

    Words are "e1", of the sentence, or "f1", of the translation, from 1. In cross-attention, a
    French word (in the row that writes it) attends to an English word; the words are swapped for
    the reverse, which does not exist. In a decoder, a word is in the row that reads it, and sees no
    later words; a decoder-only model reads the sentence there too.
    """
    if start[0] == "e" and end[0] == "f":
        start, end = end, start
    row, column = int(start[1:]) - 1, int(end[1:]) - 1
    reads = "encoder" if trace.source else "decoder"
    stack = {"ee": reads, "ff": "decoder", "fe": "cross"}[start[0] + end[0]]
    maps = trace.attention.get(stack) if stack in trace.attention else None
    if maps is None:
        return []
    rows, columns = axes_of(trace, stack)
    weights = merge_subwords(maps.weights, rows.words, columns.words)
    cells = weights[:, :, row + rows.marks[0], column + columns.marks[0]]  # [layer, head]
    order = np.argsort(-cells, axis=None, kind="stable")
    return [
        Ranked(HeadChoice(stack, int(layer), int(head)), float(cells[layer, head]))
        for layer, head in zip(*np.unravel_index(order, cells.shape), strict=True)
    ]
