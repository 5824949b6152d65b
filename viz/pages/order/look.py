"""The base of the looks that draw charts."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from ...draw.chart import Chart
from ...view.computation import Export, ExportMenu, PageContent
from .settings import OrderSettings

VASWANI = "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762)"

FORMULA = (
    "PE(pos, 2i) = sin(pos / base^(2i/d_model)), PE(pos, 2i+1) = cos, Vaswani et al. 2017, "
    "section 3.5"
)


def about(d_model: int, base: int) -> str:
    """Return the end of a caption: the size and the base of the sinusoids, and their formula."""
    return f"d_model {d_model}, base {base:,}. {FORMULA}."


@dataclass(frozen=True)
class ChartLook(PageContent[OrderSettings], ABC):
    """Charts side by side with an explanation, computed when they are drawn."""

    main: ClassVar[str]  # the key of the chart that a link gives

    @abstractmethod
    def charts(self) -> dict[str, Chart | str]:
        """Return the charts by key; a sentence in place of a chart says why it cannot be drawn."""

    @property
    @abstractmethod
    def explanation(self) -> str:
        """What the charts show, in Markdown."""

    @property
    def note(self) -> str:
        """The source of the values, if the explanation does not give it."""
        return ""

    @property
    def numbers(self) -> Mapping[str, Callable[[], bytes]]:
        """Files of numbers by their ending, beside those of the chart."""
        return {}

    @property
    def menu(self) -> ExportMenu:
        chart = self.charts()[self.main]
        if isinstance(chart, str):
            return ExportMenu(self.main, (), alert=chart)
        return ExportMenu(self.main, (Export("", lambda: chart),), self.numbers)
