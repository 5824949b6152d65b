"""The data and refusals of the component "inside"."""

from dataclasses import replace

import numpy as np
import pytest

from tests.inside_data import read
from viz.analysis.derivation import Board, Derivation
from viz.analysis.walkthrough.stages import Overview
from viz.base.theme import HEADS
from viz.components.inside import PART_COLOURS, pack

HOSTILE = "<script>alert(1)</script> $x$ **b** &amp; \u200b \"'\\ \ud800"


def derivation() -> Derivation:
    generator, board = np.random.default_rng(0), Board()
    board.give(
        "x", generator.normal(size=(3, 5)) * 1e4, HOSTILE, "x", "state", rows=("a", "b", HOSTILE)
    )
    board.give("W", generator.normal(size=(5, 7)), "a large matrix", "W_Q", "matrix", sent=False)
    board.make("q", "linear", ("x", "W"), "queries", "q", "query")
    board.give("allowed", generator.uniform(size=(3, 7)) > 0.5, "may be attended to", "M", "matrix")
    board.make("m", "mask", ("q", "allowed"), "after the mask", "m", "score")
    board.make("half", "divide", ("m",), "half", "s", "score", number=2.0)
    board.step("Query", "Rows times columns.", "<mi>q</mi>", "x", "W", "q")
    board.step("Mask", HOSTILE, "<mi>m</mi>", "q", "allowed", "m", "half")
    return board.derivation("A derivation")


def test_the_browser_gets_every_number_as_float32_and_every_word_as_it_is():
    original = derivation()
    head, values_by_grid = read(pack(original, 1, True, 2, ("a", "b", "c")))
    assert set(values_by_grid) == set(original.grids) - {"W"}
    for name, values in values_by_grid.items():
        # A masked cell is NaN here and there.
        np.testing.assert_array_equal(values, original.grids[name].values.astype(np.float32))
    assert np.isnan(values_by_grid["m"]).any()
    named = {grid["name"]: grid for grid in head["grids"]}
    assert named["x"]["title"] == HOSTILE.replace("\ud800", "?") == head["stages"][1]["says"]
    assert named["x"]["rows"][2] == HOSTILE.replace("\ud800", "?")
    assert named["q"]["of"] == ["x", "W"]
    assert named["half"]["number"] == 2
    assert named["W"]["title"] == "a large matrix"
    assert named["W"]["shape"] == [5, 7]
    assert [stage["shows"] for stage in head["stages"]] == [
        list(step.shows) for step in original.steps
    ]
    assert (head["step"], head["everything"], head["row"], head["words"]) == (
        1,
        True,
        2,
        ["a", "b", "c"],
    )


def test_the_same_derivation_is_the_same_bytes_and_others_have_another_mark():
    assert pack(derivation()) == pack(derivation())
    mark = read(pack(derivation()))[0]["mark"]
    # The current view does not change the derivation.
    assert mark == read(pack(derivation(), 1, True, 0, ("a",)))[0]["mark"]
    assert mark != read(pack(replace(derivation(), title="Another")))[0]["mark"]
    grids = derivation().grids
    moved = {**grids, "x": replace(grids["x"], values=grids["x"].values + 1)}
    assert mark != read(pack(replace(derivation(), grids=moved)))[0]["mark"]


@pytest.mark.parametrize(
    "step, row, words",
    [(2, None, ()), (-1, None, ()), (0, None, ("a",)), (0, 1, ("a",)), (0, -1, ("a",))],
)
def test_there_is_no_such_step_or_row(step, row, words):
    with pytest.raises(ValueError, match=r"(Step|Row) \S+ of [12]"):
        pack(derivation(), step, row=row, words=words)


def test_an_overview_is_step_minus_1_and_only_where_there_is_one():
    overview = Overview("dog", "It attends.", "", (), {"query": "q"})
    head, _ = read(pack(derivation(), -1, overview=overview))
    assert head["step"] == -1
    assert head["overview"]["grids"] == {"query": "q"}
    assert read(pack(derivation()))[0]["overview"] is None


def test_every_role_has_a_colour_of_its_own_and_no_others_are_drawn():
    assert len(set(PART_COLOURS.values())) == len(PART_COLOURS) == 8
    assert set(PART_COLOURS.values()) <= set(HEADS)
    grids = derivation().grids
    with pytest.raises(ValueError, match="'bias'"):
        pack(replace(derivation(), grids={**grids, "x": replace(grids["x"], role="bias")}))
