"""The interface in English and in French; `viz/texts` has a folder for each.

The code holds short texts in English; `viz/texts/fr/*.toml` maps each to its French. A long text
stands in Markdown in both folders, and the code names it: "mask#hover" is what stands under
"## hover" in `mask.md`.

>>> t("Layer {layer}, head {head}", layer=4, head=1)
'Layer 4, head 1'
"""

import re
import string
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from numbers import Number
from pathlib import Path
from typing import Any, TypeVar, cast

from models.errors import UserError

_T = TypeVar("_T")
TEXTS_FOLDER = Path(__file__).parents[1] / "texts"  # with a folder for each language
LANGUAGES = {"en": "English", "fr": "Français"}
NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"  # between thousands, and before %
# The space between a word and a French punctuation mark, where no line may break.
_SET_APART = re.compile(r"(?<=\S) (?=[:;?!»%](?:[\s)\]*_.,]|$))|(?<=«) ")
_MINUS = "\N{MINUS SIGN}"
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_DECIMAL = re.compile(r"-?\d+\.\d+")
_FRENCH_NUMBERS = str.maketrans({",": NARROW_SPACE, ".": ",", "%": f"{NARROW_SPACE}%"})


def _read_locale() -> str:
    return "en"


_locale_override: ContextVar[str | None] = ContextVar("locale override", default=None)


def register_locale_reader(read_locale: Callable[[], str]) -> None:
    """Register the function that returns the reader's locale, a key of LANGUAGES."""
    global _read_locale
    _read_locale = read_locale


def current_locale() -> str:
    """Return the locale of the texts to write, a key of LANGUAGES.

    It is the locale bound by `holding`, else that of the registered reader, else "en".
    """
    return _locale_override.get() or _read_locale()


@cache
def texts_of(language: str) -> dict[str, str]:
    """Return the texts of a language by what the code says; what it lacks is in English.

    Raises ValueError for a text that two files give differently.
    """
    loaded: dict[str, str] = {}
    for file in sorted((TEXTS_FOLDER / language).glob("*.*")):
        entries = _read_texts(file)
        if other := [
            name for name in loaded.keys() & entries.keys() if loaded[name] != entries[name]
        ]:
            raise ValueError(f"{file.name} translates differently: {sorted(other)[:3]}")
        loaded |= entries
    return loaded if language == "en" else texts_of("en") | loaded


def _read_texts(file: Path) -> dict[str, str]:
    """Return the texts of a file: of TOML by what the code says, of Markdown by page and heading.

    A heading is written such as "mask#hover".
    """
    content = file.read_text(encoding="utf-8")
    if file.suffix == ".toml":
        texts = tomllib.loads(content)
    else:
        sections = [part.split("\n", 1) for part in re.split("^## ", content, flags=re.M)[1:]]
        texts = {f"{file.stem}#{heading}": text.strip() for heading, text in sections}
    if file.parent.name == "fr":
        texts = {name: keep_together(text) for name, text in texts.items()}
    return texts


def keep_together(text: str) -> str:
    """Put no-break spaces before ":", ";", "?", "!", "»" and "%", and after "«".

    The TOML files have plain spaces there.
    """
    return _SET_APART.sub("\N{NO-BREAK SPACE}", text)


def preferred_language(accepted: str) -> str:
    """Return the language for a browser that asks for `accepted`, such as "fr-CH, en;q=0.8"."""
    return "fr" if accepted.startswith("fr") else "en"


def t(text: str, **values: object) -> str:
    """Return a text in the current locale: a short one by its English, a long one by its heading.

    `values` fill its {names} as in `str.format`, for example "{share:.0%}". Numbers follow the
    locale. A value called `model` is the name of a model, and its title is written.
    """
    template = texts_of(current_locale()).get(text, text)
    return _fill(template, values) if values else template


def explain(error: UserError) -> str:
    """Return the sentence of an error in the reader's language."""
    return t(error.text, **error.values)


def _fill(template: str, values: Mapping[str, object]) -> str:
    """Fill in a template as `_FORMATTER` does: a run of a page fills 100, each parsed once."""
    parts = _parse(template)
    if parts is None:
        return _FORMATTER.vformat(template, (), values)
    texts = []
    for literal, name, spec in parts:
        texts.append(literal)
        if name:
            value = values[name]
            if type(value) is not str or name == "model" or spec:
                value = _FORMATTER.get_value(name, (), values)
                value = _FORMATTER.format_field(value, spec)
            texts.append(value)
    return "".join(texts)


@lru_cache(maxsize=2048)
def _parse(template: str) -> list[tuple[str, str, str]] | None:
    """Return the parts of a template: literal text, the name after it or "", its format.

    None for a template with more than names and plain formats.
    """
    parts = []
    for literal, name, spec, conversion in _FORMATTER.parse(template):
        if name is not None and (conversion or not name.isidentifier() or "{" in (spec or "")):
            return None
        parts.append((literal, name or "", spec or ""))
    return parts


def in_french(text: str) -> str:
    """Return a text with its French: the search finds both in either language."""
    return f"{texts_of('en').get(text, text)} {texts_of('fr').get(text, '')}"


def format_number(value: float, spec: str = "") -> str:
    """Format a number for the current locale: 1,024.5 and 12%, in French 1 024,5 and 12 %.

    The minus sign is typographic and "e" a power of ten, so the result suits a screen and not a
    data file.
    """
    text = format(value, spec)
    text = with_minus(_with_power(text) if spec.endswith("e") else text)
    return text.translate(_FRENCH_NUMBERS) if current_locale() == "fr" else text


def _with_power(number: str) -> str:
    """Write "5e-14" as a number times a power of ten with superscript digits; 0 is "0"."""
    factor, power = number.split("e")
    if not float(factor):
        return "0"
    return f"{factor} × 10{str(int(power)).translate(SUPERSCRIPTS)}"


def with_minus(number: str) -> str:
    """Replace each hyphen by a minus sign, in the exponent too."""
    return number.replace("-", _MINUS)


def option_title(title: str) -> str:
    """Translate the title of an option: a text, or a number such as "0.5"."""
    if not _DECIMAL.fullmatch(title):
        return t(title)
    number = with_minus(title)
    return number.translate(_FRENCH_NUMBERS) if current_locale() == "fr" else number


def model_title(name: str) -> str:
    """Return the title of a model; a pretrained model's title is its name."""
    return t(MODEL_TITLES[name]) if name in MODEL_TITLES else name


class _LocalFormatter(string.Formatter):
    """Formats numbers for the current locale, and a `model` by its title."""

    def get_value(self, key: Any, args: Any, kwargs: Any) -> Any:
        value = super().get_value(key, args, kwargs)
        return model_title(value) if key == "model" else value

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Number):
            return format_number(cast(float, value), format_spec)
        return super().format_field(value, format_spec)


_FORMATTER = _LocalFormatter()


@contextmanager
def writing_in(locale: str) -> Iterator[None]:
    """Write the texts in this locale, whatever the reader's is."""
    before = _locale_override.set(locale)
    try:
        yield
    finally:
        _locale_override.reset(before)


def holding(make: Callable[..., _T]) -> Callable[..., _T]:
    """Return `make` bound to the current locale.

    A download callback runs after the script, in another thread, where no session says the locale.
    """
    locale = current_locale()

    @wraps(make)
    def made(*arguments):
        with writing_in(locale):
            return make(*arguments)

    return made


def translatable(texts: _T) -> _T:
    """Return a text, or a collection of texts, unchanged: it marks them for translation.

    A module constant is shared by all readers, so `t` translates it where it is shown.
    """
    return texts


# Links, files and commands use the names.
MODEL_TITLES = translatable(
    {
        "transformer": "Transformer",
        "bilstm-additive": "BiLSTM with additive attention",
        "bilstm-dot": "BiLSTM with dot-product attention",
        "bilstm-bilinear": "BiLSTM with bilinear attention",
        "seq2seq": "Seq2seq without attention",
        "seq2seq-rnn": "Seq2seq of plain RNNs",
        "gpt": "GPT",
        "bert": "BERT",
        "lstm-lm": "LSTM language model",
        "rnn-lm": "RNN language model",
        "window-lm": "Feed-forward language model",
        "elmo": "ELMo",
        "languages": "Transformer of three languages",
        "4-gram": "4-gram",
        "bigram": "Bigram",
        "unigram": "Unigram",
    }
)


@cache
def _scripts() -> dict[str, str]:
    """Return the French of the browser scripts' texts, by the English."""
    return _read_texts(TEXTS_FOLDER / "fr/scripts.toml")


def script_texts() -> dict[str, str]:
    """Return the translations of the browser scripts' texts, by the English; empty in English."""
    return _scripts() if current_locale() == "fr" else {}
