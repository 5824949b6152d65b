"""The two language models with and without softmax: their equations, their card."""

import hashlib

import numpy as np
import pytest
import torch

from models.linear import LINEAR_FOLDER, SCORES, card
from models.linear.measuring import _surprises
from models.linear.reading import compare_attentions, load_model
from models.networks.attention import attend_by_state

SENTENCE = "The old house stood quietly beside the river, and nobody lived there any more."


def test_both_orders_of_brackets_give_the_same_output():
    linear = compare_attentions(SENTENCE).linear
    query, key, value = (torch.tensor(x) for x in (linear.query, linear.key, linear.value))
    by_state, states = attend_by_state(query, key, value)
    np.testing.assert_allclose(by_state, linear.head_output, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(
        linear.weights @ linear.value, linear.head_output, rtol=1e-6, atol=1e-6
    )
    # Word by word, as a recurrent network.
    state, layer, head = np.zeros(states.shape[-2:]), 1, 3
    for place, (k, v) in enumerate(zip(linear.key[layer, head], linear.value[layer, head])):
        state += np.outer(np.where(k > 0, k + 1, np.exp(k)), v)
        np.testing.assert_allclose(states[layer, head, place], state, atol=1e-4)


def test_both_differ_in_the_score_alone():
    networks = [load_model(name).network for name in SCORES]
    shapes = [{key: x.shape for key, x in network.state_dict().items()} for network in networks]
    assert shapes[0] == shapes[1]
    assert [network.config.score for network in networks] == [*SCORES.values()]
    counts = {
        sum(x.numel() for key, x in network.named_parameters() if key != "embedding.weight")
        for network in networks
    }
    assert counts == {card()["weights"]}
    assert max(counts) <= 1e6


def test_a_token_sees_none_that_follows():
    whole, part = compare_attentions(SENTENCE), compare_attentions(SENTENCE.split(",")[0])
    length = len(part.linear.key_tokens)
    np.testing.assert_allclose(
        whole.states[:, :, :length], part.states, atol=1e-4, err_msg="a later token"
    )


def test_the_card_names_its_files_and_the_commit_of_its_trainer():
    assert len(card()["commit"]) == 8
    for name in SCORES:
        content = (LINEAR_FOLDER / f"{name}.safetensors").read_bytes()
        assert card()["sha256"][f"{name}.safetensors"] == hashlib.sha256(content).hexdigest()
        assert len(content) < 1e6


@pytest.mark.slow
def test_the_card_says_how_well_both_know_the_next_token():
    values = []
    for name in SCORES:
        value, low, high = card()["perplexity"][name]
        values.append(np.exp(np.concatenate(_surprises(name)).mean()))
        assert low < value < high < load_model(name).network.config.vocabulary_size / 10
        assert values[-1] == pytest.approx(value, rel=1e-3)
    assert values[1] / values[0] == pytest.approx(card()["perplexity"]["ratio"][0], abs=2e-3)
