"""Serve the app by several processes behind one port: `headsup app --processes 2`.

The first process accepts connections, reads the head of the first request without taking it, and
hands the socket to the process that has the visitor's session, whose number is in a cookie. From
then on it has no part in the connection. Each other process is a server of Streamlit that listens
nowhere and takes the sockets that it is handed. One more has all classes, and nothing else: what
phones and lecturers ask for their class is handed to it.
"""

import asyncio
import os
import re
import runpy
import secrets
import signal
import socket
import subprocess
import sys
import time
import webbrowser
import zlib
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import streamlit as st
import uvicorn
from starlette.responses import RedirectResponse

from . import class_server
from .classroom.server import names_class

_PROCESS_VARIABLE = "HEADS_UP_PROCESS"  # "NUMBER/COUNT" in the environment of a process
_COOKIE = "heads-up-process"
_HEAD = 16_384  # bytes of a request's head
_PATIENCE = 10.0  # seconds until the head of a request is there
_PAUSE = 0.02  # seconds between two looks at a head that has begun
_SHORTEST_LIFE = 5.0  # seconds; a process that ends sooner is not started again
_MEMORY = 0.4  # GB of a process with a translator
_SECRET = "STREAMLIT_SERVER_COOKIE_SECRET"
_MOST = 64
_starting: set[asyncio.Task] = set()  # connections; a loop holds its tasks weakly


class _Worker:
    """A process that answers, and the channel through which it is handed sockets."""

    def __init__(self, number: int, count: int, command: Sequence[str]) -> None:
        self.number = number
        self._environment = os.environ | {_PROCESS_VARIABLE: f"{number}/{count}"}
        self._command = command
        self.start()

    def start(self) -> None:
        """Start the process. Sockets that it is handed before it answers wait in the channel."""
        self._channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        self._started = time.monotonic()
        with theirs:
            self._process = subprocess.Popen(
                [*self._command[:3], str(theirs.fileno()), *self._command[3:]],
                env=self._environment,
                pass_fds=[theirs.fileno()],
                stdout=subprocess.DEVNULL,  # its address, at which it does not listen
            )

    def hand(self, connection: socket.socket) -> None:
        """Hand over a connection. Raises OSError where the process has ended."""
        socket.send_fds(self._channel, [b"."], [connection.fileno()])

    def watch(self) -> int | None:
        """Start the process again if it has ended; return its exit code if it could not run."""
        code = self._process.poll()
        if code is None:
            return None
        self._channel.close()
        if time.monotonic() - self._started < _SHORTEST_LIFE:
            return code or 1
        self.start()
        return None

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self._process.kill()


class _Door:
    """Hands each connection to a worker."""

    def __init__(self, workers: Sequence[_Worker]) -> None:
        self._workers = workers  # the last one has the classes
        self._visitors = 0

    async def admit(self, connection: socket.socket, peer: str) -> None:
        """Hand over a connection once the head of its first request is there."""
        with connection:
            head = await _read_head(connection)
            if head:
                try:
                    self._workers[self._choose(head, peer)].hand(connection)
                except OSError:
                    return  # its process has just ended; the browser tries again

    def _choose(self, head: bytes, peer: str) -> int:
        """Return the number of the process for a request.

        The last one for what is asked for a class, else that in the cookie, else for a page the
        next in turn; what a browser without cookies asks for besides goes by its address.
        """
        count = len(self._workers) - 1
        first, *lines = head.decode("latin-1").split("\r\n")
        fields = {
            name.strip().lower(): value.strip()
            for name, _, value in (line.partition(":") for line in lines)
        }
        _, target, *_ = (*first.split(" "), "")
        address = urlsplit(target)
        home = _home_of(address.path, address.query, fields.get("cookie", ""), count)
        if home is not None:
            return home
        if "text/html" in fields.get("accept", ""):
            self._visitors += 1
            return self._visitors % count
        return zlib.crc32(peer.encode()) % count


def _home_of(path: str, query: str, cookies: str, count: int) -> int | None:
    """Return `count` for what is asked for a class, else the process of the cookie, else None."""
    if names_class(path, query):
        return count
    try:
        morsel = SimpleCookie(cookies).get(_COOKIE)
    except CookieError:
        return None
    number = int(morsel.value) if morsel and re.fullmatch(r"\d{1,3}", morsel.value) else count
    return number if number < count else None


async def _read_head(connection: socket.socket) -> bytes:
    """Return the head of a request, which stays in the socket; b"" if it does not come."""
    connection.setblocking(False)
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        try:
            head = connection.recv(_HEAD, socket.MSG_PEEK)
        except BlockingIOError:
            await _wait_readable(connection, end - time.monotonic())
            continue
        except OSError:
            return b""
        if not head:
            return b""
        if b"\r\n\r\n" in head or len(head) == _HEAD:
            return head
        await asyncio.sleep(_PAUSE)
    return b""


async def _wait_readable(connection: socket.socket, seconds: float) -> None:
    loop, event = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(connection, event.set)
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        pass
    finally:
        loop.remove_reader(connection)


async def _serve(listener: socket.socket, workers: Sequence[_Worker]) -> int:
    """Hand over connections until a signal comes; return the exit code."""
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stopped.set)
    door, admissions = _Door(workers), set()
    listener.setblocking(False)

    async def accept() -> None:
        while True:
            try:
                connection, address = await loop.sock_accept(listener)
            except OSError:  # too many open files, or the visitor has gone
                await asyncio.sleep(_PAUSE)
                continue
            admission = asyncio.create_task(door.admit(connection, str(address[0])))
            admissions.add(admission)
            admission.add_done_callback(admissions.discard)

    accepting = asyncio.create_task(accept())
    code = None
    while not stopped.is_set() and code is None:
        try:
            await asyncio.wait_for(stopped.wait(), 0.5)
        except TimeoutError:
            codes = [worker.watch() for worker in workers]
            code = next((ended for ended in codes if ended is not None), None)
    accepting.cancel()
    return code or 0


def _free_memory() -> float | None:
    """Return the GB of memory that are free, or None where the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    sizes = dict(line.split(":") for line in lines)
    return int(sizes["MemAvailable"].split()[0]) / 2**20


def run(script: Path, options: Sequence[str]) -> int:
    """Serve the app until Ctrl+C; `options` are `--processes` and Streamlit's. Returns 0, 1 or 2.

    On Windows, where a socket cannot be handed over, one process serves.
    """
    parser = ArgumentParser(prog="headsup app", add_help=False, allow_abbrev=False)
    parser.add_argument("--processes", type=int, required=True, metavar="NUMBER")
    for name in ("port", "address", "headless", "sslCertFile"):
        parser.add_argument(f"--server.{name}", dest=name)
    chosen, rest = parser.parse_known_args([*options])
    if not 1 <= chosen.processes <= _MOST:
        return _refuse(f"--processes is {chosen.processes}. Give a number from 1 to {_MOST}.")
    others = {name: value for name, value in vars(chosen).items() if name != "processes"}
    settings = {name: value or st.get_option(f"server.{name}") for name, value in others.items()}
    if settings["sslCertFile"]:
        return _refuse("Several processes cannot encrypt. Put a proxy in front that does.")
    if not hasattr(socket, "send_fds"):
        print("Several processes need Linux or macOS. One serves.", file=sys.stderr)
        given = [f"--server.{name}={value}" for name, value in others.items() if value]
        return subprocess.call([sys.executable, "-m", "streamlit", "run", script, *given, *rest])
    if chosen.address:  # with which the app writes the link for phones
        rest.append(f"--server.address={chosen.address}")
    port, address = int(settings["port"]), settings["address"] or ""
    try:
        listener = class_server.listen(address, port)
    except OSError as error:
        return _refuse(f"Port {port} cannot be used ({error.strerror}). Choose another one.")
    with listener:
        return _run_workers(listener, chosen.processes, [str(script), *rest], settings["headless"])


def _run_workers(
    listener: socket.socket, count: int, options: Sequence[str], headless: object
) -> int:
    """Start the processes, and hand them the connections of a listening socket."""
    os.environ.setdefault(_SECRET, secrets.token_hex(32))  # one for all
    free = _free_memory()
    needed = f"{count} processes hold about {count * _MEMORY:.1f} GB"
    print(f"{needed}; {free:.1f} GB are free." if free else f"{needed}.", flush=True)
    workers = []
    for number in range(count + 1):
        act = "_work" if number < count else "_hold_classes"
        program = f"from {__package__}.processes import {act}; {act}()"
        workers.append(_Worker(number, count, [sys.executable, "-c", program, *options]))
    local = f"http://localhost:{listener.getsockname()[1]}"
    print(f"Open {local}. Press Ctrl+C to stop.", flush=True)
    if str(headless).lower() != "true":
        webbrowser.open(local)
    try:
        return asyncio.run(_serve(listener, workers))
    finally:
        for worker in workers:
            worker.stop()


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2


# --- one of the processes ------------------------------------------------------------------------


class _AtHome:
    """Middleware (ASGI) that sends with each page the number of its process.

    A browser uses a connection again, also when another process has become its home: by another tab
    or the code of a class. Then it is asked to come once more, by a new connection.
    """

    def __init__(self, app: Any, number: int, count: int) -> None:
        self._app, self._number, self._count = app, number, count

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request; see the ASGI specification."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        query = scope["query_string"].decode("latin-1")
        cookies = dict(scope["headers"]).get(b"cookie", b"").decode("latin-1")
        home = _home_of(scope["path"], query, cookies, self._count)
        is_lost = home is None and self._number == self._count  # a page, where only classes are
        if is_lost or home not in (None, self._number):
            headers = {"connection": "close", "cache-control": "no-store"}
            # One slash: two would name another server.
            target = "/" + scope["path"].lstrip("/") + (f"?{query}" if query else "")
            await RedirectResponse(target, 307, headers)(scope, receive, send)
            return

        def is_page(headers: Any) -> bool:
            return dict(headers).get(b"content-type", b"").startswith(b"text/html")

        async def send_with_cookie(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = [*message["headers"]]
                if is_page(headers) and self._number < self._count:
                    cookie = f"{_COOKIE}={self._number}; Path=/; HttpOnly; SameSite=Lax"
                    message = message | {"headers": [*headers, (b"set-cookie", cookie.encode())]}
            await send(message)

        await self._app(scope, receive, send_with_cookie)


def _work() -> None:
    """Run a server of Streamlit that takes its connections from a channel.

    The arguments of the process are the number of the channel, the script and Streamlit's options.
    """
    channel, options = socket.socket(fileno=int(sys.argv[1])), sys.argv[2:]
    number, count = map(int, os.environ[_PROCESS_VARIABLE].split("/"))
    start = uvicorn.Server.startup

    async def start_without_port(
        server: uvicorn.Server, sockets: list[socket.socket] | None = None
    ) -> None:
        for listener in sockets or ():
            listener.close()
        server.config.loaded_app = _AtHome(server.config.loaded_app, number, count)
        await start(server, sockets=[])
        channel.setblocking(False)
        asyncio.get_running_loop().add_reader(channel, _take_connections, server, channel)

    # Streamlit starts its server by itself and binds a port, which is closed before it listens.
    uvicorn.Server.startup = start_without_port  # type: ignore[method-assign, assignment]
    sys.argv = ["streamlit", "run", *options, "--server.port=0", "--server.headless=true"]
    runpy.run_module("streamlit", run_name="__main__")


def _hold_classes() -> None:
    """Run a server of classes alone that takes its connections from a channel."""
    channel = socket.socket(fileno=int(sys.argv[1]))
    number, count = map(int, os.environ[_PROCESS_VARIABLE].split("/"))
    config = class_server.configure()
    config.load()
    config.loaded_app = _AtHome(config.loaded_app, number, count)
    server = uvicorn.Server(config)

    async def serve() -> None:
        channel.setblocking(False)
        asyncio.get_running_loop().add_reader(channel, _take_connections, server, channel)
        await server.serve(sockets=[])

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(serve())


def _take_connections(server: uvicorn.Server, channel: socket.socket) -> None:
    """Answer on all connections in the channel, as `uvicorn.Server.startup` does on its own."""
    loop = asyncio.get_running_loop()
    protocol: Any = server.config.http_protocol_class
    make_protocol = partial(
        protocol,
        config=server.config,
        server_state=server.server_state,
        app_state=server.lifespan.state,
    )
    while True:
        try:
            sign, descriptors, _, _ = socket.recv_fds(channel, 1, 1)
        except BlockingIOError:
            return
        if not sign:  # the first process has ended
            loop.remove_reader(channel)
            server.should_exit = True
            return
        for descriptor in descriptors:
            connection = socket.socket(fileno=descriptor)
            connection.setblocking(False)
            task = loop.create_task(loop.connect_accepted_socket(make_protocol, connection))
            _starting.add(task)
            task.add_done_callback(_starting.discard)
