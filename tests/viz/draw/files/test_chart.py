"""Charts as values, and their two renderings."""

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from tests.screen import on_screen
from viz.base import language
from viz.base.theme import DIVERGING, INK
from viz.draw.bars import bars_chart
from viz.draw.chart import (
    Axis,
    Band,
    Bars,
    Chart,
    ColourBar,
    Heatmap,
    Legend,
    Margins,
    Note,
    Rule,
    Series,
)
from viz.draw.files import render
from viz.draw.files.charting.axes import number_writer
from viz.draw.plotly import plotly_figure


def chart(*marks, **parts) -> Chart:
    parts = {"x": Axis(title="<x>"), "y": Axis(title="l'y\n& co"), "height": 300} | parts
    return Chart(marks=marks, margins=Margins(left=8, right=8, top=8, bottom=8), **parts)


def series(**settings) -> Series:
    return Series(**({"x": np.array([1.0, 2.0]), "y": [3, 4], "marker": 6} | settings))


def cells(palette="signed", least=-1.0) -> Heatmap:
    values = np.array([[-1.0, 0.5], [np.nan, 1.0]])
    bar = ColourBar(ticks=[least, 1])
    return Heatmap(values=values, least=least, most=1, palette=palette, bar=bar)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: series(y=[1]), "1 of y for 2 points"),
        (lambda: series(labels=["a"]), "1 of labels for 2 points"),
        (lambda: series(colour=["#000000"] * 3), "3 of colour"),
        (lambda: series(side=["top center"]), "1 of side"),
        (lambda: Band(x=[1, 2], low=[0], high=[1, 1], colour="#000000"), "1 of low"),
        (lambda: Bars(places=[1], values=[1, 2], colour="#000000"), "2 of values for 1"),
        (lambda: Bars(places=[1], values=[1], colour="#000000", opacity=[1, 1]), "2 of opacity"),
        (lambda: replace(cells(), values=np.zeros(3)), r"shape \(3,\)"),
        (lambda: Axis(ticks=[1, 2], labels=["one"]), "1 labels for 2 ticks"),
    ],
)
def test_a_part_that_does_not_fit_the_others_is_refused_with_the_numbers(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_a_chart_cannot_be_changed_and_keeps_the_numbers_it_was_given():
    values = np.array([1.0, 2.0])
    mark = series(x=values)
    values[0] = 9
    assert list(mark.x) == [1, 2]
    with pytest.raises(ValueError, match="read-only"):
        mark.x[0] = 9
    with pytest.raises(FrozenInstanceError):
        mark.name = "other"


def test_text_is_text_in_both_drawings():
    chart_value = chart(
        series(name="<b>", labels=["<s>", "&amp;"], side="top center", hover="%{y} < 5"),
        notes=(Note(text="<i>n", x=1, y=3),),
        legend=Legend(title="<t>"),
    )
    figure = on_screen(chart_value)
    assert figure.layout.xaxis.title.text == "&lt;x&gt;"
    assert figure.layout.yaxis.title.text == "l'y<br>&amp; co"
    assert figure.data[0].text == ("&lt;s&gt;", "&amp;amp;")
    assert figure.data[0].hovertemplate == "%{y} &lt; 5<extra></extra>"
    assert figure.layout.annotations[0].text == "&lt;i&gt;n"
    svg = render(chart_value).decode()
    for text in (
        "&lt;x&gt;",
        "l'y",
        "&amp; co",
        "&lt;b&gt;",
        "&lt;s&gt;",
        "&amp;amp;",
        "&lt;t&gt;",
    ):
        assert f">{text}<" in svg


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_heatmap_takes_its_colours_from_the_theme_by_role(theme):
    def ends(palette):
        scale = on_screen(chart(cells(palette)), theme).data[0].colorscale
        return scale[0][1], scale[-1][1]

    assert ends("signed") == (DIVERGING[theme][0], DIVERGING[theme][-1])
    assert ends("below zero") == (DIVERGING[theme][0], DIVERGING[theme][2])
    assert ends("weight") == (INK[theme][0], INK[theme][-1])


def test_a_lecture_has_larger_type_lines_and_margins_and_the_same_data():
    chart_value = chart(series(line=2), rules=(Rule(axis="x", at=1),), legend=Legend())
    small = plotly_figure(chart_value)
    large = plotly_figure(chart_value, lecture=True)
    assert large["layout"]["xaxis"]["tickfont"]["size"] == 24
    assert large["layout"]["height"] == pytest.approx(1.4 * 300)
    for path in (
        lambda figure: figure["data"][0]["line"]["width"],
        lambda figure: figure["data"][0]["marker"]["size"],
        lambda figure: figure["layout"]["margin"]["l"],
        lambda figure: figure["layout"]["shapes"][0]["line"]["width"],
        lambda figure: figure["layout"]["legend"]["font"]["size"],
    ):
        assert path(large) == pytest.approx(24 / 13 * path(small))
    assert small["data"][0]["y"] == large["data"][0]["y"]
    # not above the axes, whose place Plotly takes from before the chart got its size
    assert large["layout"]["legend"]["yref"] == "container"


def test_places_on_a_log_axis_are_those_of_the_data_in_both_drawings():
    log = Axis(log=True, limits=(1, 1000))
    chart_value = chart(series(), x=log, notes=(Note(text="here", x=100, y=3),))
    figure = on_screen(chart_value)
    assert figure.layout.xaxis.range == (0, 3)
    assert figure.layout.annotations[0].x == 2
    assert "10³" in render(chart_value).decode()


def test_bars_stand_at_the_names_of_their_axis():
    bars = Bars(places=[0, 1], values=[2, 3], colour="#0072b2", across=True)
    chart_value = chart(bars, y=Axis(categories=("one", "<two>")))
    assert on_screen(chart_value).data[0].y == ("one", "&lt;two&gt;")
    svg = render(chart_value).decode()
    assert ">one<" in svg
    assert ">&lt;two&gt;<" in svg


def test_each_named_bar_keeps_its_colour_paleness_and_label_with_the_first_on_top():
    look = {"colours": ["#000001", "#000002"], "opacity": [1, 0.4], "labels": ["one", "two"]}
    around = Margins(left=8, right=8, top=8, bottom=8)
    drawn = bars_chart(["first", "second"], [0.7, 0.3], Axis(), margins=around, **look)
    (bars,) = drawn.marks
    assert drawn.y.categories == ["second", "first"]
    assert list(zip(bars.values, bars.colour, bars.opacity, bars.labels)) == [
        (0.3, "#000002", 0.4, "two"),
        (0.7, "#000001", 1, "one"),
    ]


def test_a_pale_bar_is_pale_on_paper_too():
    bars = Bars(places=[0, 1], values=[2, 3], colour="#0072b2", opacity=[1, 0.3])
    assert on_screen(chart(bars)).data[0].marker.color == ("#0072b2", "rgba(0,114,178,0.3)")
    assert "opacity: 0.3" in render(chart(bars)).decode()


@pytest.mark.parametrize(
    ("number_format", "log", "value", "text"),
    [
        ("", False, -0.5, "−0.5"),
        (".0%", False, 0.25, "25%"),
        (".4~g", False, 1.23456, "1.235"),
        ("power", True, 0.01, "10⁻²"),
        ("", True, 1000, "10³"),
        ("~g", True, 1000, "1000"),
        ("", True, 20, "20"),
    ],
)
def test_ticks_are_written_as_on_the_screen(number_format, log, value, text):
    assert number_writer(number_format, log)(value, 0) == text


@pytest.mark.slow
def test_an_empty_cell_is_left_free_on_paper():
    full = replace(cells(), values=np.array([[-1.0, 0.5], [0.0, 1.0]]))
    paths = [render(chart(mark)).count(b"<path") for mark in (cells(), full)]
    assert paths[0] == paths[1] - 1


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["slide", "paper", "grey"])
def test_the_same_chart_gives_the_same_bytes(preset):
    def make():
        band = Band(x=[1, 2], low=[2, 3], high=[4, 5], colour="#d55e00", name="a")
        return chart(band, series(name="a", line=2), series(name="b", line=2), legend=Legend())

    first, second = make().with_caption("x"), make().with_caption("x")
    assert render(first, "svg", preset) == render(second, "svg", preset)
    assert on_screen(first).to_json() == on_screen(second).to_json()


def test_a_ring_is_a_line_around_nothing():
    full = render(chart(series(colour="#0072b2")).with_caption(""), "svg").decode()
    ring = render(
        chart(series(colour="#0072b2", symbol="circle-open")).with_caption(""), "svg"
    ).decode()
    assert "fill: #0072b2" in full
    assert "stroke: #0072b2" not in full
    assert "stroke: #0072b2" in ring
    assert "fill: #0072b2" not in ring


@pytest.mark.parametrize(("locale", "last"), [("en", "100%"), ("fr", "100\u202f%")])
def test_shares_on_an_axis_and_beside_a_colour_bar_are_of_the_readers_language(
    locale, last, monkeypatch
):
    monkeypatch.setattr(language, "_read_locale", lambda: locale)
    share = Axis(limits=(0, 1.03), number_format=".0%")
    drawn = plotly_figure(
        Chart(marks=(), x=Axis(), y=share, height=300, margins=Margins(8, 8, 8, 8))
    )["layout"]["yaxis"]
    assert drawn["tickvals"][-1] == 1
    assert drawn["ticktext"][-1] == last
    few = Axis(limits=(0, 0.3), number_format=".0%")  # Plotly chooses its ticks
    drawn = plotly_figure(
        Chart(marks=(), x=Axis(), y=few, height=300, margins=Margins(8, 8, 8, 8))
    )["layout"]["yaxis"]
    assert "ticktext" not in drawn
    assert drawn["tickformat"] == ".0%"
