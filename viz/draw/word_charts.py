"""Charts over the words of a text."""

from collections.abc import Sequence

from .chart import Axis, Band, Bars, Chart, Legend, Margins, Series
from .words import word_ticks


def word_chart(
    words: Sequence[str], marks: Sequence[Series | Band | Bars], y: Axis, caption: str
) -> Chart:
    """Plot marks over words, which stand at 0, 1, 2 …; with a legend if one has a name."""
    ticks, labels = word_ticks(tuple(words))
    return Chart(
        marks=tuple(marks),
        x=Axis(ticks=ticks, labels=labels, tick_size=14, angles=(0, -90), zero="none"),
        y=y,
        height=320,
        margins=Margins(left=72, right=16, top=40, bottom=80),
        legend=Legend(size=14, above=0.04) if any(mark.name for mark in marks) else None,
        hover_together=True,
        caption=caption,
    )
