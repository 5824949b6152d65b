"""The page on the inside of one head, without a browser: every look and model, guesses, typed matrices, hostile links."""

import json
import struct

import pytest
from streamlit.testing.v1 import AppTest

from models import available
from models.trace import STACKS
from tests.pages import alerts, pictures
from tests.viz.test_app import picture
from tests.viz.test_words_page import visit
from viz.pages.inside import LOOKS

DOG = "The big red dog is sleeping on the bed."


def open_page(**address: str) -> AppTest:
    return visit("inside", **{"sentence": DOG} | address)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("model", available())
def test_every_look_with_every_model_gives_a_picture_or_a_sentence(look, model):
    test = open_page(model=model, **{"inside-look": look})
    assert not test.exception and not alerts(test)
    of_model = look in ("steps", "contribution", "guess")
    assert bool(test.info) == (of_model and model.startswith("seq2seq"))
    assert bool(pictures(test)) == (look != "guess" and not test.info)


@pytest.mark.parametrize("stack", STACKS)
def test_the_link_says_which_head_word_and_step(stack):
    test = open_page(attention=stack, layer="2", head="3", **{"inside-row": "5", "inside-step": "9"})
    shown = picture(test)
    assert (shown["row"], shown["step"], shown["everything"]) == (4, 8, False)
    assert "layer 2, head 3" in shown["title"] and shown["stages"][8]["name"] == "Weights"
    assert [test.query_params[name] for name in ("attention", "layer", "head", "inside-row", "inside-step")] == [stack, "2", "3", "5", "9"]


def test_a_box_chooses_another_head():
    test = open_page(attention="encoder", layer="1", head="1")
    test.selectbox(key="box head").set_value(3).run()
    assert "layer 1, head 4" in picture(test)["title"] and test.query_params["head"] == "4"
    test.selectbox(key="box stack").set_value("decoder").run()
    assert picture(test)["title"].startswith("Decoder")


@pytest.mark.parametrize("address", [{"inside-row": "99"}, {"inside-step": "0"}, {"inside-all": "maybe"}, {"inside-look": "<b>"}],
                         ids=lambda address: next(iter(address)))
def test_a_link_to_what_there_is_not_gets_one_sentence_and_the_page(address):
    test = open_page(**address)
    assert not test.exception and len(alerts(test)) == 1 and "<b>" not in alerts(test)[0]
    assert pictures(test)


def test_a_step_beyond_the_last_is_the_last():
    shown = picture(open_page(**{"inside-step": "99"}))
    assert shown["step"] == len(shown["stages"]) - 1


def test_guesses_are_scored_only_when_revealed():
    test = open_page(**{"inside-look": "guess", "attention": "encoder", "layer": "1", "head": "4"})
    first = [group for group in test.button_group if str(group.key).startswith("guess ")][-1]
    assert "0 of 5 guessed" in test.markdown[-1].value and not pictures(test)
    assert not any("right" in element.value for element in test.markdown)
    first.set_value(0).run()
    assert "1 of 5 guessed" in test.markdown[-1].value
    test.toggle(key="switch reveal").set_value(True).run()
    assert any("of 5 right" in element.value for element in test.markdown) and test.query_params["reveal"] == "on"
    assert picture(test)["panels"][0]["changed"], "the guess is outlined"


def test_a_typed_matrix_changes_the_result_and_a_wrong_one_is_explained_and_kept():
    test = open_page(**{"inside-look": "board"})
    before = pictures(test)[-1].bytes
    test.text_area(key="setting board-w-query").set_value("1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1").run()
    assert not alerts(test) and pictures(test)[-1].bytes != before
    test.text_area(key="setting board-w-query").set_value("1 0\n0 x").run()
    assert len(alerts(test)) == 1 and "W_Q" in alerts(test)[0] and test.text_area(key="setting board-w-query").value == "1 0\n0 x"
    assert not test.exception


def test_the_lecture_shows_the_slides_weights_beside_the_softmax():
    test = open_page(**{"inside-look": "lecture"})
    data = pictures(test)[-1].bytes
    length = struct.unpack_from("<I", data)[0]
    shown = json.loads(data[4 : 4 + length])
    grids = {grid["name"]: grid for grid in shown["grids"]}
    floats = lambda name: struct.unpack_from("<4f", data, 4 + length + 4 * grids[name]["offset"])
    assert [round(value, 2) for value in floats("slide")] == [0.87, 0.12, 0.01, 0.0]
    assert [round(value, 2) for value in floats("weights")] == [0.88, 0.12, 0.0, 0.0]
    assert [round(value) for value in floats("dots")] == [112, 96, 16, 8]
