"""Charts over the words of a text."""

from collections.abc import Sequence
from typing import Any

from .chart import Axis, Band, Bars, Chart, Legend, Margins, Series
from .words import word_ticks


def word_chart(
    words: Sequence[str], marks: Sequence[Series | Band | Bars], y: Axis, **more: Any
) -> Chart:
    """Plot marks over words, which stand at 0, 1, 2 …; with a legend if two have names.

    `more` is for the `Chart`.
    """
    ticks, labels = word_ticks(tuple(words))
    x = Axis(
        ticks=ticks,
        labels=labels,
        angles=(0, -90),
        tick_size=14 if len(words) <= 16 else 12,
        limits=(-0.5, len(words) - 0.5),
        zero="none",
        room=True,
    )
    named = sum(bool(mark.name) for mark in marks)
    usual: dict[str, Any] = {
        "height": 320,
        "margins": Margins(left=72, right=16, top=48, bottom=48),
        "legend": Legend(size=14, above=0.04) if named > 1 else None,
        "hover_together": True,
    }
    return Chart(marks=tuple(marks), x=x, y=y, **(usual | more))
