"""Which heads a translation needs."""

import plotly.graph_objects as go

from models import Ablation

from ..language import t
from ..theme import HEADS
from ..views import STACK_TITLES

MOST = 12  # heads that are shown


def ranking_figure(ablation: Ablation) -> go.Figure:
    """A bar for each of the heads that matter most: what the log-probability of the translation (in nats) loses without it."""
    losses = ablation.baseline - ablation.log_probability  # [head]
    order = sorted(range(len(losses)), key=lambda place: -losses[place])
    shown = order[:MOST][::-1]
    figure = go.Figure()
    figure.add_bar(
        x=[float(losses[place]) for place in shown], y=[said(*ablation.heads[place]) for place in shown], orientation="h",
        marker={"color": [HEADS[ablation.heads[place][2] % len(HEADS)] for place in shown]},
        text=[f"{losses[place]:+.2f}" for place in shown], textposition="outside", cliponaxis=False, hoverinfo="skip")
    figure.update_layout(height=80 + 30 * len(shown), margin={"l": 8, "r": 48, "t": 8, "b": 56}, showlegend=False)
    figure.update_xaxes(title={"text": t("loss of log-probability (nats) when this head is off"), "font": {"size": 14}}, tickfont={"size": 13})
    figure.update_yaxes(automargin=True, tickfont={"size": 14})
    return figure


def said(stack: str, layer: int, head: int) -> str:
    """A head as people count."""
    return t("{mechanism}, layer {layer}, head {head}", mechanism=t(STACK_TITLES[stack]), layer=layer + 1, head=head + 1)
