"""Charts of the heads that a translation needs most, and of the words that a model predicts."""

from collections.abc import Sequence

import numpy as np

from models import Ablation

from ...analysis.views import HeadChoice, head_title
from ...base.language import format_number, t
from ...draw.bars import bars_chart
from ...draw.chart import Axis, Chart, Margins

_MOST = 12  # heads in the chart
_PALE = 0.3  # opacity of the bar of a word that top-k or top-p leave out


def ranking_chart(ablation: Ablation) -> Chart:
    """Plot a bar for each of the heads that matter most.

    A bar is the drop in the translation's log-probability (nats) without the head.
    """
    losses = ablation.baseline - ablation.log_probability  # [head]
    ranked = ranked_places(ablation)
    return bars_chart(
        [head_title(HeadChoice(*ablation.heads[place])) for place in ranked],
        losses[ranked],
        Axis(title=t("drop in log-probability (nats) with this head off"), title_size=14),
        labels=[format_number(loss, "+.2f") for loss in losses[ranked]],
        hover="%{y}: %{x:+.3f}",  # clicks need a hover text
        around=108,
        margins=Margins(left=8, right=48, top=36, bottom=56),  # the buttons are above the bars
    )


def ranked_places(ablation: Ablation) -> list[int]:
    """Return the indices of the heads in the chart, the most important first."""
    losses = ablation.baseline - ablation.log_probability
    return sorted(range(len(losses)), key=lambda place: -losses[place])[:_MOST]


def distribution_chart(
    words: Sequence[str],
    probabilities: Sequence[float] | np.ndarray,
    is_candidate: Sequence[bool] | np.ndarray,
) -> Chart:
    """Plot a bar for each word, the most probable on top.

    Words that top-k and top-p leave out are pale. Probabilities are not renormalised.
    """
    return bars_chart(
        words,
        probabilities,
        Axis(title=t("probability, of the whole vocabulary"), title_size=14, from_zero=True),
        can_repeat=True,
        opacity=[1 if is_kept else _PALE for is_kept in is_candidate],
        labels=[format_number(probability, ".3f") for probability in probabilities],
        row=26,
        margins=Margins(left=8, right=48, top=8, bottom=56),
    )
