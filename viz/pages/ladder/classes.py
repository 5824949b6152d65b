"""Which of several language models a text surprises least: a model of each class."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models import UserError
from models.classes import ORDER, ClassModels, card, measure_own, shipped_classes

from ...analysis.intervals import share_interval
from ...base.language import format_number, t, translatable
from ...base.theme import HEADS
from ...draw.chart import Axis, Chart, Heatmap, Margins
from ...draw.interval_charts import describe_interval, interval_chart
from ...draw.probabilities import percent, probability_chart
from ...draw.words import shorten
from .settings import MOST_LINES, LadderSettings

_MOST_TEXTS = 8  # words with a number in each cell
# In all languages of the app.
_LANGUAGES = {"French": "Français", "German": "Deutsch", "Czech": "Čeština"}
_METHODS = translatable(
    {"languages": "ladder#classes of languages", "authors": "ladder#classes of authors"}
)
EXPORTS = translatable(
    {
        "classes": "The class",
        "class-words": "Word by word",
        "class-accuracy": "How often it is right",
    }
)


@dataclass(frozen=True)
class ClassesView:
    """What the models of the classes make of the typed text. Raises UserError without one."""

    settings: LadderSettings

    def __post_init__(self):
        if not self.text:
            raise UserError("There is no text to class. Type one, for example “I am tired.”")

    @property
    def text(self) -> str:
        return " ".join((self.settings.typed or "").split())

    @property
    def is_own(self) -> bool:
        return self.settings.classes == "own"

    @cached_property
    def own_lines(self) -> dict[str, list[str]]:
        """The reader's lines of each class. Raises UserError for a class without one."""
        lines = {
            t("First class"): _split_lines(self.settings.first or ""),
            t("Second class"): _split_lines(self.settings.second or ""),
        }
        if not all(lines.values()):
            raise UserError("Write at least two lines for each class.")
        return lines

    @cached_property
    def models(self) -> ClassModels:
        if self.is_own:
            return ClassModels.count(self.own_lines)
        return shipped_classes(self.settings.classes or "languages")

    @property
    def names(self) -> list[str]:
        return [_LANGUAGES.get(name, name) for name in self.models.names]

    @cached_property
    def bits(self) -> np.ndarray:
        """The surprise of each class at each character, `[class, character]`."""
        return -self.models.log_probabilities(self.text) / np.log(2)

    @cached_property
    def shares(self) -> np.ndarray:
        return self.models.shares(self.text)

    @property
    def finding(self) -> str:
        """Which class is least surprised, and by how much."""
        means = self.bits.mean(1)
        first, second = (int(place) for place in means.argsort()[:2])
        return t(
            "ladder#least surprised",
            first=self.names[first],
            bits=float(means[first]),
            second=self.names[second],
            others=float(means[second]),
            share=percent(float(self.shares[first])),
        )

    @property
    def share_chart(self) -> Chart:
        """The probability of each class, each alike before the text."""
        colours = [HEADS[place % len(HEADS)] for place in range(len(self.names))]
        chart = probability_chart(
            self.names, self.shares.tolist(), colours, t("probability of the class")
        )
        caption = t("The class of “{words}”, each alike before it", words=shorten(self.text, 60))
        return chart.with_caption(caption)

    @property
    def words_chart(self) -> Chart:
        """For each word the bits by which it surprises a class less than the mean of all."""
        saved = self.bits.mean(0) - self.bits
        words, values = _sum_words(self.text, saved)
        most = max(1.0, float(np.abs(values).max()))
        texts = [[format_number(value, "+.1f") for value in row] for row in values.tolist()]
        cells = Heatmap(
            values=values.astype(np.float32),
            least=-most,
            most=most,
            palette="signed",
            bar=None,
            hover=t("%{y}, “%{x}”: %{z:+.1f} bits"),
            texts=texts if len(words) <= _MOST_TEXTS else (),
            text_size=13,
        )
        names = self.names
        return Chart(
            marks=(cells,),
            x=Axis(
                ticks=list(range(len(words))),
                labels=words,
                tick_size=14,
                limits=(-0.5, len(words) - 0.5),
                grid=False,
                zero="none",
            ),
            y=Axis(
                ticks=list(range(len(names))),
                labels=names,
                tick_size=14,
                room=True,
                limits=(len(names) - 0.5, -0.5),
                grid=False,
                zero="none",
            ),
            height=150 + 40 * len(names),
            margins=Margins(left=8, right=16, top=8, bottom=80),
            caption=t("Bits by which each word surprises a class less than the mean of all"),
        )

    @property
    def accuracy_chart(self) -> Chart | None:
        """How often the class is right on held-out texts, by the characters read.

        None for the reader's own classes.
        """
        if self.is_own:
            return None
        by_characters = card(self.settings.classes or "languages")["held_out"]["by_characters"]
        intervals = []
        for rows in by_characters.values():
            counts = np.array(rows)
            intervals.append(share_interval(int(np.trace(counts)), int(counts.sum())))
        names = [t("{count} characters", count=int(count)) for count in by_characters]
        chance = 1 / len(self.names), t("chance")
        chart = interval_chart(names, {"": intervals}, t("texts in their class"), ".1%", chance)
        return chart.with_caption(self.method)

    @cached_property
    def own_accuracy(self) -> str:
        """How many of the reader's lines models that have not read them class rightly."""
        right, count = measure_own(self.own_lines)
        return t(
            "Each of your lines left out once: {right} of {count} go to their class ({share}).",
            right=right,
            count=count,
            share=describe_interval(share_interval(right, count), ".0%"),
        )

    @property
    def method(self) -> str:
        """What the models have read, and what the figures are of."""
        if self.is_own:
            return t("ladder#classes of your own", order=ORDER)
        figures = card(self.settings.classes or "languages")
        return t(
            _METHODS[self.settings.classes or "languages"],
            order=figures["order"],
            characters=min(figures["characters"].values()) // 1000,
            count=figures["held_out"]["texts"] * len(figures["classes"]),
        )

    @property
    def charts(self) -> Mapping[str, Chart]:
        """The charts on show by key."""
        charts = {"classes": self.share_chart, "class-words": self.words_chart}
        if (accuracy := self.accuracy_chart) is not None:
            charts["class-accuracy"] = accuracy
        return charts

    def chart(self, name: str) -> Chart:
        """Return a chart by its key."""
        return self.charts[name]


def _split_lines(text: str) -> list[str]:
    lines = [" ".join(line.split()) for line in text.splitlines()]
    return [line for line in lines if line][:MOST_LINES]


def _sum_words(text: str, values: np.ndarray) -> tuple[Sequence[str], np.ndarray]:
    """Sum `values [class, character]` over each word with the space before it."""
    words = text.split(" ")
    starts = np.cumsum([0, *(len(word) + 1 for word in words[:-1])])
    starts[1:] -= 1  # the space before a word belongs to it
    return words, np.add.reduceat(values, starts, axis=1)
