"""Projections to two or three dimensions, nearest neighbours, and how well groups are separated."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..base.language import translatable
from ..base.libraries import LIBRARIES

METHODS = translatable({"pca": "PCA", "tsne": "t-SNE", "umap": "UMAP"})
# t-SNE takes some ten seconds a layer for a thousand points.
MOST_POINTS = {"pca": 5000, "tsne": 1000, "umap": 5000}
RULES = translatable(
    {
        "once": "One fit for all layers",
        "last": "Fitted to the last layer",
        "aligned": "Each layer fitted, then turned",
    }
)
_SEED = 0


@dataclass(frozen=True)
class Projection:
    """The places of points on the axes at each step; with PCA also the variance explained."""

    places: np.ndarray  # [step, point, axis]
    shares: np.ndarray | None  # [step], of the variance, 0 to 1; nan where all points coincide


def project(
    states: np.ndarray,
    method: str = "pca",
    axes: int = 2,
    rule: str = "once",
    progress: Callable[[int, int], object] = lambda done, total: None,
    last: int = -1,
    metric: str = "cosine",
) -> Projection:
    """Project `states [step, point, d]` to two or three axes, with the same result on every run.

    `progress` gets the number of steps done and of all steps.

    PCA by the rule "once": each step is centred on its own mean, then one PCA is fitted to all
    steps; by the rule "last" it is fitted to step `last` alone. By the rule "aligned" each step has
    its own fit, rotated or mirrored onto the step before (orthogonal Procrustes, Schönemann 1966),
    so that only real changes move. t-SNE (van der Maaten & Hinton 2008) and UMAP (McInnes et al.
    2018) are fitted to each step by the `metric`, "cosine" or "euclidean", starting from the step
    before and aligned with it. Raises ValueError for fewer points than axes + 2.
    """
    steps, points, _ = states.shape
    if points < axes + 2:
        raise ValueError(f"{points} points are too few for {axes} axes")
    centred = states - states.mean(1, keepdims=True, dtype=np.float64)
    # Threads waiting for a busy core make it many times slower.
    with LIBRARIES.threads.threadpool_limits(1):
        if method == "pca" and rule != "aligned":
            fitted = principal_axes(
                centred[last] if rule == "last" else centred.reshape(steps * points, -1), axes
            )
            places = np.stack([step @ fitted.T for step in centred])
            progress(steps, steps)
        else:
            placed: list[np.ndarray] = []
            for number, step in enumerate(centred):
                projection = (
                    step @ principal_axes(step, axes).T
                    if method == "pca"
                    else _embed(step, method, axes, placed[-1] if placed else None, metric)
                )
                placed.append(_procrustes_aligned(projection, placed[-1]) if placed else projection)
                progress(number + 1, steps)
            places = np.stack(placed)
    shares = None
    if method == "pca":
        whole = (centred**2).sum((1, 2))
        shares = np.divide(
            (places**2).sum((1, 2)), whole, out=np.full(steps, np.nan), where=whole > 1e-9 * points
        )
    return Projection(places.astype(np.float32), shares)


def principal_axes(centred: np.ndarray, axes: int) -> np.ndarray:
    """Return the directions of largest variance of `[point, d]`: `[axis, d]`, orthonormal.

    The largest component of each is positive. Equal to scikit-learn's PCA, whose import takes
    75 MB.
    """
    if len(centred) > centred.shape[1]:
        directions = np.linalg.eigh(centred.T @ centred).eigenvectors.T[::-1]
    else:
        directions = np.linalg.svd(centred, full_matrices=False).Vh
    directions = directions[:axes]
    largest = np.abs(directions).argmax(1, keepdims=True)
    return directions * np.sign(np.take_along_axis(directions, largest, 1))


def _embed(
    centred: np.ndarray, method: str, axes: int, start: np.ndarray | None, metric: str = "cosine"
) -> np.ndarray:
    """Embed one step by t-SNE or UMAP, from `start [point, axis]` or else from PCA.

    The result is centred, with a spread of 1. Equal points stay one point. Fewer than axes + 2
    different points are placed by PCA.
    """
    different, first, place = np.unique(
        centred.astype(np.float32), axis=0, return_index=True, return_inverse=True
    )
    count, place = len(different), place.ravel()
    if count < axes + 2:
        return _spread(centred @ principal_axes(centred, axes).T)
    if start is None or np.ptp(start[first], axis=0).min() < 1e-6:
        start = centred @ principal_axes(centred, axes).T
    start = _spread(start[first]).astype(np.float32)
    if method == "tsne":
        projection = LIBRARIES.manifold.TSNE(
            axes,
            metric=metric,
            perplexity=min(30.0, (count - 1) / 3),
            init=1e-4 * start,
            random_state=_SEED,
            n_jobs=1,
        )
    else:
        projection = LIBRARIES.umap.UMAP(
            min(15, count - 1), axes, metric=metric, init=10 * start, random_state=_SEED, n_jobs=1
        )
    return _spread(projection.fit_transform(different)[place])


def _spread(places: np.ndarray) -> np.ndarray:
    """Centre, and scale to a standard deviation of 1 over all axes, less if a point exceeds 3."""
    places = places - places.mean(0)
    return places / max(places.std(), np.abs(places).max() / 3, 1e-9)


def _procrustes_aligned(places: np.ndarray, onto: np.ndarray) -> np.ndarray:
    """Rotate or mirror `places [point, axis]` as near as possible to `onto`, keeping distances."""
    return places @ LIBRARIES.linear_algebra.orthogonal_procrustes(places, onto)[0]


def directions(states: np.ndarray) -> np.ndarray:
    """Scale vectors `[..., d]` to length 1; zeros stay zeros."""
    return states / np.maximum(np.linalg.norm(states, axis=-1, keepdims=True), 1e-12)


def neighbours(states: np.ndarray, count: int = 8) -> tuple[np.ndarray, np.ndarray]:
    """Return the nearest points of each point by cosine distance, at each step, nearest first.

    `[step, point, d]` to their indices and distances (0 to 2), `[step, point, count]` each.
    """
    unit = directions(states)
    steps, points, _ = unit.shape
    count = min(count, points - 1)
    neighbours, distances = (
        np.empty((steps, points, count), kind) for kind in (np.int64, np.float32)
    )
    for step in range(steps):
        for start in range(0, points, 1000):
            rows = slice(start, min(start + 1000, points))
            apart = 1 - unit[step, rows] @ unit[step].T  # [row, point]
            apart[np.arange(len(apart)), np.arange(rows.start, rows.stop)] = np.inf
            nearest = (
                np.argpartition(apart, count - 1, axis=1)[:, :count]
                if count
                else np.empty((len(apart), 0), np.int64)
            )
            order = np.argsort(np.take_along_axis(apart, nearest, 1), axis=1, kind="stable")
            neighbours[step, rows] = np.take_along_axis(nearest, order, 1)
            distances[step, rows] = np.take_along_axis(apart, neighbours[step, rows], 1)
    return neighbours, np.clip(distances, 0, 2)


def silhouettes(states: np.ndarray, groups: Sequence[str]) -> np.ndarray | None:
    """Measure how well groups are separated at each step, by cosine distance.

    `[step, point, d]` to `[step]`, each -1 to 1 (Rousseeuw 1987); 0 where all points coincide.
    Points of groups of one are ignored. None when fewer than two groups have two points.
    """
    names = np.array(groups)
    large = [name for name in dict.fromkeys(groups) if (names == name).sum() > 1]
    if len(large) < 2:
        return None
    in_large = np.isin(names, large)
    return np.array(
        [_silhouette(step[in_large].astype(np.float64), names[in_large]) for step in states]
    )


def _silhouette(states: np.ndarray, names: np.ndarray) -> float:
    """Return the mean silhouette of `states [point, d]` in at least two groups of two points.

    Equal to scikit-learn's, whose import takes 40 MB.
    """
    unit = states / np.maximum(np.linalg.norm(states, axis=1, keepdims=True), 1e-300)
    distances = 1 - unit @ unit.T
    # Equal vectors have distance 0: the rounding error differs between processors.
    distances[distances < 1e-9] = 0
    groups, group = np.unique(names, return_inverse=True)
    member = group[:, None] == np.arange(len(groups))  # [point, group]
    sums, sizes = distances @ member, member.sum(0)
    within = sums[member] / (sizes[group] - 1)  # without the point itself
    others = np.where(member, np.inf, sums / sizes).min(1)
    widest = np.maximum(within, others)
    return float(
        np.divide(others - within, widest, out=np.zeros_like(within), where=widest > 0).mean()
    )
