"""Ray Serve with two replicas on this machine: the same results, even when a replica dies."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path

import pytest
import streamlit as st

import models
from models import Request, UserError
from models.serving.client import ServedModel
from models.serving.secret import NONCE, SECRET_VARIABLE, SIGNATURE, sign_question
from models.serving.wire import WireQuestion, version, write_question
from tests.backend import assert_equal
from tests.pages import alerts, app, pictures
from tests.serving import ROOT, free_port

pytestmark = pytest.mark.weekly
SENTENCES = "I am tired.", "The small dog sleeps."
KEY = "a secret of both sides"
MARK = "HEADS_UP_TEST_OF_RAY"  # in the environment of every process that is started here


def processes(value: str) -> dict[int, str]:
    """Return the names of the processes with this environment variable, by process id."""
    names = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if f"{MARK}={value}".encode() in (folder / "environ").read_bytes().split(b"\0"):
                names[int(folder.name)] = (folder / "comm").read_text().strip()
        except OSError:  # it has just ended, or belongs to another user
            continue
    return names


@pytest.fixture(scope="module", autouse=True)
def key():
    """Give both sides the same key."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv(SECRET_VARIABLE, KEY)
        yield


@pytest.fixture(scope="module")
def serving():
    """Start the command; yields it, its port and the value of its variable."""
    port, folder = free_port(), tempfile.mkdtemp(prefix="ray")  # a socket's path must be short
    command = [sys.executable, "-m", "models.serving", "transformer", "--replicas", "2"]
    with (
        tempfile.TemporaryFile("w+") as log,
        subprocess.Popen(
            [*command, "--port", str(port)],
            cwd=ROOT,
            env=os.environ | {MARK: str(port), "RAY_TMPDIR": folder},
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as process,
    ):
        line = process.stdout.readline()
        if not line:
            log.seek(0)
            pytest.fail(log.read())
        assert line == f"HEADS_UP_BACKEND=ray://127.0.0.1:{port} answers for: transformer\n"
        yield process, port
        process.terminate()
        process.wait(60)
    shutil.rmtree(folder)


@pytest.fixture
def port(serving):
    return serving[1]


@pytest.fixture
def there(port):
    return ServedModel(f"ray://127.0.0.1:{port}", "transformer")


@pytest.mark.parametrize("sentence", SENTENCES)
def test_replicas_answer_as_a_model_of_this_process(there, model, sentence):
    request = Request("transformer", sentence)
    for method in ("trace", "silence_each", "gradients", "next_words"):
        assert_equal(getattr(there, method)(request), getattr(model, method)(request))
    assert there.translate([sentence]) == model.translate([sentence])
    assert_equal(there.encode(sentence), model.encode(sentence))


def test_without_the_key_nothing_is_answered(port, monkeypatch):
    monkeypatch.delenv(SECRET_VARIABLE)
    with pytest.raises(UserError, match="do not accept the key of this server"):
        ServedModel(f"ray://127.0.0.1:{port}", "transformer")


def test_what_many_ask_at_once_is_what_each_gets_alone(there, model):
    requests = [Request("transformer", f"I see {place} {SENTENCES[1]}") for place in range(40)]
    for trace, request in zip(there.trace_many(requests), requests[:5], strict=False):
        assert_equal(trace, model.trace(request))


def test_a_question_that_nobody_waits_for_is_not_answered(there, port):
    def ask_and_leave(number):
        connection = HTTPConnection("127.0.0.1", port)
        body, nonce = write_question(question), str(number)
        signature = sign_question(KEY.encode(), version(), nonce, body)
        connection.request("POST", "/", body, {NONCE: nonce, SIGNATURE: signature.text})
        time.sleep(0.3)  # until a replica has it; at the first beat it may be answered already
        connection.close()

    request = Request("transformer", SENTENCES[0])
    there.gradients(request)
    start = time.monotonic()
    there.gradients(request)
    alone = time.monotonic() - start
    question = WireQuestion("transformer", "gradients", (request,))
    with ThreadPoolExecutor(30) as pool:
        [*pool.map(ask_and_leave, range(30))]
    start = time.monotonic()
    there.encode(SENTENCES[0])
    assert time.monotonic() - start < 5 * alone  # not 15, a replica's share of them


def test_the_app_draws_its_front_page_with_no_model_of_its_own(port, monkeypatch):
    monkeypatch.setenv("HEADS_UP_BACKEND", f"ray://127.0.0.1:{port}")
    monkeypatch.setattr(models, "load", None)
    st.cache_resource.clear()
    try:
        test = app(sentence=SENTENCES[1])
        assert not test.exception
        assert not alerts(test)
        assert pictures(test)
    finally:
        st.cache_resource.clear()


def test_a_replica_that_dies_takes_no_question_with_it(there, model, port):
    request = Request("transformer", SENTENCES[0])
    expected, answers = model.gradients(request), []
    threads = [
        threading.Thread(target=lambda: answers.append(there.gradients(request))) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    time.sleep(0.3)  # replicas have both requests
    replicas = [number for number, name in processes(str(port)).items() if "Repl" in name]
    os.kill(replicas[0], signal.SIGKILL)
    for thread in threads:
        thread.join(200)
    assert len(answers) == 6
    for answer in answers:
        assert_equal(answer, expected)


def test_nothing_is_left_when_the_command_ends(serving):
    process, port = serving
    assert len(processes(str(port))) > 3
    process.terminate()
    process.wait(60)
    for _ in range(100):
        if not processes(str(port)):
            break
        time.sleep(0.1)
    assert not processes(str(port))
