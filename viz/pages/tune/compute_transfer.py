"""How accuracy on sentiment grows with the number of training sentences, by encoder."""

import itertools
from dataclasses import dataclass
from functools import cached_property

from models.finetuning.curves import SIZES, Curve, CurvesTable, read_curves

from ...analysis.intervals import Interval
from ...base.language import format_number, t, translatable
from ...draw.chart import Chart
from ...draw.interval_charts import describe_interval
from ...draw.probabilities import whole_percent
from ...view.computation import Export, ExportMenu, PageContent
from .charts import sizes_chart
from .settings import LOOKS, USES, TuneSettings

_TITLES = translatable(
    {
        "words": "counted words",
        "glove": "GloVe",
        "bert-random": "BERT, random weights",
        "lstm-lm": "LSTM",
        "elmo": "ELMo",
        "gpt": "GPT",
        "bert": "BERT",
        "transformer": "translator",
    }
)
_MOST = SIZES[-1]


@dataclass(frozen=True)
class TransferContent(PageContent[TuneSettings]):
    """The measured curves of one use of the layers, beside GloVe and counted words."""

    @property
    def table(self) -> CurvesTable:
        return read_curves()

    @property
    def use(self) -> str:
        return self.settings.use or next(iter(USES))

    @cached_property
    def curves(self) -> dict[str, Curve]:
        """The curves on show, by encoder: counted words, GloVe and random weights first."""
        return {**self.table.curves["alone"], **self.table.curves[self.use]}

    @cached_property
    def chart(self) -> Chart:
        """The accuracy by number of training sentences, with intervals."""
        return sizes_chart(
            {
                t(_TITLES[name]): {
                    size: Interval(*values) for size, values in curve.accuracy.items()
                }
                for name, curve in self.curves.items()
            },
            self.table.majority,
        ).with_caption(f"{t('Sentiment')}: {t(USES[self.use])}\n{self.method}")

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu("tuning sizes", (Export(t(LOOKS["sizes"]), lambda: self.chart),))

    # --- what the curves say ---------------------------------------------------------------------

    @property
    def finding(self) -> str:
        """Whether an encoder of ours is clearly above GloVe with most sentences.

        Clearly: the 95 % interval of the difference, on the same sentences, is above 0.
        """
        ours = self.table.curves[self.use]
        above = [name for name, curve in ours.items() if curve.to_glove[_MOST][1] > 0]
        best = max(ours, key=lambda name: ours[name].accuracy[_MOST])
        return t(
            "tune#above GloVe" if above else "tune#none above GloVe",
            count=_number(_MOST),
            glove=self._share("glove"),
            best=t(_TITLES[best]),
            share=self._share(best),
            words=self._share("words"),
            names=", ".join(t(_TITLES[name]) for name in above),
        )

    @property
    def crossing(self) -> str:
        """Between which numbers of sentences each curve passes that of counted words."""
        parts = [
            _crossing(t(_TITLES[name]), curve)
            for name, curve in self.curves.items()
            if name != "words"
        ]
        return t("tune#where curves cross", parts=t("; ").join(parts))

    def _share(self, name: str) -> str:
        return describe_interval(Interval(*self.curves[name].accuracy[_MOST]), ".0%")

    @property
    def reasons(self) -> str:
        """What the encoders have read."""
        ours = ", ".join(
            f"{t(_TITLES[name])} {format_number(tokens / 1e6, '.1f' if tokens < 1e7 else '.0f')}"
            for name, tokens in self.table.read.items()
        )
        return t("tune#what they have read", ours=ours)

    @property
    def method(self) -> str:
        """How the curves come about."""
        table, least = self.table, SIZES[0]
        method = t(
            "tune#how the curves come about",
            sentences=_number(table.sentences),
            held_out=table.held_out,
            draws=table.draws[self.use],
            least=least,
            known=whole_percent(table.known[least]),
            most=_number(_MOST),
            known_most=whole_percent(table.known[_MOST]),
        )
        return f"{method} {t('tune#weights trained')}" if self.use == "tuned" else method


def _number(count: int) -> str:
    return format_number(count, ",d")


def _crossing(name: str, curve: Curve) -> str:
    """Say where a curve passes that of counted words, on average over the draws."""
    above = {size: value > 0 for size, (value, _, _) in curve.to_words.items()}
    passes = [(low, high) for low, high in itertools.pairwise(above) if above[low] != above[high]]
    if not passes:
        return t("{name} stays above" if above[_MOST] else "{name} stays below", name=name)
    return t(
        "{name} between {low} and {high}",
        name=name,
        low=_number(passes[-1][0]),
        high=_number(passes[-1][1]),
    )
