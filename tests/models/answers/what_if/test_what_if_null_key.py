"""A null key: rows may attend to a key with score 0 and value 0 too."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from models import Request, UserError, WhatIf, load
from models.networks.attention import LayerChanges, MultiHeadAttention, attend

SENTENCE = "The big red dog is sleeping on the bed."
NULL = WhatIf(null_key=True)
MODELS = "transformer", "gpt", "bert"


@pytest.mark.parametrize("name", MODELS)
def test_weights_are_those_of_a_softmax_with_1_more_in_its_sum(name):
    """Miller 2023, "Attention Is Off By One": exp(x) / (1 + Σ exp(x))."""
    trace = load(name, "cpu").trace(Request(name, SENTENCE, what_if=NULL))
    for maps in filter(None, trace.attention.values()):
        for place in np.ndindex(maps.weights.shape[:3]):
            row = maps.allowed[place[-1]]
            powers = np.exp(maps.scores[place].astype(float)) * row
            weights = powers / (1 + powers.sum())
            np.testing.assert_allclose(maps.weights[place], weights, atol=1e-6)
            assert maps.null_weights[place] == pytest.approx(1 / (1 + powers.sum()), abs=1e-6)
        output = maps.weights @ maps.value
        np.testing.assert_allclose(maps.head_output, output, atol=1e-5)


@pytest.mark.parametrize("name", MODELS)
def test_it_is_a_network_with_a_key_of_zeros_appended(name, monkeypatch):
    model = load(name, "cpu")
    target = "" if name == "gpt" else None
    trace = model.trace(Request(name, SENTENCE, target, what_if=NULL))
    forward, calls = MultiHeadAttention.forward, []

    def with_zeros(self, x, key, value, allowed, record=None, change=None):
        calls.append(change.null_key)
        key, value = (
            torch.cat([each, torch.zeros_like(each[:, :, :1])], 2) for each in (key, value)
        )
        if allowed is not None:
            allowed = torch.cat([allowed, torch.ones_like(allowed[..., :1])], -1)
        return forward(self, x, key, value, allowed)  # which records nothing

    monkeypatch.setattr(MultiHeadAttention, "forward", with_zeros)
    stack = "encoder" if name == "bert" else "decoder"
    states = states_of(model, trace)
    assert len(calls) >= len(trace.hidden[stack]) - 1
    assert not any(calls)  # as trained, but for the zeros
    expected = torch.tensor(trace.hidden[stack][-1])
    if name == "gpt":
        expected = model.network.norm(expected).detach()
    np.testing.assert_allclose(states, expected.numpy(), atol=2e-5)


def states_of(model, trace) -> np.ndarray:
    """Return the last states of the model as trained, which reads the tokens of a run."""
    tokenizer, network = model.tokenizer, model.network
    words = tokenizer.encode(SENTENCE)
    with torch.inference_mode():
        if model.name == "bert":
            first, separator = (marks_of(model)[token] for token in ("[CLS]", "[SEP]"))
            states = network(torch.tensor([[first, *words, separator]]))
        elif model.name == "gpt":
            states = network(torch.tensor([[tokenizer.begin_id, *words]]))
        else:
            read = [tokenizer.begin_id, *tokenizer.encode(trace.translation)]
            states = network(torch.tensor([[*words, tokenizer.end_id]]), torch.tensor([read]))
    return states[0].numpy()


def marks_of(model) -> dict[str, int]:
    return {model.tokenizer.name(at): at for at in range(model.network.config.vocabulary_size)}


def test_a_row_may_miss_weight_only_with_a_null_key():
    model = load("transformer", "cpu")
    maps = model.trace(Request("transformer", "I am tired.", what_if=NULL)).attention["decoder"]
    assert maps.has_null_key
    assert maps.null_weights.max() > 0.1
    assert not model.trace(Request("transformer", "I am tired.")).attention["decoder"].has_null_key
    with pytest.raises(ValueError, match="does not sum to 1"):
        replace(maps, has_null_key=False)
    with pytest.raises(ValueError, match="does not sum to 1"):
        replace(maps, weights=maps.weights * 3)


def test_a_forced_weight_leaves_the_rest_to_the_null_key_too():
    model, cell = load("transformer", "cpu"), ("cross", 3, 1, 2, 0, 0.5)
    plain = model.trace(Request("transformer", SENTENCE, what_if=NULL)).attention["cross"]
    what_if = WhatIf(null_key=True, forced=(cell,))
    maps = model.trace(Request("transformer", SENTENCE, what_if=what_if)).attention["cross"]
    row, free = maps.weights[3, 1, 2], plain.weights[3, 1, 2]
    assert row[0] == 0.5
    rest = 1 - free[0]
    np.testing.assert_allclose(row[1:], 0.5 * free[1:] / rest, atol=1e-5)
    null = plain.null_weights[3, 1, 2]
    assert maps.null_weights[3, 1, 2] == pytest.approx(0.5 * null / rest, abs=1e-5)


def test_a_forced_cell_of_a_key_to_come_is_not_the_null_key():
    scores, value = torch.zeros(1, 1, 1, 2), torch.ones(1, 1, 2, 1)
    change = LayerChanges(null_key=True, forced=((0, 0, 2, 1.0),))
    record = []
    attend(scores, scores, scores, value, None, record, change)
    np.testing.assert_allclose(record[0].weights.ravel(), [1 / 3, 1 / 3])


def test_the_sink_of_gpt_loses_weight_to_it():
    model = load("gpt", "cpu")
    plain, null = (
        model.trace(Request("gpt", SENTENCE, what_if=what_if)).attention["decoder"]
        for what_if in (WhatIf(), NULL)
    )
    before, after = (maps.weights[1:, :, 1:, 0].mean() for maps in (plain, null))
    assert after < 0.6 * before


@pytest.mark.parametrize("name", ["bilstm-dot", "seq2seq", "lstm-lm"])
def test_what_has_no_softmax_of_keys_that_a_key_could_join_refuses_it(name):
    with pytest.raises(UserError, match="A null key can be added to transformers"):
        load(name, "cpu").trace(Request(name, "I am tired.", what_if=NULL))
