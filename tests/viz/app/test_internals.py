"""What changes Streamlit's private parts, and that nothing else knows them."""

import ast
import inspect
import subprocess
import sys
import threading
import tomllib
from functools import partial
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import pytest
from packaging.requirements import Requirement
from streamlit import config
from streamlit.proto.NewSession_pb2 import NewSession
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime import app_session
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state import SessionState
from streamlit.watcher import polling_path_watcher

from viz.app import _TESTED, _untested, bounded_cache, internals, shell
from viz.app.address_bar import forget_earlier_addresses
from viz.app.alerts import keep_callback_error
from viz.app.presenter import only_repeats
from viz.app.state import HEARD

VIZ = Path(__file__).parents[3] / "viz"
# The second for its type alone.
PUBLIC = {"streamlit", "streamlit.delta_generator", "streamlit.testing.v1"}


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


@pytest.mark.slow
def test_one_file_alone_imports_private_parts_of_streamlit():
    private = {
        path.relative_to(VIZ).as_posix()
        for path in VIZ.rglob("*.py")
        if streamlit_modules(path) - PUBLIC
    }
    assert private == {"app/internals.py"}


def test_the_private_parts_were_tested_with_the_version_that_is_installed():
    assert version("streamlit") == _TESTED


@pytest.mark.slow
def test_another_version_is_said_at_start_before_its_private_parts_are_imported():
    script = (
        "import importlib.metadata as m; m.version = lambda name: '9.9'\n"
        "import sys; import viz.app; assert 'viz.app.internals' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0
    assert f"tested with Streamlit {_TESTED}" in done.stderr
    assert f"this is 9.9. If a page fails: pip install streamlit=={_TESTED}" in done.stderr
    assert _untested(_TESTED) == ""


def test_the_package_installs_no_version_that_was_not_tested():
    project = tomllib.loads((VIZ.parent / "pyproject.toml").read_text(encoding="utf-8"))
    [needed] = [
        Requirement(text)
        for text in project["project"]["optional-dependencies"]["app"]
        if text.startswith("streamlit")
    ]
    assert _TESTED in needed.specifier
    major, minor, _ = map(int, _TESTED.split("."))
    assert f"{major}.{minor + 1}.0" not in needed.specifier


def patched_methods() -> list:
    return [
        SessionState._run_callback_and_record_rerun,
        SessionState.on_script_will_rerun,
        SessionState.register_widget,
        SafeSessionState.__init__,
        app_session.AppSession.request_rerun,
    ]


def test_what_is_patched_is_patched_once():
    assert shell.internals is internals  # which patches when it is imported
    before = patched_methods()
    internals.guard_callbacks(keep_callback_error)
    internals.protect_messages(forget_earlier_addresses)
    internals.share_lock()
    internals.keep_page(HEARD, only_repeats)
    assert patched_methods() == before


def test_a_run_reads_the_whole_state_while_another_adds_and_drops_keys():
    """As an interrupted run still does. Each had a lock of its own."""
    state = SessionState()
    first, second = (SafeSessionState(state, lambda: None) for _ in range(2))
    for number in range(200):
        first[f"kept {number}"] = number
    is_over = threading.Event()

    def change() -> None:
        while not is_over.is_set():
            for number in range(50):
                first[f"setting {number}"] = "1"
            for number in range(50):
                del first[f"setting {number}"]

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    thread = threading.Thread(target=change)
    thread.start()
    try:
        assert all(len(second.filtered_state) >= 200 for _ in range(300))
    finally:
        is_over.set()
        thread.join()
        sys.setswitchinterval(interval)


def test_values_read_alone_are_those_of_the_whole_state(monkeypatch):
    """Of keys, of widgets with a value and without, and of a widget of an earlier run."""
    state = SessionState()
    safe = SafeSessionState(state, lambda: None)
    run = SimpleNamespace(session_state=safe)
    monkeypatch.setattr(internals, "get_script_run_ctx", lambda **_: run)
    for key in ("drawn", "gone", "without"):
        identifier = f"$$ID-hash-setting {key}"
        state._key_id_mapper[f"setting {key}"] = identifier
        if key != "without":
            state._new_widget_state.set_from_value(identifier, key)
    state._new_widget_state.set_widget_metadata(
        WidgetMetadata("$$ID-hash-setting drawn", str, str, "string_value")
    )
    state._old_state |= {"setting kept": "1", "sentence": "I am tired.", "setting both": "old"}
    safe["setting new"], safe["setting both"], safe["other"] = "2", "new", "3"
    whole = state.filtered_state
    assert {**safe.filtered_state} == whole
    assert len(safe.filtered_state) == len(whole)
    assert {"other", "setting without", "$$ID-hash-setting drawn"} & {*whole} == {"other"}
    expected = {
        key: value
        for key, value in whole.items()
        if key.startswith("setting ") or key == "sentence"
    }
    assert internals.state_values("sentence", "absent", prefix="setting ") == expected
    assert expected.keys() > {"sentence", "setting new", "setting both", "setting kept"}
    assert expected["setting both"] == "new"


def test_a_field_reads_only_its_own_value_of_the_state(monkeypatch):
    state = SessionState()
    safe = SafeSessionState(state, lambda: None)
    safe["field"], safe["other"] = None, 1
    monkeypatch.setattr(SessionState, "filtered_state", None)
    assert "field" in safe.filtered_state
    assert safe.filtered_state["field"] is None
    assert "absent" not in safe.filtered_state


def test_what_is_kept_of_a_session_outside_its_runs_logs_no_missing_context(caplog):
    """248 such lines in 40 minutes, two for each visitor, hid the one real error of a server."""
    state = SessionState()
    assert internals._exchange(state) is internals._exchange(state)
    assert internals._lock_of(state) is internals._lock_of(state)
    assert SafeSessionState(state, lambda: None)._lock is internals._lock_of(state)
    assert not caplog.messages


def message_of(**values: bool | str) -> WidgetStates:
    """Return a message with the values of switches and of the edition."""
    message = WidgetStates()
    for key, value in values.items():
        kind = "string_value" if key == internals._DRAWN else "bool_value"
        message.widgets.add(id=f"$$ID-hash-{key}", **{kind: value})
    return message


def taken_keys(state: dict, **values: bool | str) -> list[str]:
    """Return the keys of the switches whose values a session takes from a message."""
    message = internals._drop_repeated(state, message_of(**values), lambda state: None)
    keys = [widget.id.split("-")[-1] for widget in message.widgets]
    return [key for key in keys if key != internals._DRAWN]


@pytest.fixture
def state(monkeypatch):
    """The state of a session whose page was drawn as edition "1"."""
    context = SimpleNamespace(fragment_ids_this_run=None)
    monkeypatch.setattr(internals, "get_script_run_ctx", lambda: context)
    return {internals._EXCHANGE: internals._Exchange("1")}


def test_a_message_is_whole_only_if_the_browser_has_drawn_the_latest_page(state):
    assert taken_keys(state, one=True, two=True, edition="1") == ["one", "two"]
    # The run of that message goes on, so the server may have changed the values meanwhile.
    assert taken_keys(state, one=True, two=False, edition="1") == ["two"]
    state[internals._EXCHANGE].edition = "2"
    assert taken_keys(state, one=True, two=False, edition="1") == []
    state[internals._EXCHANGE].edition = "3"
    assert taken_keys(state, one=True, two=False, edition="3") == ["one", "two"]


def test_a_value_that_the_server_has_set_is_not_taken_for_a_change_by_the_reader(state):
    assert taken_keys(state, one=True, edition="1") == ["one"]
    values = WidgetMetadata("$$ID-hash-one", bool, bool, "bool_value")
    internals._note_value(state[internals._EXCHANGE], values, False)
    assert taken_keys(state, one=False, edition="1") == []
    assert taken_keys(state, one=True, edition="1") == ["one"]


def test_a_reader_may_flip_a_switch_faster_than_the_server_answers(state):
    values = WidgetMetadata("$$ID-hash-one", bool, bool, "bool_value")
    for value in (True, False, True, False):
        assert taken_keys(state, one=value, edition="1") == ["one"]
        internals._note_value(state[internals._EXCHANGE], values, value)


def test_a_switch_that_is_new_on_the_page_may_be_flipped_back(state):
    values = WidgetMetadata("$$ID-hash-one", bool, bool, "bool_value")
    internals._note_value(state[internals._EXCHANGE], values, False)
    assert taken_keys(state, one=True) == ["one"]
    assert taken_keys(state, one=False) == ["one"]


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


@pytest.mark.parametrize(
    ("events", "repeats"),
    [
        ('[{"event": "go", "value": {"messages": [{"number": 3}, {"number": 4}]}}]', True),
        ('[{"event": "go", "value": {"messages": [{"number": 4}, {"number": 5}]}}]', False),
        ('[{"event": "go", "value": {"messages": [{"number": 4}], "ticket": "a"}}]', False),
        ('[{"event": "go", "value": {"messages": []}}]', False),
        ('[{"event": "point", "value": 4}]', False),
        ("[]", False),
        ("{", False),
    ],
)
def test_only_keys_that_were_heard_bring_nothing(events, repeats):
    assert only_repeats(4, events) is repeats


def test_what_a_run_sends_wakes_the_event_loop_once_and_keeps_its_order():
    loop, taken, errors = [], [], []
    hand_over = app_session.AppSession._call_soon_on_event_loop
    session = SimpleNamespace(
        _event_loop=SimpleNamespace(
            call_soon_threadsafe=loop.append, call_exception_handler=errors.append
        )
    )

    def send(*numbers: int) -> None:
        for number in numbers:
            hand_over(session, partial(taken.append, number))

    send(1, 2)
    hand_over(session, lambda: 1 / 0)
    hand_over(session, partial(send, 5, 6))
    send(3, 4)
    while loop:
        assert len(loop) == 1
        loop.pop()()
        assert taken[:4] == [1, 2, 3, 4]
    assert taken == [1, 2, 3, 4, 5, 6]
    assert [type(error["exception"]) for error in errors] == [ZeroDivisionError]


def test_a_file_that_a_button_made_waits_for_its_browser_while_others_run(monkeypatch):
    """Each run that ends, of any visitor, removes what no session has; the browser is slower."""
    now = [0.0]
    monkeypatch.setattr(internals, "monotonic", lambda: now[0])
    monkeypatch.setattr(internals, "_MAX_DOWNLOADS", 250)
    manager = MediaFileManager(MemoryMediaFileStorage("/media"))

    def press(content: bytes) -> str:
        button = manager.add_deferred(lambda: content, "text/csv", content[:1].decode(), "a.csv")
        return manager.execute_deferred(button)

    def is_there(address: str) -> bool:
        for _ in range(3):
            manager.remove_orphaned_files()
        return manager.read_file(address.rpartition("/")[2]) is not None

    large = press(b"l" * 1000)
    assert is_there(large)
    now[0] = 1
    first = press(b"a" * 100)
    assert (is_there(first), is_there(large)) == (True, False)
    now[0] = 59
    second = press(b"b" * 100)
    assert is_there(first)
    assert is_there(second)
    now[0] = 70
    assert is_there(second)
    assert not is_there(first)
    now[0] = 90
    assert is_there(press(b"b" * 100))  # once more, of the same content
    now[0] = 140
    assert is_there(second)


def test_a_run_that_has_its_session_locked_waits_for_no_value_of_another_run(monkeypatch):
    """The other run of the session computes it, and reads the state of the session for that."""
    state, cache = SessionState(), bounded_cache._Cache(1000)
    run = SimpleNamespace(
        script_requests=SimpleNamespace(),
        yield_check=lambda: None,
        session_state=SimpleNamespace(_state=state),
    )
    monkeypatch.setattr(internals, "get_script_run_ctx", lambda **_: run)
    has_begun, is_locked = threading.Event(), threading.Event()

    def read_state() -> str:
        has_begun.set()
        is_locked.wait(10)
        with internals._lock_of(state):
            return "read"

    values: list[str] = []
    other = threading.Thread(
        target=lambda: values.append(cache.compute("key", read_state)), daemon=True
    )
    other.start()
    has_begun.wait(10)

    def callback() -> None:
        with internals.uninterrupted():
            is_locked.set()
            values.append(cache.compute("key", lambda: "computed"))

    this = threading.Thread(target=callback, daemon=True)
    this.start()
    for thread in (this, other):
        thread.join(10)
        assert not thread.is_alive()
    assert values == ["computed", "read"]


def test_an_idle_server_looks_seldom_at_files_that_it_watches(tmp_path, monkeypatch):
    waits = []
    monkeypatch.setattr(polling_path_watcher.time, "sleep", waits.append)
    (tmp_path / "config.toml").write_text("")
    watcher = polling_path_watcher.PollingPathWatcher(str(tmp_path / "config.toml"), print)
    while not waits:
        pass
    watcher.close()
    assert set(waits) == {internals._POLLING}
