"""How the page of what comes next is drawn."""

import streamlit as st

from ...app import frame
from ...app.page import Page
from ...app.page_controls import Controls
from ...app.state import is_lecture
from ...base.language import mark, t
from .compute import COMPUTATION, NextContent
from .drawing import DRAWINGS, PARTS
from .settings import BEGINNINGS, NextSettings


def render(content: NextContent, settings: NextSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="folded"):
        controls.pick(mark("Look at"), "look")
        for name, label, width in (
            ("temperature", mark("Temperature"), 84),
            ("k", mark("Top-k"), 112),
            ("p", mark("Top-p"), 84),
        ):
            if controls.has(name):
                controls.pick(label, name, width=width, labelled=True)
        if not is_lecture():  # whose settings stand in one row
            frame.offer_sentences(mark("Beginnings"), BEGINNINGS, "beginning")
    DRAWINGS[settings.look](content, settings, controls)
    if content.missing:
        st.info(content.missing)
    if content.networks:
        frame.draw_device_line(*content.networks)
    elif content.counts:
        rows = sum(content.counts.card["rows"].values())
        st.caption(t("Counts of {rows:,} rows of up to four words or pieces.", rows=rows))


PAGE = Page(
    COMPUTATION,
    render,
    title=mark("What comes next?"),
    lead=mark(
        "A language model gives every word a probability to come next. Type how a text begins, "
        "and compare a GPT and an LSTM with models that only count."
    ),
    group=mark("Words"),
    has_model_box=False,  # it compares all that we have
    parts=PARTS,
)
