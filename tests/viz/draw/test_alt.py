"""The alternative texts of charts."""

import json
from dataclasses import replace

import numpy as np
import pytest

from tests.pages import visit_with
from viz.draw.alt import alt_text
from viz.draw.chart import Axis, Bars, Chart, Margins
from viz.pages.order.charts import _heatmap, _heatmap_chart, slope_chart
from viz.pages.reach.charts import gradient_chart
from viz.pages.words.charts import separation_chart

NUMBERS = Axis()


def bar_chart(*bars: Bars, y: Axis = NUMBERS) -> Chart:
    return Chart(marks=bars, x=NUMBERS, y=y, height=300, margins=Margins(0, 0, 0, 0))


def test_a_heatmap_says_where_it_is_highest_and_lowest_by_the_names_of_its_axes():
    cells = _heatmap(np.array([[0.1, -0.5], [0.25, np.nan]]), -1, 1, "")
    figure = _heatmap_chart(cells, "dimension", "position")
    assert alt_text(figure) == (
        "2 by 2 values. Highest: 0.25 at position 1, dimension 0; lowest: −0.5 at position "
        "0, dimension 1."
    )


def test_a_line_says_at_which_word_it_is_highest_and_lowest():
    figure = gradient_chart(
        {"seq2seq": np.array([0.01, 1.0, 0.2])}, ("the", "<b>", "dog"), {"seq2seq": "LSTM"}
    )
    assert (
        alt_text(figure)
        == "gradient norm, share of the largest. LSTM: highest 1 at <b>, lowest 0.01 at the."
    )


def test_every_series_is_told_and_of_many_the_first():
    assert (
        alt_text(separation_chart({"by meaning": np.array([0.1, 0.4])}, ("embedding", "layer 1")))
        == "silhouette. by meaning: highest 0.4 at layer 1, lowest 0.1 at embedding."
    )
    figure = bar_chart(
        *(Bars(places=[1, 2], values=[3, 4], colour="#000000", name=str(n)) for n in range(8))
    )
    assert alt_text(figure).count("highest") == 6
    assert alt_text(figure).endswith("And 2 more.")


def test_bars_that_lie_are_told_by_their_length():
    figure = bar_chart(
        Bars(places=[0, 1], values=[-1.0, 2.5], colour="#000000", across=True),
        y=Axis(categories=("layer 1", "layer 2")),
    )
    assert alt_text(figure) == "Highest 2.5 at layer 2, lowest −1 at layer 1."


def test_a_figure_that_knows_better_says_it_itself():
    assert alt_text(replace(slope_chart(np.array([0.5, 0.25]), 0), summary="Head 1.")) == "Head 1."


@pytest.mark.slow
@pytest.mark.parametrize("page", ["bottleneck", "order", "cost"])
def test_the_charts_of_a_page_say_what_they_show(page):
    alts = [chart.proto.alt for chart in visit_with(page).get("plotly_chart")]
    assert alts
    assert all("ighest" in alt and len(alt) > 60 for alt in alts)


@pytest.mark.parametrize("look", ["table", "waves"])
def test_a_chart_that_is_enlarged_for_a_lecture_says_the_same_without_buttons_on_it(look):
    plain, enlarged = (
        visit_with("order", look=look, lecture=lecture).get("plotly_chart")
        for lecture in ("off", "on")
    )
    assert [chart.proto.alt for chart in plain] == [chart.proto.alt for chart in enlarged]
    assert all("ighest" in chart.proto.alt for chart in plain)
    assert all(json.loads(chart.proto.config)["displayModeBar"] == "hover" for chart in plain)
    assert not any(json.loads(chart.proto.config)["displayModeBar"] for chart in enlarged)
