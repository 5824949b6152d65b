"""What lessons show of the page of word vectors."""

import streamlit as st

from ...app import alerts
from ...app.page import Part
from ...app.page_controls import Controls
from ...base.language import mark, t
from .. import panels
from ..adapters.space import show_space
from .compute import COMPUTATION, AnalogyContent, NearContent
from .compute_bias import DirectionContent
from .near import render_cosines
from .settings import VectorsSettings


def render_nearest(content: NearContent, settings: VectorsSettings, controls: Controls) -> None:
    """Draw the map of a word, and its neighbours beside it."""
    left, right = st.columns([4, 1], gap="medium")
    with left:
        show_space("near", content.points, *settings.on_map)
    with right:
        render_cosines(t("nearest"), content.nearest)


def render_analogy(content: AnalogyContent, settings: VectorsSettings, controls: Controls) -> None:
    """Draw the answers to an analogy, with or without its three words."""
    left, right = st.columns([1, 2], gap="medium")
    with left:
        answers = content.answers
        words = map(alerts.escape_markdown, (*settings.analogy, answers[0][0]))
        sentence = dict(zip("abcd", words, strict=True))
        st.markdown(t("**{a}** is to **{b}** as **{c}** is to **{d}**", **sentence))
        controls.switch(mark("Leave the three words out"), "exclude")
        render_cosines(t("word"), answers)
    with right:
        panels.chart(content.chart, content.menu.key)


def render_occupations(
    content: DirectionContent, settings: VectorsSettings, controls: Controls
) -> None:
    """Draw the occupations along the gender direction."""
    _, occupations = content.charts
    panels.chart(occupations, content.menu.key)


PARTS = {
    "nearest": Part(COMPUTATION, render_nearest, contents=NearContent),
    "analogy": Part(COMPUTATION, render_analogy, contents=AnalogyContent),
    "occupations": Part(COMPUTATION, render_occupations, contents=DirectionContent),
}
