"""A model in another process answers like a model in this process."""

import socket
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from models import Ablation, Request, UserError, WhatIf
from models.serving import client, wire
from models.serving import replica as served
from models.serving.client import ServedModel
from tests.backend import assert_equal, make_replica, running_replica
from tests.marks import slow_after
from tests.serving import ROOT, free_port

SENTENCES = "I am tired.", "The small dog sleeps."


@pytest.fixture(scope="module")
def replica():
    with pytest.MonkeyPatch.context() as monkeypatch:
        yield make_replica(monkeypatch, "transformer", "bilstm-dot")


@pytest.fixture(scope="module")
def address(replica):
    with running_replica(replica) as running:
        yield running


@pytest.fixture
def there(address):
    return ServedModel(address, "transformer")


@pytest.mark.parametrize("sentence", slow_after(1, SENTENCES))
@pytest.mark.parametrize(
    "method, more",
    slow_after(
        1,
        [
            ("trace", ()),
            ("silence_each", ()),
            ("gradients", (0,)),
            ("next_words", ()),
            ("layer_states", ("encoder",)),
        ],
    ),
)
def test_what_is_asked_there_is_what_is_asked_here(there, model, method, more, sentence):
    as_trained = method in ("gradients", "layer_states")  # these read only the model as trained
    what_if = WhatIf() if as_trained else WhatIf(silenced=(("encoder", 0, 1),))
    request = Request("transformer", sentence, None, what_if)
    assert_equal(getattr(there, method)(request, *more), getattr(model, method)(request, *more))


def test_so_is_what_is_asked_without_a_request(there, model):
    assert there.translate([*SENTENCES]) == model.translate([*SENTENCES])
    assert_equal(there.encode(SENTENCES[0]), model.encode(SENTENCES[0]))
    assert_equal(dict(there.parameters("encoder", 1)), dict(model.parameters("encoder", 1)))
    assert there.similar_words("dog") == model.similar_words("dog")


def test_what_a_model_is_lies_here(there, model):
    assert there.capabilities == model.capabilities
    assert there.card == model.card
    assert there.attention_sizes == model.attention_sizes
    assert there.longest == model.longest
    assert there.tokenizer.encode(SENTENCES[0]) == model.tokenizer.encode(SENTENCES[0])
    assert there.vocabulary_size == len(model.embedding)
    for name in ("window", "blocked"):
        assert there.explain_unsupported(name) == model.explain_unsupported(name)
    with pytest.raises(AttributeError, match="network"):
        _ = there.network


@pytest.mark.slow
def test_many_traces_come_in_their_order(there, model):
    requests = [Request("transformer", f"I see {word} dogs.") for word in ("two", "ten", "no")]
    reports = []
    traces = there.trace_many(requests, lambda *report: reports.append(report))
    assert [trace.request for trace in traces] == requests
    assert reports == [(1, 3), (2, 3), (3, 3)]
    for trace, request in zip(traces, requests, strict=True):
        assert_equal(
            trace.attention["cross"].weights, model.trace(request).attention["cross"].weights
        )


def test_a_trace_is_frozen_there_too(there):
    trace = there.trace(Request("transformer", SENTENCES[0]))
    with pytest.raises(ValueError, match="read-only"):
        trace.attention["encoder"].weights[:] = 0


def test_an_error_is_the_one_that_the_model_raises(there, model):
    request = Request("transformer", SENTENCES[0], None, WhatIf(silenced=(("encoder", 9, 0),)))
    errors = []
    for one in (model, there):
        with pytest.raises(UserError) as raised:
            one.trace(request)
        errors.append((raised.value.text, raised.value.values))
    assert errors[0] == errors[1]


def test_of_requests_run_together_each_gets_its_error(replica):
    good, bad = Request("transformer", SENTENCES[0]), Request("transformer", " ".join(["a"] * 600))
    other = Request("bilstm-dot", SENTENCES[1])
    answers = served._trace_all(replica.models, [good, bad, other, good])
    assert isinstance(answers[1], UserError)
    assert [answer.request for answer in answers if answer is not answers[1]] == [good, other, good]


def test_a_model_that_is_not_there_is_refused_with_those_that_are(address):
    with pytest.raises(UserError, match="no “nothing”, only: transformer, bilstm-dot"):
        ServedModel(address, "nothing")


@pytest.mark.parametrize(
    "address", ["127.0.0.1:8000", "http://a:1", "ray://", "ray://a", "ray://a:b"]
)
def test_an_address_of_another_form_is_refused(address):
    with pytest.raises(UserError, match="ray://HOST:PORT"):
        ServedModel(address, "transformer")


def test_an_address_where_nobody_answers_is_named():
    with pytest.raises(UserError, match="do not answer at “ray://127.0.0.1:1”"):
        ServedModel("ray://127.0.0.1:1", "transformer")


def test_machines_that_stop_and_start_again_answer_again(replica):
    port = free_port()
    with running_replica(replica, port) as running:
        there = ServedModel(running, "transformer")
    with pytest.raises(UserError, match="do not answer"):
        there.encode(SENTENCES[0])
    with running_replica(replica, port):
        assert there.encode(SENTENCES[0]).sentence == SENTENCES[0]


def test_an_answer_that_breaks_off_is_asked_for_again(there, monkeypatch):
    tries = []
    read = client.read_part

    def break_once(*arguments):
        tries.append(arguments)
        if len(tries) == 1:
            raise EOFError("the answer breaks off")
        return read(*arguments)

    monkeypatch.setattr(client, "read_part", break_once)
    assert there.encode(SENTENCES[0]).sentence == SENTENCES[0]
    assert len(tries) == 2


def test_machines_that_listen_and_are_silent_are_asked_once(monkeypatch):
    monkeypatch.setattr(client, "_SILENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(UserError, match="do not answer"):
            ServedModel(f"ray://127.0.0.1:{port}", "transformer")
        silent.settimeout(0.2)
        silent.accept()[0].close()
        with pytest.raises(TimeoutError):
            silent.accept()


class SlowModel:
    """Reports its progress until it is told to stop."""

    def __init__(self):
        self.gate, self.steps, self.ended = threading.Event(), 0, threading.Event()

    def configure_threads(self):
        pass

    def translate(self, sentences):
        return sentences

    def silence_each(self, request, progress):
        try:
            while not self.gate.is_set():
                self.steps += 1
                progress(self.steps, 1000)
                time.sleep(0.01)
        finally:
            self.ended.set()
        return Ablation(request, (), (), np.zeros((0, 0)), np.zeros(0))


@pytest.fixture
def slow(replica, monkeypatch):
    monkeypatch.setattr(served, "_BEAT", 0.05)
    slow = SlowModel()
    monkeypatch.setitem(replica.models, "transformer", slow)
    yield slow
    slow.gate.set()


def test_a_long_question_reports_how_far_it_is_and_lets_others_in(there, slow):
    reports = []

    def report(done, total):
        reports.append((done, total))
        assert there.translate(["short"]) == ["short"]
        if len(reports) == 3:
            slow.gate.set()

    request = Request("transformer", "a")
    assert there.silence_each(request, progress=report).request == request
    assert reports == sorted(reports)
    assert reports[0][0] > 0
    assert {report[1] for report in reports} == {1000}


def test_a_question_that_nobody_waits_for_ends(there, slow):
    class LeftError(BaseException):
        pass

    def leave(count, seconds):
        raise LeftError

    there.start_wait = lambda: leave
    with pytest.raises(LeftError):
        there.silence_each(Request("transformer", "a"))
    assert slow.ended.wait(10)
    assert not slow.gate.is_set()


def test_a_question_goes_over_the_wire_as_it_is():
    what_if = WhatIf(silenced=(("encoder", 0, 1),), forced=(("cross", 0, 1, 2, 0, 0.25),))
    request = Request("transformer", "Où ça ?\U0001f600", "« Là »", what_if, draft="x")
    question = wire.WireQuestion("a", "next_words", (request, np.int64(3)), {"top_p": 0.9})
    read = wire.read_question(wire.write_question(question))
    assert read == question
    assert read.arguments[0].draft == "x"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b'["a", "network", [], {}]',
        b'["transformer", "trace", ["no request"], {}]',
        wire.write_question(wire.WireQuestion("a", "trace", (Request("b", "To another."),))),
        b'["a", "__class__", [], {}]',
        b'["a", "trace", [{"pickle": 1}], {}]',
        b'["a", "trace", [{"request": {"what_if": {}, "record": {}, "file": 1}}], {}]',
    ],
)
def test_what_is_no_question_is_not_asked(address, body):
    with pytest.raises((ValueError, TypeError, KeyError)):
        wire.read_question(body)
    host, port = address.removeprefix("ray://").split(":")
    connection = client.HTTPConnection(host, int(port), timeout=10)
    connection.request("POST", "/", body)
    assert connection.getresponse().status == 400
    connection.close()


def test_who_asks_loads_neither_torch_nor_ray(address):
    code = (
        "import sys; from models import Request; from models.serving.client import ServedModel; "
        f"there = ServedModel({address!r}, 'transformer'); "
        "print(there.trace(Request('transformer', 'I am tired.')).translation); "
        "print({'torch', 'ray', 'starlette'} & {*sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.endswith("\nset()\n")
