"""The vision transformer and the convolution beside it, with random weights."""

import numpy as np
import pytest
import torch

from models import WhatIf
from models.networks.changes import NetworkChanges
from models.networks.convolution import Convolution, ConvolutionConfig
from models.networks.recorder import Recording
from models.networks.vision_transformer import (
    VisionTransformer,
    VisionTransformerConfig,
    join_patches,
    split_patches,
)


@pytest.fixture(scope="module")
def network():
    torch.manual_seed(0)
    network = VisionTransformer(VisionTransformerConfig()).eval()
    torch.nn.init.normal_(network.positions)
    return network


@pytest.fixture(scope="module")
def pictures():
    return torch.rand(3, 28, 28, generator=torch.Generator().manual_seed(1))


def weights_of(network, pictures, hidden=None, what_if=WhatIf()):
    recording = Recording()
    network(pictures, hidden, recording, NetworkChanges(what_if))
    return torch.stack([step.weights for step in recording.attention["encoder"]])


def test_patches_are_cut_row_by_row(pictures):
    patches = split_patches(pictures, 7)
    for number in range(16):
        y, x = divmod(number, 4)
        square = pictures[:, 7 * y : 7 * y + 7, 7 * x : 7 * x + 7]
        assert torch.equal(patches[:, number], square.flatten(1))
    assert torch.equal(join_patches(patches, 7), pictures)


def test_without_positions_the_order_of_the_patches_changes_no_score(network, pictures):
    order = torch.randperm(16, generator=torch.Generator().manual_seed(2))
    shuffled = join_patches(split_patches(pictures, 7)[:, order], 7)
    off = NetworkChanges(WhatIf(positions="off"))
    scores, others = (network(some, changes=off) for some in (pictures, shuffled))
    torch.testing.assert_close(scores, others, atol=1e-5, rtol=1e-4)
    assert (network(pictures) - network(shuffled)).abs().max() > 1e-3


def test_a_hidden_patch_changes_as_if_it_were_not_there(network, pictures):
    """Whatever is painted there, nothing attends to it."""
    hidden = torch.zeros(3, 16, dtype=torch.bool)
    hidden[:, [3, 9]] = True
    patches = split_patches(pictures, 7).clone()
    patches[:, [3, 9]] = 1.0
    painted = join_patches(patches, 7)
    torch.testing.assert_close(network(pictures, hidden), network(painted, hidden))
    weights = weights_of(network, pictures, hidden)
    assert (weights[..., [4, 10]] == 0).all()
    torch.testing.assert_close(weights.sum(-1), torch.ones(weights.shape[:-1]))


def test_it_is_the_transformer_of_torch(network, pictures):
    """Our weights, copied into torch's own layers, give the same scores."""
    config = network.config
    x = network.of_patch(split_patches(pictures, 7)) + network.positions
    x = torch.cat([network.cls.expand(3, 1, -1), x], 1)
    for ours in network.encoder:
        layer = torch.nn.TransformerEncoderLayer(
            config.d_model, config.n_heads, config.d_ff, batch_first=True
        ).eval()
        attention = ours.self_attention
        parts = attention.to_query, attention.to_key, attention.to_value
        layer.self_attn.in_proj_weight.data = torch.cat([part.weight for part in parts])
        layer.self_attn.in_proj_bias.data = torch.cat([part.bias for part in parts])
        layer.self_attn.out_proj = attention.to_output
        layer.linear1, layer.linear2 = ours.feed_forward[0], ours.feed_forward[2]
        layer.norm1, layer.norm2 = ours.self_attention_norm, ours.feed_forward_norm
        x = layer(x)
    torch.testing.assert_close(network.to_label(x[:, 0]), network(pictures), atol=1e-5, rtol=1e-4)


def test_a_head_that_is_off_gives_nothing(network, pictures):
    silenced = NetworkChanges(WhatIf(silenced=(("encoder", 0, 1),)))
    recording = Recording()
    scores = network(pictures, recording=recording, changes=silenced)
    output = recording.attention["encoder"][0].head_output
    assert (output[:, 1] == 0).all()
    assert (output[:, 0] != 0).any()
    assert not torch.allclose(scores, network(pictures))


def test_both_networks_have_about_as_many_weights(network):
    convolution = Convolution(ConvolutionConfig())
    ours, others = (sum(w.numel() for w in some.parameters()) for some in (network, convolution))
    assert ours < 500_000
    assert np.isclose(ours, others, rtol=0.15)
