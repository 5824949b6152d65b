"""Draw the page on hidden words."""

from urllib.parse import urlencode

import streamlit as st

from ...app import frame
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...app.state import is_lecture, is_tour
from ...base.language import t, translatable
from .compute import COMPUTATION, FillContent
from .looks import CONTROLS, LOOKS, render_sides
from .settings import FillSettings
from .token_rows import token_rows_html


def _render(content: FillContent, settings: FillSettings, controls: Controls) -> None:
    with st.container():  # one row: a lecture shows no more controls than the first
        with st.container(horizontal=True, vertical_alignment="center"):
            controls.pick("look")
            if len(controls.options("filler")) > 1:
                controls.pick("filler", translatable("Model"), width=200)
        CONTROLS[settings.look](content, settings, controls)
    controls.bind_key("step", "look")
    LOOKS[settings.look](content, settings, controls)
    if not (is_lecture() or is_tour()):
        link = f"./?{urlencode(content.heads_parameters)}"
        st.link_button(t("See every head on this sentence"), link)
    st.caption(content.about)
    frame.draw_device_line(content.name)


def _render_guesses(content: FillContent, settings: FillSettings, controls: Controls) -> None:
    """Draw the tokens read, and the guesses for the gap."""
    st.html(token_rows_html([content.row]))
    if content.hidden:
        render_sides(content, settings, controls)


_PARTS = {"guesses": Part(COMPUTATION, _render_guesses)}


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("Which word fills the gap?"),
    lead=translatable("fill#lead"),
    group=translatable("BERT and GPT"),
    terms=translatable(
        (
            "masked language model",
            "BERT",
        )
    ),
    has_model_box=False,  # the page has its own list, of models that fill masks
    parts=_PARTS,
)
