"""The attention function of all pretrained models: equation 1 with recording and what-ifs.

It is registered with transformers together with a mask function. Without one, transformers would
pass no mask, and a decoder would silently see later words. The recording and the changes of a pass
are in a context variable, so that threads can share a model.
"""

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn
from transformers import AttentionInterface, AttentionMaskInterface
from transformers.masking_utils import sdpa_mask

from ..errors import UserError
from ..networks import attention
from ..networks.attention import AttentionRecord, target_mask
from ..networks.changes import AS_TRAINED, NetworkChanges
from ..networks.positions import perturb_positions
from ..networks.recorder import Recording

NAME = "heads_up"
# Arguments of transformers for parts of attention that equation 1 does not have.
_NOT_SHOWN = "softcap", "s_aux", "attention_sink", "head_mask"


@dataclass
class Pass:
    """The state of one forward pass in one thread."""

    # (module, query, key) of a call to its stack and layer; asked once for each call.
    place_of: Callable[[nn.Module, Tensor, Tensor], tuple[str, int]]
    changes: NetworkChanges = AS_TRAINED
    recording: Recording | None = None
    # By stack and layer, the factor on its scores.
    scales: dict[tuple[str, int], float] = field(default_factory=dict)
    # Stack and layer of those that add a relative position bias to their scores.
    relative: set[tuple[str, int]] = field(default_factory=set)


PASS: ContextVar[Pass] = ContextVar("pass")


def _attend(
    module: nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float | None = None,
    position_bias: Tensor | None = None,
    **more,
) -> tuple[Tensor, None]:
    """Compute attention, with the signature that transformers expects.

    `query [batch, head, query, d_head]`; key and value have as many heads, or a divisor of them
    (grouped queries). Returns `[batch, query, head, d_head]`. Queries and keys are already rotated
    where positions are rotary. Recorded scores are scaled and include T5's relative bias, before
    the mask. Computes in 32 bits whatever the type of the weights, so that rows sum to 1.
    """
    if attention_mask is not None and attention_mask.dim() == 4 and attention_mask.shape[1] > 1:
        raise UserError("Each head of this model has a mask of its own, which is not shown here.")
    if parts := [name for name in _NOT_SHOWN if more.get(name) is not None]:
        raise UserError(
            "The attention of this model has a part that is not shown here ({part}).", part=parts[0]
        )
    now = PASS.get()
    place = stack, _ = now.place_of(module, query, key)
    change = now.changes.at(*place)
    dtype, shared, d_head = query.dtype, query.shape[1] // key.shape[1], query.shape[-1]
    query, key, value = (
        query.float(),
        key.float().repeat_interleave(shared, 1),
        value.float().repeat_interleave(shared, 1),
    )
    scaling = d_head**-0.5 if scaling is None else scaling
    # Without a what-if, the factor equals `scaling` to the last bit.
    factor = scaling * d_head ** (0.5 - change.scale_exponent) / change.temperature
    scores = query @ key.transpose(-2, -1) * factor  # [batch, head, query, key]
    if position_bias is not None:
        scores = scores + position_bias.float() / change.temperature
    allowed = _allowed_cells(stack, attention_mask, scores, now.changes)
    record: list[AttentionRecord] = []
    head_output = attention.attend(scores, query, key, value, allowed, record, change)
    if now.recording is not None:
        steps = now.recording.attention[stack]
        if place not in now.scales:
            steps.append(record[0])
        elif steps:
            steps[-1] = _join_halves(steps[-1], record[0])
        now.scales[place] = float(scaling)
        if position_bias is not None and position_bias.any():
            now.relative.add(place)
    return head_output.to(dtype).transpose(1, 2).contiguous(), None


def _join_halves(first: AttentionRecord, second: AttentionRecord) -> AttentionRecord:
    """Return one step for two calls in a layer, with the same weights over two halves of values.

    So computes DiffLlama, which subtracts the outputs of half its heads from those of the others.
    Raises UserError for other weights: a layer has one picture.
    """
    if first.weights is not None and not torch.equal(first.weights, second.weights):
        raise UserError("A layer of this model attends twice, which is not shown here.")
    halves: dict[str, Any] = {
        name: torch.cat([half, getattr(second, name)], -1)
        for name in ("value", "head_output")
        if (half := getattr(first, name)) is not None
    }
    return first._replace(**halves)


def _allowed_cells(
    stack: str, mask: Tensor | None, scores: Tensor, changes: NetworkChanges
) -> Tensor:
    """Return the model's mask, changed by the what-ifs, as booleans: True is allowed."""
    queries, keys = scores.shape[-2:]
    # Only encoders come without a mask: `_every_cell` makes one for every decoder.
    if mask is None:
        mask = scores.new_ones((1, 1, queries, keys), dtype=torch.bool)
    allowed = mask if mask.dtype == torch.bool else mask > torch.finfo(mask.dtype).min / 2
    what_if = changes.what_if
    if stack == "decoder":
        if what_if.mask == "none":
            allowed = torch.ones_like(allowed)
        if what_if.window:
            # Decoding with a window uses no cache, so queries and keys are equal in number.
            allowed = allowed & target_mask(keys, "none", what_if.window, allowed.device)
    return changes.allowed_source(allowed) if stack == "cross" else allowed


def _every_cell(*args, **kwargs) -> Tensor:
    """Return the mask of transformers' "sdpa", `allowed [batch, 1, query, key]`; never None."""
    kwargs |= {"allow_is_causal_skip": False, "allow_is_bidirectional_skip": False}
    mask = sdpa_mask(*args, **kwargs)
    assert mask is not None, "sdpa_mask returns None only where a mask may be skipped"
    return mask


AttentionInterface.register(NAME, _attend)
AttentionMaskInterface.register(NAME, _every_cell)


def add_layers(recording: Recording, without: Mapping[str, Sequence[int]]) -> None:
    """Insert the layers `without` attention, by stack, as steps of zeros that allow nothing."""
    for stack, numbers in without.items():
        steps = recording.attention[stack]
        if steps:
            blank: Any = [None if part is None else torch.zeros_like(part) for part in steps[0]]
            nothing = steps[0].weights[:1, :1] < 0
            for number in numbers:
                steps.insert(number, AttentionRecord(*blank)._replace(allowed=nothing))


def position_tables(network: nn.Module) -> list[Any]:
    """Return the tables of positions that are added to embeddings: learned, or sinusoids.

    The list is empty where positions are rotary or relative.
    """
    names = "position_embeddings", "embed_positions", "wpe"
    return [
        module
        for name, module in network.named_modules()
        if name.rpartition(".")[2] in names
        and (isinstance(module, nn.Embedding) or "Sinusoidal" in type(module).__name__)
    ]


def arrange(module: nn.Module, args: tuple, output: Tensor) -> Tensor | None:
    """A forward hook on a table of positions: replace its output as the what-if says.

    `output` is `[position, d_model]`, or `[batch, position, d_model]`.
    """
    now = PASS.get(None)
    if now is None or now.changes.what_if.positions == "as trained":
        return None
    return perturb_positions(
        output if output.dim() == 2 else output[0], now.changes.what_if.positions
    ).expand_as(output)
