"""The figures of words and sentences: separation, and word vectors."""

import itertools

import numpy as np
import pytest

from models.words import bias, glove
from models.words.lists import ASSOCIATION_TESTS, WOMEN_PERCENT
from tests.screen import on_screen
from tests.viz.example_charts import ALONG, CURVES, FOUND, PLACES, STEPS, WORD_CHARTS
from viz.pages.vectors import charts as vector_charts
from viz.pages.words.charts import separation_chart


def test_the_curves_have_the_silhouettes_of_each_step_by_name():
    figure = on_screen(WORD_CHARTS["separation"]())
    assert {line.name: list(line.y) for line in figure.data} == {
        name: list(values) for name, values in CURVES.items()
    }
    assert figure.layout.xaxis.ticktext == STEPS == figure.data[0].customdata
    assert figure.layout.xaxis.tickvals == (0, 1, 2)
    assert (
        len({line.line.color for line in figure.data})
        == len({line.marker.symbol for line in figure.data})
        == 2
    )
    assert figure.layout.shapes[0].y0 == figure.layout.shapes[0].y1 == 0
    assert [
        line.name
        for line in on_screen(
            separation_chart({"by the meaning": CURVES["by the meaning"]}, STEPS)
        ).data
    ] == ["by the meaning"]


def test_an_analogy_is_a_parallelogram_with_its_sum_and_the_words_beside_it():
    figure = on_screen(WORD_CHARTS["analogy"]())
    points = figure.data[0]
    np.testing.assert_array_equal(np.stack([points.x, points.y], 1), PLACES)
    assert points.text == ("man", "king", "woman", "king − man + woman", "queen", "king")
    arrows = [((arrow.ax, arrow.ay), (arrow.x, arrow.y)) for arrow in figure.layout.annotations]
    assert arrows == [((0, 0), (2, 1)), ((0.5, -1), (2.5, 0))]  # a to b, and c to the sum
    assert np.subtract(*arrows[0][::-1]) == pytest.approx(np.subtract(*arrows[1][::-1]))
    assert points.marker.symbol == ("circle",) * 3 + ("x",) + ("diamond",) * 2
    assert figure.layout.yaxis.scaleanchor == "x"
    assert figure.layout.xaxis.range[0] < 0 < 3 < figure.layout.xaxis.range[1]


@pytest.mark.parametrize("mirror", [*itertools.product([1, -1], repeat=2)])
def test_the_names_of_an_analogy_stand_where_no_arrow_comes_from(mirror):
    figure = on_screen(vector_charts.analogy_chart(PLACES * mirror, ("a", "b", "c"), ("d",) * 2))
    for arrow, (start, end) in zip(figure.layout.annotations, ((0, 1), (2, 3))):
        right, up = arrow.x > arrow.ax, arrow.y > arrow.ay
        beside = f"middle {'right' if right else 'left'}"
        beyond = f"{'top' if up else 'bottom'} center"  # of the sum, whose name is long
        assert figure.data[0].textposition[start] == f"middle {'left' if right else 'right'}"
        assert figure.data[0].textposition[end] == (beyond if end == 3 else beside)


def test_each_occupation_lies_at_its_share_of_women_and_its_place_on_the_direction():
    line, points = on_screen(WORD_CHARTS["occupations"]()).data
    assert dict(zip(points.customdata, points.x)) == WOMEN_PERCENT
    np.testing.assert_allclose(points.y, ALONG, atol=1e-6)
    women = np.array([*WOMEN_PERCENT.values()])
    slope = np.cov(women, ALONG)[0, 1] / np.var(women, ddof=1)
    assert (line.y[1] - line.y[0]) / 100 == pytest.approx(slope)
    assert line.x == (0, 100)
    assert line.y[0] + slope * women.mean() == pytest.approx(ALONG.mean())


def boxes(
    x: np.ndarray, y: np.ndarray, names: list[str]
) -> list[tuple[float, float, float, float]]:
    """Return left, right, below and above of each name, by the measure of `spaced`."""
    wide, high = 0.015 * np.ptp(x), 0.075 * np.ptp(y)
    return [
        (at - wide * len(name) / 2, at + wide * len(name) / 2, up, up + high)
        for at, up, name in zip(x, y, names)
    ]


def overlap(one, other) -> bool:
    return one[0] < other[1] and other[0] < one[1] and one[2] < other[3] and other[2] < one[3]


@pytest.mark.parametrize("seed", range(8))
def test_no_two_names_overlap_and_a_name_is_left_out_only_where_it_would(seed):
    generator = np.random.default_rng(seed)
    x = generator.uniform(0, 100, 40)
    y = generator.normal(size=40)
    names = ["n" * size for size in generator.integers(3, 13, 40)]
    labels = vector_charts._spaced(x, y, names)
    name_boxes = boxes(x, y, names)
    labelled = [place for place, name in enumerate(labels) if name]
    assert all(labels[place] == names[place] for place in labelled)
    assert len(labelled) >= 20
    assert not any(
        overlap(name_boxes[one], name_boxes[other])
        for one in labelled
        for other in labelled
        if one < other
    )
    assert all(
        any(overlap(name_boxes[place], name_boxes[other]) for other in labelled)
        for place in range(40)
        if place not in labelled
    )


def test_at_least_half_of_the_occupations_are_named():
    women = np.array([*WOMEN_PERCENT.values()], float)
    labels = vector_charts._spaced(women, ALONG, [*WOMEN_PERCENT])
    assert sum(map(bool, labels)) >= len(WOMEN_PERCENT) / 2
    farthest = np.argmax(np.abs(ALONG - np.median(ALONG)))
    assert labels[farthest] == [*WOMEN_PERCENT][farthest]  # the most extreme one is named


def test_names_are_escaped_when_they_are_shown():
    chart = vector_charts.occupations_chart(np.array([0.0, 1.0]), {"<b>": 0.0, "&": 10.0})
    assert on_screen(chart).data[1].text == ("&lt;b&gt;", "&amp;")
    assert vector_charts._spaced(np.array([0.0, 10.0]), np.array([0.0, 1.0]), ["<b>", "&"]) == [
        "<b>",
        "&",
    ]
    assert (
        vector_charts._spaced(np.array([5.0, 5.0]), np.array([1.0, 1.0]), ["one", "other"]).count(
            ""
        )
        == 1
    )


def test_the_shares_are_bars_from_the_first_component_on():
    bars = on_screen(WORD_CHARTS["shares"]()).data[0]
    assert list(bars.x) == list(range(1, len(FOUND[1]) + 1))
    np.testing.assert_allclose(bars.y, FOUND[1], atol=1e-7)
    assert sum(bars.y) == pytest.approx(1)


@pytest.mark.parametrize("number", [1, 6])
def test_each_target_word_lies_at_its_association_and_a_line_at_the_mean_of_its_list(number):
    test = ASSOCIATION_TESTS[number - 1]
    result = bias.weat(glove(), test, permutations=100)
    traces = on_screen(vector_charts.association_chart(result, test)).data
    for points, line, part, words, values in zip(
        traces[::2], traces[1::2], test.targets, result.targets, result.associations, strict=True
    ):
        assert points.name == part.name
        assert points.customdata == words
        np.testing.assert_allclose(points.x, values, atol=1e-7)
        assert line.x == (pytest.approx(values.mean()),) * 2
        assert min(line.y) < min(points.y) <= max(points.y) < max(line.y)
    assert max(traces[2].y) < min(traces[0].y)  # the first list is above the second


def test_the_ends_of_an_association_name_their_lists_escaped():
    figure = on_screen(WORD_CHARTS["association"]())
    assert [points.name for points in figure.data[::2]] == ["&lt;b&gt;X&lt;/b&gt;", "Y &amp; Z"]
    assert figure.layout.xaxis.title.text == "← nearer to B&gt;   s(w)   nearer to &lt;i&gt;A →"
    assert "<b>" not in figure.to_json()
    assert "<i>" not in figure.to_json()
