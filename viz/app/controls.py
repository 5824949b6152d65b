"""Widgets of the model and the head, of presets and of what-ifs.

The widgets of a page's own settings are in `page_controls`. Labels are English and shown in the
reader's language.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar
from urllib.parse import quote

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import models

from ..analysis import what_if_text
from ..analysis.views import STACK_TITLES, HeadChoice
from ..base.language import model_title, t
from ..view.settings import MAX_TEXT, VIEW_LABELS
from . import cache
from .alerts import escape_markdown, truncate
from .presenter import Width, bind_head_keys, scaled_width
from .state import (
    MAX_WORD,
    MODEL,
    OPENED_ADDRESSES,
    apply_preset,
    clear_forced_weights,
    clear_setting,
    current_view,
    set_head_part,
    set_setting,
    setting_value,
)

_WANTED = "wanted"  # the key of what the next run is to compute
_Part = TypeVar("_Part", str, int)  # of a head: its mechanism, layer or place

# --- choices -------------------------------------------------------------------------------------


def pick_chips(
    label: str,
    name: str,
    options: Mapping[str, str],
    chosen: Sequence[str],
    keep: Callable[[Sequence[str]], None],
    several: bool = False,
) -> None:
    """Draw `options` as words to click, one or `several`; the `chosen` ones are marked.

    `keep` is called with the choice when the reader clicks.
    """
    widget = f"chips {name}"
    chosen = [value for value in chosen if value in options]
    st.session_state[widget] = chosen if several else next(iter(chosen), None)
    st.pills(
        t(label),
        options,
        selection_mode="multi" if several else "single",
        format_func=lambda value: escape_markdown(options[value]),
        key=widget,
        on_change=_keep_chips,
        args=(widget, keep),
    )


def _keep_chips(widget: str, keep: Callable[[Sequence[str]], None]) -> None:
    """Call `keep` with the choice of `pick_chips`."""
    value = st.session_state[widget]
    keep([value] if isinstance(value, str) else value or [])


def type_text(
    label: str, name: str, value: str, keep: Callable[[str], None], placeholder: str
) -> None:
    """Draw a box that shows `value` again whenever that changes, and until then what is typed.

    `keep` is called with the text when the reader presses Enter; it may raise UserError.
    """
    session, widget, last_value = st.session_state, f"text {name}", f"value of {name}"
    if widget not in session or session.get(last_value) != value:
        session[widget] = session[last_value] = value
    st.text_input(
        t(label),
        key=widget,
        placeholder=t(placeholder),
        max_chars=MAX_TEXT,
        on_change=lambda: keep(session[widget].strip()),
    )


def pick_preset(label: str, widget: str, presets: Mapping[str, Mapping[str, str]]) -> None:
    """Draw a menu of presets by name, each of which sets several settings."""
    st.menu_button(
        t(label), tuple(presets), key=widget, on_click=apply_preset, args=(widget, presets)
    )


def pick_model(label: str) -> str:
    """Draw a box for the model of the tab."""
    return st.selectbox(
        t(label),
        models.available(),
        format_func=model_title,
        key=MODEL,
        on_change=clear_forced_weights,
        label_visibility="collapsed",
        width=scaled_width(250),
    )


def pick_head(key: str | None = None) -> HeadChoice:
    """Draw boxes for one head of the tab's model: mechanism, layer and head.

    They stand in one row, which has this key.
    """
    view = current_view()
    capabilities, choice = cache.model(view.model).capabilities, view.choice
    sizes = capabilities.stacks
    heads = sizes[choice.stack].heads
    bind_head_keys(sizes[choice.stack])
    with st.container(horizontal=True, key=key, width="content"):
        stacks = {stack: t(STACK_TITLES[stack]) for stack in sizes}
        _pick_head_part("stack", choice.stack, t(VIEW_LABELS["attention"]), stacks, 240)
        titles = {
            place: t("layer {layer}", layer=place + 1)
            for place in capabilities.attending(choice.stack)
        }
        _pick_head_part("layer", choice.layer, t(VIEW_LABELS["layer"]), titles, 105)
        titles = {place: t("head {head}", head=place + 1) for place in range(heads)}
        _pick_head_part("head", choice.head, t(VIEW_LABELS["head"]), titles, 95)
    return choice


def _pick_head_part(
    part: str, value: _Part, label: str, titles: Mapping[_Part, str], width: int
) -> None:
    """Draw one box of `pick_head`, if there is something to choose."""
    if len(titles) < 2:
        return
    widget = f"box {part}"
    st.session_state[widget] = value
    st.selectbox(
        label,
        list(titles),
        format_func=titles.__getitem__,
        key=widget,
        on_change=_keep_head_part,
        args=(part, widget),
        width=scaled_width(width),
        label_visibility="collapsed",
    )


def _keep_head_part(part: str, widget: str) -> None:
    """Show the head that a box of `pick_head` names."""
    set_head_part(part, st.session_state[widget])


# --- text ----------------------------------------------------------------------------------------


def text_container(name: str, width: Width = "stretch") -> DeltaGenerator:
    """Return a container for the field of a text that the address holds.

    The browser keeps text that was typed without Enter, and shows it instead of the server's text.
    It drops it with the container, which gets another key for each opened address.
    """
    edition = st.session_state.get(OPENED_ADDRESSES, 0)
    return st.container(key=f"text {name} {edition}", width=scaled_width(width))


# --- what-ifs ------------------------------------------------------------------------------------


def add_swap(place: str, widget: str) -> None:
    """Swap a word of the sentence for the word in a widget, and clear the widget.

    Places count from 1. An empty word undoes the swap.
    """
    session = st.session_state
    word = truncate(session[widget] or "", MAX_WORD).strip()
    session[widget] = None if widget == "neighbour" else ""
    swaps = _other_swaps(place)
    if word:
        swaps.append(f"{place}:{quote(word, safe='')}")
    set_setting("swap", ",".join(sorted(swaps)))


def remove_swap(place: str) -> None:
    """Undo the swap of the word at a place, from 1."""
    set_setting("swap", ",".join(_other_swaps(place)))


def _other_swaps(place: str) -> list[str]:
    """Return the swaps of all other words, as the setting writes them."""
    swaps = filter(None, setting_value("swap", "").split(","))
    return [swap for swap in swaps if not swap.startswith(f"{place}:")]


def hide_word(mask: str, widget: str) -> None:
    """Replace the word at the place in a widget, from 1, by the mask token."""
    set_setting("swap", f"{st.session_state[widget]}:{quote(mask, safe='')}")


def want_value(key: str) -> None:
    """Ask the next run, in a callback, for the value that it computes under this key."""
    st.session_state[_WANTED] = key


def take_wanted(key: str) -> bool:
    """Return whether the value of this key is wanted, and forget that it is."""
    return st.session_state.pop(_WANTED, "") == key


def reset_what_ifs() -> None:
    """Undo every what-if."""
    for name in (*what_if_text.NAMES.values(), "french-is"):
        clear_setting(name)
