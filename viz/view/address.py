"""What every page shows as a value, and the parameters of its address. No Streamlit."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

import models
from models.files import weights_digits
from models.reasons import write_layers
from models.request import STACKS

from ..analysis.views import HeadChoice
from ..base.examples import EXAMPLE
from ..base.language import t, translatable

OPENING = HeadChoice("cross", 2, 0)  # the head of the worked example
# Of addresses; it stands in each as "v", with the digits of our weights: "4-0a1b2c3d".
ADDRESS_VERSION = "4"
# That are read; of "1" an address without words means sub-words.
_VERSIONS = ("1", "2", "3", ADDRESS_VERSION)
# What a page opened on before a version, by what it opens on now.
_EARLIER_EXAMPLES = {
    "The cat is sleeping on the": ("3", "Anqi was late for the"),
    "An old man with a hat is reading a newspaper on a bench.": ("4", EXAMPLE),
}
WORDS = ("written", "merged")  # sub-words, by whether they are merged
MAX_ADDRESS = 48_000  # characters; web servers refuse an address of 64 kB
_MAX_OPTIONS_LISTED = 16  # of more options an alert names the first and the last
NOT_THERE = translatable(
    "The link asks for {name} “{asked}”, which does not exist. Available: {there_is}."
)
_MAX_QUOTED = 20  # characters of an address that an alert quotes


VIEW_PARAMETERS = frozenset(("model", "sentence", "attention", "layer", "head", "words"))


@dataclass(frozen=True)
class View:
    """What every page shows."""

    model: str
    sentence: str = EXAMPLE
    choice: HeadChoice = OPENING
    merged: bool = True

    def address(self, settings: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
        """Return the parameters of the link to this view with these settings of a page.

        Layers and heads count from 1. The longest texts, like a sentence that no model reads, are
        left out until the address fits.
        """
        parameters = {
            "model": self.model,
            "sentence": self.sentence,
            "attention": self.choice.stack,
            "layer": str(self.choice.layer + 1),
            "head": str(self.choice.head + 1),
            "words": WORDS[self.merged],
            **settings,
            "v": mark_version(),
        }
        return shorten_address(parameters, MAX_ADDRESS)


def mark_version() -> str:
    """Return the "v" of an address: its version, and the digits of the weights that it is of."""
    return "-".join(filter(None, (ADDRESS_VERSION, weights_digits())))


def _read_version(parameters: Mapping[str, str]) -> tuple[str, str]:
    """Return the version of an address and the digits of its weights, "" if it has none."""
    version, _, digits = parameters.get("v", ADDRESS_VERSION).partition("-")
    return version, digits


def without_digits(parameters: Mapping[str, str]) -> dict[str, str]:
    """Return an address that does not say with which weights it was made."""
    version, digits = _read_version(parameters)
    return {**parameters, **({"v": version} if digits else {})}


def describe_other_weights(parameters: Mapping[str, str]) -> str:
    """Say that an address was made with other weights than ours, and its French; else ""."""
    _, digits = _read_version(parameters)
    if digits in ("", weights_digits()):
        return ""
    french = parameters.get("french", "").strip()
    kept = t("app#French of a link", french=french) if french else ""
    sentence = t("app#link of other weights", digits=digits[:_MAX_QUOTED], own=weights_digits())
    return f"{sentence} {kept}".strip()


def shorten_address(parameters: Mapping[str, str], max_characters: int) -> dict[str, str]:
    """Leave out the longest parameters until the query has at most so many characters."""
    shortened = dict(parameters)
    while len(urlencode(shortened)) > max_characters:
        del shortened[max(shortened, key=lambda name: len(shortened[name]))]
    return shortened


@dataclass(frozen=True)
class Refusal:
    """A value of an address that is not available, and what is shown instead."""

    parameter: str
    value: str
    instead: str
    options: str  # what there is
    reason: str = ""  # a sentence that says why, where the options do not

    @property
    def sentence(self) -> str:
        """The refusal as one sentence for the reader."""
        return self.reason or t(
            "app#unknown value in a link",
            name=self.parameter,
            asked=self.quoted,
            there_is=self.options,
            instead=self.instead,
        )

    @property
    def quoted(self) -> str:
        """The value, shortened."""
        return self.value if len(self.value) <= _MAX_QUOTED else self.value[:_MAX_QUOTED] + "…"


def refuse_option(
    name: str, value: str, options: Collection[str], default: str, there_is: str = ""
) -> Refusal | None:
    """Return why a value is refused; None if it is one of the options.

    `there_is` describes the options, which are otherwise listed; an option "" has no name.
    """
    if value in options:
        return None
    listed = tuple(filter(None, options))
    return Refusal(name, value, default, there_is or _describe_options(listed))


def read_view(
    parameters: Mapping[str, str],
    load: Callable[[str], Any],
    first_loadable: Callable[[], str],
    example: str = EXAMPLE,
) -> tuple[View, list[Refusal]]:
    """Return the view that an address asks for, and the refusals.

    `load` returns a model by its name; `first_loadable` is the name of the model shown when the
    address names none, `example` the sentence when it has none.
    """
    refusals = []

    def read(name: str, options: Collection[str], default: str, there_is: str = "") -> str:
        value = parameters.get(name, default)
        refusal = refuse_option(name, value, options, default, there_is)
        if refusal is None:
            return value
        refusals.append(refusal)
        return default

    def read_place(name: str, default: int, there: Sequence[int]) -> int:
        """Return a place among those there, from 0; the parameter counts from 1."""
        places = [str(place + 1) for place in there]
        there_is = t("{first} to {last}", first=1, last=len(there))
        if len(there) <= there[-1]:  # some layers of a hybrid
            there_is = write_layers(there)
        return int(read(name, places, str(default + 1), there_is)) - 1

    available = models.available()
    name = parameters.get("model")
    if name not in available:  # loading the first takes time
        name = read("model", available, first_loadable(), ", ".join(available))
    capabilities = load(name).capabilities
    choice = _head_in(parameters)  # of a model without attention: kept for the next model
    if stacks := tuple(capabilities.stacks):
        known = capabilities.stacks, capabilities.without_attention
        stack = read("attention", stacks, nearest(OPENING, *known).stack, ", ".join(stacks))
        usual = nearest(replace(OPENING, stack=stack), *known)
        layer = read_place("layer", usual.layer, capabilities.attending(stack))
        heads = range(capabilities.stacks[stack].heads)
        choice = HeadChoice(stack, layer, read_place("head", usual.head, heads))
    version, _ = _read_version(parameters)
    reason = describe_other_weights(parameters)
    if version not in _VERSIONS:
        reason = t(
            "app#link of another version", version=version[:_MAX_QUOTED], own=ADDRESS_VERSION
        )
    if reason:
        refusals.append(Refusal("v", version, ADDRESS_VERSION, ADDRESS_VERSION, reason))
    merged = read("words", WORDS, default_words(parameters)) == WORDS[True]
    sentence = parameters.get("sentence", default_sentence(parameters, example))
    return View(name, sentence, choice, merged), refusals


def _head_in(parameters: Mapping[str, str]) -> HeadChoice:
    """Return the head that an address names, whichever model has it; else OPENING."""
    stack, layer, head = (parameters.get(name, "") for name in ("attention", "layer", "head"))
    places = layer, head
    if stack not in STACKS or not all(re.fullmatch("[1-9][0-9]?", place) for place in places):
        return OPENING
    return HeadChoice(stack, int(layer) - 1, int(head) - 1)


def default_words(parameters: Mapping[str, str]) -> str:
    """Return how sub-words are shown when the address does not say it: one of WORDS."""
    return WORDS[_read_version(parameters)[0] != _VERSIONS[0]]


def default_sentence(parameters: Mapping[str, str], example: str) -> str:
    """Return the sentence that an address without one means on a page that opens on `example`."""
    since, earlier = _EARLIER_EXAMPLES.get(example, (_VERSIONS[0], example))
    is_earlier = _read_version(parameters)[0] in _VERSIONS[: _VERSIONS.index(since)]
    return earlier if is_earlier else example


def describe_length(text: str, max_characters: int) -> str:
    """Say that a text has more than so many characters; "" if it has not."""
    if len(text) <= max_characters:
        return ""
    return t("app#text too long", characters=len(text), longest=max_characters)


def _describe_options(options: Sequence[str]) -> str:
    """List the options, or say from which to which they go."""
    if len(options) > _MAX_OPTIONS_LISTED:
        return t("{first} to {last}", first=options[0], last=options[-1])
    return ", ".join(options)


def nearest(
    choice: HeadChoice,
    sizes: Mapping[str, tuple[int, int]],
    without: Mapping[str, tuple[int, ...]] = MappingProxyType({}),
) -> HeadChoice:
    """Return the head nearest to this one among those of a model.

    `sizes` maps a mechanism to its (layers, heads), `without` to its layers without attention.
    """
    if not sizes:
        return choice
    stack = choice.stack if choice.stack in sizes else list(sizes)[-1]
    layers, heads = sizes[stack]
    there = {*range(layers)} - {*without.get(stack, ())}
    layer = min(there, key=lambda number: abs(number - choice.layer))
    return HeadChoice(stack, layer, min(choice.head, heads - 1))
