"""The switch for English under French words."""

import streamlit as st

from models import Trace

from ..analysis.glosses import gloss_axes
from ..analysis.views import Glosses
from ..base.language import t
from . import cache
from .page_controls import keep_switch
from .state import is_lecture, shows_gloss


def writes_french(model: str) -> bool:
    return cache.model(model).capabilities.translates_between("en", "fr")


def glosses_of(*traces: Trace) -> Glosses:
    """Return the English of the French words of these runs; {} if it is not to be shown."""
    glosses: dict = {}
    if shows_gloss():
        for trace in traces:
            if writes_french(trace.request.model):
                glosses |= gloss_axes(trace)
    return glosses


def draw_gloss_switch(model: str) -> None:
    """Draw the switch for English under French words, and say where it comes from.

    Nothing in a lecture, and for a model of other languages.
    """
    if is_lecture() or not writes_french(model):
        return
    widget = "switch gloss"
    st.session_state[widget] = shows_gloss()
    with st.container(horizontal=True, vertical_alignment="center", key="gloss"):
        is_on = st.toggle(
            t("English under French words"),
            key=widget,
            help=t("app#which word a gloss is"),
            on_change=keep_switch,
            args=("gloss", widget),
            width="content",
        )
        if is_on:
            st.caption(t("app#where glosses come from"))
