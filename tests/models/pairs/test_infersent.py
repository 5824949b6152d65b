"""InferSent: the network, its words, and what the shipped one says."""

import numpy as np
import pytest
import torch

from models import UserError
from models.answers.decoding import pad
from models.networks.infersent import _compare
from models.pairs import (
    _LONGEST,
    LEARNT,
    PADDING,
    _word_id,
    card,
    cosine,
    encode_words,
    glove_mean,
    split_contractions,
)
from models.pairs.comparison import _build, _infersent, judge
from models.words import glove

HUMAN = "The human controls the machine."
MACHINE = "The machine controls the human."


def test_the_classifier_reads_the_four_features_of_the_paper():
    u, v = torch.tensor([[1.0, -2.0]]), torch.tensor([[3.0, 1.0]])
    assert _compare(u, v).tolist() == [[1, -2, 3, 1, 2, 3, 3, -2]]


def test_a_sentence_is_the_largest_state_of_each_unit_whatever_the_padding():
    network = _build().eval()
    rows = [encode_words(text)[1] for text in (HUMAN, "A dog sleeps in the park with a cat.")]
    with torch.inference_mode():
        together = network.encode(pad(rows, PADDING))
        alone = network.encode(pad(rows[:1], PADDING))
        states, _ = network.lstm(network.embed(pad(rows[:1], PADDING)))
    torch.testing.assert_close(together.vectors[0], alone.vectors[0], atol=1e-6, rtol=0)
    torch.testing.assert_close(alone.vectors, states.max(1).values, atol=1e-6, rtol=0)
    assert together.places[0].max() < len(rows[0])


def test_word_vectors_are_not_trained_and_not_saved():
    network = _build()
    assert "word_vectors" not in network.state_dict()
    ids = torch.tensor([[_word_id("dog"), _word_id("a")]])
    vectors = network.embed(ids)[0].detach()
    np.testing.assert_allclose(vectors[0], glove().table[glove().find("dog")])
    torch.testing.assert_close(vectors[1], network.learnt.weight[LEARNT.index("a")].detach())


def test_words_are_split_as_glove_has_them():
    assert split_contractions("The dog isn't 3 years old!") == [
        *("the", "dog", "is", "n't", "3", "years", "old", "!")
    ]
    assert split_contractions("I can’t, he won't; it's Anna's.") == [
        *("i", "can", "n't", ",", "he", "will", "n't", ";", "it", "'s", "anna", "'s", ".")
    ]


@pytest.mark.parametrize("text", ["", "?!", "word " * (_LONGEST + 1)])
def test_unreadable_sentences_get_a_sentence(text):
    with pytest.raises(UserError):
        encode_words(text)


def test_the_order_of_the_words_changes_the_vector_and_not_the_mean():
    assert cosine(glove_mean(HUMAN), glove_mean(MACHINE)) == pytest.approx(1, abs=1e-6)
    verdict = judge(HUMAN, MACHINE)
    assert verdict.cosine < 0.9
    assert verdict.label == "contradiction"
    assert judge(HUMAN, "The machine is controlled by the human.").label == "entailment"


def test_a_verdict_is_what_the_network_computes():
    verdict = judge(HUMAN, MACHINE)
    network = _infersent()
    ids = [pad([encode_words(text)[1]], PADDING) for text in (HUMAN, MACHINE)]
    with torch.inference_mode():
        expected = network(*ids)[0].softmax(-1).numpy()
        vectors = [network.encode(one).vectors[0].numpy() for one in ids]
    np.testing.assert_allclose(verdict.probabilities, expected, atol=1e-6)
    for reading, vector in zip((verdict.first, verdict.second), vectors, strict=True):
        np.testing.assert_allclose(reading.vector, vector, atol=1e-6)
        assert reading.shares.sum() == pytest.approx(1)
        assert len(reading.shares) == len(reading.words) == 6


def test_an_unknown_word_is_named():
    assert judge("The xyzzyx sleeps.", HUMAN).first.unknown == ("xyzzyx",)


def test_the_card_has_the_figures_of_the_page():
    figures = card()["accuracy"]
    for held_out in ("words", "frames", "written"):
        right = {maker: figures[maker][held_out]["all"] for maker in figures}
        assert right["infersent"][0] > right["glove"][0] > 0
        assert len({count for _, count in right.values()}) == 1
    assert {"glove", "infersent", "untrained", "bert"} <= {*card()["people"]}
