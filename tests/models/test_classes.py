"""Language models of classes: Bayes on counted characters."""

import numpy as np
import pytest

from models import UserError
from models.classes import ClassModels, _file_name, card, measure_own, shipped_classes


def test_a_text_belongs_to_the_class_of_its_characters_and_shares_are_bayes():
    classes = ClassModels.count({"a": ["aaaa", "aab"], "b": ["bbbb", "bba"]}, order=2)
    values = classes.log_probabilities("aaa")
    assert values.shape == (2, 3)
    likelihoods = np.exp(values.sum(1))
    np.testing.assert_allclose(classes.shares("aaa"), likelihoods / likelihoods.sum())
    assert classes.shares("aaa").argmax() == 0
    assert classes.shares("bbb").argmax() == 1


def test_each_character_has_the_probability_that_its_own_model_gives():
    classes = ClassModels.count({"a": ["abc", "abd"], "b": ["cab"]}, order=3)
    numbers = {character: place + 2 for place, character in enumerate(classes.alphabet)}
    values = classes.log_probabilities("ab?")
    for model, row in zip(classes.models, values, strict=True):
        ids = [0, numbers["a"], numbers["b"], 1]
        slow = [model.probabilities(ids[: place + 1])[ids[place + 1]] for place in range(3)]
        np.testing.assert_allclose(np.exp(row), slow)


def test_a_class_without_text_is_refused_and_one_line_cannot_be_left_out():
    with pytest.raises(ValueError, match="no text"):
        ClassModels.count({"a": ["x"], "b": [""]})
    with pytest.raises(UserError, match="two lines"):
        measure_own({"a": ["x", "y"], "b": ["z"]})


def test_lines_of_two_alphabets_go_to_their_class_when_each_is_left_out():
    assert measure_own({"a": ["aa ab", "ab aa", "aab"], "b": ["xy yx", "yx xy", "xxy"]}) == (6, 6)


@pytest.mark.parametrize("group", ["languages", "authors"])
def test_the_card_tells_what_is_shipped_and_longer_texts_are_classed_better(group):
    classes, figures = shipped_classes(group), card(group)
    assert classes.names == tuple(figures["classes"])
    assert all(model.order == figures["order"] for model in classes.models)
    counts = [np.array(rows) for rows in figures["held_out"]["by_characters"].values()]
    assert all((rows.sum(1) == figures["held_out"]["texts"]).all() for rows in counts)
    right = [int(np.trace(rows)) for rows in counts]
    assert right == sorted(right)
    assert _file_name("Jane Austen") == "jane-austen.npz"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I am tired.", "English"),
        ("Je suis fatigué.", "French"),
        ("Ich bin müde.", "German"),
        ("Jsem unavený.", "Czech"),
    ],
)
def test_a_sentence_is_put_into_its_language(text, name):
    classes = shipped_classes("languages")
    assert classes.names[classes.shares(text).argmax()] == name
