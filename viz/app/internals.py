"""Everything that uses Streamlit's private parts. No other module may; a test checks it.

Tested with Streamlit TESTED of `viz.app`, which has no public way to do this. Each section says
what it needs and when it can go. After an upgrade read the functions named here in Streamlit's
source, run `tests/viz/app/test_internals.py`, `test_callbacks.py`, `test_lost_session.py`,
`test_races.py` and `tests/test_protocol.py`, and set TESTED. Patches have no effect the second
time.
"""

import secrets
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache, wraps
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple, NoReturn
from weakref import WeakKeyDictionary

import streamlit as st
from starlette.exceptions import HTTPException
from streamlit import cli_util
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest
from streamlit.logger import set_log_level
from streamlit.net_util import get_internal_ip
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime import app_session
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.media_file_storage import MediaFileKind
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import RerunData, RerunException, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext
from streamlit.runtime.state.common import RegisterWidgetResult, WidgetMetadata
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state import (
    SessionState,
    Value,
    WStates,
    _CallbackRerunVotes,
)
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager
from streamlit.watcher import polling_path_watcher
from streamlit.web.server import server_util

from ..components import canvas
from . import bounded_cache

# --- the current run -----------------------------------------------------------------------------
# Reason: `st.context` does not tell whether a script runs, its session, the page that the browser
# asks for, the use of Back, or the server's address. Until: Streamlit has public names for these.


def _current_run() -> ScriptRunContext:
    """Return the context of this thread's run of the script."""
    context = get_script_run_ctx()
    assert context is not None, "only a run of the script may ask for this"
    return context


def is_running() -> bool:
    """Whether this thread runs the script."""
    return get_script_run_ctx(suppress_warning=True) is not None


def session_id() -> str | None:
    """Return the session of this thread's run; None outside a run."""
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context else None


def browser_url() -> str:
    """Return the address of the page that the browser showed when it asked for this run, or ""."""
    context = get_script_run_ctx(suppress_warning=True)
    return (context.context_info.url if context and context.context_info else None) or ""


def is_history_navigation() -> bool:
    """Whether this run was asked for by Back or Forward."""
    return _current_run().is_history_navigation


def unknown_page_name() -> str:
    """Return the name in the address if it names none of the pages of st.navigation, or ""."""
    pages = _current_run().pages_manager
    return "" if pages.intended_page_script_hash else pages.intended_page_name or ""


def open_page(name: str) -> None:
    """Let st.navigation open the page of this name, the front page for ""."""
    _current_run().pages_manager.set_script_intent("", name)


def internal_ip() -> str | None:
    """Return the address of this machine in its network, which Streamlit prints when it starts."""
    return get_internal_ip()


# --- the start of the server ---------------------------------------------------------------------
# Reason: `streamlit run` opens no browser for a script with an `st.App`. Until: it does.


def open_browser() -> None:
    """Open a browser as soon as the server answers, unless it is to run without one."""
    if not st.get_option("server.headless"):
        threading.Thread(target=_open_when_answered, daemon=True).start()


def _open_when_answered() -> None:
    for _ in range(100):
        with suppress(OSError):
            socket.create_connection(("localhost", st.get_option("server.port")), 1).close()
            break
        sleep(0.1)
    cli_util.open_browser(server_util.get_url("localhost"))


# --- widgets of a lost session -------------------------------------------------------------------
# Reason: after a restart the browser sends what its widgets hold to a session that has not drawn
# them. Until: Streamlit restores the state of a session, or lets an app read these values.


def widget_states() -> Sequence:
    """Return what the browser says that its widgets hold."""
    return _current_run().session_state.get_widget_states()


def forget_widget_states() -> None:
    """Drop the state of all widgets, as after a run that has drawn none."""
    _current_run().session_state.on_script_finished(frozenset())


def rerun_with(widgets: Sequence) -> NoReturn:
    """Run the script again as if the browser now sent what these widgets hold."""
    context = _current_run()
    _exchange(context.session_state._state).sent = {}
    raise RerunException(
        RerunData(
            context.query_string,
            WidgetStates(widgets=widgets),
            context.page_script_hash,
            cached_message_hashes=context.cached_message_hashes,
            context_info=context.context_info,
        )
    )


# --- runs that a message interrupts --------------------------------------------------------------
# Reason: Streamlit starts the next run as soon as a message arrives. It stops the current run at
# its next element or access to the session state, in the middle of a callback too. And with each
# message the browser repeats the values of all its widgets, though it may not have heard yet what
# the server has set since. Until: Streamlit has sections that no message interrupts, and messages
# that contain only changes.

_LOCK = "uninterrupted"  # the key of the session state: a lock for all that reads or changes it
_CHECK = "on_scriptrunner_yield"  # the method that Streamlit asks whether to interrupt a run
_EXCHANGE = "exchange"  # the key of the session state: an Exchange
_DRAWN = "edition"  # the key of the widget that tells which page a browser has drawn
_TRIGGERS = "trigger_value", "string_trigger_value", "chat_input_value", "json_trigger_value"
_NoteHeard = Callable[[SessionState], None]


@dataclass
class _Exchange:
    """What the server knows of the browser, and the browser of the server. Values are hashes."""

    edition: str = ""  # of the page on show; "" from the start of a run to its end
    sent: dict[str, int] = field(default_factory=dict)  # by the browser, of each widget
    # Drawn by the server since, of each widget; the browser may have heard some of them.
    drawn: dict[str, Set[int]] = field(default_factory=dict)


def _exchange(state: SessionState) -> _Exchange:
    """Return the exchange of a session."""
    if _EXCHANGE not in state:
        # Outside a run, `state[_EXCHANGE] = …` would log a missing ScriptRunContext each time.
        state._old_state.setdefault(_EXCHANGE, _Exchange())
    return state[_EXCHANGE]


def begin_edition() -> None:
    """Record, in an uninterrupted section, that the page on show is not the latest any more."""
    _exchange(_current_run().session_state._state).edition = ""


def _lock_of(state: SessionState) -> threading.RLock:
    """Return the one lock of a session, whose runs may overlap."""
    return state._old_state.setdefault(_LOCK, threading.RLock())


def share_lock() -> None:
    """Let the runs of a session read and change its state under one lock.

    Streamlit makes a lock for each run, and a run that ends still changes what the next one reads.
    """
    make = SafeSessionState.__init__
    if hasattr(make, "__wrapped__"):
        return

    @wraps(make)
    def make_with_lock(
        self: SafeSessionState, state: SessionState, yield_callback: Callable[[], None]
    ) -> None:
        make(self, state, yield_callback)
        object.__setattr__(self, "_lock", _lock_of(state))

    setattr(SafeSessionState, "__init__", make_with_lock)  # noqa: B010


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let no message interrupt the run in this section, and no other run change the state.

    A run that is to stop does so before it.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or context.script_requests is None:
        yield
        return
    replaced: dict[str, Any] = vars(context.script_requests)
    if _CHECK in replaced:  # inside another such section
        yield
        return
    context.yield_check()
    with _lock_of(context.session_state._state):
        context.yield_check()  # a message may have come while this run waited
        replaced[_CHECK] = lambda: None
        bounded_cache.LOCKED.session = True
        try:
            yield
        finally:
            bounded_cache.LOCKED.session = False
            del replaced[_CHECK]


@uninterrupted()
def draw_edition() -> None:
    """Draw, as the last widget of a run, an invisible one with a new value.

    Every message of the browser has the values of its widgets. This one tells whether the browser
    has drawn the latest page: its address does not, for Back or a key leads to the same one again.
    """
    edition = _exchange(_current_run().session_state._state).edition = secrets.token_hex(8)
    st.session_state[_DRAWN] = edition
    with st.container(key="unseen-edition"):
        st.text_input(_DRAWN, key=_DRAWN, label_visibility="collapsed")


def protect_messages(note_heard: _NoteHeard) -> None:
    """Take each message, and call its callbacks, in an uninterrupted section.

    Of a message of a browser that has not drawn the latest page, only the changes are taken.
    `note_heard` is called when it has.
    """
    take_message = SessionState.on_script_will_rerun
    if hasattr(take_message, "__wrapped__"):
        return
    register = SessionState.register_widget

    @wraps(take_message)
    def take_changes(
        self: SessionState, fresh_widget_states: WidgetStates | None, **settings: Any
    ) -> None:
        with uninterrupted():
            if fresh_widget_states is not None:
                fresh_widget_states = _drop_repeated(self, fresh_widget_states, note_heard)
            take_message(self, fresh_widget_states, **settings)

    @wraps(register)
    def register_and_note(
        self: SessionState, metadata: WidgetMetadata, user_key: str | None
    ) -> RegisterWidgetResult:
        result = register(self, metadata, user_key)
        _note_value(_exchange(self), metadata, result.value)
        return result

    setattr(SessionState, "on_script_will_rerun", take_changes)  # noqa: B010
    setattr(SessionState, "register_widget", register_and_note)  # noqa: B010


def _drop_repeated(
    state: SessionState, message: WidgetStates, note_heard: _NoteHeard
) -> WidgetStates:
    """Return a message without the values that it only repeats.

    That is the whole message if the browser has drawn the latest page.
    """
    known = _exchange(state)
    before = known.sent
    known.sent = {
        widget.id: _value_hash(widget)
        for widget in message.widgets
        if widget.WhichOneof("value") not in _TRIGGERS
    }
    edition = _drawn_edition(message)
    is_current = known.edition and known.edition == edition
    if not _current_run().fragment_ids_this_run:
        known.edition = ""
    if is_current:
        known.drawn = {}
        note_heard(state)
        return message
    changes = WidgetStates()
    for widget in message.widgets:
        value = known.sent.get(widget.id)
        repeated = {before.get(widget.id), *known.drawn.get(widget.id, ())}
        if value is None or value not in repeated:
            changes.widgets.append(widget)
            if widget.id not in before:  # the reader has seen it, and may change it back
                known.drawn.pop(widget.id, None)
    return changes


def _drawn_edition(message: WidgetStates) -> str:
    """Return the edition of the page that a browser has drawn; see `draw_edition`."""
    ends = f"-{_DRAWN}"  # of an identifier, $$ID-hash-key
    return next((widget.string_value for widget in message.widgets if widget.id.endswith(ends)), "")


def _value_hash(widget: WidgetState | None) -> int:
    """Return a hash of the value of a widget."""
    return hash(widget and widget.SerializeToString(deterministic=True))


def _note_value(known: _Exchange, metadata: WidgetMetadata, value: Any) -> None:
    """Record the value with which a widget is drawn, unless the browser has sent it."""
    if metadata.value_type in _TRIGGERS:
        return
    identifier = metadata.id
    states = WStates({identifier: Value(value)}, {identifier: metadata})
    number = _value_hash(states.get_serialized(identifier))
    if number != known.sent.get(identifier):
        known.drawn[identifier] = {number, *known.drawn.get(identifier, ())}


# --- values of the session state -----------------------------------------------------------------
# Reason: each look at `st.session_state` as a whole, and each text field and list that is drawn,
# reads and presents every value in it: 100 values, seven times a run, 7 of its 70 ms. Until:
# Streamlit reads only what is asked for.


class _LazyState(Mapping[str, Any]):
    """All values of a session by key, each read when it is asked for."""

    def __init__(self, state: SafeSessionState):
        self._state = state

    def __getitem__(self, key: str) -> Any:
        with self._state._lock:
            return self._state._state[key]

    def __iter__(self) -> Iterator[str]:
        with self._state._lock:
            return iter(self._state._state.filtered_state)

    def __len__(self) -> int:
        with self._state._lock:
            return len(self._state._state.filtered_state)


def read_state_lazily() -> None:
    """Let Streamlit read of the session state only the values that it looks at."""
    if isinstance(SafeSessionState.filtered_state, property):
        setattr(SafeSessionState, "filtered_state", _LazyProperty())  # noqa: B010


class _LazyProperty:
    """Stands for `SafeSessionState.filtered_state`."""

    def __get__(self, state: SafeSessionState | None, kind: type[SafeSessionState]) -> Any:
        return self if state is None else _LazyState(state)


def state_value(key: str, default: Any = None) -> Any:
    """Return a value of the session state, without looking whether a message interrupts the run.

    A run reads 100 values; each element that it draws looks for messages, too.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None:
        return st.session_state.get(key, default)
    safe_state = context.session_state
    with safe_state._lock:
        try:
            return safe_state._state[key]
        except KeyError:
            return default


def state_values(*names: str, prefix: str) -> dict[str, Any]:
    """Return the values of the session state that have one of these keys or begin so."""
    safe_state = _current_run().session_state
    with safe_state._lock:
        state = safe_state._state
        mapped = state._key_id_mapper._key_id_mapping  # the keys of widgets
        keys = {*state._old_state, *state._new_session_state, *mapped}
        values = {}
        for key in keys:
            if key in names or key.startswith(prefix):
                with suppress(KeyError):  # a widget that has no value yet
                    values[key] = state[key]
        return values


# --- the page of a message ------------------------------------------------------------------------
# Reason: with each message the browser sends the page that it shows. It may not have heard yet of
# the page that Back or a key opens, and a message that only changes a widget leads away from there.
# Until: the browser sends the page of its address, and only a link names a page.


class _Back(NamedTuple):
    """Back or Forward: the edition drawn before it, and the pages before and after."""

    edition: str
    before: str
    after: str


_BACKS: WeakKeyDictionary[AppSession, _Back] = WeakKeyDictionary()  # the last, of each session


def keep_page(heard: str, brings_nothing: Callable[[int, str], bool]) -> None:
    """Let messages after Back ask for its page until the browser has drawn it.

    Let those that bring nothing new not lead back to an earlier page: `brings_nothing` is asked of
    the events of a component, as JSON, with the number that the session state has as `heard`.
    """
    request = AppSession.request_rerun
    if hasattr(request, "__wrapped__"):
        return

    @wraps(request)
    def request_page(self: AppSession, message: ClientState | None) -> None:
        if message is not None:
            page, edition = message.page_script_hash, _drawn_edition(message.widget_states)
            state = self._session_state
            number = state[heard] if heard in state else 0  # noqa: SIM401 (no `get`)
            events = [widget.json_trigger_value for widget in message.widget_states.widgets]
            if _exchange(state).edition != edition and any(
                event and brings_nothing(number, event) for event in events
            ):
                _draw_again(self, message)
                return
            if message.is_history_navigation:
                _BACKS[self] = _Back(edition, self._client_state.page_script_hash, page)
            elif (back := _BACKS.get(self)) and back[:2] == (edition, page):
                message.page_script_hash = back.after
            else:
                _BACKS.pop(self, None)
        request(self, message)

    setattr(AppSession, "request_rerun", request_page)  # noqa: B010


def _draw_again(session: AppSession, message: ClientState) -> None:
    """Run the script with the state of the server: the browser waits for a run."""
    if session._scriptrunner is None:
        data = RerunData(
            session._client_state.query_string,
            page_script_hash=session._client_state.page_script_hash,
            cached_message_hashes=frozenset(message.cached_message_hashes),
            context_info=session._client_state.context_info,
        )
        session._create_scriptrunner(data)


# --- messages to the browser ----------------------------------------------------------------------
# Reason: a run hands each of its 50 messages to the event loop by a call of its own, which wakes
# the loop by a byte in a socket: two system calls and a change of threads for each. Until:
# Streamlit hands over together what the loop has not taken yet.

_BATCH = "batch"  # of a session: what waits for the event loop


def hand_over_together() -> None:
    """Wake the event loop once for all messages that a run sends until the loop takes them."""
    call_soon = AppSession._call_soon_on_event_loop
    if hasattr(call_soon, "__wrapped__"):
        return
    lock = threading.Lock()

    @wraps(call_soon)
    def call_together(self: AppSession, callback: Callable[[], None]) -> None:
        batch: list[Callable[[], None]] = vars(self).setdefault(_BATCH, [])
        with lock:
            batch.append(callback)
            is_first = len(batch) == 1

        def take() -> None:
            with lock:
                callbacks = [*batch]
                batch.clear()
            for each in callbacks:
                try:
                    each()
                except Exception as error:  # the others are called all the same
                    context = {"message": "A message was not handled", "exception": error}
                    self._event_loop.call_exception_handler(context)

        if is_first:
            call_soon(self, take)

    setattr(AppSession, "_call_soon_on_event_loop", call_together)  # noqa: B010


# --- errors in callbacks -------------------------------------------------------------------------
# Reason: Streamlit calls callbacks before the script. An exception in one ends the run there: a red
# box with the traceback replaces the page. Until: Streamlit has a hook for errors in callbacks.


def guard_callbacks(guard: Callable[[Callable[[], None]], None]) -> None:
    """Call every callback of every widget by `guard`, which handles its exceptions.

    Streamlit's own orders to run again or to stop are no `Exception`.
    """
    run_callback = SessionState._run_callback_and_record_rerun
    if hasattr(run_callback, "__wrapped__"):
        return

    @wraps(run_callback)
    def run_guarded_callback(
        self: SessionState, votes: _CallbackRerunVotes, run: Callable[[], None]
    ) -> None:
        run_callback(self, votes, lambda: guard(run))

    setattr(SessionState, "_run_callback_and_record_rerun", run_guarded_callback)  # noqa: B010


# --- scripts of components -----------------------------------------------------------------------
# Reason: Streamlit finds the scripts of components in installed packages, and ours is not
# installed; a script given as text is sent with all data. Until: st.components.v2 takes a path.


def _serve_script(name: str, folder: Path) -> None:
    """Register bundles/NAME.js in this folder with the server that runs the script."""
    components = get_bidi_component_manager()
    if components.get_component_asset_root(canvas.full_name(name)) is None:
        bundles = ComponentConfig(name, "bundles")
        components.register_from_manifest(ComponentManifest(canvas.PACKAGE, "", [bundles]), folder)


canvas.register_script_server(_serve_script)


# --- the theme -----------------------------------------------------------------------------------
# Reason: the message at the start of each run has the theme, which Streamlit builds anew by six
# searches of all its options: 4 of the 18 ms of a run whose traces are cached. Until: Streamlit
# keeps it.


def keep_theme_message() -> None:
    """Build each section of the theme once: it is the same in all runs."""
    fill = app_session._populate_theme_msg
    if hasattr(fill, "__wrapped__"):
        return

    @cache
    def section(name: str) -> CustomThemeConfig:
        message = CustomThemeConfig()
        fill(message, name)
        return message

    @wraps(fill)
    def copy_section(message: CustomThemeConfig, name: str = "theme") -> None:
        # An empty section must stay absent.
        if section(name).ListFields():
            message.CopyFrom(section(name))

    setattr(app_session, "_populate_theme_msg", copy_section)  # noqa: B010


# --- uploads -------------------------------------------------------------------------------------
# Reason: `server.maxUploadSize` limits one file. Streamlit counts no files, and its upload endpoint
# asks no widget whether it wants one. Until: Streamlit limits the files of a session.

_MAX_SESSION_UPLOADS = 8_000_000  # bytes of all files of one session
_MAX_UPLOADS = 48_000_000  # bytes of all files of all sessions
_MIN_UPLOAD = 100_000  # bytes that a file counts at least: nobody needs thousands of small ones


def limit_uploads() -> None:
    """Refuse a file when those of its session, or of all sessions, would be too large."""
    add_file = MemoryUploadedFileManager.add_file
    if hasattr(add_file, "__wrapped__"):
        return
    lock = threading.Lock()

    @wraps(add_file)
    def add_file_within_limits(
        self: MemoryUploadedFileManager, session_id: str, file: UploadedFileRec
    ) -> None:
        with lock:
            sizes = {
                session: sum(map(_upload_size, list(files.values())))
                for session, files in list(self.file_storage.items())
            }
            size = _upload_size(file)
            if (
                sizes.get(session_id, 0) + size > _MAX_SESSION_UPLOADS
                or sum(sizes.values()) + size > _MAX_UPLOADS
            ):
                raise HTTPException(413, "Too many uploaded files. Remove one, or try again later.")
            add_file(self, session_id, file)

    setattr(MemoryUploadedFileManager, "add_file", add_file_within_limits)  # noqa: B010


def _upload_size(file: UploadedFileRec) -> int:
    """The bytes that a file counts, with its names, which the client chooses."""
    names = len(file.file_id) + len(file.name) + len(file.type)
    return max(_MIN_UPLOAD, len(file.data) + 4 * names)


# --- downloads -----------------------------------------------------------------------------------
# Reason: a file that a button makes belongs to no session, so that the second run to end anywhere
# on the server deletes it, before a browser on a slow line has fetched it: "canceled". Until:
# Streamlit keeps it until then.

_FETCHING = 60.0  # seconds in which a browser fetches a file
_MAX_DOWNLOADS = 48_000_000  # bytes of all such files; the last one stays however large it is


def keep_downloads() -> None:
    """Keep a file that a button has made until its reader's browser has fetched it."""
    find = MediaFileManager._get_inactive_file_ids
    if hasattr(find, "__wrapped__"):
        return

    @wraps(find)
    def find_what_nobody_fetches(self: MediaFileManager) -> set[str]:
        files, waiting = find(self), {}
        for file in files:
            metadata = self._file_metadata[file]  # another one when the button is pressed again
            if metadata.kind == MediaFileKind.DOWNLOADABLE:
                waiting[file] = vars(metadata).setdefault("first_unused", monotonic())
        size = 0
        for place, file in enumerate(sorted(waiting, key=waiting.__getitem__, reverse=True)):
            size += len(self._storage.get_file(file).content)  # type: ignore[attr-defined]
            is_new = monotonic() - waiting[file] < _FETCHING
            if is_new and (place == 0 or size <= _MAX_DOWNLOADS):
                files.remove(file)
        return files

    setattr(MediaFileManager, "_get_inactive_file_ids", find_what_nobody_fetches)  # noqa: B010


# --- sessions ------------------------------------------------------------------------------------
# Reason: Streamlit keeps a session without a connection for `server.disconnectedSessionTTL`
# seconds, but then drops it only when the next session loses its connection, which may be the next
# day. Until: Streamlit drops it in time.


def note_left_sessions(note_left: Callable[[WebsocketSessionManager], None]) -> None:
    """Call `note_left` on the server's event loop when a session has lost its connection."""
    disconnect = WebsocketSessionManager.disconnect_session
    if hasattr(disconnect, "__wrapped__"):
        return

    @wraps(disconnect)
    def disconnect_and_note(self: WebsocketSessionManager, session_id: str) -> None:
        disconnect(self, session_id)
        note_left(self)

    setattr(WebsocketSessionManager, "disconnect_session", disconnect_and_note)  # noqa: B010


def drop_expired_sessions(manager: WebsocketSessionManager) -> tuple[bool, bool]:
    """Drop the sessions whose time is up, with their files.

    Returns whether there were any, and whether sessions without a connection or files are left.
    """
    kept = manager._session_storage._cache  # type: ignore[attr-defined]
    dropped = kept.expire()
    for _, info in dropped:
        info.session.shutdown()
    # A file whose upload ends after its session was dropped belongs to nobody.
    uploads = manager._uploaded_file_mgr
    assert isinstance(uploads, MemoryUploadedFileManager)
    for session_id in list(uploads.file_storage):
        if not manager.is_active_session(session_id) and session_id not in kept:
            uploads.remove_session_files(session_id)
    return bool(dropped), bool(len(kept) or uploads.file_storage)


# --- a view that is drawn without a browser ------------------------------------------------------
# Reason: AppTest writes a warning for each part of Streamlit that a browser would need. Until: it
# does not.


def say_errors_alone() -> None:
    """Let Streamlit's log of this process have errors alone."""
    set_log_level("ERROR")


# --- files that are watched ----------------------------------------------------------------------
# Reason: an idle server takes a hundredth of a processor to look at files that hardly ever change.
# Until: the period is an option.

_POLLING = 2  # seconds


def poll_seldom() -> None:
    """Let Streamlit look every two seconds whether its configuration has changed.

    At its fifth of a second four threads of an idle server wake 130 times a second.
    """
    setattr(polling_path_watcher, "_POLLING_PERIOD_SECS", _POLLING)  # noqa: B010
