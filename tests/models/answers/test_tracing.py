"""Sentences that are recorded in one pass each keep their own numbers."""

import numpy as np
import pytest
import torch
from torch import nn

from models import Request, WhatIf
from models.answers import tracing
from models.answers.translation import TranslationModel
from models.networks.transformer import Transformer, TransformerConfig

TEXTS = ("the red dog", "a small cat", "the big dog", "dog " * 20)


@pytest.fixture
def small(model):
    """A network with random weights and the vocabulary of the shipped model."""
    torch.manual_seed(5)
    size = len(model.tokenizer)
    config = TransformerConfig(size, d_model=32, d_ff=64, n_heads=2, n_layers=2, max_length=58)
    return TranslationModel(
        "small", Transformer(config).eval(), model.tokenizer, {}, torch.device("cpu")
    )


@pytest.fixture
def passes(monkeypatch):
    """The number of sentences that each pass records."""
    sizes, record = [], tracing._record

    def counted(model, request, runs):
        sizes.append(len(runs))
        return record(model, request, runs)

    monkeypatch.setattr(tracing, "_record", counted)
    return sizes


def requests(model, what_if=WhatIf(), target="Le chien."):
    return [Request(model.name, text, target, what_if) for text in TEXTS]


def test_sentences_of_like_lengths_are_recorded_in_one_pass(small, passes):
    small.records_together = True
    small.trace_many(requests(small))
    assert sorted(passes) == [1, 3]


def test_where_rows_depend_on_the_others_each_sentence_is_recorded_alone(small, passes):
    small.records_together = False
    small.trace_many(requests(small))
    assert passes == [1] * len(TEXTS)


@pytest.mark.parametrize(
    "what_if", [WhatIf(padding=2), WhatIf(padding_mask=False), WhatIf(positions="shuffled")]
)
def test_what_looks_at_padding_is_not_filled_up_with_it(small, passes, what_if):
    small.records_together = True
    small.trace_many(requests(small, what_if))
    assert passes == [1] * len(TEXTS)


def test_more_than_a_product_may_have_rows_are_recorded_in_several_passes(small, passes):
    small.records_together = True
    request = Request("small", TEXTS[0], "Le chien.")
    most = tracing._MOST_ROWS // tracing._ROWS  # sentences of so many tokens each
    small.trace_many([request] * (most + 1))
    assert passes == [most, 1]


@pytest.mark.parametrize("mask", ["causal", "none"])
@pytest.mark.parametrize("text", [*TEXTS, "dog " * 54])
def test_a_sentence_filled_up_has_the_numbers_of_one_that_is_not(small, text, mask, monkeypatch):
    request = Request("small", text.strip(), "Le chien dort sur le lit.", WhatIf(mask=mask))
    filled = small.trace(request)
    monkeypatch.setattr(tracing, "_filled_sizes", lambda model, run: None)
    plain = small.trace(request)
    for stack, maps in plain.attention.items():
        np.testing.assert_array_equal(filled.attention[stack].allowed, maps.allowed)
        for name in maps.recorded:
            values, expected = getattr(filled.attention[stack], name), getattr(maps, name)
            np.testing.assert_allclose(values, expected, atol=1e-5, err_msg=f"{stack} {name}")
    for stack, states in plain.hidden.items():
        np.testing.assert_allclose(filled.hidden[stack], states, atol=1e-5)
    assert filled.predicted == plain.predicted


def test_a_product_whose_rows_depend_on_their_number_is_found(small, monkeypatch):
    linear = nn.functional.linear
    monkeypatch.setattr(nn.functional, "linear", lambda x, w: linear(x, w) * (1 + 1e-6 * len(x)))
    assert not tracing.matmul_is_batch_invariant(small.network)
    monkeypatch.setattr(nn.functional, "linear", lambda x, w: linear(x.double(), w.double()))
    assert tracing.matmul_is_batch_invariant(small.network)
