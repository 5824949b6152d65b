"""How the page of word order is drawn."""

import streamlit as st

from ...app import frame
from ...app.page import Page
from ...app.page_controls import Controls
from ...base.language import mark, t
from ...components.matrices import show_matrices
from ...draw.translations import translations_html
from .. import panels
from .charts import render_charts
from .compute import COMPUTATION, NotShown, OrderContent
from .parts import PARTS
from .sentence import Reordered
from .settings import OF_A_SENTENCE, OrderSettings


def render(content: OrderContent, settings: OrderSettings, controls: Controls) -> None:
    controls.pick(mark("Look at"), "look")
    controls.bind_key("step", "look")
    if isinstance(content, NotShown):
        frame.show_not_applicable(content.reason)
        return
    if isinstance(content, Reordered):
        render_reordered(content, controls)
    else:
        render_charts(content, settings, controls)
    frame.draw_device_line()


def render_reordered(content: Reordered, controls: Controls) -> None:
    """Draw the distances between the words of two sentences, and how these are translated."""
    with st.container(horizontal=True, vertical_alignment="center"):
        controls.pick(mark("Positions"), "positions")
        controls.edit_text(mark("The same words in another order"), "other")
    hint = t(
        "No colour: identical vectors. Rows are words of the first sentence, columns words of "
        "the second."
    )
    show_matrices(content.matrices, hint)
    panels.show_menu(content.menu)
    if content.translations:
        st.html(translations_html(content.translations))
    st.markdown(content.finding)


PAGE = Page(
    COMPUTATION,
    render,
    title=mark("How does it know word order?"),
    lead=mark(
        "Attention alone sees a bag of words; a position added to each vector tells it the "
        "order. Look at the positions, then take them away."
    ),
    group=mark("Words"),
    has_sentence=lambda settings: settings.look in OF_A_SENTENCE,
    has_model_box=lambda settings: settings.look in OF_A_SENTENCE,
    parts=PARTS,
)
