"""Changes to Streamlit's internals. Written against Streamlit 1.67, which has no hook for them.

A server takes them over in its first run of the script. Each function has no effect the second
time.
"""

import asyncio
import threading
from functools import cache, wraps
from weakref import WeakSet

from starlette.exceptions import HTTPException
from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager

from . import memory

MAX_SESSION_UPLOADS = 8_000_000  # bytes of all files of one session
MAX_UPLOADS = 48_000_000  # bytes of all files of all sessions
MIN_UPLOAD = 100_000  # bytes that a file counts at least: nobody needs thousands of small ones
SWEEPS = 4  # in the time that a session without a connection is kept
SCHEDULED: WeakSet[WebsocketSessionManager] = WeakSet()  # whose next sweep is on the event loop


def keep_theme_message() -> None:
    """Let Streamlit build each section of the theme once: it is the same in all runs.

    The theme stands in the message with which each run begins. Streamlit builds it in every run by
    six searches of all its options: 4 of the 18 ms of processor time of a run whose traces are
    cached.
    """
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


def limit_uploads() -> None:
    """Refuse a file when those of its session, or of all sessions, would be too large.

    `server.maxUploadSize` limits one file. Streamlit counts no files, and its upload endpoint asks
    no widget whether it wants one.
    """
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
                session: sum(map(upload_size, list(files.values())))
                for session, files in list(self.file_storage.items())
            }
            size = upload_size(file)
            if (
                sizes.get(session_id, 0) + size > MAX_SESSION_UPLOADS
                or sum(sizes.values()) + size > MAX_UPLOADS
            ):
                raise HTTPException(413, "Too many uploaded files. Remove one, or try again later.")
            add_file(self, session_id, file)

    setattr(MemoryUploadedFileManager, "add_file", add_file_within_limits)  # noqa: B010


def upload_size(file: UploadedFileRec) -> int:
    """The bytes that a file counts, with its names, which the client chooses."""
    names = len(file.file_id) + len(file.name) + len(file.type)
    return max(MIN_UPLOAD, len(file.data) + 4 * names)


# --- sessions ------------------------------------------------------------------------------------


def drop_left_sessions() -> None:
    """Drop sessions without a connection by time.

    Streamlit keeps them for `server.disconnectedSessionTTL` seconds, but then drops them only when
    the next session loses its connection, which may be the next day.
    """
    disconnect = WebsocketSessionManager.disconnect_session
    if hasattr(disconnect, "__wrapped__"):
        return

    @wraps(disconnect)
    def disconnect_and_sweep(self: WebsocketSessionManager, session_id: str) -> None:
        disconnect(self, session_id)
        schedule_sweep(self)

    setattr(WebsocketSessionManager, "disconnect_session", disconnect_and_sweep)  # noqa: B010


def schedule_sweep(manager: WebsocketSessionManager) -> None:
    """Sweep soon, unless that is scheduled already. On the server's event loop."""
    if manager in SCHEDULED:
        return
    SCHEDULED.add(manager)
    seconds = config.get_option("server.disconnectedSessionTTL") / SWEEPS
    asyncio.get_running_loop().call_later(max(seconds, 1.0), sweep, manager)


def sweep(manager: WebsocketSessionManager) -> None:
    """Drop the sessions whose time is up, with their files, and give their memory back."""
    SCHEDULED.discard(manager)
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
    if dropped:
        # A session holds itself in circles, and may have been frozen.
        memory.collect_soon()
    if len(kept) or uploads.file_storage:
        schedule_sweep(manager)
