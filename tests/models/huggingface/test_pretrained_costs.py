"""The loss of a pretrained model without a head: equal to slow versions."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from models import UserError
from models.corpus.costs_one_by_one import measure_one_by_one
from models.corpus.importance import stack_heads
from models.corpus.sentences import Pair
from models.huggingface.attending import _attend
from models.huggingface.scoring import _Gains, gradients, log_probabilities, read_scored
from models.networks.changes import NetworkChanges
from models.request import Request, WhatIf
from models.serving.queue import QueuedModel
from tests.marks import slow_after, slow_except
from tests.models.huggingface.families import QUICK
from tests.models.huggingface.tiny import SENTENCE
from viz.pages.cost.keeping import _kept_layers

FAMILIES = slow_except(QUICK, ["bert", "roberta", "distilbert", "gpt2", "llama", "t5", "marian"])
PAIRS = [
    Pair(text, "") for text in (SENTENCE, "the cat sees the small dog", "the dog is on the bed")
]


def slow_sum(model, scored, silenced=()) -> float:
    """Sum the log-probabilities of the tokens, one after the other, of one pass."""
    changes = NetworkChanges(WhatIf(silenced=silenced))
    with torch.inference_mode():
        logits = model._logits(replace(scored.run, changes=changes))[0]
    return sum(
        float(logits[place].double().log_softmax(-1)[token])
        for place, token in zip(scored.places, scored.wanted, strict=True)
    )


@pytest.mark.parametrize("family", slow_after(2, FAMILIES))
def test_every_figure_is_that_of_its_definition(pretrained, family):
    model = pretrained(family)
    reports = []
    importance = measure_one_by_one(model, PAIRS, lambda *report: reports.append(report))
    heads = stack_heads(model)
    assert importance.heads == heads
    assert importance.task == model.capabilities.task
    assert importance.sentences == 3
    assert reports == sorted(reports)
    assert reports[-1] == (3 * len(heads),) * 2
    scored = [read_scored(model, pair.english) for pair in PAIRS]
    tokens = sum(len(one.wanted) for one in scored)
    before = sum(slow_sum(model, one) for one in scored)
    assert importance.log_probability == pytest.approx(before / tokens, abs=1e-5)
    for place, head in enumerate(heads):
        lost = before - sum(slow_sum(model, one, (head,)) for one in scored)
        assert importance.lost[place, 0] == pytest.approx(lost / tokens, abs=1e-5)
    assert np.ptp(importance.lost[:, 0]) > 1e-4
    assert np.isnan(importance.bleu_lost).all()
    assert np.isnan(importance.curves).all()


@pytest.mark.parametrize("family", FAMILIES)
def test_silencing_no_head_equals_the_model_to_the_last_bit(pretrained, family):
    model = pretrained(family)
    scored = read_scored(model, SENTENCE)
    with torch.inference_mode():
        logits = model._forward(scored.run).logits[:, scored.places].float()
    plain = logits.log_softmax(-1)[0, range(len(scored.wanted)), scored.wanted].sum().double()
    assert log_probabilities(model, scored)[0] == plain
    gains = {
        (stack, layer): torch.ones(across)
        for stack, (layers, across) in model.attention_sizes.items()
        for layer in range(layers)
    }
    as_it_is = scored._replace(run=replace(scored.run, changes=_Gains(gains=gains)))
    assert log_probabilities(model, as_it_is)[0] == plain


@pytest.mark.parametrize("family", FAMILIES)
def test_the_gradient_is_how_fast_the_loss_changes_as_a_head_is_turned_down(pretrained, family):
    model = pretrained(family)
    scored, heads, step = read_scored(model, SENTENCE), stack_heads(model), 2e-3
    got = gradients(model, scored, heads).numpy()
    for value, (stack, layer, head) in zip(got, heads, strict=True):
        sums = []
        for gain in (1 - step, 1 + step):
            gains = {
                (name, number): torch.ones(across)
                for name, (layers, across) in model.attention_sizes.items()
                for number in range(layers)
            }
            gains[stack, layer][head] = gain
            turned = scored._replace(run=replace(scored.run, changes=_Gains(gains=gains)))
            sums.append(float(log_probabilities(model, turned)[0]))
        slope = abs(sums[1] - sums[0]) / (2 * step)
        assert value == pytest.approx(slope, rel=0.1, abs=0.02), (stack, layer, head)


def test_of_a_decoder_each_next_token_is_scored_and_of_an_encoder_those_that_are_masked(pretrained):
    decoder, encoder = pretrained("gpt2"), pretrained("bert")
    ids = decoder._read(SENTENCE).ids
    scored = read_scored(decoder, SENTENCE)
    assert scored.wanted == ids[1:]
    assert scored.places == [*range(len(ids) - 1)]
    ids = encoder._read(SENTENCE).ids
    scored = read_scored(encoder, SENTENCE)
    assert len(scored.places) == max(1, round(0.15 * (len(ids) - 2)))
    mask = encoder.tokenizer.tokenizer.mask_token_id
    read = scored.run.source_ids[0].tolist()
    assert [place for place, index in enumerate(read) if index == mask] == sorted(scored.places)
    assert [ids[place] for place in scored.places] == scored.wanted
    assert read_scored(encoder, SENTENCE).places == scored.places
    assert _attend(encoder, SENTENCE).source == tuple(encoder._read(SENTENCE).tokens)


def test_a_sentence_that_cannot_be_scored_is_left_out(pretrained):
    model = QueuedModel(pretrained("gpt2"))  # as in the app
    long, short = Pair("the dog " * 200, ""), Pair("a", "")
    importance = measure_one_by_one(model, [long, short, PAIRS[0]], lambda *report: None)
    assert importance.sentences == 1
    with pytest.raises(UserError, match="cannot read any"):
        measure_one_by_one(model, [long], lambda *report: None)


def test_heads_that_share_keys_are_kept_once(pretrained):
    """Of the tiny Llama four heads ask and two have keys, as its config.json says."""
    for family, kept in {"llama": 2, "gpt2": 4}.items():
        maps = pretrained(family).trace(Request(family, SENTENCE)).attention["decoder"]
        layers = _kept_layers(maps)
        assert [*layers] == [0, 1]
        assert {(layer.heads, layer.kept, layer.numbers) for layer in layers.values()} == {
            (4, kept, kept * 16)
        }
