"""The looks at other encodings than sinusoids: rotary, ALiBi and learned ones."""

import numpy as np

from ...base.language import t
from ...draw.chart import Chart
from . import charts, encodings
from .look import ChartLook
from .settings import N_HEADS

_D_HEAD = 64  # of the example for rotary encodings
_MEASURED = 256  # positions over which the rotary encodings are measured


class Rotary(ChartLook):
    """Rotary encodings: query and key are rotated by their positions."""

    main = "sum"

    def charts(self) -> dict[str, Chart | str]:
        settings = self.settings
        length, base = settings.distances, settings.base
        query, key = rotary_vectors(settings.content)
        rotated = encodings.rotary(query, np.arange(length), base)
        pairs = (rotated * key).reshape(length, -1, 2).sum(-1)
        how = t(
            "order#queries of ones" if settings.content == "ones" else "order#random queries",
            d_head=_D_HEAD,
            base=base,
        )
        sum_caption = t("order#products of rotary encodings", how=how)
        pairs_caption = t("order#pairs of rotary encodings", how=how)
        return {
            "sum": charts.sum_chart(pairs.sum(1)).with_caption(sum_caption),
            "rotary": charts.rotary_chart(pairs, [0, 4, 8, 16, 31]).with_caption(pairs_caption),
        }

    @property
    def spread(self) -> float:
        """The largest difference of products at the same distance."""
        query, key = (
            encodings.rotary(vector, np.arange(_MEASURED), self.settings.base)
            for vector in rotary_vectors(self.settings.content)
        )
        return encodings.spread_at_a_distance(query @ key.T)

    @property
    def explanation(self) -> str:
        return t("order#rotary", base=self.settings.base, d_head=_D_HEAD, spread=self.spread)


def rotary_vectors(content: str) -> np.ndarray:
    """Return a query and a key, `[2, d_head]`: all "ones", or "random"."""
    return (
        np.ones((2, _D_HEAD))
        if content == "ones"
        else np.random.default_rng(0).normal(size=(2, _D_HEAD))
    )


class Alibi(ChartLook):
    """ALiBi: the bias of each head by distance."""

    main = "bias"

    def charts(self) -> dict[str, Chart | str]:
        head, length = self.settings.alibi_head - 1, self.settings.table_length
        slopes = encodings.alibi_slopes(N_HEADS)
        bias_caption = t("order#bias of ALiBi", head=head + 1, less=1 / slopes[head])
        slopes_caption = t("order#slopes of ALiBi", head=head + 1)
        bias = encodings.alibi_bias(length, slopes[head])
        return {
            "bias": charts.bias_chart(bias).with_caption(bias_caption),
            "slopes": charts.slope_chart(slopes, head).with_caption(slopes_caption),
        }

    @property
    def explanation(self) -> str:
        return t("order#ALiBi")


class Learned(ChartLook):
    """A table that our transformer learned."""

    main = "learned"

    def charts(self) -> dict[str, Chart | str]:
        table = encodings.learned()[0][: self.settings.table_length]
        table_caption = t("order#learned positions", count=len(table))
        cosines_caption = t("order#cosines of learned positions", count=len(table))
        cosines = encodings.cosines(table)
        return {
            "learned": charts.learned_chart(table).with_caption(table_caption),
            "cosines": charts.cosine_chart(cosines).with_caption(cosines_caption),
        }

    @property
    def card(self) -> dict:
        """The card of the model that learned the table."""
        _, card = encodings.learned()
        return card

    @property
    def explanation(self) -> str:
        return t(
            "order#learned",
            layers=self.card["architecture"]["n_layers"],
            minutes=self.card["training"]["minutes"],
        )

    @property
    def note(self) -> str:
        scores = self.card["validation_bleu"]
        return t(
            "order#scores of learned positions",
            captions=scores["multi30k.val"],
            everyday=scores["tatoeba.dev"],
        )
