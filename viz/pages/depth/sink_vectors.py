"""Why a token is a sink: how long its states and values are, beside the weight that it takes."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models import TextModel, UserError, contributions

from ...analysis.views import maps_of
from .stack_words import StackReading

_MOST = 0.5  # of the rows


@dataclass(frozen=True)
class SinkVectors:
    """Lengths of the vectors of each token, and what goes to it. Layers are those with attention.

    Tokens with large states and small values: Sun et al. 2024, "Massive Activations in Large
    Language Models", section 4; Gu et al. 2025, "When Attention Sink Emerges", section 3.
    """

    reading: StackReading
    model: TextModel

    @cached_property
    def states(self) -> np.ndarray | None:
        """The norm of the state of each token, `[layer + 1, token]`; None where none is recorded.

        In cross-attention these are the states of the encoder.
        """
        stack = "encoder" if self.reading.stack == "cross" else self.reading.stack
        states = self.reading.trace.hidden.get(stack)
        if states is None:
            return None
        return np.linalg.norm(states[:, self._columns].astype(np.float64), axis=-1)

    @cached_property
    def values(self) -> np.ndarray:
        """The norm of the value of each token, of all heads together, `[layer, token]`."""
        maps = maps_of(self.reading.trace, self.reading.stack)
        value = maps.value[[*maps.attending]][:, :, self._columns].astype(np.float64)
        return np.sqrt((value**2).sum((1, 3)))

    @cached_property
    def weights(self) -> np.ndarray:
        """The share of the weight on each token, the mean of the heads, `[layer, token]`.

        It is the mean of the rows that may attend to the token and to others too.
        """
        return self._means(self.reading.weights[[*self.reading.attending]])

    @cached_property
    def norms(self) -> np.ndarray | None:
        """The same of the norm-weighted attention; None where it cannot be computed."""
        trace, stack = self.reading.trace, self.reading.stack
        if "contributions" in self.model.capabilities.unanswered:
            return None
        try:
            shares = contributions(trace, self.model, stack, shares=True)
        except UserError:
            return None
        return self._means(self.reading.part_of(shares)[[*self.reading.attending]])

    @cached_property
    def even(self) -> np.ndarray:
        """The same of uniform attention."""
        allowed = self.reading.allowed
        return self._means((allowed / np.maximum(allowed.sum(-1, keepdims=True), 1))[:, None])

    def is_open(self, token: int) -> bool:
        """Return whether most rows may attend to a token, unlike to the last one of a decoder."""
        return bool(self._counts[..., token].mean() > _MOST)

    def times_others(self, lengths: np.ndarray, token: int) -> np.ndarray:
        """Return how many times as long as the median of the others one token is, `[layer]`."""
        others = np.median(np.delete(lengths, token, axis=1), axis=1)
        return lengths[:, token] / np.maximum(others, np.finfo(float).tiny)

    @property
    def _columns(self) -> slice:
        """The tokens of the reading among the keys."""
        return slice(len(self.reading.axis.tokens))

    def _means(self, weights: np.ndarray) -> np.ndarray:
        """Average `[layer, head, row, token]` over heads and rows, `[layer, token]`."""
        sums = (weights.mean(1, dtype=np.float64) * self._counts).sum(1)
        return sums / np.maximum(self._counts.sum(1), 1)

    @cached_property
    def _counts(self) -> np.ndarray:
        """The cells that count: of rows that may attend to several, `[layer, row, token]`."""
        allowed = self.reading.allowed
        return allowed & (allowed.sum(-1, keepdims=True) > 1)
