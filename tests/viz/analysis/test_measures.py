import numpy as np
import pytest

from viz.analysis.measures import (
    alignment,
    alignment_error_rate,
    are_products,
    are_softmax,
    hidden_share,
    merge_allowed,
    merge_subwords,
)


def softmax_rows(*shape):
    weights = np.random.default_rng(7).random(shape).astype(np.float32)
    return weights / weights.sum(-1, keepdims=True)


def test_merging_equals_a_slow_loop_and_rows_still_sum_to_1():
    weights, queries, keys = softmax_rows(2, 3, 5, 6), (0, 1, 1, 2, 3), (4, 4, 5, 6, 6, 6)
    merged = merge_subwords(weights, queries, keys)
    for row, query_word in enumerate(sorted(set(queries))):
        for column, key_word in enumerate(sorted(set(keys))):
            rows = [i for i, word in enumerate(queries) if word == query_word]
            columns = [i for i, word in enumerate(keys) if word == key_word]
            slow = np.mean([sum(weights[..., i, j] for j in columns) for i in rows], axis=0)
            assert merged[..., row, column] == pytest.approx(slow, abs=1e-6)
    assert merged.sum(-1) == pytest.approx(np.ones((2, 3, 4)), abs=1e-6)


def test_words_of_one_token_merge_into_themselves():
    weights = softmax_rows(1, 1, 4, 4)
    assert np.array_equal(merge_subwords(weights, range(4), range(4)), weights)


def test_a_merged_word_may_be_looked_at_when_one_of_its_sub_words_may():
    causal = np.tril(np.ones((3, 3), bool))
    assert merge_allowed(causal, (0, 0, 1), (0, 0, 1)).tolist() == [[True, False], [True, True]]


def test_a_target_word_is_aligned_with_the_word_it_looks_at_most_and_never_with_the_end():
    weights = np.array([[[0.7, 0.2, 0.1], [0.1, 0.3, 0.6]], [[0.2, 0.7, 0.1], [0.1, 0.5, 0.4]]])
    assert alignment(weights) == [{(0, 0)}, {(0, 1), (1, 1)}]


def test_the_alignment_error_rate_of_examples_worked_by_hand():
    sure, possible = [{(0, 0), (1, 1)}], [{(2, 1)}]
    assert alignment_error_rate([{(0, 0), (1, 1)}], sure, possible) == 0
    # Possible links cost nothing.
    assert alignment_error_rate([{(0, 0), (1, 1), (2, 1)}], sure, possible) == 0
    assert alignment_error_rate([{(0, 1)}], sure, possible) == 1
    assert alignment_error_rate([{(0, 0), (2, 0)}], sure, possible) == pytest.approx(
        1 - (1 + 1) / (2 + 2)
    )
    assert alignment_error_rate(
        [{(0, 0)}, set()], [{(0, 0)}, {(0, 0)}], [set(), set()]
    ) == pytest.approx(1 - 2 / 3)


def test_only_a_softmax_of_the_allowed_scores_is_one():
    scores, allowed = np.array([[1.0, 9.0], [1.0, 2.0]]), np.tri(2, dtype=bool)
    weights = np.array([[1.0, 0.0], [0.268941, 0.731059]])
    assert are_softmax(weights, scores, allowed)
    assert not are_softmax(weights, 2 * scores, allowed)
    assert not are_softmax(scores / scores.sum(1, keepdims=True), scores, allowed)
    assert are_softmax(np.zeros((1, 2)), scores[:1], np.zeros((1, 2), bool))


def test_scores_are_products_of_queries_and_keys_times_one_factor():
    query, key = np.array([[1.0, 2.0], [0.0, 3.0]]), np.array([[1.0, 0.0], [2.0, 1.0]])
    assert are_products(0.3 * query @ key.T, query, key)
    assert are_products(0.3 * query @ key.T, query, key, 0.3)
    assert not are_products(0.3 * query @ key.T, query, key, 0.5)
    assert not are_products(np.maximum(query, 1) @ key.T, query, key)


def test_the_hidden_share_is_what_a_softmax_without_the_mask_puts_there():
    scores = np.log(np.array([[1, 3], [1, 1]], float))[None, None]  # [layer, head, row, column]
    causal = np.tril(np.ones((2, 2), bool))
    assert hidden_share(scores, causal) == pytest.approx(np.array([[0.75]]))
    assert hidden_share(scores, np.ones((2, 2), bool)) == pytest.approx(np.array([[0]]))
