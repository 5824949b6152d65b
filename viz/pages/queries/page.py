"""Draw the page on queries and keys."""

import streamlit as st

from ...app import frame, state
from ...app.controls import pick_head
from ...app.page import Page
from ...app.page_controls import Controls
from ...base.language import translatable
from .. import panels
from ..adapters.space import show_space
from ..space.draw import control_row, pick_projection
from .compute import COMPUTATION, QueriesContent
from .settings import QueriesSettings


def _render(content: QueriesContent, settings: QueriesSettings, controls: Controls) -> None:
    with control_row():
        pick_head()
        controls.pick("colour", translatable("Colour"), width=170, labelled=True)
        if not state.is_lecture():  # the map needs the room
            controls.pick("others", translatable("Beside yours"), width=200, labelled=True)
            pick_projection("queries", controls)
    show_space("queries", content.points, 0, content.point)
    panels.show_menu(content.menu)
    st.markdown(content.finding)
    st.caption(content.explanation)
    frame.draw_device_line()


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("Where do queries meet their keys?"),
    lead=translatable("queries#lead"),
    group=translatable("Explore"),
    terms=translatable(("vectors of queries and keys",)),
    has_pieces=False,  # a point is a token
)
