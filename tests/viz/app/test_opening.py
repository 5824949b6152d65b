"""What a visitor sees until the first model is loaded."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.pages import APP, AppTest, alerts, picture
from viz.app import cache, opening
from viz.base.examples import EXAMPLE
from viz.pages.gallery import entries

PICTURE = Path(__file__).parents[3] / ".github" / "all-heads.png"


@pytest.fixture
def cold(monkeypatch):
    """A server without a model; what it draws until it loads one, and the texts it then has."""
    drawn = []
    models: dict = {}

    def load(*names: str | None) -> None:
        import streamlit as st

        drawn.append((names, st.session_state["sentence"]))
        models["any"] = SimpleNamespace()

    monkeypatch.setattr(opening, "alive_models", lambda: models)
    monkeypatch.setattr(opening, "load_models", load)
    monkeypatch.setattr(opening, "widget_states", list)
    monkeypatch.setattr(
        entries,
        "shipped_pictures",
        lambda locale, dark: {e.name: PICTURE.read_bytes() for e in entries.ENTRIES},
    )
    return drawn


def opened(**address: str) -> AppTest:
    test = AppTest.from_file(APP, default_timeout=60)
    for name, value in address.items():
        test.query_params[name] = value
    return test.run()


def test_a_cold_server_draws_the_example_and_then_the_page(cold):
    test = opened()
    assert cold == [((None,), EXAMPLE)]
    assert not test.exception
    assert not alerts(test)
    assert picture(test)["blocks"]
    assert test.text_input(key="sentence").value == EXAMPLE


@pytest.mark.slow
def test_the_box_has_the_sentence_of_the_address_and_the_model_of_the_address_is_loaded(cold):
    test = opened(sentence="I am tired.", model="bilstm-dot")
    assert cold == [(("bilstm-dot",), "I am tired.")]
    assert test.text_input(key="sentence").value == "I am tired."
    assert test.query_params["model"] == "bilstm-dot"


def test_it_is_marked_as_an_example(cold, monkeypatch):
    monkeypatch.setattr(opening.st, "rerun", lambda: opening.st.stop())
    test = opened(language="fr")
    assert test.markdown[0].value.startswith(
        "**Un exemple, en attendant que le modèle soit chargé.**"
    )
    assert len(test.get("image")) == 1
    assert "Où regarde chaque tête" in test.get("html")[0].proto.body


def test_where_nothing_can_be_loaded_the_page_comes_all_the_same_and_says_why(cold, monkeypatch):
    calls = []
    monkeypatch.setattr(opening, "load_models", lambda *names: calls.append(names))
    test = opened(model="gpt-9")
    assert calls == [("gpt-9",)]
    assert not test.exception
    [alert] = alerts(test)
    assert "gpt-9" in alert
    assert picture(test)["blocks"]


def test_a_lecture_opens_on_the_example_too_in_its_own_frame(cold, monkeypatch):
    with monkeypatch.context() as first_run:
        first_run.setattr(opening.st, "rerun", lambda: opening.st.stop())
        test = opened(lecture="on")
    assert len(test.get("image")) == 1
    assert "--lecture-none" in "".join(one.proto.body for one in test.get("html"))
    assert not [one for one in test.get("button_group") if "EN" in str(one.proto)]
    test = opened(lecture="on", sentence="I am tired.")
    assert not test.exception
    assert picture(test)["blocks"]
    assert test.query_params["lecture"] == "on"


@pytest.mark.parametrize("why", ["a model is there", "a page is on show"])
def test_otherwise_the_page_is_drawn_at_once(cold, monkeypatch, why):
    if why == "a model is there":
        monkeypatch.setattr(opening, "alive_models", cache.alive_models)
        cache.model("transformer")
    elif why == "a page is on show":
        monkeypatch.setattr(opening, "widget_states", lambda: ["a widget"])
    test = opened()
    assert cold == []
    assert picture(test)["blocks"]


def test_what_is_wrong_with_the_address_is_said_when_the_page_is_drawn(cold):
    [alert] = alerts(opened(playlist="damaged"))
    assert len(cold) == 1
    assert "playlist" in alert
