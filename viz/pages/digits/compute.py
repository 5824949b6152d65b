"""What both networks read of a drawn digit, and how often they are right."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models import WhatIf
from models.digits import (
    GRID,
    HEADS,
    LAYERS,
    SIZE,
    DigitReading,
    card,
    curves,
    paint,
    parse_strokes,
)

from ...analysis.intervals import Interval, share_interval
from ...analysis.measures import rollout
from ...base.language import format_number, t, translatable
from ...base.libraries import LIBRARIES
from ...base.theme import HEADS as COLOURS
from ...draw.chart import Chart
from ...draw.interval_charts import describe_interval, interval_chart
from ...draw.matrix import Matrix
from ...draw.picture import Picture
from ...draw.probabilities import percent, probability_chart
from ...view.computation import Computation, Export, ExportMenu, PageContent
from ...view.runner import Runner
from .settings import DigitsSettings, hidden_patches, silenced_heads

_NETWORKS = translatable({"transformer": "vision transformer", "convolution": "convolution"})
_SOURCES = translatable(
    {
        "written": "handwritten",
        "fonts": "other fonts",
        "strokes": "strokes of other fonts",
    }
)
_CURVES = translatable(
    {
        ("transformer", "positions"): "vision transformer",
        ("transformer", "none"): "vision transformer without positions",
        ("convolution", "positions"): "convolution",
        ("convolution", "none"): "convolution, patches in random order",
    }
)


@dataclass(frozen=True)
class DigitsContent(PageContent[DigitsSettings]):
    """The content of the page; each look is computed when it is drawn."""

    @cached_property
    def picture(self) -> np.ndarray:
        """The square around the drawing as ink, `[y, x]`."""
        return paint(parse_strokes(self.settings.digit or ""))

    @property
    def is_empty(self) -> bool:
        return not self.picture.any()

    @cached_property
    def reading(self) -> DigitReading:
        """What both networks make of it."""
        settings = self.settings
        what_if = WhatIf(
            positions=settings.positions or "as trained", silenced=silenced_heads(settings)
        )
        return self.runner.compute_once(
            f"digit {settings.digit} {settings.hidden} {what_if}",
            t("Two networks read the digit"),
            lambda progress: LIBRARIES.digits.read_picture(
                self.picture, hidden_patches(settings), what_if
            ),
        )

    @cached_property
    def rollout(self) -> np.ndarray:
        """The share of each patch in [CLS] after the last layer, `[patch]`."""
        return rollout(self.reading.weights)[-1][0][1:]

    @property
    def probabilities(self) -> dict[str, np.ndarray]:
        """The probability of each digit, by the title of the network."""
        reading = self.reading
        values = reading.transformer, reading.convolution
        return dict(zip(map(t, _NETWORKS.values()), values, strict=True))

    @property
    def finding(self) -> str:
        """What both read, and what differs from a run as trained."""
        if self.is_empty:
            return t("Nothing is drawn yet. Draw a digit, or take one of the examples below.")
        settings = self.settings
        answers = [
            t(
                "{network}: {digit} ({probability})",
                network=name,
                digit=int(values.argmax()),
                probability=percent(float(values.max())),
            )
            for name, values in self.probabilities.items()
        ]
        sentence = t("; ").join(answers) + "."
        sentence = sentence[0].upper() + sentence[1:]
        if settings.positions == "off":
            sentence += " " + t("digits#no positions")
        elif settings.positions == "shuffled":
            sentence += " " + t("digits#shuffled")
        if hidden := hidden_patches(settings):
            sentence += " " + t("Hidden patches: {count}.", count=len(hidden))
        if silenced := silenced_heads(settings):
            sentence += " " + t("Heads off: {count}.", count=len(silenced))
        return sentence

    @property
    def method(self) -> str:
        """How the picture is read, in Markdown."""
        return t(
            "digits#how it is read",
            size=SIZE,
            patches=GRID**2,
            layers=LAYERS,
            heads=HEADS,
            weights=card("transformer")["weights"],
            others=card("convolution")["weights"],
        )

    # --- exports ---------------------------------------------------------------------------------

    @property
    def query_name(self) -> str:
        """The token whose attention is shown."""
        query = self.settings.query
        return t("patch {number}", number=query) if query else "[CLS]"

    @property
    def heads_picture(self) -> Picture:
        """The weights of each head over the patches."""
        rows = self.reading.weights[:, :, self.settings.query or 0, 1:]
        places = tuple(str(place + 1) for place in range(GRID))
        most = max(0.01, float(rows.max()))
        matrices = tuple(
            Matrix(
                t("layer {layer}, head {head}", layer=layer + 1, head=head + 1),
                places,
                places,
                rows[layer, head].reshape(GRID, GRID),
                most=most,
            )
            for layer in range(LAYERS)
            for head in range(HEADS)
        )
        caption = t("Weights from {query} to the patches", query=self.query_name)
        return Picture(matrices, across=HEADS, caption=f"{caption}\n{self.finding}")

    def probability_chart(self, name: str) -> Chart:
        """The probability of each digit by the network of this title."""
        values = self.probabilities[name]
        colours = [COLOURS[0] if digit == values.argmax() else COLOURS[4] for digit in range(10)]
        shares = [round(float(value), 4) for value in values]
        chart = probability_chart([*map(str, range(10))], shares, colours, t("probability"))
        return chart.with_caption(f"{name}\n{self.finding}")

    # --- figures of the card ---------------------------------------------------------------------

    @cached_property
    def accuracies(self) -> dict[str, list[Interval]]:
        """The share of held-out digits that are right, for each source, by network."""
        return {
            t(title): [share_interval(*card(name)["accuracy"][source]) for source in _SOURCES]
            for name, title in _NETWORKS.items()
        }

    @property
    def tested_chart(self) -> Chart:
        return interval_chart(
            [t(title) for title in _SOURCES.values()],
            self.accuracies,
            t("right answers"),
            ".1%",
            (0.1, t("chance")),
        ).with_caption(t("digits#accuracy"))

    @cached_property
    def curves(self) -> dict[str, list[Interval]]:
        """The share of all held-out digits that are right, by the number of training pictures."""
        table = curves()
        return {
            t(title): [share_interval(*figure) for figure in table[name][kind].values()]
            for (name, kind), title in _CURVES.items()
        }

    @property
    def curves_chart(self) -> Chart:
        sizes = [
            t("{count:,} pictures", count=int(size))
            for size in curves()["transformer"]["positions"]
        ]
        return interval_chart(
            sizes, self.curves, t("right answers"), ".0%", (0.1, t("chance"))
        ).with_caption(t("digits#curves", updates=curves()["updates"]))

    @property
    def tested_finding(self) -> str:
        transformer, convolution = self.accuracies.values()
        right, drawn = card("transformer")["drawn"]
        return t(
            "digits#right answers",
            written=describe_interval(transformer[0], ".1%"),
            strokes=describe_interval(transformer[2], ".1%"),
            convolution=describe_interval(convolution[0], ".1%"),
            drawn=drawn,
            right=right,
        )

    @property
    def curves_finding(self) -> str:
        """What positions are worth, with the most training pictures."""
        last = [format_number(values[-1].value, ".0%") for values in self.curves.values()]
        return t(
            "digits#what positions are worth",
            transformer=last[0],
            bag=last[1],
            convolution=last[2],
            shuffled=last[3],
            updates=curves()["updates"],
        )

    @property
    def tested_method(self) -> str:
        made = card("transformer")
        return t(
            "digits#how it was trained",
            pictures=made["pictures"],
            others=card("convolution")["pictures"],
            fonts=len(made["held_out_fonts"]),
            updates=curves()["updates"],
        )

    @property
    def menu(self) -> ExportMenu | None:
        if self.settings.look == "tested":
            exports = (
                Export(t("Right answers by source"), lambda: self.tested_chart, "sources"),
                Export(
                    t("Right answers by training pictures"), lambda: self.curves_chart, "curves"
                ),
            )
            return ExportMenu("tested", exports)
        if self.is_empty:
            return None
        first, second = self.probabilities
        return ExportMenu(
            "digit",
            (
                Export(t("The heads over the patches"), lambda: self.heads_picture, "heads"),
                Export(first.capitalize(), lambda: self.probability_chart(first), "transformer"),
                Export(second.capitalize(), lambda: self.probability_chart(second), "convolution"),
            ),
        )


def _compute(settings: DigitsSettings, runner: Runner) -> DigitsContent:
    return DigitsContent(settings, runner)


COMPUTATION = Computation("digits", DigitsSettings, _compute)
