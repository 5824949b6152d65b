"""Attention weights in a file: NPZ, JSON or safetensors."""

import io
import json
import struct
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from models import UserError

from .tensors import HOOK

ARRAYS = "attention", "encoder_attention", "decoder_attention", "cross_attention"
LISTS = "tokens", "encoder_tokens", "decoder_tokens"
ARGUMENTS = (*ARRAYS, *LISTS, "sentence_b_start", "caption")
# What a file that the app exports calls them.
EXPORTED = {
    "attention_encoder_weights": "encoder_attention",
    "attention_decoder_weights": "decoder_attention",
    "attention_cross_weights": "cross_attention",
    "source": "encoder_tokens",
    "decoder_input": "decoder_tokens",
    "sentence": "caption",
}
MOST = 2**28  # bytes that a file may hold when it is unpacked
TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2"}


def read_file(name: str, content: bytes) -> dict[str, Any]:
    """Return the arguments of `viz.attention` that a file holds; the name's ending says how.

    They are named as the arguments, as in an export of the app, or as in a cache of TransformerLens
    ("blocks.0.attn.hook_pattern"). In safetensors, texts are JSON in the metadata. Raises UserError
    for a file that cannot be read or has no weights.
    """
    ending = Path(name).suffix.lower()
    if ending not in READERS:
        raise UserError(
            "“{name}” is none of the files that can be opened: {endings}.",
            name=name[:80],
            endings=", ".join(READERS),
        )
    try:
        values = READERS[ending](content)
    except (ValueError, KeyError, OSError, EOFError, zipfile.BadZipFile, struct.error) as error:
        raise UserError(
            "“{name}” cannot be read as {ending}: {reason}.",
            name=name[:80],
            ending=ending,
            reason=str(error)[:200].rstrip("."),
        ) from None
    named = {EXPORTED.get(key, key): value for key, value in values.items()}
    arguments = {key: plain(named[key]) for key in ARGUMENTS if key in named}
    hooks = {key: value for key, value in values.items() if HOOK.fullmatch(key)}
    if hooks and not {*ARRAYS} & {*arguments}:
        arguments["attention"] = hooks
    if not {*ARRAYS} & {*arguments}:
        raise UserError(
            "“{name}” holds no weights. It needs an array “attention” and a list “tokens”, or "
            "“encoder_attention”, “decoder_attention” or “cross_attention” with “encoder_tokens” "
            "and “decoder_tokens”; it has {found}.",
            name=name[:80],
            found=", ".join(list(values)[:8]) or "–",
        )
    return arguments


def plain(value: Any) -> Any:
    """Return an array of texts as a list, an array of one value as that value."""
    if isinstance(value, np.ndarray) and value.dtype.kind in "US":
        return value.tolist()
    return value.item() if isinstance(value, np.ndarray) and value.ndim == 0 else value


def read_npz(content: bytes) -> dict[str, np.ndarray]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if sum(one.file_size for one in archive.infolist()) > MOST:
            raise ValueError(f"it holds more than {MOST:,} bytes")
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays.files}


def read_json(content: bytes) -> dict[str, Any]:
    values = json.loads(content)
    if not isinstance(values, dict):
        raise ValueError("it is no object with names")
    return values


def read_safetensors(content: bytes) -> dict[str, Any]:
    """Read the format by itself: its library is no requirement of pictures."""
    (length,) = struct.unpack_from("<Q", content)
    header: dict[str, Any] = json.loads(content[8 : 8 + length])
    texts: Mapping[str, str] = header.pop("__metadata__", {})
    values = {key: parse(text) for key, text in texts.items()}
    for key, one in header.items():
        start, end = one["data_offsets"]
        data = content[8 + length :][start:end]
        if one["dtype"] == "BF16":
            numbers = (np.frombuffer(data, "<u2").astype("<u4") << 16).view("<f4")
        elif one["dtype"] in TYPES:
            numbers = np.frombuffer(data, TYPES[one["dtype"]])
        else:
            continue  # tokens as numbers, and the like
        values[key] = numbers.reshape(one["shape"])
    return values


def parse(text: str) -> Any:
    """Return the value of a JSON text, or another text as it is."""
    try:
        return json.loads(text)
    except ValueError:
        return text


READERS: dict[str, Callable[[bytes], dict[str, Any]]] = {
    ".npz": read_npz,
    ".json": read_json,
    ".safetensors": read_safetensors,
}
ENDINGS = tuple(READERS)
