"""What a pretrained model predicts: the word that a mask hides, or the word that comes next."""

import streamlit as st

from models import WhatIf

from ...analysis.views import source_words
from ...app import alerts
from ...app.controls import hide_word, reset_what_ifs
from ...app.page_controls import Controls
from ...base.language import mark, t
from .. import panels
from .compute import HeadsContent


def render_predictions(content: HeadsContent, controls: Controls) -> None:
    """Draw what stands below the heads of a pretrained model; nothing for one that translates."""
    if controls.has("next_after"):
        st.markdown(f"#### {t('What comes next?')}")
        render_next_words(content, controls)
    elif content.predicts_masks:
        st.markdown(f"#### {t('Which word is hidden?')}")
        render_hidden_words(content)


def render_next_words(content: HeadsContent, controls: Controls) -> None:
    """Draw the distribution over the whole vocabulary after a place that the reader picks."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.pick(mark("After"), "next_after", width=200, labelled=True)
        controls.pick(mark("Temperature"), "next_temperature", width=110, labelled=True)
        controls.pick(mark("Top-k"), "next_k", width=130, labelled=True)
        controls.pick(mark("Top-p"), "next_p", width=110, labelled=True)
    panels.chart(content.next_chart, "next")
    st.markdown(content.next_finding)


def render_hidden_words(content: HeadsContent) -> None:
    """Let the reader hide a word, and draw what the model predicts in its place."""
    trace, mask_token = content.trace, content.model.capabilities.mask_token
    if mask_token not in trace.source:
        words = source_words(trace)
        st.pills(
            t("Hide a word behind {mask}", mask=mask_token),
            [str(place + 1) for place in words],
            key="hide",
            on_change=hide_word,
            args=(mask_token, "hide"),
            format_func=lambda place: alerts.escape_markdown(words[int(place) - 1]),
        )
        return
    for place, chart in content.hidden_words.items():
        panels.chart(chart, f"mask {place + 1}")
    if trace.request.what_if != WhatIf():
        st.button(t("Show the words again"), on_click=reset_what_ifs, key="unhide")
