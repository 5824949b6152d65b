"""The reader's change is kept.

During the first run of a page, and when the server has lost the session.
"""

import json

import pytest
from streamlit.testing.v1 import AppTest

from tests.marks import slow_after
from tests.pages import alerts, component_name, one_page, visit


def change_after_a_restart(test: AppTest, page: str, extra=None) -> AppTest:
    """Change the page that `test` shows on a server that has just started; return the result."""
    new = AppTest.from_function(one_page, kwargs={"page": page}, default_timeout=120)
    new.query_params.update(test.query_params)
    states = test._tree.get_widget_states()
    if extra is not None:
        states.widgets.append(extra)
    new._run(states)
    assert not new.exception
    assert not alerts(new)
    return new


def test_a_sentence_typed_after_a_restart_is_kept():
    test = visit("heads", {"sentence": "I am tired.", "layer": "2"})
    test.text_input(key="sentence").set_value("He sings.")
    new = change_after_a_restart(test, "heads")
    assert new.text_input(key="sentence").value == "He sings."
    assert {name: new.query_params[name] for name in ("sentence", "layer")} == {
        "sentence": "He sings.",
        "layer": "2",
    }
    new.text_input(key="sentence").set_value("She sings.").run()
    assert new.query_params["sentence"] == "She sings."


@pytest.mark.slow
def test_what_belongs_to_the_words_of_the_sentence_before_goes_with_it_after_a_restart_too():
    test = visit("mask", {"sentence": "The big red dog", "french": "Le chien", "sees": "none"})
    test.text_input(key="sentence").set_value("I am tired.")
    new = change_after_a_restart(test, "mask")
    assert {name: new.query_params[name] for name in ("sentence", "french", "sees")} == {
        "sentence": "I am tired.",
        "french": "",
        "sees": "none",
    }


@pytest.mark.parametrize(
    "change, name, value",
    [
        (
            lambda test: test.button_group(key="setting look").set_value("products"),
            "look",
            "products",
        ),
        (lambda test: test.selectbox(key="setting base").set_value("100"), "base", "100"),
        (lambda test: test.select_slider(key="setting d_model").set_value("64"), "d_model", "64"),
    ],
    ids=["choice", "box", "slider"],
)
def test_whatever_is_chosen_after_a_restart_is_kept_and_all_else_is_as_the_address_says(
    change, name, value
):
    address = {"sentence": "I am tired.", "look": "table", "table-length": "20"}
    test = visit("order", address)
    change(test)
    new = change_after_a_restart(test, "order")
    assert {one: new.query_params[one] for one in address} == address | (
        {name: value} if name in address else {}
    )
    assert new.query_params[name] == value


@pytest.mark.parametrize(
    "change, name, value",
    slow_after(
        1,
        [
            (lambda test: test.toggle(key="merged").set_value(False), "words", "written"),
            (
                lambda test: test.selectbox(key="model").set_value("bilstm-dot"),
                "model",
                "bilstm-dot",
            ),
        ],
    ),
    ids=["switch", "model"],
)
def test_what_is_chosen_in_the_sentence_bar_after_a_restart_is_kept(change, name, value):
    address = {"sentence": "I am tired.", "look": "order"}
    test = visit("order", address)
    change(test)
    new = change_after_a_restart(test, "order")
    assert {one: new.query_params[one] for one in address} == address
    assert new.query_params[name] == value


@pytest.mark.slow
def test_a_button_of_a_lesson_pressed_after_a_restart_is_obeyed():
    test = visit("lessons", {"lesson": "mask", "step": "3"})
    test.button(key="step on").click()
    new = change_after_a_restart(test, "lessons")
    assert new.query_params["step"] == "4"


@pytest.mark.slow
def test_a_click_in_a_picture_after_a_restart_is_kept():
    test = visit("remember", {"forward": "5", "units": "all"})
    picture = next(
        one.proto for one in test.get("bidi_component") if component_name(one.proto) == "memory"
    )
    clicked = {"setting": {"name": "forward", "unit": 21}}
    state = type(test._tree.get_widget_states().widgets.add())(
        id=picture.id, json_value=json.dumps(clicked)
    )
    new = change_after_a_restart(test, "remember", state)
    assert new.query_params["forward"] == "21"


def test_another_page_after_a_restart_shows_the_sentence_that_was_typed():
    test = visit("heads", {"sentence": "I am tired."})
    test.query_params.clear()  # as the browser does on its way to another page
    assert change_after_a_restart(test, "mask").query_params["sentence"] == "I am tired."


def interrupted_page(path: str, settings: dict[str, str]) -> None:
    """A page whose first run is interrupted by a click."""
    import streamlit as st

    from tests.setting_pages import PAGES as SMALL
    from viz.app import shell, state
    from viz.pages.registry import PAGES

    def click_or_draw() -> None:
        if "clicked" not in st.session_state:
            st.session_state["clicked"] = True
            # As the callback of the click does, before the run that it asks for.
            state.set_settings(settings)
            st.rerun()
        page_run.draw_content()

    page_run = shell._PageRun((SMALL | PAGES)[path])
    shell._draw_page(page_run, click_or_draw)


@pytest.mark.parametrize(
    "path, address, name, value",
    [
        ("shapes", {}, "unit", "21"),
        ("shapes", {"unit": "5"}, "unit", "21"),
        ("lessons", {"lesson": "mask", "step": "3"}, "sees", "window"),
    ],
    ids=["bare", "with a setting", "step of a tour"],
)
def test_a_click_that_interrupts_the_first_run_of_a_page_is_kept(path, address, name, value):
    test = AppTest.from_function(
        interrupted_page,
        kwargs={"path": path, "settings": {name: value}},
        default_timeout=120,
    )
    test.query_params.update(address)
    test.run()
    assert not test.exception
    assert test.query_params.items() >= {**address, name: value}.items()


def walked_page() -> None:
    import streamlit as st

    from tests.setting_pages import PAGES
    from viz.app import presenter, shell

    if st.session_state.pop("pressed", False):
        presenter._step_binding("step", 1)  # as the callback of a key does

    def draw() -> None:
        if st.session_state.pop("interrupted", False):
            st.session_state["pressed"] = True
            st.rerun()
        page_run.draw_content()

    page_run = shell._PageRun(PAGES["shapes"])
    shell._draw_page(page_run, draw)


def test_a_key_that_interrupts_a_run_moves_what_was_on_show():
    test = AppTest.from_function(walked_page, default_timeout=120).run()
    test.session_state["interrupted"] = True
    test.run()
    assert not test.exception
    assert test.query_params["kind"] == "two"
