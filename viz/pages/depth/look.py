"""A look of the page: charts side by side, a finding, and an explanation."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from models import Request, Trace

from ...base.language import t
from ...draw.chart import Chart
from ...view.computation import Export, ExportMenu, PageContent
from ...view.settings import plain_trace
from .settings import DepthSettings, reading
from .stack_words import StackReading


@dataclass(frozen=True)
class DepthLook(PageContent[DepthSettings], ABC):
    """A look of the page, computed when it is drawn."""

    main: ClassVar[str]  # the key of the chart that a link gives

    @property
    def stack(self) -> str:
        assert self.settings.stack is not None  # `compute` says why there is none
        return self.settings.stack

    @property
    def request(self) -> Request:
        return Request(self.settings.model, self.settings.sentence)

    @cached_property
    def trace(self) -> Trace:
        return plain_trace(self.settings, self.runner)

    @cached_property
    def reading(self) -> StackReading:
        return reading(self.settings, self.runner)

    @property
    @abstractmethod
    def charts(self) -> dict[str, Chart]:
        """The charts by their keys, the main one first."""

    @property
    @abstractmethod
    def finding(self) -> str:
        """What the charts show of this sentence."""

    @property
    @abstractmethod
    def explanation(self) -> str:
        """How to read the charts, in at most three sentences."""

    @property
    def refusal(self) -> str:
        """Why nothing can be drawn of these settings, or ""."""
        return ""

    @property
    def note(self) -> str:
        """What this model lacks, or ""."""
        return ""

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu(self.main, (Export("", lambda: self.charts[self.main]),))

    def captioned(self, what: str) -> str:
        """Write the caption of a chart: the sentence, the model and `what` is drawn."""
        caption = t("{model}: {what}", model=self.settings.model, what=what)
        return f"{self.trace.sentence.strip()}\n{caption}"
