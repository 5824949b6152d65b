"""The queue in front of a model: batching, fairness, bounds, and cancelled requests."""

import threading
import time
import weakref
from collections import deque
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from models import Request, UserError, WhatIf
from models.serving.queue import _CHUNK, MAX_BATCH, QueuedModel, _Question


class SlowModel:
    """Answers a request with its sentence once its gate is open; records the batches."""

    name = "slow"

    def __init__(self):
        self.gate = threading.Event()
        self.busy = threading.Event()  # set while a request is answered
        self.runs: list[list[str]] = []
        self.threads: set[int] = set()

    def configure_threads(self):
        pass

    def batch_group(self, request):
        return (request.what_if, len(request.sentence)) if request.sentence != "alone" else None

    def trace_each(self, requests):
        self.runs.append([request.sentence for request in requests])
        self.threads.add(threading.get_ident())
        self.busy.set()
        assert self.gate.wait(20)
        if len(requests) > 1 and any(request.sentence == "bad" for request in requests):
            raise UserError("This one is refused.")
        yield from enumerate(request.sentence for request in requests)

    def trace(self, request):
        if request.sentence == "bad":
            raise UserError("This one is refused.")
        return next(value for _, value in self.trace_each([request]))

    def encode(self, sentence):
        self.runs.append([f"encode {sentence}"])
        return sentence

    def silence_each(self, request, progress):
        for step in range(200):
            self.runs.append([f"step {step}"])
            self.busy.set()
            time.sleep(0.02)
            progress(step + 1, 200)
        return "all heads"


@pytest.fixture
def model():
    model = SlowModel()
    yield model
    model.gate.set()


def ask(text: str, what_if: WhatIf = WhatIf()) -> Request:
    return Request("slow", text, None, what_if)


def wait_until(condition) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def waiting(queued: QueuedModel) -> int:
    return sum(map(len, queued.service._queues.values()))


class Visitors:
    """Visitors by name, each with threads of their own, who ask one after the other."""

    def __init__(self, model, **options):
        self.who = threading.local()
        self.queued = QueuedModel(model, lambda: self.who.name, **options)
        self.pool = ThreadPoolExecutor(64)

    def ask(self, visitor: str, question):
        """Ask as this visitor; return once the request is in the queue or answered."""

        def run():
            self.who.name = visitor
            return question(self.queued)

        before = waiting(self.queued)
        answer = self.pool.submit(run)
        wait_until(lambda: answer.done() or waiting(self.queued) > before)
        return answer

    def occupy(self, model) -> None:
        """Keep the queue busy with a first request until the gate opens."""
        self.pool.submit(lambda: (setattr(self.who, "name", "first"), self.queued.trace(ask("0"))))
        assert model.busy.wait(20)


def test_what_waits_is_run_together_if_it_is_asked_the_same_of_similar_length(model):
    visitors = Visitors(model)
    visitors.occupy(model)
    cold = WhatIf(temperature=0.5)
    requests = [ask("aa"), ask("bbb"), ask("cc", cold), ask("d" * 90), ask("alone"), ask("ee")]
    answers = [
        visitors.ask(f"v{place}", lambda queued, one=request: queued.trace(one))
        for place, request in enumerate(requests)
    ]
    model.gate.set()
    assert [answer.result(20) for answer in answers] == [request.sentence for request in requests]
    assert model.runs == [["0"], ["aa", "bbb", "ee"], ["cc"], ["d" * 90], ["alone"]]
    assert len(model.threads) == 1  # that of the queue


def test_a_batch_is_bounded(model):
    visitors = Visitors(model)
    visitors.occupy(model)
    many = [
        visitors.ask(f"v{place}", lambda queued: queued.trace(ask("aa")))
        for place in range(MAX_BATCH + 3)
    ]
    model.gate.set()
    assert all(answer.result(20) == "aa" for answer in many)
    assert [*map(len, model.runs)] == [1, MAX_BATCH, 3]


def test_visitors_take_turns_however_much_one_of_them_asks(model):
    visitors = Visitors(model)
    visitors.occupy(model)
    greedy = [
        visitors.ask("greedy", lambda queued, text=f"{place}": queued.encode(text))
        for place in range(5)
    ]
    modest = visitors.ask("modest", lambda queued: queued.encode("mine"))
    model.gate.set()
    assert modest.result(20) == "mine"
    assert [one.result(20) for one in greedy] == [*"01234"]
    assert model.runs[1:4] == [["encode 0"], ["encode mine"], ["encode 1"]]


def test_a_question_too_many_is_refused_and_the_others_are_answered(model):
    visitors = Visitors(model)
    visitors.queued.service.max_waiting = 2
    visitors.occupy(model)
    two = [visitors.ask("a", lambda queued: queued.encode("x")) for _ in range(2)]
    third = visitors.ask("b", lambda queued: queued.encode("y"))
    with pytest.raises(UserError, match="Too many people are using this model"):
        third.result(20)
    model.gate.set()
    assert [answer.result(20) for answer in two] == ["x", "x"]


def test_who_waits_hears_how_many_are_before_and_who_leaves_is_not_answered(model):
    counts = []

    def start_wait():
        def watch(count, seconds):
            counts.append(count)
            if visitors.who.name == "leaves" and seconds > 0.3:
                # Like Streamlit's exceptions to stop a run, not an Exception.
                raise KeyboardInterrupt

        return watch

    visitors = Visitors(model, start_wait=start_wait)
    visitors.occupy(model)
    stays = visitors.ask("stays", lambda queued: queued.encode("x"))
    leaves = visitors.ask("leaves", lambda queued: queued.encode("y"))
    with pytest.raises(KeyboardInterrupt):
        leaves.result(20)
    assert {0, 1} <= {*counts}
    model.gate.set()
    assert stays.result(20) == "x"
    assert ["encode y"] not in model.runs
    assert waiting(visitors.queued) == 0


def test_a_refusal_reaches_who_asked_and_nobody_else(model):
    visitors = Visitors(model)
    visitors.occupy(model)
    texts = ["one", "bad", "two"]
    answers = [
        visitors.ask(text, lambda queued, text=text: queued.trace(ask(text))) for text in texts
    ]
    model.gate.set()
    assert answers[0].result(20) == "one"
    assert answers[2].result(20) == "two"
    with pytest.raises(UserError, match="This one is refused"):
        answers[1].result(20)


@pytest.mark.parametrize("question", ["fill", "guess", "follows", "draw_masks", "next_words"])
def test_every_question_waits_in_the_queue(model, question):
    def answer(request, *more):
        return threading.current_thread().name, request, more

    setattr(model, question, answer)
    more = (3,) if question == "draw_masks" else ()
    queued = QueuedModel(model)
    thread, request, _ = getattr(queued, question)(ask("1"), *more)
    assert thread == "queue of slow"
    assert request == ask("1")


@pytest.mark.thorough
def test_short_questions_are_answered_while_a_long_one_goes_on(model):
    model.gate.set()
    visitors, reports = Visitors(model), []

    def silence(queued):
        return queued.silence_each(
            ask("x"), progress=lambda done, total: reports.append((done, total))
        )

    long = visitors.pool.submit(
        lambda: (setattr(visitors.who, "name", "a"), silence(visitors.queued))[1]
    )
    assert model.busy.wait(20)
    assert visitors.ask("b", lambda queued: queued.trace(ask("y"))).result(20) == "y"
    assert not long.done()
    assert long.result(20) == "all heads"
    assert reports
    assert reports[-1][1] == 200


def test_a_long_question_ends_when_nobody_waits_for_it(model):
    class LeftError(BaseException):
        pass

    def leave(done, total):
        raise LeftError

    visitors = Visitors(model)
    with pytest.raises(LeftError):
        visitors.who.name = "a"
        visitors.queued.silence_each(ask("x"), progress=leave)
    steps = len(model.runs)
    assert visitors.queued.encode("next") == "next"
    assert steps < 200
    assert len(model.runs) <= steps + 3


def test_many_requests_of_one_visitor_stand_in_the_queue_in_part(model):
    model.gate.set()
    visitors, reports = Visitors(model), []
    visitors.who.name = "a"
    requests = [ask(f"{place:03}") for place in range(_CHUNK + 10)]
    traces = visitors.queued.trace_many(requests, lambda *done: reports.append(done))
    assert traces == [request.sentence for request in requests]
    assert reports[-1] == (_CHUNK + 10, _CHUNK + 10)
    assert len(reports) == _CHUNK + 10


@pytest.mark.slow
def test_four_visitors_at_once_get_what_each_gets_alone_to_the_last_bit(request):
    shipped = request.getfixturevalue("shipped")
    texts = [
        "I am tired.",
        "The small dog sleeps.",
        "We see a red car.",
        "She likes the old house.",
    ]
    requests = [Request(shipped.name, text) for text in texts]
    queued = QueuedModel(shipped)
    with ThreadPoolExecutor(len(requests)) as pool:
        traces = [*pool.map(queued.trace, requests)]
    for one, trace in zip(requests, traces, strict=True):
        alone = shipped.trace(one)
        assert trace.translation == alone.translation
        for stack in ("encoder", "decoder", "cross"):
            for name in ("weights", "scores", "head_output"):
                both = [getattr(run.attention[stack], name) for run in (trace, alone)]
                assert np.array_equal(*both)


@pytest.fixture
def shipped():
    import models

    return models.load("transformer", device="cpu")


def test_an_idle_thread_ends_and_the_next_question_starts_another(model, monkeypatch):
    monkeypatch.setattr("models.serving.queue._IDLE", 0.02)
    queued = QueuedModel(model)
    model.gate.set()
    for text in ("one", "two"):
        assert queued.trace(ask(text)) == text
        wait_until(lambda: queued.service._thread is None)


def test_a_question_that_comes_just_when_the_thread_ends_is_answered(model, monkeypatch):
    """It is in the queue without a signal: the wait for one was over already."""
    monkeypatch.setattr("models.serving.queue._IDLE", 0.02)
    queued, late = QueuedModel(model), _Question("late", call=lambda report: "answered")
    model.gate.set()
    queues, condition = queued.service._queues, queued.service._changed
    wait = condition.wait

    def wait_until_it_is_over(timeout):
        came = wait(timeout)
        if not came and not late.answer.done():
            queues["late"] = deque([late])
        return came

    monkeypatch.setattr(condition, "wait", wait_until_it_is_over)
    assert queued.trace(ask("one")) == "one"
    assert late.answer.result(timeout=10) == "answered"


def test_a_model_that_nobody_holds_any_more_is_freed_while_its_thread_waits(monkeypatch):
    """Ten models asked in a row, each by a thread that waits on, took 300 MB."""
    monkeypatch.setattr("models.serving.queue._IDLE", 60.0)
    slow = SlowModel()
    slow.gate.set()
    queued, freed = QueuedModel(slow), weakref.ref(slow)
    assert queued.trace(ask("one")) == queued.encode("one") == "one"
    del slow, queued
    wait_until(lambda: freed() is None)
