"""Charts of what heads do in general, and of a network's loss without its heads."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from ...base.language import format_number, t
from ...base.theme import HEADS
from ...draw.bars import bars_chart
from ...draw.chart import Axis, Band, Chart, ColourBar, Heatmap, Legend, Margins, Rule, Series

_CURVE_COLOURS = HEADS[0], HEADS[5], HEADS[1]


def ranking_chart(
    names: Sequence[str],
    values: Sequence[float],
    colours: Sequence[str],
    title: str,
    per_cent: bool,
    digits: int = 2,
) -> Chart:
    """Plot a bar for each head, the first on top."""
    return bars_chart(
        names,
        values,
        Axis(
            title=title,
            title_size=14,
            from_zero=True,
            number_format=".0%" if per_cent else "",
            angles=(0,),
        ),
        colours=colours,
        labels=[format_number(value, ".0%" if per_cent else f".{digits}f") for value in values],
        margins=Margins(left=8, right=56, top=8, bottom=56),
    )


def tags_chart(
    shares: np.ndarray, rows: Sequence[str], columns: Sequence[str], small: bool = False
) -> Chart:
    """Plot the share of a row's attention on each column: `[row, column]`.

    A `small` chart stands beside another with the same columns, and names them only on hover.
    """
    return Chart(
        marks=(
            Heatmap(
                values=shares[::-1],
                least=0,
                most=1,
                palette="weight",
                bar=None
                if small
                else ColourBar(above=True, ticks=(0, 0.5, 1), number_format=".0%"),
                hover=t("from %{y} to %{x}: %{z:.0%}"),
            ),
        ),
        x=Axis(
            title="" if small else t("to"),
            labelled=not small,
            ticks=list(range(len(columns))),
            labels=list(columns),
            angles=(-45, -90),
            grid=False,
            room=True,
        ),
        y=Axis(
            title="" if small else t("from"),
            tick_size=11 if small else 13,
            ticks=list(range(len(rows))),
            labels=list(rows)[::-1],
            grid=False,
            room=True,
        ),
        height=16 + 15 * len(rows) if small else 160 + 26 * len(rows),
        margins=Margins(left=8, right=8, top=8, bottom=8)
        if small
        else Margins(left=8, right=8, top=48, bottom=96),
    )


def _label_side(across: np.ndarray, chosen: int) -> str:
    """Return the side of the current head's name: above its mark, and inside the picture."""
    share = (across[chosen] - across.min()) / max(np.ptp(across), 1e-9)
    return "top right" if share < 1 / 3 else "top left" if share > 2 / 3 else "top center"


def plane_chart(
    places: np.ndarray,
    names: Sequence[str],
    colours: Sequence[str],
    symbols: Sequence[str],
    chosen: int,
) -> Chart:
    """Plot a mark for each head at `places [head, 2]`; a ring marks the current head."""
    heads = Series(
        x=places[:, 0],
        y=places[:, 1],
        colour=list(colours),
        symbol=list(symbols),
        marker=11,
        labels=list(names),
        hover="%{text}",
        in_legend=False,
    )
    ring = Series(
        x=places[chosen : chosen + 1, 0],
        y=places[chosen : chosen + 1, 1],
        marker=22,
        symbol="circle-open",
        colour=HEADS[1],
        labels=[names[chosen]],
        side=_label_side(places[:, 0], chosen),
        hover=None,
        in_legend=False,
    )
    axis = Axis(labelled=False, zero="none", grid=False)
    return Chart(
        marks=(ring, heads),
        x=axis,
        y=axis,
        height=440,
        margins=Margins(left=16, right=16, top=16, bottom=16),
        same_scale=True,
    )


def pruning_chart(
    curves: Mapping[str, np.ndarray],
    names: Mapping[str, Sequence[str]],
    ends: Mapping[str, np.ndarray] | None = None,
    height: float = 380,
) -> Chart:
    """Plot the loss as heads are removed, a line for each order, with its interval as a band.

    `curves` has `[removed]`, from no head to all, by the order's title; `names` has for each the
    head removed last, `ends [removed, 2]` its interval.
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
        for (title, values), colour in zip(curves.items(), _CURVE_COLOURS)
    )
    bands = tuple(
        Band(
            x=list(range(len(values))),
            low=ends[title][:, 0].tolist(),
            high=ends[title][:, 1].tolist(),
            colour=colour,
            name=title,
        )
        for (title, values), colour in zip(curves.items(), _CURVE_COLOURS)
        if ends and title in ends
    )
    return Chart(
        marks=bands + lines,
        x=Axis(title=t("heads removed"), title_size=14, limits=(-0.5, count + 0.5), zero="none"),
        y=Axis(title=t("log-probability lost per token, in nats"), title_size=14, from_zero=True),
        height=height,
        margins=Margins(left=64, right=16, top=72, bottom=56),
        legend=Legend(size=14),
    )


def pairs_chart(excess: np.ndarray, names: Sequence[str]) -> Chart:
    """Plot what every two heads cost more or less than the sum of both, `[head, head]`.

    nan is an empty cell.
    """
    most = float(np.nanmax(np.abs(excess)))
    x = Axis(categories=names, tick_size=10, angles=(-90,), grid=False, room=True)
    return Chart(
        marks=(
            Heatmap(
                values=excess[::-1],
                least=-most,
                most=most,
                palette="signed",
                bar=ColourBar(above=True, ticks=(-most, 0, most), number_format=".3f"),
                hover=t("%{y} and %{x}: %{z:.3f} nats"),
            ),
        ),
        x=x,
        y=replace(x, categories=names[::-1], angles=()),
        height=160 + 13 * len(names),
        margins=Margins(left=8, right=32, top=48, bottom=96),
    )


def two_measures_chart(
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
        x=Axis(title=t("importance by gradient, in nats per token"), title_size=14, from_zero=True),
        y=Axis(title=t("log-probability lost per token, in nats"), title_size=14),
        height=380,
        margins=Margins(left=64, right=16, top=16, bottom=56),
    )
