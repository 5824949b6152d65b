"""The shipped sentences with ambiguous words."""

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from models.words.meanings import _FILE, _Example, examples, words

DATA = Path(os.environ.get("HEADS_UP_DATA", Path(__file__).parents[4] / "shared" / "data"))
TRAINED_ON = [DATA / name for name in ("tatoeba.train.en-fr.tsv.gz", "multi30k.train.en-fr.tsv.gz")]


def bare(sentence: str) -> str:
    """Return a sentence in lower case, with only letters and digits."""
    return " ".join(re.findall(r"\w+", sentence.casefold()))


def test_there_are_thirteen_words_of_a_hundred_sentences_each_word_by_word():
    counts = Counter(example.word for example in examples())
    assert len(words()) == 13
    assert counts == dict.fromkeys(words(), 100)
    assert [example.word for example in examples()] == [
        word for word in words() for _ in range(100)
    ]
    assert {"left", "right", "light", "like"} <= {*words()}


def test_every_line_has_four_filled_columns_without_stray_spaces():
    lines = _FILE.read_text(encoding="utf-8").split("\n")
    assert lines.pop() == ""
    assert len(lines) == len(examples())
    for line, example in zip(lines, examples()):
        assert line.split("\t") == list(example)
        assert len(example) == len(_Example._fields) == 4
        assert all(
            cell and cell == cell.strip() and "  " not in cell and cell.isprintable()
            for cell in example
        ), line


@pytest.mark.parametrize("word", words())
def test_the_word_stands_once_in_each_of_its_sentences(word):
    for example in examples():
        if example.word == word:
            assert len(re.findall(rf"\b{word}\b", example.english, re.IGNORECASE)) == 1, (
                example.english
            )


@pytest.mark.parametrize("word", words())
def test_a_word_has_at_least_two_meanings_each_ten_times(word):
    counts = Counter(example.meaning for example in examples() if example.word == word)
    assert len(counts) >= 2
    assert min(counts.values()) >= 10


def test_no_sentence_is_there_twice():
    assert (
        len({bare(example.english) for example in examples()})
        == len({example.english for example in examples()})
        == 1300
    )


def test_a_sentence_is_one_sentence_of_either_language():
    for example in examples():
        assert example.english[-1] in ".!?"
        assert example.french[-1] in ".!?"
        assert example.english != example.french
        assert 3 <= len(example.english.split()) <= 20


@pytest.mark.weekly
@pytest.mark.skipif(
    not all(file.exists() for file in TRAINED_ON),
    reason="the data are not in the repository; HEADS_UP_DATA names their folder",
)
def test_no_sentence_was_trained_on():
    from models.training.data import read_pairs

    trained = {bare(pair.source) for file in TRAINED_ON for pair in read_pairs(file)}
    assert len(trained) > 100_000
    assert bare("I am tired!") in trained
    assert [example.english for example in examples() if bare(example.english) in trained] == []
