"""The chart of the n-grams of a word."""

from collections.abc import Sequence

import numpy as np

from ...base.language import t
from ...base.theme import HEADS
from ...draw.chart import Axis, Bars, Chart, Margins


def parts_chart(names: Sequence[str], cosines: np.ndarray) -> Chart:
    """Plot the cosine of each n-gram with its word, `[n-gram]`, the first on top."""
    bars = Bars(
        places=np.arange(len(names)),
        values=cosines[::-1].astype(float),
        colour=HEADS[0],
        across=True,
    )
    return Chart(
        height=90 + 18 * len(names),
        margins=Margins(left=80, right=24, top=16, bottom=52),
        x=Axis(title=t("cosine with the word"), title_size=14, tick_size=14),
        y=Axis(categories=names[::-1], tick_size=13, room=True),
        marks=(bars,),
    )
