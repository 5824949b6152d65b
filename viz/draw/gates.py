"""Every unit of an LSTM at every word, for paper; on the screen it is a component to click on."""

import numpy as np

from ..base.language import t
from .chart import DARK, Axis, ChartSpec, ColourBar, Heatmap, Margins, RowFrame
from .words import shorten


def gates_figure(
    values: np.ndarray,
    words: tuple[str, ...],
    order: np.ndarray,
    quantity: str,
    signed: bool,
    unit: int,
) -> ChartSpec:
    """Plot `values [word, unit]`, a column for each word.

    A row for each unit in `order [unit]`; one unit is framed.

    `signed` values lie between -1 and 1, others between 0 and 1.
    """
    row = int(np.flatnonzero(order == unit)[0])
    heatmap = Heatmap(
        values=values[:, order].T.astype(np.float32),
        least=-1 if signed else 0,
        most=1,
        palette="signed" if signed else "weight",
        bar=ColourBar(above=True, ticks=[-1, 0, 1] if signed else [0, 0.5, 1], title=quantity),
    )
    return ChartSpec(
        marks=(heatmap,),
        rules=(RowFrame(row=row, colour=DARK, width=1.5),),
        x=Axis(
            ticks=list(range(len(words))),
            labels=[shorten(word) for word in words],
            tick_size=15,
            grid=False,
            limits=(-0.5, len(words) - 0.5),
        ),
        y=Axis(
            ticks=[row],
            labels=[t("unit {unit}", unit=unit + 1)],
            grid=False,
            limits=(len(order) - 0.5, -0.5),
            title=t("{count} units", count=len(order)),
        ),
        height=520,
        margins=Margins(left=96, right=16, top=72, bottom=72),
    )
