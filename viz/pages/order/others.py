"""The looks at other encodings than sinusoids: rotary, ALiBi and learned ones."""

import numpy as np

from ...base.language import t
from ...draw.chart import Chart
from . import encoding_charts, encodings
from .look import ChartLook

MEASURED = 256  # positions over which the rotary encodings are measured


class Rotary(ChartLook):
    """Rotary encodings: query and key are rotated by their positions."""

    main = "sum"

    def charts(self) -> dict[str, Chart | str]:
        settings = self.settings
        whole, parts = encoding_charts.rotary(settings.content, settings.distances, settings.base)
        return {"sum": whole, "rotary": parts}

    @property
    def spread(self) -> float:
        """The largest difference of products at the same distance."""
        query, key = (
            encodings.rotary(vector, np.arange(MEASURED), self.settings.base)
            for vector in encoding_charts.rotary_vectors(self.settings.content)
        )
        return encodings.spread_at_a_distance(query @ key.T)

    @property
    def explanation(self) -> str:
        return t(
            "Rotary encodings ([Su et al. 2021](https://arxiv.org/abs/2104.09864), "
            "RoFormer; in LLaMA, Mistral and others) add nothing to "
            "the words: in every head they turn each pair of dimensions of query and key "
            "by position / {base:,}^(2i/{d_head}). Here query "
            "and key are one vector each, held fixed: only the distance changes their "
            "product. Over 256 × 256 positions, two products at "
            "the same distance and on the same side differ by at most {spread:.0e}.",
            base=self.settings.base,
            d_head=encoding_charts.D_HEAD,
            spread=self.spread,
        )


class Alibi(ChartLook):
    """ALiBi: the bias of each head by distance."""

    main = "bias"

    def charts(self) -> dict[str, Chart | str]:
        head, length = self.settings.alibi_head - 1, self.settings.table_length
        bias, slopes = encoding_charts.alibi(head, length)
        return {"bias": bias, "slopes": slopes}

    @property
    def explanation(self) -> str:
        return t(
            "ALiBi ([Press et al. 2022](https://arxiv.org/abs/2108.12409), “Train Short, "
            "Test Long”; in BLOOM and MPT) has no encodings: "
            "each head's score loses slope × distance before the softmax, with a slope of "
            "its own, fixed beforehand. Head 1 of 8 sees what "
            "is near, head 8 far back. Grey: the causal mask of a decoder, for which it was made."
        )


class Learned(ChartLook):
    """A table that our transformer learned."""

    main = "learned"

    def charts(self) -> dict[str, Chart | str]:
        table, cosines = encoding_charts.learned(self.settings.table_length)
        return {"learned": table, "cosines": cosines}

    @property
    def card(self) -> dict:
        """The card of the model that learned the table."""
        _, card = encodings.learned()
        return card

    @property
    def explanation(self) -> str:
        return t(
            "BERT ([Devlin et al. 2019](https://arxiv.org/abs/1810.04805)) and GPT-2 "
            "(Radford et al. 2019) learn their table of positions "
            "like the vectors of the words. This one is our own, learnt by a transformer "
            "of {layers} + {layers} layers "
            "in {minutes:.0f} minutes. Nobody told it that 5 lies beside 6: neighbours "
            "became alike because it helped. "
            "Beyond some 35 words its training texts end, and there the table is still the "
            "noise it began as: such a model cannot read "
            "a longer text than it has seen.",
            layers=self.card["architecture"]["n_layers"],
            minutes=self.card["training"]["minutes"],
        )

    @property
    def note(self) -> str:
        scores = self.card["validation_bleu"]
        return t(
            "transformer-learned, BLEU {captions:.1f} on Multi30k's validation captions, "
            "{everyday:.1f} on Tatoeba's "
            "(500 sentences each); only its table is kept. Vaswani et al. 2017 tried both "
            "kinds and found nearly the same BLEU (table 3, row E).",
            captions=scores["multi30k.val"],
            everyday=scores["tatoeba.dev"],
        )
