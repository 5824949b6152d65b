"""A derivation on a page: step, row, and whether all steps show, are NAME-step, -row and -all."""

from functools import partial

from ...analysis.derivation import Derivation
from ...analysis.walkthrough.stages import Overview
from ...app.state import is_tour, read_message, set_settings
from ...components.inside import inside


def show_derivation(
    name: str,
    derivation: Derivation,
    step: int,
    everything: bool,
    row: int | None = None,
    words: tuple[str, ...] = (),
    overview: Overview | None = None,
) -> None:
    """Draw a derivation at this step, or at its last, and keep what is on show.

    In a lesson that step alone: its own buttons lead through the lesson.
    """
    step = min(step, len(derivation.steps) - 1)
    on_keep = partial(keep_derivation_settings, name)
    key = component_key(name)
    inside(derivation, step, everything, row, words, overview, key, on_keep, is_tour())


def component_key(name: str) -> str:
    return f"inside {name}"


def keep_derivation_settings(name: str) -> None:
    """Keep the step and the row on show, and whether all steps show."""
    if message := read_message(component_key(name), "setting"):
        set_settings(
            {
                f"{name}-step": str(message["step"]),
                f"{name}-row": str(message["row"]),
                f"{name}-all": "on" if message["all"] else "off",
            }
        )
