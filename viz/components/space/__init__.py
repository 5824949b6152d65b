"""Points in a space of two or three dimensions, layer by layer: turned, searched, and each with its nearest neighbours."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...theme import HEADS, INK
from .. import canvas

MOST_POINTS, MOST_GROUPS = 65535, 8  # a neighbour is sent as 16 bits; a group has a marker of its own
FARTHEST = 2.0  # of all cosine distances

component = canvas.component("space")


@dataclass(frozen=True)
class Points:
    """Points and where they lie at each step, the layers of a network. Raises ValueError where the shapes do not fit each other."""

    places: np.ndarray  # float [step, point, 2 or 3]
    steps: tuple[str, ...]  # the name of each; of a single one no slider is shown
    notes: tuple[str, ...]  # a short line for each step, or ""
    names: tuple[str, ...]  # of each point
    details: tuple[str, ...]  # more about each point, or ""
    groups: np.ndarray  # int [point], -1 for none
    group_names: tuple[str, ...]  # at most 8
    strong: np.ndarray  # bool [point]; these are drawn larger, in front, and always named
    neighbours: np.ndarray  # int [step, point, k], nearest first; k may be 0
    distances: np.ndarray  # float [step, point, k], cosine distances 0 to 2
    axes: tuple[tuple[str, str], ...]  # what the low and the high end of each axis mean, or none at all
    title: str
    paths: bool = False  # whether each strong point drags its way through the steps behind it
    frame: int | None = None  # the step whose points fill the picture at first; None: all steps fit in

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
        for what, texts, wanted in (("steps", self.steps, steps), ("notes", self.notes, steps), ("names", self.names, count),
                                    ("details", self.details, count)):
            if len(texts) != wanted:
                raise ValueError(f"{len(texts)} {what} for places {self.places.shape}")
        if len(self.group_names) > MOST_GROUPS:
            raise ValueError(f"{len(self.group_names)} groups; at most {MOST_GROUPS} have a marker")
        if self.axes and (len(self.axes) != dimensions or any(len(ends) != 2 for ends in self.axes)):
            raise ValueError(f"Ends of {len(self.axes)} axes, {self.axes}, for {dimensions} dimensions")
        limits = ("groups", self.groups, -1, len(self.group_names) - 1), ("neighbours", self.neighbours, 0, count - 1)
        for what, array, least, most in limits:
            if not np.issubdtype(array.dtype, np.integer):
                raise ValueError(f"{what} are {array.dtype}, not whole numbers")
            if array.size and not least <= array.min() <= array.max() <= most:
                raise ValueError(f"{what} run from {array.min()} to {array.max()}, not from {least} to {most}")
        if self.frame is not None and not 0 <= self.frame < steps:
            raise ValueError(f"Step {self.frame} of {steps} as the frame")
        if self.strong.dtype != bool:
            raise ValueError(f"strong is {self.strong.dtype}, not bool")
        if not np.isfinite(self.places).all():
            raise ValueError(f"{np.count_nonzero(~np.isfinite(self.places))} of the places {self.places.shape} are not finite")
        slack = 1e-5  # of a distance measured in 32 bits
        if not ((self.distances >= -slack) & (self.distances <= FARTHEST + slack)).all():
            raise ValueError(f"Distances {near} run from {self.distances.min()} to {self.distances.max()}, not from 0 to {FARTHEST:.0f}")
        if (np.diff(self.distances, axis=-1) < -slack).any():
            raise ValueError(f"Neighbours {near} that do not stand nearest first")


def bounds(places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The least and the most of each axis over all steps; an axis along which nothing differs is as wide as the widest."""
    if not places.size:
        return np.full(places.shape[2], -1.0), np.full(places.shape[2], 1.0)
    least, most = places.min((0, 1)).astype(float), places.max((0, 1)).astype(float)
    wide, middle = most - least, (least + most) / 2
    half = np.where(wide > 0, wide, wide.max() or 1.0) / 2
    return middle - half, middle + half


def pack(points: Points, step: int = 0, chosen: int = -1) -> bytes:
    """The points, the step on show and the point chosen, -1 for none. Raises ValueError where there is no such step or point.

    Numbers: the places from the least to the most of each axis, the neighbours as they are, the distances from 0 to 2.
    """
    steps, count, dimensions = points.places.shape
    if not 0 <= step < steps or not -1 <= chosen < count:
        raise ValueError(f"Step {step} and point {chosen} of places {points.places.shape}")
    least, most = bounds(points.places)
    numbers = [canvas.steps(points.places, least, most), points.neighbours.astype("<u2"), canvas.steps(points.distances, 0.0, FARTHEST)]
    head = {
        "title": points.title, "step_names": points.steps, "notes": points.notes, "names": points.names, "details": points.details,
        "groups": points.groups.tolist(), "group_names": points.group_names, "strong": np.flatnonzero(points.strong).tolist(),
        "near": points.neighbours.shape[2], "axes": points.axes, "paths": points.paths, "frame": points.frame, "dimensions": dimensions,
        "least": least.tolist(), "most": most.tolist(), "farthest": FARTHEST, "colours": HEADS[:MOST_GROUPS], "ink": INK}
    mark = hashlib.sha256(canvas.pack(head, numbers)).hexdigest()  # tells the browser whether the points are others
    return canvas.pack({**head, "mark": mark, "step": step, "chosen": chosen}, numbers)


def space(points: Points, key: str = "space", step: int = 0, chosen: int = -1, on_keep: Callable[[], object] = lambda: None):
    """Draw it, opening on this step and with this point chosen, -1 for none.

    The slider, the search and clicks work in the browser. Afterwards the trigger "setting" of `key`
    is what is on show, counted from 1, for `on_keep` to read: {"step": 4, "chosen": 13}, "chosen"
    None for no point. Values other than the component has sent, from a link for example, move it
    there; points that are others keep what still fits them.
    """
    return component(key=key, data=pack(points, step, chosen), on_setting_change=on_keep)
