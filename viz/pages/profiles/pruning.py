"""Charts of a network's loss without its heads: one after the other, and by two measures."""

from collections.abc import Mapping, Sequence

import numpy as np

from ...base.language import t
from ...base.theme import HEADS
from ...draw.chart import Axis, Chart, Legend, Margins, Rule, Series

COLOURS = HEADS[0], HEADS[5], HEADS[1]


def pruning_figure(
    curves: Mapping[str, np.ndarray], names: Mapping[str, Sequence[str]], height: float = 380
) -> Chart:
    """Plot the loss as heads are removed, a line for each order.

    `curves` has `[removed]`, from no head to all, by the order's title; `names` has for each the
    head removed last.
    """
    count = max(map(len, curves.values())) - 1
    lines = tuple(
        Series(
            x=list(range(len(values))),
            y=values.tolist(),
            name=title,
            colour=colour,
            line=3,
            marker=5,
            details=["", *names[title]],
            hover=t("%{x} heads removed, the last: %{customdata}. Lost: %{y:.2f}"),
        )
        for (title, values), colour in zip(curves.items(), COLOURS)
    )
    return Chart(
        marks=lines,
        x=Axis(title=t("heads removed"), title_size=14, limits=(-0.5, count + 0.5), zero="none"),
        y=Axis(title=t("log-probability lost a token, in nats"), title_size=14, from_zero=True),
        height=height,
        margins=Margins(left=64, right=16, top=72, bottom=56),
        legend=Legend(size=14),
    )


def two_measures_figure(
    gradient: Sequence[float],
    lost: Sequence[float],
    names: Sequence[str],
    colours: Sequence[str],
    chosen: int,
) -> Chart:
    """Plot what each head costs to remove over its gradient; a ring marks the current head."""
    heads = Series(
        x=list(gradient),
        y=list(lost),
        colour=list(colours),
        marker=9,
        labels=list(names),
        hover=t("%{text}: gradient %{x:.3f}, lost %{y:.3f}"),
        in_legend=False,
    )
    ring = Series(
        x=[gradient[chosen]],
        y=[lost[chosen]],
        marker=18,
        symbol="circle-open",
        colour=HEADS[1],
        hover=None,
        in_legend=False,
    )
    return Chart(
        marks=(ring, heads),
        rules=(Rule(axis="y", at=0),),
        x=Axis(title=t("importance by gradient, in nats a token"), title_size=14, from_zero=True),
        y=Axis(title=t("log-probability lost a token, in nats"), title_size=14),
        height=380,
        margins=Margins(left=64, right=16, top=16, bottom=56),
    )
