"""Points in two or three dimensions at each layer of a network, and their chart for files.

On the screen the component `space` draws them, and lets the reader turn them.
"""

from dataclasses import dataclass

import numpy as np

from ..base.language import t
from ..base.theme import HEADS, SCALE
from .chart import DARK, FAINT, GUIDE, Axis, Chart, Legend, Margins, Note, Series
from .tables import number, written

MOST_POINTS = 65535  # the browser gets a neighbour's index as 16 bits
MOST_GROUPS = 8  # each group has its own marker
FARTHEST = 2.0  # the largest cosine distance
_MEASURES = {"distance": 1, "attention": -1}  # 1: neighbours sorted upwards; -1: downwards
MARKERS = 0, 4  # markers of kinds of points: a disc and a cross
_SYMBOLS = "circle", "diamond", "square", "triangle-up", "x", "triangle-down", "cross", "star"
_YAW, _PITCH = -0.5, 0.3  # of the eye, in radians, as the component opens
_MOST_NAMED = 150  # of more points, only strong ones and those of a group are named
_ALONE = -1  # the group of points without a group


@dataclass(frozen=True)
class Points:
    """Points and their places at each step; steps are mostly the layers of a network.

    Raises ValueError when shapes, types or ranges do not fit.
    """

    places: np.ndarray  # float [step, point, 2 or 3]
    steps: tuple[str, ...]  # names; a single step has no slider
    notes: tuple[str, ...]  # a short line for each step, or ""
    names: tuple[str, ...]  # one for each point
    details: tuple[str, ...]  # more about each point, or ""
    groups: np.ndarray  # int [point], -1 for none
    group_names: tuple[str, ...]  # at most 8
    strong: np.ndarray  # bool [point]; strong points are larger, in front, and always named
    # int [step, point, k], nearest first; k may be 0; short rows are filled up with the point
    neighbours: np.ndarray
    # float [step, point, k], cosine distances 0 to 2; for "attention" weights, largest first
    distances: np.ndarray
    # The meaning of the low and the high end of each axis, or ().
    axes: tuple[tuple[str, str], ...]
    title: str
    paths: bool = False  # whether strong points trail their path through the earlier steps
    frame: int | None = None  # the step that fills the picture at first; None: all steps do
    kinds: np.ndarray | None = None  # int [point]: chooses the marker instead of the group
    kind_names: tuple[str, ...] = ()  # at most as many as SHAPES
    marked: np.ndarray | None = None  # int [point, 2]: start and end of the marked detail text
    measure: str = "distance"  # what makes points neighbours: "distance" or "attention"
    ordered: bool = False  # whether groups have an order, and so the colours of one scale

    def __post_init__(self):
        if self.places.ndim != 3 or self.places.shape[0] < 1 or self.places.shape[2] not in (2, 3):
            raise ValueError(f"Places are [step, point, 2 or 3], not {self.places.shape}")
        steps, count, dimensions = self.places.shape
        if count > MOST_POINTS:
            raise ValueError(f"{count} points; at most {MOST_POINTS} can be sent")
        near = self.neighbours.shape
        if len(near) != 3 or near[:2] != (steps, count):
            raise ValueError(f"Neighbours are [{steps}, {count}, k], not {near}")
        if self.distances.shape != near:
            raise ValueError(f"Distances {self.distances.shape} for neighbours {near}")
        for what, array in (("groups", self.groups), ("strong", self.strong)):
            if array.shape != (count,):
                raise ValueError(f"{what} has the shape {array.shape}, not ({count},)")
        for what, texts, expected in (
            ("steps", self.steps, steps),
            ("notes", self.notes, steps),
            ("names", self.names, count),
            ("details", self.details, count),
        ):
            if len(texts) != expected:
                raise ValueError(f"{len(texts)} {what} for places {self.places.shape}")
        if len(self.group_names) > MOST_GROUPS:
            raise ValueError(f"{len(self.group_names)} groups; at most {MOST_GROUPS} have a marker")
        if self.axes and (
            len(self.axes) != dimensions or any(len(ends) != 2 for ends in self.axes)
        ):
            raise ValueError(
                f"Ends of {len(self.axes)} axes, {self.axes}, for {dimensions} dimensions"
            )
        for what, array, shape in (
            ("kinds", self.kinds, (count,)),
            ("marked", self.marked, (count, 2)),
        ):
            if array is not None and array.shape != shape:
                raise ValueError(f"{what} has the shape {array.shape}, not {shape}")
        if len(self.kind_names) > len(MARKERS):
            raise ValueError(f"{len(self.kind_names)} kinds; at most {len(MARKERS)} have a marker")
        limits: tuple[tuple[str, np.ndarray, int, int], ...] = (
            ("groups", self.groups, -1, len(self.group_names) - 1),
            ("neighbours", self.neighbours, 0, count - 1),
        )
        if self.kinds is not None:
            limits += (("kinds", self.kinds, 0, len(self.kind_names) - 1),)
        for what, array, least, most in limits:
            if not np.issubdtype(array.dtype, np.integer):
                raise ValueError(f"{what} are {array.dtype}, not whole numbers")
            if array.size and not least <= array.min() <= array.max() <= most:
                raise ValueError(
                    f"{what} run from {array.min()} to {array.max()}, not from {least} to {most}"
                )
        if self.frame is not None and not 0 <= self.frame < steps:
            raise ValueError(f"Step {self.frame} of {steps} as the frame")
        if self.strong.dtype != bool:
            raise ValueError(f"strong is {self.strong.dtype}, not bool")
        if not np.isfinite(self.places).all():
            raise ValueError(
                f"{np.count_nonzero(~np.isfinite(self.places))} of the places "
                f"{self.places.shape} are not finite"
            )
        slack = 1e-5  # rounding of a distance in 32 bits
        if not ((self.distances >= -slack) & (self.distances <= FARTHEST + slack)).all():
            raise ValueError(
                f"Distances {near} run from {self.distances.min()} to "
                f"{self.distances.max()}, not from 0 to {FARTHEST:.0f}"
            )
        if self.measure not in _MEASURES:
            raise ValueError(f"a measure {self.measure!r}; there is {', '.join(_MEASURES)}")
        if (_MEASURES[self.measure] * np.diff(self.distances, axis=-1) < -slack).any():
            raise ValueError(f"Neighbours {near} that do not stand nearest first")


def points_chart(points: Points, step: int, chosen: int, how: str, sentence: str = "") -> Chart:
    """Plot one step of `Points`, with its caption and its numbers.

    Each group has its colour and marker; names are drawn where there is room. Three dimensions
    are drawn in a fixed orthographic view, with the directions of the axes in the middle. `how`
    describes the projection in the caption, after the `sentence`.
    """
    places = points.places[step].astype(float)  # [point, axis]
    flat = places.shape[1] == 2
    turn = np.eye(2) if flat else _view()
    directions, notes = ([], []) if flat or not len(places) else _axis_directions(places, turn)
    strong = points.strong.copy()
    if 0 <= chosen < len(strong):
        strong[chosen] = True
    series = [*directions, *_paths(points, step, turn)]
    for group in (_ALONE, *range(len(points.group_names))):
        for kind in (0,) if points.kinds is None else range(len(points.kind_names)):
            series += _group_series(points, places @ turn.T, group, kind, strong)
    x_ends, y_ends = points.axes or ((), ())
    at_step = f", {points.steps[step]}" if len(points.steps) > 1 else ""
    note = f"; {points.notes[step]}" if points.notes[step] else ""
    what = f"{points.title}{at_step}. {t(how)}{note}."
    return Chart(
        marks=tuple(series),
        notes=tuple(notes),
        x=_end_axis(x_ends),
        y=_end_axis(y_ends),
        height=460,
        margins=Margins(left=16, right=16, top=40, bottom=16),
        legend=Legend(size=14) if points.group_names else None,
        same_scale=not points.axes,
        caption="\n".join(filter(None, (sentence.strip(), what))),
        numbers=_write_numbers(points, step),
    )


def _write_numbers(points: Points, step: int) -> str:
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


def _axis_directions(places: np.ndarray, turn: np.ndarray) -> tuple[list[Series], list[Note]]:
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


def _paths(points: Points, step: int, turn: np.ndarray) -> list[Series]:
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
                colour=_colour_of(points.groups[place], True),
                line=1.5,
                opacity=0.5,
                hover=None,
                in_legend=False,
            )
        )
    return lines


def _group_series(
    points: Points, seen: np.ndarray, group: int, kind: int, strong: np.ndarray
) -> list[Series]:
    """Return the points of one group and kind at `seen [point, (right, up)]`, small and strong.

    Both have one entry in the legend; of several kinds in a group only the first has one.
    """
    members = points.groups == group
    symbol, is_first = "circle" if group == _ALONE else _SYMBOLS[group], True
    if points.kinds is not None:
        is_first = kind == points.kinds[members].min() if members.any() else True
        members = members & (points.kinds == kind)
        symbol = _SYMBOLS[MARKERS[kind]]
    few = len(seen) <= _MOST_NAMED
    series: list[Series] = []
    for large in (False, True):
        chosen = np.flatnonzero(members & (strong == large))
        if not len(chosen):
            continue
        is_named_group = group != _ALONE and not points.paths and points.kinds is None
        named = few or large or is_named_group
        series.append(
            Series(
                x=seen[chosen, 0],
                y=seen[chosen, 1],
                name=t("others") if group == _ALONE else points.group_names[group],
                colour=_colour_of(group, large, not points.group_names, points.ordered),
                marker=12 if large else 6 if few else 4,
                symbol=symbol,
                labels=[points.names[place] for place in chosen],
                side="top center" if named else "",
                label_size=15 if large else 11,
                in_legend=is_first and not series,
            )
        )
    return series


def _end_axis(ends: tuple[str, str] | tuple[()]) -> Axis:
    """Return an axis with a word at each end; without ends an invisible one."""
    title = f"← {ends[0]}   {ends[1]} →" if ends else ""
    return Axis(title=title, title_size=14, tick_size=12, zero="none", visible=bool(ends))


def _colour_of(group: int, large: bool, alone: bool = False, ordered: bool = False) -> str:
    """Return the colour of a group; points without one are faint unless `large`."""
    if group >= 0:
        return (SCALE if ordered else HEADS)[group]
    if not large:
        return FAINT
    return HEADS[0] if alone else DARK


def _view() -> np.ndarray:
    """Return the projection of three dimensions to the page, orthonormal: `[(right, up), axis]`."""
    cy, sy, cp, sp = np.cos(_YAW), np.sin(_YAW), np.cos(_PITCH), np.sin(_PITCH)
    return np.array([[cy, 0, sy], [sp * sy, cp, -sp * cy]])
