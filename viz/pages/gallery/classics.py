"""The classics: well-known pictures of attention on our own models, beside the original."""

from dataclasses import dataclass, replace
from functools import partial

from ...app.page import Page
from ...app.page_controls import Controls
from ...base.language import current_locale, translatable
from ...view.computation import Computation
from ...view.lessons import Step, Tour, tour
from ...view.runner import Runner
from ...view.settings import Known, Options, Settings, choice
from ..lessons.compute import TourContent
from ..lessons.tour import Pages, open_step, render_step


def _classics() -> Tour:
    """Read the classics in the reader's language. Raises UserError when they are unreadable."""
    return tour("classics", current_locale())


def _titles(known: Known, runner: Runner) -> Options:
    return {str(place): step.title for place, step in enumerate(_classics().steps, start=1)}


@dataclass(frozen=True)
class _ClassicSettings(Settings):
    """The picture, from 1; None if the classics are unreadable: then `_compute` says why."""

    classic: int = choice(_titles, parse=int)


class _ClassicContent(TourContent):
    """One picture; it stands by itself."""

    def address_of(self, place: int) -> dict[str, str]:
        return {"classic": str(place + 1)}

    @property
    def step(self) -> Step:
        """The step with all of its text on show: the original belongs to the picture."""
        step = super().step
        return replace(step, text=step.whole_text, more="")


def _compute(settings: _ClassicSettings, runner: Runner) -> _ClassicContent:
    """Read the classics. Raises UserError, with file and line, when they cannot be read."""
    return _ClassicContent(_classics().steps, settings.classic - 1)


def _render(
    pages: Pages, content: _ClassicContent, settings: _ClassicSettings, controls: Controls
) -> None:
    controls.pick("classic", translatable("Picture"), width=420)
    render_step(content, pages, controls)
    controls.bind_key("step", "classic")


def build_page(pages: Pages) -> Page:
    """Build the page of the classics, whose steps show these pages."""
    computation = Computation("classics", _ClassicSettings, _compute)
    return Page(
        computation,
        partial(_render, pages),
        title=translatable("Gallery"),
        lead=translatable("gallery#lead of the classics"),
        group=translatable("Learn"),
        terms=translatable(("classics explained",)),
        open_step=partial(open_step, computation, pages),
    )
