"""What a network loses without each of its heads, as a value. Numpy only.

Losses are of the log-probability of a token, in nats, or of BLEU, in points; above 0 = the network
is worse without the head. The token is one of the French of people, the next one of a text, or one
that is masked, as the task is.
"""

from dataclasses import MISSING, dataclass, fields
from typing import Any

import numpy as np

from ..protocols import Task

Head = tuple[str, int, int]  # mechanism, layer, head

# In which order heads may be removed, one after the other.
ORDERS = ("greedy", "ablation", "gradient")
VALUE, LOW, HIGH = range(3)  # of a figure with its 95 % interval


@dataclass(frozen=True, eq=False)
class Importance:
    """How much each head matters; all arrays have the heads in the order of `heads`.

    A figure that was not measured is nan; an order that was not found is all 0.
    """

    heads: tuple[Head, ...]
    sentences: int  # that log-probability and gradients were measured on
    translated: int  # those that BLEU, the curves and other weights were measured on
    searched: int  # others, on which the greedy order was found
    log_probability: float  # of a token, of the whole network
    bleu: float  # of the whole network
    lost: np.ndarray  # [head, 3] log-probability lost without the head: value, low, high
    bleu_lost: np.ndarray  # [head, 3]
    gradient: np.ndarray  # [head] mean of |<head, dL/dhead>| a token (Michel et al. 2019)
    uniform: np.ndarray  # [head, 3] log-probability lost when it attends to all alike
    permuted: np.ndarray  # [head, 3] and when its weights lie on other words
    removal: np.ndarray  # [order, head] places of heads in the order they are removed
    curves: np.ndarray  # [order, removed] log-probability lost, from no head removed to all
    bleu_curve: np.ndarray  # [removed] BLEU along the first order, measured at some places
    task: Task = "translation"  # of the model, which says of what tokens; files may lack it

    @property
    def rank_correlation(self) -> float:
        """Spearman's, of the gradient and the log-probability lost; nan for fewer than 3 heads."""
        if len(self.heads) < 3:
            return float("nan")
        both = [ranks(values) for values in (self.gradient, self.lost[:, VALUE])]
        return float(np.corrcoef(both)[0, 1])

    @property
    def needed(self) -> np.ndarray:
        """Without which heads clearly something is lost: the interval lies above 0. `[head]`."""
        return self.lost[:, LOW] > 0

    def spared(self, share: float) -> int | None:
        """How many heads can be removed before this share of the BLEU of the whole is gone.

        None where it was not measured.
        """
        steps = np.flatnonzero(~np.isnan(self.bleu_curve))
        if not len(steps):
            return None
        poor = self.bleu_curve[steps] < (1 - share) * self.bleu
        return int(steps[poor.argmax() - 1 if poor.any() else -1])

    def spared_within(self, nats: float) -> int | None:
        """How many heads can be removed before a token has lost so much of its log-probability.

        None where it was not measured.
        """
        curve = self.curves[0]
        if np.isnan(curve).any():
            return None
        poor = curve > nats
        return int(poor.argmax() - 1 if poor.any() else len(curve) - 1)


def ranks(values: np.ndarray) -> np.ndarray:
    """The rank of each value, equal ones in the middle of theirs."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return (ends - (counts - 1) / 2)[places]


def to_file(importance: Importance) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Its arrays, by the names in a profile's file, and the rest for its JSON."""
    arrays, about = {}, {}
    for one in fields(importance):
        value = getattr(importance, one.name)
        if isinstance(value, np.ndarray):
            kind = np.int16 if one.name == "removal" else np.float32
            arrays[f"importance {one.name}"] = value.astype(kind)
        else:
            about[one.name] = value
    return arrays, about


def from_file(arrays: dict[str, np.ndarray], about: dict[str, Any]) -> Importance:
    """The inverse of `to_file`. Raises KeyError where something is missing."""
    values: dict[str, Any] = {}
    for one in fields(Importance):
        if one.name in about:
            values[one.name] = about[one.name]
        elif one.default is MISSING:
            array = arrays[f"importance {one.name}"]
            values[one.name] = array.astype(int if one.name == "removal" else float)
    values["heads"] = tuple((stack, layer, head) for stack, layer, head in about["heads"])
    return Importance(**values)
