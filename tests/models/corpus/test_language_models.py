"""Heads of models that read only English: the sums equal those of single runs."""

from itertools import islice

import numpy as np
import pytest

from models import Request, load
from models.corpus import sentences
from models.corpus.attention_sums import analyse
from models.corpus.divergence import measure_alike
from models.corpus.head_measures import MEASURES
from viz.analysis.measures import merge_subwords
from viz.analysis.views import axes_of
from viz.pages.queries.query_keys import request_of

PAIRS = list(enumerate(islice(sentences.read_sentences(sentences.CORPUS), 12)))
STACKS = {"gpt": "decoder", "bert": "encoder"}


def slow_shares(name: str, distance: int) -> np.ndarray:
    """Return each head's mean weight on the word at a distance to the right, run by run."""
    model = load(name, "cpu")
    sums, rows = 0.0, 0
    for _, pair in PAIRS:
        trace = model.trace(Request(name, pair.english, request_of(model, pair).target))
        axis, _ = axes_of(trace, STACKS[name])
        weights = trace.attention[STACKS[name]].weights
        merged = merge_subwords(weights, axis.words, axis.words)
        merged = merged.reshape(-1, *merged.shape[2:])
        first, behind = axis.marks
        words = merged[:, first : merged.shape[1] - behind, first : merged.shape[2] - behind]
        cells = np.diagonal(words, distance, 1, 2)
        sums, rows = sums + cells.sum(-1), rows + cells.shape[-1]
    return sums / rows


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "measure", "distance"),
    [
        ("gpt", "previous", -1),
        ("gpt", "same", 0),
        ("bert", "previous", -1),
        ("bert", "next", 1),
    ],
)
def test_shares_are_those_of_single_runs(name, measure, distance):
    sums = analyse(load(name, "cpu"), PAIRS).sums[STACKS[name]]
    column = MEASURES[STACKS[name]].index(measure)
    shares = sums.shares[:-1, column] / sums.rows[column]
    np.testing.assert_allclose(shares, slow_shares(name, distance), atol=1e-5)


@pytest.mark.parametrize(
    ("name", "measure", "away"),
    [
        ("gpt", "piece → previous piece", -1),
        ("bert", "piece → next piece", 1),
    ],
)
def test_pieces_are_those_of_single_runs(name, measure, away):
    model = load(name, "cpu")
    total, rows = 0.0, 0
    for _, pair in PAIRS:
        trace = model.trace(Request(name, pair.english, request_of(model, pair).target))
        maps = trace.attention[STACKS[name]]
        weights = maps.weights.reshape(-1, *maps.weights.shape[2:])
        axis, _ = axes_of(trace, STACKS[name])
        first, behind = axis.marks
        places = range(first, len(axis.words) - behind)
        for at in places:
            if at + away in places and axis.words[at] == axis.words[at + away]:
                total, rows = total + weights[:, at, at + away], rows + 1
    sums = analyse(model, PAIRS).sums[STACKS[name]]
    column = MEASURES[STACKS[name]].index(measure)
    assert sums.rows[column] == rows > 10
    np.testing.assert_allclose(sums.shares[:-1, column] / rows, total / rows, atol=1e-5)


@pytest.mark.parametrize("name", STACKS)
def test_all_words_count_where_heads_are_compared(name):
    plain = [(line, sentences.Pair(pair.english, "")) for line, pair in PAIRS]
    alike = measure_alike(load(name, "cpu"), plain)
    layers, heads = load(name, "cpu").attention_sizes[STACKS[name]]
    assert alike.divergence.shape == (layers * heads,) * 2
    assert (alike.divergence.diagonal() < 1e-9).all()
    assert 0.1 < alike.divergence.max() <= np.log(2)
