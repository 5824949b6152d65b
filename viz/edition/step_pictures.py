"""The pictures of lessons' steps that the edition does not compute: computed once, as values."""

from typing import Any

from models import UserError
from viz.base.language import current_locale, writing_in
from viz.components.course.parts import part_of
from viz.pages.computations import FRONT_PAGE
from viz.pages.recording import record
from viz.view.edition import EDITION, is_in_edition
from viz.view.lessons import Step, lessons
from viz.view.runner import PlainRunner


class _Keeping(PlainRunner):
    """A runner that computes a value, which may hold texts, once a language for all steps."""

    def __init__(self) -> None:
        super().__init__("cpu")
        self.kept: dict[str, Any] = {}

    def compute_once(self, key: str, *content: Any, **more: Any) -> Any:
        named = f"{current_locale()} {key}"
        if named not in self.kept:
            self.kept[named] = super().compute_once(key, *content, **more)
        return self.kept[named]


RUNNER = _Keeping()


def step_pictures(lesson: str, locale: str) -> list[list[dict[str, Any]] | None]:
    """Return the parts of sheet.js for each step of a lesson; None: it has none.

    A step whose model or table is not installed has none either.
    """
    with writing_in(locale):
        return [_picture(step, locale) for step in lessons()[lesson].steps]


def _picture(step: Step, locale: str) -> list[dict[str, Any]] | None:
    """Return the parts that show a step which the edition does not compute."""
    page = "" if step.page == FRONT_PAGE else step.page
    if page in EDITION and page != "depth" and is_in_edition(page, dict(step.parameters)):
        return None
    return draw_step(step, locale)


def draw_step(step: Step, locale: str) -> list[dict[str, Any]] | None:
    """Return the parts of sheet.js that show a step; None where a model or table is missing."""
    address = {**dict(step.parameters), "language": locale}
    try:
        recorded = record(step.page, address, RUNNER, step.part or "", step.highlights)
    except UserError:
        return None
    return [part_of(part) for part in recorded.parts] or None
