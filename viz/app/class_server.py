"""Where classes live: a small server for them alone, or a part of the app's own.

`headsup class` serves them on a port of their own, `headsup app --processes` in one more process
behind its port, and `streamlit run app.py` in its own event loop. Imports neither torch nor
Streamlit.
"""

import asyncio
import socket
import sys
from functools import cache
from typing import Any

import uvicorn

from .classroom.rooms import MAX_PHONES, Rooms
from .classroom.server import ClassServer, is_for_class
from .model_files import shipped_root
from .sending import send_file

try:
    import resource
except ImportError:  # Windows, which has no such limit
    resource = None  # type: ignore[assignment]
try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as _Protocol
except ImportError:  # the faster parser is not installed
    from uvicorn.protocols.http.h11_impl import H11Protocol as _Protocol  # type: ignore

_MOST_FILES = 2**16
_SPARE_FILES = 100  # that are no connections
_KEEP_ALIVE = 30  # seconds of a connection without a request
_BACKLOG = 4096  # connections that wait to be accepted
_HEAD = 2**14  # bytes of a request's head, and the seconds in which it has to come
_HEAD_SECONDS = 10
_GRACE = 2  # seconds for open streams once the process is asked to end


@cache
def _class_app() -> Any:
    """Return what answers for all classes of this process, an ASGI application."""
    return ClassServer(Rooms(), send_file, shipped_root())


class WithClasses:
    """Middleware (ASGI) that answers for classes, and hands all else on.

    The server that it is in would wait for ever for the streams of phones once it is asked to end.
    """

    def __init__(self, app: Any) -> None:
        self._app = app
        shut_down = uvicorn.Server.shutdown

        async def end(server: uvicorn.Server, sockets: list[socket.socket] | None = None) -> None:
            _class_app().end()
            await shut_down(server, sockets)

        uvicorn.Server.shutdown = end  # type: ignore[method-assign, assignment]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request; see the ASGI specification."""
        app = _class_app() if is_for_class(scope) else self._app
        await app(scope, receive, send)


class _StrictProtocol(_Protocol):
    """Closes a connection whose next head does not come whole, soon and short."""

    _timer: asyncio.TimerHandle | None = None
    _bytes = 0

    def data_received(self, data: bytes) -> None:
        """Take bytes of a request."""
        before = self.cycle
        if self._timer is None and self._is_idle:
            self._timer = self.loop.call_later(_HEAD_SECONDS, self.transport.close)
            self._bytes = 0
        self._bytes += len(data)
        super().data_received(data)
        if self.cycle is not before:
            self._forget()
        elif self._timer and self._bytes > _HEAD:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._forget()
        super().connection_lost(exc)

    @property
    def _is_idle(self) -> bool:
        return self.cycle is None or bool(self.cycle.response_complete)

    def _forget(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = None


def _raise_file_limit() -> int:
    """Let this process open as many files as it may, and return how many: each phone is one.

    Where the system does not say, as on Windows, it is as many as any class needs.
    """
    if resource is None:
        return _MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def configure(**others: Any) -> uvicorn.Config:
    """Return how a process that has nothing but classes answers."""
    files = _raise_file_limit()
    if files < 2 * MAX_PHONES + _SPARE_FILES:  # a phone that answers has two connections
        phones = (files - _SPARE_FILES) // 2
        print(
            f"This system lets a process open {files} files, enough for {phones} phones. For more, "
            "raise the limit: ulimit -n 65536, or LimitNOFILE=65536 in its service.",
            file=sys.stderr,
        )
    return uvicorn.Config(
        _class_app(),
        log_level="warning",
        access_log=False,
        lifespan="off",
        ws="none",
        limit_concurrency=files - _SPARE_FILES,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=_GRACE,
        backlog=_BACKLOG,
        http=_StrictProtocol,
        **others,
    )


def serve(listener: socket.socket) -> None:
    """Serve classes at a listening socket until the process is asked to end."""
    uvicorn.Server(configure()).run(sockets=[listener])


def listen(address: str, port: int) -> socket.socket:
    """Return a listening socket, of both families without an address. Raises OSError."""
    both = not address and socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if both or ":" in address else socket.AF_INET
    return socket.create_server(
        (address, port), family=family, backlog=_BACKLOG, dualstack_ipv6=both
    )
