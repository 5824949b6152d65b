"""Projections, neighbours and silhouettes equal slow versions."""

import itertools
import math
import os
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from sklearn.decomposition import PCA

from viz.analysis.projections import (
    METHODS,
    RULES,
    _procrustes_aligned,
    _spread,
    neighbours,
    project,
    silhouettes,
)

# The first use of umap compiles it for half a minute: once a week.
STEPWISE = "tsne", pytest.param("umap", marks=pytest.mark.weekly)
ALL = "pca", *STEPWISE
HOW = pytest.mark.parametrize(
    "method, rule",
    [
        *(("pca", rule) for rule in RULES),
        ("tsne", "aligned"),
        pytest.param("umap", "aligned", marks=pytest.mark.weekly),
    ],
)


def cloud(steps: int = 3, points: int = 40, d: int = 12, seed: int = 0) -> np.ndarray:
    """Return three clusters that move a little from step to step.

    Along axes of different lengths, in 32 bits as the networks' states.
    """
    draw = np.random.default_rng(seed)
    first = draw.normal(size=(points, d)) + 4 * draw.normal(size=(3, d))[np.arange(points) % 3]
    drift = 0.3 * draw.normal(size=(steps, points, d)).cumsum(0)
    return ((first + drift) * np.linspace(1.5, 0.5, d) + 5).astype(np.float32)


def apart(places: np.ndarray) -> np.ndarray:
    """Return the distance of every point from every other."""
    return np.array([[math.dist(one, other) for other in places] for one in places.astype(float)])


def axes_of(centred: np.ndarray, axes: int) -> np.ndarray:
    """Return the first right singular vectors."""
    return np.linalg.svd(centred.astype(float), full_matrices=False)[2][:axes]


def rotations(axes: int, count: int):
    """Yield random rotations and reflections."""
    draw = np.random.default_rng(7)
    for _ in range(count):
        yield np.linalg.qr(draw.normal(size=(axes, axes)))[0]


def same_up_to_sign(actual: np.ndarray, expected: np.ndarray) -> None:
    """Assert that `[..., point, axis]` are equal up to the sign of each axis.

    The sign is the same at every step.
    """
    signs = np.sign((actual * expected).sum(axis=tuple(range(actual.ndim - 1))))
    np.testing.assert_allclose(actual, expected * signs, atol=2e-4)


@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("points", [6, 40])
def test_pca_of_one_step_is_that_of_scikit_learn_and_of_a_singular_value_decomposition(
    points, axes
):
    states = cloud(1, points)
    projection = project(states, "pca", axes, "aligned")
    assert projection.places.shape == (1, points, axes)
    assert projection.places.dtype == np.float32
    same_up_to_sign(projection.places[0], PCA(axes).fit_transform(states[0].astype(float)))
    centred = states[0] - states[0].mean(0)
    same_up_to_sign(projection.places[0], centred @ axes_of(centred, axes).T)
    for rule in RULES:  # with one step all rules agree
        same_up_to_sign(project(states, "pca", axes, rule).places[0], projection.places[0])


@pytest.mark.parametrize("axes", [2, 3])
def test_the_rule_once_is_one_decomposition_of_all_steps_each_centred_on_its_own_mean(axes):
    states = cloud()
    stacked = np.concatenate([step - step.mean(0) for step in states.astype(float)])
    same_up_to_sign(
        project(states, "pca", axes, "once").places,
        (stacked @ axes_of(stacked, axes).T).reshape(3, 40, axes),
    )


@pytest.mark.parametrize("axes", [2, 3])
def test_the_rule_last_puts_every_step_on_the_axes_of_the_last(axes):
    states = cloud()
    centred = [step - step.mean(0) for step in states.astype(float)]
    same_up_to_sign(
        project(states, "pca", axes, "last").places,
        np.stack([step @ axes_of(centred[-1], axes).T for step in centred]),
    )


def test_once_is_what_the_rule_is_when_nothing_is_said():
    np.testing.assert_array_equal(
        project(cloud()).places, project(cloud(), "pca", 2, "once").places
    )


def test_fitted_and_turned_each_step_keeps_its_own_best_map():
    states = cloud()
    projection = project(states, "pca", 2, "aligned")
    for step, places in zip(states, projection.places):
        np.testing.assert_allclose(
            apart(places), apart(PCA(2).fit_transform(step.astype(float))), atol=1e-4
        )


@pytest.mark.parametrize("axes", [2, 3])
def test_the_shares_are_the_ratios_of_explained_variance(axes):
    states = cloud()
    ratios = [PCA(axes).fit(step.astype(float)).explained_variance_ratio_.sum() for step in states]
    assert project(states, "pca", axes, "aligned").shares == pytest.approx(ratios, abs=1e-5)
    assert project(states, "pca", axes, "last").shares[-1] == pytest.approx(ratios[-1], abs=1e-5)
    for rule in ("once", "last"):
        projection = project(states, "pca", axes, rule)
        shares = [
            np.var(places, axis=0).sum() / np.var(step.astype(float), axis=0).sum()
            for places, step in zip(projection.places, states)
        ]
        assert projection.shares == pytest.approx(shares, abs=1e-5)
        assert (
            projection.shares <= np.array(ratios) + 1e-6
        ).all()  # no other axes hold more variance than a step's own


@pytest.mark.parametrize("method", STEPWISE)
def test_what_is_not_linear_has_no_shares(method):
    assert project(cloud(1), method).shares is None


@HOW
def test_the_same_points_give_the_same_map(method, rule):
    one, other = (project(cloud(2, 30), method, 2, rule).places for _ in range(2))
    np.testing.assert_array_equal(one, other)
    assert np.isfinite(one).all()
    assert one.std() > 0.1


@pytest.mark.slow
def test_umap_gives_the_same_map_of_a_few_points():
    """Interpreted, as the compiler takes longer than these points."""
    program = (
        "import numpy as np; from viz.analysis.projections import project;"
        "states = np.random.default_rng(0).normal(size=(2, 8, 12)).astype(np.float32);"
        "one, other = (project(states, 'umap', 2, 'aligned').places for _ in range(2));"
        "assert np.array_equal(one, other) and np.isfinite(one).all() and one.std() > 0.1"
    )
    interpreted = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", program], env=interpreted, check=True, timeout=100)


@pytest.mark.parametrize("method", STEPWISE)
def test_heaps_stay_heaps(method):
    steps = project(cloud(2, 45), method).places
    heap = np.arange(45) % 3
    for places in steps:
        assert (
            silhouette_by_hand(places - places.mean(0), [str(one) for one in heap], math.dist) > 0.5
        )


@pytest.mark.parametrize("axes", [2, 3])
def test_no_turn_brings_a_map_nearer_to_another_than_the_one_that_is_taken(axes):
    generator = np.random.default_rng(3)
    places, onto = generator.normal(size=(2, 25, axes))
    rotated = _procrustes_aligned(places, onto)
    np.testing.assert_allclose(apart(rotated), apart(places), atol=1e-9)
    left = ((rotated - onto) ** 2).sum()
    assert left < ((places - onto) ** 2).sum()
    assert all(
        ((places @ rotation - onto) ** 2).sum() >= left - 1e-9 for rotation in rotations(axes, 200)
    )


@pytest.mark.parametrize("rotation", [*rotations(3, 5)])
def test_a_map_that_was_only_turned_or_mirrored_is_turned_back(rotation):
    onto = np.random.default_rng(4).normal(size=(20, 3))
    np.testing.assert_allclose(_procrustes_aligned(onto @ rotation, onto), onto, atol=1e-9)


@pytest.mark.parametrize("method", ALL)
def test_no_step_could_lie_nearer_to_the_step_before(method):
    steps = project(cloud(3, 25), method, 2, "aligned").places.astype(float)
    for before, places in itertools.pairwise(steps):
        left = ((places - before) ** 2).sum()
        assert all(
            ((places @ rotation - before) ** 2).sum() >= left - 1e-3
            for rotation in rotations(2, 200)
        )


def test_a_spread_is_centred_with_a_deviation_of_one_and_nothing_beyond_three():
    draw = np.random.default_rng(5)
    even, odd = (
        draw.normal(size=(50, 2)).clip(-2, 2) * 7 + 3,
        np.vstack([draw.normal(size=(50, 2)), [[1000, 0]]]),
    )
    assert _spread(even).mean(0) == pytest.approx([0, 0], abs=1e-9)
    assert _spread(even).std() == pytest.approx(1)
    assert _spread(odd).std() < 1
    assert np.abs(_spread(odd)).max() == pytest.approx(3)
    np.testing.assert_allclose(
        apart(_spread(even)) * apart(even)[0, 1],
        apart(even) * apart(_spread(even))[0, 1],
        rtol=1e-6,
    )
    assert not _spread(np.full((4, 2), 5.0)).any()


@pytest.mark.parametrize("method", ALL)
@pytest.mark.parametrize("axes", [2, 3])
def test_points_that_coincide_stay_one_point(method, axes):
    states = cloud(3, 20)
    states[:, 11] = states[:, 4]
    states[0, 15:] = states[0, 2]
    places_of_steps = project(states, method, axes, "aligned").places
    for step, places in zip(states, places_of_steps):
        expected = np.array([[np.array_equal(one, other) for other in step] for one in step])
        assert ((apart(places) < 1e-5) == expected).all()


@HOW
@pytest.mark.parametrize("place", [0, 1], ids=["first", "middle"])
def test_a_step_in_which_all_points_coincide_is_one_point(method, rule, place):
    states = cloud(3, 12)
    states[place] = states[place, :1]
    projection = project(states, method, 2, rule)
    assert np.isfinite(projection.places).all()
    assert np.abs(projection.places[place]).max() < 1e-6
    assert all(places.std() > 0.1 for step, places in enumerate(projection.places) if step != place)
    if method == "pca":
        assert [bool(np.isnan(share)) for share in projection.shares] == [
            step == place for step in range(3)
        ]


@pytest.mark.parametrize("rule", RULES)
def test_a_step_of_one_point_is_drawn_without_a_warning_even_if_it_is_the_only_one(rule):
    projection = project(np.tile(cloud(1, 1), (2, 9, 1)), "pca", 2, rule)
    assert not projection.places.any()
    assert np.isnan(projection.shares).all()


@pytest.mark.parametrize("method", ALL)
def test_few_different_points_are_drawn_where_their_pca_is(method):
    states = np.repeat(cloud(1, 3), 4, axis=1)  # three different points, four of each
    places = project(states, method, 2, "aligned").places[0]
    assert [*Counter(map(tuple, np.round(places, 4).tolist())).values()] == [4, 4, 4]
    expected = apart(PCA(2).fit_transform(states[0].astype(float)))
    np.testing.assert_allclose(
        apart(places) * expected.max(), expected * apart(places).max(), rtol=1e-4, atol=1e-3
    )


@HOW
def test_progress_is_told_to_the_end_and_never_falls(method, rule):
    progress = []
    project(cloud(4, 12), method, 2, rule, lambda done, total: progress.append((done, total)))
    assert progress == ([(1, 4), (2, 4), (3, 4), (4, 4)] if rule == "aligned" else [(4, 4)])


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("axes", [2, 3])
def test_too_few_points_are_refused(method, axes):
    with pytest.raises(ValueError, match=f"{axes + 1} points are too few for {axes} axes"):
        project(cloud(2, axes + 1), method, axes)


@pytest.mark.parametrize("method", ALL)
@pytest.mark.parametrize("axes", [2, 3])
def test_as_few_points_as_there_may_be_are_drawn(method, axes):
    assert np.isfinite(project(cloud(2, axes + 2), method, axes, "aligned").places).all()


def cosine_distance(one, other) -> float:
    dot, lengths = sum(map(float.__mul__, one, other)), math.hypot(*one) * math.hypot(*other)
    return 1 - dot / lengths


def neighbours_by_hand(step: np.ndarray, count: int) -> list[list[tuple[float, int]]]:
    rows = step.astype(float).tolist()
    return [
        sorted(
            (cosine_distance(row, other), place)
            for place, other in enumerate(rows)
            if place != index
        )[:count]
        for index, row in enumerate(rows)
    ]


@pytest.mark.parametrize("count", [1, 8, 100])
def test_neighbours_are_those_of_a_loop_over_all_pairs(count):
    states = cloud(2, 30)
    indices, distances = neighbours(states, count)
    assert indices.shape == distances.shape == (2, 30, min(count, 29))
    for step, rows, apart in zip(states, indices, distances):
        for expected, row, far in zip(
            neighbours_by_hand(step, count), rows.tolist(), apart.tolist()
        ):
            assert far == pytest.approx([distance for distance, _ in expected], abs=1e-5)
            assert [other for _, other in expected] == row
            assert far == sorted(far)


def test_neighbours_of_many_points_are_found_piece_by_piece():
    states = np.random.default_rng(6).normal(size=(1, 2100, 5))
    indices, distances = neighbours(states, 3)
    rows = states[0].tolist()
    for index in (0, 999, 1000, 1999, 2000, 2099):
        expected = sorted(
            (cosine_distance(rows[index], other), place)
            for place, other in enumerate(rows)
            if place != index
        )[:3]
        assert indices[0, index].tolist() == [place for _, place in expected]
        assert distances[0, index] == pytest.approx(
            [distance for distance, _ in expected], abs=1e-5
        )


def test_a_lonely_point_has_no_neighbours_and_equal_ones_lie_at_no_distance():
    assert neighbours(np.ones((2, 1, 4)))[0].shape == (2, 1, 0)
    indices, distances = neighbours(np.tile(cloud(1, 1), (1, 6, 1)), 3)
    assert (distances >= 0).all()
    assert distances.max() < 1e-5
    assert all(index not in row for index, row in enumerate(indices[0]))


def silhouette_by_hand(points: np.ndarray, groups: list[str], distance=cosine_distance) -> float:
    """Compute silhouettes by their definition (Rousseeuw 1987).

    The mean of (b - a) / max(a, b), a to the own group and b to the nearest other.
    """
    rows = points.astype(float).tolist()
    values = []
    for index, (row, group) in enumerate(zip(rows, groups)):
        to = {
            name: [
                distance(row, other)
                for place, other in enumerate(rows)
                if groups[place] == name and place != index
            ]
            for name in set(groups)
        }
        a = np.mean(to.pop(group))
        b = min(np.mean(others) for others in to.values())
        values.append((b - a) / max(a, b))
    return float(np.mean(values))


@pytest.mark.parametrize(
    "groups", ["ab" * 15, "a" * 28 + "bb", "abcde" * 6, "aaabbbbccccccc" + "d" * 16]
)
def test_silhouettes_are_those_of_the_definition(groups):
    states = cloud(3, 30)
    expected = [silhouette_by_hand(step, list(groups)) for step in states]
    assert silhouettes(states, list(groups)) == pytest.approx(expected, abs=1e-4)


def test_groups_of_one_point_do_not_count():
    states, groups = cloud(2, 30), ["a", "b"] * 14 + ["alone", "also alone"]
    np.testing.assert_allclose(
        silhouettes(states, groups), silhouettes(states[:, :28], groups[:28])
    )


@pytest.mark.parametrize("groups", ["aaaa", "abcd", "aaab", "aabc"])
def test_without_two_groups_of_two_there_is_nothing_to_separate(groups):
    assert silhouettes(cloud(2, 4), list(groups)) is None


def test_heaps_lie_apart_and_points_that_coincide_are_neither_near_nor_far():
    heaps = silhouettes(cloud(2, 45), [str(place % 3) for place in range(45)])
    assert (heaps > 0.3).all()
    for d in (12, 128, 256):
        assert silhouettes(np.tile(cloud(1, 1, d), (2, 30, 1)), list("ab" * 15)).tolist() == [0, 0]
