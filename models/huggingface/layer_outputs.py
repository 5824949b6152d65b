"""The states between a network's layers: other runs' put in, and read by the output layer.

What follows the last layer (a norm, a projection, a factor) reads each position alone. So a short
pass whose last layer gives other states instead of its own scores these, in any family.
"""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from torch import Tensor, nn
from torch.nn.functional import pad

from .recorded_attention import PASS


@dataclass
class LayerPass:
    """What one forward pass in one thread does with the layers of a stack."""

    instead: Tensor | None = None  # replaces the output of the last layer, [state, d_model]
    # Scores vectors with the output matrix, instead of the output layer.
    score: Callable[[Tensor, Tensor], Tensor] | None = None
    # The input of the first layer and the output of each, [1, position, d_model].
    states: list[Tensor] = field(default_factory=list)

    def run(self, forward: Callable[[], Any]) -> Any:
        token = _NOW.set(self)
        try:
            return forward()
        finally:
            _NOW.reset(token)


_NOW: ContextVar[LayerPass | None] = ContextVar("layer pass", default=None)


def put_in_states(stack: str, layers: nn.ModuleList) -> list[Any]:
    """Let other runs take the states of a stack, and put theirs in; return the hooks.

    As in our networks, these are the input of the first layer and the output of each. The hooks
    come before those that read the states: these read what was put in.
    """

    def put_in(number: int, x: Tensor) -> Tensor | None:
        now = PASS.get(None)
        if now is None or not now.changes.changes_parts:
            return None
        return now.changes.put_in(stack, number, "state", x)

    def begin(module: nn.Module, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        changed = put_in(0, args[0] if args else named["hidden_states"])
        if changed is None:
            return None
        return (
            ((changed, *args[1:]), named) if args else (args, {**named, "hidden_states": changed})
        )

    def end(number: int, module: nn.Module, args: tuple[Any, ...], out: Any) -> Any:
        is_tuple = isinstance(out, tuple)
        changed = put_in(number, out[0] if is_tuple else out)
        return (changed, *out[1:]) if is_tuple and changed is not None else changed

    return [
        layers[0].register_forward_pre_hook(begin, prepend=True, with_kwargs=True),
        *(
            layer.register_forward_hook(partial(end, number), prepend=True)
            for number, layer in enumerate(layers, 1)
        ),
    ]


def watch(layers: nn.ModuleList, output: nn.Module) -> list[Any]:
    """Make a network obey `LayerPass`; return the hooks."""

    def begin(module: nn.Module, args: tuple[Any, ...], named: dict[str, Any]) -> None:
        if now := _NOW.get():
            now.states.append(args[0] if args else named["hidden_states"])

    def end(module: nn.Module, args: tuple[Any, ...], out: Any) -> Any:
        now = _NOW.get()
        if now is None:
            return None
        now.states.append(out[0] if isinstance(out, tuple) else out)
        if now.instead is None or module is not layers[-1]:
            return None
        # As many positions as the pass has, since some families count on it.
        size = now.states[-1].shape[1]
        instead = pad(now.instead, (0, 0, 0, -len(now.instead) % size)).unflatten(0, (-1, size))
        return (instead, *out[1:]) if isinstance(out, tuple) else instead

    def score(module: Any, args: tuple[Any, ...], out: Tensor) -> Tensor | None:
        now = _NOW.get()
        return now.score(args[0], module.weight) if now and now.score else None

    return [
        layers[0].register_forward_pre_hook(begin, with_kwargs=True),
        *(layer.register_forward_hook(end) for layer in layers),
        output.register_forward_hook(score),
    ]
