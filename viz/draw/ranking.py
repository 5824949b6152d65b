"""A chart of the heads that a translation needs most."""

from models import Ablation

from ..analysis.views import STACK_TITLES
from ..base.language import format_number, t
from ..base.theme import HEADS
from .chart import Axis, Bars, Chart, Margins

MOST = 12  # heads in the chart


def ranking_figure(ablation: Ablation) -> Chart:
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
            categories=[head_title(*ablation.heads[place]) for place in ranked],
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


def head_title(stack: str, layer: int, head: int) -> str:
    """Name a head, with layer and head from 1."""
    return t(
        "{mechanism}, layer {layer}, head {head}",
        mechanism=t(STACK_TITLES[stack]),
        layer=layer + 1,
        head=head + 1,
    )
