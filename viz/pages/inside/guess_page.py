"""Draw the look for guessing."""

import streamlit as st

from ...app.alerts import escape_markdown, show_alert
from ...app.class_mode import draw_class
from ...app.page_controls import Controls
from ...app.state import is_tour
from ...base.language import t, translatable
from ...components.matrices import show_matrices
from .. import panels
from .guess import GuessContent
from .settings import InsideSettings


def render_guess(content: GuessContent, settings: InsideSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        controls.switch("reveal", translatable("Reveal"))
        if not content.too_short:
            question = t(
                "**{head}.** Which word does each of these attend to most?",
                head=escape_markdown(content.title),
            )
            st.markdown(question, width="content")
    if content.too_short:
        show_alert(content.too_short)
        return
    if draw_class(content.exercise, controls.parameter("reveal"), settings.reveal):
        if not is_tour():  # in a tour the keys move its steps
            controls.bind_key("step", "reveal", ("off", "on"))
        if settings.reveal:
            panels.show_menu(content.menu_of({}))
        return
    guesses = _ask(content)
    if not settings.reveal:
        st.markdown(t("inside#guesses so far", count=len(guesses), all=len(content.question_rows)))
        return
    st.markdown(
        t(
            "inside#guesses that are right",
            count=content.count_right(guesses),
            all=len(content.question_rows),
            chance=content.chance,
            weight=content.mean_weight(guesses),
        )
    )
    hint = t("Hover over a word to read its weights.")
    show_matrices(content.matrices(guesses), hint, key="guess matrices")
    panels.show_menu(content.menu_of(guesses))


def _ask(content: GuessContent) -> dict[int, int]:
    """Draw the questions; return the guessed key by query."""
    queries, keys = content.queries, content.maps.key_tokens
    guesses = {}
    for row in content.question_rows:
        place = st.pills(
            t("“{word}” attends most to", word=escape_markdown(queries[row])),
            content.answers(row),
            format_func=lambda place: escape_markdown(keys[place]),
            key=f"guess {content.trace.sentence} {content.choice} {content.model.name} {row}",
        )
        if place is not None:
            guesses[row] = place
    return guesses
