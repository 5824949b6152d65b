"""The attention weights of a pretrained model in one sentence, and its untrained twin."""

import copy
from typing import NamedTuple

import torch
from torch import Tensor

from ..errors import UserError
from ..networks.recorder import Recording
from ..request import WEIGHTS_ONLY, Request
from ..store.tokenizer import Token
from .attention import NAME, merge_masks
from .loading import one_at_a_time
from .memory import free_memory
from .model import PretrainedModel


class Attended(NamedTuple):
    """The weights of all heads in one sentence, and the tokens of their rows and columns."""

    weights: dict[str, Tensor]  # by stack `[1, layer * head, query, key]`
    allowed: dict[str, Tensor]  # by stack `[1, query, key]`
    source: tuple[Token, ...]  # tokens of the encoder; empty without one
    read: tuple[Token, ...]  # tokens that the decoder reads
    written: tuple[Token, ...]  # tokens that it writes at the same steps; empty if it only reads


@torch.inference_mode()
def attend(model: PretrainedModel, sentence: str, target: str = "") -> Attended:
    """Return the attention of one pass over a sentence and, in a translation model, `target`.

    A decoder-only model reads the whole sentence and writes nothing. Raises UserError for a text
    that the model cannot read.
    """
    source: tuple[Token, ...] = ()
    read: tuple[Token, ...] = ()
    written: tuple[Token, ...] = ()
    if model.capabilities.translates:
        run = model._run(Request(model.name, sentence, target))
        assert run.first is not None
        source, written = run.source, run.predicted
        read = (run.first, *written[:-1])
    else:
        reading = model._read(sentence)
        run = model._run_of_reading(reading)
        source, read = run.source, () if run.source else tuple(reading.tokens)
    recording = Recording(WEIGHTS_ONLY)
    model._forward(run, recording)
    merge_masks(recording)
    weights, allowed = {}, {}
    for stack in model.attention_sizes:
        layers = recording.attention[stack]
        weights[stack] = torch.cat([layer.weights for layer in layers], 1).float()
        shape = weights[stack].shape[2:]
        mask = layers[0].allowed
        if mask is None:
            mask = torch.ones(shape, dtype=torch.bool, device=model.device)
        allowed[stack] = mask.reshape(-1, shape[1]).expand(shape)[None]
    return Attended(weights, allowed, source, read, written)


def untrained(model: PretrainedModel, seed: int = 0) -> PretrainedModel:
    """Return a model of the same sizes and tokenizer with random weights.

    Raises UserError if memory does not suffice for a second network.
    """
    size = sum(part.numel() * part.element_size() for part in model.network.parameters())
    free = free_memory(model.device)
    if free is not None and size > free:
        raise UserError(
            "Beside {name}, the same network untrained needs {size:.1f} GB of memory, and "
            "{free:.1f} GB are free. Choose a smaller model.",
            name=model.name,
            size=size / 1e9,
            free=free / 1e9,
        )
    config = copy.deepcopy(model.network.config)
    with one_at_a_time, torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        network = type(model.network)(config)
    network.set_attn_implementation(NAME)
    network = network.to(model.device, model.network.dtype).eval().requires_grad_(False)
    return model.with_network(network)
