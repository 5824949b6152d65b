"""The similarity of heads' attention, as a value. Numpy only."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from .importance import Head


@dataclass(frozen=True, eq=False)
class HeadDivergences:
    """The Jensen-Shannon divergence of every two heads, averaged over words.

    Heads of different stacks are compared by the English words they attend to; see
    `divergence.in_english`.
    """

    heads: tuple[Head, ...]
    sentences: int
    divergence: np.ndarray  # [head, head] in nats, 0 = the same, ln 2 = nothing in common

    def nearest(self, place: int, count: int) -> list[int]:
        """Return the places of the heads most similar to one, the most similar first."""
        order = np.argsort(self.divergence[place], kind="stable")
        return [int(other) for other in order if other != place][:count]

    def on_a_plane(self) -> tuple[np.ndarray, float]:
        """Place the heads in a plane with distances of about √divergence, `[head, 2]`.

        Classical multidimensional scaling. Also returns the share of the squared distances that
        the plane holds.
        """
        count = len(self.heads)
        centre = np.eye(count) - 1 / count
        values, vectors = np.linalg.eigh(-centre @ self.divergence @ centre / 2)
        places = vectors[:, :-3:-1] * np.sqrt(np.maximum(values[:-3:-1], 0))
        # Choose signs so that the head farthest out on each axis is on the right, and at the top.
        signs = np.sign(places[np.abs(places).argmax(0), range(2)])
        return places * signs, float(values[:-3:-1].sum() / values[values > 0].sum())


def divergences(attention: np.ndarray) -> np.ndarray:
    """Compute the Jensen-Shannon divergence of every two heads, averaged over rows, in nats.

    `attention [row, head, key]`, whose rows sum to 1, to `[head, head]`.
    """
    entropies = entropy(attention)  # [row, head]
    result = np.zeros((attention.shape[1],) * 2)
    for head in range(len(result)):
        rest = slice(head + 1, None)
        middle = (attention[:, head : head + 1] + attention[:, rest]) / 2
        divergence = entropy(middle) - (entropies[:, head : head + 1] + entropies[:, rest]) / 2
        means = np.maximum(divergence, 0).mean(0, dtype=np.float64)
        result[head, rest] = means
        result[rest, head] = means
    return result


def entropy(attention: np.ndarray) -> np.ndarray:
    """Compute the entropy of rows that sum to 1, over the last axis, in nats."""
    logarithms = np.log(attention, where=attention > 0, out=np.zeros_like(attention))
    return -(attention * logarithms).sum(-1)


def to_file(alike: HeadDivergences) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return the arrays by their names in a profile's file, and the rest for its JSON."""
    arrays = {"alike divergence": alike.divergence.astype(np.float32)}
    return arrays, {"heads": alike.heads, "sentences": alike.sentences}


def from_file(arrays: dict[str, np.ndarray], about: dict[str, Any]) -> HeadDivergences:
    """Invert `to_file`. Raises KeyError if an entry is missing."""
    heads = tuple((stack, layer, head) for stack, layer, head in about["heads"])
    return HeadDivergences(heads, about["sentences"], arrays["alike divergence"].astype(float))
