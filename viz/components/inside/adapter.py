"""A derivation on a page: step, row, and whether all steps show, are NAME-step, -row and -all."""

from functools import partial

from ...app.state import read_choice, read_message, read_number, set_settings
from ...derivation import Derivation
from . import inside

MAX_STEPS = 99


def read_derivation_settings(name: str, rows: int = 1, row: int = 1) -> tuple[int, int, bool]:
    """The row and the step on show, counted from 0, and whether all steps show at once.

    At first it is `row`, which counts from 1.
    """
    everything = read_choice(f"{name}-all", ("off", "on"), omitted_when_default=True) == "on"
    row = read_number(f"{name}-row", row, rows) - 1
    return row, read_number(f"{name}-step", 1, MAX_STEPS) - 1, everything


def show_derivation(
    name: str,
    derivation: Derivation,
    step: int,
    everything: bool,
    row: int | None = None,
    words: tuple[str, ...] = (),
) -> None:
    """Draw a derivation at this step, or at its last, and keep what is on show."""
    step = min(step, len(derivation.steps) - 1)
    on_keep = partial(keep_derivation_settings, name)
    inside(derivation, step, everything, row, words, component_key(name), on_keep)


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
