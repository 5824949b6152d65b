"""Discovery of a network's stacks, layers and heads by one short forward pass.

Families of models name their parts differently, so the numbers of queries and keys of an attention
call identify its stack.
"""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from transformers.pytorch_utils import Conv1D

from ..errors import UserError
from ..networks.recorder import Recording
from ..protocols import Stack
from ..trace import STACKS
from .attention import NAME, PASS, Pass

SOURCE, TARGET = 3, 2  # lengths of the probe's source and target; they identify the stack
# Largest difference from the model's own attention, relative to the largest logit, in 32 and 16
# bits.
TOLERANCES = 1e-3, 3e-2


class LayerParts(NamedTuple):
    """Parts of one attention layer that a recording does not have."""

    output: nn.Module | None  # the output projection; None where it could not be found
    scale: float  # the factor on its scores
    relative: bool  # whether it adds a relative position bias to its scores


class Anatomy(NamedTuple):
    """The result of the probe: the size of each stack, and the parts of each layer."""

    sizes: dict[str, Stack]
    stack_of: dict[nn.Module, str]
    layers: dict[tuple[str, int], LayerParts]


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
    **more: Any,
) -> Anatomy:
    """Run the network once on SOURCE source and TARGET target tokens, and return its anatomy.

    `stack_names` maps (queries, keys) of an attention call to its stack; `probe_inputs` makes
    inputs from ids `[1, SOURCE]`. Raises UserError if transformers does not call our attention
    function, or if its result differs from the model's own attention: pictures would be wrong.
    """
    ids = torch.tensor([[5, 6, 7]], device=device) % network.config.get_text_config().vocab_size
    inputs = probe_inputs(ids)
    stack_of: dict[nn.Module, str] = {}
    recording = Recording()

    def name_stack(module: nn.Module, query: Tensor, key: Tensor) -> str:
        return stack_of.setdefault(module, stack_names[query.shape[2], key.shape[2]])

    now = Pass(name_stack, recording=recording)
    with torch.inference_mode():
        with output_projections(network, recording) as projections:
            ours = run_network(network, inputs, now, **more)[0].float()
        sizes = {
            stack: Stack(len(layers), layers[0].query.shape[1])
            for stack in STACKS
            if (layers := recording.attention[stack])
        }
        if {*sizes} != {*stack_names.values()}:
            raise UserError(
                "{name} computes attention in its own way, which cannot be recorded here.",
                name=name,
            )
        network.set_attn_implementation("eager")
        try:
            eager = run_network(network, inputs, Pass(name_stack), **more)[0].float()
        finally:
            network.set_attn_implementation(NAME)
    # `not <=` rather than `>`, so that NaN is refused too.
    tolerance = TOLERANCES[network.dtype != torch.float32]
    if not (ours - eager).abs().max() <= tolerance * eager.abs().max():
        raise UserError(
            "The attention of {name} does more than can be shown here, so it is not offered.",
            name=name,
        )
    parts = {
        place: LayerParts(projections.get(place), scale, place in now.relative)
        for place, scale in now.scales.items()
    }
    return Anatomy(sizes, stack_of, parts)


@contextlib.contextmanager
def output_projections(
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
