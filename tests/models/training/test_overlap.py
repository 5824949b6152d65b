import gzip
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from models.training.data import (
    _CORPUS,
    _LECTURE,
    _UNREAD,
    TrainingPair,
    _fingerprint,
    clean,
    listed_sentences,
    read_corpus,
    read_pairs,
)
from models.training.mixture import training_pairs
from models.training.overlap import _SHORT, drop_exact, drop_near, lower_words
from models.training.recipes import RECIPES
from models.words.meanings import examples
from tests.models.training.conftest import write_pairs

# Of the shipped networks the transformer alone has read the first, and none the second.
ADDED = [_CORPUS / "new", _UNREAD]


def test_a_held_out_sentence_is_dropped_whatever_its_capitals_and_punctuation():
    pairs = [
        TrainingPair("The big, red dog", "a"),
        TrainingPair("the big red dog!", "b"),
        TrainingPair("The big red cat", "c"),
    ]
    assert [pair.target for pair in drop_exact(pairs, ["The big red dog."])] == ["c"]


def test_a_greeting_of_one_or_two_words_may_be_learnt():
    pairs = [TrainingPair("Hello!", "Bonjour !"), TrainingPair("Good evening.", "Bonsoir.")]
    assert (
        drop_exact(pairs, ["Hello", "Good evening"])
        == drop_near(pairs, ["Hello", "Good evening"])
        == pairs
    )


@pytest.mark.slow
def test_near_duplicates_are_those_a_slow_comparison_of_all_with_all_finds():
    sentences = [pair.source for pair in read_corpus()[::40]]
    held_out = [pair.source for pair in read_pairs(_LECTURE)] + [
        sentence.replace(" is ", " was ") for sentence in sentences[::5]
    ]

    def is_near(one, other):
        one = set(lower_words(one))
        other = set(lower_words(other))
        return len(one & other) / len(one | other) >= 0.7

    secret = [sentence for sentence in held_out if len(lower_words(sentence)) > _SHORT]
    expected = [
        sentence for sentence in sentences if not any(is_near(sentence, other) for other in secret)
    ]
    assert [
        pair.source
        for pair in drop_near([TrainingPair(sentence, "") for sentence in sentences], held_out)
    ] == expected
    assert 0 < len(sentences) - len(expected) < len(sentences)


@pytest.mark.slow
def test_no_lecture_sentence_and_nothing_near_a_scored_one_is_trained_on(data):
    recipe = replace(RECIPES["transformer"], corpus=2)
    lecture = {lower_words(pair.source) for pair in read_pairs(_LECTURE)}
    pairs, passes = training_pairs(recipe, data)
    assert passes == {
        "tatoeba.train.en-fr.tsv.gz": 1,
        "multi30k.train.en-fr.tsv.gz": 2,
        "corpus": 2,
    }
    assert not [
        pair
        for pair in pairs
        if len(lower_words(pair.source)) > _SHORT and lower_words(pair.source) in lecture
    ]
    corpus = drop_near(read_corpus(), [pair.source for pair in read_pairs(_LECTURE)])
    assert 0 < len(read_corpus()) - len(corpus) < 150
    assert pairs.count(corpus[0]) >= 2


@pytest.mark.slow
def test_nothing_near_a_far_sentence_and_no_french_of_one_is_trained_on(data, tmp_path):
    for file in data.iterdir():
        (tmp_path / file.name).symlink_to(file)
    write_pairs(
        tmp_path / "far.dev.en-fr.tsv.gz",
        [("The river has risen by a metre.", "La rivière est montée d'un mètre.")],
    )
    other = TrainingPair("The minister resigned.", "La ministre a démissionné.")
    write_pairs(
        tmp_path / "news.en-fr.tsv.gz",
        [
            ("The river has risen by one metre.", "La rivière a monté."),
            ("Its water rose a lot.", "La rivière est montée d'un mètre !"),
            (other.source, other.target),
        ],
    )
    pairs, passes = training_pairs(RECIPES["transformer"], tmp_path)
    assert passes["news.en-fr.tsv.gz"] == pairs.count(other) == 2
    dropped = "The river has risen by one metre.", "Its water rose a lot."
    assert not [pair for pair in pairs if pair.source in dropped]


@pytest.mark.slow
def test_files_that_nobody_can_download_are_used_where_they_are(data, tmp_path):
    for file in data.iterdir():
        (tmp_path / file.name).symlink_to(file)
    with gzip.open(tmp_path / "stsb.en-fr.tsv.gz", "wt", encoding="utf-8") as file:
        file.write("A plane is taking off.\tUn avion décolle.\n")
    pairs, passes = training_pairs(RECIPES["transformer"], tmp_path)
    assert TrainingPair("A plane is taking off.", "Un avion décolle.") in pairs
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


def five_words(sentence: str) -> set[tuple[str, ...]]:
    """Return the five running words at each place of a sentence, or a shorter sentence whole."""
    words = lower_words(sentence)
    if len(words) < 5:
        return {words} if len(words) > _SHORT else set()
    return {words[place : place + 5] for place in range(len(words) - 4)}


def pairs_in(folders: Sequence[Path]) -> list[TrainingPair]:
    files = [file for folder in folders for file in sorted(folder.glob("*.en-fr.tsv"))]
    return [pair for file in files for pair in read_pairs(file)]


def test_new_pairs_share_no_five_running_words_with_a_sentence_to_measure_with():
    """The lists, the sentences of senses and alignments, and the examples of the lectures.

    Of the last only fingerprints are here.
    """
    gold = Path("tests/alignment/gold.jsonl").read_text(encoding="utf-8").splitlines()
    sentences = [*listed_sentences(), *(json.loads(line)["source"] for line in gold)]
    sentences += [example.english for example in examples()]
    measured = {words for sentence in sentences for words in five_words(sentence)}
    lectures = {*Path(__file__).with_name("lecture_examples.txt").read_text().split()}
    assert len(measured) > 5000
    for pair in pairs_in(ADDED):
        words = five_words(pair.source)
        assert not words & measured, pair
        assert not {_fingerprint(" ".join(word)) for word in words} & lectures, pair


def test_the_examples_of_the_lectures_are_known_by_their_fingerprints():
    lectures = {*Path(__file__).with_name("lecture_examples.txt").read_text().split()}
    for text in ("Dogs chase cats.", "Paris is the capital city", "shot an elephant in my"):
        assert _fingerprint(text) in lectures


def test_new_pairs_are_in_the_form_of_the_corpus_and_counted_in_its_guide():
    old, new, unread = (pairs_in([folder]) for folder in [_CORPUS, *ADDED])
    pairs = [*new, *unread]
    guide = (_CORPUS / "README.md").read_text(encoding="utf-8")
    assert f"{len(old):,} pairs" in guide
    assert f"{len(new):,} more" in guide
    assert f"{len(unread):,} pairs are in `unread/`" in guide
    assert len(read_corpus()) == len(old) + len(new)
    assert len(read_corpus(unread=True)) == len(old) + len(pairs)
    sentences = {lower_words(pair.source) for pair in pairs}
    assert len(sentences) == len(pairs)
    assert not sentences & {lower_words(pair.source) for pair in old}
    for pair in pairs:
        assert clean(pair) == pair, pair
        assert not re.search(r"[^\s][!?;:]|«\S|\S»|  ", pair.target), pair


def test_the_lecture_list_has_150_sentences_each_with_a_reference():
    assert len({pair.source for pair in read_pairs(_LECTURE)}) == 150
