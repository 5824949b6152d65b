"""The page on the bottleneck, in a lecture and out of one."""

import pytest

from tests.pages import visit


@pytest.mark.parametrize("lecture", ["on", "off"])
def test_in_a_lecture_alone_the_chart_stands_beside_the_translations(lecture):
    columns = visit("bottleneck", {"lecture": lecture}).columns
    charts = [len(column.get("plotly_chart")) for column in columns]
    assert (charts[:2] == [0, 1]) == (lecture == "on"), charts
