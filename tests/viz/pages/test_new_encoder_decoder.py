"""A network of an architecture that no page knows, as training leaves it."""

import base64
import json
from dataclasses import dataclass

import numpy as np
import pytest
import torch

from models import Request, load
from models.networks.transformer import Transformer, TransformerConfig
from models.store import checkpoint
from tests.pages import visit
from viz.analysis.walkthrough import derive
from viz.pages.order.sentence import _WHAT_IFS

SENTENCE = "the cat sees the cat"


@dataclass(frozen=True)
class ThirdConfig(TransformerConfig):
    positions: str = "learned"


class Third(Transformer):
    """A class of its own with learned positions."""


@pytest.fixture
def third(checkpoints, monkeypatch):
    """The name of a shipped model of a third architecture, with the card that training writes."""
    monkeypatch.setitem(checkpoint.ARCHITECTURES, "third", (Third, ThirdConfig))
    _, tokenizer, card = checkpoint.load_checkpoint(
        checkpoints / "transformer", torch.device("cpu")
    )
    torch.manual_seed(0)
    network = Third(
        ThirdConfig(len(tokenizer), d_model=32, d_ff=64, n_heads=4, n_layers=2, max_length=40)
    )
    card = {name: card[name] for name in ("training", "licences")}
    card |= {
        "name": "third",
        "architecture": checkpoint.describe_layers(network),
        "weights": sum(weights.numel() for weights in network.parameters()),
    }
    checkpoint.save(checkpoints / "third", network, tokenizer, card)
    return "third"


def test_the_page_of_a_model_says_what_a_third_architecture_is_and_how_to_measure_it(third):
    test = visit("model", {"model": third})
    text = " ".join(element.value for element in test.markdown if element.value[:1] != "#")
    assert text.startswith(
        "A network of the architecture “third”: vocabulary\\_size 8000, d\\_model 32, d\\_ff 64"
    )
    assert "python -m models.training.evaluate third --data FILE... --write-card" in text


@pytest.mark.slow
@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_the_first_layer_of_a_network_that_learnt_its_positions_adds_its_own(third, stack):
    model, target = load(third), "le chat voit le chat"
    trace, without = (
        model.trace(Request(third, SENTENCE, target, _WHAT_IFS[name]))
        for name in ("as trained", "no positions")
    )
    for row, embedding in enumerate(without.hidden[stack][0]):
        grids = derive(trace, model.parameters(stack), stack, 0, 0, row, 4).grids
        np.testing.assert_array_equal(
            grids["position"].values[0], model.network.positions[row].detach().numpy()
        )
        np.testing.assert_allclose(grids["embedding"].values[0], embedding, atol=1e-6)


@pytest.mark.slow
def test_the_strips_of_a_network_that_learnt_its_positions_are_drawn_from_its_own(third):
    trained, without = (
        load(third).trace(Request(third, SENTENCE, None, _WHAT_IFS[name]))
        for name in ("as trained", "no positions")
    )
    test = visit("order", {"model": third, "sentence": SENTENCE, "look": "added"})
    words, positions, both = (values_of(chart) for chart in test.get("plotly_chart"))
    np.testing.assert_array_equal(
        positions, load(third).network.positions[: len(trained.source)].detach().numpy()
    )
    np.testing.assert_array_equal(words, without.hidden["encoder"][0])
    np.testing.assert_array_equal(both, trained.hidden["encoder"][0])
    assert "the second the vectors of positions that this model learnt" in test.markdown[-1].value
    assert (
        "the second the formula"
        in visit("order", {"sentence": SENTENCE, "look": "added"}).markdown[-1].value
    )


def values_of(chart) -> np.ndarray:
    """Return the numbers of a heatmap, as sent to the browser."""
    z = json.loads(chart.proto.spec)["data"][0]["z"]
    return np.frombuffer(base64.b64decode(z["bdata"]), z["dtype"]).reshape(
        [*map(int, z["shape"].split(","))]
    )
