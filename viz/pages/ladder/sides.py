"""Both language models of ELMo over one sentence: from the left, and from the right.

Peters et al. 2018, section 3.1: they are trained on the sum of the logarithms of both.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...base.language import t
from ...base.theme import HEADS
from ...draw.chart import Axis, Chart, Series
from ...draw.word_charts import word_chart
from ...view.runner import Runner, encodings
from .charts import probability
from .factors import Factor, Product, group_tokens
from .settings import LadderSettings

MODEL = "elmo"


def _side_log_probabilities(
    states: np.ndarray, embedding: np.ndarray, ids: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the log-probability of each token given those before it, and given those after it.

    `states [position, 2 d]` are the last layer's, of "<s>", the tokens `ids` and "</s>", the
    forward half first; `embedding [token, d]` is the output layer of both. Natural logarithms.
    """
    width, rows = embedding.shape[1], np.arange(len(ids))
    sides = []
    for half in (states[:-2, :width], states[2:, width:]):
        logits = half.astype(np.float64) @ embedding.T.astype(np.float64)
        most = logits.max(1, keepdims=True)
        totals = most[:, 0] + np.log(np.exp(logits - most).sum(1))
        sides.append(logits[rows, ids] - totals)
    return sides[0], sides[1]


@dataclass(frozen=True)
class SidesView:
    """What both models of ELMo give each word. Raises UserError for a text that it cannot read."""

    settings: LadderSettings
    runner: Runner

    @cached_property
    def products(self) -> tuple[Product, Product]:
        """The factors of the sentence, each word given those before it, and those after it."""
        text, model = self.settings.text, self.runner.model(MODEL)
        (encoding,) = encodings(self.runner, MODEL, [text])
        ids = np.array(model.tokenizer.encode(text))
        spans, words = encoding.source_spans[1:-1], encoding.source_words[1:-1]
        embedding = model.embedding.detach().float().cpu().numpy()
        logs = _side_log_probabilities(encoding.states[-1], embedding, ids)
        factors: tuple[list[Factor], list[Factor]] = [], []
        for places in group_tokens(words, True):
            start, end = spans[places[0]][0], spans[places[-1]][1]
            givens = text[:start].strip(), text[end:].strip() or t("end of the text")
            for side, given in enumerate(givens):
                total = float(logs[side][places.start : places.stop].sum())
                factors[side].append(Factor(text[start:end].strip(), given, total, ()))
        return Product(text, tuple(factors[0]), None), Product(text, tuple(factors[1]), None)

    @property
    def titles(self) -> tuple[str, str]:
        return t("from the left"), t("from the right")

    @property
    def bits(self) -> np.ndarray:
        """The surprise of each word, `[side, word]`."""
        logs = [[factor.log_probability for factor in side.factors] for side in self.products]
        return -np.array(logs) / np.log(2)

    @property
    def finding(self) -> str:
        """What the models are trained on, and which word the sides differ about most."""
        left, right = (product.factors for product in self.products)
        place = int(np.abs(np.subtract(*self.bits)).argmax())
        losses = [round(-product.log_probability, 1) for product in self.products]
        return t(
            "ladder#both sides",
            forward=losses[0],
            backward=losses[1],
            total=sum(losses),
            word=left[place].text,
            left=probability(left[place].log_probability),
            right=probability(right[place].log_probability),
        )

    @property
    def chart(self) -> Chart:
        """The bits of each word from both sides."""
        words = [factor.text for factor in self.products[0].factors]
        lines = [
            Series(
                x=range(len(words)),
                y=values,
                colour=HEADS[side],
                name=title,
                line=2,
                dash="dash" if side else "solid",
                marker=9,
                labels=words,
                hover=t("%{text}: %{y:.1f} bits"),
            )
            for side, (title, values) in enumerate(zip(self.titles, self.bits))
        ]
        caption = t("Surprise of each word of “{words}” from each side", words=self.settings.text)
        y = Axis(title=t("surprise (bits)"), title_size=14, from_zero=True, tick_size=14)
        return word_chart(words, lines, y, caption=caption)
