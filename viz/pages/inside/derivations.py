"""The looks that unfold a derivation: a head step by step, the lecture's example, a blackboard."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from ...analysis.derivation import Derivation
from ...analysis.walkthrough import derive
from ...analysis.walkthrough.stages import Overview, build_overview, step_of_overview
from ...base.language import t
from ...base.libraries import LIBRARIES
from ...draw.head_pictures import trace_caption
from ...draw.picture import Picture
from ...draw.step_pictures import step_picture
from ...view.computation import Export, ExportMenu, PageContent, app_address, name_weights
from . import blackboard
from .head import HeadContent
from .settings import InsideSettings, Unfolding


class Unfolded(PageContent[InsideSettings], ABC):
    """The view of a derivation."""

    name: ClassVar[str]  # "inside", "lecture" or "board", the prefix of its settings

    @property
    @abstractmethod
    def derivation(self) -> Derivation:
        """The derivation."""

    @property
    def sheet_name(self) -> str:
        """The name of the exercise sheet's file."""
        return self.name

    @property
    def caption(self) -> str:
        """The start of a picture's caption, before the step's text."""
        return ""

    @property
    def queries(self) -> tuple[str, ...]:
        """The words to choose a query from; () where all are derived at once."""
        return ()

    @property
    def numbers(self) -> Mapping[str, Callable[[], bytes]]:
        """The arrays of the run by file ending; {} without a run."""
        return {}

    @property
    def about(self) -> list[str]:
        """What the numbers are of, in lines for a spreadsheet."""
        return []

    def write_workbook(self) -> bytes:
        """Return the derivation as a spreadsheet of formulas."""
        weights = [name for name, grid in self.derivation.grids.items() if grid.role == "weight"]
        address = app_address("inside", self.settings, self.runner)
        file: bytes = LIBRARIES.spreadsheet.derivation_workbook(
            self.derivation, weights, self.about, address
        )
        return file

    @property
    def overview(self) -> Overview | None:
        """The overview before the steps, or None."""
        return None

    @property
    def unfolding(self) -> Unfolding:
        """The current step and row, limited to existing steps."""
        # First, so that a sentence that is too long raises UserError.
        last = len(self.derivation.steps) - 1
        chosen = self.settings.unfolding(self.name)
        return chosen._replace(step=min(chosen.step, last))

    @property
    def menu(self) -> ExportMenu:
        """The menu of the current step, which the browser reports when the reader pauses."""
        derivation, step, caption = self.derivation, self.unfolding.step, self.caption
        file = f"{self.name}-step-{step + 1}"
        if step < 0 and self.overview:
            derivation, step = step_of_overview(derivation, self.overview), 0
            file = f"{self.name}-stages"

        def draw_step() -> Picture:
            return step_picture(derivation, step, caption)

        numbers = {**self.numbers, "xlsx": self.write_workbook}
        return ExportMenu(f"step {self.name}", (Export("", draw_step),), numbers, file)


@dataclass(frozen=True)
class StepsContent(HeadContent, Unfolded):
    """Every number of a head, for the query word at the current row."""

    name = "inside"

    @cached_property
    def derivation(self) -> Derivation:
        choice, maps = self.choice, self.maps
        row = self.settings.unfolding(self.name).row
        return derive(
            self.trace,
            self.parameters,
            choice.stack,
            choice.layer,
            choice.head,
            row,
            maps.n_heads,
        )

    @cached_property
    def overview(self) -> Overview:
        row, trace = self.settings.unfolding(self.name).row, self.trace
        read = self.maps.query_tokens[row]
        if self.choice.stack != "cross":
            return build_overview(self.derivation, read)
        return build_overview(self.derivation, read, trace.predicted[row])

    @property
    def caption(self) -> str:
        return trace_caption(self.trace, t("one head step by step"))

    @property
    def about(self) -> list[str]:
        sentences = " → ".join(filter(None, [self.trace.sentence.strip(), self.trace.translation]))
        return [sentences, name_weights(self.model), t("spreadsheet#what stays")]


class LectureContent(Unfolded):
    """A worked row: of a lecture, or of the reader's own scores."""

    name = "lecture"

    @property
    def sheet_name(self) -> str:
        worked = self.settings.worked
        return self.name if worked == "first" else f"{self.name}-{worked}"

    @cached_property
    def derivation(self) -> Derivation:
        return blackboard.lecture(self.settings.worked, self.settings.scores or "")


class BoardContent(Unfolded):
    """Two heads over numbers that the reader types."""

    name = "board"

    @cached_property
    def derivation(self) -> Derivation:
        """The derivation. Raises UserError for an invalid matrix or number of words."""
        settings = self.settings
        return blackboard.small(
            **settings.matrices, words=settings.words.split(), causal=settings.causal
        )
