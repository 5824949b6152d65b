"""Draw the look in which people judge the neighbours of a word."""

import streamlit as st

from ...app.alerts import escape_markdown
from ...app.class_mode import draw_class
from ...app.page_controls import Controls
from ...app.state import is_lecture, is_tour
from ...base.language import t, translatable
from .. import panels
from .judge import JudgeContent
from .settings import VectorsSettings


def render_judge(content: JudgeContent, settings: VectorsSettings, controls: Controls) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.edit_text("word", translatable("Word"), 200, labelled=True)
        exercise = content.exercise  # raises for an unknown word, which can still be edited
        controls.switch("reveal", translatable("Reveal"))
    revealed = bool(settings.reveal)
    if draw_class(exercise, controls.parameter("reveal"), revealed):
        if not is_tour():  # in a tour the keys move its steps
            controls.bind_key("step", "reveal", ("off", "on"))
    else:
        _ask(content, revealed)
    if revealed:
        panels.show_chart(content.chart, content.menu.key)
    if is_lecture():  # where all pairs have just room
        return
    st.markdown(t("vectors#judging neighbours"))


def _ask(content: JudgeContent, revealed: bool) -> None:
    """Draw the pairs, and how many neighbours were chosen."""
    exercise, chosen = content.exercise, []
    half = len(exercise.questions) // 2
    for column, questions in zip(
        st.columns(2), (exercise.questions[:half], exercise.questions[half:]), strict=True
    ):
        with column:
            for question in questions:
                place = st.pills(
                    escape_markdown(exercise.ask(question)),
                    question.options,
                    format_func=lambda place: escape_markdown(exercise.words[place]),
                    key=f"judge {exercise.vectors} {exercise.sentence} {question.word}",
                )
                if place is not None:
                    chosen.append(place in question.best)
    if not revealed:
        st.markdown(
            t(
                "{count} of {all} answered. “Reveal” shows which words are the neighbours.",
                count=len(chosen),
                all=len(exercise.questions),
            )
        )
        return
    if not chosen:
        return
    st.markdown(
        t(
            "**The neighbour was chosen in {right} of {count}**; random guesses get {chance:.1f}.",
            right=sum(chosen),
            count=len(chosen),
            chance=len(chosen) / 2,
        )
    )
