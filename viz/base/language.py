"""The languages of the interface: a folder of `viz/texts` for each, found by its name.

The code holds short texts in English; `viz/texts/fr/*.toml` maps each to its French. A long text
stands in Markdown in both folders, and the code names it: "mask#hover" is what stands under
"## hover" in `mask.md`. `language.toml` has the name of the language and how it writes numbers.
What a folder lacks is in English. The variable HEADS_UP_TEXTS names a place with more folders, or
with more files for the same ones. The languages of models are another matter.

>>> t("Layer {layer}, head {head}", layer=4, head=1)
'Layer 4, head 1'
"""

import os
import re
import string
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, wraps
from numbers import Number
from pathlib import Path
from typing import Any, TypeVar, cast

from models.errors import UserError

_T = TypeVar("_T")
_TEXTS_FOLDER = Path(__file__).parents[1] / "texts"  # with a folder for each language
_RULES = "language.toml"
_MINUS = "\N{MINUS SIGN}"
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_DECIMAL = re.compile(r"-?\d+\.\d+")


@dataclass(frozen=True)
class _Language:
    """What the `language.toml` of a folder says; without that file, numbers are as in English."""

    code: str  # the name of the folder, as a browser asks for it
    name: str = ""  # in the language itself
    complete: bool = False  # a test finds what it lacks
    decimal: str = "."
    thousands: str = ","
    percent: str = "%"
    # Patterns of the whole numbers that take the first form of {count:word|words}, the second, …;
    # the last form is of all others.
    plural: tuple[str, ...] = ("1",)
    # Marks that no line may break before, or after: a space there is a no-break space.
    tied_before: str = ""
    tied_after: str = ""

    @property
    def title(self) -> str:
        """The name of the language."""
        return self.name or self.code

    @cached_property
    def signs(self) -> dict[str, str]:
        """What stands for each sign of an English number."""
        signs = {",": self.thousands, ".": self.decimal, "%": self.percent}
        return {sign: own for sign, own in signs.items() if sign != own}

    @cached_property
    def _signs(self) -> dict[int, str]:
        return str.maketrans(self.signs)

    def write(self, number: str) -> str:
        """Return an English number as the language writes it."""
        return number.translate(self._signs) if self.signs else number

    def form(self, count: object, forms: str) -> str:
        """Return the form of a word for a number of things; `forms` have "|" between them."""
        offered = forms.split("|")
        patterns = enumerate(self.plural[: len(offered) - 1])
        fits = (place for place, form in patterns if re.fullmatch(form, str(count)))
        return offered[next(fits, -1)]

    def keep_together(self, text: str) -> str:
        """Put no-break spaces at the marks that the language ties; the files have plain ones."""
        return self._tied.sub("\N{NO-BREAK SPACE}", text) if self._tied else text

    @cached_property
    def _tied(self) -> re.Pattern[str] | None:
        before, after = re.escape(self.tied_before), re.escape(self.tied_after)
        parts = [rf"(?<=\S) (?=[{before}](?:[\s)\]*_.,]|$))"] if before else []
        parts += [f"(?<=[{after}]) "] if after else []
        return re.compile("|".join(parts)) if parts else None


def _folders() -> list[Path]:
    """Return the places with a folder for each language; what stands in the last one is taken."""
    return [_TEXTS_FOLDER, *map(Path, filter(None, [os.environ.get("HEADS_UP_TEXTS")]))]


def text_files(code: str, pattern: str) -> list[Path]:
    """Return the files of a language that match, those of our folder first."""
    return [file for folder in _folders() for file in sorted((folder / code).glob(pattern))]


@cache
def languages() -> Mapping[str, _Language]:
    """Return the languages by code: English, then the complete ones, then the others.

    Raises UserError for a `language.toml` that cannot be read.
    """
    codes = {each.name for folder in _folders() for each in folder.glob("[!._]*") if each.is_dir()}
    ranked = [_read_language(code) for code in sorted(codes)]
    ranked.sort(key=lambda each: (each.code != "en", not each.complete))
    return {each.code: each for each in ranked}


def _read_language(code: str) -> _Language:
    rules: dict[str, Any] = {}
    for file in text_files(code, _RULES):
        rules |= _read_toml(file)
    lists = {name: tuple(value) for name, value in rules.items() if isinstance(value, list)}
    try:
        language = _Language(code, **rules | lists)
        for form in language.plural:
            re.compile(form)
        return language
    except (TypeError, re.error) as error:
        raise UserError(f"{code}/{_RULES} cannot be read: {error}.") from error


def _read_toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        name = "/".join(file.parts[-2:])
        raise UserError(f"{name} cannot be read: {error}.") from error


def language_of(code: str) -> _Language:
    """Return a language; one that has no folder is written as English is."""
    return languages().get(code) or _Language(code)


def _read_locale() -> str:
    return "en"


_locale_override: ContextVar[str | None] = ContextVar("locale override", default=None)


def register_locale_reader(read_locale: Callable[[], str]) -> None:
    """Register the function that returns the reader's locale, a key of `languages()`."""
    global _read_locale
    _read_locale = read_locale


def current_locale() -> str:
    """Return the locale of the texts to write, a key of `languages()`.

    It is the locale bound by `holding`, else that of the registered reader, else "en".
    """
    return _locale_override.get() or _read_locale()


@cache
def _texts_of(language: str) -> dict[str, str]:
    """Return the texts of a language by what the code says; what it lacks is in English.

    Raises ValueError for a text that two files give differently, UserError for a damaged file.
    """
    texts = own_texts(language)
    return texts if language == "en" else own_texts("en") | texts


@cache
def own_texts(language: str) -> dict[str, str]:
    """Return the texts that the files of a language have, by what the code says."""
    loaded: dict[str, str] = {}
    for folder in _folders():
        of_folder: dict[str, str] = {}
        for file in sorted((folder / language).glob("*.*")):
            entries = {} if file.name == _RULES else read_texts(file)
            if other := [
                name
                for name in of_folder.keys() & entries.keys()
                if of_folder[name] != entries[name]
            ]:
                raise ValueError(f"{file.name} translates differently: {sorted(other)[:3]}")
            of_folder |= entries
        loaded |= of_folder
    return loaded


def read_texts(file: Path) -> dict[str, str]:
    """Return the texts of a file: of TOML by what the code says, of Markdown by page and heading.

    A heading is written such as "mask#hover". Raises UserError for TOML that is damaged.
    """
    if file.suffix == ".toml":
        texts = _read_toml(file)
    elif file.suffix == ".md":
        content = file.read_text(encoding="utf-8")
        sections = [part.split("\n", 1) for part in re.split("^## ", content, flags=re.M)[1:]]
        texts = {f"{file.stem}#{heading}": "".join(text).strip() for heading, *text in sections}
    else:
        texts = {}
    keep_together = language_of(file.parent.name).keep_together
    return {name: keep_together(str(text)) for name, text in texts.items()}


def preferred_language(accepted: str) -> str:
    """Return the language for a browser that asks for `accepted`, such as "fr-CH, en;q=0.8".

    It is the first in that order that there is a folder for, else English.
    """
    codes = (part.split(";")[0].strip() for part in accepted.split(","))
    known = (code for part in codes for code in (part, part.split("-")[0].lower()))
    return next((code for code in known if code in languages()), "en")


class _Said(str):
    """A text of a language that lacks some, with its English."""

    english: str
    is_own: bool  # whether all of it is in the language


def _say_whole(text: str, values: Mapping[str, object], locale: str) -> str:
    """Return a text in a language that lacks some: all of it or, with a part that is not, English.

    Half a sentence would be neither.
    """
    translation = own_texts(locale).get(text)
    if isinstance(text, _Said) or (translation is None and text not in _known_texts()):
        return _fill(text, values) if values else text  # a name, or said already
    template = own_texts("en").get(text, text)
    parts = {name: part for name, part in values.items() if isinstance(part, _Said)}
    with writing_in("en"):
        english = {name: part.english for name, part in parts.items()}
        english_text = _fill(template, {**values, **english}) if values else template
    is_own = translation is not None and all(part.is_own for part in parts.values())
    own_text = str(translation)
    if is_own and values:
        own_text = _fill(own_text, values)
    whole = _Said(own_text if is_own else english_text)
    whole.english, whole.is_own = english_text, is_own
    return whole


def t(text: str, **values: object) -> str:
    """Return a text in the current locale: a short one by its English, a long one by its heading.

    `values` fill its {names} as in `str.format`, for example "{share:.0%}". Numbers follow the
    locale. A value called `model` is the name of a model, and its title is written.
    """
    locale = current_locale()
    if locale in _partial():
        return _say_whole(text, values, locale)
    template = _texts_of(locale).get(text, text)
    return _fill(template, values) if values else template


@cache
def _partial() -> frozenset[str]:
    """Return the languages that may lack a text."""
    return frozenset(languages()) - {"en"} - {*complete_languages()}


@cache
def _known_texts() -> frozenset[str]:
    """Return what a complete language has a text for."""
    return frozenset().union(*(own_texts(code) for code in complete_languages()))


def languages_with(text: str) -> list[str]:
    """Return the languages that have a text, English first."""
    return [code for code in languages() if code == "en" or text in own_texts(code)]


def complete_languages() -> list[str]:
    """Return English and the languages that say that they lack nothing."""
    return [code for code, each in languages().items() if each.complete or code == "en"]


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


def in_all_languages(text: str) -> str:
    """Return a text in English and what others call it: the search finds each in all of them.

    Of languages that lack some texts, only the reader's.
    """
    codes = dict.fromkeys([*complete_languages(), current_locale()])
    versions = [_texts_of("en").get(text, text), *(own_texts(code).get(text, "") for code in codes)]
    return " ".join(dict.fromkeys(versions))


def format_number(value: float, spec: str = "") -> str:
    """Format a number for the current locale: 1,024.5 and 12%, in French 1 024,5 and 12 %.

    The minus sign is typographic and "e" a power of ten, so the result suits a screen and not a
    data file.
    """
    text = format(value, spec)
    text = with_minus(_with_power(text) if spec.endswith("e") else text)
    return language_of(current_locale()).write(text)


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
    return language_of(current_locale()).write(with_minus(title))


def model_title(name: str) -> str:
    """Return the title of a model; a pretrained model's title is its name."""
    return t(MODEL_TITLES[name]) if name in MODEL_TITLES else name


class _LocalFormatter(string.Formatter):
    """Formats numbers for the current locale, and a `model` by its title."""

    def get_value(self, key: Any, args: Any, kwargs: Any) -> Any:
        value = super().get_value(key, args, kwargs)
        return model_title(value) if key == "model" else value

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:  # {count:word|words}
            return language_of(current_locale()).form(value, format_spec)
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
def script_language(code: str) -> dict[str, Any]:
    """Return what a browser script is told of a language.

    Its code, the signs of its numbers by the English ones, its plurals, and the texts of the
    pictures by the English.
    """
    language = language_of(code)
    texts: dict[str, str] = {}
    for file in text_files(code, "scripts.toml"):
        texts |= read_texts(file)
    return {
        "code": code,
        "partial": code in _partial(),
        "signs": language.signs,
        "plural": language.plural,
        "texts": texts,
    }
