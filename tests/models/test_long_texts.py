"""Texts longer than any that our networks learnt from."""

import numpy as np
import pytest
import torch

from models import Request, UserError, load, shipped_for
from models.lengths import LONGEST
from tests.reference import torch_transformer
from viz.base.examples import EXAMPLES

PARAGRAPH = max(EXAMPLES, key=len)
FRENCH = "Un grand palais sans toit couronnait la colline."

pytestmark = pytest.mark.usefixtures("without_gradients")


def run(name):
    model = load(name, "cpu")
    trace = model.trace(Request(name, PARAGRAPH, FRENCH))
    ids = [*model.source_ids(PARAGRAPH), model.tokenizer.end_id]
    assert len(trace.source) == len(ids) > model.capabilities.longest_trained
    return model, trace, torch.tensor([ids])


@pytest.mark.slow
def test_a_paragraph_in_the_transformer_equals_torchs_transformer():
    model, trace, source = run("transformer")
    embedded = model.network.embed(source)
    expected = torch_transformer(model.network).encoder(embedded)[0]
    np.testing.assert_allclose(trace.hidden["encoder"][-1], expected, atol=1e-5)


@pytest.mark.parametrize("name", ["bilstm-additive", "seq2seq", "seq2seq-rnn"])
def test_a_paragraph_in_a_recurrent_encoder_equals_torchs_layer_without_batches(name):
    model, trace, source = run(name)
    expected = model.network.encoder(model.network.embed(source))[0][0]
    np.testing.assert_allclose(trace.hidden["encoder"][-1], expected, atol=1e-5)


def test_the_places_beyond_training_are_the_sinusoids_of_the_paper():
    table = load("transformer", "cpu").parameters("encoder")["positions"]
    place, pair = LONGEST - 1, 3
    angle = place / 10_000 ** (2 * pair / table.shape[1])
    assert len(table) == LONGEST
    assert table[place, 2 * pair : 2 * pair + 2] == pytest.approx(
        [np.sin(angle), np.cos(angle)], abs=1e-6
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped_for("translation"))
def test_every_translator_reads_the_paragraph(name):
    assert load(name, "cpu").translate([PARAGRAPH])[0]


@pytest.mark.parametrize("name", ["gpt", "bert"])
def test_a_table_of_positions_ends_and_the_refusal_says_so(name):
    model = load(name, "cpu")
    with pytest.raises(UserError, match="learnt a vector for each position"):
        model.trace(Request(name, PARAGRAPH))
    assert model.longest == model.capabilities.longest_trained == 128
