"""Which heads lead from one word of a sentence to another."""

from typing import NamedTuple

import numpy as np

from models import Trace

from ...measures import merge_subwords
from ...views import HeadChoice


class Ranked(NamedTuple):
    """A head with the weight that it gives."""

    head: HeadChoice
    weight: float


def rank_heads(trace: Trace, start: str, end: str) -> list[Ranked]:
    """All heads that can lead from one word to another, by that weight, the largest first.

    Words are "e1", of the sentence, or "f1", of the translation, counted from 1. From a French word
    to an English one leads cross-attention, where the French word is written; the way back there is
    none, and so it is turned round. In the decoder a word is looked for where it is read, and sees
    none that comes later.
    """
    if start[0] == "e" and end[0] == "f":
        start, end = end, start
    row, column = int(start[1:]) - 1, int(end[1:]) - 1
    stack = {"ee": "encoder", "ff": "decoder", "fe": "cross"}[start[0] + end[0]]
    maps = trace.attention.get(stack) if stack in trace.attention else None
    if maps is None:
        return []
    rows, columns = {
        "encoder": (trace.source_words, trace.source_words),
        "decoder": (trace.decoder_words, trace.decoder_words),
        "cross": (trace.predicted_words, trace.source_words),
    }[stack]
    weights = merge_subwords(maps.weights, rows, columns)
    places = {word: place for place, word in enumerate(dict.fromkeys(rows))}
    row_of = {word: place for word, place in places.items() if word >= 0}
    column_of = {word: place for place, word in enumerate(dict.fromkeys(columns)) if word >= 0}
    cells = weights[:, :, row_of[row], column_of[column]]  # [layer, head]
    order = np.argsort(-cells, axis=None, kind="stable")
    return [
        Ranked(HeadChoice(stack, int(layer), int(head)), float(cells[layer, head]))
        for layer, head in zip(*np.unravel_index(order, cells.shape), strict=True)
    ]
