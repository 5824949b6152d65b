"""Join queries and keys of a head in one space where distance predicts attention. Numpy only.

After AttentionViz (Yeh et al. 2023, section 4). A dot product is not a distance. But the softmax
does not change when all keys move by one vector, nor does a dot product when queries are multiplied
by a factor and keys divided by it. Move and factor are free parameters, chosen so that a query is
near the keys that it attends to. AttentionViz moves the keys onto the mean of the queries; if all
queries have much in common, that separates points that attend to each other. So here it is one of
three moves to try.
"""

from dataclasses import dataclass

import numpy as np

from models.corpus.importance import ranks

_FACTORS = 2.0 ** np.array([0, -0.5, 0.5, -1, 1])  # to try, relative to the factor of equal spread
_LEAST_GAIN = 1e-6  # of quality, for another factor or move
_RIDGE = 0.1  # of the least squares, in mean variances of a coordinate


@dataclass(frozen=True)
class Pairs:
    """The allowed cells of attention: pairs of query and key with their weights.

    Raises ValueError unless they are sorted by query and the shapes fit.
    """

    query: np.ndarray  # int [pair] index of the query
    key: np.ndarray  # int [pair]
    weights: np.ndarray  # [pair] 0 to 1

    def __post_init__(self) -> None:
        shapes = {self.query.shape, self.key.shape, self.weights.shape}
        if len(shapes) != 1 or self.query.ndim != 1:
            raise ValueError(f"pairs have one shape [pair], not {shapes}")
        if (np.diff(self.query) < 0).any():
            raise ValueError("pairs are not sorted by query")

    @property
    def starts(self) -> np.ndarray:
        """The first pair of each query, `[query with pairs]`."""
        return np.flatnonzero(np.diff(self.query, prepend=-1))

    @property
    def counts(self) -> np.ndarray:
        """The number of keys each query may attend to, `[query with pairs]`."""
        return np.diff(self.starts, append=len(self.query))


@dataclass(frozen=True)
class Joint:
    """Queries and keys in one space."""

    query: np.ndarray  # [query, d]
    key: np.ndarray  # [key, d]
    factor: float  # queries are multiplied, keys divided by it


@dataclass(frozen=True)
class Fit:
    """How well distance predicts attention in a space of queries and keys."""

    correlation: float  # rank correlation of nearness and score, -1 to 1
    nearest: float  # share of queries whose nearest key has the largest weight
    chance: float  # that share with random keys
    queries: int  # number of queries with more than one key

    @property
    def quality(self) -> float:
        """The criterion of a space: the mean of both figures, without nan."""
        return float(np.nan_to_num([self.correlation, self.nearest]).mean())


def _join(query: np.ndarray, key: np.ndarray, factor: float, move: np.ndarray) -> Joint:
    """Multiply queries by `factor`, divide keys by it, and add `move [d]` to every key.

    `query [query, d]`, `key [key, d]`. Attention does not change: with q' = c q and k' = k / c + w,
    q'·k' = q·k + c q·w, and the last term is equal for all keys of a query. Raises ValueError for a
    factor that is not above 0.
    """
    if not factor > 0:
        raise ValueError(f"the factor is {factor:g}; it must be above 0")
    return Joint(query * np.float32(factor), key / np.float32(factor) + move, factor)


def join_best(query: np.ndarray, key: np.ndarray, pairs: Pairs) -> Joint:
    """Join queries and keys so that distance predicts attention best, by `Fit.quality`.

    `query [query, d]`, `key [key, d]`; `pairs` are the cells of attention to predict. Tries factors
    around the one that gives queries and keys the same spread, each without a move, with the keys
    on the queries' mean, and with `_fitted_move`.
    """
    target = Target.from_scores(relative_scores(query, key, pairs), pairs)
    spread = float(np.sqrt(_deviation(key) / max(_deviation(query), 1e-12))) or 1.0
    best, best_quality = None, -np.inf
    for factor in spread * _FACTORS:
        scaled_query, scaled_key = query * np.float32(factor), key / np.float32(factor)
        onto = scaled_query.mean(0) - scaled_key.mean(0)
        for move in (np.zeros_like(onto), onto, onto + _fitted_move(scaled_query, scaled_key)):
            joint = _join(query, key, float(factor), move)
            quality = target.fit(joint.query, joint.key).quality
            if quality > best_quality + _LEAST_GAIN:
                best, best_quality = joint, quality
    assert best is not None  # at least one was tried
    return best


def _deviation(vectors: np.ndarray) -> float:
    """Return the root of the mean variance of the coordinates of `vectors [n, d]`."""
    return float(np.sqrt(vectors.var(0).mean()))


def _fitted_move(query: np.ndarray, key: np.ndarray) -> np.ndarray:
    """Return the move of keys, already on the queries' mean, by which distances follow scores.

    `query [query, d]`, `key [key, d]`, both scaled; the move is `[d]`. A squared distance is a term
    of the query, plus a term of the key, minus twice their score; the move makes the first two as
    even as possible (least squares, with a ridge).
    """
    centred_query, centred_key = query - query.mean(0), key - key.mean(0)
    query_norms = (centred_query**2).sum(1)
    key_terms = (centred_key**2).sum(1) + 2 * (centred_key @ query.mean(0))
    slopes = np.concatenate([-2 * centred_query, 2 * centred_key]).astype(np.float64)
    uneven = np.concatenate([query_norms - query_norms.mean(), key_terms - key_terms.mean()])
    shares = np.repeat([1 / len(query), 1 / len(key)], [len(query), len(key)])
    squares = (slopes * shares[:, None]).T @ slopes
    ridge = _RIDGE * max(np.trace(squares) / len(squares), 1e-12)
    move = np.linalg.solve(squares + ridge * np.eye(len(squares)), -(slopes.T @ (shares * uneven)))
    return move.astype(query.dtype)


@dataclass(frozen=True)
class Target:
    """The target of near: the ranks of scores, and the key with the largest weight of each query.

    Computed once for all places to try.
    """

    pairs: Pairs
    ranked: np.ndarray  # [pair] the ranks of the scores
    most: np.ndarray  # [query with pairs] the pair with the largest weight

    @classmethod
    def from_scores(cls, scores: np.ndarray, pairs: Pairs) -> "Target":
        """Rank `scores [pair]` and the weights of `pairs` as a target."""
        return cls(pairs, ranks(scores), _largest(pairs.weights, pairs.starts, pairs.counts))

    def fit(self, query: np.ndarray, key: np.ndarray) -> Fit:
        """Measure how well distance predicts attention with queries and keys at these places.

        `query [query, axis]`, `key [key, axis]`.
        """
        pairs = self.pairs
        nearness = -((query[pairs.query] - key[pairs.key]) ** 2).sum(1)
        counts = pairs.counts
        free = counts > 1
        hits = _largest(nearness, pairs.starts, counts) == self.most
        several = int(free.sum())
        return Fit(
            _correlation_of_ranks(ranks(nearness), self.ranked),
            float(hits[free].mean()) if several else float("nan"),
            float((1 / counts[free]).mean()) if several else float("nan"),
            several,
        )


def relative_scores(query: np.ndarray, key: np.ndarray, pairs: Pairs) -> np.ndarray:
    """Return each score minus that of the mean key, `[pair]`: q·k - q · (mean of keys).

    The difference is one number for each query, which does not change its softmax.
    """
    return _dots(query, key - key.mean(0), pairs)


def _dots(query: np.ndarray, key: np.ndarray, pairs: Pairs) -> np.ndarray:
    """Return the dot product of each pair, `[pair]`."""
    return np.einsum("pd,pd->p", query[pairs.query], key[pairs.key])


def _largest(values: np.ndarray, starts: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the pair with the largest value of each query, the first of equal ones; `[query]`.

    `values [pair]`; the pairs of a query start at `starts`, their number is in `counts`.
    """
    owner = np.repeat(np.arange(len(starts)), counts)
    order = np.lexsort((-values, owner))  # stable: by query, then the largest first
    return order[starts]


def _correlation_of_ranks(first: np.ndarray, second: np.ndarray) -> float:
    """Return the correlation of two lists of ranks; nan if all of one are equal."""
    if len(first) < 2 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return float("nan")
    return float(np.corrcoef(first, second)[0, 1])
