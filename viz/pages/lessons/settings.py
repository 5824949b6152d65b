"""Settings of the page on lessons: the lesson and its step."""

from dataclasses import dataclass

from ...base.language import current_locale, t
from ...view.lessons import lessons
from ...view.runner import Runner
from ...view.settings import Known, Options, Settings, choice, number


def _titles(known: Known, runner: Runner) -> Options:
    """List "" for all lessons, and each lesson by name."""
    tours = lessons(current_locale())
    return {"": t("All lessons")} | {name: tour.title for name, tour in tours.items()}


def _has_lesson(known: Known, runner: Runner) -> bool:
    return bool(known.lesson)


def _count_steps(known: Known, runner: Runner) -> int:
    return len(lessons(current_locale())[known.lesson].steps)


@dataclass(frozen=True)
class LessonSettings(Settings):
    """The lesson by its name, "" for all, and the step, from 1.

    None if the lessons are unreadable: then `compute` says why.
    """

    lesson: str = choice(_titles, omitted_when_default=True)
    step: int = number(1, 1, _count_steps, applies=_has_lesson)
