"""The app around its pages: navigation, and the steps in which a page is drawn."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar
from urllib.parse import urlsplit

import streamlit as st

from models import UserError, available, register
from models.answers.limits import identifier
from models.words.lexicon import lexicon

from ..base.examples import EXAMPLE
from ..base.language import current_locale, explain, holding, t
from ..draw.matrix import Highlight
from ..view.runner import Runner
from ..view.settings import Settings, SettingsReading, write_address, write_short
from . import cache, internals, opening
from .address_bar import (
    forget_earlier_addresses,
    is_going_elsewhere,
    keep_widget_values,
    note_page,
    open_address,
    send_address,
)
from .alerts import (
    errors_as_alerts,
    keep_alert,
    keep_callback_error,
    show_alert,
    show_callback_errors,
)
from .bounded_cache import give_back_soon, tune_malloc
from .cache import CachedRunner, reserve_waiting
from .class_mode import class_address, draw_class_menu, draw_class_panel
from .frame import draw_sentence_bar
from .notice import draw_notice
from .page import Opened, Page, declared_parameters, draw_part, holds, name_of, tabs_of
from .page_controls import Controls
from .page_settings import read_settings
from .playlist_panel import draw_playlist_menu
from .presenter import draw_presenter_bar, only_repeats
from .search import draw_search
from .share import draw_share_menu, phones_address
from .state import HEARD, TabSettings, current_view, cut_sentence, is_lecture
from .tab_playlist import (
    drop_undeclared_parameters,
    forget_target,
    leave_entry,
    open_playlist_link,
    reopen_entry,
    target_page,
    title_on_show,
)
from .top_bar import draw_heading, draw_tabs, draw_top_bar
from .turns import TURNS
from .visitors import forget_left_visitors
from .welcome import draw_welcome, greets

_S = TypeVar("_S", bound=Settings)
# An attention map of four words.
_ICON = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4" shape-rendering="crispEdges">
<path fill="#ccddf1" d="M0 0h4v4H0z"/>
<path fill="#103872" d="M0 0h1v1H0zM2 1h1v1H2zM1 2h1v1H1zM3 3h1v1H3z"/></svg>"""
_NAME = "Heads Up"

internals.guard_callbacks(keep_callback_error)
internals.share_lock()
internals.protect_messages(forget_earlier_addresses)
internals.keep_page(HEARD, only_repeats)
internals.hand_over_together()
internals.keep_theme_message()
internals.read_state_lazily()
internals.limit_uploads()
internals.keep_downloads()
internals.poll_seldom()
forget_left_visitors()
tune_malloc()


def prepare() -> None:
    """Open a browser, and load what the front page needs before a visitor asks for it."""
    internals.open_browser()
    _load_first()


def _load_first() -> None:
    """Load the first model, and what the first sentence that is no example is judged by."""
    for name in available()[:1]:
        with suppress(UserError):  # a visitor who asks for it is told
            cache.model(name)
    identifier()
    lexicon()


def run(pages: Mapping[str, Page], arguments: Sequence[str], model_list: Path) -> None:
    """Run the app once, when it is its turn.

    `pages` are all pages by path, the front page first. The command line's `arguments` and the file
    `model_list` name the pretrained models, and the arguments where phones go (`share`).
    """
    try:
        with TURNS.take():
            _run_app(pages, arguments, model_list)
    finally:
        give_back_soon()


def _run_app(pages: Mapping[str, Page], arguments: Sequence[str], model_list: Path) -> None:
    """Register pretrained models, navigate, and draw the current page; see `run`."""
    errors: list[str | UserError] = [*cut_sentence()]
    try:
        register(arguments, model_list)
    except UserError as error:  # our own models are there all the same
        errors.append(error)
    for address in (phones_address, class_address):
        try:
            address(arguments)
        except UserError as error:  # this server is it
            errors.append(error)
    _correct_page_name(list(pages))
    st.logo(_ICON)
    locale = current_locale()
    navigation, page_runs = holding(_build_navigation)(pages)
    entries = {page_run.page.path: entry for entry, page_run in page_runs.items()}
    entry = st.navigation(navigation, position="top")
    open_playlist_link()
    page_run = page_runs[entry]
    path = page_run.page.path
    note_page(path)
    browser_path = _shown_path(entries)
    if is_going_elsewhere():
        leave_entry()
    target = target_page(entries)
    if target and entries[target] != entry and browser_path in (path, None):
        reopen_entry()
        keep_widget_values()  # which this run does not draw
        st.switch_page(entries[target])
    if target and entries[target] != entry:  # the reader has gone elsewhere meanwhile
        leave_entry()
        target = None
    elif target:
        drop_undeclared_parameters(declared_parameters(pages[target], pages.values()))
    page_run.entries = entries
    page_run.alerts += errors
    title = f"{t(page_run.page.title)} · {_NAME}"
    st.set_page_config(page_title=title, page_icon=_ICON, layout="wide")
    _draw_page(page_run, entry.run)
    if not target or browser_path in (target, None):
        forget_target()
    # Back may open an address in another language, which is read after the navigation is sent.
    if current_locale() != locale:
        st.rerun()


def _correct_page_name(paths: Sequence[str]) -> None:
    """Open the front page, with an alert, for an address whose path names no page.

    The first of `paths` is the front page, which Streamlit knows only without a path. For an
    unknown name Streamlit would draw the front page below a dialog about a folder of the server.
    """
    name = internals.unknown_page_name()
    if not name:
        return
    corrected = name.strip("/").lower()
    front, *others = paths
    internals.open_page(corrected if corrected in others else "")
    if corrected not in (front, *others):
        keep_alert(UserError("There is no page “{page}”. Showing the front page.", page=name[:40]))


def _build_navigation(
    pages: Mapping[str, Page],
) -> tuple[dict[str, list[st.Page]], dict[st.Page, "_PageRun"]]:
    """Return the entries of the navigation by group, and the run of each."""
    navigation: dict[str, list[st.Page]] = {}
    page_runs: dict[st.Page, _PageRun] = {}
    groups = list(dict.fromkeys(page.group for page in pages.values()))
    paths = ["", *pages]  # the front page has two
    for path, page in pages.items():
        page_run = _PageRun(page, groups.index(page.group) + 1, paths, not page_runs, pages)
        tabs, is_first = tabs_of(page, pages.values()), not page_runs
        entry = st.Page(
            page_run.draw_content,
            title=_entry_title(tabs),
            url_path=path,
            default=is_first,
            visibility="visible" if page is tabs[0] else "hidden",
        )
        page_runs[entry] = page_run
        navigation.setdefault(t(page.group), []).append(entry)
    return navigation, page_runs


def _entry_title(tabs: Sequence[Page]) -> str:
    """Return the name of an entry of the navigation, in Markdown: its question and its terms."""
    title, terms = name_of(*tabs)
    return f"{title} :gray[· {terms}]" if terms else title


def _list_pages(pages: Mapping[str, Page]) -> dict[str, list[tuple[str, str]]]:
    """Return paths and titles of the pages, with what a textbook calls them, by group."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for path, page in pages.items():
        title = " · ".join(filter(None, name_of(page)))
        groups.setdefault(t(page.group), []).append((path, title))
    return groups


def _shown_path(paths: Collection[str]) -> str | None:
    """Return the path of the page that the browser showed when it asked for this run, or None.

    The first of `paths` is the front page.
    """
    url = internals.browser_url()
    if not url:
        return None
    last = urlsplit(url).path.rstrip("/").rpartition("/")[2]
    return last if last in paths else next(iter(paths))


class _PageRun:
    """One run of a page: what each step hands on to the later ones."""

    def __init__(
        self,
        page: Page,
        group: int = 1,
        paths: Sequence[str] = (),
        is_front_page: bool = False,
        pages: Mapping[str, Page] = MappingProxyType({}),
    ):
        self.page = page
        self.group = group  # its place in the navigation, from 1
        self.paths = paths  # of all pages
        self.is_front_page = is_front_page
        self.pages = pages  # all, by path
        self.entries: Mapping[str, st.Page] = {}  # of the navigation, by path
        self.draw: Callable[[], None] | None = None  # `draw_content`, as the navigation calls it
        self.runner: Runner = CachedRunner()
        self.welcomes = False
        self.alerts: list[str | UserError] = []  # to be shown above the picture
        self.reading: SettingsReading | None = None  # None: it failed, and an alert says so
        self.opened = Opened(page, page)
        # Of the page that the step of a tour shows.
        self.step_reading: SettingsReading | None = None
        self.tab: SettingsReading[TabSettings] | None = None
        self.menu: Any = None  # Share
        self.address: dict[str, str] = {}  # of what the page shows
        self.short_address: dict[str, str] = {}

    @property
    def readings(self) -> list[SettingsReading]:
        """The settings that stand in the address."""
        return [reading for reading in (self.reading, self.step_reading, self.tab) if reading]

    # --- the steps, in their order ---

    def greet(self) -> None:
        self.welcomes = greets(self.is_front_page)

    def open_address(self) -> None:
        try:
            self.alerts += open_address(self.page.example)
        except UserError as error:  # there is no model that could be shown
            show_alert(error)
            st.stop()

    def read_settings(self) -> None:
        with errors_as_alerts():
            computation = self.page.computation
            self.reading = self.read(computation.settings, computation.example)
            if self.page.open_step:
                step = self.page.open_step(self.reading.settings, self.runner)
                if step is not None:
                    self.opened = step
                    computation = step.part.computation
                    self.step_reading = self.read(computation.settings, computation.example)
        self.tab = self.read(TabSettings, EXAMPLE)

    def read(self, kind: type[_S], example: str) -> SettingsReading[_S]:
        reading = read_settings(kind, self.runner, example)
        self.alerts += [refusal.sentence for refusal in reading.refusals]
        return reading

    def draw_top_bar(self) -> None:
        assert self.tab is not None  # it is read before
        search = partial(draw_search, self.pages, self.entries)
        self.menu = draw_top_bar(self.tab, self.group, self.paths, search)

    def draw_heading(self) -> None:
        title, lead = t(self.page.title), t(self.page.lead)
        if is_lecture():
            # One line above the picture: it says what is on show, or stands for the sentence.
            settings = self.reading and self.reading.settings
            lead = "" if holds(self.page.has_sentence, settings) else lead
            if self.reading:  # which the opening has not
                title = title_on_show(self.page.path, *self.write_addresses()) or title
        draw_heading(title, lead)
        tabs = tabs_of(self.page, self.pages.values())
        if len(tabs) > 1 and not is_lecture():
            draw_tabs([(self.entries[tab.path], t(tab.terms[0])) for tab in tabs])
        if self.welcomes:
            draw_welcome(self.entries.get("lessons"))

    def draw_sentence_bar(self) -> None:
        with st.container():  # there for every page: what follows keeps its place, and the focus
            if self.opened.page is not self.page:  # a tour has it above the picture
                return
            page, more = self.page, None
            settings = self.reading and self.reading.settings
            if page.more and self.reading:
                more = partial(page.more, settings, Controls(self.reading))
            with_sentence = holds(page.has_sentence, settings)
            has_model_box = holds(page.has_model_box, settings)
            draw_sentence_bar(has_model_box, more, with_sentence, page.has_pieces)

    def show_alerts(self) -> None:
        for alert in self.alerts:
            show_alert(alert)
        show_callback_errors()

    def draw_page(self) -> None:
        with errors_as_alerts():
            (self.draw or self.draw_content)()

    def draw_content(self) -> None:
        """Draw the page's own content."""
        if self.reading:
            draw_part(self.page, self.reading, self.runner, draw_step=self.draw_step)

    def draw_step(self) -> None:
        """Draw the page that the step of a tour shows."""
        page, part, _, highlights = self.opened
        reading = self.step_reading
        draw_sentence_bar(False, None, holds(page.has_sentence, reading and reading.settings))
        if reading:
            draw_part(part, reading, self.runner, highlights=highlights)

    def draw_class(self) -> None:
        with errors_as_alerts():
            reading = self.step_reading or self.reading
            draw_class_panel(self.opened.page.path, reading and reading.settings)

    def compose_address(self) -> None:
        self.address, self.short_address = self.write_addresses()

    def write_addresses(self) -> tuple[dict[str, str], dict[str, str]]:
        """Return the address of what the page shows, and the same without defaults."""
        view, readings = current_view(), self.readings
        return write_address(view, readings), write_short(
            view, readings, self.runner, self.page.example
        )

    def draw_menus(self) -> None:
        title = self.opened.title or t(self.page.title)
        draw_playlist_menu(self.menu, self.page.path, title, self.address)
        note = self.page.not_in_link()
        has_sentence = holds(self.page.has_sentence, self.reading and self.reading.settings)
        draw_share_menu(self.menu, self.address, self.short_address, has_sentence, note)
        draw_class_menu(self.menu)

    def draw_presenter_bar(self) -> None:
        draw_presenter_bar(self.short_address, partial(_list_pages, self.pages))

    def send_address(self) -> None:
        send_address(self.address)

    def draw_notice(self) -> None:
        with errors_as_alerts():
            draw_notice(self.readings)

    def draw_edition(self) -> None:
        internals.draw_edition()


# Until the settings are read, the language may still change.
_READING_STEPS: Sequence[Callable[[_PageRun], None]] = (
    _PageRun.greet,  # by the address that has not been opened yet
    _PageRun.open_address,
    _PageRun.read_settings,  # before any widget that holds one
)
_DRAWING_STEPS: Sequence[Callable[[_PageRun], None]] = (
    _PageRun.draw_top_bar,
    _PageRun.draw_heading,
    _PageRun.draw_sentence_bar,
    _PageRun.show_alerts,
    _PageRun.draw_page,
    _PageRun.draw_class,
    _PageRun.compose_address,
    _PageRun.draw_menus,
    _PageRun.draw_presenter_bar,  # the page has bound its keys
    _PageRun.send_address,
    _PageRun.draw_notice,  # neither the picture nor the address waits for it
    _PageRun.draw_edition,  # the last widget
)


def _draw_page(page_run: _PageRun, draw_content: Callable[[], None] | None = None) -> None:
    """Draw a page and everything around it.

    `draw_content` draws the page's own content, through Streamlit's navigation.
    """
    reserve_waiting()
    if opening.is_due():
        page_run.greet()
        opening.draw_opening(page_run.page, page_run.group, page_run.draw_heading)
    for step in _READING_STEPS:
        step(page_run)

    def draw() -> None:
        for step in _DRAWING_STEPS:
            step(page_run)

    page_run.draw = draw_content
    try:
        holding(draw)()  # the locale is asked for hundreds of times
        cache.end_stopping()
    finally:
        page_run.draw = None  # no cycle: what draws may be an entry of the navigation


def draw_alone(
    page: Page, runner: Runner, part: str = "", highlights: Sequence[Highlight] = ()
) -> tuple[dict[str, str], dict[str, str], SettingsReading | None, list[str]]:
    """Draw what the address shows of a page, or a part of it, without what stands around it.

    Returns the address of what is drawn, the same without defaults, its settings, and a sentence
    for each value of the address that is not available.
    """
    page_run = _PageRun(page)
    page_run.runner = runner
    page_run.open_address()
    if part:
        computation = page.parts[part].computation
        page_run.reading = page_run.read(computation.settings, computation.example)
    else:
        page_run.read_settings()

    def draw() -> None:
        page_run.show_alerts()
        if part and page_run.reading:
            draw_part(page.parts[part], page_run.reading, runner, highlights=highlights)
        else:
            page_run.draw_content()

    holding(draw)()
    page_run.compose_address()
    alerts = [explain(each) if isinstance(each, UserError) else each for each in page_run.alerts]
    return page_run.address, page_run.short_address, page_run.reading, alerts
