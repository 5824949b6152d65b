"""Queries and keys in one space: attention does not change, and distance predicts attention."""

import numpy as np
import pytest

from models.corpus.importance import ranks
from viz.pages.queries.joint_space import (
    Pairs,
    Target,
    _correlation_of_ranks,
    _dots,
    _join,
    join_best,
    relative_scores,
)
from viz.pages.queries.query_keys import read_query_keys, spread_out
from viz.view.runner import plain_runner


def softmax(scores: np.ndarray, pairs: Pairs) -> np.ndarray:
    """Compute the weights of each query over its keys, slowly; `[pair]`."""
    weights = np.zeros(len(scores))
    for query in np.unique(pairs.query):
        of_query = pairs.query == query
        exponents = np.exp(scores[of_query] - scores[of_query].max())
        weights[of_query] = exponents / exponents.sum()
    return weights


def all_pairs(query: np.ndarray, key: np.ndarray) -> Pairs:
    """Pair every query with every key."""
    rows, columns = np.indices((len(query), len(key))).reshape(2, -1)
    empty = Pairs(rows, columns, np.zeros(len(rows)))
    return Pairs(rows, columns, softmax(_dots(query, key, empty), empty))


def on_circle(turns: np.ndarray) -> np.ndarray:
    return np.stack([np.cos(turns), np.sin(turns)], 1)


@pytest.mark.parametrize("factor", [0.3, 1.0, 2.5])
def test_joining_changes_no_attention(factor):
    generator = np.random.default_rng(0)
    query, key = generator.normal(size=(2, 20, 8)).astype(np.float32)
    pairs = all_pairs(query, key)
    joint = _join(query, key, factor, generator.normal(size=8).astype(np.float32))
    weights = softmax(_dots(joint.query, joint.key, pairs), pairs)
    assert np.abs(weights - pairs.weights).max() < 1e-5


def test_a_factor_of_0_is_refused():
    with pytest.raises(ValueError, match="above 0"):
        _join(np.ones((2, 2)), np.ones((2, 2)), 0.0, np.zeros(2))


def test_keys_that_were_moved_and_shrunk_come_back_to_the_queries_that_attend_to_them():
    """Query and key i have one direction; then all keys are a tenth as long, and far away."""
    turns = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    query = 10 * on_circle(turns)
    key = 0.1 * on_circle(turns) + [30.0, -20.0]
    pairs = all_pairs(query, key)
    scores = relative_scores(query, key, pairs)
    before = Target.from_scores(scores, pairs).fit(query, key)
    joint = join_best(query, key, pairs)
    after = Target.from_scores(scores, pairs).fit(joint.query, joint.key)
    assert before.nearest < 0.2
    assert after.nearest == 1
    assert after.correlation > 0.95
    distances = np.linalg.norm(joint.query[:, None] - joint.key[None], axis=2)
    assert distances.argmin(1).tolist() == list(range(12))
    assert after.chance == pytest.approx(1 / 12)
    assert after.queries == 12


def test_what_all_queries_have_in_common_is_taken_into_account():
    """On the queries' mean, keys that all queries prefer would be as near as the rest."""
    generator = np.random.default_rng(1)
    query = generator.normal(size=(80, 6)) + np.array([4.0, 0, 0, 0, 0, 0])
    key = generator.normal(size=(80, 6))
    pairs = all_pairs(query, key)
    scores = relative_scores(query, key, pairs)
    onto = _join(query, key, 1.0, query.mean(0) - key.mean(0))
    best = join_best(query, key, pairs)
    centred, fitted = (
        Target.from_scores(scores, pairs).fit(one.query, one.key) for one in (onto, best)
    )
    assert fitted.quality > centred.quality + 0.1


def test_a_fit_equals_the_slow_one():
    generator = np.random.default_rng(2)
    query, key = generator.normal(size=(2, 9, 3))
    pairs = all_pairs(query, key)
    kept = np.flatnonzero((pairs.key <= pairs.query) & (pairs.query < 9))
    causal = Pairs(pairs.query[kept], pairs.key[kept], pairs.weights[kept])
    hits = 0
    for row in range(1, 9):
        distances = np.linalg.norm(query[row] - key[: row + 1], axis=1)
        weights = causal.weights[causal.query == row]
        hits += distances.argmin() == weights.argmax()
    fit = Target.from_scores(_dots(query, key, causal), causal).fit(query, key)
    assert fit.queries == 8
    assert fit.nearest == hits / 8
    assert fit.chance == pytest.approx(np.mean(1 / np.arange(2, 10)))


def test_ranks_of_equal_numbers_are_shared():
    both = ranks(np.array([1, 1, 2, 3])), ranks(np.array([5, 5, 7, 9]))
    assert _correlation_of_ranks(*both) == pytest.approx(1)
    assert np.isnan(_correlation_of_ranks(ranks(np.ones(3)), np.arange(3)))


def test_pairs_out_of_order_are_refused():
    with pytest.raises(ValueError, match="sorted"):
        Pairs(np.array([1, 0]), np.array([0, 0]), np.ones(2))


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name, stack, head",
    [
        ("transformer", "encoder", (2, 2)),
        ("transformer", "cross", (2, 0)),
        ("gpt", "decoder", (2, 1)),
        ("bert", "encoder", (1, 2)),
        ("bilstm-bilinear", "cross", (0, 0)),
    ],
)
def test_of_a_trained_head_near_means_attended_more_than_before(name, stack, head):
    model = plain_runner("cpu").model(name)
    reading = read_query_keys(model, stack, slice(None), spread_out(20), lambda done, total: None)
    vectors = reading.head(*head)
    query, key, pairs = vectors.query, vectors.key, vectors.pairs
    scale = query.shape[1] ** -0.5 if model.capabilities.score == "scaled dot" else 1.0
    joint = join_best(query, key, pairs)
    for one, other in ((query, key), (joint.query, joint.key)):
        products = scale * _dots(one.astype(float), other.astype(float), pairs)
        # The model's rounding; bilinear: 73.
        rounding = np.finfo(np.float32).eps * np.abs(products).max()
        error = np.abs(softmax(products, pairs) - pairs.weights).max()
        assert error < max(1e-5, 2 * rounding)
    scores = relative_scores(query, key, pairs)
    target = Target.from_scores(scores, pairs)
    before, after = target.fit(query, key), target.fit(joint.query, joint.key)
    assert after.correlation > before.correlation + 0.02
    assert after.nearest > 3 * after.chance
