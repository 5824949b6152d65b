"""Charts of language models: the next word, continuations, and the probability of a text."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from ...base.language import format_number, model_title, t
from ...base.theme import INK
from ...draw.bars import bars_chart
from ...draw.chart import GUIDE, Axis, Chart, ColourBar, Heatmap, Margins, Series
from ...draw.word_charts import word_chart

_PALE = 0.3  # opacity of words that top-k or top-p leave out
_NEVER = 0.3  # the place of "0 times" on an axis of powers of ten


class Row(NamedTuple):
    """A possible next word."""

    text: str
    probability: float
    is_kept: bool  # by top-k and top-p


class Rows(NamedTuple):
    """The most probable next words, and all others together."""

    shown: tuple[Row, ...]
    others: int
    probability: float  # of all others together
    kept: float  # the part of it that top-k and top-p leave

    @property
    def others_title(self) -> str:
        return t("{count:,} others", count=self.others)

    def first(self, count: int) -> "Rows":
        """Return the first `count` words, with the rest among the others."""
        rest = self.shown[count:]
        return Rows(
            self.shown[:count],
            self.others + len(rest),
            self.probability + sum(row.probability for row in rest),
            self.kept + sum(row.probability for row in rest if row.is_kept),
        )


class Drawn(Protocol):
    """A word that was drawn."""

    @property
    def text(self) -> str: ...

    @property
    def probability(self) -> float: ...


def share(value: float) -> str:
    """Format a probability in per cent, with more digits for small ones."""
    if value >= 0.0995:
        return format_number(value, ".0%")
    if value < 0.0001:
        return f"<{format_number(0.0001, '.2%')}"
    return format_number(value, ".1%" if value >= 0.00095 else ".2%")


def next_tokens_chart(rows: Rows, colour: str) -> Chart:
    """Plot a bar for each word, the most probable on top, and one for all others together.

    Words that top-k and top-p leave out are pale. Probabilities are not renormalised.
    """
    values = [*(row.probability for row in rows.shown), rows.probability]
    return bars_chart(
        [*(row.text for row in rows.shown), rows.others_title],
        values,
        Axis(
            title=t("probability, of the whole vocabulary"),
            title_size=14,
            from_zero=True,
            number_format=".0%",
            angles=(0,),
        ),
        can_repeat=True,
        colours=[*[colour] * len(rows.shown), GUIDE],
        opacity=[*(1 if row.is_kept else _PALE for row in rows.shown), 1 if rows.kept else _PALE],
        labels=list(map(share, values)),
        row=26,
        margins=Margins(left=8, right=56, top=8, bottom=56),
    )


def written_chart(words: Mapping[str, Sequence[Drawn]], colours: Mapping[str, str]) -> Chart:
    """Plot a line of words for each model, with the probability below each word."""
    names = list(words)[::-1]
    longest = max(map(len, words.values()))
    marks = tuple(
        Series(
            x=list(range(1, len(words[name]) + 1)),
            y=[height] * len(words[name]),
            colour=[INK["light"][3 + round(6 * word.probability)] for word in words[name]],
            marker=9,
            symbol="square",
            name=model_title(name),
            labels=[f"{word.text}\n{share(word.probability)}" for word in words[name]],
            side="bottom center",
            label_size=13,
            in_legend=False,
            clipped=False,
        )
        for height, name in enumerate(names)
        if words[name]
    )
    return Chart(
        marks=marks,
        x=Axis(title=t("word"), limits=(0.4, longest + 0.6), grid=False, step=1),
        y=Axis(
            ticks=list(range(len(names))),
            labels=[model_title(name) for name in names],
            tick_size=15,
            grid=False,
            limits=(-0.7, len(names) - 0.5),
            zero="none",
            room=True,
        ),
        height=110 + 76 * len(names),
        margins=Margins(left=8, right=24, top=8, bottom=48),
    )


def surprise_chart(
    words: Sequence[str], lines: Mapping[str, np.ndarray], colours: Mapping[str, str]
) -> Chart:
    """Plot the probability of each word on a log axis, a line for each model."""
    powers = [np.floor(np.log10(values.min())) for values in lines.values()]
    lowest = float(min(powers))
    marks = [
        Series(
            x=list(range(len(words))),
            y=values,
            colour=colours[name],
            name=model_title(name),
            line=2,
            marker=8,
            labels=words,
            hover="%{text}: %{y:.2%}",
            hover_title=model_title(name),
        )
        for name, values in lines.items()
    ]
    y = Axis(
        log=True,
        limits=(10.0**lowest, 1.2),
        number_format="power",
        step=max(1, -(lowest // 6)),
        title=t("probability of this word"),
        title_size=14,
    )
    return word_chart(words, marks, y, hover_together=False)


def seen_chart(seen: Mapping[str, int]) -> Chart:
    """Plot the count of each row of words on a log axis with a place for 0."""
    texts = list(seen)[::-1]
    counts = [seen[text] for text in texts]
    most = max(counts, default=1)
    powers = [10**power for power in range(0, len(str(most)) + 1, 2)]
    labels = [t("once") if count == 1 else t("{count:,} times", count=count) for count in counts]
    places = list(range(len(texts)))
    points = Series(
        x=[max(count, _NEVER) for count in counts],
        y=places,
        marker=13,
        colour=[INK["light"][7] if count else "#d55e00" for count in counts],
        labels=labels,
        side="middle right",
        label_size=15,
        hover=None,
        in_legend=False,
        clipped=False,
    )
    return Chart(
        marks=(points,),
        x=Axis(
            log=True,
            ticks=[_NEVER, *powers],
            labels=["0", *(format_number(power, ",") for power in powers)],
            limits=(_NEVER * 0.7, max(most, 1) * 100),  # room for the number beside the last point
            title=t("times seen"),
            title_size=14,
            angles=(0,),
        ),
        y=Axis(
            ticks=places,
            labels=texts,
            tick_size=16,
            room=True,
            limits=(-0.6, len(texts) - 0.4),
            zero="none",
        ),
        height=72 + 36 * len(texts),
        margins=Margins(left=8, right=40, top=8, bottom=56),
    )


def heads_chart(values: np.ndarray) -> Chart:
    """Plot a score of every head, `[layer, head]` from 0 to 1, layer 1 at the bottom."""
    layers, heads = values.shape
    return Chart(
        marks=(
            Heatmap(
                values=values,
                least=0,
                most=1,
                palette="weight",
                bar=ColourBar(ticks=(0, 0.5, 1), number_format=".0%"),
                hover=t("layer %{y}, head %{x}: %{z:.0%}"),
            ),
        ),
        x=Axis(
            title=t("Head"),
            ticks=list(range(heads)),
            labels=[str(head + 1) for head in range(heads)],
            angles=(0,),
            grid=False,
            tick_size=14,
        ),
        y=Axis(
            title=t("Layer"),
            ticks=list(range(layers)),
            labels=[str(layer + 1) for layer in range(layers)],
            grid=False,
            tick_size=14,
        ),
        height=110 + 36 * layers,
        margins=Margins(left=56, right=8, top=8, bottom=56),
    )
