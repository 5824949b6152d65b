"""Table 1 of Vaswani et al. 2017 with our own measured times and memory."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...base.language import t, translatable
from ...draw.chart import Chart
from ...view.computation import Computation, Export, ExportMenu, PageContent
from ...view.runner import Runner
from . import table1
from .charts import cost_chart
from .findings import describe_constants, describe_memory, describe_time
from .keeping import KeepingContent
from .settings import CostSettings

_ACROSS = "n", "d"  # the size that grows in each chart
_LAYER_TITLES = translatable(
    {
        "self-attention": "self-attention",
        "recurrent": "recurrent (LSTM)",
        "convolutional": "convolutional (k = {k})",
        "restricted": "restricted (r = {r})",
    }
)


@dataclass(frozen=True)
class CostContent(PageContent[CostSettings]):
    """The content of the page, without a model."""

    @property
    def measured(self) -> table1.MeasuredCosts:
        return table1.measured()

    def fixed_size(self, across: str) -> int:
        """The size that stays fixed while "n" or "d" grows."""
        return self.settings.d if across == "n" else self.settings.n

    def costs_across(self, across: str) -> dict[str, np.ndarray]:
        """Return the cost of each layer while "n" or "d" grows."""
        place = self.measured.slice(across, self.fixed_size(across))
        layers = self.measured.layers(self.settings.quantity, self.settings.is_bare)
        return {name: values[place] for name, values in layers.items()}

    @cached_property
    def charts(self) -> dict[str, Chart]:
        """The charts of the cost against either size, by key."""
        return {f"cost against {across}": self.chart_across(across) for across in _ACROSS}

    def chart_across(self, across: str) -> Chart:
        """Plot the measured and the expected cost of each layer while "n" or "d" grows."""
        quantity, fixed = self.settings.quantity, self.fixed_size(across)
        measured, costs = self.measured, self.costs_across(across)
        about, r = measured.about, measured.about["r"]
        at = measured.n if across == "n" else measured.d
        n, d = (at, np.array(fixed)) if across == "n" else (np.array(fixed), at)
        expected = {name: table1.predicted(quantity, name, n, d, r) for name in costs}
        names = {name: t(title, k=about["k"], r=r) for name, title in _LAYER_TITLES.items()}
        where = t(
            "{device}, {threads} thread, attention without its projections"
            if self.settings.is_bare
            else "{device}, {threads} thread",
            device=about["device"],
            threads=about["threads"],
        )
        caption = t(
            "Time of one layer, {where}. Thin: the complexity of table 1 of Vaswani et al. 2017."
            if quantity == "time"
            else "Memory of one layer, {where}. Thin: n · d numbers, and n² or r · n weights.",
            where=where,
        )
        chart = cost_chart(quantity, across, at, costs, expected, names, fixed)
        return chart.with_caption(caption)

    @property
    def menu(self) -> ExportMenu:
        key = f"cost against {_ACROSS[0]}"
        return ExportMenu(key, (Export("", lambda: self.charts[key]),))

    @property
    def finding(self) -> str:
        """The claim of the paper and our result, in Markdown."""
        settings, against_n = self.settings, self.costs_across("n")
        if settings.quantity == "time":
            return describe_time(self.measured, against_n, settings.d, settings.is_bare)
        return describe_memory(self.measured, against_n, settings.d)

    @property
    def paper_table(self) -> list[dict[str, str]]:
        """Table 1 of the paper, a row for each layer."""
        return [
            {
                t("Layer type"): t(row.title),
                t("Complexity per layer"): f"${row.complexity}$",
                t("Sequential operations"): f"${row.sequential}$",
                t("Maximum path length"): f"${row.path}$",
            }
            for row in table1.TABLE_1.values()
        ]

    @property
    def growth_table(self) -> list[dict[str, str]]:
        """The growth of the measured cost with either size, a row for each layer."""
        measured, settings = self.measured, self.settings
        against_n, against_d = (self.costs_across(across) for across in _ACROSS)
        at_d, at_n = t("at d = {d:,}", d=settings.d), t("at n = {n:,}", n=settings.n)
        rows = []
        for name, row in table1.TABLE_1.items():
            power_n = table1.exponent(measured.n, against_n[name])
            power_d = table1.exponent(measured.d, against_d[name])
            rows.append(
                {
                    t("Layer type"): t(row.title),
                    at_d: f"$n^{{{power_n:.1f}}}$",
                    at_n: f"$d^{{{power_d:.1f}}}$",
                }
            )
        return rows

    @property
    def reading(self) -> str:
        """How to read the charts and the tables."""
        is_time = self.settings.quantity == "time"
        thin = t(
            "Thin lines: the complexity of table 1, drawn through the middle of these four."
            if is_time
            else "cost#thin lines of memory"
        )
        reading = t("cost#reading", thin=thin)
        return f"{reading} {describe_constants(self.settings.is_bare)}" if is_time else reading

    @property
    def method(self) -> str:
        """How the costs were measured."""
        about = self.measured.about
        count = about["threads"]
        threads = t("1 thread" if count == 1 else "{count} threads", count=count)
        return t(
            "cost#how it was measured",
            threads=threads,
            **{name: about[name] for name in ("made_by", "device", "torch", "date", "rounds")},
        )


def _compute(settings: CostSettings, runner: Runner) -> CostContent | KeepingContent:
    return (KeepingContent if settings.look == "kept" else CostContent)(settings, runner)


COMPUTATION = Computation("cost", CostSettings, _compute)
