"""BertViz's two calls, `head_view` and `model_view`, with its arguments (Vig 2019, version 1.4).

>>> from headsup import head_view, model_view
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...analysis.views import HeadChoice
from ...draw.given_attention import attention as read_attention
from . import Shown, caption_of, read_content

_SIDES = (
    "encoder_attention",
    "decoder_attention",
    "cross_attention",
    "encoder_tokens",
    "decoder_tokens",
)
_ACTIONS = "view", "return"


def head_view(
    attention: Any = None,
    tokens: Sequence[str] | None = None,
    sentence_b_start: int | None = None,
    prettify_tokens: bool = True,
    layer: int | None = None,
    heads: Sequence[int] | None = None,
    encoder_attention: Any = None,
    decoder_attention: Any = None,
    cross_attention: Any = None,
    encoder_tokens: Sequence[str] | None = None,
    decoder_tokens: Sequence[str] | None = None,
    include_layers: Sequence[int] | None = None,
    html_action: str = "view",
) -> Shown:
    """Return the heads, with `layer` and the first of `heads` large, and the lines of all `heads`.

    The arguments are BertViz's. A notebook shows the heads where they are called, as BertViz does;
    with `html_action="return"` only at the end of a cell. `.data` is the HTML. Signs for spaces in
    tokens are written as "␣" whatever `prettify_tokens`. Raises ValueError as `attention`, and for
    a layer or a head that is not included.
    """
    given = (encoder_attention, decoder_attention, cross_attention, encoder_tokens, decoder_tokens)
    picture = _view(attention, tokens, sentence_b_start, given, include_layers, None, html_action)
    first, lines = picture.choice, _read_numbers(heads)
    picture.choose(first.layer if layer is None else int(layer), lines[0] if lines else first.head)
    keys = [picture.place_of(replace(picture.choice, head=head)).key for head in lines]
    picture.notes = replace(picture.notes, overlay=",".join(keys[1:]))
    return _show_at_once(picture) if html_action == "view" else picture


def model_view(
    attention: Any = None,
    tokens: Sequence[str] | None = None,
    sentence_b_start: int | None = None,
    prettify_tokens: bool = True,
    display_mode: str = "dark",
    encoder_attention: Any = None,
    decoder_attention: Any = None,
    cross_attention: Any = None,
    encoder_tokens: Sequence[str] | None = None,
    decoder_tokens: Sequence[str] | None = None,
    include_layers: Sequence[int] | None = None,
    include_heads: Sequence[int] | None = None,
    html_action: str = "view",
) -> Shown:
    """Return all heads, as `head_view`, with the layers and heads that are included.

    It is as dark as the page that shows it, whatever `display_mode`.
    """
    given = (encoder_attention, decoder_attention, cross_attention, encoder_tokens, decoder_tokens)
    picture = _view(
        attention, tokens, sentence_b_start, given, include_layers, include_heads, html_action
    )
    return _show_at_once(picture) if html_action == "view" else picture


def _show_at_once(picture: Shown) -> Shown:
    """Show the heads in a notebook, and not once more where they are the value of the same cell."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell:
        sys.modules["IPython"].display.display(picture)
        cell = shell.execution_count
        picture.is_on_show = lambda: shell.execution_count == cell
    return picture


def _read_numbers(given: Iterable[int] | None) -> list[int]:
    """Return numbers of layers or heads, of an array too."""
    return [] if given is None else [int(number) for number in given]


def _view(
    attention: Any,
    tokens: Sequence[str] | None,
    sentence_b_start: int | None,
    given: tuple[Any, ...],
    include_layers: Sequence[int] | None,
    include_heads: Sequence[int] | None,
    html_action: str,
) -> Shown:
    """Return the heads that are included; `given` are the arguments of encoder and decoder."""
    if html_action not in _ACTIONS:
        raise ValueError(f"html_action is {html_action!r}; it is {' or '.join(_ACTIONS)}")
    content = read_attention(attention, tokens, sentence_b_start, **dict(zip(_SIDES, given)))
    run = read_content(content, False, "all")
    layers, heads = _read_numbers(include_layers), _read_numbers(include_heads)
    mechanisms = []
    for mechanism in run.mechanisms:
        for name, axis, numbers in (("layer", 0, layers), ("head", 1, heads)):
            missing = [
                number for number in numbers if not 0 <= number < mechanism.weights.shape[axis]
            ]
            if missing:
                raise ValueError(
                    f"there is no {name} {missing[0]} to include: {mechanism.stack} attention has "
                    f"{mechanism.weights.shape[axis]} {name}s, from 0"
                )
            if numbers:
                masks = (
                    mechanism.masks
                    if name == "head" or mechanism.masks.ndim == 2
                    else mechanism.masks[numbers]
                )
                weights = np.take(mechanism.weights, numbers, axis)
                every = None if masks.ndim == 2 else masks
                mechanism = replace(mechanism, weights=weights, allowed_by_layer=every)
        mechanisms.append(mechanism)
    run = replace(run, mechanisms=mechanisms, layers=layers, heads=heads)
    if not all(mechanism.weights.any() for mechanism in mechanisms):
        raise ValueError(f"there is no attention in layers {layers}")
    place = mechanisms[0].attending[0]
    first = HeadChoice(mechanisms[0].stack, layers[place] if layers else place, (heads or [0])[0])
    return Shown(run, first, caption_of(content), 640)
