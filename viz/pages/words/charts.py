"""The chart of how well groups of points are separated after each step of the encoder."""

from collections.abc import Mapping, Sequence

import numpy as np

from ...base.language import t
from ...base.theme import HEADS
from ...draw.chart import Axis, Chart, Legend, Margins, Rule, Series

SYMBOLS = "circle", "square"


def separation_chart(
    curves: Mapping[str, np.ndarray], steps: Sequence[str], layers: int | None = None
) -> Chart:
    """Plot a line for each way to group the same points, `silhouette [step]` by its name.

    There are at most two. A line ends after the first `layers` steps, or all for None: a mix of
    them is a diamond beside it.
    """
    layers = len(steps) if layers is None else layers
    lines = tuple(
        Series(
            x=list(range(layers)),
            y=values[:layers].astype(np.float32),
            name=name,
            colour=colour,
            line=2,
            marker=9,
            symbol=symbol,
            details=steps[:layers],
            hover="%{customdata}: %{y:.3f}",
            hover_title=name,
        )
        for (name, values), colour, symbol in zip(curves.items(), HEADS, SYMBOLS, strict=False)
    )
    mixes = tuple(
        Series(
            x=list(range(layers, len(steps))),
            y=values[layers:].astype(np.float32),
            name=name,
            colour=colour,
            marker=14,
            symbol="diamond",
            details=steps[layers:],
            hover="%{customdata}: %{y:.3f}",
            hover_title=name,
            in_legend=False,
        )
        for (name, values), colour in zip(curves.items(), HEADS, strict=False)
        if len(values) > layers
    )
    return Chart(
        marks=lines + mixes,
        rules=(Rule(axis="y", at=0, width=1, dash="solid"),),
        x=Axis(
            ticks=list(range(len(steps))),
            labels=steps,
            tick_size=14,
            angles=(0, -30, -90),
            limits=(-0.3, len(steps) - 0.7),
        ),
        y=Axis(title=t("silhouette"), title_size=14, tick_size=14, zero="none"),
        height=280,
        margins=Margins(left=64, right=16, top=32, bottom=40),
        legend=Legend(size=14),
    )
