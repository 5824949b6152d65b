"""The widgets of a page, by the names of the fields of its settings.

Each is drawn with the key under which the tab holds the setting. Options and defaults are those
that the settings declare.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import streamlit as st

from ..base.language import t
from ..draw.matrix import Highlight
from ..view.settings import Situation
from . import controls, presenter
from .state import setting_key


class Controls:
    """Draws widgets for the settings of one page."""

    def __init__(self, situations: Mapping[str, Situation], highlights: Sequence[Highlight] = ()):
        self.situations = situations
        self.highlights = highlights  # what the step of a lesson marks in the picture

    def has(self, name: str) -> bool:
        """Whether a setting applies to what is shown."""
        return name in self.situations

    def options(self, name: str) -> Mapping[str, str]:
        """The options of a setting, each with its title."""
        return self.situations[name].options or {}

    def parameter(self, name: str) -> str:
        """The name of a setting in the address."""
        return self.situations[name].parameter

    def key(self, name: str) -> str:
        """The key of a widget for a setting."""
        return setting_key(self.situations[name].parameter)

    def pick(self, label: str, name: str, width: int | None = None, labelled: bool = False) -> None:
        """Options side by side or, with a `width`, in a box."""
        situation = self.situations[name]
        controls.pick(
            label,
            situation.parameter,
            situation.options or {},
            situation.default,
            width,
            labelled,
            situation.declaration.omitted_when_default,
        )

    def pick_several(self, label: str, name: str, options: Mapping[str, str]) -> None:
        """Any number of `options`, numbers with their titles, kept as a text with commas."""
        controls.pick_several(label, self.situations[name].parameter, options)

    def slide(
        self,
        label: str,
        name: str,
        width: int | Literal["stretch"] = 150,
        order: Callable[[str], float] | None = None,
    ) -> None:
        """A slider along the options, as declared or in an `order`."""
        options = tuple(self.options(name))
        if order:
            options = tuple(sorted(options, key=order))
        st.select_slider(t(label), options, key=self.key(name), width=width)

    def switch(
        self, label: str, name: str, hint: str | None = None, clears: Sequence[str] = ()
    ) -> None:
        """A switch; it takes the settings that it `clears` back."""
        situation = self.situations[name]
        others = [self.parameter(other) for other in clears if self.has(other)]
        controls.switch(
            label,
            situation.parameter,
            situation.default == "on",
            hint,
            others,
            situation.declaration.omitted_when_default,
        )

    def slide_several(
        self, name: str, labels: Sequence[str], values: Sequence[float], least: float, most: float
    ) -> None:
        """A slider for each of several numbers that one setting holds, with commas between."""
        controls.slide_several(self.parameter(name), labels, values, least, most)

    def edit_text(
        self, label: str, name: str, width: presenter.Width = "stretch", labelled: bool = False
    ) -> None:
        """A line of text."""
        situation = self.situations[name]
        controls.edit_text(label, situation.parameter, situation.default, width, labelled)

    def edit_area(self, label: str, name: str, height: int, width: int = 190) -> None:
        """A few lines of text."""
        situation = self.situations[name]
        controls.edit_area(label, situation.parameter, situation.default, height, width)

    def edit_lines(self, label: str, name: str, max_lines: int, height: int = 200) -> None:
        """Lines of text, with an alert where there are more than `max_lines`."""
        situation = self.situations[name]
        controls.edit_lines(label, situation.parameter, situation.default, max_lines, height)

    def pick_word(self, label: str, name: str, words: Sequence[str], width: int = 200) -> None:
        """A word from a list, or any other that the reader types."""
        situation = self.situations[name]
        controls.pick_word(label, situation.parameter, words, situation.default, width)

    def edit_french_to_follow(self) -> None:
        """The translation that the models follow, where the page has one."""
        controls.edit_french_to_follow(self.situations["french"].default)

    def bind_key(self, axis: str, name: str, options: Sequence[str] = ()) -> None:
        """Let the presenter's keys for an axis move a setting along its options."""
        options = options or tuple(self.options(name))
        presenter.bind_key(axis, self.situations[name].parameter, options)
