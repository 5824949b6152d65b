"""What lessons show of the page of word order."""

import streamlit as st

from ...app import frame
from ...app.page import Part
from ...app.page_controls import Controls
from ...base.language import mark, t
from ...components.matrices import show_matrices
from ...draw.matrix import with_lights
from ...draw.translations import translations_html
from .charts import draw_charts
from .compute import COMPUTATION, NotShown, OrderContent
from .sentence import Reordered
from .settings import OrderSettings


def render_picture(content: OrderContent, settings: OrderSettings, controls: Controls) -> None:
    """Draw the charts, or the states of two sentences, without what sets them."""
    if isinstance(content, NotShown):
        frame.show_not_applicable(content.reason)
    elif isinstance(content, Reordered):
        hint = t(
            "The colour of the page: the same vector. The stronger the colour, the farther apart."
        )
        show_matrices(with_lights(content.matrices, controls.lights), hint)
        if content.translations:
            st.html(translations_html(content.translations))
    else:
        draw_charts(content, settings)


def render_orders(content: OrderContent, settings: OrderSettings, controls: Controls) -> None:
    """Let the reader choose the positions, and draw what comes of it."""
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
