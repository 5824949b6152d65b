"""Draw the page on what attention costs."""

from html import escape

import streamlit as st

from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...app.state import is_lecture
from ...base.language import t, translatable
from .. import panels
from .compute import COMPUTATION, CostContent
from .keeping import KeepingContent
from .settings import CostSettings

_GROWTH = translatable(
    {"time": "Time as measured grows like …", "memory": "Memory as measured grows like …"}
)


def _render(
    content: CostContent | KeepingContent, settings: CostSettings, controls: Controls
) -> None:
    controls.pick("look", translatable("Look at"))
    if isinstance(content, KeepingContent):
        _render_kept(content, settings, controls)
        return
    st.checkbox(t("Settings"), key="fold")  # on a phone, where it unfolds the rest
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium", key="folded"):
        controls.pick("quantity", translatable("Cost"), labelled=True)
        controls.pick("d", translatable("At d"), width=110, labelled=True)
        controls.pick("n", translatable("At n"), width=110, labelled=True)
        controls.pick("projections", translatable("Self-attention"), labelled=True)
    controls.bind_key("step", "d")
    panels.show_charts(content.charts)
    st.markdown(content.finding)
    paper, ours = st.columns([6, 5], gap="large")
    with paper:
        st.markdown(f"**{t('Table 1 of the paper')}**")
        st.table(content.paper_table, border="horizontal", hide_index=True)
    with ours:
        st.markdown(f"**{t(_GROWTH[settings.quantity])}**")
        st.table(content.growth_table, border="horizontal", hide_index=True)
    st.caption(content.reading)
    st.caption(content.method)


def _render_kept(content: KeepingContent, settings: CostSettings, controls: Controls) -> None:
    """Draw what the model keeps of the tokens it has read."""
    st.html(f"<p>{escape(content.finding)}</p>")
    panels.show_charts(content.charts)
    if not is_lecture():
        st.table(content.table, border="horizontal", hide_index=True)
        st.caption(t("cost#how it was counted"))


def _render_table(content: CostContent, settings: CostSettings, controls: Controls) -> None:
    """Draw the table of the paper below our measurements.

    In a lecture the charts are under each other: side by side they are too narrow for its type.
    """
    if is_lecture():
        for key, chart in content.charts.items():
            panels.show_chart(chart, key)
    else:
        panels.show_charts(content.charts)
    st.markdown(f"**{t('Table 1 of the paper')}**")
    st.table(content.paper_table, border="horizontal", hide_index=True)


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("What does attention cost?"),
    lead=translatable("cost#lead"),
    group=translatable("Attention"),
    terms=translatable(("quadratic complexity", "KV cache", "grouped-query attention")),
    has_sentence=False,
    has_model_box=lambda settings: settings is not None and settings.look == "kept",
    parts={
        "table": Part(COMPUTATION, _render_table, contents=CostContent),
        "kept": Part(COMPUTATION, _render_kept, contents=KeepingContent),
    },
)
