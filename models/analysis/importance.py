"""The loss of a network without each of its heads, as a value. Numpy only.

A loss is in the log-probability of a token, in nats, or in BLEU, in points; positive = the network
is worse without the head. Depending on the task, the token belongs to the French reference, is the
next one of a text, or is masked.
"""

from dataclasses import MISSING, dataclass, fields
from typing import Any

import numpy as np

from ..protocols import Task

Head = tuple[str, int, int]  # stack, layer, head

# The orders in which heads are removed one after another.
ORDERS = ("greedy", "ablation", "gradient")
VALUE, LOW, HIGH = range(3)  # of a figure with its 95 % interval


@dataclass(frozen=True, eq=False)
class Importance:
    """The importance of each head; all arrays follow the order of `heads`.

    A figure that was not measured is nan; an order that was not measured is all 0.
    """

    heads: tuple[Head, ...]
    sentences: int  # sentences for log-probability and gradients
    translated: int  # sentences for BLEU, the curves and other weights
    searched: int  # other sentences, for the greedy order
    log_probability: float  # of a token, of the whole network
    bleu: float  # of the whole network
    lost: np.ndarray  # [head, 3] log-probability lost without the head: value, low, high
    bleu_lost: np.ndarray  # [head, 3]
    gradient: np.ndarray  # [head] mean of |<head, dL/dhead>| a token (Michel et al. 2019)
    uniform: np.ndarray  # [head, 3] log-probability lost with uniform weights
    permuted: np.ndarray  # [head, 3] log-probability lost with permuted weights
    removal: np.ndarray  # [order, head] places of heads in the order they are removed
    curves: np.ndarray  # [order, removed] log-probability lost, from no head removed to all
    bleu_curve: np.ndarray  # [removed] BLEU along the first order, measured at some places
    task: Task = "translation"  # of the model: determines the tokens; old files lack it

    @property
    def rank_correlation(self) -> float:
        """Spearman's, of gradient and log-probability lost; nan for fewer than 3 heads."""
        if len(self.heads) < 3:
            return float("nan")
        gradient_ranks = ranks(self.gradient)
        return float(np.corrcoef(gradient_ranks, ranks(self.lost[:, VALUE]))[0, 1])

    @property
    def needed(self) -> np.ndarray:
        """Which heads are needed: the interval of their loss is above 0. `[head]`."""
        return self.lost[:, LOW] > 0

    def spared(self, share: float) -> int | None:
        """Return how many heads can be removed before this share of the full BLEU is lost.

        None if it was not measured.
        """
        steps = np.flatnonzero(~np.isnan(self.bleu_curve))
        if not len(steps):
            return None
        poor = self.bleu_curve[steps] < (1 - share) * self.bleu
        return int(steps[poor.argmax() - 1 if poor.any() else -1])

    def spared_within(self, nats: float) -> int | None:
        """Return how many heads can be removed before a token loses this much log-probability.

        None if it was not measured.
        """
        curve = self.curves[0]
        if np.isnan(curve).any():
            return None
        poor = curve > nats
        return int(poor.argmax() - 1 if poor.any() else len(curve) - 1)


def ranks(values: np.ndarray) -> np.ndarray:
    """Return the rank of each value; ties get their mean rank."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return (ends - (counts - 1) / 2)[places]


def to_file(importance: Importance) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return the arrays by their names in a profile's file, and the rest for its JSON."""
    arrays, about = {}, {}
    for field in fields(importance):
        value = getattr(importance, field.name)
        if isinstance(value, np.ndarray):
            dtype = np.int16 if field.name == "removal" else np.float32
            arrays[f"importance {field.name}"] = value.astype(dtype)
        else:
            about[field.name] = value
    return arrays, about


def from_file(arrays: dict[str, np.ndarray], about: dict[str, Any]) -> Importance:
    """Invert `to_file`. Raises KeyError if an entry is missing."""
    values: dict[str, Any] = {}
    for field in fields(Importance):
        if field.name in about:
            values[field.name] = about[field.name]
        elif field.default is MISSING:
            array = arrays[f"importance {field.name}"]
            values[field.name] = array.astype(int if field.name == "removal" else float)
    values["heads"] = tuple((stack, layer, head) for stack, layer, head in about["heads"])
    return Importance(**values)
