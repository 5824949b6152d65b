"""A queue in front of a model: one thread answers the questions of all visitors.

Threads that each run a small network wait for the interpreter's lock between small operations: 30
threads take four times as long for each sentence as one. The queue batches waiting requests with
the same settings and similar lengths; everything else runs alone.
"""

import itertools
import threading
import time
import weakref
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from ..answers.batches import are_similar
from ..errors import UserError
from ..protocols import QUESTIONS, REPORTING
from ..request import Request
from ..trace import Trace

if TYPE_CHECKING:  # imports torch, which a server of pages has not loaded yet
    from ..answers.base import Model

MAX_WAITING = 1000  # questions in the queue
MAX_BATCH = 32  # requests run together; the next visitor waits for one batch
_CHUNK = 64  # requests of one `trace_many` in the queue at a time
_IDLE = 2.0  # seconds without a question after which the thread ends
_POLL = 0.2  # seconds between two looks at the progress
ProgressCallback = Callable[[int, int], object]  # receives the amount done, and of all
Watch = Callable[[int, float], object]  # receives the questions before, and the seconds waited


@dataclass(eq=False)
class _Question:
    """A question of a visitor: a request that may join a batch, or a call that runs alone."""

    visitor: Hashable
    request: Request | None = None
    key: Hashable = None  # of `Model.batch_group`
    tokens: int = 0  # number of tokens read
    call: Callable[[ProgressCallback], Any] | None = None
    is_long: bool = False  # reports its progress, and lets short questions in between
    progress: tuple[int, int] = (0, 0)
    answer: Future = field(default_factory=Future)


def too_many() -> UserError:
    """Return the error for a full queue."""
    return UserError(
        "Too many people are using this model at the moment. Try again in a few seconds."
    )


class _Service:
    """A queue and the thread that answers it.

    Fair: visitors take turns, however many questions each has. Bounded: it refuses a question
    beyond MAX_WAITING. A question with a cancelled answer leaves the queue; one that is being
    answered ends at its next report of progress, at which short questions are answered too.
    """

    def __init__(
        self,
        model: "Model",
        max_waiting: int = MAX_WAITING,
        guard: Callable[[], AbstractContextManager] = nullcontext,
    ):
        self.model = model
        self.max_waiting = max_waiting
        self.guard = guard  # entered around each answer
        self.batch_sizes: deque[int] = deque(maxlen=1000)  # of the last batches
        self._queues: OrderedDict[Hashable, deque[_Question]] = OrderedDict()  # by visitor
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def submit(self, question: _Question) -> _Question:
        """Put a question into the queue. Raises UserError when it is full."""
        with self._changed:
            if sum(map(len, self._queues.values())) >= self.max_waiting:
                raise too_many()
            self._queues.setdefault(question.visitor, deque()).append(question)
            if self._thread is None:
                waiting = weakref.ref(self), self._queues, self._changed
                name = f"queue of {self.model.name}"
                self._thread = threading.Thread(target=_work, args=waiting, name=name, daemon=True)
                self._thread.start()
            self._changed.notify()
        return question

    def count_before(self, question: _Question) -> int:
        """Return the largest number of questions answered before this one."""
        with self._changed:
            for place, other in enumerate(self._in_order()):
                if other is question:
                    return place
        return 0

    def _in_order(self) -> Iterator[_Question]:
        """Yield the waiting questions: the first of each visitor, then the second of each."""
        for rank in itertools.zip_longest(*self._queues.values()):
            yield from (question for question in rank if question is not None)

    def _take(self, may_be_long: bool = True) -> list[_Question]:
        """Take the next batch out of the queue; it may be empty."""
        batch: list[_Question] = []
        for question in self._in_order():
            if question.answer.cancelled():
                batch.append(question)  # taken out with the others, and dropped below
                continue
            first = next((question for question in batch if not question.answer.cancelled()), None)
            if first is None:
                if may_be_long or not question.is_long:
                    batch.append(question)
            elif first.key is None or len(batch) >= MAX_BATCH:
                break
            elif question.key == first.key and are_similar(question.tokens, first.tokens):
                batch.append(question)
        for question in batch:
            self._queues[question.visitor].remove(question)
            self._queues.move_to_end(question.visitor)
        for visitor in [visitor for visitor, queue in self._queues.items() if not queue]:
            del self._queues[visitor]
        return [question for question in batch if not question.answer.cancelled()]

    def end_thread(self) -> None:
        """Forget the thread, which ends; the next question starts another."""
        self._thread = None

    def work(self) -> None:
        """Answer the next batch in the queue."""
        with self.guard():
            with self._changed:  # after the guard: questions came meanwhile
                batch = self._take()
            self.model.configure_threads()
            self._answer(batch)

    def _answer(self, batch: list[_Question]) -> None:
        """Answer a batch of questions."""
        if batch and batch[0].request is not None:
            self.batch_sizes.append(len(batch))
            self._answer_together(batch)
            return
        for question in batch:
            assert question.call is not None
            _answer_question(question, partial(question.call, self._reporter(question)))

    def _answer_together(self, batch: list[_Question]) -> None:
        requests = [question.request for question in batch if question.request is not None]
        if len(requests) > 1:
            with suppress(Exception):  # of one request: each gets its own error below
                for place, trace in self.model.trace_each(requests):
                    _set_answer(batch[place].answer.set_result, trace)
        for question, request in zip(batch, requests, strict=True):
            if not question.answer.done():
                _answer_question(question, partial(self.model.trace, request))

    def _reporter(self, question: _Question) -> ProgressCallback:
        """Return the function to report progress to; it ends a question that nobody waits for."""

        def report(done: int, total: int) -> None:
            question.progress = done, total
            if question.answer.cancelled():
                raise CancelledError
            if question.is_long:
                with self._changed:
                    batch = self._take(may_be_long=False)
                self._answer(batch)

        return report


def _work(
    reference: "weakref.ref[_Service]",
    queues: Mapping[Hashable, deque[_Question]],
    changed: threading.Condition,
) -> None:
    """Answer the questions of a service until none comes for _IDLE seconds.

    Holds neither the service nor its model while waiting, so that a model without other holders
    frees its memory at once.
    """
    while True:
        with changed:
            # Returns the condition itself: a question may come just when the time is over.
            has_questions = changed.wait_for(lambda: bool(queues), _IDLE)
            service = reference()
            if service is None:
                return
            if not has_questions:
                service.end_thread()
                return
        service.work()
        del service


def run(
    model: "Model",
    method: str,
    arguments: Sequence[Any],
    options: dict[str, Any],
    report: ProgressCallback,
) -> Any:
    """Call a method of a model, with `report` for its progress if it reports any."""
    reports = {"progress": report} if method in REPORTING else {}
    return getattr(model, method)(*arguments, **options, **reports)


def _answer_question(question: _Question, compute: Callable[[], object]) -> None:
    """Answer a question with the value or the error of `compute`."""
    try:
        value = compute()
    except CancelledError:
        return
    except BaseException as error:
        _set_answer(question.answer.set_exception, error)
    else:
        _set_answer(question.answer.set_result, value)


def _set_answer(setter: Callable[[Any], None], value: object) -> None:
    """Set an answer unless it was cancelled meanwhile."""
    with suppress(InvalidStateError):
        setter(value)


class QueuedModel:
    """A model behind its queue, with the interface of the model.

    The methods marked as questions in `protocols` run in the queue's thread; everything else is the
    model's. `read_visitor` identifies the visitor. A visitor who has to wait calls `start_wait()`,
    and then its result several times a second, with the number of questions before and the seconds
    waited; if it raises, the question is withdrawn.
    """

    def __init__(
        self,
        model: "Model",
        read_visitor: Callable[[], Hashable] = threading.get_ident,
        start_wait: Callable[[], Watch] = lambda: lambda count, seconds: None,
        guard: Callable[[], AbstractContextManager] = nullcontext,
        pause: Callable[[], AbstractContextManager] = nullcontext,
    ):
        self.model = model
        self.service = _Service(model, guard=guard)
        self.read_visitor = read_visitor
        self.start_wait = start_wait
        self.pause = pause  # entered while a visitor waits

    def __getattr__(self, name: str) -> Any:
        """Return a method that waits in the queue, or an attribute of the model."""
        if name == "model":  # of a copy without attributes yet
            raise AttributeError(name)
        return partial(self._ask, name) if name in QUESTIONS else getattr(self.model, name)

    def trace(self, request: Request) -> Trace:
        """Answer `Model.trace`."""
        return self._wait(self._submit_trace(request))

    def trace_many(
        self, requests: Iterable[Request], progress: ProgressCallback = lambda done, total: None
    ) -> list[Trace]:
        """Answer `Model.trace_many`."""
        requests, traces = [*requests], []
        for start in range(0, len(requests), _CHUNK):
            questions = [
                self._submit_trace(request) for request in requests[start : start + _CHUNK]
            ]
            try:
                for question in questions:
                    traces.append(self._wait(question))
                    progress(len(traces), len(requests))
            finally:
                for question in questions:
                    question.answer.cancel()
        return traces

    def _submit_trace(self, request: Request) -> _Question:
        visitor, together = self.read_visitor(), self.model.batch_group(request)
        if together is None:
            call = lambda report: self.model.trace(request)  # noqa: E731
            return self.service.submit(_Question(visitor, call=call))
        key, tokens = together
        return self.service.submit(_Question(visitor, request, (key,), tokens))

    def _ask(
        self, method: str, *arguments: Any, progress: ProgressCallback | None = None, **options: Any
    ) -> Any:
        """Answer this method of the model."""
        call = partial(run, self.model, method, arguments, options)
        question = _Question(self.read_visitor(), call=call, is_long=method in REPORTING)
        return self._wait(self.service.submit(question), progress)

    def _wait(self, question: _Question, progress: ProgressCallback | None = None) -> Any:
        """Wait for the answer, and report to `progress` meanwhile."""
        start = time.monotonic()
        watch: Watch | None = None
        try:
            with self.pause():
                while True:
                    try:
                        return question.answer.result(_POLL)
                    except TimeoutError:
                        if question.answer.done():
                            raise  # a TimeoutError of the model
                    watch = watch or self.start_wait()
                    watch(self.service.count_before(question), time.monotonic() - start)
                    if progress and question.progress[1]:
                        progress(*question.progress)
        finally:
            question.answer.cancel()
