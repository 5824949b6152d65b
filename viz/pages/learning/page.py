"""Draw the page on how word vectors are learnt."""

import streamlit as st

from ...app import alerts
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...base.language import t, translatable
from ...components.matrices import show_matrices
from .. import panels
from ..adapters.clicks import show_learning
from ..vectors.near import render_comparison
from .compute import COMPUTATION, LearningContent, Nothing
from .settings import LearningSettings
from .trained import TrainedContent

_LINES = 8000  # of a typed text


def _render(
    content: LearningContent | TrainedContent | Nothing,
    settings: LearningSettings,
    controls: Controls,
) -> None:
    controls.pick("look", translatable("Look at"))
    if isinstance(content, TrainedContent):
        _render_trained(content, controls)
    else:
        _render_live(content, controls)


def _render_live(content: LearningContent | Nothing, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.pick("method", translatable("Method"))
        st.checkbox(t("Settings"), key="fold")  # on a phone, where it unfolds the rest
        with st.container(horizontal=True, width="content", key="folded"):
            controls.pick("source", translatable("Text"), width=170, labelled=True)
            controls.pick("window", translatable("Window"), width=80, labelled=True)
            controls.pick("negatives", translatable("Negatives"), width=90, labelled=True)
            controls.pick("dimensions", translatable("Dimensions"), width=100, labelled=True)
            controls.pick("seed", translatable("Seed"), width=80, labelled=True)
            controls.edit_text("word", translatable("Neighbours of"), 140, labelled=True)
    controls.bind_key("step", "method")
    label = translatable("Your text: the longer, the better")
    controls.edit_lines("lines", label, _LINES, 140)
    if isinstance(content, Nothing):
        alerts.show_alert(content.alert)
        return
    if content.alert:
        alerts.show_alert(content.alert)
    show_learning(content.run, content.word)
    st.markdown(content.explanation)
    panels.draw_when_open(
        t("What there is to learn: the counts"), "counts", lambda: _draw_counts(content)
    )
    panels.show_menu(content.menu)  # of the counts: the map is copied in the browser
    st.caption(content.how)


def _render_trained(content: TrainedContent, controls: Controls) -> None:
    """Draw the scores of the shipped runs, and any word in each of them."""
    st.markdown(content.finding)
    left, right = panels.side_by_side(2)
    with left:
        panels.show_chart(content.analogies, content.menu.key)
    with right:
        panels.show_chart(content.similarities, "pairs")
    st.caption(content.how)
    controls.edit_text("unseen", translatable("A word, misspelt or new"), 240, labelled=True)
    with alerts.errors_as_alerts():
        render_comparison(content.nearest)
        st.markdown(content.unseen_note)
        panels.show_chart(content.parts, "parts")


def _draw_counts(content: LearningContent) -> None:
    """Draw how often words of the map stand near each other."""
    show_matrices([content.counts], content.counts_caption, key="counts matrix")


def _render_run(content: LearningContent, settings: LearningSettings, controls: Controls) -> None:
    """Draw the run by itself."""
    show_learning(content.run, content.word)


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("How are word vectors learnt?"),
    lead=translatable("learning#lead"),
    group=translatable("Explore"),
    terms=translatable(
        (
            "word2vec",
            "SkipGram",
            "CBoW",
            "negative sampling",
            "GloVe",
            "FastText",
        )
    ),
    has_sentence=False,
    has_model_box=False,
    parts={"run": Part(COMPUTATION, _render_run, contents=LearningContent)},
)
