"""What word vectors have learnt from people.

The gender direction (Bolukbasi et al. 2016) and associations (Caliskan et al. 2017).
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import UserError
from . import WordVectors
from .lists import DEFINITIONAL_PAIRS, AssociationTest

MOST_PARTITIONS = 200_000  # with more of them, a random sample does
CHUNK = 10_000  # random partitions at a time
FEWEST = 4  # words of a list: with three of each, one partition in 20 is the clearest there is


def gender_direction(
    vectors: WordVectors, pairs: Sequence[tuple[str, str]] = DEFINITIONAL_PAIRS
) -> tuple[np.ndarray, np.ndarray]:
    """The direction in which the words of the pairs differ most.

    `[dimension]`, length 1, and each component's share of the variance.

    The first principal component of {x - c, y - c}, where c is the centre of the pair x, y; all
    words of length 1 (Bolukbasi et al. 2016, section 5.1). The first words of the pairs, here the
    female ones, lie on its positive side. The shares `[component]`, of as many components as pairs,
    falling, sum to 1. Raises UserError for a word that is not there.
    """
    first, second = (
        vectors.unit[[vectors.find(pair[side]) for pair in pairs]].astype(np.float64)
        for side in (0, 1)
    )
    halves = (
        first - second
    ) / 2  # [pair, dimension]; the other halves are the same, negated: the mean of all is zero
    _, scales, components = np.linalg.svd(halves, full_matrices=False)
    direction = components[0] * np.sign((halves @ components[0]).sum())
    return direction, scales**2 / (scales**2).sum()


def projections(vectors: WordVectors, words: Sequence[str], direction: np.ndarray) -> np.ndarray:
    """The cosine of each word with a direction of length 1: `[word]`."""
    return vectors.unit[[vectors.find(word) for word in words]] @ direction


@dataclass(frozen=True)
class Association:
    """What an association test found in some vectors."""

    effect_size: float  # d, in standard deviations of all target words (ddof 0), between -2 and 2
    p: float  # one-sided
    statistic: float  # S, the sum over the first targets less that over the second
    partitions: int  # of the target words into two halves, that S was compared with
    exact: bool  # these are all there are; else they are random
    targets: tuple[tuple[str, ...], tuple[str, ...]]  # the words of each list that took part
    associations: tuple[
        np.ndarray, np.ndarray
    ]  # s of each of them: above 0 nearer to the first attributes
    missing: tuple[str, ...]  # words of the four lists that the vectors lack
    dropped: tuple[str, ...]  # words left out at the end of the longer target list


def weat(
    vectors: WordVectors, test: AssociationTest, permutations: int = 100_000, seed: int = 0
) -> Association:
    """The Word Embedding Association Test (Caliskan, Bryson & Narayanan 2017).

    s(w) = mean cosine of w with the first attributes less that with the second; S = sum of s over
    the first targets less that over the second; d = difference of the two means of s / standard
    deviation of s over all targets (ddof 0). p is the share of the equal partitions of the target
    words with a strictly greater S: of all of them where there are at most 200,000, else (n + 1) /
    (permutations + 1) with n of so many random ones, seeded.

    Words that the vectors lack are left out; if then one target list is longer, so are its last
    words (the paper leaves out random ones). Raises UserError when fewer than four words of a list
    remain.
    """
    lists = (*test.targets, *test.attributes)
    missing = tuple(
        dict.fromkeys(word for part in lists for word in part.words if word not in vectors)
    )
    *targets, first, second = known = [
        [word for word in part.words if word in vectors] for part in lists
    ]
    if short := [part.name for part, left in zip(lists, known) if len(left) < FEWEST]:
        names, last = {"title": test.title, "name": vectors.name}, short.pop()
        if short:
            raise UserError(
                "“{title}” cannot be tested: {name} knows too few of the words under "
                "{others} and {last}. Choose another test.",
                others=", ".join(short),
                last=last,
                **names,
            )
        raise UserError(
            "“{title}” cannot be tested: {name} knows too few of the words under {last}. "
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
    greater, partitions, exact = compare(s, permutations, seed)
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


def compare(s: np.ndarray, permutations: int, seed: int) -> tuple[int, int, bool]:
    """Count the partitions whose first half sums to more than the one given.

    Partitions of `s [target]`: how many, of how many, and whether of all.
    """
    size = len(s) // 2
    bound = (
        s[:size].sum() + 1e-12
    )  # S = 2 * first half - all, so that first halves compare alike; above rounding
    if (number := math.comb(len(s), size)) <= MOST_PARTITIONS:
        every = itertools.chain.from_iterable(itertools.combinations(range(len(s)), size))
        chosen = np.fromiter(every, dtype=np.intp, count=number * size).reshape(number, size)
        return int((s[chosen].sum(1) > bound).sum()), number, True
    draw, greater = np.random.default_rng(seed), 0
    for start in range(0, permutations, CHUNK):
        order = draw.random((min(CHUNK, permutations - start), len(s))).argpartition(size, axis=1)
        greater += int((s[order[:, :size]].sum(1) > bound).sum())
    return greater, permutations, False
