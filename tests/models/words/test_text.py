"""Texts to learn word vectors from."""

import numpy as np
import pytest

from models import UserError
from models.words.text import END, co_occurrences, make_text, ngrams, split_sentences, split_words


def test_words_are_split_in_lower_case_without_numbers_and_marks():
    assert split_words("The dog’s 3 BONES, _not_ 4!") == ["the", "dog's", "bones", "not"]
    assert split_sentences('He said: "Go!" And she went.\nYes') == [
        "He said:", '"Go!', "And she went.", "Yes",
    ]  # fmt: skip


def test_a_text_numbers_its_words_the_commonest_first_and_drops_rare_ones():
    text = make_text(["a b a", "a b c", "c"], least=2)
    assert text.words == ("a", "b", "c")
    assert text.numbers.tolist() == [0, 1, 0, END, 0, 1, 2, END]
    assert text.counts.tolist() == [3, 2, 1]
    assert text.starts.tolist() == [0, 4]
    assert make_text(["alone", "a b"]).words == ("a", "b")
    with pytest.raises(UserError, match="no sentence"):
        make_text(["word", "other"])


def test_pairs_are_counted_by_distance_and_not_across_sentences():
    text = make_text(["x y z", "z x"])
    rows, columns, counts = co_occurrences(text.numbers, 2, 3)
    names = text.words
    table = {(names[i], names[j]): float(n) for i, j, n in zip(rows, columns, counts)}
    expected = {("x", "y"): 1.0, ("y", "z"): 1.0, ("x", "z"): 1.5}
    assert table == expected | {(b, a): n for (a, b), n in expected.items()}
    assert np.all(np.diff(rows * 3 + columns) > 0)


def test_ngrams_have_the_ends_of_the_word():
    assert ngrams("owl") == ["<ow", "owl", "wl>", "<owl", "owl>", "<owl>"]
    assert len(ngrams("aaaaaa")) == len({*ngrams("aaaaaa")})
