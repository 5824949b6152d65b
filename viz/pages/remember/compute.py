"""The content of the page on an LSTM's memory: gates, cells, and the reach of gradients."""

from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from models import Gradients, Request, Trace, shipped

from ...analysis.views import (
    HEAD_ORDERS,
    LSTMS,
    QUANTITIES,
    SIGNED,
    Axis,
    french_words,
    gradient_of_words,
    layer_title,
    lstm_words,
    quantity_of,
    unit_order,
    way_of,
)
from ...base.language import t, translatable
from ...base.progress import Progress
from ...draw.chart import Chart
from ...draw.head_pictures import trace_caption
from ...draw.picture import LSTMState, Picture, Words
from ...draw.tables import number, numbered, written
from ...draw.words import lowercase_first
from ...view.computation import Computation, Export, ExportMenu, PageContent, trace_files
from ...view.runner import Runner
from ..reach.charts import gradient_chart
from ..reach.compute import ReachContent
from . import charts
from .settings import (
    GradientsSettings,
    RememberSettings,
    attentive_trace,
    lstms_on_show,
    trace_of,
)
from .telling_units import TellingUnit, telling_units

_COLOURED = translatable("Words coloured by one unit")

_CHAINS = translatable(
    {"seq2seq-rnn": "plain RNN", "seq2seq": "LSTM", "bilstm-additive": "LSTM with attention"}
)


def chains() -> dict[str, str]:
    """Return the models whose gradients are compared, with their descriptions."""
    return {name: t(title) for name, title in _CHAINS.items() if name in shipped()}


@dataclass(frozen=True)
class GradientsContent(PageContent[GradientsSettings]):
    """The gradients of two states with respect to each word.

    The states are the one after the whole sentence, and the one that writes a French word.
    """

    attentive: Trace  # writes the French that all models follow

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu("reading", (Export("", lambda: self.reading),))

    @property
    def place(self) -> int:
        """The place of the French word, from 0."""
        return (self.settings.writes or 1) - 1

    def start(self) -> None:
        """Begin to compute the gradients of all models, side by side."""
        for name in chains():
            self.runner.prepare(self.key(name), partial(self.follow, name))

    def key(self, name: str) -> str:
        """Return the key under which a model's gradients are kept."""
        french = self.attentive.translation
        return f"gradients {name} {self.settings.sentence!r} {french!r} {self.place}"

    def follow(self, name: str, progress: Progress) -> Gradients:
        """Compute the gradients of a model that follows the French."""
        request = Request(name, self.settings.sentence, self.attentive.translation)
        place = self.place_in(self.runner.trace(request))
        return self.runner.model(name).gradients(request, place, progress=progress)

    def place_in(self, trace: Trace) -> int:
        """Return the place of the French word in another model, which may split it differently."""
        if trace.predicted == self.attentive.predicted:
            return self.place
        words = list(french_words(self.attentive, True))
        number = sum(place <= self.place for place in words) - 1
        places = list(french_words(trace, True))
        return places[min(max(number, 0), len(places) - 1)]

    @cached_property
    def gradients(self) -> dict[str, Gradients]:
        """The gradients of each model."""
        self.start()
        return {
            name: self.runner.compute_once(
                self.key(name),
                t("Following the gradients back through the {model}", model=title),
                partial(self.follow, name),
            )
            for name, title in chains().items()
        }

    @cached_property
    def reading(self) -> Chart:
        """The dependence of the state after the whole sentence on each word."""
        return self.draw_state("reading", t("The state that has read the whole sentence"))

    @cached_property
    def writing(self) -> Chart:
        """The dependence of the state that writes the French word on each word."""
        word = french_words(self.attentive, self.settings.merged)[self.place]
        return self.draw_state("writing", t("The state that writes “{word}”", word=word))

    def draw_state(self, name: str, state: str) -> Chart:
        """Draw the chart of one state, whose norms are the field `name` of `Gradients`."""
        sentence, merged = self.settings.sentence, self.settings.merged
        first = next(iter(self.gradients.values()))
        axis = Axis(sentence, first.source, first.source_spans, first.source_words)
        # Different tokenizers have no common axis of sub-words, but one of words.
        merged |= any(gradient.source != first.source for gradient in self.gradients.values())
        shares = {
            model: gradient_of_words(getattr(gradients, name), gradients.source_words, merged)
            for model, gradients in self.gradients.items()
        }
        about = f"{sentence.strip()}\n{state}"
        caption = t("remember#gradients of a state", state=about)
        return gradient_chart(shares, axis.labels(merged), chains()).with_caption(caption)


@dataclass(frozen=True)
class RememberContent(PageContent[RememberSettings]):
    """The content of the page; gradients are computed when they are drawn."""

    trace: Trace

    @cached_property
    def panels(self) -> list[LSTMState]:
        """The panel of each LSTM of this side."""
        settings, trace = self.settings, self.trace
        panels = []
        for lstm in lstms_on_show(settings, self.runner):
            gates = trace.gates[lstm]
            words, places = lstm_words(trace, lstm, settings.merged)
            panels.append(
                LSTMState(
                    way_of(lstm),
                    _title_of(lstm),
                    words,
                    quantity_of(gates, settings.show)[places],
                    np.tanh(gates.cell)[places],
                    unit_order(gates, settings.unit_order),
                    settings.unit_of(lstm),
                )
            )
        return panels

    @property
    def telling(self) -> list[TellingUnit]:
        """Three units of the first LSTM with a nameable role."""
        panel = self.panels[0]
        return telling_units(panel.cells, panel.words)

    @property
    def menu(self) -> ExportMenu:
        settings = self.settings
        titles = *(panel.title for panel in self.panels), _COLOURED
        exports = tuple(Export(title, partial(self.draw_picture, title)) for title in titles)
        file = f"{settings.lstm}-{settings.side}-{settings.show}"
        return ExportMenu("memory", exports, trace_files(self.trace), file)

    def draw_picture(self, title: str) -> Chart | Picture:
        """Draw for a file the LSTM of this title, or the words coloured by one unit of each."""
        for panel in self.panels:
            if panel.title == title:
                return self.draw_units(panel)
        texts = tuple(
            Words(
                t("{lstm}: unit {unit}", lstm=panel.title, unit=panel.unit + 1),
                panel.words,
                panel.cells[:, panel.unit],
            )
            for panel in self.panels
        )
        what = t("words coloured by tanh of the cell of one unit")
        return Picture(texts=texts, caption=trace_caption(self.trace, what))

    def draw_units(self, panel: LSTMState) -> Chart:
        """Draw every unit of an LSTM at every word."""
        settings = self.settings
        quantity = t(QUANTITIES[settings.show])
        what = t(
            "{lstm}; {quantity}, a row for each unit {order}; unit {unit} framed",
            lstm=lowercase_first(panel.title),
            quantity=quantity,
            order=t(HEAD_ORDERS[settings.unit_order]),
            unit=panel.unit + 1,
        )
        numbers = written(
            ("unit", "word", "value"),
            (
                (str(unit + 1), word, number(panel.values[place, unit]))
                for unit in range(panel.values.shape[1])
                for place, word in enumerate(numbered(panel.words))
            ),
        )
        is_signed = settings.show in SIGNED
        chart = charts.gates_chart(
            panel.values, panel.words, panel.order, quantity, is_signed, panel.unit
        )
        return chart.with_caption(trace_caption(self.trace, what), numbers)

    @cached_property
    def reach(self) -> ReachContent:
        """The section on the state at one word."""
        return ReachContent(self.settings, self.runner)

    @cached_property
    def gradients(self) -> GradientsContent:
        """The section on gradients."""
        return _compute_gradients(self.settings, self.runner)


def _title_of(lstm: str) -> str:
    """Name an LSTM; those of a language model by their layers."""
    if lstm in LSTMS:
        return t(LSTMS[lstm])
    title = layer_title(lstm)
    return title[0].upper() + title[1:]


def _compute(settings: RememberSettings, runner: Runner) -> RememberContent:
    """Run the LSTM. Raises UserError for an unreadable sentence."""
    return RememberContent(settings, runner, trace_of(settings, runner))


def _compute_gradients(settings: GradientsSettings, runner: Runner) -> GradientsContent:
    """Translate into the French that the gradients follow.

    Raises UserError for an unreadable sentence.
    """
    return GradientsContent(settings, runner, attentive_trace(settings, runner))


COMPUTATION = Computation("remember", RememberSettings, _compute)
GRADIENTS = Computation("remember", GradientsSettings, _compute_gradients)
