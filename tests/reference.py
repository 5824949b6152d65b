"""Torch's attention and transformer with copies of our weights, as a reference for ours."""

import torch
from torch import nn


@torch.no_grad()
def torch_attention(ours) -> nn.MultiheadAttention:
    theirs = nn.MultiheadAttention(
        ours.to_output.in_features, ours.n_heads, batch_first=True
    ).eval()
    copy_attention(ours, theirs)
    return theirs


@torch.no_grad()
def torch_transformer(network) -> nn.Transformer:
    """Return torch's transformer without final norms, which the paper (section 3.1) lacks.

    It takes embeddings, not ids.
    """
    sizes = network.config
    layer = {
        "d_model": sizes.d_model,
        "nhead": sizes.n_heads,
        "dim_feedforward": sizes.d_ff,
        "dropout": 0.0,
        "batch_first": True,
    }
    theirs = nn.Transformer(
        sizes.d_model,
        sizes.n_heads,
        batch_first=True,
        custom_encoder=nn.TransformerEncoder(
            nn.TransformerEncoderLayer(**layer), sizes.n_layers, enable_nested_tensor=False
        ),
        custom_decoder=nn.TransformerDecoder(nn.TransformerDecoderLayer(**layer), sizes.n_layers),
    ).eval()
    for our_layer, their_layer in zip(network.encoder, theirs.encoder.layers):
        copy_attention(our_layer.self_attention, their_layer.self_attn)
        copy_rest(
            our_layer, their_layer, {"self_attention_norm": "norm1", "feed_forward_norm": "norm2"}
        )
    for our_layer, their_layer in zip(network.decoder, theirs.decoder.layers):
        copy_attention(our_layer.self_attention, their_layer.self_attn)
        copy_attention(our_layer.cross_attention, their_layer.multihead_attn)
        copy_rest(
            our_layer,
            their_layer,
            {
                "self_attention_norm": "norm1",
                "cross_attention_norm": "norm2",
                "feed_forward_norm": "norm3",
            },
        )
    return theirs


def copy_attention(ours, theirs: nn.MultiheadAttention) -> None:
    projections = ours.to_query, ours.to_key, ours.to_value
    theirs.in_proj_weight.copy_(torch.cat([projection.weight for projection in projections]))
    theirs.in_proj_bias.copy_(torch.cat([projection.bias for projection in projections]))
    theirs.out_proj.load_state_dict(ours.to_output.state_dict())


def copy_rest(ours, theirs, norms: dict[str, str]) -> None:
    theirs.linear1.load_state_dict(ours.feed_forward[0].state_dict())
    theirs.linear2.load_state_dict(ours.feed_forward[2].state_dict())
    for our_name, their_name in norms.items():
        getattr(theirs, their_name).load_state_dict(getattr(ours, our_name).state_dict())
