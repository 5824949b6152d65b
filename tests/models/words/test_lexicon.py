"""The lexicon links words of a sentence with those of its translation, and knows its limits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.words.lexicon import LEXICON_TABLE, Vocabulary, _from_bytes, lexicon, to_bytes

RED_DOG = ["The", "red", "dog", "sleeps", "."]


def test_words_are_linked_across_their_order():
    french = ["Le", "chien", "rouge", "dort", "."]
    assert lexicon().links(RED_DOG, french) == [0, 2, 1, 3, 4]


def test_a_word_that_translates_none_has_no_link():
    french = ["Le", "papier", "rouge", "dort", "."]
    assert lexicon().links(RED_DOG, french) == [0, None, 1, 3, 4]


def test_an_unknown_word_is_linked_only_with_the_same_word():
    english, french = ["Zyx", "met", "Wvut"], ["Zyx", "a", "rencontré", "Qpon"]
    assert lexicon().links(english, french) == [0, None, 1, None]


@pytest.mark.parametrize("english, french", [([], ["le"]), (["the"], []), ([], [])])
def test_an_empty_sentence_has_no_link(english, french):
    assert lexicon().links(english, french) == [None] * len(french)


def test_a_gloss_is_the_linked_word_else_the_most_probable_one_else_nothing():
    french = ["Le", "papier", "rouge", "dort", "zyx", "."]
    assert lexicon().glosses(RED_DOG, french) == ["The", "paper", "red", "sleeps", "", ""]


def test_a_copied_word_in_capitals_is_its_own_gloss():
    assert lexicon().glosses(["THE", "RED", "DOG"], ["LE", "DOG", "DOG"])[1:] == ["DOG", "DOG"]
    assert lexicon().glosses(["a", "dog"], ["dog"]) == ["hotdog"]  # as the corpus has it


def test_the_likeliest_english_word_is_the_most_probable_of_all():
    words, every = lexicon(), lexicon().pairs % len(lexicon().french)
    for french in ("chien", "en", "parle"):
        place = np.where(every == words.french[french])[0]
        best = words.pairs[place[words.to_english[place].argmax()]] // len(words.french)
        assert words.english[words.likeliest_english(french)] == best


@given(
    st.lists(st.text(min_size=1).filter(lambda word: word.isprintable()), unique=True), st.text()
)
def test_a_vocabulary_is_as_a_dict(words, other):
    vocabulary = Vocabulary(words)
    expected = {word: number for number, word in enumerate(words)}
    assert [*vocabulary.items()] == [*expected.items()]
    assert [*map(vocabulary.word, expected.values())] == words
    assert vocabulary.get(other, -1) == expected.get(other, -1)


def test_half_a_character_is_no_word():
    assert Vocabulary(["!", "?"]).get("\ud800") is None


def test_scores_are_between_0_and_1():
    scores = lexicon().scores(RED_DOG, ["Le", "chien", "rouge", "zyx"])
    assert scores.shape == (4, 5)
    assert scores.min() >= 0
    assert scores.max() <= 1


def test_stored_probabilities_are_right_to_a_twentieth():
    probabilities = np.array([1.0, 0.5, 0.013, 1e-9])
    assert _from_bytes(to_bytes(probabilities)) == pytest.approx(probabilities, rel=0.05)
    assert _from_bytes(to_bytes(np.zeros(1))) < 1e-9


def test_the_table_is_small():
    assert LEXICON_TABLE.stat().st_size < 3_000_000
