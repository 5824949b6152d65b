"""A model that other machines hold: it is asked as one in this process is asked."""

import os
import pickle
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
from ..service import MAX_BATCH, Progress, Watch, too_many
from ..trace import Trace
from .wire import QUESTIONS, Beat, Question, read_answer, write_question

VARIABLE = "HEADS_UP_BACKEND"
PATIENCE = 5.0  # seconds until somebody takes a question
SILENCE = 20.0  # seconds without a sign of life after which nobody answers any more
TRIES = 2  # a replica that dies takes its questions with it; another one answers them
BROKEN = OSError, HTTPException, EOFError, ValueError, KeyError, TypeError, pickle.UnpicklingError


def backend_address() -> str:
    """The address of the machines that hold the models; "" where this process does."""
    return os.environ.get(VARIABLE, "").strip()


def read_address(address: str) -> tuple[str, int]:
    """Host and port. Raises UserError for an address of another form."""
    with suppress(ValueError):  # a port that is no number
        place = urlsplit(address)
        if place.scheme == "ray" and place.hostname and place.port:
            return place.hostname, place.port
    raise UserError(
        "{variable} is “{address}”. Give the address at which the models are served, as "
        "ray://HOST:PORT.",
        variable=VARIABLE,
        address=address[:80],
    )


def ask(address: str, question: Question, watch: Callable[[Beat], object]) -> Any:
    """The answer to a question; `watch` is called about once a second until it is there.

    Where `watch` raises, the question is withdrawn. Raises what the model raises, and UserError for
    an address where nobody answers, or more ask than are let in.
    """
    host, port = read_address(address)
    for rest in reversed(range(TRIES)):
        try:
            answer = ask_once(host, port, question, watch)
            break
        except BROKEN as error:
            if not rest or isinstance(error, TimeoutError):
                raise UserError(
                    "The machines that run the models of this page do not answer at “{address}”. "
                    "Your sentence is kept: change something here or load the page again in a "
                    "minute. Whoever runs this server starts them with: python -m models.serving",
                    address=address,
                ) from error
    if isinstance(answer, Exception):
        raise answer
    return answer


def ask_once(host: str, port: int, question: Question, watch: Callable[[Beat], object]) -> Any:
    """The answer, or the error that takes its place. Raises one of BROKEN when there is none."""
    connection = HTTPConnection(host, port, timeout=PATIENCE)
    try:
        connection.connect()
        connection.sock.settimeout(SILENCE)
        connection.request("POST", "/", write_question(question))
        response = connection.getresponse()
        if response.status == 503:
            raise too_many()
        if response.status != 200:
            raise HTTPException(f"{response.status} {response.reason}")
        return read_answer(response, watch)
    finally:
        connection.close()  # who has not read to the end no longer waits


class ServedModel:
    """A model at an address: what it is lies here, what it answers is asked there.

    `start_wait` and `pause` are those of `QueuedModel`. Raises UserError when nobody answers at the
    address, or there is no such model.
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
        self.facts = self.ask("facts")

    def __getattr__(self, name: str) -> Any:
        """What it is, or a method of a model that is asked there."""
        if name in QUESTIONS:
            return partial(self.ask, name)
        if name == "facts" or name not in self.facts:  # a copy has nothing yet
            raise AttributeError(f"a model on another machine has no {name!r} here")
        return self.facts[name]

    def ask(self, method: str, *arguments: Any, progress: Progress | None = None, **options: Any):
        """What this method of the model gives and raises."""
        start = time.monotonic()
        watch: Watch | None = None

        def look(beat: Beat) -> None:
            nonlocal watch
            watch = watch or self.start_wait()
            watch(beat.before, time.monotonic() - start)
            if progress and beat.total:
                progress(beat.done, beat.total)

        with self.pause():
            return ask(self.address, Question(self.name, method, arguments, options), look)

    def trace_many(
        self, requests: Iterable[Request], progress: Progress = lambda done, total: None
    ) -> list[Trace]:
        """What `Model.trace_many` gives and raises; all replicas share them."""
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

    def explain_unsupported(self, field: str) -> str:
        """Why this field of `WhatIf` does not apply, in one sentence; empty if it does."""
        return self.capabilities.unsupported.get(field, "").format(model=self.name)
