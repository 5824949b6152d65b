"""What every page shows as a value, and the parameters of its address. No Streamlit."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import models

from ..analysis.views import HeadChoice
from ..base.examples import EXAMPLE
from ..base.language import mark, t

OPENING = HeadChoice("cross", 2, 0)  # the head of the worked example
VERSION = "2"  # of addresses; it stands in each as "v"
VERSIONS = ("1", VERSION)  # that are read; of "1" an address without words means sub-words
WORDS = ("written", "merged")  # sub-words, by whether they are merged
MAX_ADDRESS = 48_000  # characters; web servers refuse an address of 64 kB
MAX_OPTIONS_LISTED = 12  # of more options an alert names the first and the last
NOT_THERE = mark("The link asks for {name} “{asked}”, but there is only {there_is}.")
MAX_QUOTED = 20  # characters of an address that an alert quotes


VIEW_PARAMETERS = frozenset(("model", "sentence", "attention", "layer", "head", "words"))


@dataclass(frozen=True)
class View:
    """All that an address says."""

    model: str
    sentence: str = EXAMPLE
    choice: HeadChoice = OPENING
    merged: bool = True
    settings: tuple[tuple[str, str], ...] = ()  # those that the page declares: name and value

    def address(self) -> dict[str, str]:
        """The parameters of the link to this view; layers and heads count from 1.

        The longest texts, like a sentence that no model reads, are left out until it fits.
        """
        parameters = {
            "model": self.model,
            "sentence": self.sentence,
            "attention": self.choice.stack,
            "layer": str(self.choice.layer + 1),
            "head": str(self.choice.head + 1),
            "words": WORDS[self.merged],
            **dict(self.settings),
            "v": VERSION,
        }
        return shorten(parameters, MAX_ADDRESS)


def shorten(parameters: Mapping[str, str], max_characters: int) -> dict[str, str]:
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
            "The address asks for {name} “{asked}”, but there is only {there_is}. "
            "Showing {instead}.",
            name=self.parameter,
            asked=self.quoted,
            there_is=self.options,
            instead=self.instead,
        )

    @property
    def quoted(self) -> str:
        """The value, shortened."""
        return self.value if len(self.value) <= MAX_QUOTED else self.value[:MAX_QUOTED] + "…"


@dataclass
class AddressReader:
    """Read the parameters of an address, and collect what is refused."""

    parameters: Mapping[str, str]
    refusals: list[Refusal] = field(default_factory=list)

    def refuse(self, name: str, value: str, instead: str, options: str) -> str:
        self.refusals.append(Refusal(name, value, instead, options))
        return instead

    def read_choice(self, name: str, options: Sequence[str], default: str) -> str:
        value = self.parameters.get(name, default)
        if value in options:
            return value
        return self.refuse(name, value, default, ", ".join(options))

    def read_number(self, name: str, default: int, count: int) -> int:
        """A place among so many; the parameter counts from 1, the result and `default` from 0."""
        fallback = str(min(default + 1, count))
        value = self.parameters.get(name, fallback)
        if value not in map(str, range(1, count + 1)):
            options = t("{first} to {last}", first=1, last=count)
            value = self.refuse(name, value, fallback, options)
        return int(value) - 1

    def read_model(self, first_loadable: Callable[[], str]) -> str:
        available = models.available()
        name = self.parameters.get("model")
        if name in available:
            return name
        default = first_loadable()
        if name is None:
            return default
        return self.refuse("model", name, default, ", ".join(available))

    def read_head(self, sizes: Mapping[str, tuple[int, int]]) -> HeadChoice:
        """One head of a model with these mechanisms (stack: layers, heads)."""
        if not sizes:
            return OPENING  # the model has no attention, and nothing to choose
        stack = self.read_choice("attention", tuple(sizes), nearest(OPENING, sizes).stack)
        layers, heads = sizes[stack]
        layer = self.read_number("layer", OPENING.layer, layers)
        return HeadChoice(stack, layer, self.read_number("head", OPENING.head, heads))

    def check_version(self) -> None:
        version = self.parameters.get("v", VERSION)
        if version not in VERSIONS:
            reason = t(
                "This link is of version {version}, and this Heads Up reads version {own}. "
                "What it does not know, it leaves out.",
                version=version[:MAX_QUOTED],
                own=VERSION,
            )
            self.refusals.append(Refusal("v", version, VERSION, VERSION, reason))


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
    reader = AddressReader(parameters)
    name = reader.read_model(first_loadable)
    choice = reader.read_head(load(name).attention_sizes)
    reader.check_version()
    merged = reader.read_choice("words", WORDS, default_words(parameters)) == WORDS[True]
    view = View(name, parameters.get("sentence", example), choice, merged)
    return view, reader.refusals


def default_words(parameters: Mapping[str, str]) -> str:
    """Return how sub-words are shown when the address does not say it: one of WORDS."""
    return WORDS[parameters.get("v", VERSION) != VERSIONS[0]]


def describe_options(options: Sequence[str]) -> str:
    """List the options, or say from which to which they go."""
    if len(options) > MAX_OPTIONS_LISTED:
        return t("{first} to {last}", first=options[0], last=options[-1])
    return ", ".join(options)


def nearest(choice: HeadChoice, sizes: Mapping[str, tuple[int, int]]) -> HeadChoice:
    """Return the head nearest to this one among those of a model.

    `sizes` maps a mechanism to its (layers, heads).
    """
    if not sizes:
        return choice
    stack = choice.stack if choice.stack in sizes else list(sizes)[-1]
    layers, heads = sizes[stack]
    return HeadChoice(stack, min(choice.layer, layers - 1), min(choice.head, heads - 1))
