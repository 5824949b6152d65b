"""What a network loses without two heads at once, as a value. Numpy only.

Two heads that cost more together than the sum of both stand in for each other: either is enough.
Two that cost less spoil the same predictions. A loss is in nats per token; see `importance`.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from .importance import Head, Sources


@dataclass(frozen=True, eq=False)
class HeadPairs:
    """The losses without every two heads; all arrays follow the order of `heads`."""

    heads: tuple[Head, ...]
    sentences: int
    lost: np.ndarray  # [head, head] log-probability lost without both; diagonal: without one
    error: np.ndarray  # [head, head] standard error of `excess`; 0 on the diagonal
    width: float  # of an interval on either side, in standard errors; see `simultaneous_errors`
    sources: Sources = ()  # see `Importance`

    @cached_property
    def excess(self) -> np.ndarray:
        """The loss without both minus the sum of the losses without each, `[head, head]`."""
        alone = np.diag(self.lost)
        excess = self.lost - alone[:, None] - alone
        np.fill_diagonal(excess, 0)
        return excess

    @property
    def count(self) -> int:
        """The number of pairs."""
        return len(self.heads) * (len(self.heads) - 1) // 2

    @cached_property
    def margin(self) -> np.ndarray:
        """Half the width of the interval of `excess`, `[head, head]`.

        The intervals of all pairs hold at once, at a rate of 95 %.
        """
        return self.width * self.error

    @cached_property
    def signs(self) -> np.ndarray:
        """1 where both cost clearly more than the sum, -1 where clearly less, 0 within noise.

        `[head, head]`.
        """
        return np.sign(self.excess) * (np.abs(self.excess) > self.margin)

    def clear(self, sign: int) -> list[tuple[int, int]]:
        """Return the places of the pairs that clearly cost more (1) or less (-1), largest first."""
        rows, columns = np.nonzero(np.triu(self.signs == sign, 1))
        pairs = zip(rows.tolist(), columns.tolist())
        return sorted(pairs, key=lambda pair: -sign * self.excess[pair])


def to_file(pairs: HeadPairs) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return the arrays by their names in a profile's file, and the rest for its JSON."""
    arrays = {
        f"pairs {name}": getattr(pairs, name).astype(np.float32) for name in ("lost", "error")
    }
    names = "heads", "sentences", "width", "sources"
    return arrays, {name: getattr(pairs, name) for name in names}


def from_file(arrays: dict[str, np.ndarray], about: dict[str, Any]) -> HeadPairs:
    """Invert `to_file`. Raises KeyError if an entry is missing."""
    heads = tuple((stack, layer, head) for stack, layer, head in about["heads"])
    lost, error = (arrays[f"pairs {name}"].astype(float) for name in ("lost", "error"))
    sources = tuple((name, count) for name, count in about["sources"])
    return HeadPairs(heads, about["sentences"], lost, error, about["width"], sources)
