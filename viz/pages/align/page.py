"""How the page of alignments is drawn."""

import streamlit as st

from ...app import frame
from ...app.page import Page
from ...app.page_controls import Controls
from ...base.language import mark, t
from ...components.matrices import show_matrices
from .. import panels
from .compute import COMPUTATION, AlignContent
from .heads import render_head, render_map, render_models
from .parts import PARTS
from .settings import AlignSettings


def render(content: AlignContent, settings: AlignSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="folded"):
        controls.pick(mark("What to compare"), "compare")
        controls.bind_key("step", "compare")
        controls.pick(mark("Whose translation"), "whose")
        if controls.has("french"):
            controls.edit_french_to_follow()
    if settings.compare == "two":
        with st.container(key="folded-models"):
            render_models(controls)
        render_map(content)
    else:
        render_head("aligner", controls)
    hint = t(
        "Hover over a {target}: what it attends to lights up in every picture. Click to pin it, "
        "Esc to release.",
        target=content.target_word,
    )
    show_matrices(content.matrices, hint)
    st.markdown(content.explanation)
    if content.menu.exports:
        panels.show_page_menu(COMPUTATION, settings, content)
    frame.draw_device_line(*dict.fromkeys(one.name for one in content.compared))


PAGE = Page(
    COMPUTATION,
    render,
    title=mark("How does it line up the two languages?"),
    lead=mark(
        "Each picture shows which words of the sentence a model attends to while it writes. Point "
        "at a word of the translation to find it in all of them."
    ),
    group=mark("Attention"),
    has_model_box=False,  # it has boxes for two
    parts=PARTS,
)
