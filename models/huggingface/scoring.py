"""The log-probability of a sentence's tokens in a pretrained model, with or without some heads.

Scored are each next token in a decoder, masked tokens in an encoder (as many at once as in
training), and the model's own translation in a translation model.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import torch
from torch import Tensor

from ..answers.base import HeadPlaces
from ..answers.masking import SHARE
from ..networks.attention import LayerChanges
from ..networks.changes import NetworkChanges
from ..request import Request
from .model import PretrainedModel
from .run import Run

_Head = tuple[str, int, int]  # stack, layer, head


class _Scored(NamedTuple):
    """A run, and the tokens that are scored in it."""

    run: Run
    places: list[int]  # indices of the logits
    wanted: list[int]  # ids of the tokens to score there


def read_scored(model: PretrainedModel, sentence: str) -> _Scored:
    """Tokenize a sentence and choose the tokens to score; a single token may leave none.

    The sentence seeds the choice of masked tokens, so it is the same each time. Raises UserError
    for a text that the model cannot read.
    """
    if model.capabilities.translates:
        run = model._run(Request(model.name, sentence))
        return _Scored(run, [*range(len(run.written))], run.written)
    run = model._run_of_reading(model._read(sentence))
    if run.source_ids is None:
        assert run.read is not None
        ids = run.read[0].tolist()
        return _Scored(run, [*range(len(ids) - 1)], ids[1:])
    backend: Any = model.tokenizer.tokenizer
    ids = run.source_ids[0].tolist()
    words = [place for place, index in enumerate(ids) if index not in backend.all_special_ids]
    count = min(len(words), max(1, round(SHARE * len(words))))
    places = random.Random(sentence).sample(words, count)
    masked = run.source_ids.clone()
    masked[0, places] = backend.mask_token_id
    return _Scored(replace(run, source_ids=masked), places, [ids[place] for place in places])


@torch.inference_mode()
def log_probabilities(
    model: PretrainedModel, scored: _Scored, silenced: Sequence[HeadPlaces] = ((),)
) -> Tensor:
    """Return the log-probability of all scored tokens, `[set]`, for each set of silenced heads."""
    return _sums(model, scored, tuple(silenced)).double().cpu()


def _sums(model: PretrainedModel, scored: _Scored, silenced: tuple[HeadPlaces, ...]) -> Tensor:
    logits = model._logits(scored.run, silenced)[:, scored.places].float()
    return logits.log_softmax(-1)[:, range(len(scored.wanted)), scored.wanted].sum(1)


@dataclass(frozen=True)
class _Gains(NetworkChanges):
    """Multiplies the weights of each head by a gain."""

    gains: Mapping[tuple[str, int], Tensor] = field(default_factory=dict)  # [head] by layer

    def at(self, stack: str, layer: int) -> LayerChanges:
        gain = self.gains[stack, layer][:, None, None]
        return super().at(stack, layer)._replace(reweighted=lambda weights, allowed: weights * gain)


@torch.enable_grad()
def gradients(model: PretrainedModel, scored: _Scored, heads: Sequence[_Head]) -> Tensor:
    """Return the importance of each head, `[head]`: |<head output, dL / d head output>|.

    L is minus the log-probability of all scored tokens. This is the derivative of L by a gain on
    the head (Michel et al. 2019, equation 2).
    """
    gains = {
        (stack, layer): torch.ones(across, device=model.device, requires_grad=True)
        for stack, (_, across) in model.attention_sizes.items()
        for layer in model.capabilities.attending(stack)
    }
    scaled = scored._replace(run=replace(scored.run, changes=_Gains(gains=gains)))
    slopes = torch.autograd.grad(_sums(model, scaled, ((),))[0], list(gains.values()))
    layer_slopes = dict(zip(gains, slopes, strict=True))
    return (
        torch.stack([layer_slopes[stack, layer][head] for stack, layer, head in heads]).abs().cpu()
    )
