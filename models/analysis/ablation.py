"""Networks without some of their heads, or with other weights in one: what they then predict."""

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..answers.decoding import greedy, pad
from ..answers.masking import Marks
from ..networks.attention import LayerChanges
from ..networks.changes import AS_TRAINED, NetworkChanges
from ..networks.recorder import Recording
from ..request import Record
from .attended import even
from .encoded import Encoded, EncodedBatch
from .importance import Head

Rule = Callable[[Tensor, Tensor], Tensor]  # weights and allowed [batch, query, key] to weights


def private_copy(network: Any) -> Any:
    """A copy whose weights may be changed: the network of a model is shared between threads."""
    return copy.deepcopy(network).eval().requires_grad_(False)


def output_weights(network: Any, head: Head) -> Tensor:
    """What a head's output is multiplied by, a view of the weights: `[d_model, d_head]`.

    Of a recurrent network the columns that the context is multiplied by.
    """
    stack, layer, number = head
    parts = network.parts(stack, layer)
    width = network.config.d_model // network.capabilities.stacks[stack].heads
    module = parts.get("to_output") or parts["combine"]
    return module.weight[:, number * width : (number + 1) * width]


@contextmanager
def switched_off(network: Any, heads: Iterable[Head]) -> Iterator[None]:
    """A network that goes on without these heads: nothing of their output reaches the next step.

    Afterwards its weights are to the last bit what they were.
    """
    views = [output_weights(network, head) for head in heads]
    kept = [view.clone() for view in views]
    try:
        for view in views:
            view.zero_()
        yield
    finally:
        for view, values in zip(views, kept, strict=True):
            view.copy_(values)


@dataclass(frozen=True)
class Reweighted(NetworkChanges):
    """One head attends otherwise than it was trained to."""

    head: Head = ("cross", 0, 0)
    rule: Rule | None = None

    def at(self, stack: str, layer: int) -> LayerChanges:
        change = super().at(stack, layer)
        if (stack, layer) != self.head[:2] or self.rule is None:
            return change
        return change._replace(reweighted=partial(reweight, self.head[2], self.rule))


def reweight(number: int, rule: Rule, weights: Tensor, allowed: Tensor | None) -> Tensor:
    """Change the rows of one head in `weights [batch, head, query, key]`."""
    shape = weights[:, number].shape
    may = torch.ones_like(weights[:, number], dtype=torch.bool)
    if allowed is not None:
        may = (allowed[:, 0] if allowed.dim() == 4 else allowed).expand(shape)
    weights = weights.clone()
    weights[:, number] = rule(weights[:, number], may)
    return weights


def uniform(weights: Tensor, allowed: Tensor) -> Tensor:
    """The same weight on all that may be seen (Wiegreffe & Pinter 2019)."""
    return even(allowed)


def permuted(weights: Tensor, allowed: Tensor, seed: int = 0) -> Tensor:
    """Each row's weights on other keys that may be seen, drawn by chance (Jain & Wallace 2019)."""
    generator = torch.Generator().manual_seed(seed)
    chance = torch.rand(weights.shape, generator=generator).to(weights.device)
    by_chance = chance.masked_fill(~allowed, 2).argsort(-1)
    in_order = torch.argsort((~allowed).to(torch.uint8), dim=-1, stable=True)
    # The k-th key that may be seen gets the weight of the k-th by chance.
    return torch.empty_like(weights).scatter_(-1, in_order, weights.gather(-1, by_chance))


def scored_rows(model: Any, one: Encoded) -> list[Encoded]:
    """What a model reads of a text to be scored: once the text, or each token of it masked alone.

    The sum over the masked tokens is the pseudo-log-likelihood (Salazar et al. 2020, equation 1).
    """
    if model.capabilities.task != "masked-lm":
        return [one]
    mask, ids = Marks.of(model.tokenizer).mask, one.source
    return [
        replace(one, source=[*ids[:place], mask, *ids[place + 1 :]]) for place in range(len(ids))
    ]


def written_ids(model: Any, batch: EncodedBatch) -> Tensor:
    """What the network is to write, "</s>" behind, or to find; padding elsewhere: `[row, target]`.

    What is to be found stands where a row was masked.
    """
    words = model.tokenizer
    if model.capabilities.task == "masked-lm":
        rows = [
            [words.padding_id]
            + [
                true if read != true else words.padding_id
                for read, true in zip(one.source, one.target, strict=True)
            ]
            + [words.padding_id]
            for one in batch.lines
        ]
    else:
        rows = [[*one.target, words.end_id] for one in batch.lines]
    return pad(rows, words.padding_id).to(batch.read.device)


def start(network: Any, batch: EncodedBatch) -> Any:
    """What a translator has read, which stays as its decoder changes; None of another network."""
    return network.start(batch.source) if network.capabilities.translates else None


def states_of(
    network: Any,
    batch: EncodedBatch,
    state: Any,
    recording: Recording | None,
    changes: NetworkChanges,
) -> Tensor:
    """The last layer's output at each place of what is written; `[row, target, d_model]`."""
    task = network.capabilities.task
    if task == "causal-lm":
        return network(batch.read, recording, changes)
    if task == "masked-lm":
        return network(batch.source, None, recording, changes)
    if state is None:
        state = network.start(batch.source, recording, changes)
    return network.decode(batch.read, state, recording, changes)


def log_probabilities(
    network: Any,
    batch: EncodedBatch,
    written: Tensor,
    state: Any = None,
    recording: Recording | None = None,
    changes: NetworkChanges = AS_TRAINED,
) -> Tensor:
    """The log-probability of each row, summed over its tokens; `[row]`.

    `state` is what the network has read, where that is known.
    """
    states = states_of(network, batch, state, recording, changes)
    texts, places = (written != network.config.padding_id).nonzero(as_tuple=True)
    logits = network.logits(states[texts, places])
    chosen = logits.gather(1, written[texts, places][:, None])[:, 0] - logits.logsumexp(-1)
    return chosen.new_zeros(len(written)).index_add(0, texts, chosen)


@torch.inference_mode()
def without_each(
    network: Any, batch: EncodedBatch, written: Tensor, heads: Sequence[Head]
) -> np.ndarray:
    """The log-probability of each row without each of the heads, and first with all of them.

    `[row, 1 + head]`. What is read is read anew only where it becomes another.
    """
    state = start(network, batch)
    columns = [log_probabilities(network, batch, written, state)]
    for head in heads:
        with switched_off(network, [head]):
            encoder_state = None if head[0] == "encoder" else state
            columns.append(log_probabilities(network, batch, written, encoder_state))
    return torch.stack(columns, 1).double().cpu().numpy()


@torch.inference_mode()
def without_all(
    network: Any, batch: EncodedBatch, written: Tensor, heads: Sequence[Head]
) -> np.ndarray:
    """The log-probability of each row without any of the heads; `[row]`."""
    with switched_off(network, heads):
        return log_probabilities(network, batch, written).double().cpu().numpy()


@torch.inference_mode()
def with_rule(
    network: Any, batch: EncodedBatch, written: Tensor, head: Head, rule: Rule
) -> np.ndarray:
    """The log-probability of each row when one head attends by a rule; `[row]`."""
    changes = Reweighted(head=head, rule=rule)
    values = log_probabilities(network, batch, written, changes=changes)
    return values.double().cpu().numpy()


@torch.enable_grad()
def gradients(
    network: Any, batch: EncodedBatch, written: Tensor, heads: Sequence[Head]
) -> np.ndarray:
    """|<head output, d L / d head output>| of each row; `[row, head]`.

    L is minus the log-probability of the row. This is how fast L changes as the head is turned
    down (Michel et al. 2019, equation 2).
    """
    network.embedding.weight.requires_grad_()  # no other gradient is wanted than that of the heads
    recording = Recording(Record(scores=False, hidden=False, gates=False))
    loss = -log_probabilities(network, batch, written, recording=recording).sum()
    steps = {
        (stack, layer): step.head_output
        for stack, of_stack in recording.attention.items()
        for layer, step in enumerate(of_stack)
    }
    of_steps = torch.autograd.grad(loss, list(steps.values()))
    network.embedding.weight.requires_grad_(False)
    products = {
        place: (output * gradient).sum((2, 3)).abs()
        for (place, output), gradient in zip(steps.items(), of_steps, strict=True)
    }
    columns = [products[stack, layer][:, number] for stack, layer, number in heads]
    return torch.stack(columns, 1).detach().double().cpu().numpy()


@torch.inference_mode()
def translations(model: Any, network: Any, lines: Sequence[Encoded], size: int = 64) -> list[str]:
    """What a network in place of the model's own writes, in the order of the lines."""
    words = model.tokenizer
    order = sorted(range(len(lines)), key=lambda row: len(lines[row].source))
    texts = [""] * len(lines)
    for start in range(0, len(order), size):
        rows = order[start : start + size]
        source = pad([[*lines[row].source, words.end_id] for row in rows], words.padding_id)
        written = greedy(network, source.to(model.device), words.begin_id, words.end_id)
        for row, (ids, _) in zip(rows, written, strict=True):
            texts[row] = words.decode(ids)
    return texts
