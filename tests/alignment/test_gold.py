"""The gold word alignments are well formed, and their words are those of our tokenizer."""

import json
from pathlib import Path

import pytest

from models.store.checkpoint import SHIPPED
from models.store.tokenizer import Tokenizer

GOLD = [
    json.loads(line)
    for line in (Path(__file__).parent / "gold.jsonl").read_text(encoding="utf-8").splitlines()
]
each_pair = pytest.mark.parametrize("pair", GOLD, ids=lambda pair: pair["source"])


@pytest.fixture(scope="module")
def tokenizer():
    return Tokenizer.load(SHIPPED / "transformer" / "tokenizer.json")


def test_there_are_at_least_60_different_pairs_from_both_sets():
    assert len({(pair["source"], pair["target"]) for pair in GOLD}) == len(GOLD) >= 60
    assert len({pair["source"] for pair in GOLD}) == len(GOLD)
    assert {pair["from"] for pair in GOLD} == {"tatoeba.dev", "multi30k.val"}


@each_pair
def test_the_words_are_those_of_the_shipped_tokenizer(tokenizer, pair):
    for words, text in (pair["english"], pair["source"]), (pair["french"], pair["target"]):
        pieces = [
            piece.strip()
            for piece, _ in tokenizer.backend.pre_tokenizer.pre_tokenize_str(" " + text)
        ]
        assert words == [piece for piece in pieces if piece]


@each_pair
def test_a_link_joins_two_words_and_is_listed_once(pair):
    links = [tuple(link) for link in pair["sure"] + pair["possible"]]
    assert len(set(links)) == len(links)
    assert all(
        0 <= english < len(pair["english"]) and 0 <= french < len(pair["french"])
        for english, french in links
    )


@each_pair
def test_most_words_have_a_link_and_some_links_are_sure(pair):
    assert pair["sure"]
    links = pair["sure"] + pair["possible"]
    for side, words in enumerate((pair["english"], pair["french"])):
        assert len({link[side] for link in links}) >= 0.6 * len(words)


@each_pair
def test_punctuation_is_surely_linked_only_to_its_like(pair):
    for english, french in pair["sure"]:
        source, target = pair["english"][english], pair["french"][french]
        assert source == target or (source[-1].isalnum() and target.rstrip("'’")[-1:].isalnum())
