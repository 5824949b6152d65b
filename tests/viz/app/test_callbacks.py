"""A failing callback: one sentence, the whole page around it, and the typed text is kept."""

import json

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from models import UserError
from tests.pages import alerts, component_name, pictures, visit
from viz.app import frame
from viz.pages.adapters import clicks


def failing(error: Exception):
    """Return a callback that raises this error."""

    def fail(*args) -> None:
        raise error

    return fail


def click_unit(test: AppTest, unit: int) -> AppTest:
    """Click a unit in the picture of an LSTM's gates; return the page."""
    states = test._tree.get_widget_states()
    picture = next(picture for picture in pictures(test) if component_name(picture) == "memory")
    clicked = {"setting": {"name": "forward", "unit": unit}}
    states.widgets.add(id=picture.id, json_value=json.dumps(clicked))
    return test._run(states)


def assert_whole(test: AppTest, names_log: bool) -> None:
    """Assert that the page has its frame and picture, one sentence on the failure, no red box."""
    assert not test.exception
    (sentence,) = alerts(test)
    assert ("mistake in Heads Up" in sentence) == names_log
    assert pictures(test)
    assert "language" in [one.key.removeprefix("setting ") for one in test.button_group]
    assert test.query_params["sentence"]


def test_an_exception_in_the_callback_of_a_widget_is_one_sentence(monkeypatch, caplog):
    monkeypatch.setattr(frame, "clear_sentence_settings", failing(RuntimeError("in a callback")))
    test = visit("heads", {"sentence": "I am tired.", "layer": "2"})
    test.text_input(key="sentence").set_value("He sings.").run()
    assert_whole(test, names_log=True)
    assert test.query_params["sentence"] == test.text_input(key="sentence").value == "He sings."
    assert test.query_params["layer"] == "2"
    assert caplog.text.count("RuntimeError: in a callback") == 1
    caplog.clear()
    assert not alerts(test.run())


@pytest.mark.slow
def test_an_exception_in_the_callback_of_a_component_is_one_sentence(monkeypatch, caplog):
    test = visit("remember", {"sentence": "I am tired.", "units": "all", "forward": "5"})
    monkeypatch.setattr(clicks, "set_setting", failing(KeyError("unit")))
    click_unit(test, 21)
    assert_whole(test, names_log=True)
    assert test.query_params["forward"] == "5"
    assert "keep_unit" in caplog.text
    caplog.clear()
    monkeypatch.undo()
    click_unit(test, 22)
    assert not alerts(test)
    assert test.query_params["forward"] == "22"


@pytest.mark.slow
def test_the_callback_beside_the_one_that_fails_is_obeyed(monkeypatch, caplog):
    test = visit("remember", {"sentence": "I am tired.", "units": "all", "forward": "5"})
    monkeypatch.setattr(clicks, "set_setting", failing(KeyError("unit")))
    test.toggle(key="merged").set_value(False)
    click_unit(test, 21)
    assert_whole(test, names_log=True)
    assert test.query_params["words"] == "written"
    caplog.clear()


def test_what_a_callback_tells_the_reader_is_shown_as_written(monkeypatch):
    error = UserError("This has {count} words.", count=3)
    monkeypatch.setattr(frame, "clear_sentence_settings", failing(error))
    test = visit("heads", {"sentence": "I am tired."})
    test.text_input(key="sentence").set_value("He sings.").run()
    assert_whole(test, names_log=False)
    assert "This has 3 words." in alerts(test)[0]


def test_an_order_to_run_again_is_no_error(monkeypatch):
    monkeypatch.setattr(frame, "clear_sentence_settings", lambda: st.rerun())
    test = visit("heads", {"sentence": "I am tired."})
    test.text_input(key="sentence").set_value("He sings.").run()
    assert not test.exception
    assert not alerts(test)
    assert test.query_params["sentence"] == "He sings."
