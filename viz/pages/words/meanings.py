"""Draw the look at one word in many sentences."""

from functools import partial

import streamlit as st

from models.words import meanings

from ...app import alerts
from ...app.page_controls import Controls
from ...base.language import t, translatable
from .. import panels
from ..space.draw import control_row, pick_projection, render_space
from .compute_meanings import MOST_QUOTED, MeaningsContent
from .mix import render_weights, switch_mix
from .occurrences import table_of
from .settings import MOST_LINES, WordsSettings


def render_meanings(content: MeaningsContent, settings: WordsSettings, controls: Controls) -> None:
    render_controls(content, controls)
    if content.alert:
        alerts.show_alert(content.alert)
        return
    step, point = content.step, content.point
    render_space("meanings", content.points, step, point, content.menu, controls)
    st.markdown(content.explanation)
    if settings.mix:
        st.markdown(content.mix_note)
    st.caption(content.method + content.length_note)
    render_separation(content)


def render_controls(content: MeaningsContent, controls: Controls) -> None:
    with control_row():
        controls.pick_word(translatable("Word"), "word", meanings.words(), 150)
        controls.pick(translatable("Sentences"), "source", labelled=True)
        controls.pick(translatable("Colour"), "colour", labelled=True)
        pick_projection("meanings", controls)
        switch_mix(content, controls)
    render_weights(content, controls)
    if controls.has("lines"):
        word = alerts.escape_markdown(content.word[:MOST_QUOTED])
        label = t("Sentences with “{word}”, one per line", word=word)
        controls.edit_lines(label, "lines", MOST_LINES)


def render_separation(content: MeaningsContent) -> None:
    """Draw the separation of the meanings after each layer."""
    if content.curves:
        st.markdown(t("#### Where does the meaning appear?"))
        panels.show_chart(content.separation, "separation")
        st.markdown(
            t(
                "The silhouette (Rousseeuw 1987) measures how well the colours separate: "
                "1 is well apart, 0 is mixed, below 0 is nearer to another colour. It "
                "uses the cosine in all dimensions and ignores grey points. In the "
                "embedding a word is one point, unless it is also written with a capital."
            )
        )
    else:
        word = alerts.escape_markdown(content.quoted)
        st.info(t("“{word}” has one colour here: there is nothing to separate.", word=word))
    if any(content.written_meanings):
        title = t("And in other models?")
        panels.draw_when_open(title, "in other models", partial(render_beside, content))
    title = t("Which words does the model tell apart?")
    panels.draw_when_open(title, "told apart", partial(render_measured, content))


def render_beside(content: MeaningsContent) -> None:
    """Draw the same word in models of every kind."""
    st.table(content.comparison_rows, border="horizontal", hide_index=True)
    st.markdown(
        t(
            "These are silhouettes of the sentences by their annotated meaning. In a "
            "decoder alone, like GPT, a word's state knows only earlier words; in "
            "the others it knows both sides. The mix has equal shares here; a task "
            "would learn its own."
        )
    )


def render_measured(content: MeaningsContent) -> None:
    """Draw the stored figures of all words."""
    if not content.measured:
        st.info(t("This was not measured for {model}.", model=content.settings.model))
        return
    st.table(table_of(content.measured), border="horizontal", hide_index=True)
    st.markdown(content.finding)
