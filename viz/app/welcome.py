"""The welcome of a first visit on the front page: what this is, and three doors."""

import streamlit as st

from ..base.glossary import explain_terms
from ..base.language import t
from ..view.lessons import lessons as tours
from .playlist_panel import draw_lecture_menu
from .state import LAST_VIEW, is_lecture

_WELCOME = "welcome"  # whether this tab still shows it
_KEPT = {"language"}  # parameters of an address that names no view


def greets(is_front_page: bool) -> bool:
    """Return whether the welcome is drawn.

    It is, on the front page opened by an address that names no view, until it is closed or another
    page is on show. Call it before the address is opened.
    """
    session = st.session_state
    if LAST_VIEW not in session:
        session.setdefault(_WELCOME, is_front_page and set(st.query_params) <= _KEPT)
    if not is_front_page:
        session[_WELCOME] = False
    return session.get(_WELCOME, False)


def draw_welcome(lessons) -> None:
    """Draw what this is, and the doors; `lessons` is their page in the navigation."""
    if is_lecture():
        return
    with st.container(horizontal=True, vertical_alignment="center", key="welcome"):
        text = t("app#what Heads Up shows")
        st.html(f"<p><strong>Heads Up</strong> {explain_terms(text)}</p>")
        st.button(t("See every head"), key="door heads", type="primary", on_click=_close_welcome)
        if lessons and st.button(t("Take lesson 1"), key="door lessons"):
            _close_welcome()
            st.switch_page(lessons, query_params={"lesson": next(iter(tours()))})
        draw_lecture_menu("door lecture", _close_welcome)
        st.button("✕", key="door close", type="tertiary", help=t("Close"), on_click=_close_welcome)


def _close_welcome() -> None:
    """Hide the welcome for good."""
    st.session_state[_WELCOME] = False
