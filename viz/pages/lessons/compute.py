"""The list of lessons, or a step of one, with its neighbours."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from ...base.language import current_locale, t
from ...view.computation import Computation
from ...view.lessons import Step, Tour, lessons
from ...view.runner import Runner
from .settings import LessonSettings


@dataclass(frozen=True)
class IndexContent:
    """All lessons."""

    lessons: Mapping[str, Tour]  # by name in their order
    menu: None = None  # there is no picture


@dataclass(frozen=True)
class TourContent:
    """A step of a tour, beside the picture of the step's page."""

    steps: tuple[Step, ...]
    place: int  # of the step, from 0
    menu: ClassVar[None] = None  # that of the step's page is there

    def address_of(self, place: int) -> dict[str, str]:
        """Return the address parameters of the step at this place."""
        raise NotImplementedError

    @property
    def step(self) -> Step:
        return self.steps[self.place]

    @property
    def address(self) -> dict[str, str]:
        """The address parameters of this step."""
        return self.address_of(self.place)

    @property
    def is_last(self) -> bool:
        """Whether this is the last step of the tour."""
        return self.place + 1 == len(self.steps)

    @property
    def back_address(self) -> dict[str, str] | None:
        """The address parameters of the previous step; None at the first."""
        return self.address_of(self.place - 1) if self.place else None

    @property
    def next_address(self) -> dict[str, str] | None:
        """The address parameters of the next step; None at the last."""
        return None if self.is_last else self.address_of(self.place + 1)

    @property
    def next_title(self) -> str:
        """The label of the button to the next step."""
        return t("Next")

    @property
    def ending(self) -> str:
        """What stands after the last step, in Markdown; "" before it."""
        return ""


@dataclass(frozen=True)
class LessonContent(TourContent):
    """A step of a lesson."""

    lessons: Mapping[str, Tour]  # all, by name in their order
    lesson: Tour

    def address_of(self, place: int) -> dict[str, str]:
        return address_of(self.lesson, place)

    @property
    def number(self) -> int:
        """The number of the lesson, from 1."""
        return 1 + list(self.lessons).index(self.lesson.name)

    @property
    def next_lesson(self) -> Tour | None:
        """The lesson after this one; None after the last."""
        return next(iter([*self.lessons.values()][self.number :]), None)

    @property
    def next_address(self) -> dict[str, str]:
        """The address parameters of the next step; those of all lessons after the last one."""
        if not self.is_last:
            return self.address_of(self.place + 1)
        return address_of(self.next_lesson, 0) if self.next_lesson else {"lesson": ""}

    @property
    def next_title(self) -> str:
        """The label of the button to the next step."""
        if not self.is_last:
            return t("Next")
        return t("Next lesson" if self.next_lesson else "All lessons")

    @property
    def ending(self) -> str:
        """The end of the lesson in Markdown: summary, own sentence, what next; "" before it."""
        if not self.is_last:
            return ""
        following = self.next_lesson
        next_up = (
            t(
                "Lesson {number} · {title}: {question}",
                number=self.number + 1,
                title=following.title,
                question=following.question,
            )
            if following
            else t("lessons#after the last lesson")
        )
        sections = {
            t("In short"): self.lesson.summary,
            t("Now your own sentence"): self.lesson.yours,
            t("What next"): next_up,
        }
        return "\n\n".join(f"#### {title}\n{text}" for title, text in sections.items())


def address_of(lesson: Tour, place: int) -> dict[str, str]:
    """Return the address parameters of a step."""
    return {"lesson": lesson.name, "step": str(place + 1)}


def _compute(settings: LessonSettings, runner: Runner) -> LessonContent | IndexContent:
    """Read the lessons. Raises UserError, with file and line, when one cannot be read."""
    tours = lessons(current_locale())
    if not settings.lesson:
        return IndexContent(tours)
    lesson = tours[settings.lesson]
    return LessonContent(lesson.steps, settings.step - 1, tours, lesson)


COMPUTATION = Computation("lessons", LessonSettings, _compute)
