"""The interface in English and in French. The English stands where it is used; `viz/french/*.toml` says it in French.

>>> t("Layer {layer}, head {head}", layer=4, head=1)
'Layer 4, head 1'
"""

import tomllib
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache, wraps
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
FOLDER = Path(__file__).parent / "french"
LANGUAGES = {"en": "English", "fr": "Français"}

# What the reader reads: "en" or "fr". viz/session.py asks the tab; without one it is English.
current: Callable[[], str] = lambda: "en"
held: ContextVar[str | None] = ContextVar("held", default=None)  # a language that stands instead, by `holding`


@cache
def french() -> dict[str, str]:
    """All French texts by their English ones. Raises ValueError for a text that two files render differently."""
    found: dict[str, str] = {}
    for file in sorted(FOLDER.glob("*.toml")):
        texts = tomllib.loads(file.read_text(encoding="utf-8"))
        if other := [text for text in found.keys() & texts.keys() if found[text] != texts[text]]:
            raise ValueError(f"{file.name} renders otherwise: {sorted(other)[:3]}")
        found |= texts
    return found


def t(text: str, **values: object) -> str:
    """The text in the reader's language; {names} in it stand for the values, written as `str.format` does: "{share:.0%}"."""
    said = french().get(text, text) if (held.get() or current()) == "fr" else text
    return said.format(**values) if values else said


def holding(make: Callable[..., T]) -> Callable[..., T]:
    """`make`, which speaks the language of now even where no reader is known: a file of a menu is made after the page has run."""
    now = held.get() or current()

    @wraps(make)
    def made(*given):
        before = held.set(now)
        try:
            return make(*given)
        finally:
            held.reset(before)
    return made


def mark(texts: T) -> T:
    """A text, or the values of a dict, translated later, with `t`, where they are shown: constants are made once for all readers."""
    return texts


@cache
def scripts() -> dict[str, str]:
    return tomllib.loads((FOLDER / "scripts.toml").read_text(encoding="utf-8"))


def of_scripts() -> dict[str, str]:
    """What the pictures in the browser say, by its English; nothing for English itself."""
    return scripts() if current() == "fr" else {}
