"""Attention weights in a file: NPZ, NPY, JSON or safetensors."""

import io
import json
import math
import struct
import sys
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import IO, Any

import numpy as np

from models import UserError

from ..base.language import t, translatable
from .tensors import HOOK, WeightsError, read_layers, to_numpy

ARRAYS = "attention", "encoder_attention", "decoder_attention", "cross_attention"
_LISTS = "tokens", "encoder_tokens", "decoder_tokens"
_ARGUMENTS = (*ARRAYS, *_LISTS, "sentence_b_start", "caption")
# What a file that the app exports calls them.
_EXPORTED = {
    "attention_encoder_weights": "encoder_attention",
    "attention_decoder_weights": "decoder_attention",
    "attention_cross_weights": "cross_attention",
    "source": "encoder_tokens",
    "decoder_input": "decoder_tokens",
    "sentence": "caption",
}
MOST_BYTES = 2**28  # bytes that a file may become
_MOST_ARRAYS = 10_000  # in an archive
_PIECE = 2**18  # numbers of an array that are unpacked at once
_PICKLES = ".pt", ".pth", ".bin", ".ckpt", ".pkl", ".pickle"
_TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"}
# Bytes that Python takes for a value, a text, a list and an object of JSON, at most.
_VALUE, _TEXT, _LIST, _OBJECT = 36, 88, 96, 200
_OBJECTS = translatable(
    "an array in it holds Python objects, which would be unpickled. Write texts as "
    "np.array(tokens, dtype=str)"
)


@dataclass
class _Room:
    """The bytes that the values of a file may still take."""

    most: int
    left: int = field(init=False)

    def __post_init__(self) -> None:
        self.left = self.most

    def take(self, size: int) -> None:
        """Take a part, before it is made. Raises WeightsError where there is too little left."""
        self.left -= size
        if self.left < 0:
            raise WeightsError(t("it holds more than {most:,} bytes", most=self.most))


def read_file(name: str, content: bytes, most: int = MOST_BYTES) -> dict[str, Any]:
    """Return the arguments of `viz.attention` that a file holds; the name's ending says how.

    They are named as the arguments, as in an export of the app, or as in a cache of TransformerLens
    ("blocks.0.attn.hook_pattern"). In safetensors, lists are JSON in the metadata. Raises UserError
    for a file that cannot be read, has no weights, or becomes more than `most` bytes. Values of
    other names are not read.
    """
    ending = check_ending(name)
    try:
        room = _Room(most)
        values = _READERS[ending](content, room)
        arguments = _read_arguments(values, room)
    except Exception as error:  # for a damaged file, numpy, zipfile and zlib raise their own
        raise UserError(
            "“{name}” cannot be read as {ending}: {reason}.",
            name=name[:80],
            ending=ending,
            reason=_reason_of(error).rstrip("."),
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
    if ending in _PICKLES:
        raise UserError(
            "“{name}” is a pickle, which can run code when it is opened; so it is not opened here. "
            "Give what is in it, attention(torch.load(file, weights_only=True), tokens), or write "
            "it as {endings}.",
            name=name[-80:],
            endings=", ".join(_READERS),
        )
    if ending not in _READERS:
        raise UserError(
            "“{name}” is none of the files that can be opened: {endings}.",
            name=name[-80:],
            endings=", ".join(_READERS),
        )
    return ending


def _reason_of(error: Exception) -> str:
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


def _read_arguments(values: dict[str, Any], room: _Room) -> dict[str, Any]:
    """Return the arguments among the values, whose names may have capitals.

    Raises WeightsError for a value of another type.
    """
    small = {key.lower(): value for key, value in values.items()} | values
    named = {_EXPORTED.get(key, key): value for key, value in small.items()}
    arguments = {
        key: _read_argument(key, value, room) for key, value in named.items() if key in _ARGUMENTS
    }
    arguments = {key: value for key, value in arguments.items() if value is not None}
    hooks = {
        key: _read_argument(key, value, room)
        for key, value in values.items()
        if HOOK.fullmatch(key)
    }
    if hooks and not {*ARRAYS} & {*arguments}:
        arguments["attention"] = hooks
    return arguments


def holds_weights(given: Any) -> bool:
    """Whether this is a mapping with weights by their names, as np.load returns of an NPZ."""
    keys = given.keys() if hasattr(given, "keys") else ()
    return bool({str(key).lower() for key in keys} & {*ARRAYS, *_EXPORTED})


def read_mapping(given: Any) -> dict[str, Any]:
    """Return the arguments in a mapping. Raises WeightsError for a value of another type."""
    try:
        return _read_arguments(
            {str(key): given[key] for key in given if _is_read(str(key))}, _Room(MOST_BYTES)
        )
    except ValueError as error:
        if isinstance(error, WeightsError):
            raise
        raise WeightsError(t(_OBJECTS)) from error  # of np.load, which unpickles nothing


def _read_argument(name: str, value: Any, room: _Room) -> Any:
    """Return numbers as an array, others as Python's values. Raises WeightsError for others."""
    if value is None:
        return None
    if name not in {*_LISTS, "sentence_b_start", "caption"}:
        if isinstance(value, list | tuple) and any(layer is None for layer in value):
            value = read_layers(name, value, room.take)
        if isinstance(value, list | tuple) or hasattr(value, "detach"):
            return to_numpy(name, value)
        if isinstance(value, np.ndarray) and value.dtype.kind in "fiub":
            return value
        raise WeightsError(t("“{name}” is no array of numbers", name=name))
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if name in _LISTS:
        if isinstance(value, list):
            value = [item.decode() if isinstance(item, bytes) else item for item in value]
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise WeightsError(t("“{name}” is no list of texts", name=name))
    elif type(value) is not (str if name == "caption" else int):
        if name == "caption":
            raise WeightsError(t("“{name}” is no text", name=name))
        raise WeightsError(t("“{name}” is no whole number", name=name))
    return value


def _name_of(name: str) -> str:
    """Return the argument that a file calls so, which may have capitals."""
    return _EXPORTED.get(name.lower(), name.lower())


def _is_read(name: str) -> bool:
    """Whether a value of this name is an argument, or a layer of one."""
    return _name_of(name) in _ARGUMENTS or bool(HOOK.fullmatch(name))


def _is_text(name: str) -> bool:
    return _name_of(name) in {*_LISTS, "caption"}


def _read_npz(content: bytes, room: _Room) -> dict[str, Any]:
    if content.count(b"PK\x01\x02") > _MOST_ARRAYS:  # which takes a second to list
        raise WeightsError(t("it holds more than {most:,} arrays", most=_MOST_ARRAYS))
    arrays: dict[str, Any] = {}
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for member in archive.infolist():
            name = member.filename.removesuffix(".npy")
            if name == member.filename:
                continue
            if not _is_read(name):
                arrays[name] = None
                continue
            if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise WeightsError(t("it is compressed in another way than numpy does"))
            with archive.open(member) as file:
                arrays[name] = _read_npy(name, file, room)
    return arrays


def _read_npy(name: str, file: IO[bytes], room: _Room) -> np.ndarray:
    """Return the array in a file, whose shape and type are read first. No pickles."""
    is_first = np.lib.format.read_magic(file) == (1, 0)
    read = np.lib.format.read_array_header_1_0 if is_first else np.lib.format.read_array_header_2_0
    shape, by_column, dtype = read(file)
    if dtype.hasobject:
        raise WeightsError(t(_OBJECTS))
    _check_array(name, shape, dtype, room)
    numbers = np.empty(math.prod(shape), _narrow(dtype) if shape else dtype)
    # In pieces, for `file.read` needs twice its bytes; and no more than it says to hold.
    for start in range(0, numbers.size, _PIECE):
        part = numbers[start : start + _PIECE]
        with np.errstate(over="ignore"):
            part[:] = np.frombuffer(file.read(part.size * dtype.itemsize), dtype, part.size)
    file.read(1)  # the end has a checksum
    return numbers.reshape(shape, order="F" if by_column else "C")


def _check_array(name: str, shape: Sequence[int], dtype: np.dtype, room: _Room) -> None:
    """Take the room of an array. Raises WeightsError for one of another type than its name says."""
    if min(shape, default=0) < 0 or (not _is_text(name) and dtype.kind not in "fiub"):
        raise WeightsError(t("“{name}” is no array of numbers", name=name))
    # As numbers of 32 bits, or as a list of texts.
    size = _TEXT + dtype.itemsize if _is_text(name) else max(4, dtype.itemsize)
    room.take(math.prod(shape) * size)


def _narrow(dtype: np.dtype) -> np.dtype:
    """Return the type that an array gets: numbers of more than 32 bits are written in 32."""
    is_wide = dtype.kind in "fiub" and dtype.itemsize > 4
    return np.dtype(np.float32) if is_wide else dtype


def _read_json(content: bytes | str, room: _Room) -> Any:
    """Return the value in JSON, which takes many times the bytes of its text."""
    text = content
    if isinstance(text, bytes):
        text = text.decode(json.detect_encoding(text), "surrogatepass")
    parts = (",", _VALUE), (":", _VALUE), ("[", _LIST), ("{", _OBJECT), ('"', _TEXT // 2)
    room.take(sys.getsizeof(text) + sum(text.count(sign) * size for sign, size in parts))
    return json.loads(text)


def _read_object(content: bytes, room: _Room) -> dict[str, Any]:
    values = _read_json(content, room)
    if not isinstance(values, dict):
        raise WeightsError(t("it is no object with names"))
    return values


def _read_safetensors(content: bytes, room: _Room) -> dict[str, Any]:
    """Read the format by itself: its library is no requirement of pictures."""
    (length,) = struct.unpack_from("<Q", content)
    data = memoryview(content)[8 + length :]
    header = _read_object(content[8 : 8 + length], room)
    values = _read_texts(header.pop("__metadata__", {}), room)
    places = []
    for key, entry in header.items():
        match entry:
            case {"dtype": str(), "shape": [*shape], "data_offsets": [int(start), int(end)]}:
                is_whole = all(isinstance(size, int) for size in shape)
                is_right = is_whole and 0 <= start <= end <= len(data)
            case _:
                is_right = False
        if not is_right:
            raise WeightsError(
                t("“{name}” has no dtype, shape and data_offsets in the file", name=key[:80])
            )
        if start < end:
            places.append((start, end))
    if any(start < end for (_, end), (start, _) in pairwise(sorted(places))):
        raise WeightsError(t("two of its arrays have the same bytes, which the format forbids"))
    for key, entry in header.items():
        if not _is_read(key) or _is_text(key):  # tokens as numbers, and the like
            values.setdefault(key, None)
            continue
        if entry["dtype"] not in _TYPES:
            raise WeightsError(
                t(
                    "“{name}” has the type {kind}, which is none of {kinds}",
                    name=key,
                    kind=entry["dtype"][:80],
                    kinds=", ".join(_TYPES),
                )
            )
        dtype = np.dtype(_TYPES[entry["dtype"]])
        _check_array(key, entry["shape"], dtype, room)
        numbers = np.frombuffer(data[slice(*entry["data_offsets"])], dtype)
        if entry["dtype"] == "BF16":
            numbers = (numbers.astype("<u4") << 16).view("<f4")
        with np.errstate(over="ignore"):
            numbers = numbers.astype(_narrow(numbers.dtype), copy=False)
        values[key] = numbers.reshape(entry["shape"])
    return values


def _read_texts(texts: Any, room: _Room) -> dict[str, Any]:
    """Return the metadata, whose lists and whole number are JSON. Raises WeightsError for more."""
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise WeightsError(t("“{name}” holds more than texts", name="__metadata__"))
    parsed = {*_LISTS, "sentence_b_start"}
    return {
        key: _read_json(text, room) if _name_of(key) in parsed else text
        for key, text in texts.items()
    }


_READERS: dict[str, Callable[[bytes, _Room], dict[str, Any]]] = {
    ".npz": _read_npz,
    ".npy": lambda content, room: {"attention": _read_npy("attention", io.BytesIO(content), room)},
    ".json": _read_object,
    ".safetensors": _read_safetensors,
}
ENDINGS = tuple(_READERS)
