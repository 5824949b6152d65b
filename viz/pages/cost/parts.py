"""What the classics show of the page of what attention costs."""

from contextlib import nullcontext

import streamlit as st

from ...app.page import Part
from ...app.page_controls import Controls
from ...app.state import is_lecture
from ...base.language import t
from .. import panels
from .compute import COMPUTATION, CostContent
from .settings import CostSettings


def render_table(content: CostContent, settings: CostSettings, controls: Controls) -> None:
    """Draw the table of the paper, and above it what was measured.

    In a lecture the charts come one after the other: beside the text of a step two are too narrow
    for its type.
    """
    columns = None if is_lecture() else st.columns(2, gap="medium")
    for place, (key, chart) in enumerate(content.charts.items()):
        with columns[place] if columns else nullcontext():
            panels.chart(chart, key)
    st.markdown(f"**{t('Table 1 of the paper')}**")
    st.table(content.paper_table, border="horizontal", hide_index=True)


PARTS = {"table": Part(COMPUTATION, render_table)}
