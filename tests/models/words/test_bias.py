"""The gender direction and the association test against slow versions."""

import itertools
import json
import statistics

import numpy as np
import pytest

from models import UserError
from models.words import GLOVE, WordVectors, bias, glove
from models.words.bias import (
    _compare,
    gender_direction,
    projections,
    weat,
)
from models.words.lists import (
    ASSOCIATION_TESTS,
    DEFINITIONAL_PAIRS,
    WOMEN_PERCENT,
    AssociationTest,
    WordList,
)

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@pytest.fixture(scope="module")
def small():
    """26 words at random places, not of length 1."""
    return WordVectors("small", tuple(LETTERS), np.random.default_rng(4).normal(size=(26, 5)))


def association_test(*lists) -> AssociationTest:
    first, second, third, fourth = (
        WordList(name, tuple(words)) for name, words in zip(("X", "Y", "A", "B"), lists)
    )
    return AssociationTest(0, "X and Y", (first, second), (third, fourth))


def cosine(vectors: WordVectors, one: str, other: str) -> float:
    one, other = (vectors.table[vectors.words.index(word)].astype(float) for word in (one, other))
    return float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))


def by_hand(vectors: WordVectors, x, y, a, b) -> tuple[float, float, float, dict[str, float]]:
    """Return effect size, p, statistic and s of each target word, by the paper's formulas."""
    s = {
        w: statistics.fmean(cosine(vectors, w, v) for v in a)
        - statistics.fmean(cosine(vectors, w, v) for v in b)
        for w in (*x, *y)
    }
    whole = sum(s.values())
    observed = sum(s[w] for w in x) - sum(s[w] for w in y)
    others = [
        2 * sum(s[w] for w in half) - whole for half in itertools.combinations((*x, *y), len(x))
    ]
    effect_size = (
        statistics.fmean(s[w] for w in x) - statistics.fmean(s[w] for w in y)
    ) / statistics.pstdev(s.values())
    return effect_size, sum(other > observed + 1e-9 for other in others) / len(others), observed, s


@pytest.mark.parametrize(
    "lists",
    [
        ("abcd", "efgh", "ijkl", "mnop"),
        ("abcde", "vwxyz", "ijklmno", "qrst"),
        ("zywxv", "acbde", "fghi", "ponm"),
    ],
)
def test_an_association_is_that_of_a_loop_over_all_partitions(small, lists):
    result = weat(small, association_test(*lists))
    effect_size, p, observed, s = by_hand(small, *lists)
    assert result.exact
    assert result.partitions == {4: 70, 5: 252}[len(lists[0])]
    assert (result.effect_size, result.p, result.statistic) == pytest.approx(
        (effect_size, p, observed), abs=1e-6
    )
    for words, associations, word_list in zip(result.targets, result.associations, lists):
        assert words == tuple(word_list)
        assert associations.tolist() == pytest.approx([s[word] for word in words], abs=1e-6)
        with pytest.raises(ValueError, match="read-only"):
            associations[0] = 1
    assert (result.missing, result.dropped) == ((), ())


def test_the_lists_the_other_way_round_turn_the_sign(small):
    result, turned = (
        weat(small, association_test(*targets, "ijkl", "mnop"))
        for targets in (("abcd", "efgh"), ("efgh", "abcd"))
    )
    assert (turned.effect_size, turned.statistic) == pytest.approx(
        (-result.effect_size, -result.statistic)
    )
    assert result.p + turned.p == pytest.approx(1 - 1 / 70)  # neither counts the given partition


def test_random_partitions_come_near_all_of_them(small, monkeypatch):
    test = association_test("abcde", "vwxyz", "ijkl", "mnop")
    exact = weat(small, test)
    monkeypatch.setattr(bias, "_MOST_PARTITIONS", 251)
    result = weat(small, test, permutations=25_000)
    assert not result.exact
    assert result.partitions == 25_000
    assert result.p != exact.p
    assert result.p == pytest.approx(
        exact.p, abs=4 * (exact.p * (1 - exact.p) / 25_000) ** 0.5 + 1e-4
    )
    assert (
        weat(small, test, permutations=25_000).p
        == result.p
        != weat(small, test, permutations=25_000, seed=1).p
    )


def test_a_clearest_result_has_p_0_among_all_partitions_and_is_itself_counted_among_random_ones():
    assert _compare(np.array([4, 3, 2, 1.0]), 0, 0) == (0, 6, True)
    assert _compare(np.array([1, 2, 3, 4.0]), 0, 0) == (5, 6, True)
    clear = np.repeat([1.0, -1.0], 25)
    assert _compare(clear, 999, 0) == (0, 999, False)
    # So clear that random partitions never reach it.
    result = weat(glove(), ASSOCIATION_TESTS[1], permutations=999)
    assert result.p == 1 / 1000


def test_partitions_that_are_as_good_do_not_count():
    assert _compare(np.full(8, 0.1), 0, 0) == (0, 70, True)
    assert _compare(np.array([0.1, 0.7, 0.7, 0.1]), 0, 0) == (1, 6, True)


def test_words_that_are_not_there_are_left_out_and_the_longer_list_is_shortened(small):
    targets = ["a", "b", "none", "c", "d", "e", "f"], ["g", "nil", "h", "nil", "i", "j"]
    result = weat(small, association_test(*targets, "klmn", "opqr"))
    assert result.targets == (("a", "b", "c", "d"), ("g", "h", "i", "j"))
    assert result.missing == ("none", "nil")
    assert result.dropped == ("e", "f")
    assert result.effect_size == pytest.approx(
        by_hand(small, "abcd", "ghij", "klmn", "opqr")[0], abs=1e-6
    )


@pytest.mark.parametrize(
    "lists, short",
    [
        (("abc1", "efgh", "ijkl", "mnop"), "X"),
        (("abcd", "efgh", "ijkl", "mno2"), "B"),
        (("abc", "123", "ijkl", "mnop"), "X and Y"),
    ],
)
def test_a_test_with_fewer_than_four_words_of_a_list_is_refused(small, lists, short):
    with pytest.raises(UserError) as error:
        weat(small, association_test(*lists))
    assert str(error.value) == (
        f"“X and Y” cannot be tested: small knows too few of the words under {short}. "
        f"Choose another test."
    )


def test_the_gender_direction_is_the_first_component_of_pca():
    direction, shares = gender_direction(glove())
    centred = []
    for pair in DEFINITIONAL_PAIRS:
        x, y = (glove().table[glove().find(word)].astype(float) for word in pair)
        x, y = x / np.linalg.norm(x), y / np.linalg.norm(y)
        centred += [x - (x + y) / 2, y - (x + y) / 2]
    variances, axes = np.linalg.eigh(np.cov(np.array(centred).T))  # the largest last
    np.testing.assert_allclose(shares, variances[:-11:-1] / variances.sum(), atol=1e-6)
    assert abs(axes[:, -1] @ direction) == pytest.approx(1, abs=1e-6)
    assert np.linalg.norm(direction) == pytest.approx(1)
    assert shares.sum() == pytest.approx(1)
    assert shares[:3].tolist() == pytest.approx([0.51, 0.30, 0.07], abs=0.01)


def test_the_first_words_of_the_pairs_lie_on_the_positive_side(small):
    direction, _ = gender_direction(glove())
    turned, _ = gender_direction(glove(), [pair[::-1] for pair in DEFINITIONAL_PAIRS])
    np.testing.assert_allclose(turned, -direction, atol=1e-9)
    she, he = projections(glove(), ["she", "he"], direction)
    assert she > 0 > he
    assert (she, he) == pytest.approx(
        [cosine_with(word, direction) for word in ("she", "he")], abs=1e-6
    )
    with pytest.raises(UserError, match="“1” is not among"):
        gender_direction(small, [("a", "b"), ("c", "1")])


def cosine_with(word: str, direction: np.ndarray) -> float:
    row = glove().table[glove().find(word)].astype(float)
    return float(row @ direction / np.linalg.norm(row))


def test_the_lists_are_whole():
    assert [test.number for test in ASSOCIATION_TESTS] == list(range(1, 11))
    assert [len(test.targets[0].words) for test in ASSOCIATION_TESTS] == [
        25,
        25,
        32,
        16,
        16,
        8,
        8,
        8,
        6,
        8,
    ]
    for test in ASSOCIATION_TESTS:
        first, second = test.targets
        assert len(first.words) == len(second.words)
        assert not set(first.words) & set(second.words)
        assert all(
            len(set(part.words)) == len(part.words) and part.name
            for part in (*test.targets, *test.attributes)
        )
    assert len(DEFINITIONAL_PAIRS) == 10
    assert len(WOMEN_PERCENT) == 39
    assert all(0 < percent < 100 and word in glove() for word, percent in WOMEN_PERCENT.items())


@pytest.mark.parametrize("number, about", [(1, 1.18), (6, 1.77)])
def test_the_card_has_the_effect_sizes_of_the_shipped_table(number, about):
    result = weat(glove(), ASSOCIATION_TESTS[number - 1])
    card = json.loads((GLOVE / "card.json").read_text(encoding="utf-8"))["figures"]["glove"][
        "associations"
    ][number - 1]
    assert result.effect_size == pytest.approx(card["effect_size"], abs=1e-6)
    assert result.p == pytest.approx(card["p"], abs=1e-9)
    assert result.effect_size == pytest.approx(about, abs=0.02)


def test_the_card_has_the_shares_of_the_gender_direction_and_the_way_occupations_go():
    card = json.loads((GLOVE / "card.json").read_text(encoding="utf-8"))["figures"]["glove"][
        "gender"
    ]
    direction, shares = gender_direction(glove())
    assert shares[:3].tolist() == pytest.approx(card["shares"], abs=1e-4)
    correlation = np.corrcoef(
        projections(glove(), [*WOMEN_PERCENT], direction), [*WOMEN_PERCENT.values()]
    )[0, 1]
    assert correlation == pytest.approx(card["occupations"]["pearson"], abs=1e-4)
