"""The page on the inside of one head, without a browser.

Every look and model, guesses, typed matrices, hostile links.
"""

import json
import struct
from types import SimpleNamespace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from models import UserError
from models.trace import STACKS
from tests.pages import alerts, picture, pictures, visit_with
from viz.pages.inside.compute import _compute
from viz.pages.inside.guess import GuessContent
from viz.pages.inside.settings import InsideSettings
from viz.view.computation import ExportMenu
from viz.view.runner import plain_runner
from viz.view.settings import read_settings

DOG = "The big red dog is sleeping on the bed."


def open_page(**address: str) -> AppTest:
    return visit_with("inside", **{"sentence": DOG} | address)


@pytest.mark.parametrize("stack", STACKS)
def test_the_link_says_which_head_word_and_step(stack):
    test = open_page(
        attention=stack, layer="2", head="3", **{"inside-row": "5", "inside-step": "9"}
    )
    view = picture(test)
    assert (view["row"], view["step"], view["everything"]) == (4, 8, False)
    assert "layer 2, head 3" in view["title"]
    assert view["stages"][8]["name"] == "Weights"
    assert [
        test.query_params[name]
        for name in ("attention", "layer", "head", "inside-row", "inside-step")
    ] == [stack, "2", "3", "5", "9"]


def test_a_head_opens_on_its_five_stages_and_a_link_to_a_step_on_the_step():
    view = picture(open_page())
    overview = view["overview"]
    steps = view["stages"]
    assert view["step"] == -1
    titles = [stage["title"] for stage in overview["stages"]]
    assert titles[:5] == ["The word", "Query, key, value", "Scores", "Softmax", "Mix"]
    assert overview["reads"]
    assert overview["who"] in view["title"]
    named = {grid["name"] for grid in view["grids"]}
    assert {*overview["grids"].values()} <= named
    first = picture(open_page(**{"inside-step": "1"}))
    assert first["step"] == 0
    assert steps[0]["name"] == "The word"


def test_the_stages_are_exported_with_the_grids_of_their_picture():
    picture_of_stages = read_link(attention="encoder", layer="2", head="3").exports[0].draw()
    titles = " ".join(matrix.title for matrix in picture_of_stages.matrices)
    for part in ("query of", "key of", "value of", "weights", "sum of the weighted values"):
        assert part in titles
    assert "In this head “dog”" in picture_of_stages.caption


def test_a_box_chooses_another_head():
    test = open_page(attention="encoder", layer="1", head="1")
    test.selectbox(key="box head").set_value(3).run()
    assert "layer 1, head 4" in picture(test)["title"]
    assert test.query_params["head"] == "4"
    test.selectbox(key="box stack").set_value("decoder").run()
    assert picture(test)["title"].startswith("Decoder")


@pytest.mark.parametrize(
    "address",
    [{"inside-row": "99"}, {"inside-step": "-1"}, {"inside-all": "maybe"}, {"inside-look": "<b>"}],
    ids=lambda address: next(iter(address)),
)
def test_a_link_to_what_there_is_not_gets_one_sentence_and_the_page(address):
    test = open_page(**address)
    assert not test.exception
    assert len(alerts(test)) == 1
    assert "<b>" not in alerts(test)[0]
    assert pictures(test)


def test_a_step_beyond_the_last_is_the_last():
    view = picture(open_page(**{"inside-step": "99"}))
    assert view["step"] == len(view["stages"]) - 1


def test_guesses_are_scored_only_when_revealed():
    test = open_page(**{"inside-look": "guess", "attention": "encoder", "layer": "1", "head": "4"})
    first = [group for group in test.button_group if str(group.key).startswith("guess ")][-1]
    assert "0 of 5 answered" in test.markdown[-1].value
    assert not pictures(test)
    assert not any("right" in element.value for element in test.markdown)
    first.set_value(0).run()
    assert "1 of 5 answered" in test.markdown[-1].value
    test.toggle(key="switch reveal").set_value(True).run()
    assert any("of 5 right" in element.value for element in test.markdown)
    assert test.query_params["reveal"] == "on"
    assert picture(test)["panels"][0]["changed"], "the guess is outlined"


def test_a_typed_matrix_changes_the_result_and_a_wrong_one_is_explained_and_kept():
    test = open_page(**{"inside-look": "board"})
    before = pictures(test)[-1].bytes
    test.text_area(key="setting board-w-query").set_value(
        "1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1"
    ).run()
    assert not alerts(test)
    assert pictures(test)[-1].bytes != before
    test.text_area(key="setting board-w-query").set_value("1 0\n0 x").run()
    assert len(alerts(test)) == 1
    assert "W_Q" in alerts(test)[0]
    assert test.text_area(key="setting board-w-query").value == "1 0\n0 x"
    assert not test.exception


def test_the_lecture_shows_the_slides_weights_beside_the_softmax():
    test = open_page(**{"inside-look": "lecture"})
    data = pictures(test)[-1].bytes
    length = struct.unpack_from("<I", data)[0]
    view = json.loads(data[4 : 4 + length])
    grids = {grid["name"]: grid for grid in view["grids"]}

    def floats(name):
        return struct.unpack_from("<4f", data, 4 + length + 4 * grids[name]["offset"])

    assert [round(value, 2) for value in floats("slide")] == [0.87, 0.12, 0.01, 0.0]
    assert [round(value, 2) for value in floats("weights")] == [0.88, 0.12, 0.0, 0.0]
    assert [round(value) for value in floats("dots")] == [112, 96, 16, 8]


def read_link(**address: str) -> ExportMenu:
    """Return the menu that a link gives on the command line."""
    runner = plain_runner("cpu")
    reading = read_settings(InsideSettings, {"sentence": DOG} | address, runner)
    return _compute(reading.settings, runner).menu


def test_a_link_to_guesses_draws_the_weights_only_where_they_are_revealed():
    address = {"inside-look": "guess", "attention": "encoder", "layer": "1", "head": "4"}
    hidden = read_link(**address)
    revealed = read_link(**address, reveal="on")
    assert "reveal=on" in hidden.alert
    assert not hidden.exports
    figure = revealed.exports[0].draw()
    assert not revealed.alert
    assert not figure.matrices[0].changed.any()


def test_a_link_to_a_sentence_of_one_choice_a_word_says_that_it_is_too_short_to_guess_at():
    address = {"inside-look": "guess", "reveal": "on", "attention": "decoder"}
    settings = read_settings(InsideSettings, address, plain_runner("cpu")).settings
    maps = SimpleNamespace(allowed_in=lambda layer: np.eye(3, dtype=bool))
    trace = SimpleNamespace(attention={"decoder": maps})
    content = GuessContent(settings, SimpleNamespace(trace=lambda request: trace))
    assert "too short" in content.menu.alert


def test_the_questions_are_spread_over_the_words_that_have_a_choice():
    address = {"inside-look": "guess", "attention": "decoder"}
    settings = read_settings(InsideSettings, address, plain_runner("cpu")).settings
    content = _compute(settings, plain_runner("cpu"))
    counts = content.maps.allowed.sum(axis=1)
    # The first sees only itself.
    assert len(content.question_rows) == 5
    assert 0 not in content.question_rows
    assert content.question_rows == sorted({*content.question_rows})
    assert content.chance == pytest.approx(sum(1 / counts[row] for row in content.question_rows))
    best = {row: int(content.weights[row].argmax()) for row in content.question_rows}
    worst = {row: int(content.weights[row, : row + 1].argmin()) for row in content.question_rows}
    assert (content.count_right(best), content.count_right(worst)) == (5, 0)
    assert content.mean_weight(best) > content.mean_weight(worst)
    assert content.mean_weight({}) == 0


def test_a_wrong_matrix_keeps_the_step_of_the_board():
    address = {"inside-look": "board", "board-step": "5", "board-w-query": "1 0"}
    test = open_page(**address)
    assert len(alerts(test)) == 1
    assert test.query_params["board-step"] == "5"
    with pytest.raises(UserError, match="W_Q"):
        _ = read_link(**address).exports
