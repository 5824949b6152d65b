"""The top bar of every page, and its heading."""

from collections.abc import Callable, Iterable, Sequence
from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ..base.glossary import explain_terms
from ..base.language import languages, t, translatable
from ..components.theme import switch_theme
from ..view.settings import SettingsReading
from .first_page import FRAME, LECTURE
from .page_controls import Controls
from .state import SIDE_BY_SIDE, SWITCH, SWITCHES, TabSettings, is_lecture, is_tour

_SHORT_TITLE = 28  # characters, beside which a lecture has room for the warnings of a sentence
_GROUP = "[data-testid=stTopNav] > .rc-overflow-item:nth-child({place}) button"
# A menu that fills is placed as a full one: on the side of its button where there is more room.
_MENU = """[data-testid=stPopoverBody][aria-label="{label}"] {{
  min-height: min(27rem, 50vh - 2.5rem);
}}"""
# Streamlit writes white on the primary colour, which is a light one in the dark.
_LEGIBLE = "[data-testid=stBaseButton-primary]:not(:disabled) p { color: #11151c; }"
# Not by a shadow: that shows the focus.
_MARKED = (
    "{{ background: linear-gradient(currentColor, currentColor) bottom / 100% 3px no-repeat; "
    "font-weight: 600; }}"
)


def draw_style(group: int) -> None:
    """Draw the style of what stands around every page, with the mark of the current group."""
    pages = t("Pages")
    labels = f'[data-testid=stExpandSidebarButton]::after {{ content: "{pages}"; }}'
    roomy = _MENU.format(label=t("Export"))
    legible = _LEGIBLE if st.context.theme.type == "dark" else ""
    lecture = LECTURE if is_lecture() else ""  # in the same message: it goes at once with it
    marked = _GROUP.format(place=group) + _MARKED.format()
    st.html(f'<style class="frame">{FRAME}{marked}{labels}{roomy}{legible}{lecture}</style>')


def draw_top_bar(
    tab: SettingsReading[TabSettings],
    group: int,
    paths: Sequence[str],
    draw_search: Callable[[], None],
):
    """Draw the search, Share, the language, light or dark, and mark the current group of pages.

    `group` is its place in the navigation, from 1, and `paths` are those of all pages. Returns the
    Share menu; None in a lecture.
    """
    draw_style(group)
    if is_lecture():
        return None
    with draw_corner():
        draw_search()
        menu = st.popover(t("Share"), on_change="rerun", key="share")
        width = 130 if len(languages()) > SIDE_BY_SIDE else None
        Controls(tab).pick("language", translatable("Language"), width)
        session = st.session_state
        session[SWITCHES] = session.get(SWITCHES, 0) + session.pop(SWITCH, False)
        switch_theme(st.context.theme.type, paths, session[SWITCHES])
    return menu


def draw_corner() -> DeltaGenerator:
    """Return the container of what belongs to the reader.

    It is at the right before the style is there, too, so that it does not jump.
    """
    look: dict = {"vertical_alignment": "center", "horizontal_alignment": "right"}
    return st.container(horizontal=True, key="corner", **look)


def draw_heading(title: str, lead: str = "") -> None:
    """Draw the question of a page or the title of a slide, and below it what to see and do.

    It is visually hidden above a step of a lesson, which has its own heading.
    """
    kind = " unseen" if is_tour() else " long" if len(title) > _SHORT_TITLE else ""
    text = f"<p>{explain_terms(lead)}</p>" if lead else ""
    st.html(f'<div class="page-heading{kind}"><h1>{escape(title)}</h1>{text}</div>')


def draw_tabs(tabs: Iterable[tuple[st.Page, str]]) -> None:
    """Draw links to the pages that share an entry of the navigation, each with its name."""
    with st.container(horizontal=True, key="tabs"):
        for page, name in tabs:
            st.page_link(page, label=name[:1].upper() + name[1:])
