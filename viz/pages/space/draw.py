"""Draw a space, and the row of widgets above it."""

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ...app.page_controls import Controls
from ...base.language import translatable
from ...draw.points import Points
from ...view.computation import Computation
from .. import panels
from ..adapters.space import show_space


def control_row() -> DeltaGenerator:
    """Return a row for widgets; on a phone only its text fields, until settings are unfolded."""
    return st.container(
        horizontal=True, vertical_alignment="bottom", gap="small", key="folded-labelled"
    )


def pick_projection(name: str, controls: Controls) -> None:
    """Draw the widgets of the method, the number of axes and, for PCA of many steps, the rule.

    Their settings are NAME_projection, NAME_axes and NAME_rule.
    """
    controls.pick(f"{name}_projection", translatable("Projection"), labelled=True)
    controls.pick(f"{name}_axes", translatable("Axes"), labelled=True)
    if controls.has(f"{name}_rule"):
        controls.pick(f"{name}_rule", translatable("From layer to layer"), width=230, labelled=True)


def render_space(
    name: str,
    points: Points,
    on_show: tuple[int, int],
    computation: Computation,
    content: Any,
    controls: Controls,
) -> None:
    """Draw the points at a step with the chosen point, -1 for none, and the Export menu.

    The presenter's keys change the setting NAME_step.
    """
    controls.bind_key("step", f"{name}_step")
    show_space(name, points, *on_show)
    panels.show_page_menu(computation, content.settings, content)
