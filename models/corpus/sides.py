"""A batch of texts as words, from which the masks of measures are built. Numpy only."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .sentences import PATTERNS, TAGS, AnnotatedWord, patterns, split

SPECIAL = len(TAGS)  # the part of speech of "<s>" and "</s>"
NO_TAG = -1
_TAG_NUMBERS = {tag: place for place, tag in enumerate(TAGS)}
_PADDING, BEGIN, END = -1, -2, -3  # in place of the number of a word


class Vocabulary:
    """Numbers lower-case words in order of appearance."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, word: str) -> int:
        word = word.lower()
        if word not in self._numbers:
            self._numbers[word] = len(self.words)
            self.words.append(word)
        return self._numbers[word]


@dataclass(frozen=True)
class PaddedWords:
    """The words of a batch of texts, "<s>" and "</s>" included, padded to the longest.

    `first` is the column of the first word: 1 after "<s>", else 0.
    """

    numbers: np.ndarray  # [text, word] number in the vocabulary, or _PADDING, BEGIN, END
    tags: np.ndarray  # [text, word] index in TAGS, SPECIAL or NO_TAG
    punctuation: np.ndarray  # [text, word] True = no letters or digits
    token_words: np.ndarray  # [text, token] column of its word; -1 = padding
    relations: dict[str, np.ndarray]  # pattern: rows of (text, from, to)
    first: int

    @property
    def is_word(self) -> np.ndarray:
        """Which columns are words, neither special nor padding; `[text, word]`."""
        return self.numbers >= 0

    @property
    def last(self) -> np.ndarray:
        """The column of the last word of each text, `[text]`."""
        return self.first + self.is_word.sum(1) - 1


class NumberedText(NamedTuple):
    """The words of one text, as numbers."""

    numbers: list[int]  # in the vocabulary
    punctuation: list[bool]
    tags: list[int]  # empty without an analysis
    relations: dict[str, list[tuple[int, int]]]  # pattern: (from, to)


def read_text(
    text: str, analysis: tuple[AnnotatedWord, ...], vocabulary: Vocabulary
) -> NumberedText:
    """Number the words of a text; `analysis` may be empty."""
    words = split(text)
    return NumberedText(
        [vocabulary.number(word) for word in words],
        [not any(map(str.isalnum, word)) for word in words],
        [_TAG_NUMBERS[word.tag] for word in analysis],
        patterns(text, analysis) if analysis else {},
    )


def build_side(
    texts: Sequence[NumberedText],
    token_words: Sequence[Sequence[int]],
    begins: bool,
    ends: bool = True,
) -> PaddedWords:
    """Build the words of a batch, with "<s>" if it `begins` and "</s>" if it `ends`.

    A decoder reads "<s>", an encoder "</s>", a masked model both, as "[CLS]" and "[SEP]".
    `token_words` has the word of each token of a text, without special tokens.
    """
    first, marks = int(begins), int(begins) + int(ends)
    width = max(len(text.numbers) for text in texts) + marks
    shape = len(texts), width
    numbers = np.full(shape, _PADDING)
    tags = np.full(shape, NO_TAG)
    punctuation = np.zeros(shape, bool)
    tokens = np.full((len(texts), max(map(len, token_words)) + marks), -1)
    pairs: dict[str, list[tuple[int, int, int]]] = {name: [] for name in PATTERNS}
    for row, text in enumerate(texts):
        end = first + len(text.numbers)
        numbers[row, first:end] = text.numbers
        punctuation[row, first:end] = text.punctuation
        count = first + len(token_words[row])
        tokens[row, first:count] = np.asarray(token_words[row]) + first
        if begins:
            numbers[row, 0] = BEGIN
            tags[row, 0] = SPECIAL
            tokens[row, 0] = 0
        if ends:
            numbers[row, end] = END
            tags[row, end] = SPECIAL
            tokens[row, count] = end
        if text.tags:
            tags[row, first:end] = text.tags
        for name, words in text.relations.items():
            pairs[name] += [(row, start + first, to + first) for start, to in words]
    relations = {name: np.array(rows, int).reshape(-1, 3) for name, rows in pairs.items()}
    return PaddedWords(numbers, tags, punctuation, tokens, relations, first)
