"""The look at a head with softmax and one without, whose memory is a matrix."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models.linear import Comparison, card
from models.trace import AttentionMaps

from ...analysis.intervals import Interval
from ...base.language import format_number, t, translatable
from ...draw.chart import Chart, ColourBar, Heatmap, Margins, cell_axis
from ...draw.interval_charts import describe_interval
from ...draw.matrix import Matrix
from ...draw.picture import Picture, picture_of
from ...draw.probabilities import percent
from ...view.computation import Export, ExportMenu, PageContent
from .settings import CellSettings, compare_heads

_TITLES = translatable({"softmax": "with softmax", "linear": "without softmax"})


@dataclass(frozen=True)
class LinearContent(PageContent[CellSettings]):
    """The same head of two networks on the sentence, and the state of the one without softmax."""

    @cached_property
    def comparison(self) -> Comparison:
        return compare_heads(self.settings, self.runner)

    @property
    def maps(self) -> dict[str, AttentionMaps]:
        return {"softmax": self.comparison.softmax, "linear": self.comparison.linear}

    @property
    def place(self) -> int:
        """The token up to which the state has read."""
        return (self.settings.linear_row or 1) - 1

    @property
    def tokens(self) -> tuple[str, ...]:
        return self.comparison.linear.key_tokens

    @property
    def head(self) -> tuple[int, int]:
        """Layer and head, from 0."""
        layer, head = (self.settings.linear_head or "1-1").split("-")
        return int(layer) - 1, int(head) - 1

    @cached_property
    def states(self) -> np.ndarray:
        """S of the head after each token, `[position, d_head of the key, of the value]`."""
        states: np.ndarray = self.comparison.states[self.head]
        return states

    @property
    def matrices(self) -> list[Matrix]:
        """The weights of the head in both networks, the row of the token highlighted."""
        return [
            Matrix(
                t(_TITLES[name]),
                self.tokens,
                self.tokens,
                maps.weights[self.head],
                maps.allowed,
                lit=((self.place, None),),
            )
            for name, maps in self.maps.items()
        ]

    @property
    def state_chart(self) -> Chart:
        """The state after the token, on the colours of the last one, so that it is seen to grow."""
        state = self.states[self.place]
        most = float(np.abs(self.states).max())
        numbers = [str(number + 1) for number in range(len(state))]
        sparse = [number if place % 8 == 7 else "" for place, number in enumerate(numbers)]
        unit = 10.0 ** np.floor(np.log10(most))
        tick = float(most // unit * unit)
        bar = ColourBar(ticks=[-tick, 0, tick], number_format="~g", above=True)
        return Chart(
            marks=(Heatmap(values=state, least=-most, most=most, palette="signed", bar=bar),),
            x=cell_axis(sparse, t("number of the value v")),
            y=cell_axis(sparse, t("number of the key φ(k)")),
            height=320,
            margins=Margins(left=56, right=8, top=56, bottom=48),
        ).with_caption(t("cell#state so far", who=self.tokens[self.place], count=self.place + 1))

    @property
    def finding(self) -> str:
        """Where both look from the token, and how well both know what comes next."""
        rows = [matrix.values[self.place] for matrix in self.matrices]
        a, b = (self.tokens[int(row.argmax())] for row in rows)
        p, q = (percent(float(row.max())) for row in rows)
        return t("cell#two heads", who=self.tokens[self.place], a=a, p=p, b=b, q=q)

    @property
    def measured(self) -> str:
        """The perplexities of both, with intervals."""
        intervals = {name: Interval(*figures) for name, figures in card()["perplexity"].items()}
        figures = {name: describe_interval(interval, ".0f") for name, interval in intervals.items()}
        ratio = describe_interval(intervals["ratio"], ".2f")
        return t("cell#two perplexities", **figures | {"ratio": ratio}, updates=card()["updates"])

    @property
    def difference(self) -> float:
        """The largest difference of the head's output by both orders of brackets."""
        maps, count = self.comparison.linear, self.place + 1
        query = np.where(maps.query > 0, maps.query + 1, np.exp(maps.query))[self.head][self.place]
        key = np.where(maps.key > 0, maps.key + 1, np.exp(maps.key))[self.head][:count]
        output = query @ self.states[self.place] / (query @ key.sum(0))
        return float(np.abs(output - maps.head_output[self.head][self.place]).max())

    @property
    def method(self) -> str:
        """What the state is, what is saved, and how equal both orders of brackets are."""
        d, count = len(self.states[0]), self.place + 1
        return t(
            "cell#state instead of weights",
            d=d,
            state=d * (d + 1),
            count=count,
            kept=2 * d * count,
            error=format_number(self.difference, ".0e"),
            weights=card()["weights"],
            tokens=card()["tokens"],
            commit=card()["commit"],
        )

    @property
    def menu(self) -> ExportMenu:
        caption = f"{self.comparison.sentence}\n{self.finding}"

        def draw_heads() -> Picture:
            return picture_of(self.matrices, caption)

        return ExportMenu("two heads", (Export(t("Both heads"), draw_heads),))
