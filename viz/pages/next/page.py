"""Draw the page on what comes next."""

from collections.abc import Callable
from html import escape
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from ...app import frame, state
from ...app.alerts import show_alert
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...app.state import is_lecture
from ...base.language import current_locale, t, translatable
from .. import panels
from .compute import COMPUTATION, NextContent
from .html import continuations_html, distributions_html, followers_html, scores_html
from .language_models import GLUE, Shown
from .looks import MOST_ROWS, GoingOn, NextWord, Surprise
from .repeating import RepeatingHeads
from .rows_seen import WhatWasCounted
from .settings import BEGINNINGS, MOST_SEEDS, REPEATING, NextSettings


def _render(content: NextContent, settings: NextSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="folded"):
        controls.pick("look")
        for name, width in (("temperature", 84), ("k", 112), ("p", 84)):
            controls.pick(name, width=width, labelled=True)
        if not is_lecture():  # a lecture has a single row of settings
            frame.offer_sentences(translatable("Beginnings"), BEGINNINGS, "beginning")
    _DRAWINGS[settings.look](content, settings, controls)
    left_out = content.left_out if isinstance(content, NextWord | GoingOn | Surprise) else ""
    for note in filter(None, (content.missing, left_out)):
        st.info(note)
    if content.networks:
        frame.draw_device_line(*content.networks)
    elif content.counts:
        rows = sum(content.counts.card["rows"].values())
        st.caption(t("Counts of {rows:,} sequences of up to four words or pieces.", rows=rows))


_FEW_ROWS = 4  # words of a distribution in half a window


def _draw_next_word(content: NextWord, settings: NextSettings, controls: Controls) -> None:
    """Draw the distribution of each model, beside a lesson's text only a few words of it."""
    notes = {name: content.note(name) for name in content.rows}
    count = _FEW_ROWS if state.is_tour() else MOST_ROWS
    rows = {name: guesses.first(count) for name, guesses in content.rows.items()}
    st.html(distributions_html(rows, notes))
    if any(row.text.startswith(GLUE) for guesses in rows.values() for row in guesses.shown):
        st.caption(t("next#pieces"))
    with st.container(horizontal=True, vertical_alignment="center"):
        panels.show_menu(content.menu)
        _link_to_heads(content)


def _draw_going_on(content: GoingOn, settings: NextSettings, controls: Controls) -> None:
    """Draw the continuation of each model."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="folded-draw"):
        controls.slide("length", width=260)
        seed = settings.seed or 1
        st.button(
            t("Draw again"),
            type="primary",
            on_click=state.set_setting,
            args=(controls.parameter("seed"), str(seed % MOST_SEEDS + 1)),
        )
    controls.bind_key("step", "length")
    _draw_continuations(content, settings, controls)
    if not state.is_lecture():  # a lecture needs the room for the words
        st.markdown(t("next#drawn words", seed=seed))
    panels.show_menu(content.menu)


def _draw_continuations(content: GoingOn, settings: NextSettings, controls: Controls) -> None:
    st.html(continuations_html(content.beginning, content.words))


def _draw_surprise(content: Surprise, settings: NextSettings, controls: Controls) -> None:
    """Draw the probability of the text, word by word."""
    half = state.is_tour()  # the window, which is too narrow for both side by side
    left, right = (st.container(), st.container()) if half else st.columns([3, 2], gap="large")
    with left:
        panels.show_chart(content.chart, content.menu.key)
    with right:
        st.html(scores_html(content.table))
        st.markdown(content.finding)


def _draw_counts(content: WhatWasCounted, settings: NextSettings, controls: Controls) -> None:
    """Draw the counts of the last words of the text."""
    st.markdown(content.finding)
    panels.show_chart(content.chart, content.menu.key)
    if not (state.is_tour() and state.is_lecture()):  # which has the room for the chart alone
        st.html(followers_html(content.endings))
    st.caption(content.about)


def _draw_repeats(content: RepeatingHeads, settings: NextSettings, controls: Controls) -> None:
    """Draw the scores of each head for repeated words."""
    if content.alert:
        show_alert(content.alert)
        label = t("Try “{sentence}”", sentence=REPEATING)
        st.button(label, key="repeating", on_click=state.set_sentence, args=(REPEATING,))
        return
    st.markdown(content.finding)
    for column, (key, chart) in zip(st.columns(2, gap="medium"), content.charts.items()):
        with column:
            st.html(f"<p>{escape(content.titles[key])}</p>")  # a lecture shows no Markdown
            panels.show_chart(chart, key)
    _link_to_heads(content, *content.best)


def _link_to_heads(content: Shown, layer: int = 0, head: int = 0) -> None:
    """Draw a link to the front page's picture of all heads that read this text."""
    name = content.network_with_heads
    if name is None or state.is_tour():
        return
    parameters = {
        "model": name,
        "sentence": content.text,
        "attention": "decoder",
        "layer": str(layer + 1),
        "head": str(head + 1),
    }
    if current_locale() != state.browser_locale():
        parameters["language"] = current_locale()
    st.link_button(
        t("See all heads of {model} on this text", model=name), f"./?{urlencode(parameters)}"
    )


_DRAWINGS: dict[str, Callable[[Any, NextSettings, Controls], None]] = {
    "next": _draw_next_word,
    "write": _draw_going_on,
    "score": _draw_surprise,
    "counts": _draw_counts,
    "heads": _draw_repeats,
}


def _draw_picture(content: Any, settings: NextSettings, controls: Controls) -> None:
    """Draw the picture of a look for a lesson, without settings."""
    if isinstance(content, GoingOn):
        _draw_continuations(content, settings, controls)
    else:
        _DRAWINGS[settings.look](content, settings, controls)


_PARTS = {"picture": Part(COMPUTATION, _draw_picture)}


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("What comes next?"),
    lead=translatable("next#lead"),
    group=translatable("BERT and GPT"),
    terms=translatable(
        (
            "language model",
            "GPT",
            "n-grams",
            "temperature, top-k, top-p",
            "perplexity",
            "induction head",
        )
    ),
    has_model_box=False,  # the page compares all our language models
    parts=_PARTS,
)
