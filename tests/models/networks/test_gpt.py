"""Our GPT against GPT-2 of transformers: equal numbers, and no influence of later tokens."""

import pytest
import torch
import transformers
from torch.testing import assert_close

from models.networks.gpt import GPT, GPTConfig
from models.networks.recorder import Recording
from tests.shipping import enlarge

CONFIG = GPTConfig(60, d_model=32, d_ff=48, n_heads=4, n_layers=3, max_length=20)


@pytest.fixture(scope="module")
def network():
    torch.manual_seed(0)
    network = GPT(CONFIG).eval()
    enlarge(network, 0.2)
    return network


@pytest.fixture(scope="module")
def theirs(network):
    """Return GPT-2 of transformers with ReLU and our weights."""
    config = transformers.GPT2Config(
        vocab_size=CONFIG.vocabulary_size,
        n_positions=CONFIG.max_length,
        n_embd=CONFIG.d_model,
        n_layer=CONFIG.n_layers,
        n_head=CONFIG.n_heads,
        n_inner=CONFIG.d_ff,
        activation_function="relu",
        bos_token_id=1,
        eos_token_id=2,
        attn_implementation="eager",
    )
    other = transformers.GPT2LMHeadModel(config).eval()
    weights = {
        "transformer.wte": network.embedding,
        "transformer.wpe.weight": network.positions,
        "transformer.ln_f": network.norm,
    }
    for number, layer in enumerate(network.layers):
        attention = layer.self_attention
        kinds = attention.to_query, attention.to_key, attention.to_value
        block = f"transformer.h.{number}"
        weights |= {
            f"{block}.ln_1": layer.self_attention_norm,
            f"{block}.ln_2": layer.feed_forward_norm,
            # GPT-2 stores input × output, with query, key and value in one matrix.
            f"{block}.attn.c_attn.weight": torch.cat([kind.weight for kind in kinds]).T,
            f"{block}.attn.c_attn.bias": torch.cat([kind.bias for kind in kinds]),
            f"{block}.attn.c_proj.weight": attention.to_output.weight.T,
            f"{block}.attn.c_proj.bias": attention.to_output.bias,
            f"{block}.mlp.c_fc.weight": layer.feed_forward[0].weight.T,
            f"{block}.mlp.c_fc.bias": layer.feed_forward[0].bias,
            f"{block}.mlp.c_proj.weight": layer.feed_forward[2].weight.T,
            f"{block}.mlp.c_proj.bias": layer.feed_forward[2].bias,
        }
    state = {}
    for name, part in weights.items():
        if isinstance(part, torch.nn.Module):
            state |= {f"{name}.{key}": value for key, value in part.state_dict().items()}
        else:
            state[name] = part.detach()
    missing, unexpected = other.load_state_dict(state, strict=False)
    assert missing == ["lm_head.weight"]
    assert not unexpected
    return other


def test_it_computes_what_gpt_2_computes(network, theirs):
    ids = torch.randint(3, CONFIG.vocabulary_size, (2, 17))
    recording = Recording()
    with torch.inference_mode():
        logits = network.logits(network(ids, recording))
        expected = theirs(ids, output_attentions=True)
    assert_close(logits, expected.logits, rtol=1e-5, atol=1e-5)
    for step, attention in zip(recording.attention["decoder"], expected.attentions, strict=True):
        assert_close(step.weights, attention, rtol=1e-5, atol=1e-5)
    assert expected.logits.std() > 0.1  # the outputs are not all 0


def test_a_later_word_changes_nothing_before_it_to_the_last_bit(network):
    ids = torch.randint(3, CONFIG.vocabulary_size, (1, 12))
    with torch.inference_mode():
        before = network(ids)
        for place in range(1, 12):
            other = ids.clone()
            other[0, place] = 3 + (ids[0, place] - 2) % (CONFIG.vocabulary_size - 3)
            after = network(other)
            assert torch.equal(before[:, :place], after[:, :place])
            assert not torch.equal(before[:, place:], after[:, place:])


def test_words_of_another_order_or_place_are_read_otherwise(network):
    ids = torch.tensor([[5, 6, 7, 8]])
    with torch.inference_mode():
        one, other = network(ids), network(ids[:, [1, 0, 2, 3]])
    assert not torch.allclose(one[:, -1], other[:, -1], atol=1e-3)
