"""The list of lessons, or a step of one, with its neighbours."""

from collections.abc import Mapping
from dataclasses import dataclass

from ...base.language import current_locale, t
from ...view.computation import Computation
from ...view.lessons import Step, Tour, lessons
from ...view.runner import Runner
from .settings import LessonSettings


@dataclass(frozen=True)
class IndexContent:
    """All lessons."""

    lessons: Mapping[str, Tour]  # by name in their order

    @property
    def menu(self) -> None:
        """There is no picture."""
        return None


@dataclass(frozen=True)
class LessonContent:
    """A step of a lesson."""

    lessons: Mapping[str, Tour]  # all, by name in their order
    lesson: Tour
    place: int  # of the step, from 0

    @property
    def menu(self) -> None:
        """None: the picture is that of the step's page."""
        return None

    @property
    def number(self) -> int:
        """The number of the lesson, from 1."""
        return 1 + list(self.lessons).index(self.lesson.name)

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.lesson.steps

    @property
    def step(self) -> Step:
        return self.steps[self.place]

    @property
    def address(self) -> dict[str, str]:
        """The address parameters of this step."""
        return address_of(self.lesson, self.place)

    @property
    def back_address(self) -> dict[str, str] | None:
        """The address parameters of the previous step; None at the first."""
        return address_of(self.lesson, self.place - 1) if self.place else None

    @property
    def is_last(self) -> bool:
        """Whether this is the last step of the lesson."""
        return self.place + 1 == len(self.steps)

    @property
    def next_lesson(self) -> Tour:
        """The lesson after this one; the first after the last."""
        names = list(self.lessons)
        return self.lessons[names[self.number % len(names)]]

    @property
    def next_address(self) -> dict[str, str]:
        """The address parameters of the next step."""
        if self.is_last:
            return address_of(self.next_lesson, 0)
        return address_of(self.lesson, self.place + 1)

    @property
    def next_title(self) -> str:
        """The label of the button to the next step."""
        if not self.is_last:
            return t("Next")
        is_first = self.next_lesson.name == next(iter(self.lessons))
        return t("First lesson" if is_first else "Next lesson")


def address_of(lesson: Tour, place: int) -> dict[str, str]:
    """Return the address parameters of a step."""
    return {"lesson": lesson.name, "step": str(place + 1)}


def compute(settings: LessonSettings, runner: Runner) -> LessonContent | IndexContent:
    """Read the lessons. Raises UserError, with file and line, when one cannot be read."""
    tours = lessons(current_locale())
    if not settings.lesson:
        return IndexContent(tours)
    return LessonContent(tours, tours[settings.lesson], settings.step - 1)


COMPUTATION = Computation("lessons", LessonSettings, compute)
