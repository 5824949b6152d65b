"""The sentence bar above a page, and the line on models and device below it."""

from collections.abc import Callable, Sequence
from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import models

from ..base.examples import EXAMPLES
from ..base.language import model_title, t, translatable
from ..base.theme import style_sheet
from ..view.edition import BILSTMS
from ..view.settings import VIEW_LABELS
from . import cache, undo
from .alerts import errors_as_alerts, escape_markdown, truncate
from .controls import pick_model, text_container
from .notice import notice_line, reserve_notice
from .sentence_warnings import shortened
from .state import (
    LAST_BILSTM,
    LAST_SENTENCE,
    MAX_SENT,
    MAX_SENTENCE,
    MERGED,
    MODEL,
    SENTENCE,
    clear_forced_weights,
    clear_sentence_settings,
    current_trace,
    current_view,
    is_lecture,
    is_tour,
    set_model,
    set_sentence,
    set_setting,
)

# All but what stands above the picture, and the keys of a lecture.
_PALE = style_sheet(__file__, "pale.css")


def draw_sentence_bar(
    with_model: bool = True,
    more: Callable[[], None] | None = None,
    with_sentence: bool = True,
    with_pieces: bool = True,
) -> None:
    """Draw the sentence, examples, the switch of sub-words, the model, and `more` of the page.

    In a lecture only the sentence, the switch of architectures and `more` are drawn.
    """
    lecture, has_sentence_bar = is_lecture(), with_model
    is_english = current_view().model in models.shipped()
    with_model = with_model and not lecture and len(models.available()) > 1
    st.session_state[SENTENCE] = truncate(st.session_state[SENTENCE], MAX_SENTENCE)
    if not with_sentence:  # unseen, so that the browser keeps what was typed on other pages
        with st.container(key="unseen-sentence"):
            draw_sentence(is_english)
    if with_sentence or with_model or more:
        with st.container(horizontal=True, vertical_alignment="center", key="bar"):
            if with_sentence:
                draw_sentence(is_english)
                if not (lecture or is_tour()):  # a step of a lesson says how it is shown
                    st.checkbox(t("Settings"), key="fold")  # on a phone, where it unfolds the rest
                    _draw_sentence_tools(with_pieces)
            if has_sentence_bar:
                _switch_architecture()
            if with_model:
                pick_model(VIEW_LABELS["model"])
            if more:
                with errors_as_alerts():
                    more()
    if with_sentence:
        _warn_of_empty_sentence(reserve_notice(has_sentence_bar))


def draw_sentence(is_english: bool) -> None:
    """Draw the text field of the sentence."""
    placeholder = (
        t("Type an English sentence and press Enter")
        if is_english
        else t("Type a sentence and press Enter")
    )
    with text_container(SENTENCE):
        st.text_input(
            t("An English sentence") if is_english else t("A sentence"),
            key=SENTENCE,
            placeholder=placeholder,
            on_change=clear_sentence_settings,
            autocomplete="off",
            label_visibility="collapsed",
            validate=(
                f"^.{{0,{MAX_SENT}}}$",
                t("At most {count:,} characters. Shorten this text.", count=MAX_SENT),
            ),
        )


def _warn_of_empty_sentence(text: DeltaGenerator) -> None:
    """Say that the sentence is empty, and draw the page of the last one pale."""
    if st.session_state[SENTENCE].strip():
        return
    sentence = t("app#an empty sentence", sentence=shortened(st.session_state[LAST_SENTENCE]))
    notice_line(text).html(f'{_PALE}<p role="status">{escape(sentence)}</p>', width="content")


def _draw_sentence_tools(with_pieces: bool) -> None:
    """Draw the tools beside the sentence, outside of a lecture."""
    sentences = (*EXAMPLES, *undo.earlier_sentences())
    st.menu_button(t("Examples"), sentences, key="example", on_click=_apply_example)
    if not with_pieces:
        return
    st.toggle(
        t(VIEW_LABELS["words"]),
        key=MERGED,
        help=t("app#whole words"),
    )


def _switch_architecture() -> None:
    """Draw the switch between the transformer and the BiLSTM that this tab has shown last."""
    session, model = st.session_state, st.session_state[MODEL]
    if model in BILSTMS:
        session[LAST_BILSTM] = model
    options = {"transformer": "Transformer", session.get(LAST_BILSTM, BILSTMS[0]): "BiLSTM"}
    if not {*options} <= {*models.available()}:
        return
    session["architecture"] = model if model in options else None
    st.segmented_control(
        t("Architecture"),
        list(options),
        format_func=options.__getitem__,
        key="architecture",
        on_change=_set_architecture,
        label_visibility="collapsed",
    )


def _set_architecture() -> None:
    """Show the model of the switch, in a callback; a second click on it changes nothing."""
    if model := st.session_state["architecture"]:
        set_model(model)
        clear_forced_weights()


def _apply_example(key: str = "example", parameter: str = "") -> None:
    """Put the choice of the menu of this key into the sentence bar, or into a page's own text."""
    if parameter:
        set_setting(parameter, st.session_state[key])
    else:
        set_sentence(st.session_state[key])


def offer_sentences(label: str, sentences: Sequence[str], key: str, parameter: str = "") -> None:
    """Draw a menu of a page's own sentences, for the sentence bar or for a text of the page."""
    st.menu_button(
        t(label), tuple(sentences), key=key, on_click=_apply_example, args=(key, parameter)
    )


def show_not_applicable(sentence: str) -> None:
    """Say why the page does not apply to this model, with a translation if there is one."""
    trace = current_trace()
    if trace.source and trace.predicted:
        st.text(trace.translation)
    st.info(sentence)
    draw_device_line()


def draw_device_line(*names: str) -> None:
    """Draw which models ran and where; without `names`, the model of the tab."""
    loaded = [cache.model(name) for name in names or (current_view().model,)]
    sizes = []
    for model in loaded:
        weights = model.card["weights"] / 1e6
        is_ours = model.capabilities.trained_here
        title = model_title(model.name) if is_ours else escape_markdown(model.name)
        sizes.append(t("{model}, {count:.1f} million weights", model=title, count=weights))
    if not all(model.capabilities.trained_here for model in loaded):
        text = translatable("Models: {models}, on {device}.")
    elif len(loaded) == 1:
        text = translatable("Model: {models}, trained by us, on {device}.")
    else:
        text = translatable("Models: {models}, trained by us, on {device}.")
    first = loaded[0]
    device = t("the CPU") if first.device_name == "the CPU" else first.device_name
    st.caption(t(text, models=", ".join(sizes), device=device))
