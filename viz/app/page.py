"""A page as a value: what it computes, and how it is drawn."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from ..base.language import explain, t
from ..draw.matrix import Highlight
from ..view.address import VIEW_PARAMETERS
from ..view.computation import Computation, NotApplicable
from ..view.runner import Runner
from ..view.settings import SettingsReading, parameters_of
from .frame import show_not_applicable
from .page_controls import Controls
from .state import TAB_PARAMETERS


@dataclass(frozen=True)
class Part:
    """A page, or a part of it that a lesson can show alone."""

    computation: Computation
    render: Callable[[Any, Any, Controls], None]  # content, settings and their widgets
    # Settings with which it can be drawn; for others, which an address may ask for, it says so.
    contents: type | tuple[type, ...] = field(default=object, kw_only=True)


class Opened(NamedTuple):
    """The page beside the text of a tour's step."""

    page: "Page"
    part: Part
    title: str = ""  # of the step
    highlights: Sequence[Highlight] = ()  # in the picture


class Destination(NamedTuple):
    """Something that the search finds, and where it is."""

    path: str  # of the page; "": the one on show
    title: str
    beside: str = ""  # of what it is, beside the title
    sentence: str = ""  # below the title
    also: str = ""  # more words by which it is found
    parameters: Mapping[str, str] = MappingProxyType({})  # of the page's address
    # Else the view on show stays, and this is set in the session state.
    state: Mapping[str, Any] = MappingProxyType({})


def _no_destinations() -> Sequence[Destination]:
    return ()


_Condition = bool | Callable[[Any], bool]  # of the page's settings


def holds(condition: _Condition, settings: Any) -> bool:
    """Return whether a condition holds; it does if the settings (None) could not be read."""
    if callable(condition):
        return settings is None or condition(settings)
    return condition


@dataclass(frozen=True)
class Page(Part):
    """A page of the app."""

    # Its question: the heading, and the name in the navigation and the browser's tab. Pages with
    # the same title are tabs of one entry, each named by its first term.
    title: str
    lead: str  # one sentence under the heading: what to see, and what to do
    group: str  # of the navigation
    # What a textbook calls it. The first stands beside the title in the navigation.
    terms: Sequence[str] = ()
    # What else the search finds, in the reader's language.
    destinations: Callable[[], Sequence[Destination]] = _no_destinations
    has_sentence: _Condition = True  # whether its content depends on the sentence
    has_pieces: bool = True  # whether it can show words in pieces
    has_model_box: _Condition = True  # False: it shows models of its own, or none
    more: Callable[[Any, Controls], None] | None = None  # beside the sentence
    parts: Mapping[str, Part] = field(default_factory=dict)  # for lessons, by name
    not_in_link: Callable[[], str] = lambda: ""  # what a link leaves out of what is on show
    opening: Callable[[], None] | None = None  # draws what is shown until a model is loaded
    # In a tour: opens the step that its settings name; None if they name none.
    open_step: Callable[[Any, Runner], Opened | None] | None = None

    @property
    def path(self) -> str:
        """The path of the page in the address."""
        return self.computation.path

    @property
    def example(self) -> str:
        """The sentence that the page opens on."""
        return self.computation.example


def tabs_of(page: Page, pages: Iterable[Page]) -> list[Page]:
    """Return the pages that share the navigation's entry of this one, itself among them."""
    return [tab for tab in pages if tab.title == page.title]


def name_of(*tabs: Page) -> tuple[str, str]:
    """Return the title that pages share, and what a textbook calls each, "" for nothing."""
    return t(tabs[0].title), ", ".join(t(term) for tab in tabs for term in tab.terms[:1])


def declared_parameters(page: Page, pages: Iterable[Page]) -> frozenset[str]:
    """Return the names of all parameters that the address of a page can have.

    A tour shows any of the `pages`, with the parameters of that page beside its own.
    """
    parts: list[Part] = []
    for candidate in (page, *(pages if page.open_step else ())):
        parts += [candidate, *candidate.parts.values()]
    settings = [parameters_of(part.computation.settings) for part in parts]
    return frozenset(("v",)).union(VIEW_PARAMETERS, TAB_PARAMETERS, *settings)


def draw_part(part: Part, reading: SettingsReading, runner: Runner, **more: Any) -> None:
    """Compute a page or a part of one and draw it; `more` is for its `Controls`.

    A model that does not have what the page shows gets a sentence.
    """
    try:
        content = part.computation.compute(reading.settings, runner)
    except NotApplicable as error:
        show_not_applicable(explain(error))
        return
    if isinstance(content, part.contents):
        part.render(content, reading.settings, Controls(reading, **more))
    else:
        show_not_applicable(t("app#a step that was changed"))
