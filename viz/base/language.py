"""The interface in English and in French.

The English stands where it is used; `viz/base/french/*.toml` says it in French.

>>> t("Layer {layer}, head {head}", layer=4, head=1)
'Layer 4, head 1'
"""

import re
import string
import tomllib
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache, wraps
from numbers import Number
from pathlib import Path
from typing import Any, TypeVar, cast

T = TypeVar("T")
FOLDER = Path(__file__).parent / "french"
LANGUAGES = {"en": "English", "fr": "Français"}
NARROW_SPACE = "\u202f"  # that does not break; between thousands and before %
# A mark that French sets apart from its word, and that no line may begin with.
SET_APART = re.compile(r"(?<=\S) (?=[:;?!»%](?:[\s)\]*_.,]|$))|(?<=«) ")
MINUS = "\N{MINUS SIGN}"
DECIMAL = re.compile(r"-?\d+\.\d+")
FRENCH_NUMBERS = str.maketrans({",": NARROW_SPACE, ".": ",", "%": f"{NARROW_SPACE}%"})


def _read_locale() -> str:
    return "en"


_locale_override: ContextVar[str | None] = ContextVar("locale override", default=None)


def register_locale_reader(read_locale: Callable[[], str]) -> None:
    """Ask this function, from now on, which of LANGUAGES the reader reads."""
    global _read_locale
    _read_locale = read_locale


def current_locale() -> str:
    """Return the locale of the text to write, one of LANGUAGES.

    The one bound by `holding`, else that of the registered reader, else "en".
    """
    return _locale_override.get() or _read_locale()


@cache
def french() -> dict[str, str]:
    """All French texts by their English ones.

    Raises ValueError for a text that two files render differently.
    """
    translations: dict[str, str] = {}
    for file in sorted(FOLDER.glob("*.toml")):
        texts = tomllib.loads(file.read_text(encoding="utf-8"))
        if other := [
            text for text in translations.keys() & texts.keys() if translations[text] != texts[text]
        ]:
            raise ValueError(f"{file.name} renders otherwise: {sorted(other)[:3]}")
        translations |= texts
    return {english: keep_together(text) for english, text in translations.items()}


def keep_together(text: str) -> str:
    """A French text whose lines never break before ":", ";", "?", "!", "»" and "%", or after "«".

    A text may stand in its file with plain spaces there.
    """
    return SET_APART.sub("\N{NO-BREAK SPACE}", text)


def t(text: str, **values: object) -> str:
    """Translate a text into the current locale.

    `values` fill its {names} as in `str.format`, for example "{share:.0%}". Numbers are written as
    the language writes them.
    """
    template = french().get(text, text) if current_locale() == "fr" else text
    return FORMATTER.vformat(template, (), values) if values else template


def format_number(value: float, spec: str = "") -> str:
    """A number as the reader's language writes it: 1,024.5 and 12%, in French 1 024,5 and 12 %.

    With the sign for minus, which is longer than a hyphen: for people, not for files of data.
    """
    text = with_minus(format(value, spec))
    return text.translate(FRENCH_NUMBERS) if current_locale() == "fr" else text


def with_minus(number: str) -> str:
    """A number with the sign for minus in place of a hyphen, in its exponent too."""
    return number.replace("-", MINUS)


def option_title(title: str) -> str:
    """The title of an option in the current locale: a text, or a number such as "0.5"."""
    if not DECIMAL.fullmatch(title):
        return t(title)
    number = with_minus(title)
    return number.translate(FRENCH_NUMBERS) if current_locale() == "fr" else number


class LocalFormatter(string.Formatter):
    """Writes numbers as the reader's language does."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Number):
            return format_number(cast(float, value), format_spec)
        return super().format_field(value, format_spec)


FORMATTER = LocalFormatter()


def holding(make: Callable[..., T]) -> Callable[..., T]:
    """Bind the current locale to `make` and return it.

    Download callbacks run after the page, outside the script's thread, where no reader is known.
    """
    locale = current_locale()

    @wraps(make)
    def made(*arguments):
        before = _locale_override.set(locale)
        try:
            return make(*arguments)
        finally:
            _locale_override.reset(before)

    return made


def mark(texts: T) -> T:
    """Mark a text, or the values of a dict, for `t` to translate where it is shown.

    Constants are made once for all readers.
    """
    return texts


@cache
def scripts() -> dict[str, str]:
    texts = tomllib.loads((FOLDER / "scripts.toml").read_text(encoding="utf-8"))
    return {english: keep_together(text) for english, text in texts.items()}


def script_texts() -> dict[str, str]:
    """Return the translations of the browser scripts' texts, by the English; empty in English."""
    return scripts() if current_locale() == "fr" else {}
