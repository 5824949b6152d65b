"""A page's own settings: kept in the address, kept while the reader is on another page, and never trusted."""

import pytest
from streamlit.testing.v1 import AppTest


def page() -> None:
    import streamlit as st

    from viz import session

    for note in session.open_address():
        session.explain(note)
    session.sentence_bar()
    if not st.session_state.get("elsewhere"):
        kind = session.pick("Kind", "kind", {"one": "One", "two": "Two"})
        shape = session.pick("Shape", "shape", {str(place): f"Shape {place}" for place in range(20)}, "3", width=200)
        french, unit = session.french_to_follow(), session.number("unit", 7, 128)
        st.text(f"{kind} {shape} {french} {unit}")
    session.write_address()


def visit(**address: str) -> AppTest:
    test = AppTest.from_function(page, default_timeout=30)
    for name, value in address.items():
        test.query_params[name] = value
    return test.run()


def shown(test: AppTest) -> str:
    assert not test.exception
    return test.text[0].value


def alerts(test: AppTest) -> list[str]:
    return [element.proto.body for element in test.get("html") if 'role="alert"' in element.proto.body]


def test_without_an_address_each_has_its_default_and_the_address_says_it():
    test = visit()
    assert shown(test) == "one 3 None 7" and not alerts(test)
    assert [test.query_params[name] for name in ("kind", "shape", "french", "unit")] == ["one", "3", "", "7"]


def test_an_address_sets_them_and_a_change_goes_into_the_address():
    test = visit(kind="two", shape="11", french="Le chien", unit="128")
    assert shown(test) == "two 11 Le chien 128" and not alerts(test)
    test.button_group(key="setting kind").set_value("one").run()
    test.selectbox(key="setting shape").set_value("4").run()
    assert shown(test) == "one 4 Le chien 128"
    assert test.query_params["kind"] == "one" and test.query_params["shape"] == "4"


@pytest.mark.parametrize("name, value", [
    ("kind", "three"), ("kind", ""), ("shape", "99"), ("unit", "0"), ("unit", "129"), ("unit", "1e2"), ("unit", "٣"), ("kind", "<b>" * 1000)])
def test_what_there_is_not_gets_one_sentence_and_the_default(name, value):
    test = visit(**{name: value})
    assert shown(test) == "one 3 None 7" and len(alerts(test)) == 1 and name in alerts(test)[0]
    assert "<b>" not in alerts(test)[0] and len(alerts(test)[0]) < 500
    assert not alerts(test.run())  # said once


def test_a_french_sentence_too_long_is_cut_before_it_fills_the_address():
    test = visit(french="é" * 5000)
    assert len(test.query_params["french"]) == 1000


def test_they_are_kept_while_another_page_is_open():
    test = visit(kind="two")
    test.session_state["elsewhere"] = True
    test.query_params.clear()
    test.run()
    assert not test.exception and "kind" not in test.query_params
    test.run()
    test.session_state["elsewhere"] = False
    assert shown(test.run()) == "two 3 None 7" and test.query_params["kind"] == "two"


def test_the_reference_of_an_example_comes_with_it_and_goes_when_another_sentence_is_typed():
    test = visit()
    test.menu_button[0].click("The big red dog").run()
    assert shown(test) == "one 3 Le gros chien rouge 7"
    test.text_input(key="sentence").set_value("The big red cat").run()
    assert shown(test) == "one 3 None 7"


def test_what_was_clicked_in_a_component_is_kept():
    test = visit()
    test.session_state["setting unit"] = "19"
    assert shown(test.run()) == "one 3 None 19" and test.query_params["unit"] == "19"


def test_a_new_address_that_does_not_name_a_setting_means_its_default():
    test = visit(kind="two", shape="11")
    test.query_params.clear()
    test.query_params["sentence"] = "I am tired."
    assert shown(test.run()) == "one 3 None 7"
