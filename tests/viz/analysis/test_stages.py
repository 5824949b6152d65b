"""The five stages of a head: the steps of each, and the texts on the weights."""

import numpy as np
import pytest

import models
from models import Request
from viz.analysis.walkthrough import derive
from viz.analysis.walkthrough.stages import (
    Overview,
    _describe_finding,
    build_overview,
    step_of_overview,
)

SENTENCE = "The big red dog is sleeping on the bed."
MECHANISMS = [
    ("transformer", "encoder"),
    ("transformer", "decoder"),
    ("transformer", "cross"),
    ("bilstm-additive", "cross"),
    ("bilstm-dot", "cross"),
    ("bilstm-bilinear", "cross"),
]
ROW = 3


@pytest.fixture(scope="module", params=MECHANISMS, ids="-".join)
def built(request):
    """The derivation of a head, its overview, and what the model recorded."""
    name, stack = request.param
    model = models.load(name, device="cpu")
    trace = model.trace(Request(name, SENTENCE))
    layers, heads = model.attention_sizes[stack]
    layer = layers - 1
    parameters = model.parameters(stack, layer)
    derivation = derive(trace, parameters, stack, layer, 0, ROW, heads)
    who = trace.attention[stack].query_tokens[ROW]
    written = trace.predicted[ROW] if stack == "cross" else ""
    return derivation, build_overview(derivation, who, written), trace.attention[stack]


def steps_of(overview: Overview) -> dict[str, tuple[int, ...]]:
    return {stage.name: stage.steps for stage in overview.stages}


def test_every_step_belongs_to_one_stage_in_the_order_of_the_steps(built):
    derivation, overview, _ = built
    places = [place for stage in overview.stages for place in stage.steps]
    assert places == list(range(len(derivation.steps)))
    names = [stage.name for stage in overview.stages]
    assert names == ["word", "projections", "scores", "softmax", "mix", "rest"]


def test_each_stage_unfolds_to_its_own_steps_and_norms_come_last(built):
    derivation, overview, _ = built
    steps = steps_of(overview)

    def names(stage):
        return {derivation.steps[place].name for place in steps[stage]}

    assert {"Query"} < names("projections")
    assert names("softmax") == {"Exponentials", "Weights"}
    assert "Dot products" in names("scores")
    assert len(names("mix")) == 2
    for stage in ("word", "projections", "scores", "softmax", "mix"):
        for place in steps[stage]:
            assert not any("norm" in name for name in derivation.steps[place].shows)


def test_the_grids_of_the_picture_are_what_the_model_recorded(built):
    derivation, overview, maps = built
    layer = maps.n_layers - 1

    def values(part):
        return derivation.grids[overview.grids[part]].values

    np.testing.assert_allclose(values("query")[0], maps.query[layer, 0, ROW], atol=1e-4)
    np.testing.assert_allclose(values("weight")[0], maps.weights[layer, 0, ROW], atol=1e-5)
    np.testing.assert_allclose(values("result")[0], maps.head_output[layer, 0, ROW], atol=1e-4)
    np.testing.assert_allclose(values("mixed").sum(0), values("result")[0], atol=1e-9)
    assert values("key").shape[0] == values("value").shape[0] == len(maps.key_tokens)


def test_the_exported_step_has_the_grids_and_the_finding(built):
    derivation, overview, _ = built
    (step,) = step_of_overview(derivation, overview).steps
    assert step.says == overview.finding
    assert {*step.shows} == {*overview.grids.values()} - {"word"}


@pytest.mark.parametrize(
    "weights, expected",
    [
        ((0.82, 0.1, 0.08), "In this head “dog” attends mainly to “The”: 82%."),
        ((0.3, 0.1, 0.45), "In this head “dog” attends to “red” (45%) and “The” (30%) most."),
        ((0.2, 0.2, 0.2), "In this head “dog” spreads its attention: no word gets more than 20%."),
    ],
)
def test_the_finding_says_where_the_weight_is(weights, expected):
    assert _describe_finding(np.array(weights), ("The", "big", "red"), "dog") == expected


def test_the_finding_of_a_decoder_is_about_the_word_it_writes():
    finding = _describe_finding(np.array([0.1, 0.9]), ("dog", "red"), "chien", "rouge")
    assert finding == "To write “rouge”, this head attends mainly to “red”: 90%."


def test_a_sentence_of_one_word_has_a_finding():
    assert "“dog”: 100%" in _describe_finding(np.array([1.0]), ("dog",), "dog")
