"""How byte-pair encoding makes a word: its merges in order, and how frequent each pair is."""

import functools
from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from ..files import SHIPPED
from ..normalisation import normalise
from ..store.tokenizer import Tokenizer
from .cells import texts
from .sentences import CORPUS, read_sentences


class Merge(NamedTuple):
    """Two pieces that become one (Sennrich et al. 2016, algorithm 1)."""

    rank: int  # from 1, of all merges that were learnt, the most frequent pair first
    left: str
    right: str
    pieces: tuple[str, ...]  # of the word, after it
    times: int  # of the pair in our texts, after all merges before it


@functools.cache
def _tokenizer(name: str) -> Tokenizer:
    return Tokenizer.load(SHIPPED / name / "tokenizer.json")


def has_merges(name: str) -> bool:
    """Whether a model is one of ours whose tokenizer merges."""
    return (SHIPPED / name / "tokenizer.json").exists() and bool(_tokenizer(name).ranks)


def _words_of(tokenizer: Tokenizer, text: str) -> list[str]:
    """Split a text into words with the space before each, as the tokenizer does."""
    split = tokenizer.backend.pre_tokenizer.pre_tokenize_str(" " + normalise(text))
    return [word for word, _ in split]


@functools.cache
def _counted(name: str) -> Counter[str]:
    """Count the words of the texts that come with the app: both languages, held-out paragraphs."""
    pairs = [*read_sentences(CORPUS)]
    lines = [*texts(), *(pair.english for pair in pairs), *(pair.french or "" for pair in pairs)]
    tokenizer = _tokenizer(name)
    return Counter(word for line in lines if line for word in _words_of(tokenizer, line))


def merges_of(name: str, word: str) -> list[Merge]:
    """Return the merges of a word in the order in which the tokenizer of a model applies them."""
    tokenizer = _tokenizer(name)
    made = []
    for part in _words_of(tokenizer, word):
        pieces = [*part]
        while (rank := _next_rank(tokenizer, pieces)) is not None:
            pieces, pair = _merge_first(tokenizer, pieces, rank)
            made.append(Merge(rank + 1, *pair, tuple(pieces), _count_pair(name, rank, *pair)))
    return made


def _next_rank(tokenizer: Tokenizer, pieces: list[str]) -> int | None:
    ranks = tokenizer.ranks
    return min((ranks[pair] for pair in pairwise(pieces) if pair in ranks), default=None)


def _merge_first(
    tokenizer: Tokenizer, pieces: list[str], rank: int
) -> tuple[list[str], tuple[str, str]]:
    """Merge the first pair of this rank; return the pieces and the pair."""
    place = [tokenizer.ranks.get(pair) for pair in pairwise(pieces)].index(rank)
    left, right = pieces[place : place + 2]
    return [*pieces[:place], left + right, *pieces[place + 2 :]], (left, right)


@functools.lru_cache(4096)
def _count_pair(name: str, rank: int, left: str, right: str) -> int:
    """Count a pair in our texts once all merges before `rank` are made."""
    tokenizer, total = _tokenizer(name), 0
    for word, count in _counted(name).items():
        if left + right in word:
            pieces = [*word]
            while (nearest := _next_rank(tokenizer, pieces)) is not None and nearest < rank:
                pieces, _ = _merge_first(tokenizer, pieces, nearest)
            total += count * [*pairwise(pieces)].count((left, right))
    return total
