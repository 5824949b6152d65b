"""Heads on a plane: near means that they attend alike."""

from collections.abc import Sequence

import numpy as np

from ..base.theme import HEADS
from .chart import Axis, ChartSpec, Margins, Series


def label_side(across: np.ndarray, chosen: int) -> str:
    """Where the name of the head on show stands: over its mark, and inside the picture."""
    share = (across[chosen] - across.min()) / max(np.ptp(across), 1e-9)
    return "top right" if share < 1 / 3 else "top left" if share > 2 / 3 else "top center"


def plane_figure(
    places: np.ndarray,
    names: Sequence[str],
    colours: Sequence[str],
    symbols: Sequence[str],
    chosen: int,
) -> ChartSpec:
    """Plot a mark for each head at `places [head, 2]`; a ring is around the one on show."""
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
        side=label_side(places[:, 0], chosen),
        hover=None,
        in_legend=False,
    )
    axis = Axis(labelled=False, zero="none", grid=False)
    return ChartSpec(
        marks=(ring, heads),
        x=axis,
        y=axis,
        height=440,
        margins=Margins(left=16, right=16, top=16, bottom=16),
        same_scale=True,
    )
