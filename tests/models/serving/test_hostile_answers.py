"""Whatever answers at the address of the models, a page server reports a sentence."""

import json
import pickle
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

from models import Request, UserError
from models.serving import client, wire
from models.serving.client import ServedModel
from models.serving.secret import sign_question
from models.serving.values import encode_value
from tests.backend import make_replica, running_replica

KEY = "a secret of both sides"
VERSION = {"Heads-Up-Version": wire.version()}
FACTS = wire.Facts(
    **dict.fromkeys(("name", "device_name"), "x"),
    card={},
    capabilities=None,
    tokenizer=None,
    attention_sizes={},
    longest=1,
    lstms=(),
    what_ifs=frozenset(),
    vocabulary_size=1,
)


class Bomb:
    """A pickle that leaves a file behind when it is read."""

    def __init__(self, mark: Path):
        self.mark = mark

    def __reduce__(self):
        return Path.touch, (self.mark,)


@contextmanager
def answering(body, status: int = 200, headers: dict[str, str] = VERSION):
    """Run a server that gives this answer to every request; yields its address.

    `body` may be a function of the request.
    """

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            question = self.rfile.read(int(self.headers["Content-Length"]))
            content = body(question, self.headers) if callable(body) else body
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *arguments):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"ray://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def framed(content: bytes, *arrays: bytes, kind: object = "value", lengths=None) -> bytes:
    """Return an answer with this content after its header."""
    lengths = [len(content), *map(len, arrays)] if lengths is None else lengths
    return (
        json.dumps({"kind": kind, "lengths": lengths}).encode() + b"\n" + content + b"".join(arrays)
    )


def old_answer(value: object) -> bytes:
    """Return an answer of the version that sent pickles."""
    content = pickle.dumps(value)
    return json.dumps({"lengths": [len(content)]}).encode() + b"\n" + content


def facts_with(**changed: object) -> bytes:
    """Return the facts of a model with some changed."""
    return framed(encode_value(FACTS._replace(**changed))[0])


UNREADABLE = {
    "a pickle that is framed as an answer": framed(pickle.dumps({})),
    "a page of another program": b"<html>Hello</html>\n",
    "nothing but a line": b"\n",
    "no lengths": b'{"kind": "value"}\n',
    "lengths that are no list": framed(b"", lengths=7),
    "no parts": framed(b"", lengths=[]),
    "a huge length": framed(b"{}", lengths=[2, 10**15]),
    "a huge JSON": framed(b"{}", lengths=[2**30]),
    "many lengths that are huge together": framed(b"{}", lengths=[2, *[2**30] * 9]),
    "a negative length": framed(b"{}", lengths=[-1]),
    "a length that is not a number": framed(b"{}", lengths=[float("nan")]),
    "an infinite length": framed(b"{}", lengths=[float("inf")]),
    "a length that is true": framed(b"{}", lengths=[True]),
    "a line without an end": b"[" * 10**6,
    "a header that is nested deeply": b"[" * 60_000 + b"\n",
    "a value that is nested deeply": framed(b"[" * 10**6),
    "a beat of words": b'["many", 1, 2]\n',
    "a beat of many numbers": b"[1, 2, 3, 4]\n",
    "a beat below 0": b"[-1]\n",
    "another kind of answer": framed(b"{}", kind="class"),
    "a kind that is a list": framed(b"{}", kind=["error"]),
    "no facts": framed(b"{}"),
    "facts that are missing": framed(b"[]"),
    "a number for a name": facts_with(name=7),
    "a list for a card": facts_with(card=[1]),
    "a fraction for a size": facts_with(vocabulary_size=1.5),
    "not a number for a size": facts_with(longest=float("nan")),
    "capabilities of no task": facts_with(capabilities=["x"] * 19),
    "an error of numbers": framed(b"[1, 2, 3]", kind="error"),
    "an error without a text": framed(b'["UserError", [], {}]', kind="error"),
    "a sentence that fills the memory": framed(
        b'["UserError", ["{a:>9999999999}"], {"a": 1}]', kind="error"
    ),
    "a sentence that looks inside": framed(
        b'["UserError", ["{a.__class__}"], {"a": 1}]', kind="error"
    ),
    "a sentence without its values": framed(b'["UserError", ["{a} {b}"], {"a": 1}]', kind="error"),
}


@pytest.mark.parametrize("body", [pytest.param(UNREADABLE[name], id=name) for name in UNREADABLE])
def test_an_answer_that_cannot_be_read_is_a_sentence(body):
    with answering(body) as address, pytest.raises(UserError, match="cannot be read"):
        ServedModel(address, "transformer")


def array_of(dtype: object = "<f8", shape: object = (1,), order: object = "C", place: object = 0):
    return framed(json.dumps([place, dtype, shape, order]).encode(), bytes(8))


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(array_of(shape=[-1]), id="a negative shape"),
        pytest.param(array_of(shape=[2]), id="a shape of more numbers"),
        pytest.param(array_of(shape=[2**62, 4]), id="a shape beyond all numbers"),
        pytest.param(array_of(shape=[float("nan")]), id="a shape that is not a number"),
        pytest.param(array_of(shape=[1] * 100), id="a hundred axes"),
        pytest.param(array_of(dtype="|O"), id="objects"),
        pytest.param(array_of(dtype="V8"), id="structures"),
        pytest.param(array_of(dtype={"f0": "O"}), id="a dict of types"),
        pytest.param(array_of(place=1), id="an array that did not come"),
        pytest.param(array_of(order="X"), id="another order"),
        pytest.param(framed(b"null"), id="no array"),
    ],
)
def test_so_is_one_with_an_array_that_is_none(body):
    question = wire.WireQuestion("gpt", "distribution", ([1],))
    with answering(body) as address, pytest.raises(UserError, match="cannot be read"):
        client._ask(address, question, lambda beat: None)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b'{"kind": "value", "len',
        framed(b"[", lengths=[2]),
        framed(b"[]", b"1234", lengths=[2, 8]),
        b"[0, 0, 0]\n",
    ],
)
def test_an_answer_that_breaks_off_is_no_answer(body):
    with answering(body) as address, pytest.raises(UserError, match="do not answer"):
        ServedModel(address, "transformer")


@pytest.mark.parametrize("headers", [{}, VERSION, {"Heads-Up-Version": "another"}])
def test_nothing_that_answers_runs_code_here(tmp_path, headers):
    mark = tmp_path / "mark"
    with (
        answering(old_answer(Bomb(mark)), headers=headers) as address,
        pytest.raises(UserError),
    ):
        ServedModel(address, "transformer")
    assert not mark.exists()


@pytest.mark.parametrize("status", [200, 403])
def test_another_version_is_named(status):
    missing = b"\x80\x04cmodels.of_another_version\nNewClass\n."
    body = b'{"lengths": [%d]}\n' % len(missing) + missing
    headers = {"Heads-Up-Version": "another"}
    with (
        answering(body, status, headers) as address,
        pytest.raises(UserError, match=r"another version of Heads Up \(another\)"),
    ):
        ServedModel(address, "transformer")


def test_an_error_of_whoever_looks_at_the_wait_stays_that_error():
    def leave(beat):
        raise KeyError("left")

    question = wire.WireQuestion("gpt", "translate", (["a"],))
    with answering(b"[1, 0, 0]\n") as address, pytest.raises(KeyError, match="left"):
        client._ask(address, question, leave)


def test_a_question_that_the_machines_would_not_read_is_not_sent():
    question = wire.WireQuestion("gpt", "translate", (["a" * 5_000_000],))
    with pytest.raises(UserError, match=r"This text has 4.8 MB.*at most 4\."):
        client._ask("ray://127.0.0.1:1", question, lambda beat: None)


# --- with a key ----------------------------------------------------------------------------------


@pytest.fixture
def served(monkeypatch):
    """The address of a replica that has a key."""
    with running_replica(make_replica(monkeypatch, "transformer", key=KEY.encode())) as address:
        yield address


def test_with_the_same_key_on_both_sides_all_is_as_without(served, model, monkeypatch):
    monkeypatch.setenv("HEADS_UP_BACKEND_KEY", KEY)
    there = ServedModel(served, "transformer")
    request = Request("transformer", "I am tired.")
    assert there.trace(request).translation == model.trace(request).translation
    with pytest.raises(UserError, match="no word in this sentence"):
        there.trace(Request("transformer", " "))


@pytest.mark.parametrize("key", ["", "another key of a page server"])
def test_a_question_with_another_key_is_not_answered(served, key, monkeypatch):
    monkeypatch.setenv("HEADS_UP_BACKEND_KEY", key)
    with pytest.raises(UserError, match="do not accept the key of this server"):
        ServedModel(served, "transformer")


def signed_answer(value: object):
    """Answer the first request with a signed value, and repeat it for all others."""
    answers: list[bytes] = []

    def answer(question, headers):
        if not answers:
            signature = sign_question(
                KEY.encode(), wire.version(), headers["Heads-Up-Nonce"], question
            )
            assert signature.is_equal(headers["Heads-Up-Signature"])
            answers.append(wire.write_answer(value, signature))
        return answers[0]

    return answer


def test_an_answer_that_was_given_before_is_refused(monkeypatch):
    monkeypatch.setenv("HEADS_UP_BACKEND_KEY", KEY)
    question = wire.WireQuestion("gpt", "distribution", ([1],))
    with answering(signed_answer(np.arange(3.0))) as address:
        assert client._ask(address, question, lambda beat: None).tolist() == [0, 1, 2]
        with pytest.raises(UserError, match="not signed with the key"):
            client._ask(address, question, lambda beat: None)


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body.replace(b'"signature"', b'"unsigned"'),
        lambda body: body.replace(b'"signature": "', b'"signature": "0'),
        lambda body: body[:-1] + b"\1",
        lambda body: body.replace(b"<f8", b"<i8"),
        lambda body: framed(b"[]"),
    ],
)
def test_an_answer_that_was_changed_on_its_way_is_refused(change, monkeypatch):
    monkeypatch.setenv("HEADS_UP_BACKEND_KEY", KEY)
    answer = signed_answer(np.arange(3.0))
    question = wire.WireQuestion("gpt", "distribution", ([1],))
    with (
        answering(lambda *asked: change(answer(*asked))) as address,
        pytest.raises(UserError, match="not signed with the key"),
    ):
        client._ask(address, question, lambda beat: None)


@pytest.mark.parametrize("host", ["192.0.2.1", "models", "0.0.0.0", "[2001:db8::1]"])
def test_an_address_of_other_machines_needs_a_key(host, monkeypatch):
    monkeypatch.delenv("HEADS_UP_BACKEND_KEY", raising=False)
    with pytest.raises(UserError, match="Set HEADS_UP_BACKEND_KEY to the same secret"):
        ServedModel(f"ray://{host}:8000", "transformer")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "localhost", "[::1]"])
def test_this_machine_needs_none(host, monkeypatch):
    monkeypatch.delenv("HEADS_UP_BACKEND_KEY", raising=False)
    with pytest.raises(UserError, match="do not answer"):
        ServedModel(f"ray://{host}:1", "transformer")


def test_a_short_key_is_refused(monkeypatch):
    monkeypatch.setenv("HEADS_UP_BACKEND_KEY", "secret")
    with pytest.raises(UserError, match="has 6 characters"):
        ServedModel("ray://127.0.0.1:1", "transformer")
