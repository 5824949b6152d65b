"""The loss of a network without each of its heads, as a value. Numpy only.

A loss is in the log-probability of a token, in nats, or in BLEU, in points; positive = the network
is worse without the head. Depending on the task, the token belongs to the French reference, is the
next one of a text, or is masked.
"""

from collections.abc import Iterable
from dataclasses import MISSING, dataclass, fields
from typing import Any

import numpy as np

from ..protocols import Task

Head = tuple[str, int, int]  # stack, layer, head
Sources = tuple[tuple[str, int], ...]  # names of texts, each with its number of sentences

# The orders in which heads are removed one after another.
REMOVAL_ORDERS = ("greedy", "ablation", "gradient")
VALUE, LOW, HIGH = range(3)  # of a figure with its 95 % interval


def stack_heads(model: Any, stacks: Iterable[str] = ()) -> tuple[Head, ...]:
    """Return the heads of a model, or of these stacks of it, in the order of the figures."""
    return tuple(
        (stack, layer, head)
        for stack in stacks or model.attention_sizes
        for layer in model.capabilities.attending(stack)
        for head in range(model.attention_sizes[stack][1])
    )


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
    task: Task = "translation"  # of the model: determines the tokens
    # Held-out texts with their numbers among `sentences`; (): the sentences of the profile.
    sources: Sources = ()
    # [order, removed, 2] the ends of the intervals of `curves`
    curve_ends: np.ndarray | None = None
    # [removed, 2] those of the share of BLEU that is left along the first order
    bleu_ends: np.ndarray | None = None

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
        if np.isnan(self.bleu_curve).all():
            return None
        return _last_above(self.bleu_curve / self.bleu, 1 - share)

    def spared_ends(self, share: float) -> tuple[int, int] | None:
        """Return the ends of the interval of `spared`; None if they were not measured."""
        if self.bleu_ends is None or np.isnan(self.bleu_ends).all():
            return None
        low, high = (_last_above(ends, 1 - share) for ends in self.bleu_ends.T)
        return low, high

    def spared_within(self, nats: float) -> int | None:
        """Return how many heads can be removed before a token loses this much log-probability.

        None if it was not measured.
        """
        if np.isnan(self.curves[0]).any():
            return None
        return _last_above(-self.curves[0], -nats)

    def spared_within_ends(self, nats: float) -> tuple[int, int] | None:
        """Return the ends of the interval of `spared_within`; None if they were not measured."""
        if self.curve_ends is None:
            return None
        low, high = (_last_above(-ends, -nats) for ends in self.curve_ends[0].T)
        return high, low


def _last_above(curve: np.ndarray, least: float) -> int:
    """Return the last measured place before a curve falls below `least`; nan is not measured.

    The first place, where nothing is removed, counts in any case.
    """
    steps = np.flatnonzero(~np.isnan(curve))
    poor = curve[steps[1:]] < least
    return int(steps[poor.argmax() if poor.any() else -1])


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
        elif value is not None:
            about[field.name] = value
    return arrays, about


def from_file(arrays: dict[str, np.ndarray], about: dict[str, Any]) -> Importance:
    """Invert `to_file`. Raises KeyError if an entry is missing."""
    values: dict[str, Any] = {}
    for field in fields(Importance):
        if field.name in about:
            values[field.name] = about[field.name]
        elif field.default is MISSING or f"importance {field.name}" in arrays:
            array = arrays[f"importance {field.name}"]
            values[field.name] = array.astype(int if field.name == "removal" else float)
    values["heads"] = tuple((stack, layer, head) for stack, layer, head in about["heads"])
    values["sources"] = tuple((name, count) for name, count in about["sources"])
    return Importance(**values)
