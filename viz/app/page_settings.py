"""Read frozen settings from the texts of the tab, before any of their widgets is drawn.

Streamlit writes the value of a widget into the session state before the script runs, so a setting
has its value whether its widget is drawn or not.
"""

from dataclasses import replace
from typing import TypeVar

import streamlit as st

from ..base.examples import EXAMPLE
from ..view.runner import Runner
from ..view.settings import Settings, SettingsReading, read_texts
from .internals import uninterrupted
from .state import (
    MAX_SENTENCE,
    UNREAD,
    current_view,
    keep_readable_sentence,
    set_setting,
    setting_texts,
)

_S = TypeVar("_S", bound=Settings)


def read_settings(kind: type[_S], runner: Runner, example: str = EXAMPLE) -> SettingsReading[_S]:
    """Return the settings of a page that opens on `example`.

    While the sentence is empty, they are of the last one that was not, or of the `example`. A
    refusal is reported if the address asked for the text, or if it has a reason of its own: a text
    that merely no longer applies, say after another sentence was typed, gives way silently.
    """
    sentence = keep_readable_sentence(example)[:MAX_SENTENCE]
    view = replace(current_view(), sentence=sentence)
    texts = setting_texts()
    reading = read_texts(kind, view, texts, runner)
    with uninterrupted():  # a run that was interrupted before has changed nothing
        unread = st.session_state[UNREAD]
        refusals = [
            refusal for refusal in reading.refusals if refusal.reason or refusal.parameter in unread
        ]
        for name, text in reading.texts.items():
            if texts.get(name) != text:
                set_setting(name, text)
        st.session_state[UNREAD] = unread - reading.texts.keys()
    return replace(reading, refusals=refusals)
