"""Discovery of a network's stacks, layers, heads, masks and positions by short forward passes.

Families of models name their parts differently, so the numbers of queries and keys of an attention
call identify its stack, and the list of modules in which it is called identifies its layer.
"""

import contextlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from transformers.pytorch_utils import Conv1D

from ..errors import UserError
from ..networks.recorder import Recording
from ..protocols import Stack
from ..trace import STACKS
from .recorded_attention import NAME, PASS, Pass

SOURCE, TARGET = 3, 2  # lengths of the probe's source and target; they identify the stack
# Largest difference from the model's own attention, relative to the largest logit, in 32 and 16
# bits.
_TOLERANCES = 1e-3, 3e-2


_Place = tuple[str, int]  # a stack and a layer


class _LayerParts(NamedTuple):
    """Parts of one attention layer that a recording does not have."""

    output: nn.Module | None  # the output projection; None where it could not be found
    scale: float  # the factor on its scores
    relative: bool  # whether it adds a relative position bias to its scores
    rotates: bool  # whether it rotates queries and keys by their positions


class Anatomy(NamedTuple):
    """The result of the probe: the size of each stack, and the parts of each layer."""

    sizes: dict[str, Stack]  # with the layers that have no attention
    without: dict[str, tuple[int, ...]]  # these, by stack, where there are any
    layers: dict[_Place, _LayerParts]  # of the others
    calls: dict[nn.Module, list[_Place]]  # the places of the calls of a module in a pass, in order
    looks_ahead: bool  # whether a word attends to later ones in the stack that reads the text
    adds_positions: bool  # whether the input of the first layer depends on positions
    # The layers of each stack, where they run in the order of a list.
    modules: dict[str, nn.ModuleList]

    def place_of(self) -> Callable[[nn.Module, Tensor, Tensor], _Place]:
        """Return `Pass.place_of` for one pass."""
        counts: Counter[nn.Module] = Counter()

        def place_of(module: nn.Module, query: Tensor, key: Tensor) -> _Place:
            counts[module] += 1
            return self.calls[module][counts[module] - 1]

        return place_of


def run_network(network: Any, inputs: Mapping[str, Tensor], now: Pass, **more: Any) -> Any:
    """Run the network with the changes and the recording of a pass; return its output."""
    token = PASS.set(now)
    try:
        return network(**inputs, **more)
    finally:
        PASS.reset(token)


def probe(
    name: str,
    network: Any,
    device: torch.device,
    stack_names: Mapping[tuple[int, int], str],
    probe_inputs: Callable[[Tensor], dict[str, Tensor]],
    hidden_name: str,
    **more: Any,
) -> Anatomy:
    """Run the network on SOURCE source and TARGET target tokens, and return its anatomy.

    `stack_names` maps (queries, keys) of an attention call to its stack; `probe_inputs` makes
    inputs from ids `[1, SOURCE]`; `hidden_name` is the output's attribute with the states that
    begin with the input of the first layer. Raises UserError if transformers does not call our
    attention function, or if its result differs from the model's own attention: pictures would be
    wrong.
    """
    ids = torch.tensor([[5, 6, 7]], device=device) % min(
        network.config.get_text_config().vocab_size, len(network.get_input_embeddings().weight)
    )
    inputs = probe_inputs(ids)
    recording = Recording()
    # The layers of each stack in the order in which they attend, by the lists of modules in which
    # they are called; their places until the numbers are known.
    attending: dict[str, dict[Any, int]] = {stack: {} for stack in STACKS}
    calls: dict[nn.Module, list[_Place]] = defaultdict(list)

    def note_place(module: nn.Module, query: Tensor, key: Tensor) -> _Place:
        stack = stack_names.get((query.shape[2], key.shape[2]), "")
        if not stack:
            raise _own_way(name)
        where = (*running, module) if running else (module, len(calls[module]))
        place = stack, attending[stack].setdefault(where, len(attending[stack]))
        calls[module].append(place)
        return place

    now = Pass(note_place, recording=recording)
    with torch.inference_mode():
        with (
            _output_projections(network, recording) as projections,
            _lists_of_modules(network) as running,
        ):
            ours = run_network(network, inputs, now, **more)[0].float()
        if {stack for stack in STACKS if attending[stack]} != {*stack_names.values()}:
            raise _own_way(name)
        network.set_attn_implementation("eager")
        try:
            eager = run_network(network, inputs, Pass(note_place), **more)[0].float()
        finally:
            network.set_attn_implementation(NAME)
    # `not <=` rather than `>`, so that NaN is refused too.
    tolerance = _TOLERANCES[network.dtype != torch.float32]
    if not (ours - eager).abs().max() <= tolerance * eager.abs().max():
        raise UserError(
            "The attention of {name} does more than can be shown here, so it is not offered.",
            name=name,
        )
    sizes, without, modules = {}, {}, {}
    numbers: dict[_Place, _Place] = {}  # of the network, by the order in which they attend
    for stack in stack_names.values():
        layers, stack_numbers = _number_layers([*attending[stack]])
        if layers is not None:
            modules[stack] = layers
        total = len(layers or stack_numbers)
        sizes[stack] = Stack(total, recording.attention[stack][0].query.shape[1])
        numbers |= {(stack, place): (stack, number) for place, number in enumerate(stack_numbers)}
        if len(stack_numbers) < total:
            without[stack] = tuple(sorted({*range(total)} - {*stack_numbers}))
    reading = next(iter(stack_names.values()))
    masks = [step.allowed for step in recording.attention[reading]]
    anatomy = Anatomy(
        sizes,
        without,
        {},
        {module: [numbers[place] for place in places] for module, places in calls.items()},
        any(mask is None or bool(mask.triu(1).any()) for mask in masks),
        False,
        modules,
    )
    rotating, adds = _find_positions(
        network, anatomy, probe_inputs(ids[:, :1].expand_as(ids)), hidden_name, **more
    )
    for place, scale in now.scales.items():
        anatomy.layers[numbers[place]] = _LayerParts(
            projections.get(place), scale, place in now.relative, numbers[place] in rotating
        )
    return anatomy._replace(adds_positions=adds)


def _own_way(name: str) -> UserError:
    return UserError(
        "{name} computes attention in its own way, which cannot be recorded here.", name=name
    )


def _number_layers(paths: Sequence[tuple[Any, ...]]) -> tuple[nn.ModuleList | None, list[int]]:
    """Return the list of a stack's layers, and the numbers of those that attend.

    `paths` has one for each of these, as `_lists_of_modules` has them. The numbers are the places
    in the network's list of layers; where there is none, or a layer runs several times, as in
    ALBERT, the order in which they attend.
    """
    firsts = [path[0] for path in paths if isinstance(path[0], tuple)]
    places = [place for _, place, _ in firsts]
    lists = {layers for layers, _, _ in firsts}
    if len(firsts) == len(paths) and len(lists) == 1 and places == sorted({*places}):
        return lists.pop(), places
    return None, [*range(len(paths))]


@contextlib.contextmanager
def _lists_of_modules(network: nn.Module) -> Iterator[list[tuple[nn.ModuleList, int, int]]]:
    """While the context is open, keep the entries of lists that are being run, outermost first.

    Each is the list, the place in it, and how often it has run.
    """
    running: list[tuple[nn.ModuleList, int, int]] = []
    times: Counter[nn.Module] = Counter()

    def watch(layers: nn.ModuleList, place: int, module: nn.Module) -> list[Any]:
        def begin(*_: Any) -> None:
            times[module] += 1
            running.append((layers, place, times[module]))

        def end(*_: Any) -> None:
            running.pop()

        return [module.register_forward_pre_hook(begin), module.register_forward_hook(end)]

    hooks = [
        hook
        for layers in network.modules()
        if isinstance(layers, nn.ModuleList)
        for place, module in enumerate(layers)
        for hook in watch(layers, place, module)
    ]
    try:
        yield running
    finally:
        for hook in hooks:
            hook.remove()


def _find_positions(
    network: Any, anatomy: Anatomy, inputs: Mapping[str, Tensor], hidden_name: str, **more: Any
) -> tuple[set[_Place], bool]:
    """Return the layers that rotate queries, and whether positions are added to embeddings.

    `inputs` repeat one token, and each attention gets the state of the first word for all words:
    what then differs from word to word comes from the positions alone.
    """
    rotating: set[_Place] = set()
    place_of = anatomy.place_of()

    def compare(module: nn.Module, query: Tensor, key: Tensor) -> _Place:
        place = place_of(module, query, key)
        if place[0] != "cross" and _differs(query, 2):
            rotating.add(place)
        return place

    def repeat_first(
        module: nn.Module, args: tuple[Any, ...], named: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        states = {name: named[name] for name in ("hidden_states",) if name in named}
        repeated = {name: state[:, :1].expand_as(state) for name, state in states.items()}
        first = (args[0][:, :1].expand_as(args[0]),) if args else ()
        return (*first, *args[1:]), named | repeated

    hooks = [
        module.register_forward_pre_hook(repeat_first, with_kwargs=True) for module in anatomy.calls
    ]
    try:
        with torch.inference_mode():
            out = run_network(
                network, inputs, Pass(compare), **more | {"output_hidden_states": True}
            )
    finally:
        for hook in hooks:
            hook.remove()
    return rotating, _differs(out[hidden_name][0], 1)


def _differs(values: Tensor, axis: int) -> bool:
    """Whether values differ along an axis by more than rounding."""
    first = values.float().narrow(axis, 0, 1)
    tolerance = _TOLERANCES[values.dtype != torch.float32]
    return bool((values.float() - first).abs().max() > tolerance * first.abs().max())


@contextlib.contextmanager
def _output_projections(
    network: nn.Module, recording: Recording
) -> Iterator[dict[tuple[str, int], nn.Module]]:
    """While the context is open, collect the output projection of each stack and layer.

    It is the linear module whose input equals the concatenated head outputs. A layer that mixes or
    normalises head outputs first has none.
    """
    modules: dict[tuple[str, int], nn.Module] = {}

    def compare_input(module: nn.Module, args: tuple[Any, ...]) -> None:
        for stack, layers in recording.attention.items():
            place = stack, len(layers) - 1
            if layers and place not in modules:
                # [batch, query, head * d_value]
                heads = layers[-1].head_output.transpose(1, 2).flatten(2)
                if (
                    args
                    and args[0].shape == heads.shape
                    and torch.equal(args[0], heads.to(args[0].dtype))
                ):
                    modules[place] = module

    hooks = [
        module.register_forward_pre_hook(compare_input)
        for module in network.modules()
        if isinstance(module, (nn.Linear, Conv1D))
    ]
    try:
        yield modules
    finally:
        for hook in hooks:
            hook.remove()
