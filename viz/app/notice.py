"""The line under the sentence bar, in a place that is reserved before it is filled.

It has how a changed model changes the French, warnings about the sentence, and undo.
"""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from models import Trace, UserError
from models.answers.limits import Limits, limits_of, mended, nearest_known
from models.normalisation import normalise

from ..base.examples import EXAMPLE, EXAMPLES
from ..base.language import t
from ..view.settings import SettingsReading
from . import cache, sentence_warnings, undo
from .alerts import escape_markdown
from .state import FRENCH, SENTENCE, current_trace, current_view, is_lecture, is_tour, set_sentence

_HAS_RESULT = "notice has result"  # whether a page says under the bar what a change does
_PLACE = "notice"  # the places under the bar, and whether the page shows the model chosen there
_LONGEST_LABEL = 40  # characters of a sentence on the button that goes back to it


def reserve_notice(has_sentence_bar: bool) -> DeltaGenerator:
    """Reserve a line under the sentence bar, and return the place of texts in it.

    `has_sentence_bar` says whether the page shows the model that is chosen there.
    """
    below = st.container(horizontal=True, vertical_alignment="top", key="below-bar")
    text = below.container(key="notice-text", gap=None)
    st.session_state[_PLACE] = below, text, has_sentence_bar
    st.session_state[_HAS_RESULT] = False
    return text


def result_place() -> DeltaGenerator:
    """Return where a page says what a change of the model does: under the sentence bar.

    In a tour it is on the page, as where a page is drawn alone.
    """
    if is_tour() or _PLACE not in st.session_state:  # a page that is drawn alone has no bar
        return st.container()
    st.session_state[_HAS_RESULT] = True
    return st.session_state[_PLACE][1].container(key="result")


def notice_line(text: DeltaGenerator) -> DeltaGenerator:
    """Return where a warning about the sentence stands: below the result of a change."""
    return text.container(horizontal=True, vertical_alignment="center", key="limits")


def draw_notice(readings: Sequence[SettingsReading]) -> None:
    """Draw warnings about the sentence, a sentence that the model knows, and undo.

    Call it after everything else, since the page does not wait for it. `readings` are those of this
    run.
    """
    undo.record_step(readings)
    if _PLACE not in st.session_state:  # the page has no sentence
        return
    below, text, has_sentence_bar = st.session_state.pop(_PLACE)
    with below:
        _draw_undo()
    view = current_view()
    model = cache.model(view.model)
    limits = Limits()
    capabilities = model.capabilities
    knows_english = capabilities.trained_here and capabilities.languages[:1] == ("en",)
    if knows_english and st.session_state[SENTENCE].strip():  # of an empty one the bar says it
        trace = _own_translation(readings) if has_sentence_bar else None
        limits = limits_of(
            view.sentence,
            model.tokenizer,
            EXAMPLES,
            trace,
            model.card,
            capabilities.longest_trained,
        )
    if limits:
        with notice_line(text):
            # Of an empty sentence the page says that there is no word.
            is_empty = not normalise(view.sentence).strip()
            warned = replace(limits, has_letters=limits.has_letters or is_empty)
            texts = sentence_warnings.sentences(warned)
            hint = sentence_warnings.reliability(limits, model.card)
            if is_lecture():  # which has one row for it
                hint = " ".join((*texts, hint))
                texts = sentence_warnings.sentences(warned, brief=True)
            st.html(sentence_warnings.line_html(texts, hint), width="content")
            if limits != Limits(emoji=limits.emoji):  # without them the rest is read
                _offer_way_on(view.sentence, limits)


def _draw_undo() -> None:
    """Draw a button that goes one step back, if there is one."""
    before = undo.sentence_before()
    if before is None:
        return
    label = t("Undo")
    is_narrow = is_lecture() or st.session_state[_HAS_RESULT]  # large type, or a result beside it
    if before.strip() and before != st.session_state[SENTENCE] and not is_narrow:
        sentence = escape_markdown(sentence_warnings.shortened(before, _LONGEST_LABEL))
        label = t("Undo: back to “{sentence}”", sentence=sentence)
    st.button(label, key="undo", type="tertiary", on_click=undo.undo)


def _own_translation(readings: Sequence[SettingsReading]) -> Trace | None:
    """Return the run on the sentence; None if its French was typed or it cannot be read."""
    if any(reading.texts.get(FRENCH, "").strip() for reading in readings):
        return None
    try:
        return current_trace()
    except UserError:  # the page says why
        return None


def _offer_way_on(sentence: str, limits: Limits) -> None:
    """Draw a button that mends the sentence, or else puts in one that the model knows."""
    better = mended(sentence, limits)
    if better == sentence:
        has_words = limits.has_letters  # else the nearest is "2 + 2 = 4"
        better = (has_words and nearest_known(sentence, limits.language)) or EXAMPLE
        suggestion = sentence_warnings.shortened(better)
        label = escape_markdown(t("Try “{sentence}”", sentence=suggestion))
    elif limits.has_tags:
        label = t("Try it without the tags")
    elif limits.unreadable:
        label = t("Try it without them")
    else:
        label = t("Try it in lower case")
    st.button(label, key="known", type="tertiary", on_click=set_sentence, args=(better,))
