"""One step of a recurrent layer in numbers, beside torch."""

import numpy as np
import pytest
import torch

from models import Request, UserError, WhatIf, load
from tests.marks import slow_after
from viz.analysis.walkthrough.cell import (
    _GATES,
    cell_chain,
    derive_cell,
    layer_run,
    loss_by_step,
    memory_chains,
    state_chain,
)

SENTENCE = "The dog is sleeping on the bed."
LAYERS = [
    ("seq2seq", "encoder forward"),
    ("bilstm-additive", "encoder backward"),
    ("bilstm-dot", "decoder"),
    ("lstm-lm", "decoder layer 2"),
    ("rnn-lm", "decoder layer 2"),
    ("elmo", "encoder forward layer 1"),
    ("elmo", "encoder backward layer 2"),
    ("seq2seq-rnn", "encoder backward"),
    ("seq2seq-rnn", "decoder"),
]


def run_of(name: str, layer: str, gates=()):
    model = load(name, "cpu")
    trace = model.trace(Request(name, SENTENCE, what_if=WhatIf(gates=gates)))
    return layer_run(trace, model.parameters(layer), layer)


def torch_step(name: str, layer: str, x, hidden, cell) -> list[torch.Tensor]:
    """Step torch's own cell with the weights of the network."""
    network = load(name, "cpu").network
    if name in ("lstm-lm", "rnn-lm", "elmo"):
        module, suffix = network.by_name[layer].lstm, "_l0"
    else:
        module = network.decoder if layer == "decoder" else network.encoder
        suffix = "_l0_reverse" if "backward" in layer else "_l0"
    kind = torch.nn.LSTMCell if isinstance(module, torch.nn.LSTM) else torch.nn.RNNCell
    own = kind(module.input_size, module.hidden_size)
    for part in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"):
        getattr(own, part).data = getattr(module, part + suffix).data
    x, hidden, cell = (
        torch.tensor(values, dtype=torch.float32)[None] for values in (x, hidden, cell)
    )
    with torch.no_grad():
        return [*own(x, (hidden, cell))] if kind is torch.nn.LSTMCell else [own(x, hidden)]


@pytest.mark.parametrize("name, layer", slow_after(3, LAYERS))
def test_every_step_of_a_cell_is_that_of_torch_at_the_first_words_and_the_last(name, layer):
    run = run_of(name, layer)
    for place in (0, 1, len(run.tokens) - 1):
        grids = derive_cell(run, place, unit=5).grids
        states = torch_step(name, layer, run.x[place], *run.before(place))
        for grid, state in zip(("hidden", "cell"), states):
            np.testing.assert_allclose(grids[grid].values, state, atol=1e-5)
        gate = "hidden" if run.gates is None else "forget"
        alone = grids[f"{gate}_dot"].values[0, 0] + grids[f"{gate}_bias"].values[0, 5]
        assert alone == pytest.approx(grids[f"{gate}_sum"].values[0, 5])


def test_numbers_that_are_not_those_of_the_run_are_refused():
    run = run_of("seq2seq", "encoder forward")
    run.weights["bias"][5] += 0.1
    with pytest.raises(UserError, match="differ by up to"):
        derive_cell(run, 2, 5)


@pytest.mark.slow
@pytest.mark.parametrize("name, layer", [layer for layer in LAYERS if "rnn" not in layer[0]])
def test_a_forget_gate_forced_to_1_passes_the_whole_gradient_to_the_first_word(name, layer):
    run, trained = run_of(name, layer, ((layer, "forget", 1.0),)), run_of(name, layer)
    last = 0 if run.step == -1 else min(len(run.tokens), len(trained.tokens)) - 1
    assert (cell_chain(run, last) == 1).all()
    assert (derive_cell(run, last, 0).grids["forget"].values == 1).all()
    assert cell_chain(trained, last)[0].min() < 0.5


def test_the_gradient_along_the_cell_is_that_of_autograd():
    run = run_of("seq2seq", "encoder forward")
    last = len(run.tokens) - 2
    gates = {
        name: torch.tensor(getattr(run.gates, name), dtype=torch.float64)
        for name in ("forget", "input", "candidate", "cell")
    }
    for first in (0, 3, last):
        start = gates["cell"][first].clone().requires_grad_()
        cell = start
        for place in range(first + 1, last + 1):
            cell = gates["forget"][place] * cell + gates["input"][place] * gates["candidate"][place]
        cell.sum().backward()
        np.testing.assert_allclose(cell_chain(run, last)[first], start.grad, rtol=1e-9)


@pytest.mark.parametrize("layer", ["encoder forward", "encoder backward"])
@pytest.mark.parametrize("gates", [(), (("forget", 1.0),)], ids=("trained", "forced"))
def test_the_gradient_of_a_cell_by_all_paths_is_that_of_autograd(layer, gates):
    run = run_of("seq2seq", layer, tuple((layer, *gate) for gate in gates))
    places = run.places(4)
    blocks = {gate: tuple(map(torch.tensor, run.block(gate))) for gate in _GATES}
    hidden, cell = map(torch.tensor, run.before(places[2]))
    first = torch.cat([hidden, cell]).requires_grad_()
    hidden, cell = first.chunk(2)
    for place in places[2:]:
        joined = torch.cat([hidden, torch.tensor(run.x[place])])
        sums = {gate: joined @ weights + bias for gate, (weights, bias) in blocks.items()}
        values = {name: torch.sigmoid(total) for name, total in sums.items()}
        values |= {name: torch.tensor(value) for name, value in gates}
        cell = values["forget"] * cell + values["input"] * torch.tanh(sums["candidate"])
        hidden = values["output"] * torch.tanh(cell)
    for of, chain in zip((cell, hidden), memory_chains(run, places[-1])):
        for unit in (0, 17):
            (gradient,) = torch.autograd.grad(of[unit], first, retain_graph=True)
            assert chain[1, unit] == pytest.approx(float(gradient.norm()), rel=1e-5)


def test_with_a_slope_of_1_a_plain_gradient_is_a_power_of_its_matrix():
    run = run_of("seq2seq-rnn", "encoder forward")
    matrix = run.weights["of_hidden"].T
    power = np.linalg.norm(np.linalg.matrix_power(matrix, 4), axis=1)
    np.testing.assert_allclose(state_chain(run, 4, linear=True)[0], power)
    alone = state_chain(run, 4, linear=True, alone=True)[0]
    np.testing.assert_allclose(alone, np.abs(np.diag(matrix)) ** 4)


@pytest.mark.parametrize("layer", ["encoder forward", "encoder backward"])
@pytest.mark.parametrize("scale", [1.0, 3.0])
def test_the_gradient_of_a_plain_state_is_that_of_autograd(layer, scale):
    run = run_of("seq2seq-rnn", layer)
    places = run.places(4)
    weights = {name: torch.tensor(values) for name, values in run.weights.items()}
    inputs = torch.tensor(run.x) @ weights["of_input"] + weights["bias"]
    states = [torch.zeros(run.hidden.shape[1], dtype=torch.float64)]
    for place in places:
        state = torch.tanh(inputs[place] + scale * states[-1] @ weights["of_hidden"])
        states.append(state.detach().requires_grad_())
    first = states[2]
    state = first
    for place in places[2:]:
        state = torch.tanh(inputs[place] + scale * state @ weights["of_hidden"])
    for unit in (0, 17):
        (gradient,) = torch.autograd.grad(state[unit], first, retain_graph=True)
        assert state_chain(run, 4, scale)[1, unit] == pytest.approx(float(gradient.norm()))


# --- the gradient of a loss ----------------------------------------------------------------------


def gradient_by_torch(layer: int, ids: list[int], token: int, kept: int = 0) -> np.ndarray:
    """Return ∂(−ln P(token | ids))/∂V of one layer; the first `kept` states of it are constants."""
    network = load("rnn-lm", "cpu").network
    matrix = network.layers[layer].lstm.weight_hh_l0.detach().clone().requires_grad_()
    x = network.embed(torch.tensor([ids]))[0].detach()
    for number, named in enumerate(network.layers):
        recurrent = matrix if number == layer else named.lstm.weight_hh_l0.detach()
        state, states = torch.zeros(len(recurrent)), []
        for step, row in enumerate(x):
            bias = named.lstm.bias_ih_l0 + named.lstm.bias_hh_l0
            state = torch.tanh(named.lstm.weight_ih_l0 @ row + bias + recurrent @ state)
            if number == layer and step < kept:
                state = state.detach()
            states.append(state)
        read = named.project(torch.stack(states))
        x = read if number == 0 else x + read
    torch.nn.functional.cross_entropy(network.logits(x[-1:]), torch.tensor([token])).backward()
    return matrix.grad.numpy().astype(np.float64)


@pytest.mark.parametrize("layer", [0, 1])
def test_the_parts_of_a_loss_are_those_of_torch_and_add_up_to_its_gradient(layer):
    model = load("rnn-lm", "cpu")
    trace = model.trace(Request("rnn-lm", SENTENCE))
    names = model.capabilities.recurrent
    runs = [layer_run(trace, model.parameters(name), name) for name in names]
    read = [model.tokenizer.begin_id, *model.tokenizer.encode(SENTENCE)]
    place, token = 4, read[5]
    output = model.embedding.detach().double()
    probabilities = (output @ torch.tensor(trace.hidden["decoder"][-1][place]).double()).softmax(0)
    probabilities[token] -= 1
    parts = loss_by_step(runs, layer, place, (probabilities @ output).numpy())
    whole = gradient_by_torch(layer, read[: place + 1], token)
    norm = np.linalg.norm(whole)
    assert parts.sum() == pytest.approx(norm, rel=1e-4)
    assert parts[0] == 0  # there is no state before the first word
    for kept in range(1, place + 1):
        later = gradient_by_torch(layer, read[: place + 1], token, kept)
        assert parts[kept:].sum() == pytest.approx((later * whole).sum() / norm, rel=1e-3, abs=1e-6)
