"""Ablations: predictions of a network without some heads, or with other weights in one head."""

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..answers.decoding import pad
from ..answers.masking import Marks
from ..networks.attention import LayerChanges
from ..networks.changes import AS_TRAINED, NetworkChanges
from ..networks.recorder import Recording
from ..request import Record
from .attended import spread_evenly
from .encoded import Encoded, EncodedBatch, layer_states
from .importance import Head

_Rule = Callable[[Tensor, Tensor], Tensor]  # weights and allowed [batch, query, key] to weights


def copy_network(network: Any) -> Any:
    """Copy a network to change its weights: a model's network is shared between threads."""
    return copy.deepcopy(network).eval().requires_grad_(False)


def _output_weights(network: Any, head: Head) -> Tensor:
    """Return a view of the weights that multiply a head's output: `[d_model, d_head]`.

    In a recurrent network these are the columns that multiply the context.
    """
    stack, layer, number = head
    parts = network.parts(stack, layer)
    width = network.config.d_model // network.capabilities.stacks[stack].heads
    module = parts.get("to_output") or parts["combine"]
    return module.weight[:, number * width : (number + 1) * width]


@contextmanager
def switch_off(network: Any, heads: Iterable[Head]) -> Iterator[None]:
    """Run a network without the output of these heads; restore its weights exactly afterwards."""
    views = [_output_weights(network, head) for head in heads]
    kept = [view.clone() for view in views]
    try:
        for view in views:
            view.zero_()
        yield
    finally:
        for view, values in zip(views, kept, strict=True):
            view.copy_(values)


@dataclass(frozen=True)
class _Reweighted(NetworkChanges):
    """Replaces the weights of one head by a rule."""

    head: Head = ("cross", 0, 0)
    rule: _Rule | None = None

    def at(self, stack: str, layer: int) -> LayerChanges:
        change = super().at(stack, layer)
        if (stack, layer) != self.head[:2] or self.rule is None:
            return change
        return change._replace(reweighted=partial(_reweight, self.head[2], self.rule))


def _reweight(number: int, rule: _Rule, weights: Tensor, allowed: Tensor | None) -> Tensor:
    """Change the rows of one head in `weights [batch, head, query, key]`."""
    head_weights = weights[:, number]
    if allowed is None:
        allowed = torch.ones_like(head_weights, dtype=torch.bool)
    elif allowed.dim() == 4:
        allowed = allowed[:, 0]
    weights = weights.clone()
    weights[:, number] = rule(head_weights, allowed.expand(head_weights.shape))
    return weights


def uniform(weights: Tensor, allowed: Tensor) -> Tensor:
    """Give all allowed keys the same weight (Wiegreffe & Pinter 2019)."""
    return spread_evenly(allowed)


def permuted(weights: Tensor, allowed: Tensor, seed: int = 0) -> Tensor:
    """Permute each row's weights among its allowed keys at random (Jain & Wallace 2019)."""
    generator = torch.Generator().manual_seed(seed)
    noise = torch.rand(weights.shape, generator=generator).to(weights.device)
    shuffled = noise.masked_fill(~allowed, 2).argsort(-1)
    in_order = torch.argsort((~allowed).to(torch.uint8), dim=-1, stable=True)
    # The k-th allowed key gets the weight of the k-th shuffled key.
    return torch.empty_like(weights).scatter_(-1, in_order, weights.gather(-1, shuffled))


def scored_rows(model: Any, text: Encoded) -> list[Encoded]:
    """Make the rows that score a text: the text itself, or a row for each token masked alone.

    The sum over the masked tokens is the pseudo-log-likelihood (Salazar et al. 2020, equation 1).
    """
    if model.capabilities.task != "masked-lm":
        return [text]
    mask = Marks.of(model.tokenizer).mask
    ids = text.source
    return [
        replace(text, source=[*ids[:place], mask, *ids[place + 1 :]]) for place in range(len(ids))
    ]


def written_ids(model: Any, batch: EncodedBatch) -> Tensor:
    """Return the labels, padding elsewhere: `[row, target]`.

    These are the target ids with "</s>", or the masked tokens at their places.
    """
    tokenizer = model.tokenizer
    padding_id = tokenizer.padding_id
    rows = []
    for line in batch.lines:
        if model.capabilities.task == "masked-lm":
            pairs = zip(line.source, line.target, strict=True)
            labels = [true if read != true else padding_id for read, true in pairs]
            rows.append([padding_id, *labels, padding_id])
        else:
            rows.append([*line.target, tokenizer.end_id])
    return pad(rows, padding_id).to(batch.read.device)


def _start(network: Any, batch: EncodedBatch) -> Any:
    """Encode the source, which decoder ablations do not change; None for other networks."""
    return network.start(batch.source) if network.capabilities.translates else None


def _log_probabilities(
    network: Any,
    batch: EncodedBatch,
    written: Tensor,
    state: Any = None,
    recording: Recording | None = None,
    changes: NetworkChanges = AS_TRAINED,
) -> Tensor:
    """Compute the log-probability of each row, summed over its tokens; `[row]`.

    `state` is the encoded source, if it is known.
    """
    states = layer_states(network, batch, state, recording, changes)
    texts, places = (written != network.config.padding_id).nonzero(as_tuple=True)
    logits = network.logits(states[texts, places])
    chosen = logits.gather(1, written[texts, places][:, None])[:, 0] - logits.logsumexp(-1)
    return chosen.new_zeros(len(written)).index_add(0, texts, chosen)


@torch.inference_mode()
def without_each(
    network: Any, batch: EncodedBatch, written: Tensor, heads: Sequence[Head]
) -> np.ndarray:
    """Compute the log-probability of each row with all heads, then without each head.

    `[row, 1 + head]`. Encodes the source again only without a head of the encoder.
    """
    state = _start(network, batch)
    columns = [_log_probabilities(network, batch, written, state)]
    for head in heads:
        with switch_off(network, [head]):
            encoder_state = None if head[0] == "encoder" else state
            columns.append(_log_probabilities(network, batch, written, encoder_state))
    return torch.stack(columns, 1).double().cpu().numpy()


def without_pairs(
    network: Any, batch: EncodedBatch, written: Tensor, heads: Sequence[Head]
) -> np.ndarray:
    """Compute the log-probability of each row without every two heads.

    `[row, head, head]`, symmetric; the diagonal is without one head.
    """
    values = np.zeros((len(written), len(heads), len(heads)))
    for place, head in enumerate(heads):
        with switch_off(network, [head]):
            rest = without_each(network, batch, written, heads[place + 1 :])
        values[:, place, place:] = values[:, place:, place] = rest
    return values


@torch.inference_mode()
def without_all(
    network: Any, batch: EncodedBatch, written: Tensor, heads: Sequence[Head]
) -> np.ndarray:
    """Compute the log-probability of each row without any of the heads; `[row]`."""
    with switch_off(network, heads):
        return _log_probabilities(network, batch, written).double().cpu().numpy()


@torch.inference_mode()
def with_rule(
    network: Any, batch: EncodedBatch, written: Tensor, head: Head, rule: _Rule
) -> np.ndarray:
    """Compute the log-probability of each row with the weights of one head by a rule; `[row]`."""
    changes = _Reweighted(head=head, rule=rule)
    values = _log_probabilities(network, batch, written, changes=changes)
    return values.double().cpu().numpy()


@torch.enable_grad()
def gradients(
    network: Any, batch: EncodedBatch, written: Tensor, heads: Sequence[Head]
) -> np.ndarray:
    """Compute |<head output, d L / d head output>| of each row; `[row, head]`.

    L is minus the log-probability of the row. The value is how fast L changes as the head's output
    is scaled down (Michel et al. 2019, equation 2).
    """
    network.embedding.weight.requires_grad_()  # builds the graph; only head gradients are computed
    recording = Recording(Record(scores=False, hidden=False, gates=False))
    loss = -_log_probabilities(network, batch, written, recording=recording).sum()
    steps = {
        (stack, layer): step.head_output
        for stack, stack_steps in recording.attention.items()
        for layer, step in enumerate(stack_steps)
    }
    step_gradients = torch.autograd.grad(loss, list(steps.values()))
    network.embedding.weight.requires_grad_(False)
    products = {
        place: (output * gradient).sum((2, 3)).abs()
        for (place, output), gradient in zip(steps.items(), step_gradients, strict=True)
    }
    columns = [products[stack, layer][:, number] for stack, layer, number in heads]
    return torch.stack(columns, 1).detach().double().cpu().numpy()
