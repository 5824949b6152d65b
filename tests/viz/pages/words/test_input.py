"""What the first layer reads, as a sum: the parts add up to what the model reads."""

import numpy as np
import pytest

from models import load
from tests.contents import content_at
from viz.pages.words.compute import COMPUTATION


def at(model: str, token: int):
    return content_at(
        COMPUTATION, {"words-look": "input", "model": model, "input-token": str(token)}
    )


@pytest.mark.parametrize("model, count", [("bert", 3), ("gpt", 2), ("transformer", 2)])
def test_the_parts_of_a_token_add_up_to_what_the_first_layer_reads(model, count):
    content = at(model, 4)
    assert len(content.parts) == count
    total = content.chart.heatmap.values[-1]
    np.testing.assert_allclose(total, sum(content.parts.values()), atol=1e-6)
    read = content.encoding.states[list(content.encoding.steps).index("layer 1") - 1, 3]
    if model == "bert":  # which normalises the sum
        norm = load("bert", device="cpu").network.embedding_norm
        total = (total - total.mean()) / np.sqrt(total.var() + norm.eps)
        total = total * norm.weight.detach().numpy() + norm.bias.detach().numpy()
    np.testing.assert_allclose(total, read, atol=1e-4)
    assert ("no segments" in content.finding) == (model != "bert")


def test_a_model_without_positions_says_so():
    assert "does not tell what its first layer adds up" in at("bilstm-dot", 2).alert
