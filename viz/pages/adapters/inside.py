"""Bind a derivation to a page: its view is in the settings NAME-step, NAME-row and NAME-all."""

from collections.abc import Mapping
from functools import partial
from typing import Any

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
    preview: Mapping[str, Any] | None = None,
) -> None:
    """Draw a derivation at this step, or at its last if there are fewer; store the reader's view.

    In a lesson, draw that step without navigation: the lesson has its own buttons.
    """
    step = min(step, len(derivation.steps) - 1)
    on_keep = partial(_keep_derivation_settings, name)
    key = _component_key(name)
    tour = is_tour()
    inside(derivation, step, everything, row, words, overview, key, on_keep, tour, preview)


def _component_key(name: str) -> str:
    return f"inside {name}"


def _keep_derivation_settings(name: str) -> None:
    """Store the current step and row, and whether all steps are shown."""
    if message := read_message(_component_key(name), "setting"):
        set_settings(
            {
                f"{name}-step": str(message["step"]),
                f"{name}-row": str(message["row"]),
                f"{name}-all": "on" if message["all"] else "off",
            }
        )
