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

_read_locale: Callable[[], str] = lambda: "en"
_locale_override: ContextVar[str | None] = ContextVar("locale override", default=None)


def register_locale_reader(read_locale: Callable[[], str]) -> None:
    """Ask this function, from now on, which of LANGUAGES the reader reads."""
    global _read_locale
    _read_locale = read_locale


def current_locale() -> str:
    """The language of the reader, one of LANGUAGES: that of `holding`, else the registered one.

    English where nobody has registered a reader of it.
    """
    return _locale_override.get() or _read_locale()


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
    said = french().get(text, text) if current_locale() == "fr" else text
    return said.format(**values) if values else said


def holding(make: Callable[..., T]) -> Callable[..., T]:
    """`make`, which speaks the language of now even where no reader is known: a file of a menu is made after the page has run."""
    locale = current_locale()

    @wraps(make)
    def made(*given):
        before = _locale_override.set(locale)
        try:
            return make(*given)
        finally:
            _locale_override.reset(before)
    return made


def mark(texts: T) -> T:
    """A text, or the values of a dict, translated later, with `t`, where they are shown: constants are made once for all readers."""
    return texts


@cache
def scripts() -> dict[str, str]:
    return tomllib.loads((FOLDER / "scripts.toml").read_text(encoding="utf-8"))


def of_scripts() -> dict[str, str]:
    """What the pictures in the browser say, by its English; nothing for English itself."""
    return scripts() if current_locale() == "fr" else {}
