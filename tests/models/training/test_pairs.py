"""The grammar of the sentence pairs."""

import random
from pathlib import Path

import pytest

from models.pairs import LABELS, LEARNT, UNKNOWN, card, split_words, word_id
from models.training.pair_words import HELD_OUT, TRAINED
from models.training.pairs import (
    FRAMES,
    OTHER_FRAMES,
    Grammar,
    active,
    cleft_object,
    forms,
    gerund,
    held_out_pairs,
    negated,
    passive,
    past,
    third,
    training_pairs,
    with_article,
    written_pairs,
)


def drawn(words, frames, count=3000):
    return [*Grammar(words, frames, random.Random(7)).pairs(count)]


@pytest.mark.parametrize(
    "form, phrase, expected",
    [
        (third, "watch", "watches"),
        (third, "carry a box", "carries a box"),
        (third, "have an umbrella", "has an umbrella"),
        (past, "play the piano", "played the piano"),
        (past, "control", "controlled"),
        (past, "be asleep", "was asleep"),
        (gerund, "ride a horse", "riding a horse"),
        (gerund, "agree with", "agreeing with"),
        (gerund, "lie in bed", "lying in bed"),
        (gerund, "hit", "hitting"),
    ],
)
def test_verbs_are_inflected(form, phrase, expected):
    assert form(phrase) == expected


def test_one_event_is_told_in_several_ways():
    event = "the man", "chase", "the dog"
    assert active(*event, "continuous") == "the man is chasing the dog"
    assert passive(*event, "past") == "the dog was chased by the man"
    assert negated(*event, "present") == "the man does not chase the dog"
    assert cleft_object(*event, "past") == "it is the dog that the man chased"
    assert with_article("old man") == "an old man"


@pytest.mark.slow
def test_the_same_seed_draws_the_same_pairs():
    assert training_pairs(200, 3) == training_pairs(200, 3)
    assert training_pairs(200, 3) != training_pairs(200, 4)


def test_the_same_words_in_another_order_contradict_unless_the_verb_is_symmetric():
    pairs = [
        pair
        for pair in drawn(TRAINED, FRAMES[:1])
        if sorted(split_words(pair.first)) == sorted(split_words(pair.second))
    ]
    labels = {pair.kind: {one.label for one in pairs if one.kind == pair.kind} for pair in pairs}
    assert labels["roles"] == {"contradiction"}
    assert labels["symmetric"] == {"entailment"}


@pytest.mark.parametrize("kind", ["roles", "symmetric", "converse", "giving", "place", "state"])
def test_the_kind_does_not_give_the_label(kind):
    labels = {pair.label for pair in drawn(TRAINED, FRAMES) if pair.kind == kind}
    assert len(labels) >= 2


def test_the_grammar_writes_no_training_pair_with_the_open_words_of_held_out_pairs():
    for field in ("people", "animals", "machines", "verbs", "symmetric", "gifts", "colours"):
        assert not {*getattr(TRAINED, field)} & {*getattr(HELD_OUT, field)}
    trained = {word for pair in drawn(TRAINED, FRAMES) for word in split_words(pair.first)}
    assert not {"human", "machine", "controls", "control", "controlled"} & trained


@pytest.fixture(scope="module")
def shipped():
    """The pairs that the shipped network was trained on."""
    return training_pairs(card()["generated"], card()["seed"])


@pytest.mark.slow
def test_no_training_pair_has_a_kept_word_or_a_sentence_written_by_hand(shipped):
    assert len(shipped) == card()["pairs"] + card()["validation"][1]
    text = Path(".github/docs/training.md").read_text(encoding="utf-8")
    assert f"none of the {card()['pairs']:,} training pairs" in text
    words, written = forms(HELD_OUT), {text for pair in written_pairs() for text in pair[:2]}
    for pair in shipped:
        assert not words & {*split_words(f"{pair.first} {pair.second}")}, pair
        assert not written & {*pair[:2]}, pair


@pytest.mark.slow
def test_no_held_out_pair_is_trained_on(shipped):
    trained = {pair[:2] for pair in shipped}
    for pairs in held_out_pairs(2000).values():
        assert not trained & {pair[:2] for pair in pairs}


def test_each_generated_held_out_pair_has_a_noun_or_verb_that_the_grammar_kept_back():
    words = forms(HELD_OUT)
    sets = held_out_pairs(2000)
    for pair in (*sets["words"], *sets["frames"]):
        assert words & {*split_words(f"{pair.first} {pair.second}")}, pair


def test_almost_every_word_of_the_grammar_has_a_vector():
    words = [
        word
        for words, frames in ((TRAINED, FRAMES), (HELD_OUT, OTHER_FRAMES))
        for pair in drawn(words, frames)
        for word in split_words(f"{pair.first} {pair.second}")
    ]
    unknown = [word for word in words if word_id(word) == UNKNOWN]
    assert len(unknown) / len(words) < 0.01
    assert "a" in LEARNT


def test_the_pairs_written_by_hand_are_whole():
    pairs = written_pairs()
    assert {pair.label for pair in pairs} == {*LABELS}
    assert len({pair[:2] for pair in pairs}) == len(pairs) == 128
    assert all(text.endswith(".") and text[0].isupper() for pair in pairs for text in pair[:2])
