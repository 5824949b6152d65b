"""The one attention function that every pretrained model runs here, recorded or not.

Equation 1, with the what-ifs in their places.

It is registered with transformers together with its mask: without a mask function of its own a
decoder would see the future, silently. What one pass records and changes travels in a context
variable, so that threads sharing a model stay apart.
"""

from collections import Counter
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field

import torch
from torch import Tensor, nn
from transformers import AttentionInterface, AttentionMaskInterface
from transformers.masking_utils import sdpa_mask

from ..errors import UserError
from ..networks import attention
from ..networks.attention import target_mask
from ..networks.changes import AS_TRAINED, NetworkChanges
from ..networks.positions import perturb_positions
from ..networks.recorder import Recording

NAME = "heads_up"
NOT_SHOWN = (
    "softcap",
    "s_aux",
    "attention_sink",
    "head_mask",
)  # parts of an attention that equation 1 does not have


@dataclass
class Pass:
    """One forward pass of one thread."""

    stack_of: Callable[[nn.Module, Tensor, Tensor], str]  # the stack that an attention belongs to
    changes: NetworkChanges = AS_TRAINED
    recording: Recording | None = None
    layers: Counter = field(default_factory=Counter)  # of each stack, those done
    scales: dict[tuple[str, int], float] = field(
        default_factory=dict
    )  # of each stack and layer: what its scores are multiplied with
    relative: set[tuple[str, int]] = field(
        default_factory=set
    )  # those that add a number for each distance to their scores


PASS: ContextVar[Pass] = ContextVar("pass")


def attend(
    module: nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float | None = None,
    position_bias: Tensor | None = None,
    **more,
) -> tuple[Tensor, None]:
    """Attend as transformers asks of an attention function.

    `query [batch, head, query, d_head]`, key and value with as many heads or a divisor of them, to
    `[batch, query, head, d_head]`.

    Scores are scaled, with T5's relative bias, before the mask; `query` and `key` come with their
    rotation where positions are rotary. In 32 bits whatever the weights are in, so that a row sums
    to 1.
    """
    if parts := [name for name in NOT_SHOWN if more.get(name) is not None]:
        raise UserError(
            "The attention of this model has a part that is not shown here ({part}).", part=parts[0]
        )
    now = PASS.get()
    stack = now.stack_of(module, query, key)
    place = stack, now.layers[stack]
    change = now.changes.at(*place)
    now.layers[stack] += 1
    dtype, shared, d_head = query.dtype, query.shape[1] // key.shape[1], query.shape[-1]
    query, key, value = (
        query.float(),
        key.float().repeat_interleave(shared, 1),
        value.float().repeat_interleave(shared, 1),
    )
    scaling = d_head**-0.5 if scaling is None else scaling  # a model may have a scale of its own
    factor = (
        scaling * d_head ** (0.5 - change.scale_exponent) / change.temperature
    )  # as trained `scaling` to the last bit
    scores = query @ key.transpose(-2, -1) * factor  # [batch, head, query, key]
    if position_bias is not None:
        scores = scores + position_bias.float() / change.temperature
    allowed = allowed_cells(stack, attention_mask, scores, now.changes)
    record = None if now.recording is None else now.recording.attention[stack]
    head_output = attention.attend(scores, query, key, value, allowed, record, change)
    if now.recording is not None:
        now.scales[place] = float(scaling)
        if position_bias is not None and position_bias.any():
            now.relative.add(place)
    return head_output.to(dtype).transpose(1, 2).contiguous(), None


def allowed_cells(
    stack: str, mask: Tensor | None, scores: Tensor, changes: NetworkChanges
) -> Tensor:
    """`allowed` for every head: the model's own mask, as the what-ifs change it."""
    queries, keys = scores.shape[-2:]
    if mask is None:  # no model that makes its mask as transformers does comes here with a decoder
        mask = scores.new_ones((1, 1, queries, keys), dtype=torch.bool)
    allowed = mask if mask.dtype == torch.bool else mask > torch.finfo(mask.dtype).min / 2
    what_if = changes.what_if
    if stack == "decoder":
        if what_if.mask == "none":
            allowed = torch.ones_like(allowed)
        if what_if.window:
            # not set while words are read one by one: queries and keys are equally many here
            allowed = allowed & target_mask(keys, "none", what_if.window, allowed.device)
    return changes.allowed_source(allowed) if stack == "cross" else allowed


def every_cell(*args, **kwargs) -> Tensor:
    """The mask of transformers' "sdpa", `allowed [batch, 1, query, key]`.

    It is never left out, even where a kernel would do without.
    """
    kwargs |= {"allow_is_causal_skip": False, "allow_is_bidirectional_skip": False}
    mask = sdpa_mask(*args, **kwargs)
    assert mask is not None, "a mask is left out only where that may be skipped"
    return mask


AttentionInterface.register(NAME, attend)
AttentionMaskInterface.register(NAME, every_cell)


def merge_masks(recording: Recording) -> None:
    """Where layers have masks of their own, a cell is allowed when any of them allows it."""
    for layers in recording.attention.values():
        masks = [layer.allowed for layer in layers if layer.allowed is not None]
        if masks:
            allowed = masks[0]
            for mask in masks[1:]:
                allowed = allowed | mask
            layers[0] = layers[0]._replace(allowed=allowed)


def position_tables(network: nn.Module) -> list[nn.Embedding]:
    """The tables of positions that are added to the embeddings.

    None where positions are rotary, or relative.
    """
    names = "position_embeddings", "embed_positions", "wpe"
    return [
        module
        for name, module in network.named_modules()
        if name.rpartition(".")[2] in names and isinstance(module, nn.Embedding)
    ]


def arrange(module: nn.Module, args: tuple, output: Tensor) -> Tensor | None:
    """A hook on a table of positions: what is added instead in this pass.

    The table is `[position, d_model]`, or with a batch before it.
    """
    now = PASS.get(None)
    if now is None or now.changes.what_if.positions == "as trained":
        return None
    return perturb_positions(
        output if output.dim() == 2 else output[0], now.changes.what_if.positions
    ).expand_as(output)
