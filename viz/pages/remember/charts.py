"""The chart of the units of an LSTM."""

import numpy as np

from ...base.language import t
from ...draw.chart import (
    DARK,
    Axis,
    Chart,
    ColourBar,
    Heatmap,
    Margins,
    RowFrame,
)
from ...draw.words import shorten


def gates_chart(
    values: np.ndarray,
    words: tuple[str, ...],
    order: np.ndarray,
    quantity: str,
    signed: bool,
    unit: int,
) -> Chart:
    """Plot `values [word, unit]`, a column for each word, a row for each unit in `order [unit]`.

    One unit is framed. `signed` values are -1 to 1, others 0 to 1.
    """
    row = int(np.flatnonzero(order == unit)[0])
    heatmap = Heatmap(
        values=values[:, order].T.astype(np.float32),
        least=-1 if signed else 0,
        most=1,
        palette="signed" if signed else "weight",
        bar=ColourBar(above=True, ticks=[-1, 0, 1] if signed else [0, 0.5, 1], title=quantity),
    )
    return Chart(
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
