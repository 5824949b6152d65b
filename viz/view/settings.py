"""The settings of a page as a value: declared once, read from an address, written into one.

    @dataclass(frozen=True)
    class MaskSettings(Settings):
        sees: str = choice(SEES)
        window: int = number(2, 1, 6, parameter="last")

A field declares the name of its parameter, its options or range, its default, and whether it is
left out of an address at its default. Options and defaults may be functions of what stands before
them and of a runner. A setting that does not apply to what is shown, or has no options there, is
None and stays out of the address. No Streamlit.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from types import SimpleNamespace
from typing import Any, Generic, NamedTuple, TypeVar

import models
from models import Trace, UserError

from ..analysis.views import HeadChoice
from ..base.examples import EXAMPLE
from ..base.language import t, translatable
from .address import OPENING, Refusal, View, describe_length, nearest, read_view, refuse_option
from .runner import Runner

_S = TypeVar("_S", bound="Settings")
Known = Any  # what stands before a field: model, sentence, choice, merged and the fields above
Options = Mapping[str, str]  # values as they stand in an address, each with its title
# Of what all pages show of a model.
VIEW_LABELS = translatable(
    {
        "model": "Model",
        "attention": "Attention",
        "layer": "Layer",
        "head": "Head",
        "words": "Whole words",
    }
)
# The label of the translation that models follow, which several pages have.
FRENCH_TO_FOLLOW = translatable("Translation to follow")
MAX_TEXT = 1000  # characters of a text typed into a page
MAX_LINES = 8000  # characters of several lines, or of a list that a component keeps


@dataclass(frozen=True)
class Settings:
    """The settings of every page; a page adds fields of its own."""

    model: str
    sentence: str
    choice: HeadChoice
    merged: bool

    @property
    def view(self) -> View:
        """The view, without the page's own settings."""
        return View(self.model, self.sentence, self.choice, self.merged)


@dataclass(frozen=True)
class Declaration:
    """How a field of a page's settings is declared."""

    kind: str  # of its widget: choice, number, switch, text or head
    label: str
    parameter: str  # in the address; "": the name of the field
    options: Callable[[Known, Runner], Options] | None  # None: any text
    default: Callable[[Known, Runner], str | None]  # None: the first option
    parse: Callable[[str], Any]
    write: Callable[[Any], str]
    omitted_when_default: bool
    max_characters: int
    applies: Callable[[Known, Runner], bool]
    check: Callable[[str], str]  # why a text is refused; "" where it is not
    of_sentence: bool  # whether it names words of one sentence, and so is cleared with it


class _Situation(NamedTuple):
    """A setting that applies: its options and its default for what is shown."""

    parameter: str
    options: Options | None
    default: str
    declaration: Declaration


@dataclass(frozen=True)
class When:
    """The condition that settings before a field have one of these values, as data.

    It holds for one of the `alternatives`, each the values of fields, and where `also` does.
    """

    alternatives: tuple[Mapping[str, Sequence[str]], ...]
    also: Callable[[Known, Runner], bool] = lambda known, runner: True

    def __call__(self, known: Known, runner: Runner) -> bool:
        is_met = any(
            all(getattr(known, name) in values for name, values in fields_of.items())
            for fields_of in self.alternatives
        )
        return is_met and self.also(known, runner)

    def __or__(self, other: "When") -> "When":
        return When((*self.alternatives, *other.alternatives))


def when(
    also: Callable[[Known, Runner], bool] = lambda known, runner: True,
    **values: str | Sequence[str],
) -> When:
    """Return the condition that each field has this value, or one of these."""
    texts = {name: (value,) if isinstance(value, str) else value for name, value in values.items()}
    return When((texts,), also)


# --- declarations --------------------------------------------------------------------------------


def declare(
    options: Options | Callable[[Known, Runner], Options] | None,
    default: str | Callable[[Known, Runner], str] | None,
    kind: str = "choice",
    label: str = "",
    parameter: str = "",
    parse: Callable[[str], Any] = str,
    write: Callable[[Any], str] = str,
    omitted_when_default: bool = False,
    max_characters: int = MAX_TEXT,
    applies: Callable[[Known, Runner], bool] = lambda known, runner: True,
    check: Callable[[str], str] = lambda text: "",
    of_sentence: bool = False,
) -> Any:
    """Declare a field of a page's settings. The default is the first option unless it is given."""

    def options_of(known: Known, runner: Runner) -> Options:
        return options(known, runner) if callable(options) else options or {}

    def default_of(known: Known, runner: Runner) -> str | None:
        return default(known, runner) if callable(default) else default

    declaration = Declaration(
        kind,
        label,
        parameter,
        None if options is None else options_of,
        default_of,
        parse,
        write,
        omitted_when_default,
        max_characters,
        applies,
        check,
        of_sentence,
    )
    return field(metadata={"declaration": declaration})


def choice(
    options: Options | Callable[[Known, Runner], Options],
    default: str | Callable[[Known, Runner], str] | None = None,
    **more: Any,
) -> Any:
    """Declare one of `options`, each a text of the address with its title; parsed on request."""
    return declare(options, default, **more)


def number(
    default: int | Callable[[Known, Runner], int],
    minimum: int,
    maximum: int | Callable[[Known, Runner], int],
    **more: Any,
) -> Any:
    """Declare a whole number from `minimum` to `maximum`."""

    def options(known: Known, runner: Runner) -> Options:
        last = maximum(known, runner) if callable(maximum) else maximum
        return {str(value): str(value) for value in range(minimum, last + 1)}

    def default_text(known: Known, runner: Runner) -> str:
        return str(default(known, runner) if callable(default) else default)

    return declare(options, default_text, kind="number", parse=int, **more)


def switch(on: bool, **more: Any) -> Any:
    """Declare a switch, on or off."""
    options = {"on": "on", "off": "off"}
    return declare(
        options,
        "on" if on else "off",
        kind="switch",
        parse=lambda text: text == "on",
        write=lambda value: "on" if value else "off",
        **more,
    )


def text(default: str | Callable[[Known, Runner], str] = "", **more: Any) -> Any:
    """Declare any text of at most `max_characters`; `check` returns why one is refused."""
    return declare(None, default, kind="text", **more)


def head(stack: str, default: str | Callable[[Known, Runner], str] = "1-1", **more: Any) -> Any:
    """Declare a head of one mechanism; "2-1" in the address is layer 2, head 1."""

    def options(known: Known, runner: Runner) -> Options:
        capabilities = runner.model(known.model).capabilities
        heads = capabilities.stacks[stack].heads if stack in capabilities.stacks else 0
        return {
            f"{layer}-{place}": t("layer {layer}, head {head}", layer=layer, head=place)
            for layer in (layer + 1 for layer in capabilities.attending(stack))
            for place in range(1, heads + 1)
        }

    def parse(value: str) -> HeadChoice:
        layer, _, place = value.partition("-")
        return HeadChoice(stack, int(layer) - 1, int(place) - 1)

    def write(value: HeadChoice) -> str:
        return f"{value.layer + 1}-{value.head + 1}"

    return declare(options, default, kind="head", parse=parse, write=write, **more)


# --- reading -------------------------------------------------------------------------------------


def declarations(kind: type[Settings]) -> dict[str, Declaration]:
    """Return the declarations of a page's own settings by the name of their field."""
    return {
        member.name: member.metadata["declaration"]
        for member in fields(kind)
        if "declaration" in member.metadata
    }


def sentence_parameters(kind: type[Settings] = Settings) -> set[str]:
    """Return the parameters of all pages that name words of one sentence."""
    fields_of_kind = declarations(kind).items()
    names = {each.parameter or name for name, each in fields_of_kind if each.of_sentence}
    return names.union(*map(sentence_parameters, kind.__subclasses__()))


def parameters_of(kind: type[Settings]) -> frozenset[str]:
    """Return the names of the parameters of a page's own settings."""
    return frozenset(
        declaration.parameter or name for name, declaration in declarations(kind).items()
    )


def _resolve(
    declaration: Declaration, name: str, known: Known, runner: Runner
) -> _Situation | None:
    """Return a setting with its options for what is shown; None where it does not apply."""
    try:
        if not declaration.applies(known, runner):
            return None
        options = declaration.options and declaration.options(known, runner)
        if options is not None and not options:
            return None
        default = declaration.default(known, runner) or ""
    except UserError:  # of a sentence that cannot be read; the page says why
        return None
    if options and default not in options:
        default = next(iter(options))
    return _Situation(declaration.parameter or name, options, default, declaration)


def _build(
    kind: type[_S], view: View, runner: Runner, take: Callable[[_Situation], str]
) -> tuple[_S, dict[str, _Situation]]:
    """Return the settings of a page, and the situations of those that apply, by field.

    `take` returns the text of a setting: one of its options.
    """
    values: dict[str, Any] = {
        "model": view.model,
        "sentence": view.sentence,
        "choice": view.choice,
        "merged": view.merged,
    }
    situations = {}
    for name, declaration in declarations(kind).items():
        situation = _resolve(declaration, name, SimpleNamespace(**values), runner)
        values[name] = None
        if situation is not None:
            situations[name] = situation
            values[name] = declaration.parse(take(situation))
    return kind(**values), situations


def _accept(situation: _Situation, typed: str) -> tuple[str, list[Refusal]]:
    """Return the text that a setting keeps when `typed` is asked for, and the refusals."""
    name, options, default, declaration = situation
    if options is not None:
        instead = default or t("“{word}”", word=t(options.get("", "")))
        refusal = refuse_option(name, typed, options, instead)
        return (typed, []) if refusal is None else (default, [refusal])
    refusals = []
    kept = typed[: declaration.max_characters]
    if reason := describe_length(typed, declaration.max_characters):
        refusals.append(Refusal(name, typed, kept, "", reason))
    if reason := declaration.check(kept) if kept else "":
        refusals.append(Refusal(name, kept, default, "", reason))
        kept = default
    return kept, refusals


@dataclass(frozen=True)
class SettingsReading(Generic[_S]):
    """The settings of a page, and what was found while they were read."""

    settings: _S
    situations: Mapping[str, _Situation]  # of the settings that apply, by field
    refusals: Sequence[Refusal] = ()

    @cached_property
    def texts(self) -> dict[str, str]:
        """The settings that apply as they stand in an address, by parameter."""
        return {
            situation.parameter: situation.declaration.write(getattr(self.settings, name))
            for name, situation in self.situations.items()
        }

    @property
    def defaults(self) -> dict[str, str]:
        """The defaults of the settings that apply, by parameter."""
        return {situation.parameter: situation.default for situation in self.situations.values()}

    @property
    def parameters(self) -> dict[str, str]:
        """The parameters of the address, without those left out at their default."""
        omitted = {
            situation.parameter: situation.default
            for situation in self.situations.values()
            if situation.declaration.omitted_when_default
        }
        return {name: text for name, text in self.texts.items() if omitted.get(name) != text}


def read_texts(
    kind: type[_S], view: View, texts: Mapping[str, str], runner: Runner
) -> SettingsReading[_S]:
    """Return the settings of a page that shows this view, from texts by parameter."""
    refusals: list[Refusal] = []

    def take(situation: _Situation) -> str:
        typed = texts.get(situation.parameter, situation.default)
        kept, reasons = _accept(situation, typed)
        refusals.extend(reasons)
        return kept

    settings, situations = _build(kind, view, runner, take)
    return SettingsReading(settings, situations, refusals)


def plain_trace(known: Known, runner: Runner) -> Trace:
    """Return the run of the model on the sentence, as trained."""
    return runner.trace(models.Request(known.model, known.sentence))


def read_settings(
    kind: type[_S], parameters: Mapping[str, str], runner: Runner, example: str = EXAMPLE
) -> SettingsReading[_S]:
    """Return the settings of a page that opens on `example`, from an address."""
    view, refusals = read_view(parameters, runner.model, lambda: models.available()[0], example)
    reading = read_texts(kind, view, parameters, runner)
    return replace(reading, refusals=[*refusals, *reading.refusals])


def read_back(settings: _S, runner: Runner) -> SettingsReading[_S]:
    """Return the reading that has these settings."""
    kind = type(settings)
    fields_of = {
        declaration.parameter or name: name for name, declaration in declarations(kind).items()
    }

    def take(situation: _Situation) -> str:
        return situation.declaration.write(getattr(settings, fields_of[situation.parameter]))

    return SettingsReading(*_build(kind, settings.view, runner, take))


# --- writing -------------------------------------------------------------------------------------


def write_address(view: View, readings: Iterable[SettingsReading]) -> dict[str, str]:
    """Return all parameters of the address of a view with the settings of these readings."""
    parameters: dict[str, str] = {}
    for reading in readings:
        parameters |= reading.parameters
    return view.address(parameters)


def write_short(
    view: View, readings: Sequence[SettingsReading], runner: Runner, example: str
) -> dict[str, str]:
    """Return the same without what a page that opens on `example` shows by itself."""
    known = runner.model(view.model).capabilities
    opening = nearest(OPENING, known.stacks, known.without_attention)
    usual = View(models.available()[0], example, opening).address()
    for reading in readings:
        usual |= reading.defaults
    parameters = write_address(view, readings).items()
    return {name: text for name, text in parameters if name == "v" or usual.get(name) != text}
