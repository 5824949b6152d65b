"""The page on the cost of attention, and its numbers."""

import dataclasses
import json

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from models import load
from models.request import Request
from tests.contents import content_at
from tests.pages import visit
from tests.screen import on_screen
from viz.pages.cost import table1
from viz.pages.cost.charts import cost_chart
from viz.pages.cost.compute import COMPUTATION
from viz.pages.cost.findings import describe_time
from viz.pages.cost.keeping import _kept_layers, _KeptLayer
from viz.view.computation import NotApplicable

N = np.array([16, 32, 64, 128, 256])


def test_an_exponent_is_the_slope_of_the_last_points():
    assert table1.exponent(N, 3.0 * N**2) == pytest.approx(2)
    assert table1.exponent(N, np.array([1000.0, *(0.1 * N[1:])])) == pytest.approx(1)


def test_where_one_cost_passes_another_is_read_off_between_the_points():
    assert table1.crossover(N, N**2.0, 100.0 * N) == pytest.approx(100)
    assert table1.crossover(N, N**2.0, 1.0 * N) == 16
    assert table1.crossover(N, 1.0 * N, N**2.0) is None
    assert table1.crossover(N, np.array([3.0, 1, 1, 4, 4]), np.array([2.0] * 5)) == pytest.approx(
        64 * 2**0.5
    )


def test_what_is_predicted_doubles_and_quadruples_as_table_1_says():
    grows = {
        name: (
            table1.predicted("time", name, 2, 3, 33) / table1.predicted("time", name, 1, 3, 33),
            table1.predicted("time", name, 2, 6, 33) / table1.predicted("time", name, 2, 3, 33),
        )
        for name in table1.TABLE_1
    }
    assert grows == {
        "self-attention": (4, 2),
        "recurrent": (2, 4),
        "convolutional": (2, 4),
        "restricted": (2, 2),
    }
    assert table1.predicted("memory", "self-attention", 10, 2, 3) == 120
    assert table1.predicted("memory", "restricted", 10, 2, 3) == 50


def figure():
    return cost_chart(
        "time",
        "n",
        N,
        {"self-attention": N**2 / 7, "recurrent": 3.0 * N},
        {"self-attention": N**2.0, "recurrent": N * 1.0},
        {"self-attention": "a", "recurrent": "b"},
        64,
    )


def test_a_figure_has_thin_lines_through_the_last_points():
    thin, thick = on_screen(figure()).data[0], on_screen(figure()).data[2]
    assert np.prod(thin.y[-4:]) == pytest.approx(np.prod(thick.y[-4:]))
    assert thin.line.color == thick.line.color
    assert thin.line.width == 1
    assert [shape.x0 for shape in on_screen(figure()).layout.shapes] == [64]


def visit_cost(**address: str) -> AppTest:
    return visit("cost", address)


def test_it_draws_both_costs_against_both_sizes_and_keeps_what_is_chosen():
    address = {"cost": "memory", "cost-d": "64", "cost-n": "4096", "projections": "without"}
    test = visit_cost(**address)
    assert not test.exception
    assert {name: test.query_params[name] for name in address} == address
    measurement = table1.measured()
    specs = [json.loads(chart.proto.spec) for chart in test.get("plotly_chart")]
    points = [{line["name"]: line["y"] for line in one["data"] if "name" in line} for one in specs]
    column = list(measurement.d).index(64)
    np.testing.assert_allclose(
        points[0]["self-attention"], measurement.megabytes["self-attention, bare"][:, column]
    )
    np.testing.assert_allclose(
        points[1]["recurrent (LSTM)"], measurement.megabytes["recurrent"][-1]
    )
    assert [*test.table[1].value.columns][1:] == ["at d = 64", "at n = 4,096"]
    assert measurement.about["torch"] in test.caption[-1].value


@pytest.mark.parametrize("slower", [None, 16, 100, 512, 4000])
@pytest.mark.parametrize("bare", [True, False])
def test_the_finding_follows_from_the_figures_whichever_way_they_fall(slower, bare):
    measurement = table1.measured()
    n = measurement.n.astype(float)
    against_n = {
        "recurrent": n,
        "self-attention": n * 0.5
        if slower is None
        else n * n / slower * (1.01 if slower == 16 else 1),
    }
    finding = describe_time(measurement, against_n, 256, bare)
    assert ("never slower" in finding) == (slower is None)
    assert ("at every length" in finding) == (slower == 16)
    assert slower in (None, 16) or f"from n ≈ {slower:,} on" in finding
    counted = 1024 if bare else 512
    assert ("turns later" in finding) == (slower is None or slower > 1.25 * counted)
    assert ("turns earlier" in finding) == (slower is not None and slower < 0.8 * counted)
    assert finding.count(". ") - finding.count("al. ") == 2  # three sentences


def test_heads_whose_keys_are_equal_are_kept_once():
    maps = (
        load("gpt", device="cpu").trace(Request("gpt", "The dog sleeps.", "")).attention["decoder"]
    )
    assert {*_kept_layers(maps).values()} == {_KeptLayer(4, 4, 64, 64)}
    assert [*_kept_layers(maps)] == [*range(6)]
    grouped = maps.key.copy()
    grouped[2, 1], grouped[2, 3] = grouped[2, 0], grouped[2, 2]
    layers = _kept_layers(dataclasses.replace(maps, key=grouped))
    assert [layer.kept for layer in layers.values()] == [4, 4, 2, 4, 4, 4]
    assert layers[2].numbers == layers[1].numbers / 2 == 2 * 128
    assert layers[2].state == 2 * (64 * 64 + 64)


def test_a_state_is_smaller_from_the_length_that_the_text_names():
    content = content_at(COMPUTATION, {"cost-look": "kept", "model": "gpt"})
    cache, state = content.charts["numbers kept"].marks
    turn = 33  # (64 · 64 + 64) / (2 · 64) = 32.5
    assert "keeps 3,072 numbers" in content.finding
    assert f"smaller from {turn} tokens on" in content.finding
    assert cache.y[0] * (turn - 1) < state.y[0] < cache.y[0] * turn
    assert {*state.y} == {6 * 4 * 65 * 64}
    assert [*content.table[0].values()] == ["1 – 6", "4", "4", "64 + 64", "3,072"]


def test_a_model_that_does_not_write_keeps_nothing():
    with pytest.raises(NotApplicable, match="BERT has no decoder"):
        _ = content_at(COMPUTATION, {"cost-look": "kept", "model": "bert"}).layers
