"""Points in two or three dimensions, at each layer of a network."""

from dataclasses import dataclass

import numpy as np

MOST_POINTS = 65535  # the browser gets a neighbour's index as 16 bits
MOST_GROUPS = 8  # each group has its own marker
FARTHEST = 2.0  # the largest cosine distance
MEASURES = {"distance": 1, "attention": -1}  # 1: neighbours sorted upwards; -1: downwards
SHAPES = 0, 4  # markers of kinds of points: a disc and a cross


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
        if len(self.kind_names) > len(SHAPES):
            raise ValueError(f"{len(self.kind_names)} kinds; at most {len(SHAPES)} have a marker")
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
        if self.measure not in MEASURES:
            raise ValueError(f"a measure {self.measure!r}; there is {', '.join(MEASURES)}")
        if (MEASURES[self.measure] * np.diff(self.distances, axis=-1) < -slack).any():
            raise ValueError(f"Neighbours {near} that do not stand nearest first")
