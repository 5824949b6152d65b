"""The recurrent language model, and ELMo with two of them."""

from dataclasses import replace

import pytest
import torch
from torch.testing import assert_close

from models.networks.bilstm import lstm_gates
from models.networks.lstm_lm import ELMo, LSTMConfig, LSTMLanguageModel, _reversed_places
from models.store import checkpoint

pytestmark = pytest.mark.usefixtures("without_gradients")
CONFIG = LSTMConfig(60, d_model=16, d_hidden=24, n_layers=2, dropout=0.0)


@pytest.fixture(scope="module")
def network():
    torch.manual_seed(0)
    return LSTMLanguageModel(CONFIG).eval()


@pytest.fixture(scope="module")
def plain():
    torch.manual_seed(0)
    return LSTMLanguageModel(replace(CONFIG, cell="rnn")).eval()


@pytest.fixture(scope="module")
def elmo():
    torch.manual_seed(0)
    return ELMo(CONFIG).eval()


@pytest.fixture
def ids():
    return torch.randint(3, CONFIG.vocabulary_size, (2, 9))


def changed(ids, place):
    """Replace the tokens at one place."""
    other = ids.clone()
    other[:, place] = 3 + (ids[:, place] - 2) % (CONFIG.vocabulary_size - 3)
    return other


@pytest.mark.parametrize("cell", ["network", "plain"])
def test_a_later_word_changes_nothing_before_it_to_the_last_bit(cell, ids, request):
    network = request.getfixturevalue(cell)
    before = network(ids)
    for place in range(ids.shape[1]):
        after = network(changed(ids, place))
        assert torch.equal(before[:, :place], after[:, :place])
        assert not torch.equal(before[:, place:], after[:, place:])


def test_its_layers_are_lstms_whose_second_adds_to_what_it_reads(network, ids):
    x = network.embed(ids)
    for number, layer in enumerate(network.layers):
        written_out = lstm_gates(layer.lstm, x)["hidden"] @ layer.project.weight.T
        x = written_out + x if number else written_out
    assert_close(network(ids), x, rtol=1e-4, atol=1e-5)


def test_a_plain_network_has_the_states_of_torch_and_of_the_equation(plain, ids):
    x = plain.embed(ids)
    for number, layer in enumerate(plain.layers):
        rnn = torch.nn.RNN(CONFIG.d_model, CONFIG.d_hidden, batch_first=True)
        rnn.load_state_dict(layer.lstm.state_dict())
        expected, hidden = [], torch.zeros(len(ids), CONFIG.d_hidden)
        for word in x.unbind(1):
            hidden = (
                word @ rnn.weight_ih_l0.T
                + rnn.bias_ih_l0
                + hidden @ rnn.weight_hh_l0.T
                + rnn.bias_hh_l0
            ).tanh()
            expected.append(hidden)
        states = rnn(x)[0]
        assert_close(states, torch.stack(expected, dim=1), rtol=1e-4, atol=1e-5)
        projected = states @ layer.project.weight.T
        x = x + projected if number else projected
    assert_close(plain(ids), x, rtol=1e-4, atol=1e-5)


def test_a_config_without_a_cell_is_an_lstm_and_an_unknown_cell_is_refused(network):
    config = checkpoint.describe_layers(network)
    assert config.pop("cell") == "lstm"
    again = checkpoint.build(config)
    again.load_state_dict(network.state_dict())
    with pytest.raises(ValueError, match="unknown cell 'gru'"):
        LSTMLanguageModel(replace(CONFIG, cell="gru"))


def test_each_cell_says_of_itself_how_it_knows_earlier_words(network, plain):
    assert "LSTMs" in network.capabilities.unsupported["mask"]
    assert "recurrent layers" in plain.capabilities.unsupported["mask"]
    interventions = plain.capabilities.interventions
    assert network.capabilities.interventions == interventions | {"gates"}


def test_each_half_of_elmo_knows_one_side_of_a_word_and_the_word(elmo, ids):
    there, back = elmo.both(ids)
    for place in range(ids.shape[1]):
        for_other, back_other = elmo.both(changed(ids, place))
        for layer in range(1, CONFIG.n_layers + 1):
            same_there = (there[layer] == for_other[layer]).all(-1).all(0)
            same_back = (back[layer] == back_other[layer]).all(-1).all(0)
            assert same_there.tolist() == [one < place for one in range(ids.shape[1])]
            assert same_back.tolist() == [one > place for one in range(ids.shape[1])]


def test_its_layers_are_both_halves_side_by_side(elmo, ids):
    layers, (there, back) = elmo(ids), elmo.both(ids)
    assert layers.shape == (CONFIG.n_layers + 1, 2, 9, 2 * CONFIG.d_model)
    assert torch.equal(layers[2, ..., : CONFIG.d_model], there[2])
    assert torch.equal(layers[2, ..., CONFIG.d_model :], back[2])
    assert torch.equal(layers[0, ..., : CONFIG.d_model], layers[0, ..., CONFIG.d_model :])


def test_padding_changes_nothing(elmo, ids):
    padded = torch.cat([ids, torch.zeros(2, 4, dtype=torch.long)], dim=1)
    assert_close(elmo(padded)[:, :, :9], elmo(ids), rtol=1e-4, atol=1e-5)
    places = _reversed_places(padded, 0)
    assert places[0].tolist() == [8, 7, 6, 5, 4, 3, 2, 1, 0, 9, 10, 11, 12]
    assert torch.equal(places.gather(1, places), torch.arange(13).expand(2, -1))
