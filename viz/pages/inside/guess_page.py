"""Draw the look for guessing."""

import streamlit as st

from ...app.alerts import escape_markdown, show_alert
from ...app.class_mode import draw_class_buttons, draw_class_code, hosted_room
from ...app.classroom import Exercise, Room, draw_tally
from ...app.page_controls import Controls
from ...app.state import is_tour
from ...base.language import t, translatable
from ...components.matrices import show_matrices
from .. import panels
from .guess import GuessContent
from .settings import InsideSettings

SECONDS = 1  # between two counts of a class's answers
WIDTHS = 1, 3  # of the QR code and the answers


def render_guess(content: GuessContent, settings: InsideSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        controls.switch(translatable("Reveal"), "reveal")
        if not content.too_short:
            draw_class_buttons(content.exercise, controls.parameter("reveal"))
            question = t(
                "**{head}.** Which word does each of these attend to most?",
                head=escape_markdown(content.title),
            )
            st.markdown(question, width="content")
    if content.too_short:
        show_alert(content.too_short)
        return
    room = hosted_room()
    if room and room.exercise == content.exercise:
        render_class(room, content, settings.reveal, controls)
        return
    guesses = ask(content)
    if not settings.reveal:
        st.markdown(
            t(
                "{count} of {all} answered. Share the address to set this exercise. "
                "“Reveal” shows the answers.",
                count=len(guesses),
                all=len(content.question_rows),
            )
        )
        return
    st.markdown(
        t(
            "**{count} of {all} right**; random guesses get {chance:.1f}. Average "
            "weight on the words you chose: {weight:.2f}.",
            count=content.count_right(guesses),
            all=len(content.question_rows),
            chance=content.chance,
            weight=content.mean_weight(guesses),
        )
    )
    hint = t("Hover over a word to read its weights.")
    show_matrices(content.matrices(guesses), hint, key="guess matrices")
    panels.show_menu(content.menu_of(guesses))


def render_class(room: Room, content: GuessContent, revealed: bool, controls: Controls) -> None:
    """Draw the QR code and the answers of a class; "Reveal" also shows the weights on phones."""
    room.reveal(revealed)
    if not is_tour():  # in a tour the keys move its steps
        controls.bind_key("step", "reveal", ("off", "on"))
    code, answers = st.columns(WIDTHS, gap="large")
    with code:
        draw_class_code(room)
    with answers:
        draw_answers(room, content.exercise)
        if revealed:
            panels.show_menu(content.menu_of({}))


@st.fragment(run_every=SECONDS)
def draw_answers(room: Room, exercise: Exercise) -> None:
    """Draw the current answers; as a fragment it reruns without the rest of the page."""
    if room.exercise != exercise or hosted_room() is not room:
        st.rerun()  # another tab of the lecturer has closed the room or changed the exercise
    st.html(draw_tally(exercise, room.tally(), room.revealed))


def ask(content: GuessContent) -> dict[int, int]:
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
