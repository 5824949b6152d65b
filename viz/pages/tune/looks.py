"""Draw the looks of the page on fine-tuning."""

from collections.abc import Callable
from html import escape

import streamlit as st

from ...app.alerts import escape_markdown
from ...app.page_controls import Controls
from ...app.state import clear_setting, is_lecture, is_tour, set_setting
from ...base.language import t, translatable
from ...components.matrices import show_matrices
from ...draw.chart import Chart
from .. import panels
from .compute import START_TITLES, TuneContent
from .compute_layers import MIX_TITLES, LayersContent
from .compute_transfer import TransferContent
from .settings import TuneSettings


def start_training(code: str) -> None:
    """Start the training of a plan."""
    set_setting("train", code)


def stop_training() -> None:
    """Stop waiting: a training that nobody waits for ends."""
    clear_setting("train")


def _render_curves(content: TuneContent, settings: TuneSettings, controls: Controls) -> None:
    """Draw the learning curves and, outside a lecture, the losses."""
    st.markdown(content.finding)
    if is_lecture():
        panels.show_chart(content.curves_chart, content.menu.key)
        return
    left, right = st.columns(2, gap="medium")
    with left:
        panels.show_chart(content.curves_chart, content.menu.key)
    with right:
        panels.show_chart(content.losses_chart, "tuning losses")


def _render_classes(content: TuneContent, settings: TuneSettings, controls: Controls) -> None:
    """Draw the confusions of each classifier."""
    st.markdown(content.confusion_finding)
    _render_both(content, content.confusion_chart, "tuning classes")


def _render_question(content: TuneContent, settings: TuneSettings, controls: Controls) -> None:
    """Draw the answers of both to the reader's question."""
    st.markdown(content.answer_finding)
    _render_both(content, content.answer_chart, "tuning question")


def _render_both(content: TuneContent, draw: Callable[[str], Chart], key: str) -> None:
    """Draw a chart of each classifier side by side; the first has the page's Export menu."""
    for place, (column, start) in enumerate(
        zip(st.columns(2, gap="medium"), START_TITLES, strict=True)
    ):
        with column:
            st.html(f"<strong>{escape(content.titles[start])}</strong>")  # a lecture has it too
            panels.show_chart(draw(start), f"{key} {start}" if place else content.menu.key)


def _render_heads(content: TuneContent, settings: TuneSettings, controls: Controls) -> None:
    """Draw the attention of “[CLS]” in every head before and after, and one head large."""
    st.markdown(content.heads_finding)
    show_matrices(
        content.matrices,
        t("Rows are heads, columns the words of your question."),
        key="tuning-matrices",
    )
    panels.show_menu(content.menu)
    if is_lecture():
        return
    controls.pick("head", translatable("Head"), width=240, labelled=True)
    panels.show_chart(content.head_chart, "tuning head")


def render_accuracy(content: LayersContent, settings: TuneSettings, controls: Controls) -> None:
    """Draw the accuracy of each frozen encoder alone, for a lesson."""
    st.markdown(content.finding)
    panels.show_chart(content.accuracy_chart, content.menu.key)
    if not is_lecture():
        st.caption(content.readers)


def render_mix(content: LayersContent, settings: TuneSettings, controls: Controls) -> None:
    """Draw the learnt mixes of layers alone, for a lesson."""
    for encoder in MIX_TITLES:
        st.markdown(content.mix_finding(encoder))
        panels.show_chart(content.shares_chart(encoder), f"tuning mix {encoder}")


def render_layers(content: LayersContent, controls: Controls) -> None:
    """Draw the accuracy of each frozen encoder, and the learnt mixes of layers."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.pick("task", translatable("Task"), width=240, labelled=True)
        controls.pick("examples", translatable("Training sentences"), width=190, labelled=True)
        controls.switch("own", translatable("Classify your sentence"))
    if content.settings.own:
        st.markdown(escape_markdown(content.own_finding))
        panels.show_chart(content.own_chart, "tuning own")
        st.caption(t("tune#a classifier on each encoder"))
    st.markdown(content.finding)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        panels.show_chart(content.accuracy_chart, content.menu.key)
    with right:
        for encoder in MIX_TITLES:
            panels.show_chart(content.shares_chart(encoder), f"tuning mix {encoder}")
    for encoder in MIX_TITLES:
        st.markdown(content.mix_finding(encoder))
    if not (is_lecture() or is_tour()):
        st.caption(f"{content.method} {content.mix_method}")


def render_sizes(content: TransferContent, settings: TuneSettings, controls: Controls) -> None:
    """Draw accuracy by the number of training sentences alone, for a lesson."""
    st.markdown(content.finding)
    panels.show_chart(content.chart, content.menu.key)
    st.markdown(content.crossing)
    if not is_lecture():
        st.caption(content.reasons)


def render_transfer(content: TransferContent, controls: Controls) -> None:
    """Draw accuracy by the number of training sentences, with the use of the layers to choose."""
    controls.pick("use", translatable("What is read"), width=300, labelled=True)
    render_sizes(content, content.settings, controls)
    if not (is_lecture() or is_tour()):
        st.caption(content.method)


LOOKS = {
    "curves": _render_curves,
    "classes": _render_classes,
    "question": _render_question,
    "heads": _render_heads,
}
