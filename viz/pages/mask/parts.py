"""Parts of the page on the mask for lessons."""

import streamlit as st

from ...app import gloss_switch
from ...app.page import Part
from ...app.page_controls import Controls
from ...base.language import t
from ...components.matrices import show_matrices
from ...draw.changes import changes_html
from ...draw.matrix import with_highlights
from .. import panels
from .compute import COMPUTATION, MaskContent
from .settings import MaskSettings


def draw_matrices(content: MaskContent, controls: Controls, *places: int) -> None:
    """Draw some of the scores (0), the mask (1) and the weights (2)."""
    matrices = with_highlights([content.matrices[place] for place in places], controls.highlights)
    show_matrices(matrices, hint_for_pointing(), glosses=gloss_switch.glosses_of(content.changed))


def render_scores(content: MaskContent, settings: MaskSettings, controls: Controls) -> None:
    """Draw the scores and the mask, not yet the weights."""
    draw_matrices(content, controls, 0, 1)


def render_weights(content: MaskContent, settings: MaskSettings, controls: Controls) -> None:
    """Draw the scores and the weights, hatched by the mask: beside a text two are large enough."""
    draw_matrices(content, controls, 0, 2)


def render_ahead(content: MaskContent, settings: MaskSettings, controls: Controls) -> None:
    """Draw the probability of each true next word."""
    panels.show_chart(content.next_words, "next words")
    st.markdown(content.finding_ahead)


def render_later(content: MaskContent, settings: MaskSettings, controls: Controls) -> None:
    """Draw which rows change when a word is exchanged."""
    render_changes(content)


def render_padding(content: MaskContent, settings: MaskSettings, controls: Controls) -> None:
    """Draw the sentence in a batch with a longer one."""
    if content.without_padding:
        st.info(content.without_padding)
    else:
        render_padded(content)


def hint_for_pointing() -> str:
    return t("Hover over a word or a cell. Click to pin it, Esc to release.")


def render_changes(content: MaskContent) -> None:
    """Draw the change of each row when a word is exchanged, with and without the mask."""
    exchange = content.exchange
    if isinstance(exchange, str):
        st.info(exchange)
        return
    st.html(changes_html(exchange.words, exchange.changes, exchange.place))
    st.text(
        t(
            "“{word}” became “{other}”. Each number is the largest change in that "
            "word's hidden states.",
            word=exchange.word,
            other=exchange.other,
        )
    )
    st.markdown(exchange.finding)


def render_padded(content: MaskContent) -> None:
    """Draw a head and the translations with and without the padding mask."""
    settings = content.settings
    # First: a picture in a lecture takes all of the window below it.
    panels.show_translations(settings.model, content.padding_translations, settings.sentence)
    show_matrices(
        content.padding_matrices,
        t("Hatched: padding, which no word may attend to."),
        key="padding-matrices",
    )


PARTS = {
    "scores": Part(COMPUTATION, render_scores),
    "weights": Part(COMPUTATION, render_weights),
    "ahead": Part(COMPUTATION, render_ahead),
    "later": Part(COMPUTATION, render_later),
    "padding": Part(COMPUTATION, render_padding),
}
