"""How probable the words of a vocabulary are at one place."""

from collections.abc import Sequence

import numpy as np

from ...base.language import format_number, t
from ...base.theme import HEADS
from ...draw.chart import Axis, Bars, ChartSpec, Margins

PALE = 0.3  # opacity of the bar of a word that cannot be drawn


def distribution_figure(
    words: Sequence[str],
    probabilities: Sequence[float] | np.ndarray,
    is_candidate: Sequence[bool] | np.ndarray,
) -> ChartSpec:
    """Plot a bar for each word, the most probable on top.

    Pale those that top-k and top-p leave out. Their probabilities are not renormalised.
    """
    order = list(range(len(words)))[::-1]
    places = list(range(len(words)))
    bars = Bars(
        places=places,
        values=[float(probabilities[word]) for word in order],
        across=True,
        colour=HEADS[0],
        opacity=[1 if is_candidate[word] else PALE for word in order],
        labels=[format_number(probabilities[word], ".3f") for word in order],
        labels_shown=True,
        hover=None,
    )
    return ChartSpec(
        marks=(bars,),
        x=Axis(title=t("probability, of the whole vocabulary"), title_size=14, from_zero=True),
        y=Axis(ticks=places, labels=[words[word] for word in order], tick_size=14, room=True),
        height=80 + 26 * len(words),
        margins=Margins(left=8, right=48, top=8, bottom=56),
    )
