"""A text to learn word vectors from: its words, its sentences, what stands near what."""

import functools
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..errors import UserError

END = -1  # after each sentence
_CORPUS = Path(__file__).parents[1] / "training" / "corpus"  # our own sentences, English and French
_SHORTEST, _LONGEST = 3, 5  # letters of an n-gram, with "<" and ">" around the word
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_BETWEEN = re.compile(r"(?<=[.!?;:])[\"”’']?\s+|\n+")  # sentences


@dataclass(frozen=True, eq=False)
class WordNumbers:
    """A text of the words that are not rare, the commonest first."""

    words: tuple[str, ...]
    numbers: np.ndarray  # int64 [place]: the number of each word; END after each sentence

    @functools.cached_property
    def counts(self) -> np.ndarray:
        """How often each word is there: `[word]`."""
        return np.bincount(self.numbers[self.numbers != END], minlength=len(self.words))

    @functools.cached_property
    def starts(self) -> np.ndarray:
        """Where each sentence begins: `[sentence]`."""
        ends = np.flatnonzero(self.numbers == END)
        return np.concatenate([[0], ends[:-1] + 1])


def split_words(sentence: str) -> list[str]:
    """Return the words of a sentence in lower case, without numbers and punctuation."""
    return _WORD.findall(sentence.lower().replace("’", "'").replace("_", " "))


def split_sentences(text: str) -> list[str]:
    """Split a text after full stops and the like, and at the ends of lines."""
    return [sentence for sentence in _BETWEEN.split(text) if sentence.strip()]


def make_text(sentences: Iterable[str], least: int = 1) -> WordNumbers:
    """Return the sentences with two or more words that occur `least` times, and these words.

    Raises UserError if fewer than two words are left.
    """
    split = [split_words(sentence) for sentence in sentences]
    counts = Counter(word for words in split for word in words)
    known = [[word for word in sentence if counts[word] >= least] for sentence in split]
    known = [sentence for sentence in known if len(sentence) > 1]
    there = {word for sentence in known for word in sentence}
    words = tuple(word for word, _ in counts.most_common() if word in there)
    rows = {word: row for row, word in enumerate(words)}
    numbers = [row for sentence in known for row in (*(rows[word] for word in sentence), END)]
    if not numbers:
        raise UserError("There is no sentence of two words here yet. Paste a text.")
    return WordNumbers(words, np.array(numbers))


@functools.cache
def corpus_sentences() -> tuple[str, ...]:
    """Return the English sentences of the shipped corpus."""
    files = sorted(_CORPUS.glob("*.tsv"))
    lines = (line for file in files for line in file.read_text(encoding="utf-8").splitlines())
    return tuple(line.partition("\t")[0] for line in lines)


def ngrams(word: str) -> list[str]:
    """Return the n-grams of a word in angle brackets, each once, the shortest first (FastText).

    >>> ngrams("owl")
    ['<ow', 'owl', 'wl>', '<owl', 'owl>', '<owl>']
    """
    marked = f"<{word}>"
    return list(
        dict.fromkeys(
            marked[place : place + size]
            for size in range(_SHORTEST, _LONGEST + 1)
            for place in range(len(marked) - size + 1)
        )
    )


def co_occurrences(
    text: np.ndarray, window: int, words: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the pairs that occur within a window: rows, columns and counts, `[pair]`.

    Two words at distance n in a sentence count 1 / n (GloVe). Both orders are there; sorted by row,
    then column.
    """
    sentence = np.cumsum(text == END)
    keys, weights = [], []
    for far in range(1, window + 1):
        a, b = text[:-far], text[far:]
        there = (a != END) & (b != END) & (sentence[:-far] == sentence[far:])
        for first, second in ((a, b), (b, a)):
            codes, counts = np.unique(first[there] * words + second[there], return_counts=True)
            keys.append(codes)
            weights.append(counts / far)
    pairs, place = np.unique(np.concatenate(keys), return_inverse=True)
    return pairs // words, pairs % words, np.bincount(place, np.concatenate(weights))
