"""The anatomy of a transformers network, discovered by one short forward pass.

Families name their parts differently, so a stack is identified by the numbers of queries and keys
of its attention.
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

SOURCE, TARGET = 3, 2  # tokens read and written by the probe: the lengths identify the stack
AGREES = 1e-3, 3e-2  # of the largest logit: how far ours may be off, in 32 bits, in 16


class LayerParts(NamedTuple):
    """What is known of one attention layer besides what it records."""

    output: nn.Module | None  # the output projection; None where it could not be found
    scale: float  # what its scores are multiplied with
    relative: bool  # whether it adds a number for each distance


class Anatomy(NamedTuple):
    """What the probe found out."""

    sizes: dict[str, Stack]
    stack_of: dict[nn.Module, str]
    layers: dict[tuple[str, int], LayerParts]


def run_network(network: Any, inputs: Mapping[str, Tensor], now: Pass, **more: Any) -> Any:
    """The network's output for these inputs, with the changes and the recording of this pass."""
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
    inputs from ids `[1, SOURCE]`. Raises UserError where transformers does not call our attention
    function, or where ours differs from the model's own: a picture would then be wrong.
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
                "{name} computes attention in a way of its own that cannot be recorded here.",
                name=name,
            )
        network.set_attn_implementation("eager")
        try:
            eager = run_network(network, inputs, Pass(name_stack), **more)[0].float()
        finally:
            network.set_attn_implementation(NAME)
    # Written so that a difference which is not a number is refused too.
    tolerance = AGREES[network.dtype != torch.float32]
    if not (ours - eager).abs().max() <= tolerance * eager.abs().max():
        raise UserError(
            "The attention of {name} does more than what is shown here, so it is not offered.",
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

    It is found as the module with weights and bias that reads the concatenated head outputs. Layers
    that mix or normalise these first have none.
    """
    modules: dict[tuple[str, int], nn.Module] = {}

    def see(module: nn.Module, args: tuple[Any, ...]) -> None:
        for stack, layers in recording.attention.items():
            place = stack, len(layers) - 1
            if layers and place not in modules:
                heads = (
                    layers[-1].head_output.transpose(1, 2).flatten(2)
                )  # [batch, query, head * d_value]
                if (
                    args
                    and args[0].shape == heads.shape
                    and torch.equal(args[0], heads.to(args[0].dtype))
                ):
                    modules[place] = module

    hooks = [
        module.register_forward_pre_hook(see)
        for module in network.modules()
        if isinstance(module, (nn.Linear, Conv1D))
    ]
    try:
        yield modules
    finally:
        for hook in hooks:
            hook.remove()
