"""The app around its pages: navigation, the address, and what stands around every page."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import streamlit as st

from models import UserError, register

from ..base.language import current_locale, holding, t
from . import internals
from .address_bar import (
    has_heard_all,
    keep_widget_values,
    note_page,
    open_address,
    write_address,
)
from .alerts import errors_as_alerts, keep_callback_error, show_alert, show_callback_errors
from .cache import reserve_waiting
from .frame import draw_sentence_bar
from .memory import give_back_soon, waste_little
from .notice import draw_notice
from .page import Opened, Page, declared_parameters, draw_part, holds
from .page_controls import Controls
from .page_settings import PageSettings, read_page_settings
from .phone import class_code, draw_phone
from .playlist import (
    draw_playlist_menu,
    drop_undeclared_parameters,
    forget_target,
    open_playlist_link,
    reopen_entry,
    target_page,
)
from .presenter import draw_presenter_bar
from .share import draw_share_menu
from .state import ADDRESS_TO_OPEN, cut_sentence
from .top_bar import draw_heading, draw_top_bar
from .turns import TURNS
from .welcome import draw_welcome, greets

# An attention map of four words.
ICON = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4" shape-rendering="crispEdges">
<path fill="#ccddf1" d="M0 0h4v4H0z"/>
<path fill="#103872" d="M0 0h1v1H0zM2 1h1v1H2zM1 2h1v1H1zM3 3h1v1H3z"/></svg>"""
NAME = "Heads Up"

internals.guard_callbacks(keep_callback_error)
internals.protect_messages(has_heard_all)
internals.keep_theme_message()
internals.limit_uploads()
internals.drop_left_sessions()
waste_little()


def run(pages: Mapping[str, Page], arguments: Sequence[str], model_list: Path) -> None:
    """Run the app once, when it is its turn.

    `pages` are all pages by path; the very first is the front page. Which pretrained models there
    are say the command line's `arguments` and the file `model_list`.
    """
    try:
        with TURNS.take():
            run_app(pages, arguments, model_list)
    finally:
        give_back_soon()


def run_app(pages: Mapping[str, Page], arguments: Sequence[str], model_list: Path) -> None:
    """Offer pretrained models, navigate, and draw the page on show; see `run`."""
    if code := class_code():
        draw_phone(code)
        return
    errors: list[str | UserError] = [*cut_sentence()]
    try:
        register(arguments, model_list)
    except UserError as error:  # our own models are there all the same
        errors.append(error)
    errors += correct_page_name(list(pages))
    st.logo(ICON)
    locale = current_locale()
    navigation, drawings = holding(build_navigation)(pages)
    entries = {drawing.page.path: entry for entry, drawing in drawings.items()}
    entry = st.navigation(navigation, position="top")
    open_playlist_link()
    drawing = drawings[entry]
    note_page(drawing.page.path)
    browser_path = shown_path(entries)
    target = target_page(entries)
    if target and entries[target] != entry and browser_path in (drawing.page.path, None):
        reopen_entry()
        keep_widget_values()  # which this run does not draw
        st.switch_page(entries[target])
    if target and entries[target] != entry:  # the reader has gone elsewhere meanwhile
        st.session_state.pop(ADDRESS_TO_OPEN, None)
    elif target:
        drop_undeclared_parameters(declared_parameters(pages[target], pages.values()))
    drawing.lessons = entries.get("lessons")
    title = f"{t(drawing.page.title)} · {NAME}"
    st.set_page_config(page_title=title, page_icon=ICON, layout="wide")
    draw_page(drawing.page, entry.run, drawing, errors)
    if not target or entries[target] != entry or browser_path in (target, None):
        forget_target()
    # Back may open an address in another language, which is read after the navigation is sent.
    if current_locale() != locale:
        st.rerun()


def correct_page_name(paths: Sequence[str]) -> list[str | UserError]:
    """Open the front page for an address whose path names no page, with an alert.

    Of `paths`, the first is the front page, which Streamlit knows only without a path. For all
    other names Streamlit draws the front page too, below a dialog about a folder of the server.
    """
    name = internals.unknown_page_name()
    if not name:
        return []
    corrected = name.strip("/").lower()
    front, *others = paths
    internals.open_page(corrected if corrected in others else "")
    if corrected in (front, *others):
        return []
    return [UserError("There is no page “{page}”. This is the front page.", page=name[:40])]


def build_navigation(
    pages: Mapping[str, Page],
) -> tuple[dict[str, list[st.Page]], dict[st.Page, "Drawing"]]:
    """The entries of the navigation by group, and what each draws."""
    navigation: dict[str, list[st.Page]] = {}
    drawings: dict[st.Page, Drawing] = {}
    groups = list(dict.fromkeys(page.group for page in pages.values()))
    paths = ["", *pages]  # the front page has two
    for path, page in pages.items():
        drawing = Drawing(page, groups.index(page.group) + 1, paths, not drawings)
        entry = st.Page(drawing.draw, title=t(page.title), url_path=path, default=not drawings)
        drawings[entry] = drawing
        navigation.setdefault(t(page.group), []).append(entry)
    return navigation, drawings


def shown_path(paths: Collection[str]) -> str | None:
    """The path of the page that the browser showed when it asked for this run; None: not known.

    Of `paths`, the first is the front page.
    """
    url = internals.browser_url()
    if not url:
        return None
    last = urlsplit(url).path.rstrip("/").rpartition("/")[2]
    return last if last in paths else next(iter(paths))


class Drawing:
    """The drawing of a page, whose settings are read before all else is drawn."""

    def __init__(
        self, page: Page, group: int = 1, paths: Sequence[str] = (), is_front_page: bool = False
    ):
        self.page = page
        self.group = group  # its place in the navigation, from 1
        self.paths = paths  # of all pages
        self.is_front_page = is_front_page
        self.lessons: st.Page | None = None  # their place in the navigation
        self.settings: PageSettings | None = None

    def draw(self) -> None:
        """Draw what is the page's own."""
        draw_part(self.page, self.settings)


def draw_page(
    page: Page,
    draw: Callable[[], None] | None = None,
    drawing: Drawing | None = None,
    alerts: Sequence[str | UserError] = (),
) -> None:
    """Draw a page with all that stands around it, and these alerts above it.

    `draw` draws what is the page's own, as Streamlit's navigation wants it.
    """
    reserve_waiting()
    drawing = drawing or Drawing(page)
    welcomes = greets(drawing.is_front_page)
    try:
        refusals = open_address(page.example)
    except UserError as error:  # there is no model that could be shown
        show_alert(error)
        st.stop()
    opened, settings, more = Opened(page, page), None, None
    with errors_as_alerts():
        if page.open_step:
            opened = page.open_step() or opened  # a tour: another page
        computation = opened.part.computation
        settings = read_page_settings(computation.settings, computation.example)
        refusals += settings.refusals
        if opened.page.more:
            more = partial(opened.page.more, settings.values, Controls(settings.situations))
    drawing.settings = settings if opened.page is page else None
    menu = draw_top_bar(drawing.group, drawing.paths)

    def draw_below() -> None:
        draw_heading(t(page.title), t(page.lead))
        if welcomes:
            draw_welcome(drawing.lessons)
        values = settings and settings.values
        with st.container():  # there for every page: what follows keeps its place, and the focus
            if opened.page is page:  # a step of a tour has it above the picture, beside the text
                with_sentence = holds(page.has_sentence, values)
                has_model_box = holds(page.has_model_box, values)
                draw_sentence_bar(has_model_box, more, with_sentence, page.has_pieces)
        for sentence in (*alerts, *refusals):
            show_alert(sentence)
        show_callback_errors()
        with errors_as_alerts():
            (draw or drawing.draw)()
        draw_playlist_menu(menu, page.path, opened.title or t(page.title))
        draw_share_menu(menu, page.example)
        draw_presenter_bar(page.example)
        write_address()
        with errors_as_alerts():
            draw_notice()  # last: neither the picture nor the address waits for it

    holding(draw_below)()  # the language is settled: it is asked hundreds of times
