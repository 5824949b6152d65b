"""The page on words: its links keep their settings."""

import pytest
from streamlit.testing.v1 import AppTest

from models.answers.translation import TranslationModel
from tests.pages import alerts, picture, visit_with
from tests.viz.pages.words.cases import LAYERS, MEANINGS, QUICK
from viz.app import state
from viz.pages.adapters.space import _keep_point


@pytest.mark.slow
def test_the_link_opens_the_same_layer_point_word_and_projection():
    address = QUICK | {
        "word": "kind",
        "meanings-step": "1",
        "meanings-point": "13",
        "meanings-projection": "pca",
        "meanings-axes": "3",
        "meanings-rule": "once",
        "colour": "meaning",
        "from": "ours",
    }
    test = visit_with("words", **address)
    assert not alerts(test)
    assert {name: test.query_params[name] for name in address} == address
    head = picture(test)
    assert (head["step"], head["chosen"], head["dimensions"]) == (0, 12, 3)
    assert head["title"].startswith("“kind”")
    test.selectbox(key="setting word").set_value("left").run()
    assert test.query_params["word"] == "left"
    assert picture(test)["title"].startswith("“left”")
    assert picture(test)["step"] == 0
    again = visit_with("words", **{name: test.query_params[name] for name in test.query_params})
    assert picture(again) == picture(test)


def test_a_word_that_is_one_point_in_the_embedding_is_drawn_with_a_map_for_each_layer():
    head = picture(visit_with("words", **QUICK, word="kind", **{"meanings-rule": "aligned"}))
    assert len(head["names"]) == 100
    assert head["notes"][0] == "all at one point" != head["notes"][-1]


def test_a_method_of_the_address_is_the_one_that_is_drawn():
    test = visit_with("words", **MEANINGS, model="seq2seq", **{"meanings-projection": "tsne"})
    assert test.query_params["meanings-projection"] == "tsne"
    assert picture(test)["notes"] == ["", ""]
    assert any("t-SNE is fitted to each layer" in element.value for element in test.caption)
    # Only PCA has rules.
    assert not [box for box in test.selectbox if box.key == "setting meanings-rule"]


def test_another_layer_or_projection_does_not_run_the_network_again(monkeypatch):
    test = visit_with("words", **LAYERS, others="20", sentence="We count the runs of the encoder.")
    runs, plain = [], TranslationModel.encode
    monkeypatch.setattr(
        TranslationModel,
        "encode",
        lambda self, sentence: runs.append(sentence) or plain(self, sentence),
    )
    test.session_state["setting layers-step"] = "3"
    test.run()
    assert not test.exception
    assert picture(test)["step"] == 2
    assert test.query_params["layers-step"] == "3"
    test.button_group(key="setting layers-axes").set_value("3").run()
    assert not test.exception
    assert picture(test)["dimensions"] == 3
    # The reader's own sentence is read each time.
    assert {*runs} <= {"We count the runs of the encoder."}


@pytest.mark.parametrize(
    "message, step, point",
    [({"step": 4, "chosen": 13}, "4", "13"), ({"step": 1, "chosen": None}, "1", "none")],
)
def test_what_the_space_tells_is_kept_for_the_link(monkeypatch, message, step, point):
    session = {"space layers": {"setting": message}}
    monkeypatch.setattr(state.st, "session_state", session)
    _keep_point("layers")
    assert session["setting layers-step"] == step
    assert session["setting layers-point"] == point


def settings_page() -> None:
    import streamlit as st

    from tests.viz.pages.words.cases import SpaceSettings
    from viz.app import shell
    from viz.app.page import Page
    from viz.pages.words.settings import split_lines
    from viz.view.computation import Computation

    def render(content, values, widgets):
        widgets.edit_lines("lines", "Lines", 3)
        widgets.pick_word("word", "Word", ("left", "right"))
        widgets.switch("exclude", "Switch")
        lines = "|".join(split_lines(values.lines)[:3])
        st.text(f"{values.near_step} {values.near_point} {lines} {values.word} {values.exclude}")

    computation = Computation("", SpaceSettings, lambda settings, runner: settings)
    shell._draw_page(shell._PageRun(Page(computation, render, title="", lead="", group="")))


def settings(**address: str) -> AppTest:
    test = AppTest.from_function(settings_page, default_timeout=30)
    for name, value in address.items():
        test.query_params[name] = value
    return test.run()


def test_an_address_sets_the_settings_of_a_space():
    test = settings(
        **{
            "near-step": "1",
            "near-point": "20",
            "lines": "a\n b \r\n\nc",
            "word": "Ünïcode",
            "exclude": "off",
        }
    )
    assert test.text[0].value == "0 19 a|b|c Ünïcode False"
    assert not alerts(test)
    assert test.selectbox(key="setting word").options == ["left", "right", "Ünïcode"]
    test.toggle(key="switch exclude").set_value(True).run()
    assert test.text[0].value.endswith("True")
    assert test.query_params["exclude"] == "on"
    test.text_area(key="setting lines").set_value("x\ny\nz\nw").run()
    assert test.text[0].value == "0 19 x|y|z Ünïcode True"
    assert "4 lines; the first 3" in alerts(test)[0]


def test_a_point_that_is_no_longer_there_is_let_go_of_without_a_word():
    test = settings(**{"near-point": "7"})
    test.session_state["setting near-point"] = "21"
    test.session_state["setting near-step"] = "6"
    test.run()
    assert test.text[0].value.startswith("3 -1")
    assert not alerts(test)
    assert "near-point" not in test.query_params
