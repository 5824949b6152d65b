"""Widgets bound to the fields of a page's settings.

The key of a widget is that of the setting in the session state; options and defaults are those of
the settings. Labels, and the titles of options, are English and shown in the reader's language.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import streamlit as st

from ..base.language import option_title, t, translatable
from ..draw.matrix import Highlight
from ..view.settings import MAX_LINES, MAX_TEXT, SettingsReading
from .alerts import escape_markdown, show_alert
from .controls import text_container
from .presenter import Width, bind_key, scaled_width
from .state import clear_setting, is_lecture, set_setting, setting_key, setting_value

_SLIDER_STEP, _SLIDER_WIDTH = 0.5, 160
_PLAYING = "playing"  # the key of the parameter that moves by itself
_Visibility = Literal["visible", "collapsed"]  # of a label


class Controls:
    """Draws widgets for the settings of one page, where the settings apply.

    `highlights` are marked in the picture, by the step of a lesson. `draw_step` draws the page of
    a tour's step.
    """

    def __init__(
        self,
        reading: SettingsReading,
        highlights: Sequence[Highlight] = (),
        draw_step: Callable[[], object] = lambda: None,
    ):
        self.reading = reading
        self.highlights = highlights
        self.draw_step = draw_step

    def has(self, name: str) -> bool:
        """Return whether a setting applies to what is shown."""
        return name in self.reading.situations

    def _applies(self, name: str) -> bool:
        """Return the same of a setting to draw, which the page must have."""
        assert hasattr(self.reading.settings, name), f"the page has no setting {name}"
        return self.has(name)

    def options(self, name: str) -> Mapping[str, str]:
        """Return the options of a setting, each with its title."""
        return self.reading.situations[name].options or {}

    def parameter(self, name: str) -> str:
        """Return the name of a setting in the address."""
        return self.reading.situations[name].parameter

    def text(self, name: str) -> str:
        """Return a setting as it stands in the address."""
        return self.reading.texts[self.parameter(name)]

    def key(self, name: str) -> str:
        """Return the key of a widget for a setting."""
        return setting_key(self.parameter(name))

    def label(self, name: str, label: str = "") -> str:
        """Return a label in the reader's language: where none is given, that of the setting."""
        return t(label or self.reading.situations[name].declaration.label)

    # --- choices ---

    def pick(
        self, name: str, label: str = "", width: int | None = None, labelled: bool = False
    ) -> None:
        """Draw options side by side or, with a `width`, in a box."""
        if not self._applies(name):
            return
        options = self.options(name)
        if width:
            st.selectbox(
                self.label(name, label),
                list(options),
                format_func=lambda option: option_title(options[option]),
                key=self.key(name),
                label_visibility=_visibility(labelled),
                width=scaled_width(width),
            )
            return
        st.segmented_control(
            self.label(name, label),
            list(options),
            format_func=lambda option: escape_markdown(option_title(options[option])),
            key=self.key(name),
            label_visibility=_visibility(labelled),
            required=True,
        )

    def pick_several(self, name: str, label: str, options: Mapping[str, str]) -> None:
        """Draw any number of `options`, numbers with their titles, kept as a text with commas."""
        parameter = self.parameter(name)
        widget = f"several {parameter}"
        values = self.text(name).split(",")
        st.session_state[widget] = [option for option in options if option in values]
        st.multiselect(
            t(label),
            options,
            format_func=options.__getitem__,
            key=widget,
            on_change=_keep_several,
            args=(parameter, widget),
        )

    def pick_word(self, name: str, label: str, words: Sequence[str], width: int = 200) -> None:
        """Draw a box with words, in which the reader may type any other."""
        word = self.text(name)
        options = [*words] if word in words else [*words, word]
        with text_container(self.parameter(name), width):
            st.selectbox(t(label), options, key=self.key(name), accept_new_options=True)

    def switch(
        self, name: str, label: str = "", hint: str | None = None, clears: Sequence[str] = ()
    ) -> None:
        """Draw a switch; it takes the settings that it `clears` back."""
        if not self._applies(name):
            return
        parameter = self.parameter(name)
        widget = f"switch {parameter}"
        others = [self.parameter(other) for other in clears if self.has(other)]
        st.session_state[widget] = self.text(name) == "on"
        st.toggle(
            self.label(name, label),
            key=widget,
            help=hint and t(hint),
            on_change=keep_switch,
            args=(parameter, widget, others),
        )

    def expander(self, name: str) -> Any:
        """Return an expander that a switch opens, which says whether it is `open`."""
        parameter = self.parameter(name)
        widget = f"switch {parameter}"
        st.session_state[widget] = self.text(name) == "on"
        return st.expander(
            self.label(name, ""), key=widget, on_change=keep_switch, args=(parameter, widget)
        )

    # --- sliders ---

    def slide(
        self,
        name: str,
        label: str = "",
        width: int | Literal["stretch"] = 150,
        order: Callable[[str], float] | None = None,
    ) -> None:
        """Draw a slider along the options, as declared or in an `order`."""
        if not self._applies(name):
            return
        options = tuple(self.options(name))
        if order:
            options = tuple(sorted(options, key=order))
        st.select_slider(self.label(name, label), options, key=self.key(name), width=width)

    def play(self, name: str, seconds: float) -> None:
        """Draw a button that moves a setting along its options, one every so many `seconds`."""
        parameter, options = self.parameter(name), tuple(self.options(name))
        playing = st.session_state.get(_PLAYING) == parameter
        st.button(
            t("Stop") if playing else t("Play"),
            icon=":material/stop:" if playing else ":material/play_arrow:",
            key=f"play {parameter}",
            on_click=_start_or_stop,
            args=(parameter, options),
            shortcut="A" if is_lecture() else None,
        )
        if playing:
            st.fragment(_move_on, run_every=seconds)(
                parameter, options, time.monotonic() + seconds / 2
            )

    def slide_several(
        self, name: str, labels: Sequence[str], values: Sequence[float], least: float, most: float
    ) -> None:
        """Draw a slider for each of several numbers, kept as a text with commas."""
        parameter = self.parameter(name)
        widgets = [f"slide {parameter} {place}" for place in range(len(labels))]
        for widget, label, value in zip(widgets, labels, values, strict=True):
            st.session_state[widget] = float(value)
            st.slider(
                label,
                least,
                most,
                step=_SLIDER_STEP,
                format="%.1f",
                key=widget,
                on_change=_keep_several_slides,
                args=(parameter, widgets),
                width=scaled_width(_SLIDER_WIDTH),
            )

    # --- texts ---

    def edit_text(
        self,
        name: str,
        label: str = "",
        width: Width = "stretch",
        labelled: bool = False,
        placeholder: str | None = None,
    ) -> None:
        """Draw a line of text."""
        if not self._applies(name):
            return
        with text_container(self.parameter(name), width):
            st.text_input(
                self.label(name, label),
                key=self.key(name),
                placeholder=placeholder and t(placeholder),
                max_chars=MAX_TEXT,
                autocomplete="off",
                label_visibility=_visibility(labelled),
            )

    def edit_french_to_follow(self) -> None:
        """Draw the translation that the models follow, at first the reference of an example."""
        hint = translatable("Translation (empty: the first model's own)")
        self.edit_text("french", placeholder=hint)

    def edit_area(self, name: str, label: str, height: int, width: int = 190) -> None:
        """Draw a few lines of text."""
        if not self._applies(name):
            return
        with text_container(self.parameter(name), width):
            st.text_area(t(label), key=self.key(name), max_chars=MAX_TEXT, height=height)

    def edit_lines(self, name: str, label: str, max_lines: int, height: int = 200) -> None:
        """Draw lines of text, with an alert if more than `max_lines` are not blank."""
        if not self._applies(name):
            return
        with text_container(self.parameter(name)):
            text = st.text_area(t(label), key=self.key(name), max_chars=MAX_LINES, height=height)
        count = sum(bool(line.strip()) for line in text.splitlines())
        if count > max_lines:
            show_alert(
                t(
                    "These are {count} lines; the first {most} are shown.",
                    count=count,
                    most=max_lines,
                )
            )

    # --- keys ---

    def bind_key(self, axis: str, name: str, options: Sequence[str] = ()) -> None:
        """Let the presenter's keys for an axis move a setting along its options."""
        if self._applies(name):
            bind_key(axis, self.parameter(name), options or tuple(self.options(name)))


def _start_or_stop(parameter: str, options: Sequence[str]) -> None:
    """Begin to play a setting, from the first option if it is at the last, or stop."""
    if st.session_state.pop(_PLAYING, None) == parameter:
        return
    st.session_state[_PLAYING] = parameter
    if setting_value(parameter, options[0]) == options[-1]:
        set_setting(parameter, options[0])


def _move_on(parameter: str, options: Sequence[str], due: float) -> None:
    """Move a playing setting to its next option from the time `due` on; at the last one stop."""
    if time.monotonic() < due:
        return  # the page was just drawn
    value = setting_value(parameter, options[0])
    following = options[options.index(value) + 1 :] if value in options else ()
    if following:
        set_setting(parameter, following[0])
    if len(following) <= 1:
        st.session_state.pop(_PLAYING, None)
    st.rerun()


def _visibility(labelled: bool) -> _Visibility:
    return "visible" if labelled else "collapsed"


def _keep_several(name: str, widget: str) -> None:
    """Write the options of `pick_several` into their setting."""
    set_setting(name, ",".join(sorted(st.session_state[widget], key=int)))


def keep_switch(name: str, widget: str, clears: Sequence[str] = ()) -> None:
    """Write a switch into its setting."""
    set_setting(name, "on" if st.session_state[widget] else "off")
    for other in clears:
        clear_setting(other)


def _keep_several_slides(name: str, widgets: Sequence[str]) -> None:
    """Write the sliders of `slide_several` into their setting."""
    values = [st.session_state[widget] for widget in widgets]
    set_setting(name, ",".join(f"{value:g}" for value in values) if any(values) else "")
