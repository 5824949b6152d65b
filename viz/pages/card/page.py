"""Draw the card of a model."""

import streamlit as st

from ...app import frame
from ...app.page import Page
from ...app.page_controls import Controls
from ...base.language import t, translatable
from ...base.libraries import LIBRARIES
from ...view.settings import Settings
from .compute import COMPUTATION, CardContent


def _render(content: CardContent, settings: Settings, controls: Controls) -> None:
    st.markdown(content.introduction)
    if content.knows_training:
        quality, making = st.columns(2, gap="large")
        with quality:
            st.markdown(f"#### {t('How good is it?')}")
            _render_quality(content)
        with making:
            st.markdown(f"#### {t('How was it made?')}")
            _render_facts(content.making)
        if content.samples:
            _render_samples(content)
    else:
        _render_facts(content.making)
    frame.draw_device_line()


def _render_quality(content: CardContent) -> None:
    """Draw the scores, or why they are not known."""
    if content.quality:
        st.table(content.quality, border="horizontal", hide_index=True)
        st.caption(content.about_quality)
    else:
        st.markdown(content.about_quality)


def _render_facts(facts: dict[str, str]) -> None:
    table = LIBRARIES.pandas.DataFrame(facts.items())
    st.table(table, border="horizontal", hide_index=True, hide_header=True)


def _render_samples(content: CardContent) -> None:
    """Draw some translations beside references."""
    st.markdown(f"#### {content.samples_title}")
    st.table(content.samples, border="horizontal", hide_index=True)
    st.caption(content.about_samples)


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("What is this model?"),
    lead=translatable("card#lead"),
    group=translatable("Explore"),
    terms=translatable(("model card", "BLEU", "greedy decoding or beam search")),
    has_sentence=False,
)
