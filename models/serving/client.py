"""A model on other machines, with the interface of a model in this process."""

import os
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

from ..errors import UserError
from ..request import Request
from ..trace import Trace
from .queue import MAX_BATCH, ProgressCallback, Watch, too_many
from .secret import NONCE, SIGNATURE, make_nonce, read_key, sign_question
from .secret import SECRET_VARIABLE as KEY_VARIABLE
from .wire import (
    ANSWERS,
    MAX_QUESTION,
    VERSION_HEADER,
    Beat,
    UnreadableError,
    WireAnswer,
    WireQuestion,
    as_unreadable,
    read_part,
    version,
    write_question,
)

BACKEND_VARIABLE = "HEADS_UP_BACKEND"
_PATIENCE = 5.0  # seconds to connect
_SILENCE = 20.0  # seconds without a beat after which a connection counts as dead
_TRIES = 2  # if a replica dies, another one answers its questions
_BROKEN = OSError, HTTPException, EOFError  # errors of a connection, not of its content
_REFUSED, _FULL = 403, 503  # HTTP statuses: wrong key, too many questions


def backend_address() -> str:
    """Return the address of the machines with the models; "" if this process has them."""
    return os.environ.get(BACKEND_VARIABLE, "").strip()


def _read_address(address: str) -> tuple[str, int]:
    """Return host and port. Raises UserError for an address of another form."""
    with suppress(ValueError):  # a port that is no number
        place = urlsplit(address)
        if place.scheme == "ray" and place.hostname and place.port:
            return place.hostname, place.port
    raise UserError(
        "{variable} is “{address}”. Set it to the address of the machines that "
        "run the models, as ray://HOST:PORT.",
        variable=BACKEND_VARIABLE,
        address=address[:80],
    )


def _ask(address: str, question: WireQuestion, watch: Callable[[Beat], object]) -> Any:
    """Return the answer to a question; `watch` receives each beat, about once a second.

    If `watch` raises, the question is withdrawn. Raises what the model raises, and UserError for an
    address without an answer, an answer that cannot be read or trusted, a missing key, or too many
    questions.
    """
    host, port = _read_address(address)
    key, body = read_key(host), write_question(question)
    if len(body) > MAX_QUESTION:
        raise UserError(
            "This text has {size:.1f} MB; the machines that run the models read at most "
            "{most:.0f}. Try a shorter one.",
            size=len(body) / 2**20,
            most=MAX_QUESTION / 2**20,
        )
    for rest in reversed(range(_TRIES)):
        connection = HTTPConnection(host, port, timeout=_PATIENCE)
        try:
            answer = _ask_once(connection, question.method, body, key, watch)
            break
        except _BROKEN as error:
            if not rest or isinstance(error, TimeoutError):
                raise UserError(
                    "The machines that run the models of this page do not answer at “{address}”. "
                    "Your sentence is kept: change something here or load the page again in a "
                    "minute. Whoever runs this server starts them with: python -m models.serving",
                    address=address,
                ) from error
        except _OtherVersionError as error:
            raise UserError(
                "The machines at “{address}” run another version of Heads Up ({theirs}) than this "
                "server ({ours}). Install the same version on both, and start both again.",
                address=address,
                theirs=error,
                ours=version(),
            ) from error
        except _OtherKeyError as error:
            raise UserError(
                "The machines at “{address}” do not accept the key of this server. Set {variable} "
                "to the same secret on both, and start both again.",
                address=address,
                variable=KEY_VARIABLE,
            ) from error
        except UnreadableError as error:
            raise UserError(
                "The answer from “{address}” cannot be read or was not signed by the "
                "machines there: {reason}. Check which program listens there, and that "
                "{variable} is the same on both sides.",
                address=address,
                reason=error,
                variable=KEY_VARIABLE,
            ) from error
        finally:
            connection.close()  # withdraws a question that is not answered
    if answer.error:
        raise answer.error
    return answer.value


class _OtherVersionError(Exception):
    """The other side runs another version; the text names it."""


class _OtherKeyError(Exception):
    """The other side has another key."""


def _ask_once(
    connection: HTTPConnection,
    method: str,
    body: bytes,
    key: bytes,
    watch: Callable[[Beat], object],
) -> WireAnswer:
    """Send a question once and return its answer.

    Raises one of _BROKEN without an answer, UnreadableError, OtherVersionError or OtherKeyError.
    """
    signature, headers = None, {}
    if key:
        nonce = make_nonce()
        signature = sign_question(key, version(), nonce, body)
        headers = {NONCE: nonce, SIGNATURE: signature.text}
    connection.connect()
    connection.sock.settimeout(_SILENCE)
    connection.request("POST", "/", body, headers)
    with as_unreadable():
        response = connection.getresponse()
    if response.status == _FULL:
        raise too_many()
    theirs = response.getheader(VERSION_HEADER, "")
    if response.status in (200, _REFUSED) and theirs != version():
        raise _OtherVersionError(theirs[:40] or "an older one")
    if response.status == _REFUSED:
        raise _OtherKeyError
    if response.status != 200:
        raise HTTPException(f"{response.status} {response.reason}")
    while not isinstance(part := read_part(response, method, signature), WireAnswer):
        watch(part)
    return part


class ServedModel:
    """A model at an address: its facts are kept here, its questions are sent there.

    Its members are those marked in `protocols`. `start_wait` and `pause` are those of
    `QueuedModel`. Raises UserError if nobody answers at the address, or for an unknown model.
    """

    def __init__(
        self,
        address: str,
        name: str,
        start_wait: Callable[[], Watch] = lambda: lambda count, seconds: None,
        pause: Callable[[], AbstractContextManager] = nullcontext,
    ):
        self.address = address
        self.name = name
        self.start_wait = start_wait
        self.pause = pause
        facts = self.ask("facts")._asdict()
        self.facts = {name: value for name, value in facts.items() if value is not None}

    def __getattr__(self, name: str) -> Any:
        """Return a method that asks there, or a fact."""
        if name in ANSWERS:
            return partial(self.ask, name)
        if name == "facts" or name not in self.facts:  # a copy has no attributes yet
            raise AttributeError(f"a model on another machine has no {name!r} here")
        return self.facts[name]

    def ask(
        self, method: str, *arguments: Any, progress: ProgressCallback | None = None, **options: Any
    ):
        """Answer this method of the model."""
        start = time.monotonic()
        watch: Watch | None = None

        def look(beat: Beat) -> None:
            nonlocal watch
            watch = watch or self.start_wait()
            watch(beat.before, time.monotonic() - start)
            if progress and beat.total:
                progress(beat.done, beat.total)

        with self.pause():
            return _ask(self.address, WireQuestion(self.name, method, arguments, options), look)

    def trace_many(
        self, requests: Iterable[Request], progress: ProgressCallback = lambda done, total: None
    ) -> list[Trace]:
        """Answer `Model.trace_many`; all replicas share the requests."""
        requests, traces = [*requests], []
        with self.pause():
            pool = ThreadPoolExecutor(MAX_BATCH)
            try:
                for trace in pool.map(partial(self.ask, "trace"), requests):
                    traces.append(trace)
                    progress(len(traces), len(requests))
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
        return traces
