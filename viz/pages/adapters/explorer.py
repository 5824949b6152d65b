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
from ...view.settings import Reading, write_address

KEY = "explorer"


def show_explorer(data: bytes, reading: Reading) -> None:
    """Draw the packed heads; clicks change the head and the settings of this page.

    A pin keeps the settings of this `reading`.
    """
    explorer(
        data,
        KEY,
        on_choose=keep_head,
        on_off=keep_heads_off,
        on_force=keep_forced_weights,
        on_rank=keep_importance,
        on_pin=partial(keep_pin, reading),
        on_overlay=keep_overlay,
    )


def show_explorer_of_file(data: bytes) -> None:
    """Draw the packed heads of a file; clicks change the settings of the page on such files."""
    keep_lines = partial(keep_overlay, "own-overlay")
    explorer(data, KEY, on_choose=keep_head_of_file, on_overlay=keep_lines)


def keep_head() -> None:
    """Select the head that was clicked."""
    if message := read_message(KEY, "choice"):
        set_head(HeadChoice(message["stack"], int(message["layer"]), int(message["head"])))


def keep_head_of_file() -> None:
    """Select the head of a file that was clicked."""
    if message := read_message(KEY, "choice"):
        head = HeadChoice(message["stack"], int(message["layer"]), int(message["head"]))
        set_setting("own-head", head.key)


def keep_heads_off() -> None:
    """Store the silenced heads in their setting."""
    if message := read_message(KEY, "off"):
        set_setting(NAMES["silenced"], ",".join(message["heads"]))


def keep_forced_weights() -> None:
    """Store the forced weights in their setting."""
    if message := read_message(KEY, "force"):
        set_setting(NAMES["forced"], ",".join(message["cells"]))


def keep_importance() -> None:
    """Store whether the thumbnails show how much each head matters."""
    if message := read_message(KEY, "rank"):
        set_setting("importance", "on" if message["on"] else "off")


def keep_pin(reading: Reading) -> None:
    """Pin the head that was clicked in this reading, change the pinned head, or unpin it."""
    message = read_message(KEY, "pin")
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


def keep_overlay(name: str = "overlay") -> None:
    """Store the heads whose lines are drawn over each other, in the setting of this name."""
    if message := read_message(KEY, "overlay"):
        set_setting(name, ",".join(message["heads"]))
