"""Heads of two models in one map: the same sentences, and known answers."""

import math

import numpy as np
import pytest

from models import Request, load
from models.corpus import same_text
from models.corpus.divergence import measure_same
from models.corpus.same_text import KEY_COLUMNS, SameText, compare_models, same_pairs
from models.corpus.sentences import split
from models.corpus.similarity import divergences
from viz.analysis.measures import merge_subwords
from viz.analysis.views import axes_of

STACKS = {"gpt": "decoder", "bert": "encoder"}


@pytest.fixture(scope="module")
def measured() -> dict[str, SameText]:
    return {name: measure_same(load(name, "cpu")) for name in STACKS}


def random_text(heads: int, words: list[tuple[int, int]], seed: int) -> SameText:
    """Return random attention of so many heads of an encoder."""
    attention = np.random.default_rng(seed).random((len(words), heads, KEY_COLUMNS))
    attention[:, 0] = np.eye(KEY_COLUMNS)[0]  # one head with weights of 0
    attention /= attention.sum(-1, keepdims=True)
    return SameText(
        tuple(("encoder", 0, head) for head in range(heads)), np.array(words), attention
    )


def test_the_sentences_are_the_same_for_all_and_readable():
    pairs = same_pairs()
    assert len({line for line, _ in pairs}) == same_text.RANDOM_SENTENCES
    assert {len(split(pair.english)) for _, pair in pairs} <= {*same_text._LENGTHS}
    assert all(pair.links for _, pair in pairs)


@pytest.mark.parametrize("name", STACKS)
def test_where_heads_attend_is_that_of_single_runs(measured, name):
    model, same = load(name, "cpu"), measured[name]
    assert same.sentences == same_text.RANDOM_SENTENCES
    for line, pair in same_pairs()[:6]:
        request = Request(name, pair.english, "" if name == "gpt" else None)
        trace = model.trace(request)
        axis, _ = axes_of(trace, STACKS[name])
        weights = trace.attention[STACKS[name]].weights
        merged = merge_subwords(weights, axis.words, axis.words)
        merged = merged.reshape(-1, *merged.shape[2:])  # [head, query, key]
        first, count = axis.marks[0], len(split(pair.english))
        words = merged[:, first : first + count]
        for word in range(count):
            (row,) = np.flatnonzero((same.words == (line, word)).all(1))
            of_words = words[:, word, first : first + count]
            np.testing.assert_allclose(same.attention[row, :, :count], of_words, atol=1e-5)
            np.testing.assert_allclose(same.attention[row, :, -1], 1 - of_words.sum(-1), atol=1e-5)
            assert not same.attention[row, :, count:-1].any()


def test_two_models_are_compared_over_the_words_that_both_know():
    one = random_text(2, [(0, 0), (0, 1), (3, 0), (4, 2)], seed=2)
    places = [3, 1, 0]
    other = SameText(one.heads, one.words[places], one.attention[places])
    alike = compare_models(one, other)
    assert alike.heads == (*one.heads, *one.heads)
    assert alike.sentences == 2
    # Each head is at the place of its copy, whatever the order of the words.
    np.testing.assert_allclose(alike.divergence[[0, 1], [2, 3]], 0, atol=1e-9)
    np.testing.assert_allclose(
        alike.divergence[:2, :2], divergences(one.attention[[0, 1, 3]]), atol=1e-9
    )
    nothing = SameText(one.heads, one.words + 100, one.attention)
    assert compare_models(one, nothing) is None


def test_heads_of_two_real_models_that_attend_to_the_word_before_are_alike(measured):
    alike = compare_models(measured["gpt"], measured["bert"])
    count = len(measured["gpt"].heads)
    assert alike.divergence.shape == (count + len(measured["bert"].heads),) * 2
    assert alike.divergence.min() >= 0
    assert alike.divergence.max() <= math.log(2)
    across = alike.divergence[:count, count:]
    assert across.min() < 0.5 * across.mean()


def test_a_file_keeps_where_heads_attend_with_half_precision(measured):
    arrays, about = same_text.to_file(measured["bert"])
    again = same_text.from_file(arrays, about)
    assert again.heads == measured["bert"].heads
    np.testing.assert_array_equal(again.words, measured["bert"].words)
    np.testing.assert_allclose(again.attention, measured["bert"].attention, atol=1e-3)
    np.testing.assert_allclose(again.attention.sum(-1), 1, atol=1e-6)
