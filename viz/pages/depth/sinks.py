"""The attention of each head to sinks."""

from functools import cached_property

import numpy as np

from ...analysis.measures import sink_shares, uniform
from ...analysis.views import HeadChoice, head_title
from ...base.language import format_number, t, translatable
from ...base.theme import HEADS
from ...draw.chart import Chart
from ...draw.probabilities import percent
from .charts import LayerLine, layers_chart, lengths_chart, sinks_chart
from .look import DepthLook
from .sink_vectors import SinkVectors

_MOST = 24  # heads in the chart
_HALF = 0.5
_TIMES = 1.5  # of uniform attention, that a token takes which is called a sink
# Of a sink's vector beside those of the other tokens: a state that is called large, a value small.
_LARGE, _SMALL = 2, 0.5
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
        charts = {self.main: chart.with_caption(self.captioned(title))}
        if len(self.reading.axis.tokens) == 1:
            return charts
        for key, (drawn, what) in self.vector_charts.items():
            charts[key] = drawn.with_caption(self.captioned(what))
        return charts

    @property
    def vector_charts(self) -> dict[str, tuple[Chart, str]]:
        """The charts of the vectors, by layer, each with what it shows."""
        vectors, tokens = self.vectors, self.reading.axis.tokens
        ends = [place for place in (0, len(tokens) - 1) if vectors.is_open(place)]
        shares, states, values = (
            t("attention on the first and last token") if len(ends) > 1 else t(_AXES["first"]),
            t("length of each token's state"),
            t("length of each token's value"),
        )
        lines = []
        for place, colour in zip(ends, (HEADS[1], HEADS[0])):
            lines.append(LayerLine(tokens[place], vectors.weights[:, place].tolist(), colour))
            if vectors.norms is not None:
                norms = vectors.norms[:, place].tolist()
                lines.append(LayerLine(tokens[place], norms, colour, dashed=True))
        dashed = t("dashed: norm-weighted")
        charts = {}
        if ends:
            charts["shares"] = layers_chart(lines, shares, first=1, dashed=dashed), shares
        if vectors.states is not None:
            lengths = lengths_chart(vectors.states, tokens, self.token, states)
            charts["states"] = lengths, states
        lengths = lengths_chart(vectors.values, tokens, self.token, values, first=1)
        return charts | {"values": (lengths, values)}

    @cached_property
    def vectors(self) -> SinkVectors:
        return SinkVectors(self.reading, self.model)

    @cached_property
    def token(self) -> int:
        """The place of the token of the sink that takes most weight in any layer."""
        most = self.vectors.weights.max(0)
        return int(np.where(self.reading.columns[self.sink], most, -1).argmax())

    @property
    def finding(self) -> str:
        return " ".join(filter(None, (self.finding_of_heads, self.finding_of_vectors)))

    @property
    def finding_of_vectors(self) -> str:
        """Say whether the sink's state is large and its value small; "" where it is no sink."""
        vectors, token = self.vectors, self.token
        if len(self.reading.axis.tokens) < 3:  # a median of others
            return ""
        at = int(vectors.weights[:, token].argmax())
        weight = vectors.weights[at, token]
        if not vectors.is_open(token) or weight < _TIMES * vectors.even[at, token]:
            return ""
        name, layer = self.reading.axis.tokens[token], self.reading.attending[at] + 1
        value = float(vectors.times_others(vectors.values, token)[at])
        sentences = [
            t(
                "depth#a small value" if value < _SMALL else "depth#no small value",
                token=name,
                layer=layer,
                weight=percent(float(weight)),
                times=format_number(value, ".2g"),
            )
        ]
        if vectors.norms is not None:
            share = percent(float(vectors.norms[at, token]))
            sentences.append(t("depth#share of norms", share=share))
        if vectors.states is not None:
            states = vectors.times_others(vectors.states, token)
            times, after = float(states.max()), int(states.argmax())
            place = t("after layer {layer}", layer=after) if after else t("in the input of layer 1")
            sentences.append(
                t(
                    "depth#a large state" if times >= _LARGE else "depth#no large state",
                    times=format_number(times, ".2g"),
                    place=place,
                )
            )
        return " ".join(sentences)

    @property
    def finding_of_heads(self) -> str:
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
