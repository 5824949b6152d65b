"""The weights of one attention step: a page can compute with them; models without it refuse."""

import copy

import numpy as np
import pytest
import torch

import models

SIZES = {
    name: models.load(name, device="cpu").attention_sizes
    for name in models.shipped_for("translation")
}
STEPS = [
    (name, stack, layer)
    for name, sizes in SIZES.items()
    for stack, (layers, _) in sizes.items()
    for layer in range(layers)
]
PROJECTIONS = {"to_query", "to_key", "to_value", "to_output"}


def modules(model, stack, layer):
    """Return the parts of the network by the names of the parameters, written out."""
    network = model.network
    if model.name != "transformer":
        return {
            name: getattr(network.score, name)
            for name in ("of_query", "of_key", "to_score")
            if hasattr(network.score, name)
        } | {"combine": network.combine}
    block = getattr(network, "encoder" if stack == "encoder" else "decoder")[layer]
    attention = block.cross_attention if stack == "cross" else block.self_attention
    parts = {name: getattr(attention, name) for name in PROJECTIONS}
    parts["norm"] = block.cross_attention_norm if stack == "cross" else block.self_attention_norm
    if stack == "cross":
        parts |= {f"self_{name}": getattr(block.self_attention, name) for name in PROJECTIONS} | {
            "self_norm": block.self_attention_norm
        }
    if stack != "decoder":
        parts |= {
            "feed_forward_in": block.feed_forward[0],
            "feed_forward_out": block.feed_forward[2],
            "feed_forward_norm": block.feed_forward_norm,
        }
    return parts


@pytest.mark.parametrize("name, stack, layer", STEPS)
def test_x_times_a_matrix_is_what_the_networks_own_layer_gives(name, stack, layer):
    model = models.load(name, device="cpu")
    parameters = model.parameters(stack, layer)
    expected = set()
    for part, module in modules(model, stack, layer).items():
        x = torch.randn(3, module.weight.shape[-1], generator=torch.Generator().manual_seed(1))
        x = x.double()  # in 32 bits, sums of 1,024 products depend on their order
        with torch.no_grad():
            output = copy.deepcopy(module).double()(x).numpy()
        if isinstance(module, torch.nn.LayerNorm):
            expected |= {f"{part}_gain", f"{part}_shift"}
            normed = (x - x.mean(1, keepdim=True)) / (
                x.var(1, keepdim=True, unbiased=False) + module.eps
            ).sqrt()
            product = normed.numpy() * parameters[f"{part}_gain"] + parameters[f"{part}_shift"]
        else:
            expected |= {part} | ({f"{part}_bias"} if module.bias is not None else set())
            product = x.numpy() @ parameters[part] + parameters.get(f"{part}_bias", 0.0)
        np.testing.assert_allclose(product, output, atol=1e-12)
    if name == "transformer" and stack != "cross" and layer == 0:
        expected.add("positions")
        np.testing.assert_array_equal(parameters["positions"], model.network.positions.numpy())
    assert parameters.keys() - {"weight"} == expected
    assert ("weight" in parameters) == (name == "bilstm-bilinear")


def test_the_matrix_of_the_bilinear_score_stands_between_query_and_key():
    model = models.load("bilstm-bilinear", device="cpu")
    query, key = torch.randn(
        2, 4, model.network.config.d_model, generator=torch.Generator().manual_seed(2)
    )
    with torch.no_grad():
        scores = model.network.score(query, key).numpy()
    np.testing.assert_allclose(
        query.numpy() @ model.parameters("cross")["weight"] @ key.numpy().T, scores, atol=1e-4
    )


@pytest.mark.parametrize("name", [name for name, sizes in SIZES.items() if sizes])
def test_what_is_done_to_the_copies_does_not_reach_the_model(name):
    model = models.load(name, device="cpu")
    before = {part: values.copy() for part, values in model.parameters("cross").items()}
    for values in model.parameters("cross").values():
        values += 1
    for part, values in model.parameters("cross").items():
        np.testing.assert_array_equal(values, before[part])
        assert values.dtype == np.float32
        assert values.flags.c_contiguous


@pytest.mark.parametrize(
    "name, stack, layer",
    [
        ("transformer", "cross", 4),
        ("transformer", "encoder", -1),
        ("transformer", "middle", 0),
        ("bilstm-dot", "cross", 1),
        ("bilstm-dot", "encoder", 0),
        ("seq2seq", "cross", 0),
        ("seq2seq-rnn", "decoder", 1),
    ],
)
def test_a_layer_that_is_not_there_is_refused(name, stack, layer):
    with pytest.raises(
        ValueError, match=f"{name} has . layers in '{stack}', none of number {layer}"
    ):
        models.load(name, device="cpu").parameters(stack, layer)
