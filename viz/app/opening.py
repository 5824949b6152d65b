"""What a visitor sees while the server still loads its first model.

The heading, the field of the sentence, and a picture that was drawn beforehand stand where the page
draws them later. A sentence that is entered meanwhile is kept: after this run the session is new,
and the run that the browser then asks for finds its text; see `address_bar.set_widgets_aside`.
"""

from collections.abc import Callable

import streamlit as st

from ..view.address import default_sentence
from .address_bar import load_models
from .cache import alive_models
from .frame import draw_sentence
from .internals import forget_widget_states, widget_states
from .page import Page, holds
from .state import ADDRESSES, MODEL, SENTENCE, is_lecture, set_setting
from .top_bar import draw_corner, draw_style

_DRAWN = "opening drawn"  # set in a session that has seen it


def is_due() -> bool:
    """Return whether no model is loaded, and the browser shows no page yet.

    Where no model can be loaded the opening is drawn once: the page then says why.
    """
    session = st.session_state
    is_new = ADDRESSES not in session and _DRAWN not in session and not widget_states()
    return is_new and not alive_models()


def draw_opening(page: Page, group: int, draw_heading: Callable[[], None]) -> None:
    """Draw the page as far as it is known without a model; load one, and run again."""
    parameters = st.query_params.to_dict()
    set_setting("lecture", "on" if parameters.get("lecture") == "on" else "off")
    draw_style(group)
    if not is_lecture():
        draw_corner()
    draw_heading()
    st.session_state[SENTENCE] = parameters.get(
        SENTENCE, default_sentence(parameters, page.example)
    )
    with st.container():
        has_sentence = holds(page.has_sentence, None)
        key = "bar" if has_sentence else "unseen-sentence"
        with st.container(horizontal=True, vertical_alignment="center", key=key):
            draw_sentence(is_english=True)
    if page.opening:
        page.opening()
    load_models(st.query_params.get(MODEL))
    forget_widget_states()
    st.session_state[_DRAWN] = True
    st.rerun()
