"""The look at words from layer to layer."""

import streamlit as st

from ...app import alerts
from ...app.page_controls import Controls
from ...base.language import mark
from ..space.draw import control_row, pick_projection, render_space
from .compute import LayersContent
from .settings import WordsSettings


def render_layers(content: LayersContent, settings: WordsSettings, controls: Controls) -> None:
    with control_row():
        controls.pick(mark("Beside yours"), "others", width=220, labelled=True)
        pick_projection("layers", controls)
    if content.alert:
        alerts.show_alert(content.alert)
        return
    step, point = content.step, content.point
    render_space("layers", content.points, step, point, content.menu, controls)
    st.markdown(content.explanation)
    st.caption(content.method + content.length_note)
