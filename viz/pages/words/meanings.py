"""Draw the look at one word in many sentences."""

from functools import partial
from html import escape

import streamlit as st

from models.words import meanings

from ...app import alerts
from ...app.page_controls import Controls
from ...app.state import is_tour, set_model
from ...base.language import model_title, t, translatable
from .. import panels
from ..space.draw import control_row, pick_projection, render_space
from .compute import COMPUTATION
from .compute_meanings import MOST_QUOTED, MeaningsContent
from .mix import render_weights, switch_mix
from .occurrences import table_of
from .settings import MOST_LINES, WordsSettings


def render_meanings(content: MeaningsContent, settings: WordsSettings, controls: Controls) -> None:
    _render_controls(content, controls)
    if content.alert:
        alerts.show_alert(content.alert)
        return
    if content.missing:
        _render_strips(content)
        render_pair(content)
        return
    on_show = content.step, content.point
    render_space("meanings", content.points, on_show, COMPUTATION, content, controls)
    st.markdown(content.explanation)
    if settings.mix:
        st.markdown(content.mix_note)
    _render_strips(content)
    st.caption(content.method + content.length_note)
    _render_separation(content)


def render_pair(content: MeaningsContent) -> None:
    """Draw the cosine of the word in the first two sentences, and a button to the best model."""
    st.markdown(content.pair_finding)
    best = content.best_known
    if best and best[0] != content.settings.model and not is_tour():
        _offer_model(best[0])
    panels.show_chart(content.pair_chart, "pair")
    st.caption(t("words#curves of cosines", count=content.missing))


def _render_controls(content: MeaningsContent, controls: Controls) -> None:
    with control_row():
        controls.pick_word("word", translatable("Word"), meanings.words(), 150)
        controls.pick("source", translatable("Sentences"), labelled=True)
        controls.pick("colour", translatable("Colour"), labelled=True)
        pick_projection("meanings", controls)
        switch_mix(content, controls)
    render_weights(content, controls)
    if controls.has("lines"):
        word = alerts.escape_markdown(content.word[:MOST_QUOTED])
        label = t("Sentences with “{word}”, one per line", word=word)
        controls.edit_lines("lines", label, MOST_LINES)


def _render_strips(content: MeaningsContent) -> None:
    """Draw the layers of one word times their shares, and the sum, if layers are mixed."""
    if content.settings.mix:
        st.html(f"<p>{escape(content.strips.caption)}</p>")
        panels.show_chart(content.strips, "strips")


def _render_separation(content: MeaningsContent) -> None:
    """Draw the separation of the meanings after each layer."""
    if content.curves:
        st.markdown(t("#### Where does the meaning appear?"))
        panels.show_chart(content.separation, "separation")
        st.markdown(t("words#silhouette"))
    else:
        word = alerts.escape_markdown(content.quoted)
        st.info(t("“{word}” has one colour here: there is nothing to separate.", word=word))
    _render_best(content)
    if any(content.written_meanings):
        title = t("And in other models?")
        panels.draw_when_open(title, "in other models", partial(_render_beside, content))
    title = t("Which words does the model tell apart?")
    panels.draw_when_open(title, "told apart", partial(_render_measured, content))


def _render_best(content: MeaningsContent) -> None:
    """Say which model separates the meanings best, with a button that shows it."""
    if content.best_measured is None:
        return
    name, _, value = content.best_measured
    if name == content.settings.model:
        text = t(
            "Of our models this one separates the meanings best: silhouette {value:.2f}.",
            value=value,
        )
        st.markdown(text)
        return
    text = t("words#best separation", model=model_title(name), value=value)
    st.markdown(text)
    if not is_tour():
        _offer_model(name)


def _offer_model(name: str) -> None:
    """Draw a button that shows another model."""
    label = t("Show {model}", model=model_title(name))
    st.button(label, key="best model", on_click=set_model, args=(name,))


def _render_beside(content: MeaningsContent) -> None:
    """Draw the same word in models of every kind."""
    st.table(content.comparison_rows, border="horizontal", hide_index=True)
    st.markdown(t("words#how curves are made"))


def _render_measured(content: MeaningsContent) -> None:
    """Draw the stored figures of all words."""
    if not content.measured:
        st.info(t("This was not measured for {model}.", model=content.settings.model))
        return
    st.table(table_of(content.measured), border="horizontal", hide_index=True)
    st.markdown(content.finding)
