"""Files of weights that are damaged, or made to harm whoever opens them, by ending and fault."""

import io
import json
import struct
import zipfile
from typing import Any

import numpy as np

WEIGHTS = np.full((3, 2, 4, 4), 0.25, np.float32)
WEIGHTS[..., 0, :] = 0.1, 0.2, 0.3, 0.4


def npz(content: bytes, name: str = "attention", **changed: int) -> bytes:
    """Return an archive with these bytes as an array, and with fields of its member changed."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{name}.npy", content)
    packed = bytearray(file.getvalue())
    for sign, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        for field, value in changed.items():
            place = packed.index(sign) + flags + (2 if field == "method" else 0)
            struct.pack_into("<H", packed, place, value)
    return bytes(packed)


def npy(array: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def claiming(shape: str, kind: str = "<f8") -> bytes:
    header = f"{{'descr': {kind!r}, 'fortran_order': False, 'shape': {shape}}}\n".encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + bytes(64)


def safetensors(header: object, data: bytes = bytes(64)) -> bytes:
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def entry(**changed: object) -> bytes:
    of_weights = {"dtype": "F32", "shape": [1, 2, 2], "data_offsets": [0, 16], **changed}
    return safetensors({"attention": of_weights})


def shared(count: int, data: bytes) -> bytes:
    """Return safetensors in which so many layers have the same bytes."""
    entry = {"dtype": "BF16", "shape": [1, len(data) // 2], "data_offsets": [0, len(data)]}
    return safetensors(
        {f"blocks.{number}.attn.hook_pattern": entry for number in range(count)}, data
    )


def members(count: int) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for number in range(count):
            archive.writestr(f"{number}.npy", b"")
    return file.getvalue()


NO_OBJECTS: tuple[Any, ...] = ([], None, 5)
OWN = {"attention": [[[1, 0], [0, 1]]], "tokens": ["a", "b"]}
HOSTILE = {
    "npz": {
        "encrypted": npz(npy(WEIGHTS), flags=1),
        "damaged deflate": npz(npy(WEIGHTS)).replace(npz(npy(WEIGHTS))[43:60], b"\xff" * 17),
        "unknown compression": npz(npy(WEIGHTS), method=77),
        "a header of 8 TB": npz(claiming("(1, 1, 1000000, 1000000)")),
        "a header beyond 64 bits": npz(claiming(f"(1, {10**30})")),
        "texts of no length": npz(claiming("(1000000000000,)", "<U0")),
        "a pickle": npz(claiming("(2,)", "|O")),
        "a header that does not end": npz(claiming("((")),
        "another file": npz(b"attention"),
        "complex weights": npz(npy(WEIGHTS * 1j)),
        "a negative size": npz(claiming("(-1, 2)")),
        "many arrays": members(10_001),
    },
    "json": {
        "deep nesting": b"[" * 100_000,
        "a number of 400 digits": json.dumps({**OWN, "attention": [10**400]}).encode(),
        **{
            f"{name}: {value!r}": json.dumps({**OWN, name: value}).encode()
            for name, value in (
                ("tokens", 5),
                ("tokens", ["a", 1]),
                ("sentence_b_start", "1"),
                ("sentence_b_start", True),
                ("caption", 2024),
                ("attention", "own.json"),
                ("attention", {"keys": 1}),
                ("attention", [["a"]]),
            )
        },
    },
    "safetensors": {
        **{f"header {header!r}": safetensors(header) for header in NO_OBJECTS},
        "two layers with the same bytes": shared(2, bytes(64)),
        **{
            f"metadata {texts!r}": safetensors({"__metadata__": texts})
            for texts in (*NO_OBJECTS, {"caption": 1}, {"tokens": "a"}, {"attention": "own.json"})
        },
        **{f"entry {one!r}": safetensors({"attention": one}) for one in (*NO_OBJECTS, {})},
        **{
            f"{name}: {value!r}": entry(**{name: value})
            for name, value in (
                ("data_offsets", ["0", "16"]),
                ("data_offsets", 16),
                ("data_offsets", [-4, None]),
                ("data_offsets", [0, 99]),
                ("dtype", ["F32"]),
                ("dtype", "C64"),
                ("shape", [-1, 4]),
                ("shape", "122"),
                ("shape", [1, 2.0, 2]),
                ("shape", [1, 2, 3]),
            )
        },
    },
}
