"""How much a state depends on each earlier word, and what attention reaches at once."""

from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from models import Request, Trace, shipped

from ...analysis.measures import membership
from ...analysis.views import gradient_of_words, maps_of, source_axis
from ...base.language import SUPERSCRIPTS, format_number, model_title, t, translatable
from ...base.progress import Progress
from ...draw.chart import Chart
from ...view.computation import Computation, Export, ExportMenu, PageContent
from ...view.runner import Runner
from .charts import attention_chart, marked_gradient_chart
from .settings import ReachSettings, word_matches

_CHAINS = translatable(
    {"seq2seq-rnn": "plain RNN", "seq2seq": "LSTM", "bilstm-additive": "LSTM with attention"}
)
_DIRECT = "bilstm-additive", "transformer"  # the models whose attention is shown


@dataclass(frozen=True)
class ReachContent(PageContent[ReachSettings]):
    """The gradients of one state, and the attention of two models, for each word."""

    @property
    def menu(self) -> ExportMenu:
        return ExportMenu("reach", (Export("", lambda: self.gradients),))

    @property
    def word(self) -> str:
        """The word at which reading stops."""
        return self._text(self.settings.at)

    @property
    def sought(self) -> str:
        """The word that is looked for."""
        return self._text(self.settings.sought)

    def _text(self, place: int | None) -> str:
        return word_matches(self.settings.sentence)[(place or 1) - 1].group()

    def trace(self, name: str) -> Trace:
        """Return the run of a model; one whose decoder is not shown writes nothing."""
        target = None if name == _DIRECT[0] else ""
        return self.runner.trace(Request(name, self.settings.sentence, target))

    def places(self, name: str, word: int | None) -> list[int]:
        """Return the tokens of a word, which counts from 1, in a model."""
        start, end = word_matches(self.settings.sentence)[(word or 1) - 1].span()
        spans = source_axis(self.trace(name)).spans
        return [place for place, (a, b) in enumerate(spans) if a < end and b > start]

    def row(self, name: str, word: int | None) -> int:
        """Return the place of a word among the whole words that a model reads."""
        numbers = self.trace(name).source_words
        return list(dict.fromkeys(numbers)).index(numbers[self.places(name, word)[0]])

    @property
    def labels(self) -> tuple[str, ...]:
        """The whole words that the models read, the end mark last."""
        return source_axis(self.trace(_DIRECT[-1])).labels(True)

    def start(self) -> None:
        """Begin to compute the gradients of all models, side by side."""
        if self.settings.at is not None:
            for name in self.chains:
                self.runner.prepare(self.key(name), partial(self.follow, name))

    @property
    def chains(self) -> tuple[str, ...]:
        """The models whose gradients are shown."""
        return tuple(name for name in _CHAINS if name in shipped())

    def key(self, name: str) -> str:
        """Return the key under which a model's gradients are kept."""
        return f"reach {name} {self.settings.sentence!r} {self.settings.at}"

    def follow(self, name: str, progress: Progress) -> np.ndarray:
        """Compute the gradient norm of each token in a model."""
        place = self.places(name, self.settings.at)[-1]
        request = self.trace(name).request
        return self.runner.model(name).reading_gradients(request, place, progress=progress)

    @cached_property
    def kept(self) -> dict[str, np.ndarray]:
        """The gradient norm of each word up to the last one read, a share of the largest."""
        self.start()
        return {name: self._kept(name) for name in self.chains}

    def _kept(self, name: str) -> np.ndarray:
        token_gradients = self.runner.compute_once(
            self.key(name),
            t("Following the gradients back through the {model}", model=t(_CHAINS[name])),
            partial(self.follow, name),
        )
        word_gradients = gradient_of_words(token_gradients, self.trace(name).source_words, True)
        return word_gradients[: self.row(name, self.settings.at) + 1]

    @cached_property
    def reached(self) -> dict[str, np.ndarray]:
        """The largest weight that a model gives to each word in one step of attention, `[word]`.

        In the transformer by any head of the word at which reading stops; in the BiLSTM by any
        step of the decoder.
        """
        weights = {}
        for name in _DIRECT:
            trace = self.trace(name)
            stack = "cross" if trace.attention["encoder"] is None else "encoder"
            token_weights = maps_of(trace, stack).weights  # [layer, head, query, token]
            word_weights = token_weights @ membership(trace.source_words)
            if stack == "encoder":
                word_weights = word_weights[:, :, self.places(name, self.settings.at)]
            weights[name] = word_weights.max((0, 1, 2))
        return weights

    @property
    def marked(self) -> dict[int, str]:
        """The two words by their place in the charts."""
        pair = self.settings.sought, self.settings.at
        return {self.row(_DIRECT[-1], place): self._text(place) for place in pair}

    @cached_property
    def gradients(self) -> Chart:
        titles = {name: t(title) for name, title in _CHAINS.items()}
        caption = t("reach#gradients of a state", word=self.word)
        chart = marked_gradient_chart(self.kept, self.labels, titles, self.marked)
        return chart.with_caption(f"{self.settings.sentence.strip()}\n{caption}")

    @cached_property
    def attention(self) -> Chart:
        chart = attention_chart(self.reached, self.labels, self.titles, self.marked)
        caption = t("reach#the largest weights", word=self.word)
        return chart.with_caption(f"{self.settings.sentence.strip()}\n{caption}")

    @property
    def titles(self) -> dict[str, str]:
        return {name: model_title(name) for name in _DIRECT}

    @property
    def finding(self) -> str:
        """The numbers of the word that is looked for, in Markdown."""
        sought, at = self.settings.sought or 1, self.settings.at or 1
        rows = {name: self.row(name, sought) for name in {*_CHAINS, *_DIRECT} & {*shipped()}}
        shares = ", ".join(
            t(
                "{model} {share}",
                model=t(_CHAINS[name]),
                share=_short_share(float(norms[rows[name]])),
            )
            for name, norms in self.kept.items()
        )
        reached = {name: float(weights[rows[name]]) for name, weights in self.reached.items()}
        # Of many heads or steps the largest weight is high on any word, so even weights are no
        # measure of it.
        others = {
            name: float(np.median(np.delete(weights, rows[name])))
            for name, weights in self.reached.items()
        }
        return t(
            "reach#how far back",
            word=self.word,
            sought=self.sought,
            first=sought,
            last=at,
            shares=shares,
            decoder=reached[_DIRECT[0]],
            encoder=reached[_DIRECT[1]],
            decoder_others=others[_DIRECT[0]],
            encoder_others=others[_DIRECT[1]],
        )


def _short_share(share: float) -> str:
    """Write a share in per cent, or a small one as a power of ten."""
    if share >= 0.001:
        return f"{format_number(100 * share, '.1f')}%"
    if share == 0:
        return "0"
    exponent = int(np.floor(np.log10(share)))
    return f"10{str(exponent).translate(SUPERSCRIPTS)}"


def _compute(settings: ReachSettings, runner: Runner) -> ReachContent:
    """Read the sentence. Raises UserError for one that cannot be read."""
    content = ReachContent(settings, runner)
    content.trace(_DIRECT[-1])
    return content


REACH = Computation("remember", ReachSettings, _compute)
