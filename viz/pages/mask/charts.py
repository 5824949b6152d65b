"""The chart of the probability of each next word."""

from ...base.language import t
from ...draw.chart import Axis, Bars, Chart, Legend, Margins
from ...draw.words import word_ticks


def next_word_chart(
    words: tuple[str, ...], probabilities: dict[str, list[float]], colours: dict[str, str]
) -> Chart:
    """Plot a group of bars for each word to write, one bar for each run.

    `probabilities` and `colours` are by name of the run.
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
    return Chart(
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
