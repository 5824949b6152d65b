"""The looks at a run of the model.

Positions added to the words of a sentence, and the same words in another order.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models import Request, Trace, WhatIf

from ...analysis.measures import distances
from ...analysis.views import source_axis
from ...base.language import t
from ...draw.chart import Chart
from ...draw.head_pictures import trace_caption
from ...draw.matrix import Matrix
from ...draw.picture import Picture, picture_of
from ...view.computation import Export, ExportMenu, PageContent
from . import charts, encodings
from .look import ChartLook
from .settings import POSITIONS, OrderSettings

_WHAT_IFS = {
    "as trained": WhatIf(),
    "no positions": WhatIf(positions="off"),
    "shuffled positions": WhatIf(positions="shuffled"),
}
_STRIPS_END = 4  # end of the colour scale of words; larger values are rare
_Pair = tuple[Trace, Trace]  # the runs on the two sentences


class Added(ChartLook):
    """The input of layer 1 as the sum of words and positions."""

    main = "sum"

    def run(self, how: str) -> Trace:
        """Run the model as trained or with "no positions"."""
        settings = self.settings
        what_if = _WHAT_IFS[how]
        return self.runner.trace(Request(settings.model, settings.sentence, None, what_if))

    @cached_property
    def trained(self) -> Trace:
        return self.run("as trained")

    @cached_property
    def without(self) -> Trace:
        """The run without positions."""
        return self.run("no positions")

    @cached_property
    def position(self) -> np.ndarray:
        """The vector added to each word, `[token, d_model]`."""
        table = self.model.parameters("encoder")["positions"]
        return table[: len(_encoder_states(self.trained)[0])]

    def charts(self) -> dict[str, Chart | str]:
        word, entering = (_encoder_states(run)[0] for run in (self.without, self.trained))
        title = t("word embedding · √{d_model}", d_model=word.shape[1])
        return {
            "words": self.strip(word, title),
            "positions": self.strip(self.position, t("+ position")),
            "sum": self.strip(entering, t("= what enters layer 1")),
        }

    def strip(self, values: np.ndarray, title: str) -> Chart:
        """Plot `values [token, d_model]` of the sentence."""
        what = t("order#strip", what=title.strip("+= "), end=_STRIPS_END)
        tokens = source_axis(self.trained).tokens
        chart = charts.strip_chart(values, tokens, _STRIPS_END, title)
        return chart.with_caption(trace_caption(self.trained, what))

    @property
    def explanation(self) -> str:
        position = self.position
        word, entering = (_encoder_states(run)[0] for run in (self.without, self.trained))
        error = float(np.abs(word + position - entering).max())
        is_formula = np.allclose(position, encodings.sinusoids(*position.shape), atol=1e-5)
        times = np.linalg.norm(word, axis=1).mean() / np.linalg.norm(position, axis=1).mean()
        return t(
            "order#sum with sinusoids" if is_formula else "order#sum with learned positions",
            error=error,
            times=times,
            end=_STRIPS_END,
        )


def _encoder_states(trace: Trace) -> np.ndarray:
    """Return the states of the words in the encoder, `[layer + 1, position, d_model]`."""
    states = trace.hidden["encoder"]
    assert states is not None  # the page is shown of models with an encoder only
    return states


@dataclass(frozen=True)
class Reordered(PageContent[OrderSettings]):
    """The states of the same words in two orders, with and without positions."""

    @cached_property
    def runs(self) -> dict[str, _Pair]:
        """The runs on both sentences, as trained and with the chosen positions.

        Raises UserError for an unreadable sentence.
        """
        settings = self.settings
        runs = {}
        for how, what_if in _WHAT_IFS.items():
            if how in ("as trained", settings.positions):
                first, second = (
                    self.runner.trace(Request(settings.model, sentence, None, what_if))
                    for sentence in (settings.sentence, settings.other)
                )
                runs[how] = first, second
        return runs

    @cached_property
    def distances(self) -> dict[str, np.ndarray]:
        """The distance between the last states of all words, `[word, word of the other]`."""
        return {
            how: distances(*(_encoder_states(trace)[-1] for trace in pair))
            for how, pair in self.runs.items()
        }

    @property
    def matrices(self) -> list[Matrix]:
        """The distances, with a common colour scale."""
        largest = max(float(values.max()) for values in self.distances.values())
        matrices = []
        for how, values in self.distances.items():
            rows, columns = (source_axis(trace).tokens for trace in self.runs[how])
            matrices.append(
                Matrix(
                    t(POSITIONS[how]),
                    rows,
                    columns,
                    values,
                    most=largest,
                    kind="distance",
                    note=t("order#distance of states"),
                )
            )
        return matrices

    @property
    def menu(self) -> ExportMenu:
        settings = self.settings
        what = t("order#caption of distances", model=settings.model)
        caption = f"{settings.sentence.strip()} / {settings.other.strip()}\n{what}"

        def draw_picture() -> Picture:
            return picture_of(self.matrices, caption)

        return ExportMenu("distances", (Export(t("Distances"), draw_picture),))

    @property
    def translations(self) -> dict[str, str]:
        """The translations of both sentences; {} if the model writes nothing."""
        if not self.runs["as trained"][0].predicted:
            return {}
        translations = {}
        for how, (first, second) in self.runs.items():
            title = t(POSITIONS[how]).lower()
            translations[t("{positions}, first", positions=title)] = first.translation
            translations[t("{positions}, second", positions=title)] = second.translation
        return translations

    @property
    def finding(self) -> str:
        """The finding, whatever the outcome."""
        how = self.settings.positions
        return _describe_finding(how, *self.runs[how], self.distances[how])


def _describe_finding(how: str, first: Trace, second: Trace, values: np.ndarray) -> str:
    """Describe the distances of nearest states, `values [word, word of the other]`."""
    if sorted(first.source) != sorted(second.source):
        return t("order#other words")
    off = float(values.min(1).max())
    if not first.predicted and how == "no positions":
        return t("order#a bag of words, untranslated", off=off)
    if not first.predicted:
        return t("Here the nearest states of the two sentences lie up to {off:.2g} apart.", off=off)
    same = t(
        "the same translation"
        if first.translation == second.translation
        else "different translations"
    )
    if how == "no positions":
        return t("order#a bag of words", off=off, same=same)
    return t("order#apart", off=off, same=same)
