"""The look at two axes, each between two words."""

import streamlit as st

from ...app import alerts
from ...app.page_controls import Controls
from ...base.language import mark, t
from ..space.draw import control_row, render_space
from .compute import AxesContent
from .settings import VectorsSettings

ENDS = mark({"left": "Left", "right": "Right", "below": "Below", "above": "Above"})


def render_axes(content: AxesContent, settings: VectorsSettings, controls: Controls) -> None:
    with control_row():
        for side, label in ENDS.items():
            controls.edit_text(label, side, 130, labelled=True)
    label = mark("Words, with commas between them")
    controls.edit_text(label, f"{settings.table}_words", labelled=True)
    if content.alert:
        alerts.show_alert(content.alert)
    render_space("axes", content.points, *settings.on_axes, content.menu, controls)
    st.markdown(
        t(
            "An axis is the difference between the vectors of its two words. The place of a word "
            "is its cosine with that difference. Nobody told the vectors what the axis means."
        )
    )
