"""Charts of what parts of a network wrote, from values made up."""

import numpy as np
import pytest

import viz  # noqa: F401 (a notebook shows values once it is imported)
from models import Request, load
from models.results import Attribution
from viz.draw.attribution import attribution_map, parts_chart


def attribution(layers: int, heads: int) -> Attribution:
    random = np.random.default_rng(0)
    parts = random.normal(size=2), random.normal(size=(layers, heads, 2))
    fed, biases = random.normal(size=(layers, 2)), random.normal(size=2)
    total = parts[0] + parts[1].sum((0, 1)) + fed.sum(0) + biases
    return Attribution(Request("m", "a"), 0, ("x", "y"), total, *parts, fed, biases)


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("size", [(1, 2), (6, 4), (30, 9)])
def test_the_bars_and_the_map_show_the_whole_sum(size, alone):
    values = attribution(*size)
    total = values.logits[0] - (0 if alone else values.logits[1])
    bars, cells = parts_chart(values, alone), attribution_map(values, alone)
    assert sum(bars.marks[0].values) == pytest.approx(total)
    layers, heads = size
    assert len(bars.marks[0].values) == min(15, 2 + layers * (heads + 1))
    rest = values.embedding + values.biases
    sum_of_map = cells.heatmap.values.sum() + rest[0] - (0 if alone else rest[1])
    assert sum_of_map == pytest.approx(total, abs=1e-4)
    assert str(layers) in cells.y.labels
    for chart in (bars, cells):
        assert "“x”" in chart.summary or "Of the heads together" in chart.summary


def test_a_notebook_shows_both_as_a_picture():
    values = attribution(2, 2), load("transformer", "cpu").circuit("cross", 3, 0, "the dog")
    for value, word in zip(values, ("Layer 2, head 1", "chien"), strict=True):
        assert word in value._repr_mimebundle_()["image/svg+xml"]
