"""Settings of the page on the classics."""

from dataclasses import dataclass

from ...base.language import current_locale
from ...view.lessons import Tour, tour
from ...view.runner import Runner
from ...view.settings import Known, Options, Settings, choice


def classics() -> Tour:
    """Read the classics in the reader's language. Raises UserError when they are unreadable."""
    return tour("classics", current_locale())


def titles(known: Known, runner: Runner) -> Options:
    return {str(place): step.title for place, step in enumerate(classics().steps, start=1)}


@dataclass(frozen=True)
class ClassicSettings(Settings):
    """The picture, from 1; None if the classics are unreadable: then `compute` says why."""

    classic: int = choice(titles, parse=int)
