"""Undo of one step, and the sentences that were typed.

A step is the sentence and what is changed in the model. Steps of a tour do not count.
"""

from collections.abc import Sequence

import streamlit as st

from ..analysis import what_if_text
from ..base.examples import EXAMPLES
from ..view.settings import SettingsReading, sentence_parameters
from .state import (
    SENTENCE,
    UNDO_STEPS,
    clear_setting,
    is_tour,
    set_setting,
)

_SENTENCES = "sentences"  # typed in this tab, the latest first
_MOST_STEPS, _MOST_SENTENCES = 50, 8
_Step = dict[str, str]  # SENTENCE and the `_names`; "" for a setting at its default


def _names() -> set[str]:
    """Return the settings of a step."""
    return {*what_if_text.NAMES.values(), "french-is", *sentence_parameters()}


def record_step(readings: Sequence[SettingsReading]) -> None:
    """Record the sentence and the settings that were read in this run, at its end."""
    session = st.session_state
    steps: list[_Step] = session.setdefault(UNDO_STEPS, [])
    step = _current_step(readings, steps[-1] if steps else {})
    if is_tour():
        session[UNDO_STEPS] = [step]
        return
    if not steps or steps[-1] != step:
        session[UNDO_STEPS] = [*steps, step][-_MOST_STEPS:]
    _record_sentence(step[SENTENCE])


def _current_step(readings: Sequence[SettingsReading], last: _Step) -> _Step:
    """Return what the tab shows; a setting that does not apply is as in the `last` step."""
    step = {SENTENCE: st.session_state[SENTENCE]}
    names = _names()
    step |= {name: last.get(name, "") for name in names}
    for reading in readings:
        for name in reading.texts.keys() & names:
            text = reading.texts[name]
            step[name] = "" if text == reading.defaults[name] else text
    return step


def _record_sentence(sentence: str) -> None:
    """Put a sentence in front of those typed, unless it is an example."""
    if not sentence.strip() or sentence in EXAMPLES:
        return
    others = [other for other in st.session_state.get(_SENTENCES, []) if other != sentence]
    st.session_state[_SENTENCES] = [sentence, *others][:_MOST_SENTENCES]


def earlier_sentences() -> list[str]:
    """Return the other sentences typed in this tab, the latest first."""
    current = st.session_state[SENTENCE]
    return [sentence for sentence in st.session_state.get(_SENTENCES, []) if sentence != current]


def sentence_before() -> str | None:
    """Return the sentence of the step before; None for none."""
    steps = st.session_state.get(UNDO_STEPS, [])
    return steps[-2][SENTENCE] if len(steps) > 1 else None


def undo() -> None:
    """Go one step back, in a callback."""
    session = st.session_state
    *before, _ = session[UNDO_STEPS]
    step = before[-1]
    session[UNDO_STEPS] = before
    session[SENTENCE] = step[SENTENCE]
    for name in _names():
        if step[name]:
            set_setting(name, step[name])
        else:
            clear_setting(name)
