"""What stands around a page: sentence bar, language box, and the line on models and device."""

from collections.abc import Callable

import streamlit as st

import models

from ..components.lecture import STYLE
from ..language import LANGUAGES, mark, t
from . import cache
from .alerts import errors_as_alerts, truncate
from .controls import pick, pick_model
from .examples import EXAMPLES
from .notice import reserve_notice
from .state import (
    MAX_SENTENCE,
    MERGED,
    SENTENCE,
    browser_locale,
    clear_sentence_settings,
    current_trace,
    current_view,
    declare_setting,
    is_lecture,
    set_sentence,
)


def draw_sentence_bar(with_model: bool = True, more: Callable[[], None] | None = None):
    """Draw the sentence, examples, how sub-words are shown, the model, and `more` of the page.

    Gives the menu to share with. In a lecture there are the sentence and `more` alone, and None.
    """
    of_sentence_bar, with_model = with_model, with_model and len(models.available()) > 1
    lecture = is_lecture()
    st.session_state[SENTENCE] = truncate(st.session_state[SENTENCE], MAX_SENTENCE)
    if lecture:
        st.html(STYLE)
    with st.container(horizontal=True, vertical_alignment="center", key="bar"):
        st.text_input(
            t("An English sentence"),
            key=SENTENCE,
            placeholder=t("Type an English sentence and press Enter"),
            on_change=clear_sentence_settings,
            autocomplete="off",
            label_visibility="collapsed",
            width=sentence_width(with_model, lecture),
        )
        if not lecture:
            draw_sentence_tools(with_model)
        if more:
            with errors_as_alerts():
                more()
        menu = None if lecture else st.popover(t("Share"), on_change="rerun", key="share")
    reserve_notice(of_sentence_bar)
    return menu


def sentence_width(with_model: bool, lecture: bool) -> int | str:
    """The width of the sentence, in pixels: what the boxes beside it leave."""
    if lecture:
        return "stretch"
    return 390 if with_model else 640


def draw_sentence_tools(with_model: bool) -> None:
    """Draw what stands beside the sentence outside a lecture."""
    st.menu_button(t("Examples"), tuple(EXAMPLES), key="example", on_click=apply_example)
    st.toggle(
        t("Merge sub-words"),
        key=MERGED,
        help=t(
            "Rare words are read in pieces. Merged, a word gets what its pieces get together "
            "and gives their mean."
        ),
    )
    if with_model:
        pick_model(mark("Model"))


def apply_example() -> None:
    """Put the example chosen into the sentence bar."""
    set_sentence(st.session_state["example"])


def draw_language_box() -> None:
    """Draw a choice of the language, at the end of a page.

    The address says the language when it is not the browser's. In a lecture there is no box.
    """
    default = browser_locale()
    if is_lecture():
        declare_setting("language", default, tuple(LANGUAGES), omitted_when_default=True)
    else:
        pick(mark("Language"), "language", LANGUAGES, default, omitted_when_default=True)


def show_not_applicable(sentence: str) -> None:
    """Say what this model does not have and why, with the translation of one that translates."""
    trace = current_trace()
    if trace.source and trace.predicted:
        st.text(trace.translation)
    st.info(sentence)
    draw_device_line()


def draw_device_line(*names: str) -> None:
    """Say which models ran, that of the tab unless named, and where."""
    loaded = [cache.model(name) for name in names or (current_view().model,)]
    sizes = []
    for model in loaded:
        weights = model.card["weights"] / 1e6
        sizes.append(t("{model}, {count:.1f} million weights", model=model.name, count=weights))
    if not all(model.name in models.shipped() for model in loaded):
        text = mark("Models: {models}, on {device}.")
    elif len(loaded) == 1:
        text = mark("Model: {models}, trained by us, on {device}.")
    else:
        text = mark("Models: {models}, trained by us, on {device}.")
    first = loaded[0]
    device = t("the CPU") if first.device.type == "cpu" else first.device_name
    st.caption(t(text, models=", ".join(sizes), device=device))
