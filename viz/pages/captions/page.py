"""Draw the page on captions."""

import streamlit as st

from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...base.language import t, translatable
from ...components.matrices import show_matrices
from .. import panels
from ..adapters.clicks import show_captions
from .compute import COMPUTATION, CaptionsContent
from .settings import CaptionsSettings


def _render(content: CaptionsContent, settings: CaptionsSettings, controls: Controls) -> None:
    controls.pick("look", translatable("Look at"))
    controls.bind_key("step", "look")
    if settings.look == "tested":
        _render_tested(content, settings, controls)
        return
    _render_scene(content, settings, controls)
    panels.draw_when_open(
        t("Weight on each thing"),
        "captions weights",
        lambda: show_matrices(content.matrices, "", key="captions matrices"),
    )
    panels.show_menu(content.menu)
    st.caption(content.method)


def _render_scene(content: CaptionsContent, settings: CaptionsSettings, controls: Controls) -> None:
    """Draw the scene and its captions alone."""
    if content.notice:
        panels.show_findings(content.notice)
    show_captions(content.scene, content.readers, content.mistakes, content.end)


def _render_tested(
    content: CaptionsContent, settings: CaptionsSettings, controls: Controls
) -> None:
    """Draw the figures of the card."""
    panels.show_findings(content.tested_finding)
    left, right = panels.side_by_side(2)
    with left:
        panels.show_chart(content.tested_chart, content.menu.key, fills=True)
    with right:
        panels.show_chart(content.gaze_chart, "captions gaze", fills=True)
    st.caption(t("captions#how it is measured"))


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("Where does it look to write?"),
    lead=translatable("captions#lead"),
    group=translatable("Explore"),
    terms=translatable(("image captioning", "soft attention", "show, attend and tell")),
    has_sentence=False,
    has_model_box=False,
    parts={
        "scene": Part(COMPUTATION, _render_scene),
        "tested": Part(COMPUTATION, _render_tested),
    },
)
