"""The line under the sentence bar: what the sentence asks beyond what the model can do."""

import streamlit as st

import models
from models import Trace, UserError
from models.limits import Limits, limits_of, nearest_known

from .. import limits as texts
from ..language import t
from . import cache
from .alerts import escape_markdown
from .examples import EXAMPLES
from .state import FRENCH, SENTENCE, current_trace, current_view, set_sentence
from .url import View

PLACE = "notice"  # where the line goes, and whether the page shows the model of the sentence bar
REPLACED = "replaced"  # the reader's sentence, and the one that was offered and taken in its place


def reserve_notice(of_sentence_bar: bool) -> None:
    """Keep room for one line under the sentence bar.

    `of_sentence_bar` says whether the page shows the model that is chosen there.
    """
    st.html(texts.STYLE)
    place = st.container(horizontal=True, vertical_alignment="center", key="limits")
    st.session_state[PLACE] = place, of_sentence_bar


def draw_notice() -> None:
    """Say what there is to say, and offer a sentence that the model knows.

    After all else of the page, which does not wait for it.
    """
    place, of_sentence_bar = st.session_state.pop(PLACE)
    view = current_view()
    model = cache.model(view.model)
    unsure = model.card.get("unsure")
    limits = Limits()
    if view.model in models.shipped() and view.sentence.strip():
        trace = own_translation(view) if of_sentence_bar else None
        threshold = unsure["threshold"] if unsure else None
        limits = limits_of(view.sentence, model.tokenizer, EXAMPLES, trace, threshold)
    with place:
        if limits:
            hint = texts.reliability(unsure) if limits.unsure else ""
            st.html(texts.line_html(texts.sentences(limits), hint), width="content")
            offer_known_sentence(nearest_known(view.sentence, limits.language))
        before, taken = st.session_state.get(REPLACED, ("", ""))
        if taken == view.sentence:
            label = t("Back to “{sentence}”", sentence=texts.shortened(before))
            st.button(escape_markdown(label), key="before", type="tertiary", on_click=restore_sentence)


def own_translation(view: View) -> Trace | None:
    """The run on the sentence, unless the reader typed its French or it cannot be read."""
    if dict(view.settings).get(FRENCH, "").strip():
        return None
    try:
        return current_trace()
    except UserError:  # the page says why
        return None


def offer_known_sentence(sentence: str | None) -> None:
    """Draw a button that puts this sentence into the sentence bar."""
    if sentence:
        label = t("Try “{sentence}”", sentence=texts.shortened(sentence))
        take = {"on_click": take_known_sentence, "args": (sentence,)}
        st.button(escape_markdown(label), key="known", type="tertiary", **take)


def take_known_sentence(sentence: str) -> None:
    """Put the sentence that is offered into the sentence bar, and remember the reader's."""
    st.session_state[REPLACED] = st.session_state[SENTENCE], sentence
    set_sentence(sentence)


def restore_sentence() -> None:
    """Put the reader's sentence back into the sentence bar."""
    set_sentence(st.session_state.pop(REPLACED)[0])
