"""The page of two sentences and one verdict."""

import numpy as np
import pytest

from models import UserError
from models.pairs import card
from models.pairs.comparison import judge
from tests.contents import content_at
from tests.pages import alerts, visit_with
from viz.analysis.intervals import share_interval
from viz.draw.interval_charts import interval_chart
from viz.pages.verdict.compute import _HELD_OUT, _MAKERS, COMPUTATION
from viz.pages.verdict.settings import _PAIR

DOG = "The man bites the dog.\nThe dog is bitten by the man."


def content_of(**address):
    return content_at(COMPUTATION, address)


def test_it_opens_on_the_same_words_in_another_order():
    content = content_of()
    assert content.verdict.label == "contradiction"
    glove, infersent, bert = content.cosines.values()
    assert glove == pytest.approx(1)
    assert infersent == judge(*_PAIR.split("\n")).cosine < 0.9
    assert 0.9 < bert < 1
    assert content.finding.startswith("Contradiction,")
    assert f"cosine {infersent:.2f}" in content.finding


def test_without_word_vectors_no_cosine_of_their_means_is_said():
    content = content_of(pair="Xyzzyx qwfpgj.\nQwfpgj xyzzyx.")
    assert "same words" not in content.finding
    assert "GloVe, mean of the words" not in content.cosines
    assert "InferSent" in content.cosines


@pytest.mark.slow
def test_a_finding_is_html_which_a_lecture_shows_with_what_was_typed_escaped():
    pair = "The <b>dog</b> sleeps.\nA dog sleeps."
    test = visit_with("verdict", pair=pair, lecture="on", **{"verdict-look": "words"})
    html = [block.proto.body for block in test.get("html")]
    assert "The &lt;b&gt;dog&lt;/b&gt; sleeps.<br>A dog sleeps." in html
    assert any("“" in body and "The &lt;b&gt;dog" in body for body in html)
    assert test.text_area[0].value == pair


def test_other_words_are_not_said_to_be_the_same():
    content = content_of(pair=DOG)
    assert content.verdict.label == "entailment"
    assert "same words" not in content.finding


def test_the_charts_have_the_numbers_of_the_verdict():
    content = content_of(pair=DOG)
    first, second = DOG.split("\n")
    verdict = judge(first, second)
    (bars,) = content.verdict_chart.marks
    np.testing.assert_allclose(bars.values, verdict.probabilities[::-1], atol=6e-5)
    for place, reading in enumerate((verdict.first, verdict.second)):
        (bars,) = content.words_chart(place).marks
        np.testing.assert_allclose(bars.values, reading.shares)
    (heatmap,) = content.vectors_chart.marks
    u, v, difference, product = heatmap.values
    np.testing.assert_allclose(difference, np.abs(u - v), atol=1e-6)
    np.testing.assert_allclose(product, u * v, atol=1e-6)


def test_figures_are_those_of_the_card():
    content = content_of(**{"verdict-look": "tested"})
    for maker, intervals in zip(_MAKERS, content.accuracies.values(), strict=True):
        for held_out, interval in zip(_HELD_OUT, intervals, strict=True):
            right, count = card()["accuracy"][maker][held_out]["all"]
            assert interval.value == right / count
            assert interval.low < interval.value < interval.high
    for name, interval in content.correlations.items():
        assert interval.value == card()["people"][name]["spearman"]


def test_the_figures_come_with_what_they_do_not_say():
    content = content_of(**{"verdict-look": "tested"})
    right, validation = card()["validation"]
    for words in (
        f"in none of the {card()['pairs']:,} training pairs",
        f"after epoch {card()['epochs']} of {card()['schedule']}",
        f"of {validation:,} pairs of the kind that it was trained on ({right / validation:.1%})",
        "The intervals (Wilson) take the pairs as independent.",
    ):
        assert words in content.tested_method


def test_the_interval_of_a_share_is_that_of_wilson():
    assert share_interval(8, 10) == pytest.approx((0.8, 0.4901625, 0.9433178), abs=1e-6)
    assert share_interval(0, 10).low == pytest.approx(0, abs=1e-12)


def test_each_interval_is_drawn_around_its_value():
    chart = interval_chart(
        ["a", "b"], {"": [share_interval(8, 10), share_interval(1, 2)]}, "", ".2f"
    )
    *lines, _, points = chart.marks
    for line, value in zip(lines, points.x, strict=True):
        assert line.x[0] < value < line.x[1]
    assert chart.y.labels[round(points.y[0])] == "a"


def test_the_values_of_several_groups_keep_their_distance():
    one = share_interval(8, 10)
    chart = interval_chart(["a", "b"], {group: [one, one] for group in "xyz"}, "", ".2f")
    rows = sorted(row for mark in chart.marks if mark.marker for row in mark.y)
    assert np.diff(rows).min() > 0.25  # of a row: each has a number


def test_one_sentence_is_too_few_and_stays_typed():
    test = visit_with("verdict", pair="Only one.")
    (alert,) = alerts(test)
    assert "Two sentences are needed. Type one per line." in alert
    assert test.text_area[0].value == "Only one."
    assert content_of(pair="Only one.").menu.alert


def test_a_sentence_without_words_gets_an_alert_and_stays_typed():
    with pytest.raises(UserError):
        _ = content_of(pair="?\n!").verdict
    test = visit_with("verdict", pair="?\n!")
    (alert,) = alerts(test)
    assert "There is no word in this sentence. Type one." in alert
    assert test.text_area[0].value == "?\n!"


def test_unknown_words_are_named():
    assert "xyzzyx" in content_of(pair="The xyzzyx sleeps.\nA dog sleeps.").unknown
    assert content_of().unknown == ""
