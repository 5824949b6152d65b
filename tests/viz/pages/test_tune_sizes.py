"""The look at accuracy by the number of training sentences draws what was measured."""

import pytest

from models.finetuning.curves import SIZES, Curve, read_curves
from tests.contents import content_at
from tests.pages import alerts, charts, visit
from viz.draw.alt import alt_text
from viz.pages.tune.compute import COMPUTATION
from viz.pages.tune.compute_transfer import _TITLES, _crossing
from viz.pages.tune.settings import USES

ADDRESS = {"tune-look": "sizes"}


def content_of(use: str):
    return content_at(COMPUTATION, {**ADDRESS, "tune-use": use})


@pytest.mark.parametrize("use", USES)
def test_each_point_has_its_interval(use):
    content, table = content_of(use), read_curves()
    measured = {**table.curves["alone"], **table.curves[use]}
    chart = content.chart
    lines = [mark for mark in chart.marks if mark.name]
    assert [line.name for line in lines] == [_TITLES[name] for name in measured]
    for line, curve in zip(lines, measured.values(), strict=True):
        assert [*line.y] == [value for value, _, _ in curve.accuracy.values()]
        bars = [mark for mark in chart.marks if mark.group == line.name and not mark.name]
        assert [tuple(bar.y) for bar in bars] == [
            interval[1:] for interval in curve.accuracy.values()
        ]
        assert [bar.x[0] for bar in bars] == [*line.x]
        # Beside its number of sentences, and nearer to it than to any other.
        assert [min(SIZES, key=lambda size: abs(size - x)) for x in line.x] == [*curve.accuracy]
        low, high = chart.y.limits
        assert all(low < end < high for bar in bars for end in bar.y)
    assert chart.rules[0].at == table.majority
    assert f"2400 {round(100 * measured['glove'].accuracy[2400][0])}%" in alt_text(chart)


@pytest.mark.parametrize("use", USES)
def test_it_says_whether_an_encoder_is_clearly_above_glove(use):
    content, ours = content_of(use), read_curves().curves[use]
    above = [name for name, curve in ours.items() if curve.to_glove[2400][1] > 0]
    assert ("none of our encoders" in content.finding) != bool(above)
    best = max(ours, key=lambda name: ours[name].accuracy[2400])
    assert f"{_TITLES[best]}, {ours[best].accuracy[2400][0]:.0%}" in content.finding


def test_curves_cross_between_the_numbers_where_their_order_changes():
    def curve(*differences: float) -> Curve:
        intervals = {
            size: (value, value - 1, value + 1)
            for size, value in zip((100, 500, 2400), differences, strict=True)
        }
        return Curve(intervals, intervals, intervals)

    assert _crossing("ELMo", curve(0.2, 0.1, -0.1)) == "ELMo between 500 and 2,400"
    assert _crossing("ELMo", curve(-0.2, 0.1, 0.1)) == "ELMo between 100 and 500"
    assert _crossing("ELMo", curve(0.2, 0.1, 0.1)) == "ELMo stays above"
    assert _crossing("ELMo", curve(-0.2, -0.1, -0.1)) == "ELMo stays below"


@pytest.mark.slow
@pytest.mark.parametrize("use", USES)
def test_the_look_needs_no_model_and_no_training(checkpoints, use):
    test = visit("tune", {**ADDRESS, "tune-use": use})
    assert not alerts(test)
    assert len(charts(test)) == 1
    assert not [one for one in test.button if one.key == "go"]
    assert not alerts(visit("tune", {**ADDRESS, "tune-use": use, "lecture": "on"}))
