"""The settings of a page, read from the state of the tab before any of its widgets is drawn.

Streamlit writes what a widget holds into the session state before the script runs, so that a
setting has its value whether its widget has been drawn or not, or never is.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Generic, NamedTuple, TypeVar

import streamlit as st

from ..base.examples import EXAMPLE
from ..view.settings import Settings, Situation, build, refuse
from . import cache
from .alerts import describe_length
from .state import (
    DECLARED,
    MAX_SENTENCE,
    PENDING,
    Declaration,
    current_view,
    keep_readable_sentence,
    setting_key,
)
from .url import View

S = TypeVar("S", bound=Settings)


class PageSettings(NamedTuple, Generic[S]):
    """The settings of a page as one run of it has them."""

    values: S
    situations: Mapping[str, Situation]  # of those that apply, by the name of the field
    refusals: Sequence[str]  # a sentence for each that is asked for and there is not
    runner: cache.CachedRunner


def read_page_settings(kind: type[S], example: str = EXAMPLE) -> PageSettings[S]:
    """Read the settings of a page, and declare those that apply, so that the address says them.

    While the sentence is empty, they are of the last one that was not, or of the `example`.
    What does not apply to what is shown stays as the tab and the address hold it.
    """
    view = current_view()
    sentence = keep_readable_sentence(example)
    view = View(view.model, sentence[:MAX_SENTENCE], view.choice, view.merged)
    refusals: list[str] = []
    runner = cache.CachedRunner()
    values, situations = build(kind, view, runner, partial(take_setting, refusals))
    return PageSettings(values, situations, refusals, runner)


def take_setting(refusals: list[str], situation: Situation) -> str:
    """The text of a setting that the address or the tab holds, else its default."""
    session, declaration = st.session_state, situation.declaration
    name, key = situation.parameter, setting_key(situation.parameter)
    pending = session[PENDING].pop(name, None)
    value = session.get(key, situation.default) if pending is None else pending
    if situation.options is None:
        if sentence := describe_length(value, declaration.max_characters):
            refusals.append(sentence)
        value = value[: declaration.max_characters]
    if refusal := refuse(situation, value):
        if pending is not None or refusal.reason:
            refusals.append(refusal.sentence)
        value = situation.default
    session[key] = value
    session[DECLARED][name] = Declaration(situation.default, declaration.omitted_when_default)
    return value
