"""The look at sentences as vectors."""

import streamlit as st

from ...app import alerts
from ...app.page_controls import Controls
from ...base.language import mark, t
from ...components.matrices import show_matrices
from .. import panels
from ..space.draw import control_row
from .compute_sentences import SentencesContent
from .mix import render_weights, switch_mix
from .settings import MOST_SENTENCES, WordsSettings


def render_sentences(
    content: SentencesContent, settings: WordsSettings, controls: Controls
) -> None:
    with control_row():
        controls.pick(mark("Vectors of"), "vectors_of", labelled=True)
        if settings.vectors_of == "model" and content.steps:
            controls.pick(mark("After"), "after", width=160, labelled=True)
            controls.pick(mark("As one vector"), "pool", width=200, labelled=True)
        switch_mix(content, controls)
    render_weights(content, controls)
    left, right = st.columns([1, 2], gap="medium")
    with left:
        controls.edit_lines(mark("Sentences, one per line"), "sentences", MOST_SENTENCES, 320)
    if content.alert:
        alerts.show_alert(content.alert)
        return
    with right:
        hint = t("Each column carries the number of its sentence.")
        show_matrices(content.matrices, hint, key="similarity")
        panels.show_menu(content.menu)
    st.markdown(content.explanation)
    if settings.mix:
        st.markdown(content.mix_note)
