"""Bind a space to a page: its view is in the settings NAME-step and NAME-point."""

from functools import partial

from ...app.state import read_message, set_settings
from ...components.space import Points, space

NO_POINT = "none"


def show_space(name: str, points: Points, step: int, chosen: int) -> None:
    """Draw the points at this step with this point chosen; store the reader's view."""
    space(points, component_key(name), step, chosen, on_keep=partial(keep_point, name))


def component_key(name: str) -> str:
    return f"space {name}"


def keep_point(name: str) -> None:
    """Store the current step and point."""
    if message := read_message(component_key(name), "setting"):
        chosen = message["chosen"]
        point = NO_POINT if chosen is None else str(chosen)
        set_settings({f"{name}-step": str(message["step"]), f"{name}-point": point})
