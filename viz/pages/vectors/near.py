"""The look at the neighbours of a word: a list, and a map."""

import streamlit as st

from ...app import alerts
from ...app.page_controls import Controls
from ...base.language import format_number, t, translatable
from ..space.draw import control_row, pick_projection, render_space
from .compute import COMPUTATION, Cosines, NearContent
from .settings import VectorsSettings


def render_near(content: NearContent, settings: VectorsSettings, controls: Controls) -> None:
    with control_row():
        controls.edit_text("word", translatable("Word"), 200, labelled=True)
        controls.pick("words_shown", translatable("Map of"), width=220, labelled=True)
        pick_projection("map", controls)
    with alerts.errors_as_alerts():  # another table may have a vector for the word
        nearest = content.nearest
        left, right = st.columns([4, 1], gap="medium")
        with left:
            render_space("near", content.points, settings.on_map, COMPUTATION, content, controls)
        with right:
            render_cosines(t("nearest"), nearest)
        st.markdown(content.explanation)
    render_comparison(content.in_each_table)


def render_comparison(columns: dict[str, list[str]]) -> None:
    """Draw what each table answers, if one does."""
    if not columns:
        return
    st.markdown(t("**Which vectors are better?** The same question to each table:"))
    st.table(columns, border="horizontal", hide_index=True)


def render_cosines(title: str, words: Cosines) -> None:
    """Draw words with their cosines.

    Uses a real table: st.dataframe is a canvas that traps the Tab key.
    """
    rows = [
        {title: alerts.escape_markdown(word), t("cosine"): format_number(cosine, ".3f")}
        for word, cosine in words
    ]
    st.table(rows, border="horizontal", hide_index=True)
