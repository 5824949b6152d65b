"""Draw how much the state at a word depends on an earlier one."""

import streamlit as st

from ...app.page_controls import Controls
from ...base.language import t, translatable
from .. import panels
from .compute import ReachContent
from .settings import ReachSettings


def render_reach(content: ReachContent, settings: ReachSettings, controls: Controls) -> None:
    """Draw the two words, the numbers of the earlier one, and a chart over all words."""
    if not controls.has("at"):
        st.info(t("There is no word here. Type an English sentence."))
        return
    with st.container(horizontal=True, vertical_alignment="bottom", key="folded-reach"):
        controls.pick("at", translatable("The state at"), width=220, labelled=True)
        controls.pick("sought", translatable("Dependence on"), width=220, labelled=True)
    st.markdown(content.finding)
    charts = {content.menu.key: content.gradients, "reach-attention": content.attention}
    panels.show_charts(charts)
    st.caption(t("reach#two charts"))
