"""A well-known picture on our own models, beside a description of the original."""

from dataclasses import dataclass, replace

from ...base.language import t
from ...view.computation import Computation
from ...view.lessons import Step
from ...view.runner import Runner
from .settings import ClassicSettings, classics


@dataclass(frozen=True)
class ClassicContent:
    """The content of the page."""

    steps: tuple[Step, ...]
    place: int  # from 0

    @property
    def menu(self) -> None:
        """The picture is that of the page which the step shows."""
        return None

    @property
    def step(self) -> Step:
        """The step with all of its text on show: the original belongs to the picture."""
        step = self.steps[self.place]
        return replace(step, text=step.whole_text, more="")

    @property
    def address(self) -> dict[str, str]:
        """The address parameters of this picture."""
        return address_of(self.place)

    @property
    def back_address(self) -> dict[str, str] | None:
        """The address parameters of the previous picture; None at the first."""
        return address_of(self.place - 1) if self.place else None

    @property
    def next_address(self) -> dict[str, str] | None:
        """The address parameters of the next picture; None at the last."""
        return address_of(self.place + 1) if self.place + 1 < len(self.steps) else None

    @property
    def next_title(self) -> str:
        """The label of the button to the next step."""
        return t("Next")

    @property
    def ending(self) -> str:
        """Nothing: each picture stands by itself."""
        return ""


def address_of(place: int) -> dict[str, str]:
    """Return the address parameters of a picture, from 0."""
    return {"classic": str(place + 1)}


def compute(settings: ClassicSettings, runner: Runner) -> ClassicContent:
    """Read the classics. Raises UserError, with file and line, when they cannot be read."""
    return ClassicContent(classics().steps, settings.classic - 1)


COMPUTATION = Computation("classics", ClassicSettings, compute)
