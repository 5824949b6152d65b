"""Learn the lexicon that aligns words: `python -m models.corpus.learn_lexicon --data DIR`.

Takes a few minutes and 3 GB on one thread. Reads the training pairs of the transformer, each once.
IBM model 1 in both directions (Brown et al. 1993) with the prior for the diagonal and the sparse
Dirichlet prior of fast_align (Dyer, Chahuneau & Smith 2013). `python -m tests.alignment.report`
prints how well it aligns.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from safetensors.numpy import save
from scipy.special import digamma

from ..arguments import existing_folder
from ..errors import UserError
from ..files import write_whole
from ..training.data import TrainingPair
from ..training.mixture import training_pairs
from ..training.recipes import RECIPES
from ..words.lexicon import (
    ALONE,
    LEXICON_TABLE,
    Lexicon,
    Vocabulary,
    prior,
    relative_places,
    to_bytes,
)
from .sentences import split

_ROUNDS = 5
_CONCENTRATION = 0.01  # of the Dirichlet prior: a word has few translations
_LONGEST = 50  # words of a sentence
_FEWEST = 2  # times that a word of the lexicon was seen
_SMALLEST = 0.001  # probability of a pair of the lexicon, in both directions

_Words = tuple[Sequence[str], Sequence[str]]  # of a sentence and of its translation


@dataclass
class _Direction:
    """The words of one language, each translated from one word of the other language or none."""

    tokens: np.ndarray  # [cell] number of the word's token in the corpus
    types: np.ndarray  # [token] number of its word
    given: np.ndarray  # [pair] number of the other language's word
    near: np.ndarray  # [cell] prior of this link

    def __post_init__(self):
        near = self.near / np.bincount(self.tokens, self.near)[self.tokens]
        self.near = ((1 - ALONE) * near).astype(np.float32)
        count = self.types.max() + 1
        self.table = np.full(len(self.given), 1 / count, np.float32)
        self.alone = np.full(count, 1 / count)

    def learn(self, pairs: np.ndarray) -> None:
        """Make one round of expectation maximisation; `pairs [cell]` has the pair of each cell."""
        joint = self.near * self.table[pairs]
        alone = ALONE * self.alone[self.types]
        total = np.bincount(self.tokens, joint, len(self.types)) + alone
        joint /= total[self.tokens].astype(np.float32)
        counts = np.bincount(pairs, joint, len(self.given)) + _CONCENTRATION
        sums = np.bincount(self.given, counts)[self.given]
        # The variational Bayes step of fast_align: rare pairs lose more than common ones.
        self.table = np.exp(digamma(counts) - digamma(sums)).astype(np.float32)
        self.alone = np.bincount(self.types, alone / total, len(self.alone))
        self.alone /= self.alone.sum()


def _learn(sentences: Sequence[_Words], rounds: int = _ROUNDS) -> tuple[Lexicon, np.ndarray]:
    """Learn a lexicon; return it with how often the words of each pair were seen, `[pair, 2]`.

    No sentence may be empty.
    """
    numbers: tuple[dict[str, int], dict[str, int]] = ({}, {})
    sides = [
        [np.array([ids.setdefault(word, len(ids)) for word in text]) for text in texts]
        for ids, texts in zip(numbers, zip(*sentences, strict=True), strict=True)
    ]
    types = [np.concatenate(side) for side in sides]
    lengths = [np.array([len(text) for text in side]) for side in sides]
    starts = [np.cumsum(counts) - counts for counts in lengths]
    cells = lengths[0] * lengths[1]
    sentence = np.repeat(np.arange(len(cells)), cells)
    inside = np.arange(cells.sum()) - np.repeat(np.cumsum(cells) - cells, cells)
    rows, columns = np.divmod(inside, lengths[0][sentence])
    places = [np.concatenate([*map(relative_places, counts)]) for counts in lengths]
    tokens = starts[0][sentence] + columns, starts[1][sentence] + rows
    near = prior(np.abs(places[0][tokens[0]] - places[1][tokens[1]]))
    codes = types[0][tokens[0]] * len(numbers[1]) + types[1][tokens[1]]
    codes, pairs = np.unique(codes, return_inverse=True)
    pair_numbers = np.divmod(codes, len(numbers[1]))
    to_french = _Direction(tokens[1], types[1], pair_numbers[0], near)
    to_english = _Direction(tokens[0], types[0], pair_numbers[1], near)
    for _ in range(rounds):
        to_french.learn(pairs)
        to_english.learn(pairs)
    tables = to_french.table, to_english.table, to_french.alone, to_english.alone
    counts = [
        np.bincount(type_numbers)[words]
        for type_numbers, words in zip(types, pair_numbers, strict=True)
    ]
    english, french = (Vocabulary([*ids]) for ids in numbers)
    return Lexicon(english, french, codes, *tables), np.stack(counts, 1)


def _pack(lexicon: Lexicon, counts: np.ndarray) -> bytes:
    """Pack the pairs worth keeping of a lexicon as a file for `models.words.lexicon`."""
    kept = (counts >= _FEWEST).all(1)
    kept &= np.minimum(lexicon.to_french, lexicon.to_english) >= _SMALLEST
    pair_numbers = np.divmod(lexicon.pairs[kept], len(lexicon.french))
    words, numbers, alone = [], [], []
    for ids, every, table in (
        (lexicon.english, pair_numbers[0], lexicon.english_alone),
        (lexicon.french, pair_numbers[1], lexicon.french_alone),
    ):
        used, places = np.unique(every, return_inverse=True)
        words.append("\n".join(map(ids.word, used)))
        numbers.append(places)
        alone.append(to_bytes(table[used]))
    tensors = {
        "pairs": np.stack(numbers, 1).astype(np.uint16),
        "to_french": to_bytes(lexicon.to_french[kept]),
        "to_english": to_bytes(lexicon.to_english[kept]),
        "english_alone": alone[0],
        "french_alone": alone[1],
    }
    return save(tensors, {"english": words[0], "french": words[1]})


def read_training_pairs(data: Path) -> Iterable[TrainingPair]:
    """Read the training pairs of the transformer, each once."""
    recipe = RECIPES["transformer"]
    once = replace(recipe, files=dict.fromkeys(recipe.files, 1), corpus=1)
    pairs, _ = training_pairs(once, data)
    return dict.fromkeys(pairs)


def _read_words(data: Path) -> list[_Words]:
    """Read the words of the training pairs, in lower case."""
    sentences = [
        (split(pair.source.lower()), split(pair.target.lower()))
        for pair in read_training_pairs(data)
    ]
    return [
        pair for pair in sentences if 0 < min(map(len, pair)) <= max(map(len, pair)) <= _LONGEST
    ]


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m models.corpus.learn_lexicon", description=__doc__
    )
    parser.add_argument(
        "--data", type=existing_folder, required=True, help="folder with the training pairs"
    )
    parser.add_argument("--out", type=Path, default=LEXICON_TABLE, help="file to write")
    options = parser.parse_args(arguments)
    try:
        content = _pack(*_learn(_read_words(options.data)))
        write_whole({options.out: content})
    except UserError as error:
        sys.exit(str(error))
    print(f"{options.out}: {len(content) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
