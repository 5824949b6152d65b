"""Draw the page on two sentences and one verdict."""

from collections.abc import Callable

import streamlit as st

from ...app import alerts
from ...app.page import Page, Part
from ...app.page_controls import Controls
from ...app.state import is_lecture, is_tour
from ...base.language import translatable
from .. import panels
from .compute import COMPUTATION, MOST_SENTENCES, VerdictContent
from .settings import VerdictSettings

_BOX = 104  # pixels: two lines


def _render(content: VerdictContent, settings: VerdictSettings, controls: Controls) -> None:
    controls.pick("look", translatable("Look at"))
    controls.edit_lines("pair", translatable("Two sentences, one per line"), MOST_SENTENCES, _BOX)
    controls.bind_key("step", "look")
    if content.alert:
        alerts.show_alert(content.alert)
        return
    if controls.has("pair") and is_lecture():  # which folds the box
        panels.show_findings(*content.lines)
    _LOOKS[settings.look](content)


def _render_verdict(content: VerdictContent) -> None:
    panels.show_findings(content.finding)
    left, right = st.columns(2, gap="medium")
    with left:
        panels.show_chart(content.verdict_chart, content.menu.key, fills=True)
    with right:
        panels.show_chart(content.cosines_chart, "verdict cosines", fills=True)
    _draw_notes(content, content.method)


def _render_cosines(content: VerdictContent) -> None:
    """Draw the cosines alone, for a lesson."""
    panels.show_chart(content.cosines_chart, "verdict cosines")


def _render_words(content: VerdictContent) -> None:
    panels.show_findings(content.words_finding)
    for place, column in enumerate(st.columns(MOST_SENTENCES, gap="medium")):
        with column:
            st.text(f"{place + 1}. {content.lines[place]}")
            key = f"verdict words {place}" if place else content.menu.key
            panels.show_chart(content.words_chart(place), key, fills=not is_tour())
    _draw_notes(content, content.words_method)


def _render_vectors(content: VerdictContent) -> None:
    panels.show_findings(content.vectors_finding)
    panels.show_chart(content.vectors_chart, content.menu.key, fills=not is_tour())
    _draw_notes(content, content.method)


def _render_classified(content: VerdictContent) -> None:
    """Draw the vectors with the verdict in words, for a lesson."""
    panels.show_findings(content.finding)
    _render_vectors(content)


def _render_accuracies(content: VerdictContent) -> None:
    """Draw how often it is right on each set alone, for a lesson."""
    panels.show_findings(content.tested_finding)
    panels.show_chart(content.tested_chart, content.menu.key)


def _draw_notes(content: VerdictContent, method: str) -> None:
    """Write the unknown words and, outside a lecture, how the picture is made."""
    if content.unknown:
        st.text(content.unknown)
    if not is_lecture():
        st.caption(method)


def _render_tested(content: VerdictContent) -> None:
    panels.show_findings(content.tested_finding)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        panels.show_chart(content.tested_chart, content.menu.key, fills=True)
    with right:
        panels.show_chart(content.kinds_chart, "verdict kinds", fills=True)
    if not is_lecture():
        st.caption(content.tested_method)


def _render_people(content: VerdictContent) -> None:
    panels.show_findings(content.people_finding)
    panels.show_chart(content.people_chart, content.menu.key, fills=not is_tour())


_LOOKS: dict[str, Callable[[VerdictContent], None]] = {
    "verdict": _render_verdict,
    "words": _render_words,
    "vectors": _render_vectors,
    "tested": _render_tested,
    "people": _render_people,
}


def _part(draw: Callable[[VerdictContent], None]) -> Part:
    """Return a part of the page that a lesson can show."""

    def render_part(content: VerdictContent, settings: VerdictSettings, controls: Controls) -> None:
        if content.alert:
            alerts.show_alert(content.alert)
        else:
            draw(content)

    return Part(COMPUTATION, render_part)


PAGE = Page(
    COMPUTATION,
    _render,
    title=translatable("Two sentences, one verdict"),
    lead=translatable("verdict#lead"),
    group=translatable("Explore"),
    terms=translatable(
        (
            "sentence embeddings · InferSent",
            "natural language inference",
            "max pooling",
            "STS benchmark",
        )
    ),
    parts={
        "cosines": _part(_render_cosines),
        "words": _part(_render_words),
        "vectors": _part(_render_classified),
        "tested": _part(_render_accuracies),
        "people": _part(_render_people),
    },
    has_sentence=False,
    has_model_box=False,
)
