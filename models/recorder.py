"""Collects what one pass computes. Passed down as an argument, so that threads sharing a model stay apart."""

from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor

from .attention import Attended
from .trace import STACKS, AttentionMaps, Gates


@dataclass
class Recording:
    """What one teacher-forced pass leaves behind, layer by layer, batch axis kept."""

    attention: dict[str, list[Attended]] = field(default_factory=lambda: {stack: [] for stack in STACKS})
    hidden: dict[str, list[Tensor]] = field(default_factory=lambda: {"encoder": [], "decoder": []})
    gates: dict[str, dict[str, Tensor]] = field(default_factory=dict)  # LSTM: gate: [position, unit] of the first sentence

    def maps(self, stack: str, query_tokens: tuple[str, ...], key_tokens: tuple[str, ...]) -> AttentionMaps | None:
        """The heads of one mechanism for the first sentence of the batch; None if the model has no such thing."""
        layers = self.attention[stack]
        if not layers:
            return None
        arrays = {name: stacked([getattr(layer, name) for layer in layers]) for name in Attended._fields if name != "allowed"}
        allowed = layers[0].allowed
        shape = len(query_tokens), len(key_tokens)
        arrays["allowed"] = np.ones(shape, bool) if allowed is None else np.broadcast_to(
            allowed.cpu().numpy().reshape(-1, shape[1]), shape).copy()
        return AttentionMaps(**arrays, query_tokens=query_tokens, key_tokens=key_tokens)

    def states(self, stack: str) -> np.ndarray | None:
        """`[layer + 1, position, d_model]`; index 0 is what enters the first layer."""
        return stacked(self.hidden[stack]) if self.hidden[stack] else None

    def gate_values(self) -> dict[str, Gates]:
        """What each LSTM of the model did for the first sentence of the batch; empty for a transformer."""
        return {name: Gates(**{gate: values.float().cpu().numpy() for gate, values in of_one.items()})
                for name, of_one in self.gates.items()}


def stacked(layers: list[Tensor]) -> np.ndarray:
    """The first sentence of each layer's batch: `[batch, ...]` per layer to `[layer, ...]`."""
    return torch.stack([layer[0] for layer in layers]).float().cpu().numpy()
