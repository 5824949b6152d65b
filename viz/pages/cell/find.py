"""The look that finds the unit of a character LSTM which tells a concept."""

from dataclasses import dataclass
from functools import cached_property
from html import escape

import numpy as np

from models import Request, Trace
from models.corpus.cells import (
    BOOKS,
    CODE,
    FEWEST,
    GOOD,
    Ranking,
    cells_of,
    labels_of,
    model_of,
    rank_concept,
    read_table,
    requests,
    texts,
    texts_with,
)
from models.normalisation import BREAK, with_signs

from ...analysis.intervals import Interval
from ...base.language import t
from ...base.progress import Progress
from ...base.theme import style_sheet
from ...draw.chart import Chart
from ...draw.colouring import colour_of, ink_on
from ...draw.interval_charts import describe_interval
from ...draw.picture import Picture, Words
from ...view.computation import Export, ExportMenu, PageContent
from ...view.runner import Runner
from .charts import ranking_chart
from .settings import CONCEPTS, CellSettings

_SHOWN = 8  # units in the chart
PARAGRAPHS, _SHUFFLES = 24, 200  # for words of the reader's own
_STYLE = style_sheet(__file__, "cells.css")


@dataclass(frozen=True)
class FindContent(PageContent[CellSettings]):
    """The units ranked by one concept, and texts coloured by the best."""

    trace: Trace | None  # of the sentence or the code; None without code

    @property
    def words(self) -> list[str]:
        """The reader's own words."""
        return [word.strip() for word in (self.settings.own_words or "").split(",") if word.strip()]

    @property
    def concept(self) -> str:
        return self.settings.concept or "quotes"

    @property
    def is_code(self) -> bool:
        """Whether the concept is one of code."""
        return model_of(self.concept) == CODE

    @cached_property
    def ranking(self) -> Ranking | None:
        """The ranking; None for a concept that holds in too few places."""
        if self.concept != "own-words":
            return read_table().get(self.concept)
        words = self.words

        def rank(progress: Progress) -> Ranking | None:
            model, traces = self.runner.model(BOOKS), []
            for request in requests(texts_with(words, PARAGRAPHS)):
                traces.append(model.trace(request))
                progress(len(traces), PARAGRAPHS)
            return rank_concept(traces, self.concept, words, _SHUFFLES)

        label = t("The character LSTM reads held-out paragraphs")
        return self.runner.compute_once(f"cells {words!r}", label, rank)

    @cached_property
    def held_out(self) -> Trace:
        """The run over a paragraph in which the concept holds here and not there.

        It is of the half on which no unit was chosen.
        """

        def balance(text: str) -> float:
            return abs(float(labels_of(self.concept, text, self.words).mean()) - 0.5)

        model = model_of(self.concept)
        text = min(texts(model)[1::2], key=balance)
        return self.runner.trace(Request(model, text, ""))

    def values(self, trace: Trace) -> np.ndarray:
        """Return the best unit's cell at each character of a text, high where the concept holds."""
        assert self.ranking is not None
        cells, places = cells_of(trace)
        best = cells[:, self.ranking.best]
        values = np.zeros(len(trace.sentence))
        values[places] = np.tanh(-best if self.ranking.is_low else best)
        return values

    @property
    def unit_title(self) -> str:
        """The name of the best unit."""
        assert self.ranking is not None
        return self.title_of(self.ranking.best)

    def title_of(self, unit: int) -> str:
        assert self.ranking is not None
        layer, place = divmod(unit, len(self.ranking.auc) // 2)
        return t("layer {layer}, unit {unit}", layer=layer + 1, unit=place + 1)

    @property
    def concept_title(self) -> str:
        return t(CONCEPTS[self.concept])

    @property
    def finding(self) -> str:
        """What the ranking says, in a sentence."""
        ranking = self.ranking
        if ranking is None:
            return t("cell#too little text", concept=self.concept_title, fewest=FEWEST)
        facts = {
            "concept": self.concept_title,
            "unit": self.unit_title,
            "auc": ranking.best_auc,
            "chance": ranking.chance,
            "units": len(ranking.auc),
            "tested": describe_interval(Interval(ranking.tested, ranking.low, ranking.high), ".2f"),
        }
        if not ranking.found:
            return t("cell#no unit tells it", **facts)
        if ranking.tested < GOOD:
            return t("cell#a unit tells it in part", **facts)
        return t("cell#a unit tells it", **facts)

    def html(self, trace: Trace, theme: str) -> str:
        """Write a text with each character coloured by the best unit."""
        spans = []
        for character, value in zip(trace.sentence, self.values(trace), strict=True):
            colour = colour_of(float(value), theme)
            ink = ink_on(*colour)
            style = f"background: rgb{colour}; color: {ink}"
            written = f"{character}\n" if self.is_code and character == BREAK else character
            spans.append(f'<span style="{style}">{escape(written)}</span>')
        return f'{_STYLE}<p class="cells">{"".join(spans)}</p>'

    @property
    def chart(self) -> Chart:
        """The AUC of the best units beside that of rotated labels."""
        assert self.ranking is not None
        auc = np.abs(np.array(self.ranking.auc) - 0.5) + 0.5
        order = np.argsort(-auc, kind="stable")[:_SHOWN]
        names = [self.title_of(int(unit)) for unit in order]
        return ranking_chart(auc[order], names, self.ranking.chance).with_caption(self.finding)

    @property
    def menu(self) -> ExportMenu | None:
        if self.ranking is None:
            return None
        return ExportMenu("cell find", (Export("", self.draw),), {}, "cell-find")

    def draw(self) -> Picture:
        """Draw both texts for a file, a word coloured at its last character."""
        parts = []
        for title, trace in (
            (t("Your text"), self.trace),
            (t("A held-out text"), self.held_out),
        ):
            if trace is None:
                continue
            words, ends, start = [], [], 0
            for word in trace.sentence.split():
                start = trace.sentence.index(word, start) + len(word)
                words.append(word)
                ends.append(start - 1)
            parts.append(Words(title, tuple(words), self.values(trace)[ends]))
        return Picture(texts=tuple(parts), caption=self.finding)


def compute_find(settings: CellSettings, runner: Runner) -> FindContent:
    """Run the model of the concept on the sentence or the code.

    Raises UserError for an unreadable sentence.
    """
    model = model_of(settings.concept or "quotes")
    text = with_signs(settings.program or "") if model == CODE else settings.sentence
    trace = runner.trace(Request(model, text, "")) if text or model == BOOKS else None
    return FindContent(settings, runner, trace)
