"""Attention weights of any library as the heads that pictures draw."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from models.store.token_names import BYTE_OF_SIGN, SPACE, name_bytes, name_text

from ..base.language import t, translatable
from .views import Heads

# Largest difference of the sum of a row from 1, for weights of 32 bits and of 16.
_TOLERANCE, _TOLERANCE_16 = 1e-3, 2e-2
_MOST_ROUNDED = 0.1  # the same, where all weights have two or three digits
_NEGLIGIBLE = 1e-6  # below 0, of a softmax in another precision
_NOT_RETURNED = translatable(
    "The model returned no attention. Load it with attn_implementation='eager' and call it with "
    "output_attentions=True."
)
_GENERATED = translatable(
    "{name} is what generate() returns: the weights of each step of writing. Call the model once "
    "on the whole text and give its output: model(output.sequences, output_attentions=True), or "
    "with an encoder model(input_ids, decoder_input_ids=output.sequences, output_attentions=True)."
)
# The names of weights in a cache of TransformerLens, and the arguments that they are.
HOOK = re.compile(r"(blocks|encoder|decoder)\.(\d+)\.(attn|cross_attn)\.hook_pattern")
_HOOKED = {
    ("blocks", "attn"): "attention",
    ("encoder", "attn"): "encoder_attention",
    ("decoder", "attn"): "decoder_attention",
    ("decoder", "cross_attn"): "cross_attention",
}
_Tokens = Sequence[str] | None
# Arrays whose numbers would be drawn as something else, or are not there.
_UNFIT: tuple[tuple[Callable[[Any], bool], str], ...] = (
    (
        lambda tensor: "complex" in str(getattr(tensor, "dtype", "")),
        translatable("{name} holds complex numbers; a weight is a number from 0 to 1."),
    ),
    (
        np.ma.is_masked,
        translatable("{name} has masked cells, which have no weight. Fill them: {name}.filled(0)."),
    ),
    (
        lambda tensor: getattr(tensor, "is_meta", False),
        translatable(
            "{name} is on the device “meta”, which keeps no numbers. Load the model with its "
            "weights."
        ),
    ),
    (
        lambda tensor: getattr(tensor, "is_quantized", False),
        translatable("{name} is a quantised tensor. Give {name}.dequantize()."),
    ),
)


class WeightsError(ValueError):
    """Says in the reader's language what is wrong with weights or their words."""


def read_mechanisms(
    attention: Any,
    tokens: _Tokens,
    encoder_attention: Any,
    decoder_attention: Any,
    cross_attention: Any,
    encoder_tokens: _Tokens,
    decoder_tokens: _Tokens,
) -> tuple[Heads, ...]:
    """Return the heads of each mechanism whose weights are given.

    The arguments are those of `viz.attention`. Self-attention in which no word attends to a later
    one counts as a decoder's. Raises WeightsError for weights that are no distributions, or that
    fit neither each other nor the tokens.
    """
    if hasattr(attention, "keys") and any(map(HOOK.fullmatch, map(str, attention.keys()))):
        cached = _read_cache(attention)
        attention = cached.pop("attention", None)
        encoder_attention = cached.get("encoder_attention", encoder_attention)
        decoder_attention = cached.get("decoder_attention", decoder_attention)
        cross_attention = cached.get("cross_attention", cross_attention)
    if hasattr(attention, "sequences"):
        raise WeightsError(t(_GENERATED, name="attention"))
    if hasattr(attention, "get_seq_length"):  # the cache, which is outputs[-1] without attentions
        raise WeightsError(t(_NOT_RETURNED))
    if hasattr(attention, "encoder_attentions"):  # an output of transformers
        encoder_attention = attention.encoder_attentions
        decoder_attention = attention.decoder_attentions
        cross_attention = attention.cross_attentions
        attention = None
        if encoder_attention is None:
            raise WeightsError(t(_NOT_RETURNED))
    elif hasattr(attention, "attentions"):
        attention = attention.attentions
        if attention is None:
            raise WeightsError(t(_NOT_RETURNED))
    sides = {
        "encoder": (encoder_attention, "encoder_tokens", "encoder_tokens"),
        "decoder": (decoder_attention, "decoder_tokens", "decoder_tokens"),
        "cross": (cross_attention, "decoder_tokens", "encoder_tokens"),
    }
    given = {stack: side for stack, side in sides.items() if side[0] is not None}
    if (attention is None) == (not given):
        raise WeightsError(t("own#which attention to give"))
    if attention is not None:
        weights, words = _read_weights("attention", attention), _read_tokens("tokens", tokens)
        stack = "decoder" if is_causal(weights) else "encoder"
        return (_heads_from(stack, "attention", weights, words, words),)
    texts = {"encoder_tokens": encoder_tokens, "decoder_tokens": decoder_tokens}
    return tuple(
        _heads_from(
            stack,
            f"{stack}_attention",
            _read_weights(f"{stack}_attention", weights),
            _read_tokens(rows, texts[rows]),
            _read_tokens(columns, texts[columns]),
        )
        for stack, (weights, rows, columns) in given.items()
    )


def read_stack(stack: str, layers: Sequence[Any], rows: _Tokens, columns: _Tokens) -> Heads:
    """Return the heads of a mechanism whose queries and keys have tokens of their own.

    Raises WeightsError as `read_mechanisms`.
    """
    name = f"{stack}_attention"
    words = _read_tokens("tokens", rows), _read_tokens("tokens", columns)
    return _heads_from(stack, name, _read_weights(name, layers), *words)


def _read_cache(cache: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return the layers of each mechanism in a cache of TransformerLens, by argument.

    Raises WeightsError where a layer is missing.
    """
    layers: dict[str, dict[int, Any]] = {}
    for key in cache.keys():  # noqa: SIM118  # a cache is no Mapping
        if hook := HOOK.fullmatch(str(key)):
            argument = _HOOKED.get((hook[1], hook[3]))
            if argument:
                layers.setdefault(argument, {})[int(hook[2])] = cache[key]
    for argument, by_number in layers.items():
        missing = [number for number in range(len(by_number)) if number not in by_number]
        if missing:
            raise WeightsError(t("own#a cache without patterns", layer=missing[0], name=argument))
    return {
        name: [tensors[number] for number in sorted(tensors)] for name, tensors in layers.items()
    }


def _read_weights(name: str, given: Any) -> np.ndarray:
    """Return weights as `[layer, head, query, key]`, unchanged, in 32 bits.

    `given` is an array or nested lists `[layer, head, query, key]`, `[head, query, key]` or
    `[query, key]`, or a sequence with an array `[1, head, query, key]` or `[head, query, key]` for
    each layer, None for one without attention. That has weights of 0, as in a trace. Raises
    WeightsError for another shape, and for a row that is no distribution.
    """
    if not hasattr(given, "shape") and not isinstance(given, Iterable):
        raise WeightsError(
            t(
                "{name} is {given}, no array. Give [layer, head, query, key].",
                name=name,
                given=repr(given)[:60],
            )
        )
    layers = [given] if hasattr(given, "shape") else list(given)
    if not layers:
        raise WeightsError(t("own#an empty array", name=name))
    if all(map(_is_step, layers)):
        raise WeightsError(t(_GENERATED, name=name))
    arrays = read_layers(name, layers)
    has_16_bits = any("16" in str(getattr(layer, "dtype", "")) for layer in layers)
    tolerance = _TOLERANCE_16 if has_16_bits else _TOLERANCE
    if hasattr(given, "shape"):
        [array] = arrays
    elif len({array.shape for array in arrays}) == 1:
        array = np.stack(arrays)
    else:
        shapes = ", ".join(dict.fromkeys(str(array.shape) for array in arrays))
        raise WeightsError(t("own#layers of different shapes", name=name, shapes=shapes))
    if array.ndim == 5 and array.shape[1] == 1:  # a layer is [1, head, query, key]
        array = array[:, 0]
    if array.ndim in (2, 3):
        array = array[(None,) * (4 - array.ndim)]
    if array.ndim != 4 or not array.size:
        sentence = t("own#the shape of an array", name=name, shape=list(array.shape))
        if array.ndim == 5:
            sentence += " " + t("It holds {count} texts; choose one.", count=array.shape[1])
        raise WeightsError(sentence)
    if np.isnan(array).any():
        place = _first_place(np.isnan(array))
        raise WeightsError(t("own#a weight that is no number", name=name, place=place))
    if (array < 0).any():
        array = np.where((array < 0) & (array >= -_NEGLIGIBLE), 0, array)
    if not np.isfinite(array).all() or (array < 0).any():
        place = _first_place(~(np.isfinite(array) & (array >= 0)))
        raise WeightsError(
            t("own#a weight beyond 1", name=name, place=place, weight=array[tuple(place)])
        )
    sums = array.sum(-1, dtype=np.float64)
    error = np.abs(sums - 1)
    if (attends := array.any((1, 2, 3))).any():
        error[~attends] = 0
    wrong = error > tolerance
    if wrong.any():
        wrong = error > max(tolerance, _rounding(array))
    if wrong.any():
        place = _first_place(wrong)
        raise WeightsError(
            t(
                "own#a row that does not sum to 1",
                name=name,
                place=place,
                total=sums[tuple(place)],
                count=int(wrong.sum()),
                of=sums.size,
            )
        )
    return array


def _first_place(wrong: np.ndarray) -> list[int]:
    """Return the indices of the first cell that is True. `argwhere` takes 32 bytes for each."""
    return [int(index) for index in np.unravel_index(wrong.argmax(), wrong.shape)]


def _rounding(weights: np.ndarray) -> float:
    """Return the most that rounding may add to a row, of weights with two or three digits."""
    parts = np.array_split(weights.reshape(-1), weights.size // 2**18 + 1)
    for digits in (2, 3):
        if all(np.allclose(part, part.round(digits), rtol=0, atol=1e-6) for part in parts):
            return min(weights.shape[-1] * 0.5 * 10**-digits, _MOST_ROUNDED)
    return 0


def _is_step(layer: Any) -> bool:
    """Whether one entry of the weights is a tuple of layers, as of each step of generate()."""
    return (
        isinstance(layer, (tuple, list))
        and bool(layer)
        and all(item is None or len(getattr(item, "shape", ())) == 4 for item in layer)
    )


def read_layers(
    name: str, layers: Iterable[Any], take: Callable[[int], None] = lambda size: None
) -> list[np.ndarray]:
    """Return arrays of 32 bits, weights of 0 for each layer that is None.

    `take` gets the bytes of these before they are made. Raises WeightsError where all are None.
    """
    arrays = [None if layer is None else to_numpy(name, layer) for layer in layers]
    there = [array for array in arrays if array is not None]
    if not there:
        raise WeightsError(t(_NOT_RETURNED))
    take((len(arrays) - len(there)) * there[0].nbytes)
    return [np.zeros_like(there[0]) if array is None else array for array in arrays]


def to_numpy(name: str, layer: Any) -> np.ndarray:
    """Return an array of numpy, torch or jax, or nested lists, in 32 bits.

    Raises WeightsError for anything else.
    """
    for is_unfit, sentence in _UNFIT:
        if is_unfit(layer):
            raise WeightsError(t(sentence, name=name))
    leaf = layer
    while isinstance(leaf, list | tuple) and leaf:
        leaf = leaf[0]
    if leaf is not layer and hasattr(leaf, "dtype"):
        layer = [to_numpy(name, item) for item in layer]
    if hasattr(layer, "detach"):  # numpy knows no bfloat16, and no tensor on a GPU
        layer = layer.detach().float().cpu()
    try:
        with np.errstate(over="ignore"):
            return np.asarray(layer, np.float32)
    except (TypeError, ValueError, OverflowError) as error:
        raise WeightsError(t("own#an array of something else", name=name)) from error


def _read_tokens(name: str, tokens: _Tokens) -> tuple[str, ...]:
    """Return the tokens as written on the screen. Raises WeightsError where there are none.

    Tokens of byte-level BPE are decoded, but for those with another sign (special tokens); of
    SentencePiece "▁" is a space. The notation is that of `token_names`.
    """
    if tokens is None:
        raise WeightsError(
            t("There are no words. Give {name}, a list with a text for each token.", name=name)
        )
    if isinstance(tokens, str) or not all(isinstance(token, str) for token in tokens):
        raise WeightsError(t("own#tokens that are no list", name=name))
    if any(token.startswith("▁") for token in tokens):
        # Only at the beginning of a token: "<｜begin▁of▁sentence｜>" is one of another kind.
        return tuple(
            name_text(token.replace("▁", " ") if token[:1] == "▁" else token) for token in tokens
        )
    contents = [
        None if {*token} - {*BYTE_OF_SIGN} else b"".join(BYTE_OF_SIGN[sign] for sign in token)
        for token in tokens
    ]
    is_cut = "\ufffd" in b"".join(filter(None, contents)).decode(errors="replace")
    if is_cut and not any(token.startswith("Ġ") for token in tokens):
        return tuple(map(_name_word, tokens))
    return tuple(
        _name_word(token) if content is None else name_bytes(content)
        for token, content in zip(tokens, contents)
    )


def _name_word(word: str) -> str:
    """Return the notation for a token of plain text, whose spaces between letters stay."""
    return re.sub(f"(?<=[^{SPACE}]){SPACE}(?=[^{SPACE}])", " ", name_text(word))


def is_causal(weights: np.ndarray) -> bool:
    """Whether no word attends to a later one, in any head."""
    queries, keys = weights.shape[-2:]
    return queries == keys > 1 and not np.triu(weights, 1).any()


def _heads_from(
    stack: str, name: str, weights: np.ndarray, rows: tuple[str, ...], columns: tuple[str, ...]
) -> Heads:
    """Return the heads of a mechanism. Raises WeightsError unless each place has a token."""
    places = weights.shape[-2:]
    if places != (len(rows), len(columns)):
        raise WeightsError(
            t(
                "own#tokens that do not fit",
                name=name,
                queries=places[0],
                keys=places[1],
                rows=len(rows),
                columns=len(columns),
            )
        )
    allowed = np.ones(places, bool)
    if stack == "decoder" and is_causal(weights):
        allowed = np.tri(*places, dtype=bool)
    attends = np.asarray(weights.any((1, 2, 3)))
    every = None if attends.all() else attends[:, None, None] & allowed
    return Heads(stack, weights, allowed, rows, columns, allowed_by_layer=every)
