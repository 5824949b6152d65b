"""What a phone measures in a head, by the model of Python."""

import numpy as np

from models import Request, load
from viz.analysis.views import HeadChoice, heads_of

CHOICE = HeadChoice("encoder", 1, 2)


def measured(sentence: str, measure: str, choice: HeadChoice = CHOICE) -> tuple[float, float]:
    """Return the number and its chance: means over the rows with a choice that have the place."""
    trace = load("transformer").trace(Request("transformer", sentence))
    heads = heads_of(trace, choice.stack, merged=True)
    weights, allowed = heads.weights[choice.layer, choice.head], heads.allowed
    rows, columns = weights.shape
    places = {
        "previous": np.arange(rows) - 1,
        "next": np.arange(rows) + 1,
        "same": np.arange(rows),
        "first": np.zeros(rows, int),
        "last": np.full(rows, columns - 1),
        "largest": weights.argmax(axis=1),
    }[measure]
    pairs = [
        (weights[row, place], 1 / allowed[row].sum())
        for row, place in enumerate(places)
        if 0 <= place < columns and allowed[row, place] and allowed[row].sum() > 1
    ]
    return tuple(np.mean(pairs, axis=0).tolist())
