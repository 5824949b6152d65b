"""Our BERT against BERT of transformers: equal numbers."""

import pytest
import torch
import transformers
from torch.testing import assert_close

from models.networks.bert import BERT, BERTConfig
from models.networks.recorder import Recording
from tests.shipping import enlarge

CONFIG = BERTConfig(60, d_model=32, d_ff=48, n_heads=4, n_layers=3, max_length=20)


@pytest.fixture(scope="module")
def network():
    torch.manual_seed(0)
    network = BERT(CONFIG).eval()
    enlarge(network, 0.2)
    return network


@pytest.fixture(scope="module")
def theirs(network):
    """Return BERT of transformers with ReLU, no output bias, and our weights."""
    config = transformers.BertConfig(
        vocab_size=CONFIG.vocabulary_size,
        max_position_embeddings=CONFIG.max_length,
        hidden_size=CONFIG.d_model,
        num_hidden_layers=CONFIG.n_layers,
        num_attention_heads=CONFIG.n_heads,
        intermediate_size=CONFIG.d_ff,
        hidden_act="relu",
        layer_norm_eps=1e-5,
        attn_implementation="eager",
    )
    other = transformers.BertForPreTraining(config).eval()
    parts = {
        "bert.embeddings.word_embeddings": network.embedding,
        "bert.embeddings.LayerNorm": network.embedding_norm,
        "cls.predictions.transform.dense": network.to_word[0],
        "cls.predictions.transform.LayerNorm": network.to_word[2],
        "bert.pooler.dense": network.to_pair[0],
        "cls.seq_relationship": network.follows,
    }
    for number, layer in enumerate(network.encoder):
        block, attention = f"bert.encoder.layer.{number}", layer.self_attention
        parts |= {
            f"{block}.attention.self.query": attention.to_query,
            f"{block}.attention.self.key": attention.to_key,
            f"{block}.attention.self.value": attention.to_value,
            f"{block}.attention.output.dense": attention.to_output,
            f"{block}.attention.output.LayerNorm": layer.self_attention_norm,
            f"{block}.intermediate.dense": layer.feed_forward[0],
            f"{block}.output.dense": layer.feed_forward[2],
            f"{block}.output.LayerNorm": layer.feed_forward_norm,
        }
    state = {
        "bert.embeddings.position_embeddings.weight": network.positions.detach(),
        "bert.embeddings.token_type_embeddings.weight": network.segments.detach(),
        "cls.predictions.bias": torch.zeros(CONFIG.vocabulary_size),
    }
    for name, part in parts.items():
        state |= {f"{name}.{key}": value for key, value in part.state_dict().items()}
    missing, unexpected = other.load_state_dict(state, strict=False)
    tied = {"cls.predictions.decoder.weight", "cls.predictions.decoder.bias"}
    assert {*missing} <= tied
    assert not unexpected
    return other


def test_it_computes_what_bert_computes(network, theirs):
    ids = torch.randint(3, CONFIG.vocabulary_size, (2, 17))
    ids[1, 13:] = CONFIG.padding_id
    segments = torch.tensor([[0] * 9 + [1] * 8] * 2)
    recording = Recording()
    with torch.inference_mode():
        states = network(ids, segments, recording)
        expected = theirs(
            ids,
            attention_mask=(ids != CONFIG.padding_id).long(),
            token_type_ids=segments,
            output_attentions=True,
        )
        words, follows = network.logits(states), network.follow_logits(states)
    read = ids != CONFIG.padding_id
    assert_close(words[read], expected.prediction_logits[read], rtol=1e-5, atol=1e-5)
    assert_close(follows, expected.seq_relationship_logits, rtol=1e-5, atol=1e-5)
    for step, attention in zip(recording.attention["encoder"], expected.attentions, strict=True):
        assert_close(step.weights[0], attention[0], rtol=1e-5, atol=1e-5)
    assert words.std() > 0.1
    assert follows.std() > 0.01


def test_padding_changes_nothing(network):
    ids = torch.randint(3, CONFIG.vocabulary_size, (1, 9))
    padded = torch.cat([ids, torch.full((1, 5), CONFIG.padding_id)], dim=1)
    with torch.inference_mode():
        assert_close(network(padded)[:, :9], network(ids), rtol=1e-5, atol=1e-5)


def test_the_segment_of_a_word_is_read(network):
    ids = torch.randint(3, CONFIG.vocabulary_size, (1, 9))
    second = torch.tensor([[0] * 5 + [1] * 4])
    with torch.inference_mode():
        assert torch.equal(network(ids), network(ids, torch.zeros_like(ids)))
        assert not torch.allclose(network(ids), network(ids, second), atol=1e-3)
