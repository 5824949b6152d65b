"""A panel beside the picture of a page, which one button opens and closes.

Whether it is open is a setting of the page, "open" or "closed", so a link keeps it. The panel
precedes the picture in the page, where the keyboard reaches it after its button; on a phone it
stands above the picture. A closed panel is empty.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from ..base.language import t
from .page_controls import Controls
from .state import is_lecture, set_setting


def draw_panel_button(label: str, controls: Controls, name: str) -> None:
    """Draw the button that opens and closes the panel of this setting."""
    is_open, parameter = controls.text(name) == "open", controls.parameter(name)
    hint = t("Close the panel") if is_open else t("Open the panel beside the picture")
    st.button(
        t(label),
        icon=":material/right_panel_close:" if is_open else ":material/right_panel_open:",
        # It would cover the panel, which has no heading in a lecture.
        help=None if is_lecture() else hint,
        key=f"button {parameter}",
        on_click=set_setting,
        args=(parameter, "closed" if is_open else "open"),
    )


@contextmanager
def side_panel(
    is_open: bool, controls: Controls, draw: Callable[[Controls], None]
) -> Iterator[None]:
    """Draw the content of the `with` block beside a panel, and the panel if it is open."""
    with st.container(horizontal=True, key="beside"):
        panel = st.container(key="panel")
        with st.container(key="beside-panel"):
            yield
    if is_open:
        with panel:
            draw(controls)
