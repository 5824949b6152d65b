"""What the classics show of the page of what attention costs."""

import streamlit as st

from ... import panels
from ...app.page import Part
from ...app.page_controls import Controls
from ...language import t
from .compute import COMPUTATION, CostContent
from .settings import CostSettings


def render_table(content: CostContent, settings: CostSettings, controls: Controls) -> None:
    """Draw the table of the paper, and above it what was measured."""
    columns = st.columns(2, gap="medium")
    for column, (key, chart) in zip(columns, content.charts.items(), strict=True):
        with column:
            panels.chart(chart, key)
    st.markdown(f"**{t('Table 1 of the paper')}**")
    st.table(content.paper_table, border="horizontal", hide_index=True)


PARTS = {"table": Part(COMPUTATION, render_table)}
