"""The logit of a word as a sum over the parts of a decoder (direct logit attribution).

A decoder with norms before its sub-layers only ever adds to its states, so the last one is a sum of
what the embedding, each head and each feed-forward layer wrote (Elhage et al. 2021, "A mathematical
framework for transformer circuits"). The norm before the output matrix divides that sum by one
number; with the number frozen, the logit is the same sum, seen through the output matrix.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import Tensor

from ..errors import UserError
from ..reasons import UNSUPPORTED
from ..request import Request
from ..results import Attribution

_LARGE = 100.0  # makes the epsilon of a norm negligible
# Largest difference of a sum from its logit, relative to it if that is above 1; in 32 and 16 bits.
_TOLERANCES = 1e-4, 3e-2


class LayerSums(NamedTuple):
    """What the layers of a decoder added at one place, and what makes words of their sum."""

    logits: Tensor  # [vocabulary] of the model itself
    states: Tensor  # [layer + 1, d_model]: the input of the first layer, the output of each
    head_outputs: list[Tensor]  # by layer, [head, d_head]
    norm: Callable[[Tensor], Tensor]  # after the last layer
    matrix: Tensor  # [vocabulary, d_model]
    bias: Tensor | None  # [vocabulary]


class _FrozenNorm(NamedTuple):
    """A layer norm at one state: gain * (x - mean) / spread + shift, or without the mean."""

    gain: Tensor  # [d_model]
    shift: Tensor  # [d_model]
    is_centred: bool
    spread: float
    error: float  # largest difference from the norm, relative to its largest number

    def scale(self, parts: Tensor) -> Tensor:
        """Return what parts of the state, `[..., d_model]`, are of the normalised state."""
        parts = parts - parts.mean(-1, keepdim=True) if self.is_centred else parts
        return parts * self.gain / self.spread


@torch.inference_mode()
def attribute(
    model: Any, request: Request, place: int | None, other: str, run: Any = None
) -> Attribution:
    """Return the logit at a place of what is written as a sum; see `Model.attribute`.

    `run` is that of the request, if it is there already.
    """
    if request.what_if.patched:
        raise UserError("A state of another run is no sum of this one. Take it out again.")
    run = model._run(request) if run is None else run
    place = range(len(run.written))[run.prompt_length if place is None else place]
    sums = model._layer_sums(run, place)
    words = [run.written[place], _other_word(model, sums.logits, run.written[place], other)]
    states, heads, biases = sums.states.double().cpu(), [], []
    for layer, outputs in enumerate(sums.head_outputs):
        weights = model.parameters("decoder", layer)
        matrix = torch.from_numpy(weights["to_output"]).double()  # [head * d_head, d_model]
        by_head = matrix.unflatten(0, (len(outputs), -1))
        heads.append(torch.einsum("hd,hdm->hm", outputs.double().cpu(), by_head))
        biases.append(torch.from_numpy(weights["to_output_bias"]).double())
    added = torch.stack(heads)  # [layer, head, d_model]
    bias = torch.stack(biases)  # [layer, d_model]
    feed_forward = states.diff(dim=0) - added.sum(1) - bias
    frozen = freeze(sums.norm, sums.states[-1])
    columns = sums.matrix[words].double().cpu()  # [word, d_model]

    def read(parts: Tensor) -> Tensor:
        return frozen.scale(parts) @ columns.T

    rest = read(bias.sum(0)) + frozen.shift @ columns.T
    if sums.bias is not None:
        rest += sums.bias[words].double().cpu()
    logits = sums.logits[words].double().cpu()
    of_parts = read(states[0]), read(added), read(feed_forward), rest  # [..., word]
    total = sum(part.flatten(0, -2).sum(0) if part.dim() > 1 else part for part in of_parts)
    tolerance = _TOLERANCES[sums.logits.dtype != torch.float32] * logits.abs().clamp(min=1)
    if not ((total - logits).abs() <= tolerance).all():
        raise UserError(UNSUPPORTED["no sum"], model=model.name)
    embedding, of_heads, of_feed_forward, biases_alone = (part.numpy() for part in of_parts)
    return Attribution(
        request,
        place,
        (model.tokenizer.name(words[0]), model.tokenizer.name(words[1])),
        logits.numpy(),
        embedding,
        of_heads,
        of_feed_forward,
        biases_alone,
    )


def _other_word(model: Any, logits: Tensor, written: int, other: str) -> int:
    """Return the likeliest token with a name, or the likeliest other than the one written."""
    for index in logits.argsort(descending=True).tolist():
        if index != written and other in ("", model.tokenizer.name(index)):
            return index
    raise UserError(
        "“{word}” is no other word of the vocabulary of {model}. Write it as the model does.",
        word=other[:40],
        model=model.name,
    )


def freeze(norm: Callable[[Tensor], Tensor], state: Tensor) -> _FrozenNorm:
    """Return a norm of any family as a linear function, from what it makes of three vectors."""
    signs = torch.ones_like(state)
    signs[1::2] = -1  # has the mean 0
    up, down, after = norm(torch.stack([signs, -signs, state / _LARGE]) * _LARGE).double().cpu()
    signs, x = signs.double().cpu(), state.double().cpu()
    gain, shift = (up - down) / 2 * signs, (up + down) / 2
    norms = []
    for is_centred in (False, True):
        scaled = gain * (x - x.mean() if is_centred else x)
        factor = float((after - shift) @ scaled / (scaled @ scaled).clamp(min=1e-30))
        error = float((after - shift - scaled * factor).abs().max() / after.abs().max())
        norms.append(_FrozenNorm(gain, shift, is_centred, 1 / (factor or 1.0), error))
    return min(norms, key=lambda one: one.error)
