"""Small pages with every kind of setting and of widget."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from viz.app import controls
from viz.app.page import Page
from viz.app.page_controls import Controls
from viz.base.examples import EXAMPLES
from viz.view.computation import Computation
from viz.view.settings import MAX_LINES, Settings, choice, number, text

KINDS = {"one": "One", "two": "Two"}
SHAPES = {str(place): f"Shape {place}" for place in range(20)}


def reference(known, runner) -> str:
    return EXAMPLES.get(known.sentence, "")


@dataclass(frozen=True)
class ShapeSettings(Settings):
    """Choices, a text whose default is of the sentence, and a number without a widget."""

    kind: str = choice(KINDS)
    shape: str = choice(SHAPES, "3")
    french: str = text(reference)
    unit: int = number(7, 1, 128)
    never: str | None = choice(KINDS, applies=lambda known, runner: False)


@dataclass(frozen=True)
class TextSettings(Settings):
    """Every kind of text."""

    line: str = text()
    area: str = text(omitted_when_default=True)
    lines: str = text(omitted_when_default=True, max_characters=MAX_LINES)
    word: str = text("left")
    french: str = text()
    off: str = text(omitted_when_default=True, max_characters=MAX_LINES)
    swap: str = text(omitted_when_default=True, max_characters=MAX_LINES)


def render_shapes(content: ShapeSettings, settings: ShapeSettings, widgets: Controls) -> None:
    widgets.bind_key("step", "kind")
    widgets.pick("kind", "Kind")
    widgets.pick("shape", "Shape", width=200)
    widgets.pick("never", "Never")
    widgets.bind_key("head", "never")
    widgets.edit_french_to_follow()
    st.text(f"{settings.kind} {settings.shape} {settings.french or None} {settings.unit}")


def render_texts(content: TextSettings, settings: TextSettings, widgets: Controls) -> None:
    widgets.edit_text("line", "A line")
    widgets.edit_area("area", "An area", 100)
    widgets.edit_lines("lines", "Lines", 10)
    widgets.pick_word("word", "A word", ["left", "right"])
    widgets.edit_french_to_follow()
    st.text_input("or for", key="other word", on_change=controls.add_swap, args=("1", "other word"))


def build_page(path: str, kind: type[Settings], render: Callable) -> Page:
    computation = Computation(path, kind, lambda settings, runner: settings)
    return Page(computation, render, title=path, lead="", group="Pages", has_model_box=False)


PAGES = {
    "shapes": build_page("shapes", ShapeSettings, render_shapes),
    "texts": build_page("texts", TextSettings, render_texts),
    "elsewhere": build_page("elsewhere", Settings, lambda content, settings, widgets: None),
}
