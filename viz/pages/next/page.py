"""How the page of what comes next is drawn."""

import streamlit as st

from ...app import frame
from ...app.page import Page
from ...app.page_controls import Controls
from ...app.state import set_sentence
from ...language import mark, t
from .compute import COMPUTATION, NextContent
from .drawing import DRAWINGS, PARTS
from .settings import BEGINNINGS, NextSettings


def render(content: NextContent, settings: NextSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="folded"):
        controls.pick(mark("Look at"), "look")
        for name, label, width in (
            ("temperature", mark("Temperature"), 84),
            ("k", mark("Top-k"), 120),
            ("p", mark("Top-p"), 84),
        ):
            if controls.has(name):
                controls.pick(label, name, width=width, labelled=True)
        st.menu_button(t("Beginnings"), BEGINNINGS, key="beginning", on_click=take_beginning)
    DRAWINGS[settings.look](content, settings, controls)
    if content.missing:
        st.info(content.missing)
    if content.networks:
        frame.draw_device_line(*content.networks)


def take_beginning() -> None:
    """Put the beginning chosen into the sentence bar."""
    set_sentence(st.session_state["beginning"])


PAGE = Page(
    COMPUTATION,
    render,
    title=mark("What comes next?"),
    lead=mark(
        "A language model gives every word a probability to come next. Type how a text begins, "
        "and compare a GPT with models that only count."
    ),
    group=mark("Words"),
    has_model_box=False,  # it compares all that we have
    parts=PARTS,
)
