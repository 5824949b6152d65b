"""BLEU by length with and without attention, and three translations of the sentence typed."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from models import Request
from models.answers.references import nearest_reference

from ...analysis.measures import share_lost
from ...base.language import t
from ...draw.chart import Chart
from ...draw.words import lowercase_first
from ...view.computation import Computation, Export, ExportMenu, PageContent
from ...view.runner import Runner
from ..reach.compute import ReachContent
from .charts import length_chart, length_title
from .settings import LENGTHS_OF, BottleneckSettings
from .unrolled import UnrolledContent, compute_unrolled

_SLOW = 200  # characters of a sentence that takes a model a large part of a second
# Without attention the bench is lost.
_EXAMPLE = "An old man with a hat is reading a newspaper on a bench."
MODELS = "seq2seq", "bilstm-additive", "transformer"  # the models whose BLEU is compared


@dataclass(frozen=True)
class BottleneckContent(PageContent[BottleneckSettings]):
    """The content of the page; each part is computed on demand."""

    @property
    def is_slow(self) -> bool:
        """Whether the translations of the sentence take so long that they come one by one."""
        return len(self.settings.sentence) > _SLOW

    def translating(self) -> Iterator[dict[str, str]]:
        """Yield the translations by the first models as they are made, then those by all."""
        sentence, done = self.settings.sentence, {}
        for name in MODELS:
            done[name] = self.runner.trace(Request(name, sentence)).translation
            if name == MODELS[-1] or self.is_slow:
                yield dict(done)

    @cached_property
    def translations(self) -> dict[str, str]:
        """The translation of the sentence by each model."""
        *_, translations = self.translating()
        return translations

    @cached_property
    def reach(self) -> ReachContent:
        """What the state at one word keeps of an earlier one."""
        return ReachContent(self.settings, self.runner)

    @property
    def reference(self) -> str:
        """A human translation of the sentence, or ""."""
        return nearest_reference(self.settings.sentence, self.translations[MODELS[-1]])

    @cached_property
    def by_length(self) -> dict[str, list[dict]]:
        """The scores of each model's card by length of the sentences."""
        file = self.settings.sentences
        return {name: self.runner.model(name).card["by_length"][file] for name in MODELS}

    @cached_property
    def chart(self) -> Chart:
        """BLEU by length."""
        words = len(self.settings.sentence.split())
        caption = t(
            "bottleneck#BLEU by length",
            sentences=lowercase_first(t(LENGTHS_OF[self.settings.sentences])),
        )
        return length_chart(self.by_length, words).with_caption(caption)

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu("lengths", (Export("", lambda: self.chart),))

    @property
    def finding(self) -> str:
        """What the data show, in Markdown."""
        return _describe_finding(self.by_length["seq2seq"], self.by_length["bilstm-additive"])

    @property
    def about_scores(self) -> str:
        """The method and the source of the scores, in Markdown."""
        scores = t("bottleneck#how BLEU was measured")
        without, with_attention = (
            self.runner.model(name).card for name in ("seq2seq", "bilstm-additive")
        )
        trained = t(
            "bottleneck#how both were trained",
            updates=without["training"]["updates"],
            without=without["weights"] / 1e6,
            with_attention=with_attention["weights"] / 1e6,
        )
        return f"{scores} {trained}"


def _describe_finding(without: list[dict], with_attention: list[dict]) -> str:
    """Say what the data show, whatever the outcome."""
    lost, margin = share_lost(without, with_attention)
    short, long = (length_title(without[place]) for place in (0, -1))
    first, last = (
        100 * without[place]["bleu"] / with_attention[place]["bleu"] for place in (0, -1)
    )
    shares = t(
        "bottleneck#what each word costs",
        first=first,
        short=short,
        last=last,
        long=long,
        lost=100 * lost,
        margin=100 * margin,
    )
    verdict = t(
        "**That is the bottleneck.**"
        if lost > margin
        else (
            "That is no more than chance: **these sentences are too short to show the bottleneck**."
        )
    )
    return f"{shares} {verdict}"


def _compute(settings: BottleneckSettings, runner: Runner) -> BottleneckContent | UnrolledContent:
    """Return what the look shows. Raises UserError for a sentence that cannot be read."""
    if settings.look == "unrolled":
        return compute_unrolled(settings, runner)
    return BottleneckContent(settings, runner)


COMPUTATION = Computation("bottleneck", BottleneckSettings, _compute, _EXAMPLE)
