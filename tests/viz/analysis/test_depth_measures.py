"""Measures from layer to layer, against slow and obvious versions."""

from itertools import combinations, pairwise

import numpy as np
import pytest

from viz.analysis.measures import (
    attention_flow,
    mean_cosine,
    mixed,
    paths_to,
    residual,
    rollout,
    sink_shares,
    uniform,
)


def random_heads(layers: int, heads: int, count: int, causal: bool = False) -> np.ndarray:
    weights = np.random.default_rng(3).random((layers, heads, count, count)) ** 3
    weights = weights * np.tri(count) if causal else weights
    return weights / weights.sum(-1, keepdims=True)


def test_the_residual_is_what_no_common_vector_takes_away():
    states = np.random.default_rng(1).normal(size=(3, 5, 4)) + 1
    for layer, value in enumerate(residual(states)):
        x = states[layer]
        mean = sum(x) / len(x)
        slow = sum(((row - mean) ** 2).sum() for row in x) ** 0.5 / (x**2).sum() ** 0.5
        assert value == pytest.approx(slow)
        other = mean + np.random.default_rng(2).normal(size=4)
        assert slow < np.linalg.norm(x - other) / np.linalg.norm(x)  # the mean is the best vector
    assert residual(np.ones((5, 4))) == 0
    assert residual(np.zeros((5, 4))) == 0
    assert residual(7 * states) == pytest.approx(residual(states))
    opposite = np.array([[1.0, 2.0], [-1.0, -2.0]])
    assert residual(opposite) == 1


def test_the_mean_cosine_is_that_of_all_pairs():
    states = np.random.default_rng(1).normal(size=(2, 5, 4))
    for layer, value in enumerate(mean_cosine(states)):
        pairs = [
            first @ second / np.linalg.norm(first) / np.linalg.norm(second)
            for first, second in combinations(states[layer], 2)
        ]
        assert value == pytest.approx(np.mean(pairs))
    assert mean_cosine(np.outer([1, 2, 3], [1, 1])) == pytest.approx(1)
    assert mean_cosine(np.eye(4)) == pytest.approx(0)
    assert np.isnan(mean_cosine(np.ones((1, 3))))


def test_a_sink_is_the_mean_of_what_rows_give_to_its_columns():
    weights = random_heads(2, 3, 5)
    columns = np.array([True, False, False, False, True])
    slow = [[np.mean([row[0] + row[4] for row in head]) for head in layer] for layer in weights]
    assert sink_shares(weights, columns) == pytest.approx(np.array(slow))


def test_the_first_row_of_a_decoder_is_left_out_where_it_has_no_choice():
    causal = np.tri(5, dtype=bool)
    columns = np.arange(5) == 0
    even = uniform(causal)
    assert even.sum(-1) == pytest.approx(1)
    assert not even[~causal].any()
    assert sink_shares(even[None, None], columns, first=True)[0, 0] == pytest.approx(
        np.mean([1 / 2, 1 / 3, 1 / 4, 1 / 5])
    )
    weights = random_heads(1, 2, 5, causal=True)
    slow = [np.mean([head[row, 0] for row in range(1, 5)]) for head in weights[0]]
    assert sink_shares(weights, columns, first=True)[0] == pytest.approx(np.array(slow))


@pytest.mark.parametrize("causal", [False, True])
def test_links_carry_all_of_a_word_and_end_in_its_rollout(causal):
    weights = random_heads(3, 2, 4, causal)
    for token in range(4):
        links = paths_to(mixed(weights), token)
        assert links.sum((1, 2)) == pytest.approx(np.ones(3))
        assert links[0].sum(0) == pytest.approx(rollout(weights)[-1, token])
        assert not np.delete(links[-1], token, 0).any()  # all links end in the word
        for lower, upper in pairwise(links):
            assert lower.sum(1) == pytest.approx(upper.sum(0))  # what enters a layer leaves it
    if causal:
        assert not np.triu(links, 1).any()


def slow_flow(capacities: np.ndarray, start: int, end: int) -> float:
    """Compute the flow by Ford and Fulkerson: augment along paths with residual capacity."""
    room, total = capacities.copy(), 0.0
    while True:
        came_from, waiting = {start: start}, [start]
        while waiting:
            node = waiting.pop(0)
            for other in np.flatnonzero(room[node] > 1e-9).tolist():
                if other not in came_from:
                    came_from[other] = node
                    waiting.append(other)
        if end not in came_from:
            return total
        path, node = [], end
        while node != start:
            path.append((came_from[node], node))
            node = came_from[node]
        least = min(room[step] for step in path)
        for one, other in path:
            room[one, other] -= least
            room[other, one] += least
        total += least


@pytest.mark.parametrize("causal", [False, True])
def test_the_largest_flow_is_that_of_ford_and_fulkerson(causal):
    layers, count = 3, 4
    mixed_weights = mixed(random_heads(layers, 2, count, causal))
    capacities = np.zeros((count * (layers + 1),) * 2)
    for layer, links in enumerate(mixed_weights):
        upper, lower = (layer + 1) * count, layer * count
        capacities[upper : upper + count, lower : lower + count] = links
    for token in range(count):
        slow = [slow_flow(capacities, layers * count + token, end) for end in range(count)]
        flow = attention_flow(mixed_weights, token)
        assert flow == pytest.approx(np.array(slow), abs=1e-4)
        assert (flow <= mixed_weights[0].sum(0) + 1e-5).all()  # at most what enters
        assert (flow >= rollout_of(mixed_weights, token) - 1e-4).all()
        assert not (causal and flow[token + 1 :].any())


def rollout_of(mixed_weights: np.ndarray, token: int) -> np.ndarray:
    return paths_to(mixed_weights, token)[0].sum(0)


def test_the_largest_flow_through_one_layer_is_its_row():
    mixed_weights = mixed(random_heads(1, 2, 5))
    assert attention_flow(mixed_weights, 3) == pytest.approx(mixed_weights[0, 3], abs=1e-6)


def test_rollout_of_heads_that_look_at_themselves_is_the_identity():
    assert (rollout(np.broadcast_to(np.eye(4), (3, 2, 4, 4))) == np.eye(4)).all()
    one = random_heads(1, 3, 4)
    assert rollout(one) == pytest.approx(0.5 * one.mean(1) + 0.5 * np.eye(4))
