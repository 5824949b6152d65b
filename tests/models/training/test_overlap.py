import gzip
from dataclasses import replace

import pytest

from models.training.data import LECTURE, Pair, read_corpus, read_pairs
from models.training.mixture import training_pairs
from models.training.overlap import SHORT, drop_exact, drop_near, words_of
from models.training.recipes import RECIPES


def test_a_held_out_sentence_is_dropped_whatever_its_capitals_and_punctuation():
    pairs = [
        Pair("The big, red dog", "a"),
        Pair("the big red dog!", "b"),
        Pair("The big red cat", "c"),
    ]
    assert [pair.target for pair in drop_exact(pairs, ["The big red dog."])] == ["c"]


def test_a_greeting_of_one_or_two_words_may_be_learnt():
    pairs = [Pair("Hello!", "Bonjour !"), Pair("Good evening.", "Bonsoir.")]
    assert (
        drop_exact(pairs, ["Hello", "Good evening"])
        == drop_near(pairs, ["Hello", "Good evening"])
        == pairs
    )


@pytest.mark.slow
def test_near_duplicates_are_those_a_slow_comparison_of_all_with_all_finds():
    sentences = [pair.source for pair in read_corpus()[::40]]
    held_out = [pair.source for pair in read_pairs(LECTURE)] + [
        sentence.replace(" is ", " was ") for sentence in sentences[::5]
    ]

    def is_near(one, other):
        one = set(words_of(one))
        other = set(words_of(other))
        return len(one & other) / len(one | other) >= 0.7

    secret = [sentence for sentence in held_out if len(words_of(sentence)) > SHORT]
    expected = [
        sentence for sentence in sentences if not any(is_near(sentence, other) for other in secret)
    ]
    assert [
        pair.source for pair in drop_near([Pair(sentence, "") for sentence in sentences], held_out)
    ] == expected
    assert 0 < len(sentences) - len(expected) < len(sentences)


@pytest.mark.slow
def test_no_lecture_sentence_and_nothing_near_a_scored_one_is_trained_on(data):
    recipe = replace(RECIPES["transformer"], corpus=2)
    lecture = {words_of(pair.source) for pair in read_pairs(LECTURE)}
    pairs, passes = training_pairs(recipe, data)
    assert passes == {
        "tatoeba.train.en-fr.tsv.gz": 1,
        "multi30k.train.en-fr.tsv.gz": 2,
        "corpus": 2,
    }
    assert not [
        pair
        for pair in pairs
        if len(words_of(pair.source)) > SHORT and words_of(pair.source) in lecture
    ]
    corpus = drop_near(read_corpus(), [pair.source for pair in read_pairs(LECTURE)])
    assert 0 < len(read_corpus()) - len(corpus) < 150
    assert pairs.count(corpus[0]) >= 2


@pytest.mark.slow
def test_files_that_nobody_can_download_are_used_where_they_are(data, tmp_path):
    for file in data.iterdir():
        (tmp_path / file.name).symlink_to(file)
    with gzip.open(tmp_path / "stsb.en-fr.tsv.gz", "wt", encoding="utf-8") as file:
        file.write("A plane is taking off.\tUn avion décolle.\n")
    pairs, passes = training_pairs(RECIPES["transformer"], tmp_path)
    assert Pair("A plane is taking off.", "Un avion décolle.") in pairs
    assert passes["stsb.en-fr.tsv.gz"] == 1
    assert "talks.en-fr.tsv.gz" not in passes


def test_the_corpus_has_at_least_6000_pairs_two_fields_a_line_and_no_pair_twice():
    pairs = read_corpus()
    assert len(pairs) >= 6000
    assert all(
        pair.source.strip() == pair.source
        and pair.target.strip() == pair.target
        and pair.source
        and pair.target
        for pair in pairs
    )
    assert len({pair.source for pair in pairs}) > 0.98 * len(pairs)


def test_the_lecture_list_has_150_sentences_each_with_a_reference():
    assert len({pair.source for pair in read_pairs(LECTURE)}) == 150
