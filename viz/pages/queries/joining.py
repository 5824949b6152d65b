"""Place a head's queries and keys on a map, and measure how well distance predicts attention."""

from dataclasses import dataclass

import numpy as np

from ...base.progress import Progress
from ...draw.points import MOST_POINTS
from ...jobs.projection import project_apart
from .joint_space import Fit, Joint, Pairs, Target, join_best, relative_scores
from .query_keys import HeadVectors

_NEAR = 5  # neighbours of a point
_LEAST = 0.005  # least weight of a neighbour: less is written 0.00


@dataclass(frozen=True)
class Places:
    """The places of queries, then of keys."""

    places: np.ndarray  # float32 [point, axis]
    share: float | None  # of the variation, 0 to 1; None if undefined
    factor: float  # applied to the queries
    before: Fit  # of the model's own vectors, in all dimensions
    joint: Fit  # of the joint space, in all dimensions
    on_map: Fit


def place_head(head: HeadVectors, method: str, axes: int, progress: Progress) -> Places:
    """Join the queries and keys of a head and project them.

    Raises UserError when it takes too long.
    """
    pairs, count = head.pairs, len(head.query)
    target = Target.from_scores(relative_scores(head.query, head.key, pairs), pairs)
    joint: Joint = join_best(head.query, head.key, pairs)
    vectors = np.concatenate([joint.query, joint.key]).astype(np.float32)
    projected = project_apart(vectors[None], method, axes, "once", progress, metric="euclidean")
    places = projected.places[0]
    return Places(
        places,
        None if projected.shares is None else float(projected.shares[0]),
        joint.factor,
        target.fit(head.query, head.key),
        target.fit(joint.query, joint.key),
        target.fit(places[:count], places[count:]),
    )


def most_attended(pairs: Pairs, queries: int, keys: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the keys each query attends to most, and the queries that attend to each key most.

    Indices and weights of at least _LEAST, `[point, _NEAR]` each, queries first, sorted from the
    largest; rows are filled up with the point itself and 0. Raises ValueError for more points than
    can be sent.
    """
    count = queries + keys
    if count > MOST_POINTS:
        raise ValueError(f"{count} points; at most {MOST_POINTS} can be sent")
    neighbours = np.repeat(np.arange(count)[:, None], _NEAR, 1)
    weights = np.zeros((count, _NEAR), np.float32)
    key_points = pairs.key + queries
    for owner, other in ((pairs.query, key_points), (key_points, pairs.query)):
        order = np.lexsort((-pairs.weights, owner))
        sorted_owners = owner[order]
        starts = np.flatnonzero(np.diff(sorted_owners, prepend=-1))
        place = np.arange(len(order)) - np.repeat(starts, np.diff(starts, append=len(order)))
        first = (place < _NEAR) & (pairs.weights[order] >= _LEAST)
        rows, columns = sorted_owners[first], place[first]
        neighbours[rows, columns] = other[order][first]
        weights[rows, columns] = pairs.weights[order][first]
    return neighbours, weights
