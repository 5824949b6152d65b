"""Widgets whose values are settings of the page, and so stand in the address.

Labels, and the titles of options, are English and shown in the reader's language.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeVar
from urllib.parse import quote

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import models

from ..analysis import what_if
from ..analysis.views import STACK_TITLES, HeadChoice
from ..base.language import option_title, t
from ..base.model_titles import model_title
from . import cache
from .alerts import escape_markdown, show_alert, truncate
from .presenter import Width, bind_head_keys, scaled_width
from .state import (
    FRENCH,
    MAX_LINES,
    MAX_TEXT,
    MAX_WORD,
    MODEL,
    TEXT_EDITION,
    apply_preset,
    clear_forced_weights,
    clear_setting,
    current_view,
    declare_setting,
    read_text,
    set_head_part,
    set_setting,
    setting_value,
)

SLIDER_STEP, SLIDER_WIDTH = 0.5, 160
WANTED = "wanted"  # the key of what the next run is to compute
Visibility = Literal["visible", "collapsed"]  # of a label
Part = TypeVar("Part", str, int)  # of a head: its mechanism, layer or place

# --- a choice ------------------------------------------------------------------------------------


def pick(
    label: str,
    name: str,
    options: Mapping[str, str],
    default: str | None = None,
    width: int | None = None,
    labelled: bool = False,
    omitted_when_default: bool = False,
) -> str:
    """One of `options`, each a value with its title.

    They stand side by side or, with a `width`, in a box. The default is the first.
    """
    default = default or next(iter(options))
    key = declare_setting(name, default, tuple(options), omitted_when_default)
    visibility: Visibility = "visible" if labelled else "collapsed"
    if width:
        return st.selectbox(
            t(label),
            list(options),
            format_func=lambda option: option_title(options[option]),
            key=key,
            label_visibility=visibility,
            width=scaled_width(width),
        )
    value = st.segmented_control(
        t(label),
        list(options),
        format_func=lambda option: escape_markdown(option_title(options[option])),
        key=key,
        label_visibility=visibility,
        required=True,
    )
    return value or default


def pick_several(label: str, name: str, options: Mapping[str, str]) -> None:
    """Any number of `options`, a number each with its title.

    The address has them with commas between, and leaves out none at all.
    """
    widget = f"several {name}"
    values = read_text(name).split(",")
    st.session_state[widget] = [option for option in options if option in values]
    st.multiselect(
        t(label),
        options,
        format_func=options.__getitem__,
        key=widget,
        on_change=keep_several,
        args=(name, widget),
    )


def keep_several(name: str, widget: str) -> None:
    """Write what `pick_several` holds into its setting."""
    set_setting(name, ",".join(sorted(st.session_state[widget], key=int)))


def pick_chips(
    label: str,
    name: str,
    options: Mapping[str, str],
    chosen: Sequence[str],
    keep: Callable[[Sequence[str]], None],
    several: bool = False,
) -> None:
    """One of `options` or none, or `several`, as words to click: those `chosen` are marked.

    `keep` gets what is chosen when the reader clicks.
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
        on_change=keep_chips,
        args=(widget, keep),
    )


def keep_chips(widget: str, keep: Callable[[Sequence[str]], None]) -> None:
    """Give `keep` what `pick_chips` holds."""
    value = st.session_state[widget]
    keep([value] if isinstance(value, str) else value or [])


def pick_preset(label: str, widget: str, presets: Mapping[str, Mapping[str, str]]) -> None:
    """A menu of presets by name, each of which sets several settings."""
    st.menu_button(
        t(label), tuple(presets), key=widget, on_click=apply_preset, args=(widget, presets)
    )


def pick_word(label: str, name: str, words: Sequence[str], default: str, width: int = 200) -> str:
    """A word from a list, or any other that the reader types."""
    key = declare_setting(name, default)
    value = st.session_state[key]
    options = [*words] if value in words else [*words, value]
    with text_container(name, width):
        word = st.selectbox(t(label), options, key=key, accept_new_options=True)
    return word or default


def pick_model(label: str) -> str:
    """A box for the model of the tab; the same wherever it stands."""
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
    """Boxes for one head of the tab's model: mechanism, layer and head.

    They stand in one row, of this key.
    """
    view = current_view()
    sizes, choice = cache.model(view.model).attention_sizes, view.choice
    layers, heads = sizes[choice.stack]
    bind_head_keys((layers, heads))
    with st.container(horizontal=True, key=key, width="content"):
        stacks = {stack: t(STACK_TITLES[stack]) for stack in sizes}
        pick_head_part("stack", choice.stack, t("Attention"), stacks, 240)
        titles = {place: t("layer {layer}", layer=place + 1) for place in range(layers)}
        pick_head_part("layer", choice.layer, t("Layer"), titles, 105)
        titles = {place: t("head {head}", head=place + 1) for place in range(heads)}
        pick_head_part("head", choice.head, t("Head"), titles, 95)
    return choice


def pick_head_part(
    part: str, value: Part, label: str, titles: Mapping[Part, str], width: int
) -> None:
    """One box of `pick_head`, where there is something to choose."""
    if len(titles) < 2:
        return
    widget = f"box {part}"
    st.session_state[widget] = value
    st.selectbox(
        label,
        list(titles),
        format_func=titles.__getitem__,
        key=widget,
        on_change=keep_head_part,
        args=(part, widget),
        width=scaled_width(width),
        label_visibility="collapsed",
    )


def keep_head_part(part: str, widget: str) -> None:
    """Show the head that a box of `pick_head` names."""
    set_head_part(part, st.session_state[widget])


def switch(
    label: str,
    name: str,
    on: bool = True,
    hint: str | None = None,
    clears: Sequence[str] = (),
    omitted_when_default: bool = False,
) -> bool:
    """A switch, "on" or "off" in the address; it takes the settings that it `clears` back."""
    widget = f"switch {name}"
    key = declare_setting(name, "on" if on else "off", ("on", "off"), omitted_when_default)
    st.session_state[widget] = st.session_state[key] == "on"
    return st.toggle(
        t(label),
        key=widget,
        help=hint and t(hint),
        on_change=keep_switch,
        args=(name, widget, clears),
    )


def keep_switch(name: str, widget: str, clears: Sequence[str] = ()) -> None:
    """Write what a `switch` holds into its setting."""
    set_setting(name, "on" if st.session_state[widget] else "off")
    for other in clears:
        clear_setting(other)


def slide_several(
    name: str, labels: Sequence[str], values: Sequence[float], least: float, most: float
) -> None:
    """A slider for each of several numbers, kept as a text with commas; "" where all are 0."""
    widgets = [f"slide {name} {place}" for place in range(len(labels))]
    for widget, label, value in zip(widgets, labels, values, strict=True):
        st.session_state[widget] = float(value)
        st.slider(
            label,
            least,
            most,
            step=SLIDER_STEP,
            format="%.1f",
            key=widget,
            on_change=keep_several_slides,
            args=(name, widgets),
            width=scaled_width(SLIDER_WIDTH),
        )


def keep_several_slides(name: str, widgets: Sequence[str]) -> None:
    """Write what `slide_several` holds into its setting."""
    values = [st.session_state[widget] for widget in widgets]
    set_setting(name, ",".join(f"{value:g}" for value in values) if any(values) else "")


# --- text ----------------------------------------------------------------------------------------


def text_container(name: str, width: Width = "stretch") -> DeltaGenerator:
    """A container for the field of a text that the address holds.

    The browser keeps text that was typed without Enter, and shows it instead of the text that the
    server sets. It forgets it with the container, which gets another key for each opened address.
    """
    edition = st.session_state.get(TEXT_EDITION, 0)
    return st.container(key=f"text {name} {edition}", width=scaled_width(width))


def edit_text(
    label: str, name: str, default: str, width: Width = "stretch", labelled: bool = False
) -> str:
    """A line of text that the reader may change."""
    with text_container(name, width):
        return st.text_input(
            t(label),
            key=declare_setting(name, default),
            max_chars=MAX_TEXT,
            autocomplete="off",
            label_visibility="visible" if labelled else "collapsed",
        )


def edit_area(label: str, name: str, default: str, height: int, width: int = 190) -> str:
    """A few lines of text that the reader may change."""
    with text_container(name, width):
        return st.text_area(
            t(label),
            key=declare_setting(name, default, omitted_when_default=True),
            max_chars=MAX_TEXT,
            height=height,
        )


def edit_lines(label: str, name: str, default: str, max_lines: int, height: int = 200) -> list[str]:
    """Lines of text that the reader may change, without blank ones.

    Of more than `max_lines` the first, with an alert.
    """
    key = declare_setting(name, default, omitted_when_default=True, max_characters=MAX_LINES)
    with text_container(name):
        text = st.text_area(t(label), key=key, max_chars=MAX_LINES, height=height)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > max_lines:
        show_alert(
            t(
                "These are {count} lines; the first {most} are shown.",
                count=len(lines),
                most=max_lines,
            )
        )
    return lines[:max_lines]


def edit_french_to_follow(default: str) -> str | None:
    """A translation that the models follow, at first the reference of an example.

    None for none.
    """
    key = declare_setting(FRENCH, default)
    with text_container(FRENCH):
        text = st.text_input(
            t("Translation to follow"),
            key=key,
            placeholder=t("Translation (empty: the first model's own)"),
            max_chars=MAX_TEXT,
            autocomplete="off",
            label_visibility="collapsed",
        )
    return text if text.strip() else None


# --- what-ifs ------------------------------------------------------------------------------------


def add_swap(place: str, widget: str) -> None:
    """Swap a word of the sentence for the word that a widget holds, and empty the widget.

    Places count from 1. An empty word takes the swap back.
    """
    session = st.session_state
    word = truncate(session[widget] or "", MAX_WORD).strip()
    session[widget] = None if widget == "neighbour" else ""
    swaps = other_swaps(place)
    if word:
        swaps.append(f"{place}:{quote(word, safe='')}")
    set_setting("swap", ",".join(sorted(swaps)))


def remove_swap(place: str) -> None:
    """Take the swap of the word at a place, from 1, back."""
    set_setting("swap", ",".join(other_swaps(place)))


def other_swaps(place: str) -> list[str]:
    """The swaps of all words but the one at this place, as the setting writes them."""
    swaps = filter(None, setting_value("swap", "").split(","))
    return [swap for swap in swaps if not swap.startswith(f"{place}:")]


def hide_word(mask: str, widget: str) -> None:
    """Swap the word whose place, from 1, a widget holds for the mask of a model."""
    set_setting("swap", f"{st.session_state[widget]}:{quote(mask, safe='')}")


def want_value(key: str) -> None:
    """Ask the next run for the value that it computes under this key, in a callback."""
    st.session_state[WANTED] = key


def take_wanted(key: str) -> bool:
    """Whether the value of this key was asked for; asked again, it was not."""
    return st.session_state.pop(WANTED, "") == key


def reset_what_ifs() -> None:
    """Take back every what-if."""
    for name in (*what_if.NAMES.values(), "french-is"):
        clear_setting(name)
