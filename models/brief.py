"""A short text of a value with arrays, for a notebook or a debugger."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass

import numpy as np

_MOST = 8  # entries of a tuple that are written out
_LONGEST = 60  # characters of a text


def brief(value: object) -> str:
    """Return a dataclass on one line: an array as its shape, long tuples and texts cut short.

    Fields that have their default are left out. As `__repr__ = brief` in a class it is its repr.
    """
    parts = [
        f"{field.name}={brief_field(getattr(value, field.name, None))}"
        for field in fields(value)  # type: ignore[arg-type]
        if field.repr and not _has_default(value, field.name, field.default)
    ]
    return f"{type(value).__name__}({', '.join(parts)})"


def _has_default(value: object, name: str, default: object) -> bool:
    """Whether a field of a dataclass was not set; arrays always count as set."""
    attribute = getattr(value, name, None)
    return (
        default is not MISSING
        and not isinstance(attribute, np.ndarray)
        and bool(attribute == default)
    )


def brief_field(value: object) -> str:
    if isinstance(value, np.ndarray):
        return f"array{list(value.shape)}"
    if isinstance(value, str):
        return repr(value if len(value) <= _LONGEST else f"{value[:_LONGEST]}…")
    if isinstance(value, tuple | list) and not hasattr(value, "_fields"):
        items = ", ".join(map(brief_field, value[:_MOST]))
        return f"({items})" if len(value) <= _MOST else f"({items}, … {len(value)} in all)"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key!r}: {brief_field(item)}' for key, item in value.items())}}}"
    if is_dataclass(value) and not isinstance(value, type):
        return brief(value)
    return repr(value)
