"""Bind the explorer to a page: a click selects the tab's head or changes a setting."""

from functools import partial

from ...analysis.views import HeadChoice
from ...analysis.what_if_text import NAMES
from ...app.state import (
    clear_setting,
    current_view,
    read_message,
    set_head,
    set_setting,
    setting_value,
)
from ...components.explorer import explorer
from ...view.pins import read_head, with_sentence, write_pin
from ...view.settings import SettingsReading, write_address

_KEY = "explorer"


def show_explorer(data: bytes, reading: SettingsReading) -> None:
    """Draw the packed heads; clicks change the head and the settings of this page.

    A pin keeps the settings of this `reading`.
    """
    explorer(
        data,
        _KEY,
        on_choose=_keep_head,
        on_off=_keep_heads_off,
        on_force=_keep_forced_weights,
        on_rank=_keep_importance,
        on_pin=partial(_keep_pin, reading),
        on_overlay=_keep_overlay,
        on_quantity=_keep_quantity,
        on_refute=_keep_refutation,
        on_hold=_keep_held_word,
    )


def show_explorer_of_file(data: bytes) -> None:
    """Draw the packed heads of a file; clicks change the settings of the page on such files."""
    keep_lines = partial(_keep_overlay, "own-overlay")
    explorer(data, _KEY, on_choose=_keep_head_of_file, on_overlay=keep_lines)


def _keep_head() -> None:
    """Select the head that was clicked."""
    if message := read_message(_KEY, "choice"):
        set_head(HeadChoice(message["stack"], int(message["layer"]), int(message["head"])))


def _keep_head_of_file() -> None:
    """Select the head of a file that was clicked."""
    if message := read_message(_KEY, "choice"):
        head = HeadChoice(message["stack"], int(message["layer"]), int(message["head"]))
        set_setting("own-head", head.key)


def _keep_heads_off() -> None:
    """Store the silenced heads in their setting."""
    if message := read_message(_KEY, "off"):
        set_setting(NAMES["silenced"], ",".join(message["heads"]))


def _keep_forced_weights() -> None:
    """Store the forced weights in their setting."""
    if message := read_message(_KEY, "force"):
        set_setting(NAMES["forced"], ",".join(message["cells"]))


def _keep_importance() -> None:
    """Store whether the thumbnails show how much each head matters."""
    if message := read_message(_KEY, "rank"):
        set_setting("importance", "on" if message["on"] else "off")


def _keep_pin(reading: SettingsReading) -> None:
    """Pin the head that was clicked in this reading, change the pinned head, or unpin it."""
    message = read_message(_KEY, "pin")
    match message.get("act"):
        case "pin":
            address = write_address(reading.settings.view, [reading])
            set_setting("pin", write_pin(address, read_head(message["head"])))
        case "sentence":
            set_setting("pin", with_sentence(setting_value("pin", ""), current_view().sentence))
        case "same" | "own":
            set_setting("pinned-french", message["act"])
        case "none":
            clear_setting("pin")
            clear_setting("pinned-french")


def _keep_refutation() -> None:
    """Store whether the controls of the current head are on show."""
    if message := read_message(_KEY, "refute"):
        set_setting("refute", "on" if message["on"] else "off")


def _keep_held_word() -> None:
    """Store the word that is held."""
    if message := read_message(_KEY, "held"):
        set_setting("held", message["word"])


def _keep_quantity() -> None:
    """Store what the cells show."""
    if message := read_message(_KEY, "quantity"):
        set_setting("quantity", message["name"])


def _keep_overlay(name: str = "overlay") -> None:
    """Store the heads whose lines are drawn over each other, in the setting of this name."""
    if message := read_message(_KEY, "overlay"):
        set_setting(name, ",".join(message["heads"]))
