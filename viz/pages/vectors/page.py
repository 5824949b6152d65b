"""Draw the page on word vectors."""

from collections.abc import Callable

import streamlit as st

from ...app import alerts, frame
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...base.language import t, translatable
from .. import panels
from ..adapters.space import show_space
from ..space.draw import control_row, render_space
from .analogies import render_accuracy, render_analogies
from .angle import AngleContent
from .bias import render_bias
from .compute import COMPUTATION, AnalogyContent, AxesContent, NearContent, VectorsContent
from .compute_bias import DirectionContent
from .judge_page import render_judge
from .near import render_cosines, render_near
from .settings import VectorsSettings

_ENDS = translatable({"left": "Left", "right": "Right", "below": "Below", "above": "Above"})


def _render_axes(content: AxesContent, settings: VectorsSettings, controls: Controls) -> None:
    with control_row():
        for side, label in _ENDS.items():
            controls.edit_text(side, label, 130, labelled=True)
    label = translatable("Words, with commas between them")
    controls.edit_text(f"{settings.kind}_words", label, labelled=True)
    if content.alert:
        alerts.show_alert(content.alert)
    render_space("axes", content.points, settings.on_axes, COMPUTATION, content, controls)
    st.markdown(content.explanation)


def _render_angle(content: AngleContent, settings: VectorsSettings, controls: Controls) -> None:
    """Draw the two words, the formula with their numbers, and the angle."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.edit_text("word", translatable("Word"), 200, labelled=True)
        controls.edit_text("other", translatable("Second word"), 200, labelled=True)
    finding = content.finding  # raises for an unknown word, which can still be edited
    left, right = st.columns(2, gap="medium", vertical_alignment="center")
    with left:
        panels.show_chart(content.chart, content.menu.key)
    with right:
        st.markdown(alerts.escape_markdown(finding))
        st.latex(content.formula)
        st.markdown(t("vectors#cosine", count=content.vectors.table.shape[1]))


_LOOKS: dict[str, Callable[..., None]] = {
    "near": render_near,
    "angle": _render_angle,
    "judge": render_judge,
    "analogies": render_analogies,
    "axes": _render_axes,
    "bias": render_bias,
}


def _render(content: VectorsContent, settings: VectorsSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        controls.pick("look", translatable("Look at"))
        controls.pick("table", translatable("Vectors"))
        st.checkbox(t("Settings"), key="fold")  # on a phone, where it unfolds the rest
    source = content.source  # first: raises for a model without whole words
    _LOOKS[settings.look](content, settings, controls)
    st.caption(source)
    if settings.table == "model":
        frame.draw_device_line()


def _render_nearest(content: NearContent, settings: VectorsSettings, controls: Controls) -> None:
    """Draw the map of a word, and its neighbours beside it."""
    left, right = st.columns([2, 1], gap="medium")
    with left:
        show_space("near", content.points, *settings.on_map)
    with right:
        render_cosines(t("nearest"), content.nearest)


def _render_analogy(content: AnalogyContent, settings: VectorsSettings, controls: Controls) -> None:
    """Draw the answers to an analogy, with or without its three words."""
    left, right = st.columns([1, 2], gap="medium")
    with left:
        answers = content.answers
        words = map(alerts.escape_markdown, (*settings.analogy, answers[0][0]))
        sentence = dict(zip("abcd", words, strict=True))
        st.markdown(t("**{a}** is to **{b}** as **{c}** is to **{d}**", **sentence))
        controls.switch("exclude", translatable("Leave the three words out"))
        render_cosines(t("word"), answers)
    with right:
        panels.show_chart(content.chart, content.menu.key)


def _render_occupations(
    content: DirectionContent, settings: VectorsSettings, controls: Controls
) -> None:
    """Draw the occupations along the gender direction."""
    _, occupations = content.charts
    panels.show_chart(occupations, content.menu.key)
    st.markdown(content.finding)


def _render_accuracies(
    content: AnalogyContent, settings: VectorsSettings, controls: Controls
) -> None:
    """Draw how often analogies of each kind are right."""
    render_accuracy(content)


_PARTS = {
    "nearest": Part(COMPUTATION, _render_nearest, contents=NearContent),
    "analogy": Part(COMPUTATION, _render_analogy, contents=AnalogyContent),
    "accuracy": Part(COMPUTATION, _render_accuracies, contents=AnalogyContent),
    "occupations": Part(COMPUTATION, _render_occupations, contents=DirectionContent),
}


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("Where do words live?"),
    lead=translatable("vectors#lead"),
    group=translatable("Attention"),
    terms=translatable(
        (
            "word embeddings",
            "analogies",
            "bias",
            "vector",
            "cosine similarity",
        )
    ),
    has_sentence=False,
    has_model_box=lambda settings: settings.table == "model",
    parts=_PARTS,
)
