"""A panel beside the picture of a page, which one button opens and closes.

Whether it is open is a setting of the page, "open" or "closed", so that a link keeps it. The panel
comes before the picture in the order of the page, where the keyboard meets it after its button; on
a phone it stands above the picture. Closed, it holds nothing.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from ..base.language import t
from .page_controls import Controls
from .state import is_lecture, set_setting, setting_value

WIDTH = 320  # pixels
SCALE = 1.1  # of it in a lecture, whose type is larger


def draw_panel_button(label: str, name: str) -> None:
    """Draw the button that opens and closes the panel whose setting has this name."""
    is_open = setting_value(name, "closed") == "open"
    st.button(
        t(label),
        icon=":material/right_panel_close:" if is_open else ":material/right_panel_open:",
        help=t("Close the panel") if is_open else t("Open the panel beside the picture"),
        key=f"button {name}",
        on_click=set_setting,
        args=(name, "closed" if is_open else "open"),
    )


@contextmanager
def side_panel(
    is_open: bool, controls: Controls, draw: Callable[[Controls], None]
) -> Iterator[None]:
    """Draw what is inside beside a panel, and then what the panel holds, if it is open."""
    width = round(SCALE * WIDTH) if is_lecture() else WIDTH
    with st.container(horizontal=True, key="beside"):
        panel = st.container(key="panel", width=width)
        with st.container(key="beside-panel"):
            yield
    if is_open:
        with panel:
            draw(controls)
