"""A lexicon of English and French words, and word alignments by it. Numpy only.

No head of any model takes part, so that an alignment by it can confirm or refute what a head does.

>>> from models.words.lexicon import lexicon
>>> lexicon().links(["the", "red", "dog"], ["le", "chien", "rouge"])
[0, 2, 1]
"""

import functools
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from safetensors import safe_open

LEXICON_TABLE = Path(__file__).parents[1] / "tables" / "lexicon.safetensors"
ERROR = 5.7  # alignment error rate on the sentences of tests/alignment, per cent
_DIAGONAL = 4.0  # how strongly a word prefers the same relative place (Dyer et al. 2013, section 2)
ALONE = 0.08  # prior probability that a word has no counterpart, as in fast_align
_SURE = 0.4  # score from which two words are linked
_SAME = 0.5  # probability that a word the lexicon lacks, such as a name, is written the same
_STEPS = 8  # a probability p is stored as -_STEPS * log2(p) in a byte


def prior(distance: np.ndarray) -> np.ndarray:
    """Return the unnormalised prior of links, of words whose relative places differ by so much."""
    return np.exp(-_DIAGONAL * distance)


def relative_places(count: int) -> np.ndarray:
    """Return the places of the words of a text within it, 0 to 1."""
    return (np.arange(count) + 0.5) / count


class Vocabulary(Mapping[str, int]):
    """The numbers of words, from 0, in 50 bytes a word; a dict takes 150."""

    def __init__(self, words: Sequence[str]):
        texts = np.array([word.encode() for word in words])
        self._order = np.argsort(texts).astype(np.int32)  # the numbers of the sorted words
        self._sorted = texts[self._order]
        self._places = np.argsort(self._order).astype(np.int32)  # the inverse

    def __getitem__(self, word: str) -> int:
        text = word.encode(errors="surrogatepass")
        place = bisect_left(self._sorted, text)
        if place == len(self) or self._sorted[place] != text:
            raise KeyError(word)
        return int(self._order[place])

    def word(self, number: int) -> str:
        return self._sorted[self._places[number]].decode()

    def __iter__(self) -> Iterator[str]:
        return map(self.word, range(len(self)))

    def __len__(self) -> int:
        return len(self._order)


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Which word translates which: IBM model 1 in both directions, with a prior for the diagonal.

    Brown et al. 1993; Dyer, Chahuneau & Smith 2013. Made by `models.corpus.learn_lexicon`.
    """

    english: Vocabulary  # the number of each word, in lower case
    french: Vocabulary
    pairs: np.ndarray  # [pair] sorted: number of the English word * French words + of the French
    to_french: np.ndarray  # [pair] p(French word | English word)
    to_english: np.ndarray  # [pair] p(English word | French word)
    french_alone: np.ndarray  # [French word] p(French word | no English word)
    english_alone: np.ndarray  # [English word]

    def scores(self, english: Sequence[str], french: Sequence[str]) -> np.ndarray:
        """Score every link of two sentences, 0 to 1: `[French word, English word]`.

        The geometric mean of both posteriors: that the French word comes from this English one, and
        the English word from this French one. High only where both directions agree.
        """
        if not english or not french:
            return np.zeros((len(french), len(english)))
        english, french = ([word.lower() for word in words] for words in (english, french))
        rows = np.array([self.french.get(word, -1) for word in french])[:, None]
        columns = np.array([self.english.get(word, -1) for word in english])
        codes = columns * len(self.french) + rows
        places = np.searchsorted(self.pairs, codes).clip(max=len(self.pairs) - 1)
        known = (self.pairs[places] == codes) & (rows >= 0) & (columns >= 0)
        same = np.array([[french_word == other for other in english] for french_word in french])
        unknown = _SAME * (same & ((rows < 0) | (columns < 0)))
        places_of_french, places_of_english = map(relative_places, (len(french), len(english)))
        near = prior(np.abs(places_of_french[:, None] - places_of_english))
        posteriors = [
            _posterior(
                np.where(known, table[places], unknown),
                near,
                np.where(numbers >= 0, alone[numbers], alone.min()),
                axis,
            )
            for table, numbers, alone, axis in (
                (self.to_french, rows, self.french_alone, 1),
                (self.to_english, columns[None], self.english_alone, 0),
            )
        ]
        return np.sqrt(posteriors[0] * posteriors[1])

    @functools.lru_cache(maxsize=2048)  # noqa: B019 (the one lexicon stays)
    def translations(self, english: str) -> tuple[str, ...]:
        """Return the French words, in lower case, that may translate an English word."""
        number, count = self.english.get(english.lower(), -1), len(self.french)
        start, end = np.searchsorted(self.pairs, (number * count, (number + 1) * count))
        return tuple(self.french.word(code % count) for code in self.pairs[start:end])

    def likely(self, english: str, least: float) -> tuple[str, ...]:
        """Return the French words, in lower case, of at least this probability, the best first."""
        number, count = self.english.get(english.lower(), -1), len(self.french)
        start, end = np.searchsorted(self.pairs, (number * count, (number + 1) * count))
        order = np.argsort(-self.to_french[start:end], kind="stable")
        kept = [place for place in start + order if self.to_french[place] >= least]
        return tuple(self.french.word(int(self.pairs[place]) % count) for place in kept)

    @functools.cached_property
    def likeliest(self) -> np.ndarray:
        """The number of the most probable English word of each French word, -1 if it has none."""
        order = np.argsort(self.to_english, kind="stable")  # of several, the last one stays
        english, french = np.divmod(self.pairs[order], len(self.french))
        numbers = np.full(len(self.french), -1, np.int32)
        numbers[french] = english
        return numbers

    def likeliest_english(self, french: str) -> str:
        """Return the most probable English word of a French word in lower case; "" if none."""
        number = self.likeliest[self.french[french]] if french in self.french else -1
        return self.english.word(number) if number >= 0 else ""

    def glosses(self, english: Sequence[str], french: Sequence[str]) -> list[str]:
        """Return an English word for each French word of a translation; "" if none is known.

        The linked word of the sentence, else the most probable translation. A word in capitals that
        the translation copies, as "DOG", is its own gloss. "" for punctuation.
        """
        copied = {word for word in {*english} & {*french} if word.isupper() and len(word) > 1}
        glosses = []
        for word, place in zip(french, self.links(english, french), strict=True):
            if not any(map(str.isalnum, word)):
                glosses.append("")
            elif place is not None:
                glosses.append(english[place])
            else:
                glosses.append(word if word in copied else self.likeliest_english(word.lower()))
        return glosses

    def links(self, english: Sequence[str], french: Sequence[str]) -> list[int | None]:
        """Return for each French word the place of its English word; None if it cannot be told."""
        return [*self._links(tuple(english), tuple(french))]

    @functools.lru_cache(maxsize=64)  # noqa: B019 (captions and glosses ask for the same sentence)
    def _links(self, english: tuple[str, ...], french: tuple[str, ...]) -> tuple[int | None, ...]:
        scores = self.scores(english, french)
        if not scores.size:
            return (None,) * len(french)
        return tuple(
            int(place) if row[place] >= _SURE else None
            for row, place in zip(scores, scores.argmax(1), strict=True)
        )


def _posterior(table: np.ndarray, near: np.ndarray, alone: np.ndarray, axis: int) -> np.ndarray:
    """Return the posterior of each link, given that a word has one counterpart or none."""
    joint = (1 - ALONE) * near / near.sum(axis, keepdims=True) * table
    return joint / (joint.sum(axis, keepdims=True) + ALONE * alone)


def to_bytes(probabilities: np.ndarray) -> np.ndarray:
    """Round probabilities to bytes: 9% apart, none below 2e-10."""
    tiny = 2.0 ** (-255 / _STEPS)
    return np.round(-_STEPS * np.log2(np.maximum(probabilities, tiny))).astype(np.uint8)


def _from_bytes(stored: np.ndarray) -> np.ndarray:
    """The inverse of `to_bytes`, up to rounding."""
    return 2.0 ** (-stored.astype(np.float64) / _STEPS)


@functools.cache
def lexicon() -> Lexicon:
    """Load the lexicon that comes with the models."""
    with safe_open(LEXICON_TABLE, "np") as file:
        english, french = (
            Vocabulary(file.metadata()[language].split("\n")) for language in ("english", "french")
        )
        pairs = file.get_tensor("pairs").astype(np.int64)
        return Lexicon(
            english,
            french,
            pairs[:, 0] * len(french) + pairs[:, 1],
            *(
                _from_bytes(file.get_tensor(name))
                for name in ("to_french", "to_english", "french_alone", "english_alone")
            ),
        )
