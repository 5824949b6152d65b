"""The cost of a layer: table 1 of Vaswani et al. 2017, and our measurements.

Imports neither torch nor Streamlit.
"""

import functools
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import models

from ...base.language import translatable

_FILE = Path(models.__file__).parent / "tables" / "complexity.json"
SEQUENCE = "recurrent"  # the layer to compare self-attention with


@dataclass(frozen=True)
class _Layer:
    """A row of table 1; formulas as in the paper, in LaTeX."""

    title: str
    complexity: str
    sequential: str
    path: str
    powers: tuple[int, int]  # of n and d in the complexity


TABLE_1 = {
    "self-attention": _Layer(
        translatable("Self-Attention"), r"O(n^2 \cdot d)", "O(1)", "O(1)", (2, 1)
    ),
    "recurrent": _Layer(translatable("Recurrent"), r"O(n \cdot d^2)", "O(n)", "O(n)", (1, 2)),
    "convolutional": _Layer(
        translatable("Convolutional"), r"O(k \cdot n \cdot d^2)", "O(1)", r"O(\log_k(n))", (1, 2)
    ),
    "restricted": _Layer(
        translatable("Self-Attention (restricted)"),
        r"O(r \cdot n \cdot d)",
        "O(1)",
        "O(n/r)",
        (1, 1),
    ),
}


@dataclass(frozen=True)
class MeasuredCosts:
    """The results of `models.training.complexity` of commit 4ec2d6f2.

    Arrays are `[n, d]` by layer; names of layers without projections end in ", bare".
    """

    n: np.ndarray
    d: np.ndarray
    milliseconds: dict[str, np.ndarray]
    megabytes: dict[str, np.ndarray]  # of 1,000,000 bytes
    about: dict  # device, threads, torch, date, rounds, k, r

    def layers(self, quantity: str, bare: bool) -> dict[str, np.ndarray]:
        """Return the four layers of table 1 by name; `quantity` is "time" or "memory"."""
        measured = {"time": self.milliseconds, "memory": self.megabytes}[quantity]
        return {
            name: measured[f"{name}, bare" if bare and f"{name}, bare" in measured else name]
            for name in TABLE_1
        }

    def slice(self, across: str, fixed: int) -> tuple:
        """Return the index of the costs across "n" or "d", with the other at size `fixed`."""
        values = (self.d if across == "n" else self.n).tolist()
        return (
            (slice(None), values.index(fixed))
            if across == "n"
            else (values.index(fixed), slice(None))
        )


@functools.cache
def measured() -> MeasuredCosts:
    about = json.loads(_FILE.read_text(encoding="utf-8"))

    def take(name):
        return {layer: np.array(values) for layer, values in about.pop(name).items()}

    return MeasuredCosts(
        np.array(about.pop("n")),
        np.array(about.pop("d")),
        take("milliseconds"),
        take("megabytes"),
        about,
    )


def predicted(quantity: str, name: str, n: np.ndarray, d: np.ndarray, r: int) -> np.ndarray:
    """Return the expected cost of a layer up to a constant factor.

    Time is the operations of table 1, memory the numbers that a layer must hold.
    """
    if quantity == "time":
        n_power, d_power = TABLE_1[name].powers
        return n**n_power * d**d_power * 1.0
    # The output, and the weights.
    return n * d + {"self-attention": n * n, "restricted": r * n}.get(name, 0.0)


def exponent(across: np.ndarray, cost: np.ndarray, last: int = 4) -> float:
    """Return p in cost ~ across^p: the least-squares slope of the logarithms of the last points."""
    return float(np.polyfit(np.log(across[-last:]), np.log(cost[-last:]), 1)[0])


def crossover(across: np.ndarray, first: np.ndarray, second: np.ndarray) -> float | None:
    """Return where `first` starts to cost more than `second`, or None.

    Interpolates between two points on logarithmic axes.
    """
    ahead = np.log(first / second)
    if ahead[-1] <= 0:
        return None
    below = np.flatnonzero(ahead <= 0)
    if not len(below):
        return float(across[0])
    place = below[-1]
    share = -ahead[place] / (ahead[place + 1] - ahead[place])
    return float(across[place] * (across[place + 1] / across[place]) ** share)
