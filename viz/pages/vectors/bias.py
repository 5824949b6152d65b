"""The look at bias: the gender direction, and association tests."""

from functools import partial

import streamlit as st

from models.words.lists import AssociationTest

from ...app import alerts
from ...app.page_controls import Controls
from ...base.language import t, translatable
from .. import panels
from .compute_bias import AssociationContent, DirectionContent, OwnContent
from .settings import VectorsSettings


def render_bias(
    content: DirectionContent | AssociationContent,
    settings: VectorsSettings,
    controls: Controls,
) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        controls.pick("bias", translatable("Which test"))
        controls.pick("test", translatable("Test"), width=380)
    if isinstance(content, AssociationContent):
        _render_association(content)
    elif isinstance(content, OwnContent):
        _render_own(content, controls)
    else:
        _render_direction(content)
    st.markdown(t("vectors#what biases say"))


def _render_own(content: OwnContent, controls: Controls) -> None:
    """Draw any words along the direction."""
    controls.edit_text("own", translatable("Words, with commas between them"), labelled=True)
    if content.alert:
        alerts.show_alert(content.alert)
    known, _ = content.words
    if known:
        panels.show_chart(content.chart, content.menu.key)
        st.markdown(content.finding)


def _render_direction(content: DirectionContent) -> None:
    """Draw the shares of the components, and the occupations along the first."""
    shares, occupations = content.charts
    left, right = st.columns([1, 2], gap="medium")
    with right:  # first: the main picture of this look
        panels.show_chart(occupations, content.menu.key)
    with left:
        panels.show_chart(shares, "shares")
    st.markdown(content.finding)


def _render_association(content: AssociationContent) -> None:
    """Draw an association test with its words in an expander."""
    panels.show_chart(content.chart, content.menu.key)
    st.markdown(content.finding)
    draw = partial(_render_words, content.test)
    panels.draw_when_open(t("The words of this test"), "words of the test", draw)


def _render_words(test: AssociationTest) -> None:
    """Draw the four lists of words."""
    for part in (*test.targets, *test.attributes):
        st.markdown(t("**{name}**: {words}", name=part.name, words=", ".join(part.words)))
