"""A decoder-only network of a new architecture, once it is registered."""

import numpy as np
import pytest

from models import Request, UserError, WhatIf, available, load
from tests.toy_network import SENTENCE, Toy, ship
from viz.analysis.walkthrough import contributions, derive


@pytest.fixture(scope="module")
def toy(shared_checkpoints):
    """The name of a shipped model of this architecture."""
    with pytest.MonkeyPatch.context() as patch:
        ship(shared_checkpoints, {"toy": Toy}, patch)
        yield "toy"


def test_it_is_registered_by_its_name_alone(toy):
    assert toy in available()
    model = load(toy, "cpu")
    capabilities = model.capabilities
    assert capabilities.task == "causal-lm"
    assert model.kind == "decoder-only"
    assert capabilities.trained_here
    assert not capabilities.translates
    assert model.attention_sizes == {"decoder": (2, 2)}
    assert model.parameters("decoder", 1).capabilities is capabilities
    assert model.translate([" "]) == [""]


@pytest.mark.parametrize("layer", [0, 1])
def test_the_walkthrough_of_a_layer_that_normalises_first_is_what_the_network_does(toy, layer):
    model = load(toy, "cpu")
    trace, parameters = model.trace(Request(toy, SENTENCE)), model.parameters("decoder", layer)
    maps = trace.attention["decoder"]
    for head in range(maps.n_heads):
        for row in range(len(maps.query_tokens)):
            derivation = derive(trace, parameters, "decoder", layer, head, row, maps.n_heads)
            grids = derivation.grids
            pairs = {
                "query": maps.query[layer, head, row],
                "scores": maps.scores[layer, head, row],
                "weights": maps.weights[layer, head, row],
                "head_output": maps.head_output[layer, head, row],
                "leaves": trace.hidden["decoder"][layer + 1][row],
            }
            for name, expected in pairs.items():
                np.testing.assert_allclose(grids[name].values[0], expected, atol=1e-5)
    names = [step.name for step in derivation.steps]
    assert names[:3] == ["The word", "Norm", "Query"]
    assert names[-4:] == ["Residual", "Norm", "Feed-forward", "Layer output"]
    assert contributions(trace, parameters, "decoder", layer, maps.n_heads).error < 1e-5


def test_the_positions_shown_are_those_that_it_learnt(toy):
    model = load(toy, "cpu")
    trace, parameters = model.trace(Request(toy, SENTENCE)), model.parameters("decoder")
    derivation = derive(trace, parameters, "decoder", 0, 0, 2, 2)
    positions = model.network.positions.detach().numpy()
    np.testing.assert_array_equal(derivation.grids["position"].values[0], positions[2])
    assert derivation.grids["embedding"].title == f"embedding of “{trace.decoder_input[2]}”"
    assert "learned vector of position 3" in derivation.steps[0].says


@pytest.mark.slow
def test_what_it_is_asked_is_answered_or_refused_with_a_sentence(toy):
    model, request = load(toy, "cpu"), Request(toy, SENTENCE)
    ablation = model.silence_each(request)
    assert len(ablation.heads) == 4
    assert ablation.words.shape[1] == len(ablation.predicted)
    assert sum(model.next_words(request).probabilities) == pytest.approx(1, abs=1e-3)
    assert model.encode(SENTENCE).steps == ("embedding", "+ position", "layer 1", "layer 2")
    for ask in (model.gradients, model.fill):
        with pytest.raises(UserError, match="toy"):
            ask(request)
    with pytest.raises(UserError, match="toy has no cross-attention"):
        model.trace(Request(toy, SENTENCE, what_if=WhatIf(blocked=(0,))))
    for sentence, says in (
        ("", "no word in this sentence"),
        ("cat " * 150, "at most 127"),
        ("a" * 9999, "9,999"),
    ):
        with pytest.raises(UserError, match=says):
            model.trace(Request(toy, sentence))
