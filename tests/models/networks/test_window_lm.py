"""The feed-forward language model, which reads a window."""

import pytest
import torch
from torch.testing import assert_close

from models.networks.window_lm import WindowConfig, WindowLanguageModel

pytestmark = pytest.mark.usefixtures("without_gradients")
CONFIG = WindowConfig(60, d_model=16, d_hidden=24, context=4, dropout=0.0)


@pytest.fixture(scope="module")
def network():
    torch.manual_seed(0)
    return WindowLanguageModel(CONFIG).eval()


@pytest.fixture
def ids():
    return torch.randint(3, CONFIG.vocabulary_size, (2, 11))


def test_a_state_is_the_equation_of_the_last_four_tokens(network, ids):
    states = network(ids)
    assert states.shape == (2, 11, CONFIG.d_model)
    padding = torch.full((2, 3), CONFIG.padding_id)
    read = torch.cat([padding, ids], dim=1)
    for place in range(ids.shape[1]):
        x = network.embed(read[:, place : place + 4]).flatten(1)
        hidden = (x @ network.hidden.weight.T + network.hidden.bias).tanh()
        expected = hidden @ network.project.weight.T
        assert_close(states[:, place], expected, rtol=1e-4, atol=1e-5)
    logits = network.logits(states)
    assert_close(logits, states @ network.embedding.weight.T)
    assert logits.shape == (2, 11, CONFIG.vocabulary_size)


@pytest.mark.parametrize("context", [1, 3, 4])
def test_a_token_changes_the_states_of_its_window_and_no_other_to_the_last_bit(context, ids):
    network = WindowLanguageModel(WindowConfig(60, 16, 24, context, dropout=0.0)).eval()
    before = network(ids)
    for place in range(ids.shape[1]):
        other = ids.clone()
        other[:, place] = 3 + (ids[:, place] - 2) % (CONFIG.vocabulary_size - 3)
        same = (network(other) == before).all(-1).all(0).tolist()
        assert same == [not place <= one < place + context for one in range(ids.shape[1])]


def test_it_says_that_it_has_no_attention_and_no_positions(network):
    capabilities = network.capabilities
    assert capabilities.interventions == {"swap"}
    assert not capabilities.stacks
    assert network.parts("decoder", 0) == {}
    assert "window" in capabilities.unsupported["positions"]
