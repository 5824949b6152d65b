"""The chart of the cost of the layers of table 1."""

import numpy as np

from ...base.language import format_number, t, translatable
from ...base.theme import LAYERS
from ...draw.chart import Axis, Chart, Legend, Margins, Note, Rule, Series

_TITLES = translatable({"time": "milliseconds", "memory": "megabytes"})
_ACROSS = translatable({"n": "n, positions", "d": "d, dimensions of a vector"})
_LAST = 4  # the expected line goes through the middle of the last points


def cost_chart(
    quantity: str,
    across: str,
    at: np.ndarray,
    costs: dict[str, np.ndarray],
    expected: dict[str, np.ndarray],
    names: dict[str, str],
    fixed: int,
) -> Chart:
    """Plot measured points by layer and, as thin lines, the expected cost.

    Each line goes through the middle of the last four points. `across` is "n" or "d", the other has
    the `fixed` value; the place where both are equal is marked. `costs` and `expected` are `[at]`.
    """
    ticks = at.tolist()[:: 2 if len(at) > 6 else 1]  # so that they stand apart on a phone
    other = "d" if across == "n" else "n"
    thin = [
        _expected_line(at, cost, expected[name], LAYERS[name], name) for name, cost in costs.items()
    ]
    thick = [
        Series(
            x=at.tolist(),
            y=cost.tolist(),
            name=names[name],
            group=name,
            colour=LAYERS[name],
            line=3,
            marker=8,
            hover="%{y:.3~g} " + t(_TITLES[quantity]),
        )
        for name, cost in costs.items()
    ]
    marked = bool(at[0] <= fixed <= at[-1])
    return Chart(
        marks=(*thin, *thick),
        rules=(Rule(axis="x", at=fixed),) if marked else (),
        notes=(_equal_note(at, fixed),) if marked else (),
        x=Axis(
            log=True,
            ticks=ticks,
            labels=[format_number(value, ",") for value in ticks],
            angles=(0,),
            title=f"{t(_ACROSS[across])} ({other} = {format_number(fixed, ',')})",
            zero="none",
        ),
        y=Axis(log=True, step=1, number_format="~g", title=t(_TITLES[quantity]), zero="none"),
        height=400,
        margins=Margins(left=64, right=8, top=72, bottom=48),
        legend=Legend(size=14, sample=30),
        hover_together=True,
    )


def _expected_line(
    at: np.ndarray, cost: np.ndarray, expected: np.ndarray, colour: str, group: str
) -> Series:
    moved = expected * np.exp(np.log(cost / expected)[-_LAST:].mean())
    return Series(
        x=at.tolist(),
        y=moved.tolist(),
        colour=colour,
        line=1,
        group=group,
        in_legend=False,
        hover=None,
    )


def _equal_note(at: np.ndarray, fixed: int) -> Note:
    """Return the label of n = d, away from the curves, which rise from left to right."""
    early = bool(fixed < np.sqrt(at[0] * at[-1]))
    return Note(
        text="n = d",
        x=fixed,
        y=float(early),
        y_share=True,
        side_x="left" if early else "right",
        side_y="top" if early else "bottom",
        shift_x=4 if early else -4,
        size=14,
    )
