"""The computation behind a page, without Streamlit: for the screen, for files and for tests."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, Protocol, TypeVar
from urllib.parse import urlencode

from models import TextModel, Trace, UserError

from ..base.examples import EXAMPLE
from ..base.language import t
from ..draw.chart import Chart
from ..draw.files.archive import trace_json, trace_npz
from ..draw.picture import Animation, Picture
from .runner import Runner
from .settings import Settings, read_back, write_short

APP = "http://localhost:8501/"
_S = TypeVar("_S", bound=Settings)
_C = TypeVar("_C")


@dataclass(frozen=True)
class Export:
    """An entry of a menu: a picture that is drawn when it is chosen."""

    title: str
    draw: Callable[[], Picture | Chart]
    name: str = ""  # on the command line, where a menu offers several


@dataclass(frozen=True)
class ExportMenu:
    """The entries of the Export menu under a figure."""

    key: str  # unique on its page
    exports: tuple[Export, ...]  # a link on the command line draws the first
    numbers: Mapping[str, Callable[[], bytes]] = field(default_factory=dict)  # by file ending
    file: str = ""  # the file name without ending; "": the key
    # Why the menu differs from what the settings ask for. The command line reports it as an error.
    alert: str = ""
    animation: Callable[[], Animation] | None = None  # of the translation being written


def trace_files(trace: Trace) -> dict[str, Callable[[], bytes]]:
    """Return the downloads of a run's arrays, by file ending."""
    return {"npz": partial(trace_npz, trace), "json": partial(trace_json, trace)}


def app_address(path: str, settings: Settings, runner: Runner, example: str = EXAMPLE) -> str:
    """Return the address at which an app on this machine opens a view of a page."""
    reading = read_back(settings, runner)
    parameters = write_short(reading.settings.view, [reading], runner, example)
    return f"{APP}{path}?{urlencode(parameters)}"


class Content(Protocol):
    """The result of a page's computation."""

    @property
    def menu(self) -> ExportMenu | None:
        """The menu of the main picture, which the command line draws for a link."""


@dataclass(frozen=True)
class PageContent(Generic[_S]):
    """Base of a content that runs what it draws, when it is drawn."""

    settings: _S
    runner: Runner

    @property
    def model(self) -> TextModel:
        return self.runner.model(self.settings.model)


def name_weights(model: TextModel) -> str:
    """Name a model and, of ours, the checksum of its weights, in one line."""
    checksum = model.card.get("sha256", {}).get("weights.safetensors", "")
    name = t("Model: {model}", model=model.name)
    return f"{name}, sha256 {checksum}" if checksum else name


class NotApplicable(UserError):
    """Raised when a page has nothing to show for this model; the text says why."""


@dataclass(frozen=True)
class HeadAddress:
    """How a page's address names the head of its main picture.

    The default is three parameters, `attention`, `layer` and `head`. A page with a parameter of its
    own also names the command line's `--figure` that draws the same picture.
    """

    parameter: str = ""  # holds layer and head as "2-1"
    figure: str = ""


@dataclass(frozen=True)
class Computation(Generic[_S, _C]):
    """The computation of a page or of a part of one: from settings to content."""

    path: str  # of the page in the address
    settings: type[_S]
    compute: Callable[[_S, Runner], _C]
    example: str = EXAMPLE  # the sentence on first opening
    head_address: HeadAddress | None = None  # None: the main picture shows more than one head


_NOTHING: Computation[Settings, Any] = Computation("", Settings, lambda settings, runner: None)
