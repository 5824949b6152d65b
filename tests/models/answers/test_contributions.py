"""How far each token moves another, beside a slow version that takes one cell after the other."""

import numpy as np
import pytest
import torch

from models import NotRecorded, Record, Request, UserError, WhatIf, contributions, load

SENTENCE = "The big red dog is sleeping on the bed."
OFF = (("encoder", 0, 1), ("decoder", 2, 3), ("cross", 3, 0))
RUNS = [
    ("transformer", SENTENCE, WhatIf()),
    ("transformer", "I am tired.", WhatIf(silenced=OFF)),
    ("transformer", "She reads the unfashionable bestseller.", WhatIf(mask="none")),
    ("transformer", SENTENCE, WhatIf(temperature=3.0)),
    ("transformer", SENTENCE, WhatIf(forced=(("cross", 3, 0, 1, 0, 0.9),), blocked=(2,))),
    ("transformer", "I am tired.", WhatIf(positions="off", padding=2, padding_mask=False)),
    ("transformer", "He is tired.", WhatIf(patched=(("She is tired.", 2, 0, 0),))),
    ("gpt", "The students opened their", WhatIf()),
    ("gpt", "The students opened their", WhatIf(silenced=(("decoder", 1, 0),), window=2)),
    ("bert", "The dog is [MASK] on the bed.", WhatIf(temperature=0.5)),
    ("bert", "The dog is sleeping.", WhatIf(silenced=(("encoder", 3, 2),), swap=((1, "cat"),))),
    ("transformer", SENTENCE, WhatIf(null_key=True)),
    ("gpt", "The students opened their", WhatIf(null_key=True)),
    ("bilstm-dot", SENTENCE, WhatIf()),
    ("bilstm-additive", "I am tired.", WhatIf(temperature=2.0, blocked=(0,))),
]


def attention_modules(network, stack):
    """Return the attention of each layer of one of our transformers."""
    if stack == "cross":
        return [layer.cross_attention for layer in network.decoder]
    layers = getattr(network, stack, None) or network.layers
    return [layer.self_attention for layer in layers]


def slow_length(model, trace, stack, layer, head, query, key) -> float:
    """Return the length of what one key adds to one query, from the network's own modules."""
    maps = trace.attention[stack]
    weight = float(maps.weights[layer, head, query, key])
    if (stack, layer, head) in trace.request.what_if.silenced:
        return 0.0
    value = maps.value[layer, head, key].astype(float)
    if model.capabilities.block == "recurrent":
        return float(np.sqrt(sum((weight * part) ** 2 for part in value)))
    concat = np.zeros(model.network.config.d_model)  # all heads but this one give nothing
    concat[head * len(value) : (head + 1) * len(value)] = weight * value
    output = attention_modules(model.network, stack)[layer].to_output
    matrix = output.weight.detach().numpy().astype(float)  # [d_model, head · d_head]
    return float(np.sqrt(sum(float(row @ concat) ** 2 for row in matrix)))


@pytest.mark.parametrize("name, sentence, what_if", RUNS)
def test_every_length_equals_a_slow_version(name, sentence, what_if):
    model = load(name, "cpu")
    trace = model.trace(Request(name, sentence, what_if=what_if))
    for stack in model.attention_sizes:
        lengths = contributions(trace, model, stack)
        shares = contributions(trace, model, stack, shares=True)
        weights = trace.attention[stack].weights
        assert lengths.shape == shares.shape == weights.shape
        assert lengths.dtype == shares.dtype == np.float32
        random = np.random.default_rng(0)
        for _ in range(12):
            layer, head, query = (int(random.integers(size)) for size in weights.shape[:3])
            row = [
                slow_length(model, trace, stack, layer, head, query, key)
                for key in range(weights.shape[3])
            ]
            np.testing.assert_allclose(lengths[layer, head, query], row, atol=1e-6)
            total = sum(row)
            expected = [length / total for length in row] if total else row
            np.testing.assert_allclose(shares[layer, head, query], expected, atol=1e-6)
        for place in np.ndindex(weights.shape[:2]):
            is_off = (stack, *place) in what_if.silenced
            np.testing.assert_allclose(shares[place].sum(-1), 0 if is_off else 1, atol=1e-5)


@pytest.mark.parametrize("name", ["transformer", "gpt", "bert"])
def test_the_values_that_are_measured_are_those_that_the_network_sums(name):
    """The parts, with the output's bias, add up to what the attention of each layer gives."""
    model, seen, hooks = load(name, "cpu"), {}, []
    for stack in model.attention_sizes:
        for layer, attention in enumerate(attention_modules(model.network, stack)):
            place = stack, layer
            hooks.append(
                attention.register_forward_hook(
                    lambda module, given, out, place=place: seen.update({place: out[0].numpy()})
                )
            )
    try:
        trace = model.trace(Request(name, "The dog is sleeping."))
    finally:
        for hook in hooks:
            hook.remove()
    for stack, layer in seen:
        maps = trace.attention[stack]
        output = attention_modules(model.network, stack)[layer].to_output
        with torch.no_grad():
            zero = output(torch.zeros(model.network.config.d_model)).numpy()
        total = np.zeros((len(maps.query_tokens), len(zero))) + zero
        lengths = contributions(trace, model, stack)
        for head, query, key in np.ndindex(*lengths.shape[1:]):
            size = maps.value.shape[-1]
            columns = output.weight.detach().numpy()[:, head * size : (head + 1) * size]
            weight = maps.weights[layer, head, query, key]
            part = weight * (columns @ maps.value[layer, head, key])
            np.testing.assert_allclose(
                lengths[layer, head, query, key], np.linalg.norm(part), 1e-4, 1e-6
            )
            total[query] += part
        np.testing.assert_allclose(total, seen[stack, layer][: len(total)], atol=1e-4)


def test_a_length_is_no_weight_and_weights_stay_what_they_are():
    model = load("transformer", "cpu")
    trace = model.trace(Request("transformer", SENTENCE))
    before = trace.attention["decoder"].weights.copy()
    shares = contributions(trace, model, "decoder", shares=True)
    np.testing.assert_array_equal(trace.attention["decoder"].weights, before)
    assert np.abs(shares - before).max() > 0.1
    with pytest.raises(ValueError, match="read-only"):
        shares[0, 0, 0, 0] = 1


def test_what_has_no_values_is_refused():
    model, request = load("transformer", "cpu"), Request("transformer", "I am tired.")
    trace = model.trace(request)
    with pytest.raises(ValueError, match="no attention 'sideways'"):
        contributions(trace, model, "sideways")
    with pytest.raises(ValueError, match="is no run of 'gpt'"):
        contributions(trace, load("gpt", "cpu"), "decoder")
    few = model.trace(Request("transformer", "I am tired.", record=Record(vectors=False)))
    with pytest.raises(NotRecorded, match="vectors=True"):
        contributions(few, model, "cross")
    without = load("seq2seq", "cpu")
    with pytest.raises(ValueError, match="seq2seq has no attention 'cross'"):
        contributions(without.trace(Request("seq2seq", "I am tired.")), without, "cross")


def test_values_that_do_not_add_up_are_refused():
    model = load("gpt", "cpu")
    trace = model.trace(Request("gpt", "The students opened their"))
    maps = trace.attention["decoder"]
    object.__setattr__(maps, "value", maps.value * 1.1)
    with pytest.raises(UserError, match="do not add up"):
        contributions(trace, model, "decoder")
