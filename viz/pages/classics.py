"""The classics: well-known pictures of attention on our own models, beside what the original showed."""

import sys
from types import ModuleType

from models import UserError

from ..app import controls, presenter, state
from ..language import current_locale, mark
from ..lessons import Step, tour
from .lessons import arrive, beside, say_keys

TITLE = mark("The classics")


def opens() -> ModuleType:
    """The page that the picture is on; before the sentence bar is drawn."""
    try:
        steps, number = at()
        return arrive(steps[number], {"classic": number})
    except UserError:
        return sys.modules[__name__]  # draw() says it


def at() -> tuple[dict[str, Step], str]:
    """All of them by number, and which one is on show."""
    steps = {
        str(place): step
        for place, step in enumerate(tour("classics", current_locale()).steps, start=1)
    }
    return steps, state.read_choice("classic", tuple(steps))


def draw() -> None:
    steps, number = at()
    controls.pick(
        mark("Picture"), "classic", {number: step.title for number, step in steps.items()}
    )
    say_keys()
    beside(steps[number], {"classic": number})
    presenter.bind_key("step", "classic", list(steps))
