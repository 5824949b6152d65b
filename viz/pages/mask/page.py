"""Draw the page on the mask."""

from typing import Any

import streamlit as st

from ...app import frame, gloss_switch, state
from ...app.model_files import describe_picture
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...base.examples import EXAMPLES
from ...base.language import t, translatable
from ...base.theme import HEADS, INK
from ...components.matrices import show_matrices
from ...draw.changes import changes_html
from ...draw.matrix import with_highlights
from .. import panels
from ..adapters.map import show_map
from .compute import COMPUTATION, MaskContent
from .settings import MaskSettings

_SETS = "decoder-head", "{}-{}"  # by a click in the map


def _render(content: MaskContent, settings: MaskSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        controls.pick("sees")
        if settings.sees == "window":
            controls.pick("last", width=110)
        controls.pick("decoder_head", width=170)
        controls.edit_french_to_follow()
        panels.draw_refute_switch(controls)
    controls.bind_key("step", "sees")
    controls.bind_key("head", "decoder_head")
    # The same head in each layer, then the next.
    heads = sorted(controls.options("decoder_head"), key=lambda name: int(name.split("-")[1]))
    controls.bind_key("layer", "decoder_head", heads)
    model = content.runner.model(settings.model)
    show_map(model, settings.decoder_head, ("decoder",), _SETS)
    if settings.refute:
        panels.show_refutation(content.refutation)

    hint = t("mask#hover")
    show_matrices(
        content.matrices,
        hint,
        glosses=gloss_switch.glosses_of(content.changed),
        play=t("Let the mask fall"),
        preview=_describe_preview(content, controls),
    )
    panels.say(settings.what_if, content.changed)
    panels.show_page_menu(COMPUTATION, settings, content)
    st.markdown(t("mask#rows"))
    st.markdown(f"#### {t('Does looking ahead help?')}")
    _render_ahead(content, settings, controls)
    panels.show_translations(settings.model, content.own_translations, settings.sentence)
    gloss_switch.draw_gloss_switch(settings.model)
    st.markdown(f"#### {t('mask#a later word')}")
    controls.pick("exchange")
    _render_later(content, settings, controls)
    st.markdown(f"#### {t('And the padding mask?')}")
    controls.pick("longer")
    _render_padding(content, settings, controls)
    if not content.without_padding:
        panels.show_menu(content.padding_menu)
        st.markdown(t("mask#padding"))
    frame.draw_device_line()


def _describe_preview(content: MaskContent, controls: Controls) -> dict[str, Any] | None:
    """Describe the matrices for a browser that computes those of another sentence."""
    settings = content.settings
    names = "sees", "last", "french", "decoder-head"
    words = "merged" if settings.merged else "written"
    references = {english: french for english, french in EXAMPLES.items() if french}
    values = {"references": references, "colours": HEADS, "ink": INK}
    looks = {"words": words, "gloss": state.shows_gloss()}
    return describe_picture("mask", content.model, controls.reading, names, looks, values)


def _draw_matrices(content: MaskContent, controls: Controls, *places: int) -> None:
    """Draw some of the scores (0), the mask (1) and the weights (2)."""
    matrices = with_highlights([content.matrices[place] for place in places], controls.highlights)
    hint = t("shared#hover")
    show_matrices(matrices, hint, glosses=gloss_switch.glosses_of(content.changed))


def _render_scores(content: MaskContent, settings: MaskSettings, controls: Controls) -> None:
    """Draw the scores and the mask, not yet the weights."""
    _draw_matrices(content, controls, 0, 1)


def _render_weights(content: MaskContent, settings: MaskSettings, controls: Controls) -> None:
    """Draw the scores and the weights, hatched by the mask: beside a text two are large enough."""
    _draw_matrices(content, controls, 0, 2)


def _render_ahead(content: MaskContent, settings: MaskSettings, controls: Controls) -> None:
    """Draw the probability of each true next word with the causal and with the chosen mask."""
    panels.show_chart(content.next_words, "next words")
    st.markdown(content.finding_ahead)


def _render_later(content: MaskContent, settings: MaskSettings, controls: Controls) -> None:
    """Draw which rows change when a word is exchanged, with and without the mask."""
    exchange = content.exchange
    if isinstance(exchange, str):
        st.info(exchange)
        return
    st.html(changes_html(exchange.words, exchange.changes, exchange.place))
    st.text(t("mask#what was exchanged", word=exchange.word, other=exchange.other))
    st.markdown(exchange.finding)


def _render_padding(content: MaskContent, settings: MaskSettings, controls: Controls) -> None:
    """Draw the sentence in a batch with a longer one, with and without the padding mask."""
    if content.without_padding:
        st.info(content.without_padding)
        return
    # First: a picture in a lecture takes all of the window below it.
    panels.show_translations(settings.model, content.padding_translations, settings.sentence)
    show_matrices(
        content.padding_matrices,
        t("Hatched: padding, which no word may attend to."),
        key="padding-matrices",
    )


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("What may the decoder see?"),
    lead=translatable("mask#lead"),
    group=translatable("Attention"),
    terms=translatable(
        (
            "causal mask",
            "masked self-attention",
            "padding mask",
            "<s>",
            "</s>",
        )
    ),
    parts={
        "scores": Part(COMPUTATION, _render_scores),
        "weights": Part(COMPUTATION, _render_weights),
        "ahead": Part(COMPUTATION, _render_ahead),
        "later": Part(COMPUTATION, _render_later),
        "padding": Part(COMPUTATION, _render_padding),
    },
)
