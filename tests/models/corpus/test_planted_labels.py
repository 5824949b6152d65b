"""Heads whose weights were set by hand get the label of what they do, and no other survives."""

import pytest

from models.corpus.attention_sums import analyse, untrained
from models.corpus.labels import labels_of, refuted_of
from models.corpus.making import measure_controls, stacks_of
from models.corpus.profile import StackProfile
from models.corpus.sentences import Pair
from tests import planted


def profile(model, pairs: list[Pair]) -> dict[str, StackProfile]:
    numbered = [*enumerate(pairs * 20)]  # often enough for a label
    before = analyse(model, numbered, network=untrained(model))
    controls = measure_controls(model, [pair for _, pair in numbered])
    return stacks_of(model, analyse(model, numbered), before, controls)


def names(labels) -> list[list[str]]:
    return [[label.measure for label in of_head] for of_head in labels]


@pytest.fixture(scope="module")
def translator():
    def links(english: str, order: dict[int, int]) -> tuple[tuple[int, int], ...]:
        return tuple((order.get(place, place), place) for place in range(len(english.split())))

    pairs = [Pair(*texts, links=links(texts[0], {})) for texts in planted.SENTENCES.items()]
    pairs.append(Pair(*planted.CROSSED, links=links(planted.CROSSED[0], {1: 2, 2: 1})))
    return profile(planted.translator(), pairs)


def test_a_previous_token_head_keeps_its_label_where_words_stand_in_random_order(translator):
    first, *others = names(labels_of(translator["encoder"]))
    assert first == ["previous"]
    assert not any("previous" in other for other in others)


def test_a_head_that_knows_positions_alone_is_refuted_as_an_alignment(translator):
    """It looks at the word to be written in 93 of 100 rows, and in none whose order differs."""
    by_place, by_word, *_ = names(labels_of(translator["cross"]))
    assert by_place == ["place"]
    assert by_word == ["reads"]
    [refuted], *_ = refuted_of(translator["cross"])
    assert refuted.measure == "writes"
    assert refuted.share > 0.9
    assert refuted.control < 0.01


def test_an_induction_head_keeps_its_label_on_random_words_said_twice():
    pairs = [Pair(text, "") for text in (*planted.SENTENCES, planted.REPEATED)]
    stack = profile(planted.language_model(), pairs)["decoder"]
    assert names(labels_of(stack)) == [
        *(["previous"], ["spreads"], ["spreads"], ["spreads"]),
        # The second head adds nothing: a label says what a head attends to.
        *(["induction"], ["induction"], ["spreads"], ["spreads"]),
    ]
