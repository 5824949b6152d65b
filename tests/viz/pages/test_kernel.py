"""Kernel regression as attention: weights, limits, points of the reader's own, and the look."""

import numpy as np
import pytest

from models import UserError
from tests.pages import alerts, visit
from viz.draw.tables import table
from viz.pages.computations import COMPUTATIONS
from viz.pages.inside.kernel import _attention, _drawn_points, _read_points, _scores
from viz.pages.inside.settings import BANDWIDTHS, InsideSettings
from viz.view.runner import plain_runner
from viz.view.settings import read_settings

QUERIES = np.linspace(0, 10, 21)
POINTS = _drawn_points(1)
KEYS, VALUES = POINTS.T


def content_of(**address: str):
    """Return the content of the look for `kernel-` settings."""
    texts = {"inside-look": "kernel"} | {f"kernel-{name}": one for name, one in address.items()}
    runner = plain_runner("cpu")
    return COMPUTATIONS["inside"].compute(
        read_settings(InsideSettings, texts, runner).settings, runner
    )


@pytest.mark.parametrize("bandwidth", [0.5, 1.0, 3.0, 100.0])
def test_the_weights_are_those_of_nadaraya_and_watson_and_a_softmax(bandwidth):
    weights = _attention(QUERIES, KEYS, bandwidth)
    for query, row in zip(QUERIES, weights, strict=True):
        kernels = [
            np.exp(-0.5 * ((query - key) / bandwidth) ** 2) / np.sqrt(2 * np.pi) for key in KEYS
        ]
        np.testing.assert_allclose(row, np.array(kernels) / sum(kernels), rtol=0, atol=1e-12)
        direct = sum(k * y for k, y in zip(kernels, VALUES, strict=True)) / sum(kernels)
        assert row @ VALUES == pytest.approx(direct, abs=1e-12)
    powers = np.exp(-((QUERIES[:, None] - KEYS) ** 2) / (2 * bandwidth**2))
    softmax = powers / powers.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(weights, softmax, rtol=0, atol=1e-12)
    np.testing.assert_array_equal(
        np.log(powers).round(9), _scores(QUERIES, KEYS, bandwidth).round(9)
    )


def test_a_small_bandwidth_reads_the_nearest_point_and_a_large_one_the_mean():
    weights = _attention(QUERIES, KEYS, 0.001)
    assert np.isfinite(weights).all(), "every kernel is 0 in floating point"
    distances = np.abs(QUERIES[:, None] - KEYS)
    nearest = np.isclose(distances, distances.min(axis=1, keepdims=True))
    np.testing.assert_allclose(weights, nearest / nearest.sum(axis=1, keepdims=True), atol=1e-9)
    np.testing.assert_allclose(_attention(QUERIES, KEYS, 1e6), 1 / len(KEYS), atol=1e-9)


def test_the_content_has_the_row_the_curve_and_both_limits():
    content = content_of(query="6.5", bandwidth="1", seed="2")
    keys, values = _drawn_points(2).T
    kernels = np.exp(-((6.5 - keys) ** 2) / 2)
    np.testing.assert_allclose(content.matrix.values[0], kernels / kernels.sum(), atol=1e-12)
    prediction = kernels @ values / kernels.sum()
    assert content.prediction == pytest.approx(prediction, abs=1e-12)
    curve = next(mark for mark in content.chart.marks if mark.name == "regression")
    assert np.interp(6.5, curve.x, curve.y) == pytest.approx(prediction, abs=1e-9)
    assert f"the prediction is {prediction:.2f}" in content.finding
    assert f"mean of all values: {values.mean():.2f}" in content.finding
    nearest = values[np.abs(keys - 6.5).argmin()]
    assert f"it is {nearest:.2f} (value of the nearest point: {nearest:.2f})" in content.finding
    assert table(content.chart).splitlines()[0] == "x_i,y_i,score,weight"
    assert len(table(content.chart).splitlines()) == 1 + len(keys)
    (row,) = content.row_menu.exports[0].draw().matrices
    np.testing.assert_array_equal(row.values[0], content.weights)


@pytest.mark.parametrize("bandwidth", BANDWIDTHS)
@pytest.mark.parametrize("query", ["0", "10"])
def test_every_bandwidth_draws_a_chart_at_both_ends(query, bandwidth):
    content = content_of(query=query, bandwidth=bandwidth)
    assert all(np.isfinite(mark.x).all() and len(mark.x) for mark in content.chart.marks)


def test_points_of_the_reader_are_sorted_and_may_share_a_key():
    np.testing.assert_array_equal(_read_points("4, 2\n1 −1; 4 6"), [[1, -1], [4, 2], [4, 6]])
    content = content_of(points="own", pairs="1 -1\n4 2\n4 6", query="5", bandwidth="0.01")
    assert content.prediction == pytest.approx(4)
    assert list(content.nearest) == [2, 6]
    equal = content_of(points="own", pairs="1 3\n2 3").chart
    assert equal.y.limits[0] < 3 < equal.y.limits[1], "equal values have a height"


@pytest.mark.parametrize(
    "typed, reason",
    [
        ("", "There are 0 points"),
        ("1 2", "There are 1 points"),
        ("1 2\n" * 21, "There are 21 points"),
        ("1 2\n3", "Row 2 of the points has 1 numbers"),
        ("1 2\n3 x", "“x” in row 2 of the points is not a number"),
        ("1 2\n11 3", "The x of a point is 11"),
        ("1 2\n3 nan", "“nan” in row 2"),
    ],
)
def test_what_is_no_point_is_said(typed, reason):
    with pytest.raises(UserError) as error:
        _read_points(typed)
    assert reason in str(error.value)


def test_a_wrong_point_is_explained_and_kept():
    test = visit("inside", {"inside-look": "kernel", "kernel-points": "own"})
    assert not alerts(test)
    test.text_area(key="setting kernel-pairs").set_value("1 2\n3 x").run()
    assert len(alerts(test)) == 1
    assert "“x” in row 2 of the points" in alerts(test)[0]
    assert test.text_area(key="setting kernel-pairs").value == "1 2\n3 x"
    assert test.query_params["kernel-query"] == "4"
    test.text_area(key="setting kernel-pairs").set_value("1 2\n3 4").run()
    assert not alerts(test)
    assert "mean of all values: 3.00" in " ".join(one.value for one in test.markdown)
