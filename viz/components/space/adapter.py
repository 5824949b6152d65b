"""A space on a page: its step and its chosen point are settings, NAME-step and NAME-point."""

from functools import partial

import streamlit as st

from ...app.presenter import bind_key
from ...app.state import declare_setting, read_message, read_number, set_settings
from . import Points, space

NO_POINT = "none"


def read_point(name: str, steps: int, points: int, step: int = 0) -> tuple[int, int]:
    """The step, at first `step`, and the point on show, counted from 0; -1 for no point.

    The presenter's keys go through the steps.
    """
    bind_key("step", f"{name}-step", [str(place + 1) for place in range(steps)])
    options = (NO_POINT, *map(str, range(1, points + 1)))
    key = declare_setting(f"{name}-point", NO_POINT, options, omitted_when_default=True)
    chosen = st.session_state[key]
    place = read_number(f"{name}-step", step + 1, steps) - 1
    return place, -1 if chosen == NO_POINT else int(chosen) - 1


def show_space(name: str, points: Points, step: int, chosen: int) -> None:
    """Draw the points at this step, with this point chosen, and keep what is on show."""
    space(points, component_key(name), step, chosen, on_keep=partial(keep_point, name))


def component_key(name: str) -> str:
    return f"space {name}"


def keep_point(name: str) -> None:
    """Keep the step and the point on show."""
    if message := read_message(component_key(name), "setting"):
        chosen = message["chosen"]
        point = NO_POINT if chosen is None else str(chosen)
        set_settings({f"{name}-step": str(message["step"]), f"{name}-point": point})
