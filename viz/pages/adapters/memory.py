"""Bind the units of LSTMs to a page: a click sets the unit of an LSTM."""

from ...app.state import read_message, set_setting
from ...components.memory import memory
from ...draw.picture import LSTMState

KEY = "memory"


def show_memory(panels: list[LSTMState], quantity: str, signed: bool) -> None:
    """Draw the panels; the name of a panel is the setting of its unit."""
    memory(panels, quantity, signed, KEY, on_choose=keep_unit)


def keep_unit() -> None:
    """Store the unit that was clicked."""
    if message := read_message(KEY, "setting"):
        set_setting(message["name"], str(message["unit"]))
