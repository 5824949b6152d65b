"""The pieces of a word: each merge in its order, each count that of a slow version."""

import itertools

import pytest

from models.corpus.merges import _counted, _tokenizer, has_merges, merges_of
from tests.contents import content_at
from viz.pages.words.compute import COMPUTATION


def _apply(merges, word):
    """Merge all pairs of a word, one kind of pair after the other."""
    pieces = [*word]
    for pair in merges:
        place = 0
        while place < len(pieces) - 1:
            if (pieces[place], pieces[place + 1]) == pair:
                pieces[place : place + 2] = ["".join(pair)]
            place += 1
    return pieces


@pytest.mark.parametrize("name", ["gpt", "transformer"])
def test_merges_end_in_the_pieces_that_the_model_reads(name):
    tokenizer = _tokenizer(name)
    for word in ("unbelievable", "gardens"):
        pieces = merges_of(name, word)[-1].pieces
        ids = tokenizer.encode(word)
        assert [*pieces] == [tokenizer.decode([i]) or tokenizer.raw(i).decode() for i in ids] or (
            "".join(pieces).strip() == word and len(pieces) == len(ids)
        )


def test_a_count_is_that_of_the_pair_once_all_merges_before_it_are_made():
    order = [*_tokenizer("gpt").ranks]
    for merge in merges_of("gpt", "tree")[:3]:
        pair = merge.left, merge.right
        assert order[merge.rank - 1] == pair
        total = 0
        for word, count in _counted("gpt").items():
            if "".join(pair) in word:
                pieces = _apply(order[: merge.rank - 1], word)
                total += count * [*itertools.pairwise(pieces)].count(pair)
        assert merge.times == total > 0


def test_a_model_without_merges_says_so():
    assert not has_merges("char-lstm")
    content = content_at(COMPUTATION, {"words-look": "merges", "cut": "playing", "model": "gpt"})
    assert content.chart.marks[0].values[-1] == content.merges[0].times
    assert content.finding.startswith("“playing” in 7 merges: ·playing.")
    assert content_at(COMPUTATION, {"words-look": "merges", "cut": "?", "model": "gpt"}).alert
