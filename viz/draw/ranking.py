"""Which heads a translation needs."""

from models import Ablation

from ..analysis.views import STACK_TITLES
from ..base.language import format_number, t
from ..base.theme import HEADS
from .chart import Axis, Bars, ChartSpec, Margins

MOST = 12  # heads that are shown


def ranking_figure(ablation: Ablation) -> ChartSpec:
    """Plot a bar for each of the heads that matter most.

    What the log-probability of the translation (in nats) loses without it.
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
        hover="%{y}: %{x:+.3f}",  # without it a click is not heard
    )
    return ChartSpec(
        marks=(bars,),
        x=Axis(title=t("drop in log-probability (nats) with this head off"), title_size=14),
        y=Axis(
            categories=[head_title(*ablation.heads[place]) for place in ranked],
            tick_size=14,
            room=True,
        ),
        height=108 + 30 * len(ranked),
        margins=Margins(left=8, right=48, top=36, bottom=56),  # the buttons stand above the bars,
    )


def ranked_places(ablation: Ablation) -> list[int]:
    """The places of the heads that are shown, the one that matters most first."""
    losses = ablation.baseline - ablation.log_probability
    return sorted(range(len(losses)), key=lambda place: -losses[place])[:MOST]


def head_title(stack: str, layer: int, head: int) -> str:
    """A head's name, layers and heads counted from 1."""
    return t(
        "{mechanism}, layer {layer}, head {head}",
        mechanism=t(STACK_TITLES[stack]),
        layer=layer + 1,
        head=head + 1,
    )
