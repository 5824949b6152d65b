"""Draw the look at the angle between the vectors of two words."""

import streamlit as st

from ...app.alerts import escape_markdown
from ...app.page_controls import Controls
from ...base.language import t, translatable
from .. import panels
from .angle import AngleContent
from .settings import VectorsSettings


def render_angle(content: AngleContent, settings: VectorsSettings, controls: Controls) -> None:
    """Draw the two words, the formula with their numbers, and the angle."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.edit_text(translatable("Word"), "word", 200, labelled=True)
        controls.edit_text(translatable("Second word"), "other", 200, labelled=True)
    finding = content.finding  # raises for an unknown word, which can still be edited
    left, right = st.columns(2, gap="medium", vertical_alignment="center")
    with left:
        panels.show_chart(content.chart, content.menu.key)
    with right:
        st.markdown(escape_markdown(finding))
        st.latex(content.formula)
        st.markdown(t("vectors#cosine", count=content.vectors.table.shape[1]))
