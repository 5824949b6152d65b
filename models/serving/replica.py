"""What Ray Serve runs: the models in one process, which answers questions over HTTP."""

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
    Question,
    read_question,
    version,
    write_answer,
    write_beat,
)

if TYPE_CHECKING:  # it imports torch, which who starts the replicas does not need
    from ..answers.base import Model

BEAT = 1.0  # seconds between two signs of life
BATCH_WAIT = 0.002  # seconds for which who comes first waits for others to be run with
EXAMPLE = "A man is riding a horse."  # the first run of a network is slow


@dataclass(eq=False)
class Pending:
    """A question that is not answered yet."""

    question: Question
    done: int = 0
    total: int = 0
    has_left: threading.Event = field(default_factory=threading.Event)  # whoever asked

    def report(self, done: int, total: int) -> None:
        """Note the progress. Raises CancelledError when nobody waits any more."""
        self.done, self.total = done, total
        if self.has_left.is_set():
            raise CancelledError


class Replica:
    """Models by name, and the threads in which they run: one, and one for what takes long.

    Traces that wait are run together, by the batching of Ray Serve; everything else runs alone. A
    question whose asker has left is not begun, and ends at its next report. With a `key` only
    questions that are signed with it are answered.
    """

    def __init__(self, names: Sequence[str], arguments: Sequence[str] = (), key: bytes = b""):
        registry.register(arguments)
        self.key, self.headers = key, {VERSION_HEADER: version()}
        self.models = {name: registry.load(name, "cpu") for name in names}
        self.thread, self.long_thread = ThreadPoolExecutor(1), ThreadPoolExecutor(1)
        self.waiting: dict[Pending, None] = {}  # the oldest first
        together = LIBRARIES.ray_serve.batch(
            max_batch_size=MAX_BATCH, batch_wait_timeout_s=BATCH_WAIT
        )
        self.trace: Callable[[Request], Any] = together(self.trace_together)
        for model in self.models.values():
            model.configure_threads()
            model.translate([EXAMPLE])

    async def __call__(self, http: HttpRequest) -> Response:
        respond = partial(Response, headers=self.headers)
        body = await read_body(http)
        if body is None:
            return respond("This question is too long.", status_code=413)
        signature = None
        if self.key:
            signature = sign_question(self.key, version(), http.headers.get(NONCE, ""), body)
            if not signature.is_equal(http.headers.get(SIGNATURE)):
                return respond("This question is not signed with the key.", status_code=403)
        try:
            question = read_question(body)
        except Exception as error:  # whatever the bytes of somebody else lead to
            return respond(f"This is no question to a model: {error}", status_code=400)
        answer = self.answer(Pending(question), signature)
        return StreamingResponse(answer, headers=self.headers)

    async def answer(
        self, pending: Pending, signature: Signature | None = None
    ) -> AsyncIterator[bytes]:
        """Beats, and then the answer, or the error that the model has raised."""
        self.waiting[pending] = None
        task = asyncio.ensure_future(self.compute(pending))
        try:
            while not (await asyncio.wait([task], timeout=BEAT))[0]:
                before = [*self.waiting].index(pending)
                yield write_beat(Beat(before, pending.done, pending.total))
            yield write_answer(task.exception() or task.result(), signature)
        finally:
            pending.has_left.set()
            task.cancel()
            del self.waiting[pending]

    async def compute(self, pending: Pending) -> Any:
        question = pending.question
        if question.model not in self.models:
            raise UserError(
                "The machines that answer for this page have no model “{name}”, only: {models}. "
                "Choose one of these.",
                name=question.model[:40],
                models=", ".join(self.models),
            )
        model = self.models[question.model]
        if question.method == "trace":
            return await self.trace(*question.arguments)
        is_long = question.method in REPORTING
        thread = self.long_thread if is_long else self.thread
        call = partial(run_alone, model, pending)
        return await asyncio.get_running_loop().run_in_executor(thread, call)

    async def trace_together(self, requests: list[Request]) -> list[Any]:
        """The trace of each request, or the error that it alone raises."""
        run = partial(trace_all, self.models, requests)
        return await asyncio.get_running_loop().run_in_executor(self.thread, run)


async def read_body(http: HttpRequest) -> bytes | None:
    """The body of a question; None for one that is too long, of which the rest is not read."""
    body = bytearray()
    async for part in http.stream():
        body += part
        if len(body) > MAX_QUESTION:
            return None
    return bytes(body)


def run_alone(model: "Model", pending: Pending) -> Any:
    question = pending.question
    model.configure_threads()
    if question.method == "facts":
        return facts(model)
    return run(model, question.method, question.arguments, question.options, pending.report)


def facts(model: "Model") -> Facts:
    """What never changes of a model, by the names of FACTS."""
    values = {name: getattr(model, name) for name in FACTS}
    if not isinstance(model.tokenizer, Tokenizer):
        values["tokenizer"] = None
    return Facts(**values)


def trace_all(models: dict[str, "Model"], requests: list[Request]) -> list[Any]:
    """The traces of requests to several models, what may be in batches; errors take their place."""
    traces: dict[int, Any] = {}
    for name in {request.model for request in requests}:
        models[name].configure_threads()
        places = [place for place, request in enumerate(requests) if request.model == name]
        group = [requests[place] for place in places]
        try:
            traces |= zip(places, models[name].trace_many(group), strict=True)
        except Exception:  # of one of them: each gets below what is its own
            traces |= zip(places, (trace_alone(models[name], one) for one in group), strict=True)
    return [traces[place] for place in range(len(requests))]


def trace_alone(model: "Model", request: Request) -> Any:
    try:
        return model.trace(request)
    except Exception as error:
        return error
