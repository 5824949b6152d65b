"""Attention weights in a file: NPZ, NPY, JSON or safetensors."""

import io
import json
import math
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from models import UserError

from ..base.language import t, translatable
from .tensors import HOOK, WeightsError, to_numpy

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
PICKLES = ".pt", ".pth", ".bin", ".ckpt", ".pkl", ".pickle"
TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2"}
OBJECTS = translatable(
    "an array in it holds Python objects, which would be unpickled. Write texts as "
    "np.array(tokens, dtype=str)"
)


def read_file(name: str, content: bytes, most: int = MOST) -> dict[str, Any]:
    """Return the arguments of `viz.attention` that a file holds; the name's ending says how.

    They are named as the arguments, as in an export of the app, or as in a cache of TransformerLens
    ("blocks.0.attn.hook_pattern"). In safetensors, lists are JSON in the metadata. Raises UserError
    for a file that cannot be read, has no weights, or holds more than `most` bytes unpacked.
    """
    ending = check_ending(name)
    try:
        values = READERS[ending](content, most)
        arguments = read_arguments(values)
    except Exception as error:  # for a damaged file, numpy, zipfile and zlib raise their own
        raise UserError(
            "“{name}” cannot be read as {ending}: {reason}.",
            name=name[:80],
            ending=ending,
            reason=reason_of(error).rstrip("."),
        ) from error
    if not {*ARRAYS} & {*arguments}:
        raise UserError(
            "“{name}” holds no weights. It needs an array “attention” and a list “tokens”, or "
            "“encoder_attention”, “decoder_attention” or “cross_attention” with “encoder_tokens” "
            "and “decoder_tokens”; it has {found}.",
            name=name[:80],
            found=", ".join(list(values)[:8]) or "–",
        )
    return arguments


def check_ending(name: str) -> str:
    """Return the ending of a file's name. Raises UserError for one that is not opened."""
    ending = Path(name).suffix.lower()
    if ending in PICKLES:
        raise UserError(
            "“{name}” is a pickle, which can run code when it is opened; so it is not opened here. "
            "Give what is in it, attention(torch.load(file, weights_only=True), tokens), or write "
            "it as {endings}.",
            name=name[-80:],
            endings=", ".join(READERS),
        )
    if ending not in READERS:
        raise UserError(
            "“{name}” is none of the files that can be opened: {endings}.",
            name=name[-80:],
            endings=", ".join(READERS),
        )
    return ending


def reason_of(error: Exception) -> str:
    """Return why a file cannot be read. Of libraries, whose words are English, only the kind."""
    match error:
        case WeightsError():
            return str(error)
        case zipfile.BadZipFile():
            return t("it is no zip archive, or a damaged one")
        case json.JSONDecodeError():
            return t(
                "line {line}, column {column} is no JSON", line=error.lineno, column=error.colno
            )
        case _:
            return t("it is damaged, or written in another way")


def read_arguments(values: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments among the values, whose names may have capitals.

    Raises WeightsError for a value of another type.
    """
    small = {key.lower(): value for key, value in values.items()} | values
    named = {EXPORTED.get(key, key): value for key, value in small.items()}
    arguments = {key: read_argument(key, value) for key, value in named.items() if key in ARGUMENTS}
    arguments = {key: value for key, value in arguments.items() if value is not None}
    hooks = {key: read_argument(key, one) for key, one in values.items() if HOOK.fullmatch(key)}
    if hooks and not {*ARRAYS} & {*arguments}:
        arguments["attention"] = hooks
    return arguments


def holds_weights(given: Any) -> bool:
    """Whether this is a mapping with weights by their names, as np.load returns of an NPZ."""
    keys = given.keys() if hasattr(given, "keys") else ()
    return bool({str(key).lower() for key in keys} & {*ARRAYS, *EXPORTED})


def read_mapping(given: Any) -> dict[str, Any]:
    """Return the arguments in a mapping. Raises WeightsError for a value of another type."""
    try:
        return read_arguments({str(key): given[key] for key in given})
    except ValueError as error:
        if isinstance(error, WeightsError):
            raise
        raise WeightsError(t(OBJECTS)) from error  # of np.load, which unpickles nothing


def read_argument(name: str, value: Any) -> Any:
    """Return numbers as an array, others as Python's values. Raises WeightsError for others."""
    if value is None:
        return None
    if name not in {*LISTS, "sentence_b_start", "caption"}:
        if isinstance(value, list) or hasattr(value, "detach"):
            return to_numpy(name, value)
        if isinstance(value, np.ndarray) and value.dtype.kind in "fiub":
            return value
        raise WeightsError(t("“{name}” is no array of numbers", name=name))
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if name in LISTS:
        if isinstance(value, list):
            value = [one.decode() if isinstance(one, bytes) else one for one in value]
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise WeightsError(t("“{name}” is no list of texts", name=name))
    elif type(value) is not (str if name == "caption" else int):
        if name == "caption":
            raise WeightsError(t("“{name}” is no text", name=name))
        raise WeightsError(t("“{name}” is no whole number", name=name))
    return value


def read_npz(content: bytes, most: int) -> dict[str, np.ndarray]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = [one for one in archive.infolist() if one.filename.endswith(".npy")]
        if sum(one.file_size for one in members) > most:
            raise WeightsError(t("it holds more than {most:,} bytes", most=most))
        arrays = {}
        for one in members:
            if one.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise WeightsError(t("it is compressed in another way than numpy does"))
            # No more than it says to hold, which may be wrong: `read()` unpacks all of it first.
            with archive.open(one) as packed:
                content = packed.read(one.file_size + 1)
            arrays[one.filename.removesuffix(".npy")] = read_npy(content)
        return arrays


def read_npy(content: bytes) -> np.ndarray:
    """Return the array in the bytes, which take no more memory than they have. No pickles."""
    file = io.BytesIO(content)
    is_first = np.lib.format.read_magic(file) == (1, 0)
    read = np.lib.format.read_array_header_1_0 if is_first else np.lib.format.read_array_header_2_0
    shape, by_column, dtype = read(file)
    if dtype.hasobject:
        raise WeightsError(t(OBJECTS))
    numbers = np.frombuffer(content, dtype, math.prod(shape), file.tell())
    return numbers.reshape(shape, order="F" if by_column else "C")


def read_json(content: bytes) -> dict[str, Any]:
    values = json.loads(content)
    if not isinstance(values, dict):
        raise WeightsError(t("it is no object with names"))
    return values


def read_safetensors(content: bytes) -> dict[str, Any]:
    """Read the format by itself: its library is no requirement of pictures."""
    (length,) = struct.unpack_from("<Q", content)
    data = memoryview(content)[8 + length :]
    header = read_json(content[8 : 8 + length])
    values = read_texts(header.pop("__metadata__", {}))
    for key, one in header.items():
        match one:
            case {"dtype": str(kind), "shape": [*shape], "data_offsets": [int(start), int(end)]}:
                is_whole = all(isinstance(size, int) for size in shape)
                is_right = is_whole and 0 <= start <= end <= len(data)
            case _:
                is_right = False
        if not is_right:
            raise WeightsError(
                t("“{name}” has no dtype, shape and data_offsets in the file", name=key[:80])
            )
        part = data[start:end]
        if kind == "BF16":
            numbers = (np.frombuffer(part, "<u2").astype("<u4") << 16).view("<f4")
        elif kind in TYPES:
            numbers = np.frombuffer(part, TYPES[kind])
        else:
            continue  # tokens as numbers, and the like
        values[key] = numbers.reshape(shape)
    return values


def read_texts(texts: Any) -> dict[str, Any]:
    """Return the metadata, whose lists and whole number are JSON. Raises WeightsError for more."""
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise WeightsError(t("“{name}” holds more than texts", name="__metadata__"))
    parsed = {*LISTS, "sentence_b_start"}
    return {
        key: json.loads(text) if EXPORTED.get(key.lower(), key.lower()) in parsed else text
        for key, text in texts.items()
    }


READERS: dict[str, Callable[[bytes, int], dict[str, Any]]] = {
    ".npz": read_npz,
    ".npy": lambda content, most: {"attention": read_npy(content)},
    ".json": lambda content, most: read_json(content),  # the others are not packed
    ".safetensors": lambda content, most: read_safetensors(content),
}
ENDINGS = tuple(READERS)
