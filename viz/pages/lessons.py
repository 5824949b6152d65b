"""Lessons: short guided tours, the text beside the live page that it speaks of, in the state that it speaks of."""

import sys
from types import ModuleType

import streamlit as st

from models import UserError

from ..app import address_bar, alerts, presenter, state
from ..app.examples import EXAMPLE
from ..language import current_locale, mark, t
from ..lessons import Step, Tour, lessons

TITLE = mark("Lessons")
STYLE = """<style>
@media (min-width: 641px) { .st-key-tour { position: sticky; top: 4rem; } }
.st-key-tour h4 { padding-top: 0; }
</style>"""  # the text stays while the page beside it is scrolled


def opens() -> ModuleType:
    """The page that the step shows, in the step's state when the reader has just come to it; before the sentence bar is drawn."""
    try:
        _, lesson, place = at()
        return arrive(lesson.steps[place], stands(lesson, place))
    except UserError:
        return sys.modules[__name__]  # draw() says it


def at() -> tuple[dict[str, Tour], Tour, int]:
    """All lessons, the one on show, and its step, counted from 0."""
    tours = lessons(current_locale())
    lesson = tours[state.read_choice("lesson", tuple(tours))]
    return tours, lesson, state.read_number("step", 1, len(lesson.steps)) - 1


def stands(lesson: Tour, place: int) -> dict[str, str]:
    """The settings that say which step it is."""
    return {"lesson": lesson.name, "step": str(place + 1)}


def arrive(step: Step, where: dict[str, str]) -> ModuleType:
    """The page of the step, in the step's state when the reader has just come there."""
    page = page_of(step)
    address_bar.apply_tour_step(
        {state.SENTENCE: getattr(page, "EXAMPLE", EXAMPLE)} | dict(step.asked), where
    )
    return page


def page_of(step: Step) -> ModuleType:
    from . import PAGES  # which holds this page too

    if step.page not in PAGES or hasattr(PAGES[step.page], "opens"):
        raise UserError(f"The step “{step.title}” shows the page “{step.page}”, which there is not.")
    return PAGES[step.page]


def draw() -> None:
    tours, lesson, place = at()
    names = list(tours)
    end = place + 1 == len(lesson.steps)
    following = tours[names[(names.index(lesson.name) + 1) % len(names)]]
    onwards = stands(following, 0) if end else stands(lesson, place + 1)
    with beside(lesson.steps[place], stands(lesson, place)):
        st.selectbox(
            "Lesson",
            names,
            format_func=lambda name: tours[name].title,
            key=state.declare_setting("lesson", names[0], names),
            on_change=state.set_setting,
            args=("step", "1"),
            label_visibility="collapsed",
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                t("Back"),
                key="step back",
                disabled=not place,
                on_click=state.set_setting,
                args=("step", str(place)),
            )
            title = t("Next" if not end else "First lesson" if following.name == names[0] else "Next lesson")
            st.button(title, key="step on", on_click=state.set_settings, args=(onwards,))
            st.markdown(t("Step {step} of {steps}", step=place + 1, steps=len(lesson.steps)), width="content")
        say_keys()
    presenter.bind_key("step", "step", [str(place + 1) for place in range(len(lesson.steps))])


def say_keys() -> None:
    """Which keys walk through a lesson."""
    keys = t("Enter, →, Page Down and the space bar go on, ← and Page Up go back.")
    st.markdown(f":small[{keys}]")


def beside(step: Step, where: dict[str, str]):
    """Draw the page of the step, its text beside it; gives back the place above the text."""
    page = page_of(step)
    st.html(STYLE)
    words, picture = st.columns([3, 8], gap="medium")
    with words, st.container(key="tour"):
        above = st.container()
        st.markdown(f"#### {step.title}\n\n{step.text}")
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                t("Show it again"),
                key="again",
                type="tertiary",
                help=t("Take back what you changed in the picture"),
                on_click=address_bar.apply_tour_step,
                args=(
                    {state.SENTENCE: getattr(page, "EXAMPLE", EXAMPLE)} | dict(step.asked),
                    where,
                    True,
                ),
            )
    with picture:
        with alerts.errors_as_alerts():
            getattr(page, "PARTS", {})[step.part]() if step.part else page.draw()
    return above
