"""N-gram counts, and interpolated Kneser-Ney probabilities."""

from collections import Counter, defaultdict

import numpy as np
import pytest

from models import UserError
from models.networks.ngrams import NGrams, _join_bytes, _split_bytes

BEGIN, END, SIZE = 1, 2, 12
TEXTS = [
    [3, 4, 5, 6],
    [3, 4, 5, 7],
    [3, 4, 8],
    [9, 4, 5, 6],
    [9, 4],
    [3, 3, 3, 4, 5],
    [10],
]
ROWS = [[BEGIN, *text, END] for text in TEXTS]


def plainly(order: int, context: list[int]) -> list[float]:
    """Compute the formula of the module literally, with dictionaries and no arrays."""
    seen = [Counter() for _ in range(order + 1)]
    for row in ROWS:
        for length in range(1, order + 1):
            for start in range(len(row) - length + 1):
                seen[length][tuple(row[start : start + length])] += 1
    counts = []
    for length in range(1, order + 1):
        if length == order:
            counts.append(dict(seen[length]))
            continue
        before = defaultdict(set)
        for longer in seen[length + 1]:
            before[longer[1:]].add(longer[0])
        counts.append(
            {
                row: seen[length][row] if row[0] == BEGIN else len(before[row])
                for row in seen[length]
            }
        )
    counts[0].pop((BEGIN,))  # never predicted
    chances = [1 / SIZE] * SIZE
    for length in range(1, order + 1):
        if length - 1 > len(context):
            break
        history = tuple(context[len(context) - length + 1 :])
        table = counts[length - 1]
        here = {row[-1]: count for row, count in table.items() if row[:-1] == history}
        if not here:
            break
        once, twice = (sum(count == times for count in table.values()) for times in (1, 2))
        discount = once / (once + 2 * twice) if once else 0.5
        total = sum(here.values())
        chances = [
            max(here.get(token, 0) - discount, 0) / total
            + discount * len(here) / total * chances[token]
            for token in range(SIZE)
        ]
    return chances


@pytest.mark.parametrize("order", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "context", [[BEGIN], [BEGIN, 3], [BEGIN, 3, 4], [BEGIN, 3, 4, 5], [BEGIN, 11], [BEGIN, 9, 4, 8]]
)
def test_probabilities_are_those_of_the_formula_and_sum_to_one(order, context):
    model = NGrams.count(ROWS, order, SIZE, BEGIN)
    chances = model.probabilities(context)
    np.testing.assert_allclose(chances, plainly(order, context), rtol=1e-12)
    assert chances.sum() == pytest.approx(1)
    assert chances.min() > 0


@pytest.mark.parametrize("order", [1, 2, 4])
def test_a_text_is_as_probable_as_its_tokens_one_by_one(order):
    model = NGrams.count(ROWS, order, SIZE, BEGIN)
    for row in ([BEGIN, 3, 4, 5, 6, END], [BEGIN, 11, 3, 7, 7, END], [BEGIN, 3, 4, 8, END]):
        single = [model.probabilities(row[:place])[row[place]] for place in range(1, len(row))]
        np.testing.assert_allclose(model.log_probabilities(row), np.log(single), rtol=1e-12)


def test_two_texts_in_one_row_know_nothing_of_each_other():
    model = NGrams.count(ROWS, 3, SIZE, BEGIN)
    one, two = [BEGIN, 3, 4, END], [BEGIN, 4, 5, 6, END]
    both = model.log_probabilities([*one, *two])
    np.testing.assert_array_equal(both[: len(one) - 1], model.log_probabilities(one))
    np.testing.assert_array_equal(both[len(one) :], model.log_probabilities(two))
    together = NGrams.count([[*one, *two]] * 3, 3, SIZE, BEGIN)
    assert together.times_seen([END, BEGIN]) == 0


def test_how_often_a_row_was_seen():
    model = NGrams.count(ROWS, 4, SIZE, BEGIN)
    assert model.times_seen([3]) == 6
    assert model.times_seen([4, 5]) == 4
    assert model.times_seen([3, 4, 5]) == 3
    assert model.times_seen([3, 4, 5, 6]) == 1
    assert model.times_seen([6, 5]) == model.times_seen([11]) == 0


@pytest.mark.parametrize("order", [1, 2, 3])
def test_shorter_models_come_out_of_the_same_counts(order):
    longer, counted = NGrams.count(ROWS, 4, SIZE, BEGIN), NGrams.count(ROWS, order, SIZE, BEGIN)
    for context in ([BEGIN], [BEGIN, 3, 4]):
        np.testing.assert_array_equal(
            longer.shorter(order).probabilities(context), counted.probabilities(context)
        )


def test_numbers_taken_apart_into_bytes_come_together_again():
    numbers = np.array([0, 1, 255, 256, 70_000, 2**40 + 3])
    assert _split_bytes(numbers).shape == (6, 6)
    np.testing.assert_array_equal(_join_bytes(_split_bytes(numbers)), numbers)


def test_counts_are_kept_in_a_file(tmp_path):
    model = NGrams.count(ROWS, 4, SIZE, BEGIN)
    model.save(tmp_path / "counts.npz")
    again = NGrams.load(tmp_path / "counts.npz")
    for context in ([BEGIN], [BEGIN, 3, 4]):
        np.testing.assert_array_equal(again.probabilities(context), model.probabilities(context))
    assert again.times_seen([3, 4, 5]) == 3
    (tmp_path / "counts.npz").write_bytes(b"nothing")
    with pytest.raises(UserError, match="missing or damaged"):
        NGrams.load(tmp_path / "counts.npz")


def test_what_does_not_fit_into_one_number_is_refused():
    with pytest.raises(ValueError, match="too many"):
        NGrams.count(ROWS, 5, 8000, BEGIN)


def test_what_followed_and_how_often():
    model = NGrams.count(ROWS, 4, SIZE, BEGIN)
    assert model.followers([4]) == {5: 4, 8: 1, END: 1}
    assert model.followers([3, 4, 5]) == {6: 1, 7: 1, END: 1}
    assert model.followers([11]) == {}


def test_rare_rows_are_left_out_but_for_those_of_free_texts():
    model = NGrams.count(ROWS, 4, SIZE, BEGIN)
    free = NGrams.count(ROWS[2:3], 4, SIZE, BEGIN)
    pruned = model.without_rare(2, 3, free)
    assert pruned.times_seen([3, 4, 5]) == 3  # often
    assert model.without_rare(3, 3, free).times_seen([3, 4, 5]) == 3  # just often enough
    assert model.without_rare(4, 3, free).times_seen([3, 4, 5]) == 0
    assert pruned.times_seen([3, 4, 8]) == 1  # once, in a free text
    assert model.times_seen([3, 3, 3]) == 1
    assert pruned.times_seen([3, 3, 3]) == 0
    assert pruned.times_seen([3, 3]) == model.times_seen([3, 3])  # too short to be left out
    for context in ([BEGIN], [BEGIN, 3, 4], [BEGIN, 3, 3], [BEGIN, 9, 4]):
        chances = pruned.probabilities(context)
        assert chances.sum() == pytest.approx(1)
        assert chances.min() > 0
