"""The attention of each head to sinks."""

from functools import cached_property

import numpy as np

from ...analysis.measures import sink_shares, uniform
from ...analysis.views import HeadChoice, head_title
from ...base.language import t, translatable
from ...draw.chart import Chart
from ...draw.probabilities import percent
from .charts import sinks_chart
from .look import DepthLook

_MOST = 24  # heads in the chart
_HALF = 0.5
_AXES = translatable(
    {
        "marks": "share of its attention on {tokens}",
        "punctuation": "share of its attention on punctuation",
        "first": "share of its attention on the first token",
    }
)


class Sinks(DepthLook):
    """The attention of each head to special tokens, punctuation or the first token."""

    main = "sinks"

    @property
    def sink(self) -> str:
        assert self.settings.sink is not None  # a sentence has a first token
        return self.settings.sink

    def share_of(self, weights: np.ndarray) -> np.ndarray:
        """Return the share of the weights on the sink, `[layer, head]`."""
        columns = self.reading.columns[self.sink]
        behind_first = self.sink == "first" and len(columns) > 1 and self.stack == "decoder"
        return sink_shares(weights, columns, behind_first)

    @cached_property
    def shares(self) -> np.ndarray:
        """The share of each head on the sink, `[layer, head]`."""
        return self.share_of(self.reading.weights)

    @cached_property
    def even(self) -> float:
        """The share of uniform attention on the sink, the mean over the layers."""
        return float(self.share_of(uniform(self.reading.allowed)[:, None]).mean())

    @cached_property
    def heads(self) -> list[HeadChoice]:
        """The heads in the chart, the largest share first."""
        order = np.argsort(-self.shares, axis=None, kind="stable")
        order = order[np.isin(order // self.shares.shape[1], self.reading.attending)][:_MOST]
        places = zip(*np.unravel_index(order, self.shares.shape), strict=True)
        return [HeadChoice(self.stack, int(layer), int(head)) for layer, head in places]

    @property
    def count(self) -> int:
        """The number of heads."""
        return len(self.reading.attending) * self.shares.shape[1]

    def title(self, head: HeadChoice) -> str:
        return t("Layer {layer}, head {head}", layer=head.layer + 1, head=head.head + 1)

    @property
    def tokens(self) -> str:
        """The tokens of the sink, each once."""
        chosen = np.array(self.reading.axis.tokens, dtype=object)[self.reading.columns[self.sink]]
        return ", ".join(dict.fromkeys(map(str, chosen)))

    @property
    def charts(self) -> dict[str, Chart]:
        title = t(_AXES[self.sink], tokens=self.tokens)
        chart = sinks_chart(
            [self.title(head) for head in self.heads],
            [self.shares[head.layer, head.head] for head in self.heads],
            self.even,
            title,
        )
        return {self.main: chart.with_caption(self.captioned(title))}

    @property
    def finding(self) -> str:
        most = self.heads[0]
        finding = t(
            "depth#the strongest sink",
            head=head_title(most),
            share=percent(float(self.shares[most.layer, most.head])),
            tokens=self.tokens,
            even=percent(self.even),
        )
        count = int((self.shares > _HALF).sum())
        if not count:
            return f"{finding} {t('No head gives more than half.')}"
        more = t("{count} of {all} heads give more than half.", count=count, all=self.count)
        return f"{finding} {more}"

    @property
    def explanation(self) -> str:
        return t("depth#why there are sinks")

    @property
    def note(self) -> str:
        if self.count <= _MOST:
            return ""
        return t("The first {most} of {all} heads.", most=_MOST, all=self.count)
