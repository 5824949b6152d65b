"""Equal to the last bit: what goes over the wire must be what was sent."""

import struct
from collections.abc import Mapping
from dataclasses import fields, is_dataclass

import numpy as np

from models import LayerParameters
from models.tokenizer import Tokenizer
from models.trace import Recorded


def parts_of(value: object) -> dict:
    """The values in a value, by what tells them apart."""
    if isinstance(value, Recorded):
        return {"kind": value._kind, "values": value._values, "left out": value._left_out}
    if isinstance(value, LayerParameters):
        return {"weights": dict(value), "capabilities": value.capabilities}
    if isinstance(value, Mapping):
        return {"keys": [*value], "values": [*value.values()]}
    if isinstance(value, (list, tuple)):
        return dict(enumerate(value))
    if is_dataclass(value):
        return {one.name: vars(value).get(one.name, "not recorded") for one in fields(value)}
    if isinstance(value, Tokenizer):
        return {"bytes": value.to_bytes()}
    return {}


def is_by_columns(array: np.ndarray) -> bool:
    """The layout in which sums add up the same numbers in the same order."""
    return array.flags.f_contiguous and not array.flags.c_contiguous


def assert_same(one: object, other: object, place: str = "") -> None:
    """The same types, bits, memory layouts and orders all the way down."""
    assert type(one) is type(other), place
    if isinstance(one, np.ndarray):
        assert (one.dtype, one.shape) == (other.dtype, other.shape), place
        assert is_by_columns(one) == is_by_columns(other), place
        assert one.tobytes() == other.tobytes(), place
    elif isinstance(one, float):
        assert struct.pack("d", one) == struct.pack("d", other), place
    elif isinstance(one, BaseException):
        assert (str(one), vars(one)) == (str(other), vars(other)), place
    elif left := parts_of(one):
        right = parts_of(other)
        assert left.keys() == right.keys(), place
        for name, part in left.items():
            assert_same(part, right[name], f"{place} {name}")
    else:
        assert one == other, place
