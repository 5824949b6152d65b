"""Values as JSON, their arrays as raw buffers.

JSON holds no class names. The reader names the type it expects, and only values of that type come
out: bytes from an untrusted source can be wrong, but they cannot choose a class or run code.
"""

import json
import re
import string
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache, partial
from itertools import product
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np

from ..errors import NotRecorded, UserError
from ..protocols import Capabilities, LayerParameters
from ..store.tokenizer import Tokenizer
from ..trace import ASK, AttentionMaps, Recorded

_DTYPES = frozenset(
    np.dtype(name).str
    for name in ("?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8")
)
# Errors that keep their class, as UserError does. Any other one arrives as a RuntimeError.
_ERRORS: dict[str, type[Exception]] = {
    error.__name__: error
    for error in (AttributeError, IndexError, KeyError, NotRecorded, TypeError, ValueError)
}
# What may follow the name of a value in a text: no width, for which all memory might be taken.
_FORMAT_SPEC = re.compile(r",?(\.\d)?[a-z%]?")
_SCALARS: dict[Any, set[type]] = {str: {str}, int: {int}, float: {float, int}, bool: {bool}}
_SCALAR_TYPES = {str, int, float, bool, NoneType}
_Buffers = Sequence[np.ndarray]  # flat and read-only, one for each array
_Decoder = Callable[[Any, _Buffers], Any]  # JSON and buffers in, a value out
_Builder = Callable[[Iterable[Any]], Any]


def encode_value(value: object) -> tuple[bytes, list[np.ndarray]]:
    """Return a value as JSON, and its arrays as flat bytes.

    Raises TypeError for a value that `decode` could not give back.
    """
    arrays: list[np.ndarray] = []
    if isinstance(value, LayerParameters):  # json would write the dict alone
        value = [dict(value), value.capabilities]

    def encode_object(value: object) -> object:
        """Express a value that JSON lacks by values that it has."""
        if type(value) is np.ndarray:
            return _encode_array(value, arrays)
        cls: Any = type(value)
        return _encoder_of(cls)(value)

    text = json.dumps(value, default=encode_object, ensure_ascii=False, separators=(",", ":"))
    # Half a surrogate pair is typed too, and JSON's escapes would join two halves into one.
    return text.encode("utf-8", "surrogatepass"), arrays


def _encode_array(array: np.ndarray, arrays: list[np.ndarray]) -> list[object]:
    """Append the bytes of an array to `arrays`; return its index there, and its form."""
    if array.dtype.str not in _DTYPES:
        raise TypeError(f"an array of {array.dtype} is not sent")
    flags = array.flags
    by_columns = flags.f_contiguous and not flags.c_contiguous
    rows = array.T if by_columns else np.ascontiguousarray(array)
    arrays.append(rows.reshape(-1).view(np.uint8))
    return [len(arrays) - 1, array.dtype.str, array.shape, "F" if by_columns else "C"]


@cache
def _encoder_of(cls: type) -> Callable[[Any], object]:
    """Return the function that expresses a value of this class by values of JSON."""
    if cls is Recorded:
        return lambda value: [value._kind, value._values, value._left_out]
    if cls is Tokenizer:
        return Tokenizer.to_parts
    if cls is frozenset:
        return sorted
    if cls is MappingProxyType:
        return dict
    if is_dataclass(cls):
        names = _field_names(cls)
        # A run has no attributes for what it did not record.
        return lambda value: [*map(vars(value).get, names)]
    raise TypeError(f"a {cls.__name__} is not sent")


def decode(hint: Any, body: bytes, buffers: _Buffers) -> Any:
    """Read a value of this type that `encode` wrote.

    Raises an exception of any class for anything else.
    """
    return _decoder_of(hint)(json.loads(body.decode("utf-8", "surrogatepass")), buffers)


@cache
def _field_names(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls))


@cache
def _decoder_of(hint: Any) -> _Decoder:
    """Return the function that reads JSON as a value of this type."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any:
        return lambda value, buffers: value
    if hint in _SCALARS:
        return partial(_decode_scalar, _SCALARS[hint])
    if hint is np.ndarray:
        return _decode_array
    if hint is Tokenizer:
        decoders = [_decoder_of(list[str]), _decoder_of(list[tuple[str, str]])]
        return partial(_decode_row, lambda parts: Tokenizer.from_parts(*parts), decoders)
    if hint is LayerParameters:
        return _decode_parameters
    if origin is Literal:
        return partial(_decode_literal, arguments)
    if origin in (Union, UnionType):
        (some,) = (argument for argument in arguments if argument is not NoneType)
        return partial(_decode_optional, _decoder_of(some))
    if origin is dict:
        return partial(_decode_dict, arguments[0], _decoder_of(arguments[1]))
    if origin is Mapping:
        return partial(_decode_mapping, _decoder_of(arguments[1]))
    if origin is tuple and arguments[-1] is not ...:
        return partial(_decode_row, tuple, [_decoder_of(argument) for argument in arguments])
    if origin in (tuple, list, frozenset):
        if arguments[0] in _SCALARS:
            return partial(_decode_scalars, origin, _SCALARS[arguments[0]])
        if signatures := _signatures_of(arguments[0]):
            return partial(_decode_scalar_rows, origin, signatures)
        return partial(_decode_sequence, origin, _decoder_of(arguments[0]))
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return _decoder_of_class(hint)
    raise TypeError(f"no value of the type {hint} is read")


def _decoder_of_class(cls: Any) -> _Decoder:
    """Return the function that reads a dataclass or a NamedTuple, which checks itself."""
    names = getattr(cls, "_fields", None) or _field_names(cls)
    hints = get_type_hints(cls)
    if cls is AttentionMaps:
        hints |= {name: hints[name] | None for name in ASK}
    decoders = [_decoder_of(hints[name]) for name in names]
    return partial(_decode_row, lambda values: cls(*values), decoders)


def _check_type(value: object, *types: type) -> None:
    """Raise TypeError unless the value is of exactly one of these types: no bool for an int."""
    if type(value) not in types:
        raise TypeError(f"{type(value).__name__} where {types[0].__name__} is expected")


def _decode_scalar(types: Collection[type], value: Any, buffers: _Buffers) -> Any:
    _check_type(value, *types)
    return value


def _decode_literal(choices: Collection[object], value: Any, buffers: _Buffers) -> Any:
    if value not in choices:
        raise ValueError(f"{value!r} is none of {choices}")
    return value


def _decode_optional(decode_some: _Decoder, value: Any, buffers: _Buffers) -> Any:
    return None if value is None else decode_some(value, buffers)


def _decode_scalars(build: _Builder, types: set[type], value: Any, buffers: _Buffers) -> Any:
    _check_type(value, list)
    if not types.issuperset(map(type, value)):
        raise TypeError(f"something in a list is not of {types}")
    return build(value)


def _signatures_of(hint: Any) -> set[tuple[type, ...]]:
    """The types that the values of a row may have; empty where they are not all scalars."""
    columns = get_args(hint) if get_origin(hint) is tuple else (None,)
    return set(product(*(_SCALARS.get(column, ()) for column in columns)))


def _decode_scalar_rows(
    build: _Builder, signatures: set[tuple[type, ...]], value: Any, buffers: _Buffers
) -> Any:
    """Read rows of scalars, hundreds for a sentence, with one check for each row."""
    _check_type(value, list)
    for row in value:
        if type(row) is not list or tuple(map(type, row)) not in signatures:
            raise TypeError(f"a row is not of the types {signatures}")
    return build(map(tuple, value))


def _decode_sequence(build: _Builder, decode_one: _Decoder, value: Any, buffers: _Buffers) -> Any:
    _check_type(value, list)
    return build([decode_one(item, buffers) for item in value])


def _decode_row(
    build: _Builder, decoders: Sequence[_Decoder], value: Any, buffers: _Buffers
) -> Any:
    """Read values that have a type each."""
    _check_type(value, list)
    pairs = zip(decoders, value, strict=True)
    return build([decode_one(item, buffers) for decode_one, item in pairs])


def _decode_dict(key: Callable, decode_one: _Decoder, value: Any, buffers: _Buffers) -> Any:
    """Read a dict; JSON writes every key as text."""
    _check_type(value, dict)
    return {key(name): decode_one(item, buffers) for name, item in value.items()}


def _decode_mapping(decode_one: _Decoder, value: Any, buffers: _Buffers) -> Any:
    """Read a dict, or the parts of a run, of which some were not recorded."""
    if type(value) is dict:
        return _decode_dict(str, decode_one, value, buffers)
    kind, values, left_out = value
    _check_type(kind, str)
    left_out = _decode_dict(str, _decoder_of(str), left_out, buffers)
    return Recorded(kind, _decode_dict(str, decode_one, values, buffers), left_out)


def _decode_parameters(value: Any, buffers: _Buffers) -> LayerParameters:
    weights, capabilities = value
    weights = _decode_dict(str, _decode_array, weights, buffers)
    return LayerParameters(weights, _decoder_of(Capabilities)(capabilities, buffers))


def _decode_array(value: Any, buffers: _Buffers) -> np.ndarray:
    """Return a view of one of the buffers."""
    index, dtype, shape, order = value
    for number in (index, *shape):
        _check_type(number, int)
        if number < 0:
            raise ValueError(f"{number} is no size")
    if dtype not in _DTYPES or order not in ("C", "F"):
        raise ValueError(f"no array of {dtype!r} in the order {order!r} is read")
    return buffers[index].view(dtype).reshape(shape, order=order)


def encode_error(error: BaseException) -> tuple[bytes, list[np.ndarray]]:
    """Return an error as JSON: its class, its arguments and the values of a sentence."""
    name = type(error).__name__
    if isinstance(error, UserError):
        if _are_scalars(error.values.values()):
            return encode_value(["UserError", [error.text], error.values])
        return encode_value(["UserError", [str(error)], {}])  # JSON cannot express a value exactly
    if _ERRORS.get(name) is type(error) and _are_scalars(error.args):
        return encode_value([name, error.args, {}])
    return encode_value(["RuntimeError", [f"{name}: {error}"], {}])


def _are_scalars(values: Iterable[object]) -> bool:
    return _SCALAR_TYPES.issuperset(map(type, values))


def decode_error(body: bytes) -> Exception:
    """Read an error that `encode_error` wrote. Raises an exception of any class otherwise."""
    name, arguments, values = decode(tuple[str, list[Any], dict[str, Any]], body, [])
    if not _are_scalars([*arguments, *values.values()]):
        raise TypeError("an error holds something else than plain values")
    if name != "UserError":
        cls = _ERRORS.get(name, RuntimeError)
        return cls.__new__(cls, *arguments)  # its text is already complete
    (text,) = arguments
    _check_format(text, values)
    return UserError(text, **values)


def _check_format(text: str, names: Collection[str]) -> None:
    """Raise ValueError for a text that formats more than plain values by name."""
    if not names:  # the text stands as written
        return
    for _, name, spec, conversion in string.Formatter().parse(text):
        if name is None or spec is None:  # text alone
            continue
        if name not in names or conversion or not _FORMAT_SPEC.fullmatch(spec):
            raise ValueError(f"“{name}:{spec}” is no value of a sentence")
