"""The output of a head replaced by 0, by its mean, by that in other sentences; heads in pairs."""

import copy

import numpy as np
import pytest
import torch

from models import Request, UserError, WhatIf, load
from models.answers import ablating
from models.answers.translation import TranslationModel
from models.corpus.sentences import CORPUS, read_sentences
from models.results import _LEAST_EXCESS, SelfRepair, _log_probabilities
from tests import planted
from tests.marks import slow_after

DOG = "The big red dog is sleeping on the bed."
HEADS = [("encoder", 1, 2), ("decoder", 3, 0), ("cross", 3, 3)]
BACKED_UP = [
    (planted.translator, next(iter(planted.SENTENCES)), ("cross", 0, 0), ("cross", 0, 2)),
    (planted.language_model, planted.REPEATED, ("decoder", 1, 0), ("decoder", 1, 2)),
]


@pytest.fixture(scope="module")
def request_of_dog(model):
    return Request("transformer", DOG, model.trace(Request("transformer", DOG)).translation)


@pytest.fixture(scope="module")
def sample(model):
    """The traces of the sentences of the sample, one after the other."""
    sentences = ablating._SENTENCES.read_text(encoding="utf-8").splitlines()
    return [model.trace(Request("transformer", sentence)) for sentence in sentences]


def given_own(model, sentence: str) -> Request:
    """Return the request for a sentence, forced to what the model writes."""
    return Request(model.name, sentence, model.trace(Request(model.name, sentence)).translation)


def test_the_sample_is_every_so_manieth_sentence_of_the_corpus():
    english = [pair.english for pair in read_sentences(CORPUS) if len(pair.english.split()) > 2]
    expected = [english[place * len(english) // 40] for place in range(40)]
    assert ablating._SENTENCES.read_text(encoding="utf-8").splitlines() == expected


@pytest.mark.parametrize("stack, layer, number", slow_after(1, HEADS))
def test_zero_is_the_run_with_the_head_switched_off(model, request_of_dog, stack, layer, number):
    head = stack, layer, number
    ablation = model.ablate(request_of_dog, head)
    off = Request("transformer", DOG, request_of_dog.target, WhatIf(silenced=(head,)))
    for odds, request in ((ablation.zero, off), (ablation.baseline, request_of_dog)):
        probabilities = [choice.probability for choice in model.trace(request).choices]
        np.testing.assert_allclose(np.exp(_log_probabilities(odds)), probabilities, atol=1e-5)
    each = model.silence_each(request_of_dog)
    lost = each.baseline - each.log_probability[each.heads.index(head)]
    assert ablation.losses["zero"] == pytest.approx([lost], abs=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize("head", HEADS)
def test_the_mean_is_what_a_network_with_a_constant_in_its_bias_computes(
    model, sample, request_of_dog, head
):
    stack, layer, number = head
    outputs = [trace.attention[stack].head_output[layer, number] for trace in sample]
    mean = torch.tensor(np.concatenate(outputs).astype(float).mean(0), dtype=torch.float32)
    network = copy.deepcopy(model.network)
    output = network.parts(stack, layer)["to_output"]
    columns = slice(number * len(mean), (number + 1) * len(mean))
    with torch.no_grad():
        output.bias += output.weight[:, columns] @ mean
        output.weight[:, columns] = 0
    changed = TranslationModel("transformer", network, model.tokenizer, {}, model.device)
    expected = [choice.probability for choice in changed.trace(request_of_dog).choices]
    odds = model.ablate(request_of_dog, head).mean
    np.testing.assert_allclose(np.exp(_log_probabilities(odds)), expected, atol=1e-5)


@pytest.mark.parametrize("stack, layer, number", slow_after(1, HEADS))
def test_a_heads_output_in_the_same_sentence_changes_nothing(
    model, request_of_dog, stack, layer, number
):
    trace = model.trace(request_of_dog)
    output = torch.tensor(trace.attention[stack].head_output[layer, number])
    run = model._run(request_of_dog)
    with torch.inference_mode():
        baseline, same = ablating._log_odds(model, run, [{}, {(stack, layer, number): output}])
    np.testing.assert_allclose(same, baseline, atol=1e-4)


def test_an_output_in_a_longer_sentence_is_taken_at_the_same_relative_places():
    output = torch.arange(9.0)[:, None]
    assert ablating._stretched(output, 5)[:, 0].tolist() == [0, 2, 4, 6, 8]
    assert ablating._stretched(output[:3], 5)[:, 0].tolist() == [0, 0, 1, 2, 2]
    assert ablating._stretched(output, 1)[:, 0].tolist() == [0]


def test_a_sentence_of_the_sample_is_not_resampled_from_itself():
    model = planted.translator()
    for sentence in (*planted.SENTENCES, "the dog sees the cat ."):
        ablation = model.ablate(given_own(model, sentence), ("cross", 0, 0))
        assert len(ablation.resampled) == 3 - (sentence in planted.SENTENCES)
        assert (ablation.losses["resample"] > 20).all()  # it needs the words of this sentence


def test_what_a_head_always_adds_is_lost_with_zero_alone():
    """A head that adds the same everywhere says nothing of the sentence, and zero misses it."""
    model = planted.translator()
    cross = model.network.decoder[0].cross_attention
    with torch.no_grad():  # the values of the last head are a constant
        cross.to_value.bias[-32] = 1
        cross.to_output.weight[planted.WORD, -32] = -10 * planted.CODES[3]
    model.head_sample = ablating.read_sample(model, [*planted.SENTENCES])
    sentence = next(iter(planted.SENTENCES))
    ablation = model.ablate(given_own(model, sentence), ("cross", 0, 3))
    assert abs(ablation.zero - ablation.baseline).min() > 0.5
    for odds in (ablation.mean, *ablation.resampled):
        np.testing.assert_allclose(odds, ablation.baseline, atol=1e-4)


@pytest.mark.parametrize("plant, text, head, twin", BACKED_UP)
def test_two_heads_that_back_each_other_up_are_found_together(plant, text, head, twin):
    model = plant(backup=True)
    request = given_own(model, text)
    assert abs(model.ablate(request, head).losses["zero"][0]) < 0.01
    for one, other in ((head, twin), (twin, head)):
        repair = model.find_repair(request, one)
        assert repair.partner == other
        assert repair.excess.max() > 100
        assert repair.random.max() < 10


@pytest.mark.parametrize("plant, text, head, twin", BACKED_UP)
def test_a_head_without_a_backup_and_one_that_does_nothing_have_no_partner(plant, text, head, twin):
    model = plant()
    request = given_own(model, text)
    for one in (head, twin, (*head[:2], 1)):
        assert model.find_repair(request, one).partner is None


@pytest.mark.slow
def test_pairs_cost_what_the_run_without_both_says(model, request_of_dog):
    repair = model.find_repair(request_of_dog, ("cross", 3, 3))

    def loss(*heads: tuple[str, int, int]) -> float:
        what_if = WhatIf(silenced=heads)
        odds = [
            np.log(p / (1 - p))
            for request in (
                request_of_dog,
                Request("transformer", DOG, request_of_dog.target, what_if),
            )
            for p in [np.array([c.probability for c in model.trace(request).choices], float)]
        ]
        return float((odds[0] - odds[1]).sum())

    other = repair.others[repair.strongest]
    assert repair.alone == pytest.approx(loss(repair.head), abs=1e-3)
    assert repair.together[repair.strongest] == pytest.approx(loss(repair.head, other), abs=1e-3)
    assert repair.others_alone[repair.strongest] == pytest.approx(loss(other), abs=1e-3)
    assert len(repair.others) == 47
    assert len(repair.random) == len(repair.random_mean) == 100


def test_the_rule_can_be_refuted_by_each_of_its_parts():
    def repair(alone=0.1, together=3.0, random=0.5, mean=3.0, random_mean=0.5) -> SelfRepair:
        return SelfRepair(
            Request("transformer", DOG),
            ("cross", 0, 0),
            (("cross", 0, 1),),
            alone,
            np.array([0.1]),
            np.array([together]),
            np.array([random]),
            mean,
            np.array([random_mean]),
        )

    assert repair().partner == ("cross", 0, 1)
    assert repair(together=_LEAST_EXCESS).partner is None
    assert repair(alone=2.0).partner is None  # most of what it does shows when it alone is off
    assert repair(random=2.9).partner is None
    assert repair(mean=_LEAST_EXCESS - 0.1).partner is None
    assert repair(random_mean=3.1).partner is None


@pytest.mark.parametrize("ask", ["ablate", "find_repair"])
def test_a_head_that_is_not_there_and_a_model_without_heads_are_refused(model, ask):
    with pytest.raises(UserError, match="There is no head 10"):
        getattr(model, ask)(Request("transformer", DOG), ("cross", 0, 9))
    for name in ("bilstm-dot", "bert"):
        with pytest.raises(UserError):
            getattr(load(name, "cpu"), ask)(Request(name, DOG), ("cross", 0, 0))


@pytest.mark.slow
def test_gpts_heads_are_measured_on_its_continuation():
    gpt = load("gpt", "cpu")
    request = given_own(gpt, "The little girl went to the")
    ablation = gpt.ablate(request, ("decoder", 5, 1))
    off = gpt.silence_each(request)
    lost = off.baseline - off.log_probability[off.heads.index(("decoder", 5, 1))]
    assert ablation.losses["zero"] == pytest.approx([lost], abs=1e-3)
    assert len(ablation.predicted) == len(off.predicted)
