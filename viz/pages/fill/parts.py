"""What lessons show of the page of hidden words."""

import streamlit as st

from ...app.page import Part
from ...app.page_controls import Controls
from ...draw.token_rows import token_rows_html
from .compute import COMPUTATION, FillContent
from .looks import render_sides
from .settings import FillSettings


def render_guesses(content: FillContent, settings: FillSettings, controls: Controls) -> None:
    """Draw what is read, and the guesses for the gap."""
    st.html(token_rows_html([content.row]))
    if content.hidden:
        render_sides(content, settings, controls)


PARTS = {"guesses": Part(COMPUTATION, render_guesses)}
