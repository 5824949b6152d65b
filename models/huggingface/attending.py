"""The attention weights of a pretrained model in one sentence, and its untrained twin."""

import copy
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from ..errors import UserError
from ..networks.recorder import Recording
from ..request import WEIGHTS_ONLY, Request
from ..store.tokenizer import Token
from .loading import one_at_a_time
from .model import PretrainedModel
from .needed_memory import free_memory
from .recorded_attention import NAME
from .run import Run


class _Attended(NamedTuple):
    """The weights of all heads in one sentence, and the tokens of their rows and columns."""

    weights: dict[str, Tensor]  # by stack `[1, layer * head, query, key]`
    allowed: dict[str, Tensor]  # by stack `[1, query, key]`
    source: tuple[Token, ...]  # tokens of the encoder; empty without one
    read: tuple[Token, ...]  # tokens that the decoder reads
    written: tuple[Token, ...]  # tokens that it writes at the same steps; empty if it only reads


_Tokens = tuple[tuple[Token, ...], tuple[Token, ...], tuple[Token, ...]]  # the last of Attended


def _attend(model: PretrainedModel, sentence: str, target: str = "") -> _Attended:
    """Return the attention of one pass over a sentence and, in a translation model, `target`.

    A decoder-only model reads the whole sentence and writes nothing. Raises UserError for a text
    that the model cannot read.
    """
    [attended] = attend_each(model, [(sentence, target)])
    if isinstance(attended, UserError):
        raise attended
    return attended


@torch.inference_mode()
def attend_each(
    model: PretrainedModel, texts: Iterable[tuple[str, str]]
) -> Iterator[_Attended | UserError]:
    """Yield `_attend` of each (sentence, target), or the error that it raises.

    Texts of as many tokens are read in one pass. No more texts are read before the first is yielded
    than fill one pass; see `PretrainedModel._share`.
    """
    window: list[tuple[Run, _Tokens] | UserError] = []
    filled = 0.0
    for sentence, target in texts:
        try:
            read = _read_run(model, sentence, target)
        except UserError as error:
            window.append(error)
            continue
        share = model._share(read[0].size)
        if filled + share > 1:
            yield from _attend_together(model, window)
            window, filled = [], 0.0
        window.append(read)
        filled += share
    yield from _attend_together(model, window)


def _attend_together(
    model: PretrainedModel, window: Sequence[tuple[Run, _Tokens] | UserError]
) -> list[_Attended | UserError]:
    """Return the attention of each run, or its error; those of one size are read in one pass."""
    answers: dict[int, _Attended | UserError] = {}
    groups: defaultdict[tuple[int, int], list[tuple[int, Run, _Tokens]]] = defaultdict(list)
    for place, read in enumerate(window):
        if isinstance(read, UserError):
            answers[place] = read
        else:
            groups[read[0].size].append((place, *read))
    for group in groups.values():
        _, recordings = model._record([run for _, run, _ in group], WEIGHTS_ONLY)
        for (place, _, tokens), recording in zip(group, recordings, strict=True):
            answers[place] = _weights_of(model, recording, tokens)
    return [answers[place] for place in range(len(window))]


def _read_run(model: PretrainedModel, sentence: str, target: str) -> tuple[Run, _Tokens]:
    """Return the run that `_attend` makes, and its tokens. Raises UserError as it does."""
    if model.capabilities.translates:
        run = model._run(Request(model.name, sentence, target))
        assert run.first is not None
        return run, (run.source, (run.first, *run.predicted[:-1]), run.predicted)
    reading = model._read(sentence)
    run = model._run_of_reading(reading)
    return run, (run.source, () if run.source else tuple(reading.tokens), ())


def _weights_of(model: PretrainedModel, recording: Recording, tokens: _Tokens) -> _Attended:
    weights, allowed = {}, {}
    for stack in model.attention_sizes:
        steps = recording.attention[stack]
        layers = [steps[layer] for layer in model.capabilities.attending(stack)]
        weights[stack] = torch.cat([layer.weights for layer in layers], 1).float()
        shape = weights[stack].shape[2:]
        every = torch.ones(shape, dtype=torch.bool, device=model.device)
        masks = [every if layer.allowed is None else layer.allowed for layer in layers]
        allowed[stack] = torch.stack(
            [mask.reshape(-1, shape[1]).expand(shape) for mask in masks]
        ).any(0)[None]
    return _Attended(weights, allowed, *tokens)


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
