"""Record the tensors that one pass computes.

The recording is passed down as an argument, so threads can share a model.
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

_Axes = tuple[tuple[str, ...], tuple[str, ...]]  # the tokens of queries and of keys


class _Steps(list[AttentionRecord]):
    """The attention steps of one stack, layer by layer.

    Keeps the requested tensors of each step, and no step if none are requested.
    """

    def __init__(self, fields: tuple[str, ...]):
        super().__init__()
        omitted = (name for name in AttentionRecord._fields if name not in fields)
        self.omitted: dict[str, Any] = dict.fromkeys(omitted)

    def append(self, step: AttentionRecord) -> None:
        if len(self.omitted) < len(AttentionRecord._fields):
            super().append(step._replace(**self.omitted))


@dataclass
class Recording:
    """The tensors of one teacher-forced pass, layer by layer, with the batch axis."""

    record: Record = field(default_factory=Record)  # what the request asks for
    attention: dict[str, _Steps] = field(init=False)
    hidden: dict[str, list[Tensor]] = field(default_factory=lambda: {"encoder": [], "decoder": []})
    # By LSTM and gate: [position, unit] of the first sentence.
    gates: dict[str, dict[str, Tensor]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.attention = {
            stack: _Steps(self.record.attended if stack in self.record.weights else ())
            for stack in STACKS
        }

    def add_hidden(self, stack: str, *states: Tensor) -> None:
        """Record hidden states, `[batch, position, d_model]` each, if the request asks for them."""
        if self.record.hidden:
            self.hidden[stack] += states

    def of_one(self, row: int, source: int, target: int) -> "Recording":
        """Return the recording of one sentence of a batch, without its padding and without gates.

        `source` and `target` are its numbers of tokens.
        """
        recording = Recording(self.record)
        sizes = {"encoder": source, "decoder": target}
        axes = {"encoder": (source, source), "decoder": (target, target), "cross": (target, source)}
        for stack, steps in self.attention.items():
            queries, keys = axes[stack]
            for step in steps:
                recording.attention[stack].append(_slice_sentence(step, row, queries, keys))
        for stack, layers in self.hidden.items():
            recording.hidden[stack] = [layer[row : row + 1, : sizes[stack]] for layer in layers]
        return recording

    def all_maps(
        self, stacks: Iterable[str], axes: Mapping[str, _Axes], has_null_key: bool = False
    ) -> Recorded[AttentionMaps | None]:
        """Return the maps of every stack for the first sentence of the batch.

        None for a stack that is not among the `stacks` of the model.
        """
        omitted = [stack for stack in stacks if stack not in self.record.weights]
        return Recorded(
            "attention",
            {
                stack: self.maps(stack, *axes[stack], has_null_key)
                for stack in STACKS
                if stack not in omitted
            },
            {stack: f"weights=({stack!r},)" for stack in omitted},
        )

    def maps(
        self,
        stack: str,
        query_tokens: tuple[str, ...],
        key_tokens: tuple[str, ...],
        has_null_key: bool,
    ) -> AttentionMaps | None:
        """Return one stack's maps for the first sentence of the batch; None if not recorded."""
        layers = self.attention[stack]
        if not layers:
            return None
        arrays: dict[str, Any] = dict.fromkeys(AttentionRecord._fields)  # None: not recorded
        for name in self.record.attended:
            if name != "allowed":
                arrays[name] = _stacked([getattr(layer, name) for layer in layers])
        shape = len(query_tokens), len(key_tokens)
        masks = [_allowed_cells(layer.allowed, shape) for layer in layers]
        arrays["allowed"] = np.logical_or.reduce(masks)
        if any((mask != masks[0]).any() for mask in masks[1:]):
            arrays["allowed_by_layer"] = np.stack(masks)
        return AttentionMaps(
            **arrays, query_tokens=query_tokens, key_tokens=key_tokens, has_null_key=has_null_key
        )

    def all_states(self) -> Recorded[np.ndarray | None]:
        """Return the hidden states of both stacks; see `states`."""
        if not self.record.hidden:
            return hidden_left_out(self.hidden)
        return Recorded("hidden", {stack: self.states(stack) for stack in self.hidden})

    def states(self, stack: str) -> np.ndarray | None:
        """Return `[layer + 1, position, d_model]`; index 0 is the input of the first layer."""
        return _stacked(self.hidden[stack]) if self.hidden[stack] else None

    def gate_values(self, lstms: Iterable[str]) -> Recorded[Gates]:
        """Return the gates of each of the model's `lstms` for the first sentence of the batch."""
        omitted = dict.fromkeys(() if self.record.gates else lstms, "gates=True")
        values = {}
        for name, gates in self.gates.items():
            arrays = {gate: tensor.float().cpu().numpy() for gate, tensor in gates.items()}
            values[name] = Gates(**arrays)
        return Recorded("gates", values, omitted)


def _slice_sentence(step: AttentionRecord, row: int, queries: int, keys: int) -> AttentionRecord:
    """Slice one sentence out of the attention step of a batch: its first `queries` and `keys`."""

    def part(values: Tensor | None, first: int, second: int | None = None) -> Any:
        if values is None:  # not requested
            return None
        if values.dim() == 4 and len(values) > 1:  # else the same for all sentences
            values = values[row : row + 1]
        return values[..., :first, :second]

    return AttentionRecord(
        query=part(step.query, queries),
        key=part(step.key, keys),
        value=part(step.value, keys),
        scores=part(step.scores, queries, keys),
        weights=part(step.weights, queries, keys),
        head_output=part(step.head_output, queries),
        allowed=part(step.allowed, queries, keys),
    )


def _allowed_cells(mask: Tensor | None, shape: tuple[int, int]) -> np.ndarray:
    """Return the mask of one sentence in a layer as an array `[query, key]`; None allows all."""
    if mask is None:
        return np.ones(shape, bool)
    return np.broadcast_to(mask.cpu().numpy().reshape(-1, shape[1]), shape)


def hidden_left_out(stacks: Iterable[str]) -> Recorded[np.ndarray | None]:
    """Return the hidden states of a run that did not record any."""
    return Recorded("hidden", {}, dict.fromkeys(stacks, "hidden=True"))


def _stacked(layers: list[Tensor]) -> np.ndarray:
    """Stack each layer's first sentence: `[batch, ...]` per layer to `[layer, ...]`."""
    return torch.stack([layer[0] for layer in layers]).float().cpu().numpy()
