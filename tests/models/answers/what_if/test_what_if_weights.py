"""What-ifs on heads: scale, silenced heads, forced weights, blocked words."""

import numpy as np
import pytest
import torch

from models import WhatIf
from models.networks.attention import _override_weights
from models.networks.changes import NetworkChanges
from tests.models.answers.what_if.helpers import altered, arrays, run, slow_row, softmax
from tests.reference import torch_transformer

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("without_gradients")]


def attentions(network):
    """Return every attention of a transformer with its stack and layer."""
    for number, layer in enumerate(network.encoder):
        yield "encoder", number, layer.self_attention
    for number, layer in enumerate(network.decoder):
        yield "decoder", number, layer.self_attention
        yield "cross", number, layer.cross_attention


@pytest.mark.parametrize(
    "what_if",
    [
        WhatIf(scale="1"),
        WhatIf(scale="1/d_head"),
        WhatIf(temperature=0.4),
        WhatIf(scale="1", temperature=7),
    ],
)
def test_scale_and_temperature_multiply_the_dot_products_before_the_softmax(model, what_if):
    trace, d_head = (
        run(model, what_if),
        model.network.config.d_model // model.network.config.n_heads,
    )
    factor = {"1": 1, "1/sqrt(d_head)": d_head**-0.5, "1/d_head": 1 / d_head}[
        what_if.scale
    ] / what_if.temperature
    for maps in trace.attention.values():
        np.testing.assert_allclose(
            maps.scores, maps.query @ maps.key.swapaxes(-2, -1) * factor, atol=1e-4, rtol=1e-5
        )
        np.testing.assert_allclose(maps.weights, softmax(maps.scores, maps.allowed), atol=1e-5)

    def louder(network):
        for _, _, attention in attentions(network):
            attention.to_query.weight.mul_(factor * d_head**0.5)
            attention.to_query.bias.mul_(factor * d_head**0.5)

    expected = run(altered(model, louder))
    for stack in ("encoder", "decoder"):
        np.testing.assert_allclose(trace.hidden[stack], expected.hidden[stack], atol=2e-4)


def test_a_temperature_divides_the_scores_of_a_recurrent_decoder(any_model):
    if any_model.attention_sizes.keys() == {"cross"}:
        plain, warm = (
            run(any_model).attention["cross"],
            run(any_model, WhatIf(temperature=3)).attention["cross"],
        )
        np.testing.assert_allclose(warm.scores, plain.scores / 3, rtol=1e-6)
        np.testing.assert_allclose(
            warm.weights, softmax(plain.scores / 3, plain.allowed), atol=1e-6
        )


SOME_HEADS = [
    (("encoder", 0, 0),),
    (("decoder", 3, 1),),
    (("cross", 2, 3),),
    (("encoder", 1, 2), ("encoder", 1, 3), ("cross", 3, 0)),
]


@pytest.mark.parametrize("heads", SOME_HEADS)
def test_a_silenced_head_is_a_slice_of_zeros_into_the_output_projection(model, heads):
    d_head = model.network.config.d_model // model.network.config.n_heads

    def cut(network):
        for stack, number, attention in attentions(network):
            for _, _, head in (place for place in heads if place[:2] == (stack, number)):

                def zero(module, inputs, head=head):
                    x = inputs[0].clone()
                    x[..., d_head * head : d_head * (head + 1)] = 0
                    return (x,)

                attention.to_output.register_forward_pre_hook(zero)

    silenced, expected = run(model, WhatIf(silenced=heads)), run(altered(model, cut))
    for stack in ("encoder", "decoder"):
        np.testing.assert_allclose(silenced.hidden[stack], expected.hidden[stack], atol=1e-6)
    for stack, layer, head in heads:
        assert not silenced.attention[stack].head_output[layer, head].any()
        assert expected.attention[stack].head_output[layer, head].any()
    np.testing.assert_allclose(
        arrays(silenced)["probabilities"], arrays(expected)["probabilities"], atol=1e-6
    )


def test_silencing_every_head_of_a_layer_leaves_its_attention_the_bias_alone(model):
    def mute(network):
        network.decoder[1].cross_attention.to_output.weight.zero_()

    expected = run(altered(model, mute))
    silenced = run(model, WhatIf(silenced=[("cross", 1, head) for head in range(4)]))
    np.testing.assert_allclose(silenced.hidden["decoder"], expected.hidden["decoder"], atol=1e-6)


@pytest.mark.parametrize(
    "weights, allowed, forced_keys, expected",
    [
        ([0.5, 0.25, 0.25], [1, 1, 1], {0: 0.8}, [0.8, 0.1, 0.1]),
        # The others had nothing: equal parts.
        ([1.0, 0.0, 0.0], [1, 1, 1], {0: 0.4}, [0.4, 0.3, 0.3]),
        ([1.0, 0.0, 0.0], [1, 1, 0], {0: 0.4}, [0.4, 0.6, 0.0]),
        ([1.0, 0.0, 0.0], [1, 0, 0], {0: 0.4}, [1.0, 0.0, 0.0]),  # there are no others
        ([1.0, 0.0, 0.0], [1, 0, 0], {0: 0.0}, [1.0, 0.0, 0.0]),
        ([0.5, 0.5, 0.0], [1, 1, 0], {0: 0.2, 1: 0.2}, [0.5, 0.5, 0.0]),
        ([0.5, 0.5, 0.0], [1, 1, 0], {0: 0.0, 1: 0.0}, [0.5, 0.5, 0.0]),
        ([0.2, 0.3, 0.5], [1, 1, 1], {0: 0.7, 1: 0.3}, [0.7, 0.3, 0.0]),
        ([0.2, 0.3, 0.5], [1, 1, 1], {7: 0.7}, [0.2, 0.3, 0.5]),  # a word that is not written yet
    ],
)
def test_a_row_with_given_weights_by_hand(weights, allowed, forced_keys, expected):
    forced = tuple((0, 0, *cell) for cell in forced_keys.items())
    row = _override_weights(
        torch.tensor([[[weights]]]), torch.tensor(allowed, dtype=torch.bool), forced
    )[0, 0, 0].tolist()
    assert row == pytest.approx(expected, abs=1e-6)
    assert row == pytest.approx(
        slow_row(weights, allowed, {key: value for key, value in forced_keys.items() if key < 3}),
        abs=1e-6,
    )


def test_blocked_source_words_get_no_weight_and_the_others_share_it(any_model):
    if not any_model.attention_sizes:
        return
    what_if = WhatIf(blocked=(0, 3))
    trace, plain = run(any_model, what_if), run(any_model)
    maps = trace.attention["cross"]
    assert not maps.allowed[:, [0, 3]].any()
    assert maps.allowed[:, [1, 2, *range(4, len(trace.source))]].all()
    assert not maps.weights[..., [0, 3]].any()
    np.testing.assert_allclose(maps.weights, softmax(maps.scores, maps.allowed), atol=1e-6)
    np.testing.assert_array_equal(trace.hidden["encoder"], plain.hidden["encoder"])


def test_blocked_source_words_are_padding_to_torchs_cross_attention(any_network):
    source, target = torch.randint(3, 50, (2, 1, 7), generator=torch.Generator().manual_seed(6))
    blocked, future = (
        torch.zeros(1, 7, dtype=torch.bool),
        ~torch.ones(7, 7, dtype=torch.bool).tril(),
    )
    blocked[0, [0, 3]] = True
    expected = torch_transformer(any_network)(
        any_network.embed(source),
        any_network.embed(target),
        tgt_mask=future,
        memory_key_padding_mask=blocked,
    )
    torch.testing.assert_close(
        any_network(source, target, changes=NetworkChanges(WhatIf(blocked=(0, 3)))),
        expected,
        atol=1e-5,
        rtol=0,
    )
