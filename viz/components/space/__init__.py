"""Points in two or three dimensions, layer by layer, to rotate and search, with neighbours."""

import hashlib
from collections.abc import Callable

import numpy as np

from ...base.theme import HEADS, INK, SCALE
from ...draw.points import FARTHEST, MARKERS, MOST_GROUPS, Points
from .. import canvas

_component = canvas.component("space")


def _bounds(places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the least and the most of each axis over all steps.

    An axis without differences is as wide as the widest axis.
    """
    if not places.size:
        return np.full(places.shape[2], -1.0), np.full(places.shape[2], 1.0)
    least, most = places.min((0, 1)).astype(float), places.max((0, 1)).astype(float)
    wide, middle = most - least, (least + most) / 2
    half = np.where(wide > 0, wide, wide.max() or 1.0) / 2
    return middle - half, middle + half


def pack(points: Points, step: int = 0, chosen: int = -1, for_file: bool = False) -> bytes:
    """Pack the points, the current step and the chosen point, -1 for none.

    The numbers are the places, scaled from the least to the most of each axis, the neighbours, and
    the distances or weights, scaled from 0 to 2. Raises ValueError for a step or a point that does
    not exist. `for_file`: the page has the title already.
    """
    steps, count, dimensions = points.places.shape
    if not 0 <= step < steps or not -1 <= chosen < count:
        raise ValueError(f"Step {step} and point {chosen} of places {points.places.shape}")
    least, most = _bounds(points.places)
    numbers = [
        canvas.quantize_uint16(points.places, least, most),
        points.neighbours.astype("<u2"),
        canvas.quantize_uint16(points.distances, 0.0, FARTHEST),
    ]
    head = {
        "title": points.title,
        "step_names": points.steps,
        "notes": points.notes,
        "names": points.names,
        "details": points.details,
        "groups": points.groups.tolist(),
        "group_names": points.group_names,
        "strong": np.flatnonzero(points.strong).tolist(),
        "near": points.neighbours.shape[2],
        "axes": points.axes,
        "paths": points.paths,
        "frame": points.frame,
        "dimensions": dimensions,
        "least": least.tolist(),
        "most": most.tolist(),
        "farthest": FARTHEST,
        "kinds": None if points.kinds is None else points.kinds.tolist(),
        "kind_names": points.kind_names,
        "shapes": MARKERS,
        "marked": None if points.marked is None else points.marked.tolist(),
        "measure": points.measure,
        "colours": SCALE if points.ordered else HEADS[:MOST_GROUPS],
        "ink": INK,
    }
    mark = hashlib.sha256(
        canvas.pack(head, numbers)
    ).hexdigest()  # lets the browser detect other points
    view = {"mark": mark, "step": step, "chosen": chosen, "titled": not for_file}
    return canvas.pack(head | view, numbers)


def space(
    points: Points,
    key: str = "space",
    step: int = 0,
    chosen: int = -1,
    on_keep: Callable[[], object] = lambda: None,
):
    """Draw the points at this step with this point chosen, -1 for none.

    The slider, the search and clicks work in the browser. Afterwards the trigger "setting" of `key`
    is the current view, from 1, for `on_keep` to read: {"step": 4, "chosen": 13}, "chosen" None for
    no point. Values that the component has not sent, from a link for example, move it there; with
    other points it keeps the settings that still fit.
    """
    return _component(key=key, data=pack(points, step, chosen), on_setting_change=on_keep)
