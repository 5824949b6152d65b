import math

import pytest
import torch
from torch.nn import functional as F

from models.networks.attention import (
    SCORES,
    MultiHeadAttention,
    _causal_mask,
    _LinearScore,
    attention_weights,
    padding_mask,
    scaled_dot_product_scores,
)
from tests.reference import torch_attention

BATCH, HEADS, QUERIES, KEYS, D_HEAD = 2, 4, 5, 7, 3
MASKS = {
    "none": None,
    "causal": _causal_mask(KEYS)[:QUERIES],
    "padding": padding_mask(
        torch.tensor([[5, 6, 7, 0, 0, 0, 0], [5, 6, 7, 8, 9, 5, 6]]), padding_id=0
    ),
}


@pytest.fixture(params=MASKS)
def allowed(request):
    return MASKS[request.param]


def everywhere(allowed):
    return (torch.tensor(True) if allowed is None else allowed).expand(BATCH, HEADS, QUERIES, KEYS)


def random_heads():
    generator = torch.Generator().manual_seed(1)
    sizes = [(BATCH, HEADS, length, D_HEAD) for length in (QUERIES, KEYS, KEYS)]
    return [torch.randn(size, generator=generator) for size in sizes]


def multi_head(seed=2):
    torch.manual_seed(seed)
    attention = MultiHeadAttention(12, HEADS).eval()
    for parameter in attention.parameters():  # also biases, which are initially 0 elsewhere
        torch.nn.init.normal_(parameter, std=0.5)
    return attention, torch.randn(BATCH, QUERIES, 12), torch.randn(BATCH, KEYS, 12)


def attend(attention, x, context, allowed=None):
    record = []
    return attention(x, *attention.keys_and_values(context), allowed, record), record[0]


def slow_attention(query, key, value, allowed):
    """Compute equation 1 for one head, number by number."""
    weights, output = [], []
    for q, row_allowed in zip(query, allowed):
        powers = [
            math.exp(sum(a * b for a, b in zip(q, k)) / math.sqrt(len(q))) if may else 0.0
            for k, may in zip(key, row_allowed)
        ]
        weights.append([power / sum(powers) for power in powers])
        output.append(
            [
                sum(weight * v[column] for weight, v in zip(weights[-1], value))
                for column in range(len(value[0]))
            ]
        )
    return torch.tensor(weights), torch.tensor(output)


def test_attention_equals_a_slow_loop_over_the_numbers(allowed):
    query, key, value = random_heads()
    weights = attention_weights(scaled_dot_product_scores(query, key), allowed)
    for sentence in range(BATCH):
        for head in range(HEADS):
            slow_weights, slow_output = slow_attention(
                *(x[sentence, head].tolist() for x in (query, key, value, everywhere(allowed)))
            )
            torch.testing.assert_close(weights[sentence, head], slow_weights, atol=1e-6, rtol=0)
            torch.testing.assert_close(
                weights[sentence, head] @ value[sentence, head], slow_output, atol=1e-6, rtol=0
            )


def test_attention_equals_torchs_fused_attention(allowed):
    query, key, value = random_heads()
    weights = attention_weights(scaled_dot_product_scores(query, key), allowed)
    torch.testing.assert_close(
        weights @ value,
        F.scaled_dot_product_attention(query, key, value, allowed),
        atol=1e-6,
        rtol=0,
    )


def test_the_weights_and_outputs_of_all_heads_equal_torchs_multi_head_attention(allowed):
    attention, x, context = multi_head()
    output, attended = attend(attention, x, context, allowed)
    forbidden = ~everywhere(allowed).flatten(0, 1)  # in torch, True means forbidden
    expected, weights = torch_attention(attention)(
        x, context, context, attn_mask=forbidden, average_attn_weights=False
    )
    torch.testing.assert_close(output, expected, atol=1e-5, rtol=0)
    torch.testing.assert_close(attended.weights, weights, atol=1e-5, rtol=0)


def test_masked_cells_are_exactly_zero_and_every_row_sums_to_one(allowed):
    query, key, _ = random_heads()
    weights = attention_weights(100 * scaled_dot_product_scores(query, key), allowed)
    assert (weights[~everywhere(allowed)] == 0).all()
    torch.testing.assert_close(weights.sum(-1), torch.ones(BATCH, HEADS, QUERIES))


def test_a_word_that_may_look_at_nothing_has_a_row_of_zeros():
    allowed = torch.tensor([[True, True, False], [False, False, False]])
    weights = attention_weights(torch.tensor([[1.0, 1.0, 9.0], [1.0, 2.0, 3.0]]), allowed)
    assert weights.tolist() == [[0.5, 0.5, 0.0], [0.0, 0.0, 0.0]]


def test_a_causal_mask_lets_each_word_see_itself_and_those_before():
    assert _causal_mask(3).tolist() == [
        [True, False, False],
        [True, True, False],
        [True, True, True],
    ]


def test_reordering_the_heads_reorders_what_they_do_and_changes_no_output():
    attention, x, context = multi_head()
    output, attended = attend(attention, x, context)
    order = torch.tensor([2, 0, 3, 1])
    rows = torch.arange(12).view(HEADS, -1)[order].flatten()
    with torch.no_grad():
        for projection in (attention.to_query, attention.to_key, attention.to_value):
            projection.weight.copy_(projection.weight[rows])
            projection.bias.copy_(projection.bias[rows])
        attention.to_output.weight.copy_(attention.to_output.weight[:, rows])
    reordered_output, reordered = attend(attention, x, context)
    torch.testing.assert_close(reordered.weights, attended.weights[:, order], atol=1e-6, rtol=0)
    torch.testing.assert_close(
        reordered.head_output, attended.head_output[:, order], atol=1e-5, rtol=0
    )
    torch.testing.assert_close(reordered_output, output, atol=1e-5, rtol=0)


def test_a_width_that_the_heads_cannot_share_is_refused():
    with pytest.raises(ValueError, match="10 is not a multiple of n_heads 4"):
        MultiHeadAttention(10, 4)


@pytest.mark.parametrize("score", SCORES)
def test_with_any_score_rows_sum_to_one_and_masked_cells_are_exactly_zero(score, allowed):
    torch.manual_seed(1)
    attention = MultiHeadAttention(12, HEADS, score=score).eval()
    x, context = torch.randn(BATCH, QUERIES, 12), torch.randn(BATCH, KEYS, 12)
    _, attended = attend(attention, x, context, allowed)
    assert (attended.weights[~everywhere(allowed)] == 0).all()
    torch.testing.assert_close(attended.weights.sum(-1), torch.ones(BATCH, HEADS, QUERIES))
    torch.testing.assert_close(attended.head_output, attended.weights @ attended.value)


def test_linear_attention_equals_its_form_in_linear_time():
    """Katharopoulos et al. 2020, eq. 12: running sums over the keys, no matrix of weights."""
    torch.manual_seed(2)
    query, key, value = torch.randn(3, 7, 4).unbind()
    score = _LinearScore()
    weights = score.weights(score(query, key), _causal_mask(7))
    query, key = F.elu(query) + 1, F.elu(key) + 1
    sums = (key[:, :, None] * value[:, None, :]).cumsum(0)  # [position, d, d_value]
    expected = torch.einsum("pd,pdv->pv", query, sums) / (query * key.cumsum(0)).sum(-1)[:, None]
    torch.testing.assert_close(weights @ value, expected)


def test_an_unknown_score_is_refused_with_the_names_of_those_there_are():
    with pytest.raises(ValueError, match="'cosine'; choose one of scaled dot, dot, bilinear"):
        MultiHeadAttention(12, HEADS, score="cosine")
