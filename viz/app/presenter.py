"""The server's half of a lecture's keys: the setting that each moves, and the bar that names them.

A page binds keys to its settings; `components/lecture/keys.js` has the keys, whose messages come
back here. What is kept of a class and a playlist comes with them.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

import streamlit as st

from ..components.lecture import lecture
from . import cache, tab_playlist
from .address_bar import is_going_elsewhere
from .class_mode import class_room, has_class, restore_class
from .share import short_link_and_code
from .state import (
    CHOICE,
    HEARD,
    KEY_BINDINGS,
    MODEL,
    OPENED_AT_TOP,
    SHOWN_KEY_BINDINGS,
    TOUR_STEP,
    current_view,
    is_lecture,
    is_tour,
    read_message,
    set_head,
    set_setting,
    setting_value,
)

_SCALE = 1.75  # of boxes in a lecture, whose type is larger
_CIRCULAR = "pictures", "quantity", "refute"  # axes of one key
Width = int | Literal["stretch"]  # of a box: pixels, or all there is


def scaled_width(pixels: Width) -> Width:
    """Return the width of a box, which is wider in a lecture; "stretch" stays."""
    return round(_SCALE * pixels) if is_lecture() and isinstance(pixels, int) else pixels


def bind_key(axis: str, name: str = CHOICE, options: Sequence[str] = ()) -> None:
    """Let the presenter's keys for an axis move a setting along its options.

    The axis is "head", "layer", "step", or one of _CIRCULAR, whose one key begins again after the
    last; without a name the keys move the head on show.
    """
    if name == CHOICE or len(options) > 1:
        st.session_state[KEY_BINDINGS][axis] = name, tuple(options)


def bind_head_keys(sizes: tuple[int, int]) -> None:
    """Let the keys go through `sizes`: layers and heads, where there are several."""
    layers, heads = sizes
    if layers > 1:
        bind_key("layer")
    if layers * heads > 1:
        bind_key("head")


def draw_presenter_bar(
    short_address: Mapping[str, str],
    list_pages: Callable[[], Mapping[str, Sequence[tuple[str, str]]]],
) -> None:
    """Listen to the keys, and in a lecture draw the bar that names them.

    Call it after the page, which binds the keys. `short_address` is that of what the page shows,
    `list_pages` returns the paths and titles of all pages, by group.
    """
    session = st.session_state
    bindings = session[KEY_BINDINGS]
    session[SHOWN_KEY_BINDINGS] = bindings
    on = is_lecture()
    link, code = "", ""
    if on:
        link, code = class_room().get("link", ""), class_room().get("image", "")
        if not link:
            link, code = short_link_and_code(short_address)
    walk = tab_playlist.describe_walk()
    axes = bindings if walk is None else {**bindings, "step": ()}
    lesson = is_tour() or walk is not None  # has the keys that go on and back
    lecture(
        on,
        axes,
        link,
        code,
        lesson,
        walk,
        {**tab_playlist.list_goals(), "pages": tuple(list_pages().items())} if on else {},
        saved_playlist=tab_playlist.kept_copy(),
        has_class=has_class(),
        heard=session.get(HEARD, 0),
        opened=" ".join([*(session.get(TOUR_STEP) or {}).values(), session.get(OPENED_AT_TOP, "")]),
        on_go=_on_presenter_key,
    )


def only_repeats(heard: int, events: str) -> bool:
    """Return whether the events of a component are keys up to the last that was heard."""
    try:
        values = [event["value"] for event in json.loads(events)]
        keys = [entry["number"] for value in values for entry in value["messages"]]
        others = [name for value in values for name in value if name != "messages"]
        return bool(keys) and not others and max(keys) <= heard
    except (KeyError, TypeError, ValueError):  # of another component
        return False


def _on_presenter_key() -> None:
    """Handle a message of the component "lecture".

    It has what the browser kept, {"restore": a playlist, "class": True}, either or both, or
    {"messages": [...]}, each {"number", "toggle": "lecture"}, {"number", "walk": 1 or -1},
    {"number", "axis", "by": 1 or -1}, {"number", "place": of a view, from 1}, {"number", "page": a
    path} or {"number", "ready": the name of a playlist}. The browser repeats a message until the
    server acknowledges its number; numbers grow, and each message is handled once.
    """
    session, message = st.session_state, read_message("lecture", "go")
    if "class" in message:
        restore_class(message["class"] is True)
    if "restore" in message:
        tab_playlist.restore_copy(message["restore"])
    # The address that this run opens would undo what a key does now; the browser sends it again.
    for presented in () if is_going_elsewhere() else message.get("messages", ()):
        if presented["number"] <= session.get(HEARD, 0):
            continue
        session[HEARD] = presented["number"]
        if presented.get("toggle") == "lecture":
            set_setting("lecture", "off" if is_lecture() else "on")
        elif "walk" in presented:
            tab_playlist.walk(1 if presented["walk"] > 0 else -1)
        elif "axis" in presented:
            _step_binding(presented["axis"], 1 if presented["by"] > 0 else -1)
        else:
            tab_playlist.pick(presented)


def _step_binding(axis: str, by: int) -> None:
    """Move the setting bound to an axis one on (`by` 1) or back (-1), within its options."""
    binding = st.session_state[SHOWN_KEY_BINDINGS].get(axis)
    if binding is None:
        return
    name, options = binding
    if name == CHOICE:
        _step_head(axis, by)
        return
    value = setting_value(name, "")
    place = options.index(value) + by if value in options else 0
    if axis in _CIRCULAR:
        place %= len(options)
    set_setting(name, options[min(max(place, 0), len(options) - 1)])


def _step_head(axis: str, by: int) -> None:
    """Show the next head, by 1 or -1, or the same head of the next layer."""
    choice = current_view().choice
    capabilities = cache.model(st.session_state[MODEL]).capabilities
    layers, heads = capabilities.attending(choice.stack), capabilities.stacks[choice.stack].heads
    place = layers.index(choice.layer) * heads + choice.head
    place += by * (heads if axis == "layer" else 1)
    if 0 <= place < len(layers) * heads:
        set_head(replace(choice, layer=layers[place // heads], head=place % heads))
