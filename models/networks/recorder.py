"""Collects what one pass computes.

Passed down as an argument, so that threads sharing a model stay apart.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..request import STACKS, Record
from ..trace import AttentionMaps, Gates, Recorded
from .attention import AttentionRecord

Axes = tuple[tuple[str, ...], tuple[str, ...]]  # the tokens of queries and of keys


class Steps(list[AttentionRecord]):
    """The attention steps of one stack, layer by layer.

    Of each the tensors that are asked for, no step where none is.
    """

    def __init__(self, fields: tuple[str, ...]):
        super().__init__()
        self.left_out: dict[str, Any] = dict.fromkeys(
            name for name in AttentionRecord._fields if name not in fields
        )

    def append(self, step: AttentionRecord) -> None:
        if len(self.left_out) < len(AttentionRecord._fields):
            super().append(step._replace(**self.left_out))


@dataclass
class Recording:
    """What one teacher-forced pass records, layer by layer, batch axis kept."""

    record: Record = field(default_factory=Record)  # what is asked for
    attention: dict[str, Steps] = field(init=False)
    hidden: dict[str, list[Tensor]] = field(default_factory=lambda: {"encoder": [], "decoder": []})
    gates: dict[str, dict[str, Tensor]] = field(
        default_factory=dict
    )  # LSTM: gate: [position, unit] of the first sentence

    def __post_init__(self) -> None:
        self.attention = {
            stack: Steps(self.record.attended if stack in self.record.weights else ())
            for stack in STACKS
        }

    def add_hidden(self, stack: str, *states: Tensor) -> None:
        """Record hidden states, `[batch, position, d_model]` each, if the request asks for them."""
        if self.record.hidden:
            self.hidden[stack] += states

    def of_one(self, row: int, source: int, target: int) -> "Recording":
        """What was recorded for one sentence of a batch, without what it was filled up with.

        `source` and `target` are its numbers of tokens. Gates are not among it.
        """
        one, sizes = Recording(self.record), {"encoder": source, "decoder": target}
        axes = {"encoder": (source, source), "decoder": (target, target), "cross": (target, source)}
        for stack, steps in self.attention.items():
            queries, keys = axes[stack]
            for step in steps:
                one.attention[stack].append(slice_sentence(step, row, queries, keys))
        for stack, layers in self.hidden.items():
            one.hidden[stack] = [layer[row : row + 1, : sizes[stack]] for layer in layers]
        return one

    def all_maps(
        self, stacks: Iterable[str], axes: Mapping[str, Axes]
    ) -> Recorded[AttentionMaps | None]:
        """The heads of every mechanism for the first sentence of the batch.

        None for those that are not among the `stacks` of the model.
        """
        left_out = [stack for stack in stacks if stack not in self.record.weights]
        return Recorded(
            "attention",
            {stack: self.maps(stack, *axes[stack]) for stack in STACKS if stack not in left_out},
            {stack: f"weights=({stack!r},)" for stack in left_out},
        )

    def maps(
        self, stack: str, query_tokens: tuple[str, ...], key_tokens: tuple[str, ...]
    ) -> AttentionMaps | None:
        """The heads of one mechanism for the first sentence of the batch.

        None if nothing was recorded of it.
        """
        layers = self.attention[stack]
        if not layers:
            return None
        arrays: dict[str, Any] = dict.fromkeys(AttentionRecord._fields)  # None: not recorded
        for name in self.record.attended:
            if name != "allowed":
                arrays[name] = stacked([getattr(layer, name) for layer in layers])
        allowed = layers[0].allowed
        shape = len(query_tokens), len(key_tokens)
        arrays["allowed"] = (
            np.ones(shape, bool)
            if allowed is None
            else np.broadcast_to(allowed.cpu().numpy().reshape(-1, shape[1]), shape).copy()
        )
        return AttentionMaps(**arrays, query_tokens=query_tokens, key_tokens=key_tokens)

    def all_states(self) -> Recorded[np.ndarray | None]:
        """The hidden states of both stacks, see `states`."""
        if not self.record.hidden:
            return hidden_left_out(self.hidden)
        return Recorded("hidden", {stack: self.states(stack) for stack in self.hidden})

    def states(self, stack: str) -> np.ndarray | None:
        """`[layer + 1, position, d_model]`; index 0 is what enters the first layer."""
        return stacked(self.hidden[stack]) if self.hidden[stack] else None

    def gate_values(self, lstms: Iterable[str]) -> Recorded[Gates]:
        """What each of the `lstms` of the model did for the first sentence of the batch."""
        left_out = dict.fromkeys(() if self.record.gates else lstms, "gates=True")
        values = {
            name: Gates(**{gate: values.float().cpu().numpy() for gate, values in of_one.items()})
            for name, of_one in self.gates.items()
        }
        return Recorded("gates", values, left_out)


def slice_sentence(step: AttentionRecord, row: int, queries: int, keys: int) -> AttentionRecord:
    """One attention step of one sentence of a batch, so many queries and keys of it."""

    def part(values: Tensor | None, first: int, second: int | None = None) -> Any:
        if values is None:  # not asked for
            return None
        of_row = (
            values[row : row + 1] if values.dim() == 4 else values
        )  # the same for all sentences
        return of_row[..., :first, :second]

    return AttentionRecord(
        query=part(step.query, queries),
        key=part(step.key, keys),
        value=part(step.value, keys),
        scores=part(step.scores, queries, keys),
        weights=part(step.weights, queries, keys),
        head_output=part(step.head_output, queries),
        allowed=part(step.allowed, queries, keys),
    )


def hidden_left_out(stacks: Iterable[str]) -> Recorded[np.ndarray | None]:
    """The hidden states of a run that was not to keep them."""
    return Recorded("hidden", {}, dict.fromkeys(stacks, "hidden=True"))


def stacked(layers: list[Tensor]) -> np.ndarray:
    """The first sentence of each layer's batch: `[batch, ...]` per layer to `[layer, ...]`."""
    return torch.stack([layer[0] for layer in layers]).float().cpu().numpy()
