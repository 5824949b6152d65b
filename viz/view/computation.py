"""What a page computes, without Streamlit: for the screen, for files and for tests."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from models import Trace, UserError

from ..base.examples import EXAMPLE
from ..draw.files import Animation, Chart, Picture, figures
from .runner import Runner
from .settings import Settings

S = TypeVar("S", bound=Settings)
C = TypeVar("C")


@dataclass(frozen=True)
class Export:
    """A picture that a menu offers, drawn when it is asked for."""

    title: str
    draw: Callable[[], Picture | Chart]
    name: str = ""  # on the command line, where a menu offers several


@dataclass(frozen=True)
class ExportMenu:
    """What the Export menu under a figure offers."""

    key: str  # tells the menus of a page apart
    exports: tuple[Export, ...]  # the first is the one that a link gives
    numbers: Mapping[str, Callable[[], bytes]] = field(default_factory=dict)  # by ending
    file: str = ""  # its name; the key unless given
    alert: str = ""  # why it offers something else than the settings ask for; a command refuses it
    animation: Callable[[], Animation] | None = None  # of the writing, where there is one


def trace_files(trace: Trace) -> dict[str, Callable[[], bytes]]:
    """Return the arrays of a run as downloads of a menu."""
    return {"npz": partial(figures.trace_npz, trace), "json": partial(figures.trace_json, trace)}


class Content(Protocol):
    """What a page shows."""

    @property
    def menu(self) -> ExportMenu | None:
        """The menu of the page's main picture, which a link gives on the command line."""


class NotApplicable(UserError):
    """The page's content when the page does not apply to this model; the text says why."""


@dataclass(frozen=True)
class HeadAddress:
    """How an address names the head of a page's main picture.

    By `attention`, `layer` and `head`, unless the page has a parameter and a figure for it.
    """

    parameter: str = ""  # layer and head as "2-1"
    figure: str = ""  # of the command line, which draws the same of a sentence


@dataclass(frozen=True)
class Computation(Generic[S, C]):
    """A page, or a part of one, as far as it is computed."""

    path: str  # of the page in the address
    settings: type[S]
    compute: Callable[[S, Runner], C]
    example: str = EXAMPLE  # the sentence that the page opens on
    head_address: HeadAddress | None = None  # None: the main picture is not of one head


NOTHING: Computation[Settings, Any] = Computation("", Settings, lambda settings, runner: None)
