"""Record the attention of a network of PyTorch that is not ours, whose own calls stay as they are.

One hook of PyTorch for all modules sees the calls, so nothing is attached to the network: a copy,
or a file written while it is watched, holds nothing of it.
"""

import inspect
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any, ClassVar

import torch
from torch import Tensor, nn
from torch.nn.modules import module as modules_of_torch

from .errors import UserError, last_line

_MOST = 32 * 2**20  # bytes that are kept of one call: of a larger batch the first sentences


@dataclass(frozen=True, eq=False)
class Call:
    """What one call of an `nn.MultiheadAttention` attended to."""

    name: str  # of the module in the network
    role: str  # "encoder", "decoder" or "cross"; "self" where the mask decides
    number: int  # counts the calls of all modules
    weights: Tensor  # [batch, head, query, key] on the CPU, without dropout
    batch: int  # the sentences of the call
    extra: tuple[str, ...] = ()  # keys after the last token: of add_bias_kv and add_zero_attn

    def __repr__(self) -> str:
        return f"Call({self.name}, {self.role}, weights {list(self.weights.shape)})"


class Recorder:
    """Keeps the last calls of each `nn.MultiheadAttention` in a network, between start and stop."""

    # PyTorch computes some layers in one step that calls no attention; it is off for all while one
    # of these is on.
    _on: ClassVar[set["Recorder"]] = set()
    _was_fast: ClassVar[bool] = True

    def __init__(self, network: Any, keep: int):
        """Raise UserError for a network without attention that can be recorded."""
        _check(network, keep)
        self.names: dict[int, str] = {}
        self.shared: dict[str, list[str]] = {}  # further names of a module
        roles: dict[int, str] = {}
        self._network = network  # so that the ids stay those of its modules
        for name, module in network.named_modules(remove_duplicate=False):
            if isinstance(module, nn.TransformerDecoderLayer):
                roles |= {id(module.self_attn): "decoder", id(module.multihead_attn): "cross"}
            if isinstance(module, nn.MultiheadAttention):
                first = self.names.setdefault(id(module), name or type(module).__name__)
                self.shared.setdefault(first, []).append(name)
        if not self.names:
            raise UserError(
                "There is no nn.MultiheadAttention in this {kind}. Of other attention, give the "
                "weights themselves to attention().",
                kind=type(network).__name__,
            )
        self._roles = roles
        self.kept = {name: deque[Call](maxlen=keep) for name in self.names.values()}
        self.refused: dict[str, str] = {}  # why a module was not recorded, by its name
        self._numbers = count()
        self._hooks: list[Any] = []

    def start(self) -> None:
        """Raise UserError where it has started already."""
        if self._hooks:
            raise UserError(
                "This watch is on already. Open another one: with watch(network) as second."
            )
        self._hooks = [
            modules_of_torch.register_module_forward_pre_hook(self._before),
            modules_of_torch.register_module_forward_hook(self._record, with_kwargs=True),
        ]
        if not self._on:
            Recorder._was_fast = torch.backends.mha.get_fastpath_enabled()
            torch.backends.mha.set_fastpath_enabled(False)
        self._on.add(self)

    def stop(self) -> None:
        for hook in self._hooks:
            hook.remove()
        self._hooks = []
        self._on.discard(self)
        if not self._on:
            torch.backends.mha.set_fastpath_enabled(self._was_fast)

    def _before(self, module: nn.Module, arguments: tuple) -> None:
        """Let a nested tensor take the fast path, as only that can read one."""
        if torch.compiler.is_compiling():
            return
        if any(isinstance(value, Tensor) and value.is_nested for value in arguments):
            torch.backends.mha.set_fastpath_enabled(self._was_fast)
            self.refused.setdefault(
                self.names.get(id(module), type(module).__name__), "it reads a nested tensor"
            )

    def _record(self, module: nn.Module, arguments: tuple, named: dict, output: object) -> None:
        if torch.compiler.is_compiling() or _is_elsewhere():
            return
        if self in self._on:  # not for a call that goes on in another thread after the block
            torch.backends.mha.set_fastpath_enabled(False)
        name = self.names.get(id(module))
        if name is None:
            return
        try:
            assert isinstance(module, nn.MultiheadAttention)
            given = inspect.signature(module.forward).bind(*arguments, **named).arguments
            query, key = given["query"], given["key"]
            if query.is_nested:
                return
            extra = ("<bias>",) * (module.bias_k is not None) + ("<zero>",) * module.add_zero_attn
            axis = 0 if module.batch_first else 1
            batch = query.shape[axis] if query.dim() == 3 else 1
            cells = query.shape[-2 if axis == 0 else 0] * (key.shape[-2 if axis == 0 else 0] + 2)
            room = max(1, _MOST // (module.num_heads * cells * query.element_size()))
            if room < batch:
                given = _first_sentences(given, room, axis, module.num_heads)
            weights = _weigh(module, given).detach().cpu()
            role = self._roles.get(id(module)) or (
                "self" if query is key or _is_same(query, key) else "cross"
            )
            weights = weights if weights.dim() == 4 else weights[None]
            call = Call(name, role, next(self._numbers), weights, batch, extra)
            self.kept[name].append(call)
        except Exception as error:  # whatever it is, the student's run goes on
            self.refused[name] = last_line(error)


def _check(network: Any, keep: int) -> None:
    """Raise UserError for what is no network, or one whose modules PyTorch does not call."""
    if not isinstance(network, nn.Module):
        raise UserError(
            "A network of PyTorch can be watched, no {kind}. Give the nn.Module itself.",
            kind=type(network).__name__,
        )
    if not isinstance(keep, int) or keep < 1:
        raise UserError("keep is {keep}; give 1 or more, the calls to keep.", keep=keep)
    for module in network.modules():
        is_compiled = hasattr(module, "_orig_mod") or module._compiled_call_impl is not None
        if is_compiled or isinstance(module, torch.jit.ScriptModule):
            raise UserError(
                "{kind} is compiled, so its attention is not called one by one. Watch the network "
                "as it was before torch.compile or torch.jit.",
                kind=type(module).__name__,
            )
        if isinstance(module, nn.DataParallel) and len(module.device_ids) > 1:
            raise UserError(
                "DataParallel runs copies of the network, which cannot be watched. Call and watch "
                "its .module."
            )


def _is_elsewhere() -> bool:
    """Whether this is no call of the student's: it is traced, captured, or checkpointed again."""
    is_captured = torch.cuda.is_available() and torch.cuda.is_current_stream_capturing()
    return torch.jit.is_tracing() or is_captured or torch._C._current_graph_task_id() >= 0


def _is_same(query: Tensor, key: Tensor) -> bool:
    """Whether they are the same numbers in memory, as views of one tensor are."""
    places = ((x.data_ptr(), x.shape, x.stride()) for x in (query, key))
    return len(set(places)) == 1


def _first_sentences(given: Mapping[str, Any], room: int, axis: int, heads: int) -> dict[str, Any]:
    """Return the arguments of a call for the first sentences of its batch."""
    # A tensor given twice stays one: the module then multiplies as for the whole batch.
    parts = {id(given[name]): given[name].narrow(axis, 0, room) for name in _INPUTS}
    fewer = {name: parts[id(given[name])] for name in _INPUTS}
    if (mask := given.get("key_padding_mask")) is not None:
        fewer["key_padding_mask"] = mask[:room]
    if (mask := given.get("attn_mask")) is not None and mask.dim() == 3:
        fewer["attn_mask"] = mask[: room * heads]
    return {**given, **fewer}


_INPUTS = "query", "key", "value"


@torch.no_grad()
def _weigh(module: nn.MultiheadAttention, given: Mapping[str, Any]) -> Tensor:
    """Return the weights of each head, in evaluation, of a module that is then as before.

    No random number is drawn, and nothing stays in the cache of autocast, whose copies of weights
    would have no gradient.
    """
    modes = [(part, part.training) for part in module.modules()]
    is_cached = torch.is_autocast_cache_enabled()
    device = given["query"].device
    devices = [device] if device.type == "cuda" else []
    try:
        torch.set_autocast_cache_enabled(False)
        for part, _ in modes:
            part.training = False
        with torch.random.fork_rng(devices):
            arguments = {**given, "need_weights": True, "average_attn_weights": False}
            weights = module.forward(**arguments)[1]
    finally:
        torch.set_autocast_cache_enabled(is_cached)
        for part, is_training in modes:
            part.training = is_training
    if not isinstance(weights, Tensor) or weights.shape[-3] != module.num_heads:
        raise ValueError("it returns no weights of each head")
    return weights
