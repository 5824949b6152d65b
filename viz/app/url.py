"""A view as a value, and the parameters of the address that opens it. No session state."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

import models
from models import UserError

from ..language import t
from ..views import HeadChoice
from . import cache
from .examples import EXAMPLE

OPENING = HeadChoice("cross", 3, 0)  # the head of the worked example
VERSION = "1"  # of addresses; it stands in each as "v"
WORDS = ("written", "merged")  # sub-words, by whether they are merged
MAX_ADDRESS = 48_000  # characters; web servers refuse an address of 64 kB
MAX_OPTIONS_LISTED = 12  # of more options an alert names the first and the last
MAX_QUOTED = 20  # characters of an address that an alert quotes


@dataclass(frozen=True)
class View:
    """All that an address says."""

    model: str
    sentence: str = EXAMPLE
    choice: HeadChoice = OPENING
    merged: bool = False
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


@dataclass
class AddressReader:
    """Read the parameters of an address, and collect a sentence for each that is refused."""

    parameters: Mapping[str, str]
    refusals: list[str] = field(default_factory=list)

    def refuse(self, name: str, value: str, instead: str, options: str) -> str:
        self.refusals.append(refusal(name, value, instead, options))
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

    def read_model(self) -> str:
        available = models.available()
        name = self.parameters.get("model")
        if name in available:
            return name
        default = first_loadable_model()
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
        if version != VERSION:
            self.refusals.append(
                t(
                    "This link is of version {version}, and this Heads Up reads version {own}. "
                    "What it does not know, it leaves out.",
                    version=version[:MAX_QUOTED],
                    own=VERSION,
                )
            )


def parse(parameters: Mapping[str, str]) -> tuple[View, list[str]]:
    """Give the view that an address asks for, and a sentence for each thing that there is not."""
    reader = AddressReader(parameters)
    name = reader.read_model()
    choice = reader.read_head(cache.model(name).attention_sizes)
    reader.check_version()
    merged = reader.read_choice("words", WORDS, WORDS[False]) == WORDS[True]
    view = View(name, parameters.get("sentence", EXAMPLE), choice, merged)
    return view, reader.refusals


def refusal(name: str, value: str, instead: str, options: str) -> str:
    """Say that the address asks for what there is not, and what is shown instead."""
    quoted = value if len(value) <= MAX_QUOTED else value[:MAX_QUOTED] + "…"
    return t(
        "The address asks for {name} “{asked}”, but there is only {there_is}. Showing {instead}.",
        name=name,
        asked=quoted,
        there_is=options,
        instead=instead,
    )


def describe_options(options: Sequence[str]) -> str:
    """List the options, or say from which to which they go."""
    if len(options) > MAX_OPTIONS_LISTED:
        return t("{first} to {last}", first=options[0], last=options[-1])
    return ", ".join(options)


def nearest(choice: HeadChoice, sizes: Mapping[str, tuple[int, int]]) -> HeadChoice:
    """The head that a model with these mechanisms (stack: layers, heads) has in that place."""
    if not sizes:
        return choice
    stack = choice.stack if choice.stack in sizes else list(sizes)[-1]
    layers, heads = sizes[stack]
    return HeadChoice(stack, min(choice.layer, layers - 1), min(choice.head, heads - 1))


def first_loadable_model() -> str:
    """The name of the first model that can be loaded.

    Raises the UserError of the first model when there is none.
    """
    errors = []
    for name in models.available() or ("transformer",):
        try:
            cache.model(name)
        except UserError as error:
            errors.append(error)
        else:
            return name
    raise errors[0]
