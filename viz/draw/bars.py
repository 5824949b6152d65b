"""A horizontal bar for each named thing, the first on top."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..base.theme import HEADS
from .chart import Axis, Bars, Chart

_NAMES = Axis(tick_size=14, room=True)


def bars_chart(
    names: Sequence[str],
    values: Sequence[float] | np.ndarray,
    x: Axis,
    *,
    y: Axis = _NAMES,
    can_repeat: bool = False,
    colours: str | Sequence[str] = HEADS[0],
    opacity: Sequence[float] = (),
    labels: Sequence[str] = (),
    name: str = "",
    hover: str | None = None,
    row: float = 30,
    around: float = 80,
    **more: Any,
) -> Chart:
    """Plot a bar for each name, with its label at the end.

    Names that `can_repeat` are not in a hover text. A bar is `row` pixels high and `around` is what
    is above and below all; `more` is for the `Chart`. Marks are drawn from below, so the index of a
    bar counts from there.
    """
    places = list(range(len(names)))
    from_below = list(names)[::-1]
    bars = Bars(
        places=places,
        values=[float(value) for value in values][::-1],
        across=True,
        colour=colours if isinstance(colours, str) else list(colours)[::-1],
        opacity=opacity[::-1],
        labels=labels[::-1],
        labels_shown=bool(labels),
        name=name,
        hover=hover,
    )
    named = {"ticks": places, "labels": from_below} if can_repeat else {"categories": from_below}
    return Chart(
        marks=(bars,), x=x, y=replace(y, **named), height=around + row * len(names), **more
    )
