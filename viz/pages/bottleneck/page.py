"""Draw the page on the bottleneck."""

import streamlit as st

from ...app import alerts, frame, gloss_switch
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...app.state import is_lecture
from ...base.language import t, translatable
from ...base.theme import style_sheet
from .. import panels
from ..reach.draw import render_reach
from .compute import COMPUTATION, MODELS, BottleneckContent
from .settings import BottleneckSettings
from .unrolled import UnrolledContent

_SECONDS = 1.5  # that each step is shown while it plays
# In a low window the chart fills the rest of the window, and its explanation is below.
_STYLE = style_sheet(__file__, "lengths.css")

# The network fills the rest of a wide window; in a lecture every chart does.
_UNROLLED_STYLE = style_sheet(__file__, "unrolled.css")


def _render(
    content: BottleneckContent | UnrolledContent, settings: BottleneckSettings, controls: Controls
) -> None:
    is_unrolled = isinstance(content, UnrolledContent)
    if is_unrolled or not is_lecture():  # whose window is filled by translations and scores
        _pick_look(is_unrolled, controls)
    if isinstance(content, UnrolledContent):
        _render_unrolled(content, settings, controls)
        frame.draw_device_line(content.trace.request.model)
        return
    content.reach.start()
    _render_translations(content, settings, controls)
    gloss_switch.draw_gloss_switch(MODELS[0])
    _render_lengths(content, settings, controls)
    st.markdown(t("#### How much does the state depend on an earlier word?"))
    render_reach(content.reach, settings, controls)
    frame.draw_device_line(*MODELS)


def _pick_look(is_unrolled: bool, controls: Controls) -> None:
    """Draw the choice of a look, and what the unrolled network can be set to."""
    with st.container(horizontal=True, vertical_alignment="center", key="folded"):
        controls.pick("look", translatable("Look at"))
        if is_unrolled:
            controls.pick("unrolled", translatable("Model"), width=280)
            if controls.has("step"):  # else the sentence cannot be read
                controls.slide("step", translatable("Step"), width="stretch")
                controls.play("step", _SECONDS)


def _render_translations(
    content: BottleneckContent, settings: BottleneckSettings, controls: Controls
) -> None:
    """Draw the translations of the sentence, those of a long one as they are made."""
    # An empty place would move the page below a short one.
    place = st.empty() if content.is_slow else None
    for translations in content.translating():
        reference = content.reference if len(translations) == len(MODELS) else ""
        with place.container() if place else st.container():
            panels.show_translations(
                MODELS[0], translations, settings.sentence, reference=reference
            )


def _render_chart(
    content: BottleneckContent, settings: BottleneckSettings, controls: Controls
) -> None:
    """Draw the curves by themselves."""
    panels.show_chart(content.chart, content.menu.key)


def _render_unrolled(
    content: UnrolledContent, settings: BottleneckSettings, controls: Controls
) -> None:
    """Draw the network step by step."""
    controls.bind_key("step", "step")
    st.markdown(alerts.escape_markdown(content.finding))
    if not is_lecture():
        st.html(_UNROLLED_STYLE)
    with st.container(key="unrolled-picture"):
        panels.plot_chart(content.chart, "unrolled")
    panels.show_page_menu(COMPUTATION, settings, content)
    if not is_lecture():
        st.caption(t("bottleneck#columns of states"))


def _render_part(
    content: BottleneckContent | UnrolledContent, settings: BottleneckSettings, controls: Controls
) -> None:
    """Draw the unrolled network by itself, for a lesson."""
    assert isinstance(content, UnrolledContent)  # the link has this look
    controls.bind_key("step", "step")
    st.markdown(alerts.escape_markdown(content.finding))
    panels.show_chart(content.chart, "unrolled")


def _render_lengths(
    content: BottleneckContent, settings: BottleneckSettings, controls: Controls
) -> None:
    """Draw the curves, and what they say."""
    controls.pick("sentences", translatable("Sentences"))
    if not is_lecture():
        st.html(_STYLE)
    _render_chart(content, settings, controls)
    st.markdown(content.finding)
    st.caption(content.about_scores)


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("What does the bottleneck cost?"),
    lead=translatable("bottleneck#lead"),
    group=translatable("LSTM and attention"),
    terms=translatable(
        (
            "seq2seq",
            "encoder-decoder without attention",
            "unrolled network",
        )
    ),
    has_model_box=False,  # the page compares fixed models
    parts={
        "translations": Part(COMPUTATION, _render_translations),
        "lengths": Part(COMPUTATION, _render_chart),
        "unrolled": Part(COMPUTATION, _render_part),
    },
)
