"""Whether the layers of a pretrained decoder only add to a state, and what reads the last one.

Families name their modules differently, so they are told by their numbers in one short pass: what a
layer adds besides its attention must be the output of one of its modules, as that of a feed-forward
layer is. A layer that normalises its sum, or scales what it adds, has no such module.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from .layer_outputs import LayerPass

_TOLERANCES = 1e-5, 2e-2  # relative to the largest number of a state, in 32 and 16 bits


class _Call(NamedTuple):
    """What a module last read and gave."""

    read: Tensor
    gave: Tensor


def find_last_norm(
    network: Any,
    layers: nn.ModuleList,
    projections: list[nn.Module | None],
    forward: Callable[[], Tensor],
) -> nn.Module | None:
    """Return the norm between the last layer and the output matrix, the identity if there is none.

    None for a network whose layers do more than add, or whose output does more than that norm and
    the output matrix. `projections` are the output projections of the attention of each layer.
    """
    calls: dict[nn.Module, _Call] = {}

    def note(module: nn.Module, args: Any, named: Any, out: Any) -> None:
        values = [*args, *named.values()]
        given = out[0] if isinstance(out, tuple) and out else out
        if values and isinstance(values[0], Tensor) and isinstance(given, Tensor):
            calls[module] = _Call(values[0], given)

    hooks = [
        module.register_forward_hook(note, with_kwargs=True)
        for module in network.modules()
        if module is not network
    ]
    now = LayerPass()
    try:
        logits = now.run(forward)
    finally:
        for hook in hooks:
            hook.remove()
    tolerance = _TOLERANCES[network.dtype != torch.float32]
    for layer, projection in enumerate(projections):
        if projection not in calls:
            return None
        before, after = now.states[layer], now.states[layer + 1]
        rest = after.float() - before.float() - calls[projection].gave.float().reshape(before.shape)
        outputs = [calls[module].gave for module in layers[layer].modules() if module in calls]
        if not any(
            output.numel() == rest.numel() and _is_close(output, rest, after, tolerance)
            for output in outputs
        ):
            return None
    output = calls.get(network.get_output_embeddings())
    if output is None or not _is_close(output.gave, logits, logits, tolerance):
        return None
    last = now.states[-1]
    if not last.any():
        return None
    if torch.equal(last, output.read):
        return nn.Identity()
    for module, call in calls.items():
        if torch.equal(call.read, last) and torch.equal(call.gave, output.read):
            return module
    return None


def _is_close(one: Tensor, other: Tensor, scale: Tensor, tolerance: float) -> bool:
    difference = one.float().reshape(other.shape) - other.float()
    return bool(difference.abs().max() <= tolerance * scale.float().abs().max())
