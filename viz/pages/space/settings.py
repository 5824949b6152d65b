"""The settings of a space: projection, step and point."""

from collections.abc import Callable
from typing import Any

from ...analysis.projections import METHODS
from ...base.language import translatable
from ...view.runner import Runner
from ...view.settings import Known, Options, choice, declare

_NO_POINT = "none"
_DIMENSIONS = translatable({"2": "2-D", "3": "3-D"})
Applies = Callable[[Known, Runner], bool]
_Count = Callable[[Known, Runner], int]


def projection(name: str, applies: Applies) -> Any:
    """Declare the method that projects the space of this name."""
    return choice(METHODS, parameter=f"{name}-projection", applies=applies)


def dimensions(name: str, applies: Applies) -> Any:
    """Declare the number of axes."""
    return choice(_DIMENSIONS, parameter=f"{name}-axes", parse=int, applies=applies)


def step(name: str, count: _Count, applies: Applies, opens_on_last: bool = False) -> Any:
    """Declare one of `count` steps, from 0; in the address from 1."""

    def options(known: Known, runner: Runner) -> Options:
        return {str(number): str(number) for number in range(1, count(known, runner) + 1)}

    def default(known: Known, runner: Runner) -> str:
        return str(count(known, runner)) if opens_on_last else "1"

    return declare(
        options,
        default,
        parameter=f"{name}-step",
        parse=lambda text: int(text) - 1,
        write=lambda place: str(place + 1),
        applies=applies,
    )


def point(name: str, count: _Count, applies: Applies) -> Any:
    """Declare one of at most `count` points: -1 for none, from 0; in the address from 1."""

    def options(known: Known, runner: Runner) -> Options:
        numbers = map(str, range(1, count(known, runner) + 1))
        return {number: number for number in (_NO_POINT, *numbers)}

    return declare(
        options,
        _NO_POINT,
        parameter=f"{name}-point",
        parse=lambda text: -1 if text == _NO_POINT else int(text) - 1,
        write=lambda place: _NO_POINT if place < 0 else str(place + 1),
        omitted_when_default=True,
        applies=applies,
    )
