"""Draw the page on word order."""

import streamlit as st

from ...app import frame
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...base.language import mark, t
from ...components.matrices import show_matrices
from ...draw.matrix import with_highlights
from ...draw.translations import translations_html
from .. import panels
from .charts import draw_charts, render_charts
from .compute import COMPUTATION, NotShown, OrderContent
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
    """Draw the distances between the words of two sentences, and the translations."""
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


def render_picture(content: OrderContent, settings: OrderSettings, controls: Controls) -> None:
    """Draw the charts, or the states of two sentences, without settings."""
    if isinstance(content, NotShown):
        frame.show_not_applicable(content.reason)
    elif isinstance(content, Reordered):
        hint = t(
            "The colour of the page: the same vector. The stronger the colour, the farther apart."
        )
        show_matrices(with_highlights(content.matrices, controls.highlights), hint)
        if content.translations:
            st.html(translations_html(content.translations))
    else:
        draw_charts(content, settings)


def render_orders(content: OrderContent, settings: OrderSettings, controls: Controls) -> None:
    """Let the reader choose the positions, and draw the result."""
    if controls.has("positions"):
        controls.pick(mark("Positions"), "positions")
    render_picture(content, settings, controls)


def render_encodings(content: OrderContent, settings: OrderSettings, controls: Controls) -> None:
    """Let the reader choose another encoding, and draw it."""
    if controls.has("encoding"):
        controls.pick(mark("Encoding"), "encoding")
    render_picture(content, settings, controls)


PARTS = {
    "picture": Part(COMPUTATION, render_picture),
    "orders": Part(COMPUTATION, render_orders),
    "encodings": Part(COMPUTATION, render_encodings),
}


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
