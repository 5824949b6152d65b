"""Heads removed from small networks: equal to slow, obvious versions."""

import math
from dataclasses import replace

import numpy as np
import pytest
import torch
from sacrebleu.metrics import BLEU

from models.corpus import ablation, costs, profile
from models.corpus.encoded import encode
from models.corpus.importance import from_file, to_file
from models.corpus.sentences import Pair
from models.networks.changes import AS_TRAINED, NetworkChanges
from tests.models.corpus import handmade
from tests.models.corpus.random_models import random_model
from tests.models.corpus.slow import SIZES, WORDS, batch_of, heads_of, slow_log_probability

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module", params=["transformer", "dot", "gpt", "bert"])
def model(request):
    return random_model(request.param)


def test_removing_no_head_equals_the_network_to_the_last_bit(model):
    batch, written = batch_of(model)
    network = ablation.copy_network(model.network)
    with torch.inference_mode():
        plain = ablation._log_probabilities(model.network, batch, written).double().numpy()
    assert (ablation.without_all(network, batch, written, []) == plain).all()
    each = ablation.without_each(network, batch, written, heads_of(model))
    assert (each[:, 0] == plain).all()
    assert not (each[:, 1:] == plain[:, None]).all(0).any()
    # Afterwards the network is as before.
    assert (ablation.without_all(network, batch, written, []) == plain).all()
    for parameter, other in zip(network.parameters(), model.network.parameters(), strict=True):
        assert (parameter == other).all()


def test_log_probabilities_equal_those_of_one_sentence_alone(model):
    batch, written = batch_of(model)
    with torch.inference_mode():
        got = ablation._log_probabilities(model.network, batch, written)
    expected = [slow_log_probability(model, line) for line in batch.lines]
    assert got.tolist() == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("kind", ["transformer", "gpt", "bert"])
def test_a_head_switched_off_equals_one_that_is_silent(kind):
    model = random_model(kind)
    batch, written = batch_of(model)
    each = ablation.without_each(
        ablation.copy_network(model.network), batch, written, heads_of(model)
    )
    for column, head in enumerate(heads_of(model), start=1):
        silent = NetworkChanges(silenced=((head,),))
        expected = [slow_log_probability(model, line, silent) for line in batch.lines]
        assert each[:, column].tolist() == pytest.approx(expected, abs=1e-4), head


def test_two_heads_switched_off_are_both_gone():
    model = random_model("transformer")
    batch, written = batch_of(model)
    heads = [("encoder", 0, 1), ("cross", 1, 0)]
    got = ablation.without_all(ablation.copy_network(model.network), batch, written, heads)
    silent = NetworkChanges(silenced=(tuple(heads),))
    assert got.tolist() == pytest.approx(
        [slow_log_probability(model, line, silent) for line in batch.lines], abs=1e-4
    )


def test_the_gradient_is_how_fast_the_loss_changes_as_a_head_is_turned_down(model):
    batch, written = batch_of(model)
    network = ablation.copy_network(model.network).double()
    got = ablation.gradients(network, batch, written, heads_of(model))
    step = 1e-5
    for column, head in enumerate(heads_of(model)):
        values = []
        for gain in (1 - step, 1 + step):
            turned = ablation.copy_network(network)
            ablation._output_weights(turned, head).mul_(gain)
            values.append(ablation.without_all(turned, batch, written, []))
        slope = np.abs(values[1] - values[0]) / (2 * step)
        np.testing.assert_allclose(got[:, column], slope, rtol=1e-4, atol=1e-6, err_msg=str(head))


def test_uniform_weights_are_those_of_scores_of_zero():
    model = random_model("transformer")
    batch, written = batch_of(model)
    head = ("cross", 1, 1)
    got = ablation.with_rule(model.network, batch, written, head, ablation.uniform)
    network = ablation.copy_network(model.network)
    attention = network.decoder[1].cross_attention
    attention.to_query.weight[8:] = 0
    attention.to_query.bias[8:] = 0
    expected = ablation.without_all(network, batch, written, [])
    np.testing.assert_allclose(got, expected, atol=1e-5)


def test_permuted_weights_are_the_same_on_other_words_that_may_be_seen():
    allowed = torch.ones(5, 6, 6, dtype=torch.bool).tril()
    allowed[:, :, 5] = False
    weights = torch.rand(5, 6, 6).masked_fill(~allowed, 0)
    moved = ablation.permuted(weights, allowed)
    assert (moved[~allowed] == 0).all()
    assert torch.equal(moved.sort(-1).values, weights.sort(-1).values)
    assert not torch.equal(moved, weights)


def test_a_rule_that_changes_nothing_changes_nothing(model):
    batch, written = batch_of(model)
    head = heads_of(model)[-1]
    got = ablation.with_rule(model.network, batch, written, head, lambda weights, allowed: weights)
    assert (got == ablation.without_all(model.network, batch, written, [])).all()


def test_the_greedy_order_is_the_slow_one_where_heads_become_more_important():
    generator = np.random.default_rng(1)
    worth = generator.random(6)
    heads = [("encoder", 0, place) for place in range(6)]

    def cost(removed):
        return sum(worth[head[2]] for head in removed) ** 2

    got = costs._greedy_order(heads, cost, [cost([head]) for head in heads])
    left, removed = [*heads], []
    while left:
        best = min(left, key=lambda head: cost([*removed, head]))
        left.remove(best)
        removed.append(best)
    assert [heads[place] for place in got] == removed


def test_bleu_of_counts_is_sacrebleus():
    written = ["le chat dort sur le lit .", "un chien noir", "je suis là depuis hier soir"]
    references = ["le chat dort sur un lit .", "un gros chien noir", "je suis ici depuis hier soir"]
    counts = costs._bleu_counts(written, references)
    expected = BLEU(lowercase=True, tokenize="13a").corpus_score(written, [references]).score
    assert costs._bleu_of(counts.sum(0)) == pytest.approx(expected, abs=1e-9)
    nothing = costs._bleu_losses(counts, [counts])
    assert (nothing == 0).all()


def test_an_interval_holds_the_figure_and_narrows_with_more_sentences():
    generator = np.random.default_rng(0)
    widths = []
    for count in (50, 800):
        before = generator.normal(size=count)
        after = (before - 0.3 + generator.normal(size=count))[:, None]
        [[value, low, high]] = costs.losses_with_interval(before, after, np.ones(count))
        assert low < value < high
        widths.append(high - low)
    assert widths[1] < widths[0] / 2


@pytest.fixture(scope="module")
def measured():
    model = random_model("transformer")
    pairs = handmade.pairs(times=5)
    return model, pairs, costs.measure_importance(model, pairs, SIZES)


def test_every_figure_is_that_of_its_definition(measured):
    model, pairs, importance = measured
    heads = heads_of(model)
    assert list(importance.heads) == heads
    scored, translated, search = costs._parts_of(model, pairs, SIZES)
    assert (importance.sentences, importance.translated, importance.searched) == (8, 4, 4)
    assert not {line.line for line in search.lines} & {line.line for line in scored.lines}
    assert {line.line for line in translated.lines} <= {line.line for line in scored.lines}
    tokens = sum(len(line.target) + 1 for line in scored.lines)
    before = sum(slow_log_probability(model, line) for line in scored.lines)
    assert importance.log_probability == pytest.approx(before / tokens, abs=1e-5)
    for place, head in enumerate(heads):
        silent = NetworkChanges(silenced=((head,),))
        after = sum(slow_log_probability(model, line, silent) for line in scored.lines)
        assert importance.lost[place, 0] == pytest.approx((before - after) / tokens, abs=1e-4)
    for order in importance.removal:
        assert sorted(order) == list(range(len(heads)))
    assert importance.curves[:, 0] == pytest.approx(0, abs=1e-9)
    assert importance.curves[:, -1] == pytest.approx(importance.curves[0, -1], abs=1e-6)
    assert importance.bleu_curve[0] == pytest.approx(importance.bleu)
    for values in (importance.lost, importance.bleu_lost, importance.uniform, importance.permuted):
        assert (values[:, 1] <= values[:, 2]).all()


def test_ranks_correlate_as_they_should(measured):
    _, _, importance = measured
    same = replace(importance, gradient=np.exp(importance.lost[:, 0]))
    assert same.rank_correlation == pytest.approx(1)
    assert replace(importance, gradient=-importance.lost[:, 0]).rank_correlation == pytest.approx(
        -1
    )
    assert math.isnan(replace(importance, heads=importance.heads[:2]).rank_correlation)


def test_a_file_keeps_every_figure(measured):
    _, _, importance = measured
    again = from_file(*to_file(importance))
    for name, value in vars(importance).items():
        if isinstance(value, np.ndarray):
            np.testing.assert_allclose(getattr(again, name), value, rtol=1e-6, err_msg=name)
        else:
            assert getattr(again, name) == value


def test_a_profile_keeps_what_is_lost(measured, tmp_path):
    _, _, importance = measured
    empty = profile.Profile("small", {}, 1, 0, "", "", {})
    for given in (None, importance):
        profile.write_profile(replace(empty, importance=given), tmp_path / "small.npz")
        again = profile.read_profile(tmp_path / "small.npz").importance
        assert (again is None) == (given is None)
    assert again.heads == importance.heads


@pytest.mark.parametrize("kind", ["gpt", "bert"])
def test_a_language_model_loses_log_probability_of_its_own_tokens(kind):
    model, pairs = random_model(kind), handmade.pairs(french=[""] * 3, times=5)
    importance = costs.measure_importance(model, pairs, SIZES)
    scored, _, search = costs._parts_of(model, pairs, SIZES)
    assert (importance.sentences, importance.translated, importance.searched) == (8, 4, 4)
    assert not {line.line for line in search.lines} & {line.line for line in scored.lines}
    tokens = sum(len(line.target) + (kind == "gpt") for line in scored.lines)
    assert scored.tokens.sum() == tokens

    def slow(changes):
        rows = [row for line in scored.lines for row in ablation.scored_rows(model, line)]
        return sum(slow_log_probability(model, row, changes) for row in rows)

    before = slow(AS_TRAINED)
    assert importance.log_probability == pytest.approx(before / tokens, abs=1e-5)
    for place, head in enumerate(heads_of(model)):
        lost = (before - slow(NetworkChanges(silenced=((head,),)))) / tokens
        assert importance.lost[place, 0] == pytest.approx(lost, abs=1e-4)
    assert np.ptp(importance.lost[:, 0]) > 0.01
    assert (importance.gradient > 0).all()
    for values in (importance.lost, importance.uniform, importance.permuted):
        assert (values[:, 1] <= values[:, 2]).all()
    assert importance.curves[:, 0] == pytest.approx(0, abs=1e-9)
    assert importance.curves[:, -1] == pytest.approx(importance.curves[0, -1], abs=1e-6)
    assert importance.spared(0.1) is None
    steps = replace(importance, curves=np.array([[0, -0.1, 0.05, 0.2, 0.1]]))
    assert [steps.spared_within(nats) for nats in (0.1, 9)] == [2, 4]
    for values in (importance.bleu, importance.bleu_lost, importance.bleu_curve):
        assert np.isnan(values).all()
    again = from_file(*to_file(importance))
    assert again.task == model.capabilities.task
    assert math.isnan(again.bleu)


def test_of_each_masked_row_one_token_is_found_and_of_each_text_all(model):
    if model.capabilities.task == "masked-lm":
        _, written = batch_of(model)
        assert ((written != WORDS.padding_id).sum(1) == 1).all()
    part = costs._Part.of(model, encode(model, handmade.pairs(times=1)))
    assert sorted(part.tokens) == sorted(
        len(line.target) + (model.capabilities.task != "masked-lm") for line in part.lines
    )


def test_a_file_made_before_there_were_language_models_is_of_a_translator(measured):
    arrays, about = to_file(measured[2])
    del about["task"]
    assert from_file(arrays, about).task == "translation"


def test_a_recurrent_network_loses_its_attention():
    model = random_model("dot")
    importance = costs.measure_importance(model, handmade.pairs(times=5), SIZES)
    assert importance.heads == (("cross", 0, 0),)
    assert importance.curves.shape == (3, 2)


def test_a_pair_without_french_is_passed_over():
    model = random_model("dot")
    pairs = [*handmade.pairs(times=2), (99, Pair("the dog .", ""))]
    for part in costs._parts_of(model, pairs, SIZES):
        assert all(line.line != 99 for line in part.lines)
