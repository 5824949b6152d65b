"""How probable each next word is, for several runs with the same target."""

from ..base.language import t
from .chart import Axis, Bars, ChartSpec, Legend, Margins
from .words import word_ticks


def next_word_figure(
    words: tuple[str, ...], probabilities: dict[str, list[float]], colours: dict[str, str]
) -> ChartSpec:
    """Plot a group of bars for each word to be written, one bar a run.

    `probabilities` and `colours` by the run's name.
    """
    bars = tuple(
        Bars(
            places=list(range(len(words))),
            values=values,
            name=name,
            colour=colours[name],
            labels=words,
            hover="%{text}: %{y:.3f}",
        )
        for name, values in probabilities.items()
    )
    turned = len(words) > 16
    ticks, labels = word_ticks(words)
    return ChartSpec(
        marks=bars,
        x=Axis(
            ticks=ticks,
            labels=labels,
            angles=(-90 if turned else 0,),
            tick_size=11 if turned else 15,
        ),
        y=Axis(limits=(0, 1), title=t("probability of this word"), title_size=14),
        height=300,
        margins=Margins(
            left=64, right=16, top=48, bottom=48 + 5 * turned * max(map(len, words), default=0)
        ),
        legend=Legend(size=15, above=0.04) if len(bars) > 1 else None,
        hover_together=True,
        bar_gap=0.25,
    )
