"""The gates of an LSTM on a page: the unit clicked is a setting."""

from ...app.state import read_message, set_setting
from ...components.memory import memory
from ...draw.memory import MemoryPanel

KEY = "memory"


def show_memory(panels: list[MemoryPanel], quantity: str, signed: bool) -> None:
    """Draw the panels, and keep the unit clicked in the setting that a panel is named after."""
    memory(panels, quantity, signed, KEY, on_choose=keep_unit)


def keep_unit() -> None:
    """Keep the unit that was clicked."""
    if message := read_message(KEY, "setting"):
        set_setting(message["name"], str(message["unit"]))
