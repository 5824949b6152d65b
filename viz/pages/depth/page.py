"""How the page of what happens from layer to layer is drawn."""

import streamlit as st

from ...app import frame
from ...app.page import Page
from ...app.page_controls import Controls
from ...app.state import is_lecture, is_tour
from ...base.language import mark
from ...base.markdown import escape_markdown
from .compute import COMPUTATION, DepthContent, NotShown
from .drawing import draw_charts, draw_link, pick_settings
from .settings import DepthSettings
from .sinks import Sinks


def render(content: DepthContent, settings: DepthSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        controls.pick(mark("Look at"), "look")
        pick_settings(controls)
    controls.bind_key("step", "look")
    if isinstance(content, NotShown):
        frame.show_not_applicable(content.reason)
        return
    st.markdown(escape_markdown(content.finding))
    if content.note:
        st.info(content.note)
    draw_charts(content, settings)
    if not is_lecture():
        st.caption(content.explanation)
        if isinstance(content, Sinks) and not is_tour():
            draw_link(settings)
    frame.draw_device_line()


PAGE = Page(
    COMPUTATION,
    render,
    title=mark("What happens from layer to layer?"),
    lead=mark(
        "Each layer mixes the words anew. See whether they become alike, where attention goes when "
        "it has nowhere to go, and where a word comes from."
    ),
    group=mark("Attention"),
)
