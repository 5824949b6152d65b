"""Every page in every look, and every step of every lesson and classic.

In a lecture and out of one, in both languages, light and dark: one of them in turn, the others
once a week, as are two of three steps: tests/viz/view/lessons walks through all of them. And a
page that fails: what stands around it is drawn all the same.
"""

import json
import logging
from dataclasses import replace

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.pages import alerts, component_name, visit
from tests.views import TOURS, VIEWS
from viz.app.alerts import _LOG
from viz.pages.registry import PAGES

FAST = [
    ("order", {"look": "table"}),
    ("classics", {"classic": "1"}),
    ("lessons", {"lesson": "order", "step": "3"}),
]
# Lecture mode, language and theme: every two of these settings meet in one of the four.
AROUND = [
    ("off", "en", "light"),
    ("off", "fr", "dark"),
    ("on", "en", "dark"),
    ("on", "fr", "light"),
]


def cases():
    """Each view in each surrounding: the one whose turn it is in CI, the others once a week."""
    for place, (page, settings) in enumerate(VIEWS + TOURS):
        is_fast = (page, settings) in FAST
        is_in_ci = place < len(VIEWS) or place % 3 == 0 or is_fast
        for turn, around in enumerate(AROUND):
            name = " ".join((page, *settings.values(), *around))
            mark = pytest.mark.weekly
            if is_in_ci and turn == place % len(AROUND):
                mark = () if is_fast else pytest.mark.slow
            yield pytest.param(page, settings, *around, id=name, marks=mark)


def keys(test: AppTest) -> dict:
    """Return the data of the component that listens to keys."""
    (data,) = json.loads(
        next(
            one.proto.json
            for one in test.get("bidi_component")
            if component_name(one.proto) == "lecture"
        )
    )
    return data


def looks_whole(test: AppTest, lecture: str) -> None:
    assert not test.exception
    assert keys(test)["on"] == (lecture == "on")
    assert {"setting language"} <= {group.key for group in test.button_group} or lecture == "on"


@pytest.mark.parametrize("page, settings, lecture, reads, theme", [*cases()])
def test_a_view_is_drawn_in_a_lecture_and_out_of_one_in_both_languages_light_and_dark(
    page, settings, lecture, reads, theme
):
    test = visit(page, settings | {"lecture": lecture, "language": reads}, theme)
    looks_whole(test, lecture)
    assert not alerts(test)
    assert {name: test.query_params[name] for name in settings} == settings


@pytest.mark.parametrize("page", ["mask", "lessons"])
@pytest.mark.parametrize("lecture", ["off", "on"])
def test_what_stands_around_a_page_that_fails_is_drawn_all_the_same(
    page, lecture, monkeypatch, caplog
):
    def fail(content, settings, controls) -> None:
        st.text("half of the page")
        raise TypeError("a secret of ours")

    mask = PAGES["mask"]
    parts = {name: replace(part, render=fail) for name, part in mask.parts.items()}
    monkeypatch.setitem(PAGES, "mask", replace(mask, render=fail, parts=parts))
    test = visit(
        page, {"lecture": lecture} | ({"lesson": "mask", "step": "2"} if page == "lessons" else {})
    )
    looks_whole(test, lecture)
    assert test.text[0].value == "half of the page"
    assert test.text_input(key="sentence").value == PAGES["mask"].example
    assert len(alerts(test)) == 1
    assert "mistake in Heads Up" in alerts(test)[0]
    assert "secret" not in alerts(test)[0]
    assert "TypeError: a secret of ours" in caplog.text
    assert "Traceback" in caplog.text
    caplog.clear()
    if page == "lessons":
        assert keys(test)["axes"] == ["step"]
        monkeypatch.undo()
        test.button(key="step on").click().run()
        looks_whole(test, lecture)
        assert not alerts(test)
        assert test.query_params["step"] == "3"


def test_stopping_and_running_again_are_no_failures(caplog):
    def page() -> None:
        import streamlit as st

        from viz.app import alerts

        with alerts.errors_as_alerts():
            if "again" not in st.session_state:
                st.session_state["again"] = True
                st.rerun()
            st.text("again")
            st.stop()
        st.text("never")

    test = AppTest.from_function(page).run()
    assert [element.value for element in test.text] == ["again"]
    assert not alerts(test)
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not [record for record in errors if record.name == _LOG.name]
