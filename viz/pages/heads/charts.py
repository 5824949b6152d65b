"""Charts of the heads that a translation needs most, and of the words that a model predicts."""

from collections.abc import Sequence

import numpy as np

from models import Ablation

from ...analysis.views import HeadChoice, head_title
from ...base.language import format_number, t
from ...base.theme import HEADS
from ...draw.chart import Axis, Bars, Chart, Margins

MOST = 12  # heads in the chart
PALE = 0.3  # opacity of the bar of a word that top-k or top-p leave out


def ranking_chart(ablation: Ablation) -> Chart:
    """Plot a bar for each of the heads that matter most.

    A bar is the drop in the translation's log-probability (nats) without the head.
    """
    losses = ablation.baseline - ablation.log_probability  # [head]
    ranked = ranked_places(ablation)[::-1]  # drawn from below
    bars = Bars(
        places=list(range(len(ranked))),
        values=[float(losses[place]) for place in ranked],
        across=True,
        colour=HEADS[0],
        labels=[format_number(losses[place], "+.2f") for place in ranked],
        labels_shown=True,
        hover="%{y}: %{x:+.3f}",  # clicks need a hover text
    )
    return Chart(
        marks=(bars,),
        x=Axis(title=t("drop in log-probability (nats) with this head off"), title_size=14),
        y=Axis(
            categories=[head_title(HeadChoice(*ablation.heads[place])) for place in ranked],
            tick_size=14,
            room=True,
        ),
        height=108 + 30 * len(ranked),
        margins=Margins(left=8, right=48, top=36, bottom=56),  # the buttons are above the bars
    )


def ranked_places(ablation: Ablation) -> list[int]:
    """Return the indices of the heads in the chart, the most important first."""
    losses = ablation.baseline - ablation.log_probability
    return sorted(range(len(losses)), key=lambda place: -losses[place])[:MOST]


def distribution_chart(
    words: Sequence[str],
    probabilities: Sequence[float] | np.ndarray,
    is_candidate: Sequence[bool] | np.ndarray,
) -> Chart:
    """Plot a bar for each word, the most probable on top.

    Words that top-k and top-p leave out are pale. Probabilities are not renormalised.
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
    return Chart(
        marks=(bars,),
        x=Axis(title=t("probability, of the whole vocabulary"), title_size=14, from_zero=True),
        y=Axis(ticks=places, labels=[words[word] for word in order], tick_size=14, room=True),
        height=80 + 26 * len(words),
        margins=Margins(left=8, right=48, top=8, bottom=56),
    )
