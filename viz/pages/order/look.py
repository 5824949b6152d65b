"""A look that draws charts, with what each such look has."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from ...draw.files import Chart
from ...view.computation import Export, ExportMenu
from ...view.runner import Runner
from .settings import OrderSettings

VASWANI = "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762)"


@dataclass(frozen=True)
class ChartLook(ABC):
    """Charts side by side and what they show; what it takes is computed when it is drawn."""

    settings: OrderSettings
    runner: Runner
    main: ClassVar[str]  # the key of the chart that a link gives

    @abstractmethod
    def charts(self) -> dict[str, Chart | str]:
        """The charts by their keys; for one that cannot be drawn, a sentence that says why."""

    @property
    @abstractmethod
    def explanation(self) -> str:
        """What the charts show, in Markdown."""

    @property
    def note(self) -> str:
        """Where the values come from, where the explanation does not say it."""
        return ""

    @property
    def menu(self) -> ExportMenu:
        chart = self.charts()[self.main]
        if isinstance(chart, str):
            return ExportMenu(self.main, (), alert=chart)
        return ExportMenu(self.main, (Export("", lambda: chart),))
