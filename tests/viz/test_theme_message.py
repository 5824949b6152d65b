"""The theme in the message with which each run begins."""

import inspect

import pytest
from streamlit import config
from streamlit.proto.NewSession_pb2 import NewSession
from streamlit.runtime import app_session

from viz.app.internals import keep_theme_message

SECTIONS = ("", ".light", ".dark", ".sidebar", ".light.sidebar", ".dark.sidebar")


@pytest.fixture
def streamlits(monkeypatch):
    """Streamlit's own function to fill in a section, restored for the test."""
    fill = inspect.unwrap(app_session._populate_theme_msg)
    monkeypatch.setattr(app_session, "_populate_theme_msg", fill)
    return fill


def filled(fill) -> NewSession:
    """Return a message with all sections, filled in as Streamlit does."""
    message = NewSession()
    for section in SECTIONS:
        place = message.custom_theme
        for name in filter(None, section.split(".")):
            place = getattr(place, name)
        fill(place, f"theme{section}")
    return message


def test_the_theme_is_the_one_that_streamlit_makes_and_is_made_once(streamlits, monkeypatch):
    expected = filled(streamlits)
    assert expected.custom_theme.light.primary_color  # the app has its own colours
    assert not expected.custom_theme.HasField("sidebar")
    keep_theme_message()
    copying = app_session._populate_theme_msg
    assert copying is not streamlits and filled(copying) == expected
    monkeypatch.setattr(config, "get_options_for_section", None)  # not called any more
    assert filled(copying) == expected
    keep_theme_message()
    assert app_session._populate_theme_msg is copying
