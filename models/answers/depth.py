"""The states of a text between the layers, also without parts of every layer.

Attention alone makes all positions of a text alike, doubly exponentially with depth; the residual
connections around it and the feed-forward layers hold against that (Dong et al. 2021, "Attention is
not all you need: pure attention loses rank doubly exponentially with depth", sections 2 and 3).
"""

from dataclasses import replace
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from ..networks.attention import AttentionRecord, ScaledDotScore, attend
from ..request import Record, Request
from ..results import LayerStates
from ..store import checkpoint

_TOLERANCE = 1e-4  # of a weight
_Parts = dict[str, nn.Module | Tensor]


@torch.inference_mode()
def layer_states(model: Any, request: Request, stack: str, trained: bool = True) -> LayerStates:
    """Return the states of one stack; see `Model.layer_states`."""
    if request.what_if.applied:
        raise ValueError(f"layers are compared as trained, not with {request.what_if.applied}")
    record = Record(weights=(stack,), scores=False, vectors=False, gates=False)
    request = replace(request, record=record)
    trace = model.trace(request)
    if not trained:
        if model.capabilities.writes:  # follow the same text
            request = replace(request, target=trace.translation)
        model = without_training(model)
        trace = model.trace(request)
    states, maps = trace.hidden[stack], trace.attention[stack]
    if states is None:
        raise ValueError(f"{model.name} has no states in {stack!r}")
    capabilities = model.capabilities
    if maps is None or capabilities.block != "transformer" or capabilities.score is None:
        return LayerStates(states)
    x = torch.from_numpy(states[0].copy()).to(model.device)
    allowed = torch.from_numpy(maps.allowed.copy()).to(model.device)
    n_layers, n_heads = model.attention_sizes[stack]
    layers = [model._parts(stack, layer) for layer in range(n_layers)]
    before = capabilities.norm == "before"
    # What these modules compute must be what the model did, from what entered each layer.
    for parts, entering, weights in zip(layers, states, maps.weights):
        steps: list[AttentionRecord] = []
        entering = torch.from_numpy(entering.copy()).to(model.device)
        _self_attention(parts, entering, allowed, n_heads, before, steps)
        if not np.abs(steps[0].weights.float().cpu().numpy() - weights).max() <= _TOLERANCE:
            return LayerStates(states)
    with_residual, alone = (
        _without_feed_forward(layers, x, allowed, n_heads, before, residual).float().cpu().numpy()
        for residual in (True, False)
    )
    return LayerStates(states, with_residual, alone)


def _without_feed_forward(
    layers: list[_Parts],
    x: Tensor,
    allowed: Tensor,
    n_heads: int,
    norm_before: bool,
    residual: bool,
) -> Tensor:
    """Run layers of self-attention and nothing else; `[layer + 1, position, d_model]`.

    Each layer reads the output of the one before. `layers` hold the modules by the names of
    `Model.parameters`; `x [position, d_model]` enters the first, `allowed [query, key]`. `residual`
    keeps the connection around the attention. Layer normalisation is kept: it holds the numbers in
    the range that the matrices were trained for, and does not stop the collapse (Dong et al. 2021,
    section 3.3). A layer without a "norm" has none.
    """
    states = [x]
    for parts in layers:
        attended = _self_attention(parts, x, allowed, n_heads, norm_before)
        x = x + attended if residual else attended
        x = x if norm_before else _norm_of(parts)(x)
        states.append(x)
    return torch.stack(states)


def _norm_of(parts: Any) -> nn.Module:
    return parts.get("norm", nn.Identity())


def _self_attention(
    parts: Any,
    x: Tensor,
    allowed: Tensor,
    n_heads: int,
    norm_before: bool,
    record: list[AttentionRecord] | None = None,
) -> Tensor:
    """Return the output of all heads together for `x [position, d_model]`, of the same shape."""
    x = _norm_of(parts)(x) if norm_before else x
    query, key, value = (
        parts[name](x).unflatten(-1, (n_heads, -1)).transpose(0, 1)  # [head, position, d_head]
        for name in ("to_query", "to_key", "to_value")
    )
    score = parts.get("score", ScaledDotScore())
    scores = score(query, key)
    outputs = attend(scores, query, key, value, allowed, record, normalise=score.weights)
    return parts["to_output"](outputs.transpose(0, 1).flatten(-2))


def without_training(model: Any) -> Any:
    """Return the same model with the initial weights of its network.

    Raises ValueError for a model that was not trained here.
    """
    if not model.capabilities.trained_here:
        raise ValueError(f"{model.name} was not trained here: how it began is not known")
    network = checkpoint.build_untrained(model.network).to(model.device)
    return type(model)(model.name, network, model.tokenizer, model.card, model.device)
