"""The chart of kernel regression."""

import numpy as np

from ...base.language import format_number, t
from ...base.theme import HEADS
from ...draw.chart import Axis, Band, Chart, Legend, Margins, Rule, Series

_BELL = np.linspace(-4, 4, 81)  # of the kernel on show, in bandwidths
_BELL_SHARE = 0.25  # of the height of the points


def kernel_chart(
    points: np.ndarray,
    weights: np.ndarray,
    grid: np.ndarray,
    curve: np.ndarray,
    truth: np.ndarray | None,
    query: float,
    prediction: float,
    bandwidth: float,
) -> Chart:
    """Plot `points [point, (x, y)]`, the `curve [place]` over `grid`, and a query with its kernel.

    The `truth [place]` is the function without noise, None for points of the reader. The kernel
    stands on the floor of the chart, below the points.
    """
    keys, values = points.T
    height = float(np.ptp(values)) or 1.0
    floor = float(values.min()) - (_BELL_SHARE + 0.1) * height
    bell = query + _BELL * bandwidth
    inside = (bell >= grid[0]) & (bell <= grid[-1])
    high = floor + _BELL_SHARE * height * np.exp(-(_BELL[inside] ** 2) / 2)
    marks: list[Series | Band] = [
        Band(
            x=bell[inside].tolist(),
            low=[floor] * len(high),
            high=high.tolist(),
            colour=HEADS[1],
            opacity=0.35,
            name=t("kernel of the query"),
        )
    ]
    if truth is not None:
        name = t("the function without noise")
        marks.append(
            Series(x=grid, y=truth, name=name, line=2, dash="dot", colour=HEADS[2], hover=None)
        )
    marks += [
        Series(x=grid, y=curve, name=t("regression"), line=3, colour=HEADS[0], hover=None),
        Series(
            x=keys,
            y=values,
            name=t("points"),
            marker=10,
            colour=HEADS[3],
            labels=[format_number(float(weight), ".3f") for weight in weights],
            hover="x %{x:.4g}, y %{y:.3g}, α %{text}",
        ),
        Series(
            x=[query],
            y=[prediction],
            name=t("prediction at the query"),
            marker=15,
            symbol="diamond",
            colour=HEADS[1],
            hover="x %{x:.4g}, f(x) %{y:.3g}",
        ),
    ]
    return Chart(
        marks=tuple(marks),
        rules=(Rule(axis="x", at=query, dash="dash"),),
        x=Axis(title="x", limits=(grid[0] - 0.2, grid[-1] + 0.2), zero="none"),
        y=Axis(title="y", limits=(floor, float(values.max()) + 0.15 * height), zero="none"),
        height=400,
        margins=Margins(left=56, right=16, top=56, bottom=48),
        legend=Legend(),
    )
