"""Bind a space to a page: its view is in the settings NAME-step and NAME-point."""

from functools import partial

from ...app.state import read_message, set_settings
from ...components.space import Points, space

_NO_POINT = "none"


def show_space(name: str, points: Points, step: int, chosen: int) -> None:
    """Draw the points at this step with this point chosen; store the reader's view."""
    space(points, _component_key(name), step, chosen, on_keep=partial(_keep_point, name))


def _component_key(name: str) -> str:
    return f"space {name}"


def _keep_point(name: str) -> None:
    """Store the current step and point."""
    if message := read_message(_component_key(name), "setting"):
        chosen = message["chosen"]
        point = _NO_POINT if chosen is None else str(chosen)
        set_settings({f"{name}-step": str(message["step"]), f"{name}-point": point})
