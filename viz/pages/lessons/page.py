"""Draw the lessons: a card for each, or a step of one."""

from functools import cache, partial

import streamlit as st

from ...app import state
from ...app.page import Destination, Page
from ...app.page_controls import Controls
from ...base.language import current_locale, t, translatable
from ...view.lessons import Tour, lessons
from .compute import COMPUTATION, IndexContent, LessonContent, address_of
from .settings import LessonSettings
from .tour import Pages, open_step, render_step


def _render(
    pages: Pages,
    content: LessonContent | IndexContent,
    settings: LessonSettings,
    controls: Controls,
) -> None:
    if isinstance(content, IndexContent):
        _render_index(content)
        return
    state.keep_lesson_place(content.lesson.name, content.place)
    render_step(content, pages, controls, partial(_render_place, content))
    controls.bind_key("step", "step")


def _render_index(content: IndexContent) -> None:
    """Draw a card for each lesson."""
    with st.container(key="lesson-cards"):
        for number, lesson in enumerate(content.lessons.values(), start=1):
            with st.container(border=True, key=f"lesson-{lesson.name}"):
                _render_card(number, lesson)


def _render_card(number: int, lesson: Tour) -> None:
    """Draw the question of a lesson, its duration, its aim, and its buttons."""
    facts = {"number": number, "minutes": lesson.minutes}
    if state.is_lecture():  # which shows all cards at once
        st.caption(t("Lesson {number} · {minutes} minutes", **facts))
    else:
        st.caption(t("Lesson {number} · {title} · {minutes} minutes", title=lesson.title, **facts))
    st.header(lesson.question, anchor=False)
    if not state.is_lecture():
        st.markdown(lesson.outcome[:1].upper() + lesson.outcome[1:])
    reached = state.lesson_place(lesson.name)
    with st.container(horizontal=True):
        if reached:
            st.button(
                t("Continue at step {step}", step=reached + 1),
                key=f"go on {lesson.name}",
                type="primary",
                on_click=state.set_settings,
                args=(address_of(lesson, reached),),
            )
        st.button(
            t("Start again" if reached else "Start"),
            key=f"start {lesson.name}",
            type="secondary" if reached else "primary",
            on_click=state.set_settings,
            args=(address_of(lesson, 0),),
        )


def _render_place(content: LessonContent) -> None:
    """Draw the link back to all lessons, and the number of this one."""
    with st.container(horizontal=True, vertical_alignment="center", key="tour-place"):
        st.button(
            t("All lessons"),
            key="all lessons",
            type="tertiary",
            icon=":material/arrow_back:",
            on_click=state.set_setting,
            args=("lesson", ""),
        )
        text = t("Lesson {number} · {title}", number=content.number, title=content.lesson.title)
        st.markdown(text, width="content")


@cache
def _list_steps(locale: str) -> tuple[Destination, ...]:
    """Return the lessons, each by its question, and their steps for the search."""
    entries = []
    for number, lesson in enumerate(lessons(locale).values(), start=1):
        name = t("Lesson {number} · {title}", number=number, title=lesson.title)
        titles = lesson.question, *(step.title for step in lesson.steps)
        entries += [
            Destination("lessons", title, name, parameters=address_of(lesson, max(0, place)))
            for place, title in enumerate(titles, start=-1)
        ]
    return tuple(entries)


def build_page(pages: Pages) -> Page:
    """Build the page of the lessons, whose steps show these pages."""
    return Page(
        COMPUTATION,
        partial(_render, pages),
        title=translatable("Lessons"),
        lead=translatable("lessons#lead"),
        group=translatable("Learn"),
        has_sentence=False,  # of all lessons; a step has what its page has
        has_model_box=False,
        destinations=lambda: _list_steps(current_locale()),
        open_step=partial(open_step, COMPUTATION, pages),
    )
