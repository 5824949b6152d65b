"""Human biases in word vectors.

The gender direction (Bolukbasi et al. 2016) and association tests (Caliskan et al. 2017).
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import UserError
from . import WordVectors
from .lists import DEFINITIONAL_PAIRS, AssociationTest

_MOST_PARTITIONS = 200_000  # beyond this number, sample partitions at random
_CHUNK = 10_000  # random partitions at a time
_FEWEST = 4  # words of a list; with three of each, p cannot be below 1 in 20


def gender_direction(
    vectors: WordVectors, pairs: Sequence[tuple[str, str]] = DEFINITIONAL_PAIRS
) -> tuple[np.ndarray, np.ndarray]:
    """Return the direction in which the words of the pairs differ most, and shares of variance.

    The direction `[dimension]`, of length 1, is the first principal component of {x - c, y - c},
    where c is the centre of the pair x, y; all words of length 1 (Bolukbasi et al. 2016, section
    5.1). The first words of the pairs, here the female ones, lie on its positive side. The shares
    `[component]`, one per pair, descend and sum to 1. Raises UserError for an unknown word.
    """
    first, second = (
        vectors.unit[[vectors.find(pair[side]) for pair in pairs]].astype(np.float64)
        for side in (0, 1)
    )
    # The other half of each pair is the negative, so the mean of all is zero.
    halves = (first - second) / 2  # [pair, dimension]
    _, scales, components = np.linalg.svd(halves, full_matrices=False)
    direction = components[0] * np.sign((halves @ components[0]).sum())
    return direction, scales**2 / (scales**2).sum()


def projections(vectors: WordVectors, words: Sequence[str], direction: np.ndarray) -> np.ndarray:
    """Return the cosine of each word with a direction of length 1: `[word]`."""
    return vectors.unit[[vectors.find(word) for word in words]] @ direction


@dataclass(frozen=True)
class Association:
    """The result of an association test."""

    effect_size: float  # d, in standard deviations of all target words (ddof 0), between -2 and 2
    p: float  # one-sided
    statistic: float  # S, the sum over the first targets minus that over the second
    partitions: int  # partitions of the target words into halves, against which S was compared
    exact: bool  # True: all partitions; False: random ones
    targets: tuple[tuple[str, ...], tuple[str, ...]]  # the words of each list that were tested
    # s of each target word: positive is nearer to the first attributes.
    associations: tuple[np.ndarray, np.ndarray]
    missing: tuple[str, ...]  # words of the four lists that the vectors lack
    dropped: tuple[str, ...]  # words dropped from the end of the longer target list


def weat(
    vectors: WordVectors, test: AssociationTest, permutations: int = 100_000, seed: int = 0
) -> Association:
    """Run the Word Embedding Association Test (Caliskan, Bryson & Narayanan 2017).

    s(w) = mean cosine of w with the first attributes minus that with the second; S = sum of s over
    the first targets minus that over the second; d = difference of the two means of s / standard
    deviation of s over all targets (ddof 0). p is the share of the equal partitions of the target
    words with a strictly greater S: of all partitions if there are at most 200,000, else (n + 1) /
    (permutations + 1), where n of the seeded random permutations are greater.

    Missing words are dropped; then the longer target list loses its last words (in the paper,
    random ones). Raises UserError if fewer than four words of a list remain.
    """
    lists = (*test.targets, *test.attributes)
    missing = tuple(
        dict.fromkeys(word for part in lists for word in part.words if word not in vectors)
    )
    known = [[word for word in part.words if word in vectors] for part in lists]
    *targets, first, second = known
    if short := [part.name for part, words in zip(lists, known) if len(words) < _FEWEST]:
        names, last = {"title": test.title, "model": vectors.name}, short.pop()
        if short:
            raise UserError(
                "“{title}” cannot be tested: {model} knows too few of the words under "
                "{others} and {last}. Choose another test.",
                others=", ".join(short),
                last=last,
                **names,
            )
        raise UserError(
            "“{title}” cannot be tested: {model} knows too few of the words under {last}. "
            "Choose another test.",
            last=last,
            **names,
        )
    size = min(map(len, targets))
    dropped = tuple(word for words in targets for word in words[size:])
    compared = (tuple(targets[0][:size]), tuple(targets[1][:size]))

    x, a, b = (
        vectors.unit[[vectors.find(word) for word in words]].astype(np.float64)
        for words in (compared[0] + compared[1], first, second)
    )
    s = (x @ a.T).mean(1) - (x @ b.T).mean(1)  # [target], the first list, then the second
    s.flags.writeable = False
    halves = s.reshape(2, size)
    greater, partitions, exact = _compare(s, permutations, seed)
    return Association(
        effect_size=float((halves[0].mean() - halves[1].mean()) / s.std()),
        p=greater / partitions if exact else (greater + 1) / (partitions + 1),
        statistic=float(halves[0].sum() - halves[1].sum()),
        partitions=partitions,
        exact=exact,
        targets=compared,
        associations=(halves[0], halves[1]),
        missing=missing,
        dropped=dropped,
    )


def _compare(s: np.ndarray, permutations: int, seed: int) -> tuple[int, int, bool]:
    """Count the partitions of `s [target]` whose first half has a larger sum than the given one.

    Returns this count, the number of partitions, and whether these are all partitions.
    """
    size = len(s) // 2
    # S = 2 * first half - all, so comparing first halves is enough; the margin is for rounding.
    bound = s[:size].sum() + 1e-12
    if (number := math.comb(len(s), size)) <= _MOST_PARTITIONS:
        every = itertools.chain.from_iterable(itertools.combinations(range(len(s)), size))
        chosen = np.fromiter(every, dtype=np.intp, count=number * size).reshape(number, size)
        return int((s[chosen].sum(1) > bound).sum()), number, True
    draw = np.random.default_rng(seed)
    greater = 0
    for start in range(0, permutations, _CHUNK):
        order = draw.random((min(_CHUNK, permutations - start), len(s))).argpartition(size, axis=1)
        greater += int((s[order[:, :size]].sum(1) > bound).sum())
    return greater, permutations, False
