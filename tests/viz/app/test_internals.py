"""What changes Streamlit's private parts, and that nothing else knows them."""

import ast
import inspect
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import pytest
from streamlit import config
from streamlit.proto.NewSession_pb2 import NewSession
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime import app_session
from streamlit.runtime.state.session_state import SessionState

from viz.app import internals, shell
from viz.app.address_bar import has_heard_all
from viz.app.alerts import keep_callback_error
from viz.app.state import ADDRESSES

VIZ = Path(__file__).parents[3] / "viz"
PUBLIC = {"streamlit", "streamlit.delta_generator"}  # the latter for its type alone


def streamlit_modules(path: Path) -> set[str]:
    """The modules of Streamlit that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "streamlit":
            names |= {f"streamlit.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return {name for name in names if name.split(".")[0] == "streamlit"}


def test_one_file_alone_imports_private_parts_of_streamlit():
    private = {
        path.relative_to(VIZ).as_posix()
        for path in VIZ.rglob("*.py")
        if streamlit_modules(path) - PUBLIC
    }
    assert private == {"app/internals.py"}


def test_the_private_parts_were_tested_with_the_version_that_is_installed():
    assert version("streamlit") == internals.TESTED


def test_what_is_patched_is_patched_once():
    assert shell.internals is internals  # which patches when it is imported
    before = SessionState._run_callback_and_record_rerun, SessionState.on_script_will_rerun
    internals.guard_callbacks(keep_callback_error)
    internals.protect_messages(has_heard_all)
    after = SessionState._run_callback_and_record_rerun, SessionState.on_script_will_rerun
    assert after == before


def test_in_a_frame_too_a_message_is_whole_once_the_last_address_was_heard(monkeypatch):
    message = WidgetStates()
    message.widgets.add(id="a switch", bool_value=True)
    context = SimpleNamespace(query_string="embed=true&embed_options=dark_theme&sentence=No.")
    monkeypatch.setattr(internals, "get_script_run_ctx", lambda: context)
    state = {ADDRESSES: [{"sentence": "No."}]}

    def taken() -> list:
        return list(internals.drop_repeated(state, message, has_heard_all).widgets)

    for _ in range(2):  # the second repeats values that the server may have changed meanwhile
        assert taken() == list(message.widgets)
    context.query_string = "embed=true&sentence=Yes."
    assert not taken()


# --- the theme -----------------------------------------------------------------------------------

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
    internals.keep_theme_message()
    copying = app_session._populate_theme_msg
    assert copying is not streamlits
    assert filled(copying) == expected
    monkeypatch.setattr(config, "get_options_for_section", None)  # not called any more
    assert filled(copying) == expected
    internals.keep_theme_message()
    assert app_session._populate_theme_msg is copying
