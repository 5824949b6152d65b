"""A chart of points in two dimensions, or in three seen from one side, for paper.

On the screen the component `space` draws them, and lets the reader turn them.
"""

import numpy as np

from ..base.language import t
from ..base.theme import HEADS, SCALE
from .chart import DARK, FAINT, GUIDE, Axis, Chart, Legend, Margins, Note, Series
from .space import SHAPES
from .tables import number, written

SYMBOLS = "circle", "diamond", "square", "triangle-up", "x", "triangle-down", "cross", "star"
YAW, PITCH = -0.5, 0.3  # of the eye, in radians, as the component opens
MOST_NAMED = 150  # of more points, only strong ones and those of a group are named
ALONE = -1  # the group of points without a group


def points_chart(points, step: int, chosen: int, how: str, sentence: str = "") -> Chart:
    """Plot one step of `Points`, with its caption and its numbers.

    Each group has its colour and marker; names are drawn where there is room. Three dimensions
    are drawn in a fixed orthographic view, with the directions of the axes in the middle. `how`
    describes the projection in the caption, after the `sentence`.
    """
    places = points.places[step].astype(float)  # [point, axis]
    flat = places.shape[1] == 2
    turn = np.eye(2) if flat else view()
    directions, notes = ([], []) if flat or not len(places) else axis_directions(places, turn)
    strong = points.strong.copy()
    if 0 <= chosen < len(strong):
        strong[chosen] = True
    series = [*directions, *paths(points, step, turn)]
    for group in (ALONE, *range(len(points.group_names))):
        for kind in (0,) if points.kinds is None else range(len(points.kind_names)):
            series += group_series(points, places @ turn.T, group, kind, strong)
    x_ends, y_ends = points.axes or ((), ())
    at_step = f", {points.steps[step]}" if len(points.steps) > 1 else ""
    note = f"; {points.notes[step]}" if points.notes[step] else ""
    what = f"{points.title}{at_step}. {t(how)}{note}."
    return Chart(
        marks=tuple(series),
        notes=tuple(notes),
        x=end_axis(x_ends),
        y=end_axis(y_ends),
        height=460,
        margins=Margins(left=16, right=16, top=40, bottom=16),
        legend=Legend(size=14) if points.group_names else None,
        same_scale=not points.axes,
        caption="\n".join(filter(None, (sentence.strip(), what))),
        numbers=write_numbers(points, step),
    )


def write_numbers(points, step: int) -> str:
    """Write the places of the points at a step as CSV, with their names, kinds and groups."""
    kinds = {} if points.kinds is None else {"kind": [points.kind_names[k] for k in points.kinds]}
    axes = [f"axis {axis}" for axis in range(1, points.places.shape[2] + 1)]
    rows = (
        (name, *kind, points.group_names[group] if group >= 0 else "", *map(number, place))
        for name, group, place, *kind in zip(
            points.names, points.groups, points.places[step], *kinds.values(), strict=True
        )
    )
    return written(("name", *kinds, "group", *axes), rows)


def axis_directions(places: np.ndarray, turn: np.ndarray) -> tuple[list[Series], list[Note]]:
    """Return a line from the middle of `places [point, axis]` along each axis, and its name."""
    middle = (places @ turn.T).mean(0)
    reach = 0.5 * np.abs(places - places.mean(0)).max()
    lines, names = [], []
    for axis, direction in enumerate(turn.T * reach, start=1):
        end = middle + direction
        lines.append(
            Series(
                x=[middle[0], end[0]],
                y=[middle[1], end[1]],
                colour=FAINT,
                line=1,
                hover=None,
                in_legend=False,
            )
        )
        names.append(
            Note(text=t("axis {axis}", axis=axis), x=end[0], y=end[1], size=12, colour=GUIDE)
        )
    return lines, names


def paths(points, step: int, turn: np.ndarray) -> list[Series]:
    """Return the path of each strong point up to this step, if the page shows paths."""
    if not points.paths:
        return []
    lines = []
    for place in np.flatnonzero(points.strong):
        way = points.places[: step + 1, place] @ turn.T  # [step, (right, up)]
        lines.append(
            Series(
                x=way[:, 0],
                y=way[:, 1],
                colour=colour_of(points.groups[place], True),
                line=1.5,
                opacity=0.5,
                hover=None,
                in_legend=False,
            )
        )
    return lines


def group_series(
    points, seen: np.ndarray, group: int, kind: int, strong: np.ndarray
) -> list[Series]:
    """Return the points of one group and kind at `seen [point, (right, up)]`, small and strong.

    Both have one entry in the legend; of several kinds in a group only the first has one.
    """
    members = points.groups == group
    symbol, is_first = "circle" if group == ALONE else SYMBOLS[group], True
    if points.kinds is not None:
        is_first = kind == points.kinds[members].min() if members.any() else True
        members = members & (points.kinds == kind)
        symbol = SYMBOLS[SHAPES[kind]]
    few = len(seen) <= MOST_NAMED
    series: list[Series] = []
    for large in (False, True):
        chosen = np.flatnonzero(members & (strong == large))
        if not len(chosen):
            continue
        is_named_group = group != ALONE and not points.paths and points.kinds is None
        named = few or large or is_named_group
        series.append(
            Series(
                x=seen[chosen, 0],
                y=seen[chosen, 1],
                name=t("others") if group == ALONE else points.group_names[group],
                colour=colour_of(group, large, not points.group_names, points.ordered),
                marker=12 if large else 6 if few else 4,
                symbol=symbol,
                labels=[points.names[place] for place in chosen],
                side="top center" if named else "",
                label_size=15 if large else 11,
                in_legend=is_first and not series,
            )
        )
    return series


def end_axis(ends: tuple[str, str] | tuple[()]) -> Axis:
    """Return an axis with a word at each end; without ends an invisible one."""
    title = f"← {ends[0]}   {ends[1]} →" if ends else ""
    return Axis(title=title, title_size=14, tick_size=12, zero="none", visible=bool(ends))


def colour_of(group: int, large: bool, alone: bool = False, ordered: bool = False) -> str:
    """Return the colour of a group; points without one are faint unless `large`."""
    if group >= 0:
        return (SCALE if ordered else HEADS)[group]
    if not large:
        return FAINT
    return HEADS[0] if alone else DARK


def view() -> np.ndarray:
    """Return the projection of three dimensions to the page, orthonormal: `[(right, up), axis]`."""
    cy, sy, cp, sp = np.cos(YAW), np.sin(YAW), np.cos(PITCH), np.sin(PITCH)
    return np.array([[cy, 0, sy], [sp * sy, cp, -sp * cy]])
