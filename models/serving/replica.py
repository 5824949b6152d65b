"""A replica on Ray Serve: models in one process, which answers questions over HTTP."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.requests import Request as HttpRequest
from starlette.responses import Response, StreamingResponse

from .. import registry
from ..errors import UserError
from ..protocols import FACTS, REPORTING
from ..request import Request
from ..store.libraries import LIBRARIES
from ..store.tokenizer import Tokenizer
from .queue import MAX_BATCH, run
from .secret import NONCE, SIGNATURE, Signature, sign_question
from .wire import (
    MAX_QUESTION,
    VERSION_HEADER,
    Beat,
    Facts,
    WireQuestion,
    read_question,
    version,
    write_answer,
    write_beat,
)

if TYPE_CHECKING:  # imports torch, which the process that starts replicas does not need
    from ..answers.base import Model

_BEAT = 1.0  # seconds between two beats
_BATCH_WAIT = 0.002  # seconds that the first request waits for others to join its batch
_EXAMPLE = "A man is riding a horse."  # the first run of a network is slow


@dataclass(eq=False)
class _Pending:
    """A question without an answer yet."""

    question: WireQuestion
    done: int = 0
    total: int = 0
    has_left: threading.Event = field(default_factory=threading.Event)  # the client closed

    def report(self, done: int, total: int) -> None:
        """Store the progress. Raises CancelledError if the client has left."""
        self.done, self.total = done, total
        if self.has_left.is_set():
            raise CancelledError


class Replica:
    """Models by name, with a thread for short questions and one for long ones.

    Ray Serve batches waiting traces; everything else runs alone. A question whose client has left
    is not started, or ends at its next report. With a `key` only signed questions are answered.
    """

    def __init__(self, names: Sequence[str], arguments: Sequence[str] = (), key: bytes = b""):
        registry.register(arguments)
        self.key, self.headers = key, {VERSION_HEADER: version()}
        self.models = {name: registry.load(name, "cpu") for name in names}
        self.thread, self.long_thread = ThreadPoolExecutor(1), ThreadPoolExecutor(1)
        self.waiting: dict[_Pending, None] = {}  # oldest first
        together = LIBRARIES.ray_serve.batch(
            max_batch_size=MAX_BATCH, batch_wait_timeout_s=_BATCH_WAIT
        )
        self.trace: Callable[[Request], Any] = together(self.trace_together)
        for model in self.models.values():
            model.configure_threads()
            model.translate([_EXAMPLE])

    async def __call__(self, http: HttpRequest) -> Response:
        respond = partial(Response, headers=self.headers)
        body = await _read_body(http)
        if body is None:
            return respond("This question is too long.", status_code=413)
        signature = None
        if self.key:
            signature = sign_question(self.key, version(), http.headers.get(NONCE, ""), body)
            if not signature.is_equal(http.headers.get(SIGNATURE)):
                return respond("This question is not signed with the key.", status_code=403)
        try:
            question = read_question(body)
        except Exception as error:  # untrusted bytes may raise anything
            return respond(f"This is no question to a model: {error}", status_code=400)
        answer = self.answer(_Pending(question), signature)
        return StreamingResponse(answer, headers=self.headers)

    async def answer(
        self, pending: _Pending, signature: Signature | None = None
    ) -> AsyncIterator[bytes]:
        """Yield beats, and then the answer, or the error of the model."""
        self.waiting[pending] = None
        task = asyncio.ensure_future(self.compute(pending))
        try:
            while not (await asyncio.wait([task], timeout=_BEAT))[0]:
                before = [*self.waiting].index(pending)
                yield write_beat(Beat(before, pending.done, pending.total))
            yield write_answer(task.exception() or task.result(), signature)
        finally:
            pending.has_left.set()
            task.cancel()
            del self.waiting[pending]

    async def compute(self, pending: _Pending) -> Any:
        question = pending.question
        if question.model not in self.models:
            raise UserError(
                "The machines that run the models have no “{name}”, only: {models}. "
                "Choose one of these.",
                name=question.model[:40],
                models=", ".join(self.models),
            )
        model = self.models[question.model]
        if question.method == "trace":
            return await self.trace(*question.arguments)
        is_long = question.method in REPORTING
        thread = self.long_thread if is_long else self.thread
        call = partial(_run_alone, model, pending)
        return await asyncio.get_running_loop().run_in_executor(thread, call)

    async def trace_together(self, requests: list[Request]) -> list[Any]:
        """Return the trace of each request, or its error."""
        run = partial(_trace_all, self.models, requests)
        return await asyncio.get_running_loop().run_in_executor(self.thread, run)


async def _read_body(http: HttpRequest) -> bytes | None:
    """Read the body of a question; None if it is too long, and then not to its end."""
    body = bytearray()
    async for part in http.stream():
        body += part
        if len(body) > MAX_QUESTION:
            return None
    return bytes(body)


def _run_alone(model: "Model", pending: _Pending) -> Any:
    question = pending.question
    model.configure_threads()
    if question.method == "facts":
        return _facts(model)
    return run(model, question.method, question.arguments, question.options, pending.report)


def _facts(model: "Model") -> Facts:
    """Return the facts of a model."""
    values = {name: getattr(model, name) for name in FACTS}
    if not isinstance(model.tokenizer, Tokenizer):
        values["tokenizer"] = None
    return Facts(**values)


def _trace_all(models: dict[str, "Model"], requests: list[Request]) -> list[Any]:
    """Return the traces of requests to several models, in batches; an error replaces a trace."""
    traces: dict[int, Any] = {}
    for name in {request.model for request in requests}:
        models[name].configure_threads()
        places = [place for place, request in enumerate(requests) if request.model == name]
        group = [requests[place] for place in places]
        try:
            traces |= zip(places, models[name].trace_many(group), strict=True)
        except Exception:  # of one request: each gets its own error
            traces |= zip(
                places, (_trace_alone(models[name], request) for request in group), strict=True
            )
    return [traces[place] for place in range(len(requests))]


def _trace_alone(model: "Model", request: Request) -> Any:
    try:
        return model.trace(request)
    except Exception as error:
        return error
