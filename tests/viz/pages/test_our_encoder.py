"""Our masked language model: pairs of sentences and hidden words, and its heads step by step."""

import numpy as np
import pytest

from models import Request, load
from tests.shipping import save_small_bert, ship_the_others
from viz.analysis.walkthrough import derive

SENTENCES = (
    "The big red dog is sleeping on the bed.",
    "The big red [MASK] is sleeping. [SEP] A man is riding a horse.",
)


@pytest.fixture(scope="module")
def encoder(shared_checkpoints):
    """The name of a small encoder, shipped beside all of our own models."""
    name = save_small_bert(shared_checkpoints)
    ship_the_others(shared_checkpoints)
    return name


@pytest.mark.parametrize("layer", [0, 1])
def test_its_head_is_derived_from_what_enters_the_layer(encoder, layer):
    model = load(encoder, "cpu")
    trace = model.trace(Request(encoder, SENTENCES[1]))
    parameters = model.parameters("encoder", layer)
    maps, states = trace.attention["encoder"], trace.hidden["encoder"]
    for row in (0, 4, len(trace.source) - 1):
        derivation = derive(trace, parameters, "encoder", layer, 1, row, maps.n_heads)
        grids = derivation.grids
        np.testing.assert_allclose(grids["word"].values[0], states[layer][row], atol=1e-5)
        np.testing.assert_allclose(grids["leaves"].values[0], states[layer + 1][row], atol=1e-5)
        assert ("segment" in derivation.steps[0].says) == (layer == 0)
