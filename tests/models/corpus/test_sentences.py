"""The shipped sentences, their annotation, and files of them."""

import json
from pathlib import Path

import pytest

from models import UserError
from models.answers.limits import lower_words
from models.corpus import sentences
from models.corpus.sentences import AnnotatedWord, Pair, _read_pair, patterns, split
from models.registry import SHIPPED, shipped
from models.store.tokenizer import Tokenizer
from models.training.data import _LECTURE, read_pairs

TESTS = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    return list(sentences.read_sentences(sentences.CORPUS))


def test_there_are_at_least_two_thousand_pairs_of_half_a_megabyte(pairs):
    assert len(pairs) >= 2_000
    assert len({pair.english for pair in pairs}) > 0.99 * len(pairs)
    assert sentences.CORPUS.stat().st_size <= 500_000
    assert all(pair.source and pair.target and pair.links for pair in pairs)


def test_none_of_them_is_a_sentence_that_models_are_scored_with(pairs):
    gold = (TESTS / "alignment" / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    scored = [pair.source for pair in read_pairs(_LECTURE)]
    scored += [json.loads(line)["source"] for line in gold]
    scored_words = {lower_words(text) for text in scored if len(lower_words(text)) > 2}
    assert not scored_words & {lower_words(pair.english) for pair in pairs}


def test_links_and_heads_lie_in_their_sentences(pairs):
    for pair in pairs:
        sizes = len(pair.source), len(pair.target)
        for words, size in zip((pair.source, pair.target), sizes, strict=True):
            assert all(0 <= word.head < size for word in words), pair.english
        for english, french in pair.links:
            assert 0 <= english < sizes[0]
            assert 0 <= french < sizes[1]


@pytest.mark.slow
def test_words_are_those_of_every_shipped_tokenizer(pairs):
    for name in shipped():
        tokenizer = Tokenizer.load(SHIPPED / name / "tokenizer.json")
        for pair in pairs[::20]:
            for text in (pair.english, pair.french):
                numbers = tokenizer.backend.encode(text).word_ids
                assert max(numbers) + 1 == len(split(text)), (name, text)


def test_an_annotated_line_is_read():
    analysis = (
        AnnotatedWord("DET", 1, "d"),
        AnnotatedWord("NOUN", 1, "r"),
        AnnotatedWord("PUNCT", 1, "-"),
    )
    read = _read_pair("A dog.\tUn chien.\tD+1d N+0r U-1-\tD+1d N+0r U-1-\t0-0 1-1 2-2\n")
    links = ((0, 0), (1, 1), (2, 2))
    assert read == Pair("A dog.", "Un chien.", analysis, analysis, links)


def test_relations_are_pairs_of_words_both_ways():
    words = (
        AnnotatedWord("DET", 2, "d"),
        AnnotatedWord("ADJ", 2, "a"),
        AnnotatedWord("NOUN", 3, "s"),
        AnnotatedWord("VERB", 3, "r"),
        AnnotatedWord("PRON", 3, "o"),
    )
    relations = patterns("the old dog likes it", words)
    assert relations["determiner → its noun"] == [(0, 2)]
    assert relations["adjective → its noun"] == [(1, 2)]
    assert relations["noun → its adjective"] == [(2, 1)]
    assert relations["verb → its subject"] == [(3, 2)]
    assert relations["object → its verb"] == [(4, 3)]
    assert relations["pronoun → an earlier subject"] == [(4, 2)]


def test_the_adjective_and_the_subject_of_a_plain_sentence_were_parsed(pairs):
    """In sentences that begin "The ADJECTIVE NOUN", the parser found both relations."""
    plain = [
        pair
        for pair in pairs
        if [word.tag for word in pair.source[:4]] == ["DET", "ADJ", "NOUN", "VERB"]
    ]
    assert len(plain) >= 10
    right = sum(
        pair.source[1] == AnnotatedWord("ADJ", 2, "a")
        and pair.source[0] == AnnotatedWord("DET", 2, "d")
        for pair in plain
    )
    assert right >= 0.9 * len(plain)


def test_a_line_of_another_form_is_refused_with_its_number(tmp_path):
    file = tmp_path / "pairs.tsv"
    file.write_text("I am tired.\tJe suis fatigué.\na\tb\tc\n", encoding="utf-8")
    with pytest.raises(UserError, match="after line 2"):
        list(sentences.read_sentences(file))


def test_english_alone_is_a_pair_without_french(tmp_path):
    file = tmp_path / "lines.txt"
    file.write_text("I am tired.\n\nHello.\n", encoding="utf-8")
    assert [(pair.english, pair.french) for pair in sentences.read_sentences(file)] == [
        ("I am tired.", ""),
        ("Hello.", ""),
    ]
