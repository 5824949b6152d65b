"""How a notebook displays traces and profiles: set by `viz`, since models draw no pictures."""

from collections.abc import Callable
from typing import Any

# By the name of a class, what returns a value's representations by MIME type.
DISPLAYS: dict[str, Callable[[Any], dict[str, str]]] = {}


def displayed(value: object) -> dict[str, str]:
    """Return what a notebook shows: a picture or table once `viz` is imported, and the text."""
    display = DISPLAYS.get(type(value).__name__)
    return {**(display(value) if display else {}), "text/plain": repr(value)}
