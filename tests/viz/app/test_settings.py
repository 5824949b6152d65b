"""A page's own settings.

In the address, kept while the reader is on another page, and validated.
"""

from functools import partial

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import alerts
from tests.setting_pages import ShapeSettings, TextSettings
from viz.app import state
from viz.app.page_controls import Controls
from viz.view.runner import plain_runner
from viz.view.settings import MAX_LINES, MAX_TEXT, read_settings


def page(path: str) -> None:
    import streamlit as st

    from tests.setting_pages import PAGES
    from viz.app import shell

    page = PAGES["elsewhere" if st.session_state.get("elsewhere") else path]
    shell._draw_page(shell._PageRun(page))


def visit(path: str = "shapes", **address: str) -> AppTest:
    test = AppTest.from_function(page, kwargs={"path": path}, default_timeout=120)
    for name, value in address.items():
        test.query_params[name] = value
    return test.run()


def values_text(test: AppTest) -> str:
    assert not test.exception
    return test.text[0].value


def test_without_an_address_each_has_its_default_and_the_address_says_it():
    test = visit()
    assert values_text(test) == "one 3 None 7"
    assert not alerts(test)
    assert [test.query_params[name] for name in ("kind", "shape", "french", "unit")] == [
        "one",
        "3",
        "",
        "7",
    ]


def test_a_setting_that_does_not_apply_is_not_drawn_and_one_of_no_page_is_a_mistake():
    test = visit()
    assert [group.key for group in test.button_group].count("setting kind") == 1
    assert "setting never" not in {group.key for group in test.button_group}
    controls = Controls(read_settings(ShapeSettings, {}, plain_runner("cpu")))
    draws = (controls.pick, controls.slide, controls.edit_text, partial(controls.bind_key, "step"))
    for draw in draws:
        with pytest.raises(AssertionError, match="no setting colour"):
            draw("colour")


def test_an_address_sets_them_and_a_change_goes_into_the_address():
    test = visit(kind="two", shape="11", french="Le chien", unit="128")
    assert values_text(test) == "two 11 Le chien 128"
    assert not alerts(test)
    test.button_group(key="setting kind").set_value("one").run()
    test.selectbox(key="setting shape").set_value("4").run()
    assert values_text(test) == "one 4 Le chien 128"
    assert test.query_params["kind"] == "one"
    assert test.query_params["shape"] == "4"


@pytest.mark.parametrize(
    "name, value",
    [
        ("kind", "three"),
        ("kind", ""),
        ("shape", "99"),
        ("unit", "0"),
        ("unit", "129"),
        ("unit", "1e2"),
        ("unit", "٣"),
        ("kind", "<b>" * 1000),
    ],
)
def test_what_there_is_not_gets_one_sentence_and_the_default(name, value):
    test = visit(**{name: value})
    assert values_text(test) == "one 3 None 7"
    assert len(alerts(test)) == 1
    assert name in alerts(test)[0]
    assert "<b>" not in alerts(test)[0]
    assert len(alerts(test)[0]) < 500
    assert not alerts(test.run())  # reported once


def test_they_are_kept_while_another_page_is_open():
    test = visit(kind="two")
    test.session_state["elsewhere"] = True
    test.query_params.clear()
    test.run()
    assert not test.exception
    assert "kind" not in test.query_params
    test.run()
    test.session_state["elsewhere"] = False
    assert values_text(test.run()) == "two 3 None 7"
    assert test.query_params["kind"] == "two"


def test_the_reference_of_an_example_comes_with_it_and_goes_when_another_sentence_is_typed():
    test = visit()
    test.menu_button[0].click("The big red dog").run()
    assert values_text(test) == "one 3 Le gros chien rouge 7"
    test.text_input(key="sentence").set_value("The big red cat").run()
    assert values_text(test) == "one 3 None 7"


def test_what_was_clicked_in_a_component_is_kept():
    test = visit()
    test.session_state["setting unit"] = "19"
    assert values_text(test.run()) == "one 3 None 19"
    assert test.query_params["unit"] == "19"


def test_a_new_address_that_does_not_name_a_setting_means_its_default():
    test = visit(kind="two", shape="11")
    test.query_params.clear()
    test.query_params["sentence"] = "I am tired."
    assert values_text(test.run()) == "one 3 None 7"


LONGEST = {  # the field by its parameter: the number of characters that are kept
    "sentence": state.MAX_SENTENCE,
    "line": MAX_TEXT,
    "area": MAX_TEXT,
    "lines": MAX_LINES,
    "word": MAX_TEXT,
    "french": MAX_TEXT,
    "off": MAX_LINES,
}


@pytest.mark.parametrize("name", LONGEST)
def test_a_text_too_long_is_cut_and_the_limit_is_said_once(name):
    text = "a " * 50_000
    test = visit("texts", **{name: text})
    assert not test.exception
    assert test.query_params[name] == text[: LONGEST[name]]
    assert len(alerts(test)) == 1
    assert "100,000 characters" in alerts(test)[0]
    assert f"first {LONGEST[name]:,} are" in alerts(test)[0]
    assert not alerts(test.run())


@pytest.mark.parametrize("name", ["sentence", "off"])
def test_what_fills_a_message_is_cut_at_the_server_and_the_limit_is_said(name):
    """Without `max_chars`: Streamlit's fields enforce it on the server too."""
    test, key = visit("texts"), name if name == "sentence" else state.SETTING + name
    test.session_state[key] = "a " * 450_000
    test.run()
    assert not test.exception
    assert len(test.session_state[key]) == len(test.query_params[name]) == LONGEST[name]
    assert len(alerts(test)) == 1
    assert "900,000 characters" in alerts(test)[0]
    assert f"{LONGEST[name]:,}" in alerts(test)[0]


def test_whatever_a_browser_sends_no_field_keeps_more_than_its_limit():
    test = visit("texts")
    for field in (*test.text_input, *test.text_area):
        field.set_value("b" * 100_000)  # of all fields together the server accepts 1 MB
    test.run()
    assert not test.exception
    assert not any(len(str(value)) > state.MAX_SENTENCE for value in test.query_params.values())
    assert test.query_params["swap"] == "1:" + "b" * state.MAX_WORD


def test_a_text_of_a_link_that_is_too_long_is_cut_and_a_command_hears_of_it():
    reading = read_settings(TextSettings, {"line": "a" * 5000}, plain_runner("cpu"))
    [refusal] = reading.refusals
    assert reading.settings.line == "a" * MAX_TEXT
    assert "5,000 characters" in refusal.sentence
