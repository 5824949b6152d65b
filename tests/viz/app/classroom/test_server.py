"""The server of classes over HTTP: phones, the lecturer, and what is refused."""

import asyncio
import json
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import closing

import pytest

from models import UserError
from tests.benchmarks.votes import TASK, hold_class, serving_classes
from tests.protocol import run_apart
from tests.serving import ROOT
from tests.viz.app.classroom.exercises import EXERCISE, JUDGEMENT, MEASUREMENT, POLL
from viz.app import class_server
from viz.app.classroom import read_task, write_task
from viz.app.classroom.server import names_class
from viz.cli.classes import main

BIG = "x" * 2**19


@pytest.fixture(scope="module")
def port():
    with serving_classes() as (port, _):
        yield port


def post(port: int, path: str, message: object, query: str = "") -> tuple[int, dict]:
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    address = f"http://127.0.0.1:{port}/class/{path}{query}"
    try:
        with urllib.request.urlopen(address, body, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def open_class(port: int, task: object = EXERCISE) -> tuple[str, str]:
    """Open a class; return its ticket and its code."""
    ticket = post(port, "lead", {"act": "ask", "task": write_task(task)})[1]["ticket"]
    return ticket, ticket.partition(".")[0]


def events(port: int, code: str, count: int, phone: str = "", language: str = "en") -> list:
    """Return the first events of a phone: name and data."""
    address = f"http://127.0.0.1:{port}/class/events"
    asked = f"?code={code}&phone={phone}&language={language}"
    heard, name = [], ""
    with urllib.request.urlopen(address + asked, timeout=30) as stream:
        assert stream.headers["Content-Type"] == "text/event-stream"
        assert stream.headers["Access-Control-Allow-Origin"] == "*"
        while len(heard) < count:
            line = stream.readline().decode()
            if line.startswith("event: "):
                name = line[7:].strip()
            elif line.startswith("data: "):
                heard.append((name, json.loads(line[6:])))
    return heard


def hall(port: int, ticket: str, count: int = 2, language: str = "en") -> list[dict]:
    """Return the first lines that the lecturer hears."""
    message = {"ticket": ticket, "link": "http://10.0.0.9/", "language": language}
    address = f"http://127.0.0.1:{port}/class/hall"
    with urllib.request.urlopen(address, json.dumps(message).encode(), timeout=30) as stream:
        return [json.loads(stream.readline()) for _ in range(count)]


def test_fifty_phones_vote_and_none_is_lost(port):
    result = run_apart(asyncio.wait_for(hold_class(port, 50), 60))
    assert (result.counted, result.votes) == (50, 50)
    assert max(result.waits) < 10


def test_a_phone_answers_changes_its_mind_and_hears_the_truth(port):
    ticket, code = open_class(port)
    (_, you), (_, task) = events(port, code.lower(), 2)
    assert (you["answers"], task["revealed"], task["texts"]["sentence"]) == (
        {},
        False,
        "The dog <b>.",
    )
    assert [option["word"] for option in task["questions"][1]["options"]] == ["The", "dog", "<b>"]
    assert "weight" not in json.dumps(task["questions"])
    for place in (1, 2):
        message = {"code": code, "phone": you["phone"], "round": 1, "answers": {"0": place}}
        status, kept = post(port, "answer", message)
    assert (status, kept["isKept"], kept["answers"]) == (200, True, {"0": 2})
    first, counts = hall(port, ticket)
    assert first["link"] == f"http://10.0.0.9/?class={code}"
    assert first["image"].startswith("data:image/svg+xml")
    assert "<strong>1 of 1 phone</strong> answered" in counts["html"]
    assert "✓" not in counts["html"]
    post(port, "lead", {"act": "reveal", "revealed": True, "ticket": ticket})
    assert post(port, "answer", message)[1]["isKept"] is False
    (_, again), (_, truth) = events(port, code, 2, you["phone"])
    assert again == {**you, "answers": {"0": 2}}
    assert [option.get("isBest") for option in truth["questions"][0]["options"]] == [
        *(False, False, True, False)
    ]
    assert truth["results"][1].startswith("You found 1 of 2.")
    assert "1.0 of 2 right" in hall(port, ticket)[1]["html"]


def test_only_the_ticket_leads_and_closing_tells_phones_and_lecturer(port):
    ticket, code = open_class(port)
    for forged in ("", code, f"{code}.", f"{code}.{'x' * 22}", None, 3):
        assert post(port, "lead", {"act": "close", "ticket": forged}) == (200, {"ticket": ""})
        assert hall(port, str(forged), 1) == [{"isOver": True}]
    assert hall(port, ticket)[1]["round"] == 1
    assert post(port, "lead", {"act": "close", "ticket": ticket}) == (200, {"ticket": ""})
    ((name, sentence),) = events(port, code, 1)
    assert (name, sentence[:31]) == ("over", f"No class with the code {code} is")
    assert post(port, "answer", {"code": code})[1] == {"isKept": False}


def test_the_phone_and_the_lecturer_read_french_where_they_ask_for_it(port):
    ticket, code = open_class(port)
    _, (_, task) = events(port, code, 2, language="fr")
    assert task["texts"]["hint"] == "Touchez un mot dans chaque ligne."
    assert "téléphone" in hall(port, ticket, language="fr")[1]["html"]
    assert "damaged" in post(port, "lead", {"act": "ask"}, "?language=en")[1]["error"]
    assert "abîmée" in post(port, "lead", {"act": "ask"}, "?language=fr")[1]["error"]


def test_a_number_is_counted_in_a_histogram_beside_chance(port):
    ticket, code = open_class(port, MEASUREMENT)
    (_, you), (_, task) = events(port, code, 2)
    assert task["field"]["measure"] == "previous"
    message = {"code": code, "phone": you["phone"], "round": 1}
    for wrong in ([2, 0.1], ["0.5", 0.1], [0.5], 0.5, [True, 0.1], {"value": 1}):
        assert post(port, "answer", {**message, "number": wrong})[1]["number"] is None
    assert post(port, "answer", {**message, "number": [0.62, 0.1]})[1]["number"] == [0.62, 0.1]
    html = hall(port, ticket)[1]["html"]
    bars = html.partition('class="histogram"')[2].partition("</div>")[0].split("<b ")[1:]
    assert [place for place, bar in enumerate(bars) if ">1</b>" in bar] == [12]  # 0.60 to 0.65
    assert "left:10.00%" in html
    assert "Median <strong>0.62</strong>" in html


@pytest.mark.parametrize("task", [EXERCISE, JUDGEMENT, MEASUREMENT, POLL, TASK])
def test_a_task_is_the_same_after_its_way(task):
    sent = json.loads(json.dumps(write_task(task)))
    assert read_task(sent) == task
    assert write_task(read_task(sent)) == write_task(task)


QUESTION = {"word": "a", "options": [0, 1], "weights": [0.5, 0.5]}
TEXTS = {"kind": "poll", "sentence": "s", "words": ["a", "b"], "questions": [QUESTION]}


@pytest.mark.parametrize(
    "wrong",
    [
        *(None, 3, [], {}, {"kind": "poll"}, {"kind": ["poll"]}),
        TEXTS | {"kind": "other"},
        TEXTS | {"sentence": 3},
        TEXTS | {"sentence": "x" * 3000},
        TEXTS | {"words": ["a"] * 700},
        TEXTS | {"words": ["a", 3]},
        TEXTS | {"questions": []},
        TEXTS | {"questions": [QUESTION | {"options": [0, 2]}]},
        TEXTS | {"questions": [QUESTION | {"options": [0, 0]}]},
        TEXTS | {"questions": [QUESTION | {"options": [0, True]}]},
        TEXTS | {"questions": [QUESTION | {"weights": [0.5, float("nan")]}]},
        TEXTS | {"questions": [QUESTION | {"weights": ["a", 1]}]},
        TEXTS | {"questions": [QUESTION] * 30},
        write_task(MEASUREMENT) | {"measure": "other"},
        write_task(MEASUREMENT) | {"choice": {"stack": "x", "layer": 0, "head": 0}},
        write_task(MEASUREMENT) | {"choice": {"stack": "cross", "layer": -1, "head": 0}},
        write_task(MEASUREMENT) | {"questions": [QUESTION], "words": ["a", "b"]},
    ],
)
def test_what_is_no_task_is_refused_with_a_sentence(wrong):
    with pytest.raises(UserError, match="cannot be asked"):
        read_task(wrong)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"\xff", b"[" * 5000, json.dumps({"act": BIG}).encode()]
)
def test_a_damaged_or_long_message_is_refused_with_a_sentence(port, body):
    for path in ("lead", "answer", "hall"):
        status, answer = post(port, path, body)
        assert (status, answer["error"][:24]) == (400, "This message is damaged ")


def test_a_head_that_does_not_end_closes_the_connection(port):
    with closing(socket.create_connection(("127.0.0.1", port), timeout=20)) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n")
        with pytest.raises(OSError):
            for _ in range(100):
                connection.sendall(b"A: " + b"x" * 2000 + b"\r\n")
                connection.settimeout(0.05)
                try:
                    if connection.recv(1) == b"":
                        raise ConnectionError
                except TimeoutError:
                    continue


@pytest.mark.slow
def test_a_slow_head_closes_the_connection(port):
    with closing(socket.create_connection(("127.0.0.1", port), timeout=30)) as connection:
        connection.sendall(b"GET / HT")
        assert connection.recv(1) == b""


def test_pages_and_scripts_and_nothing_else(port):
    def get(path: str) -> tuple[int, bytes]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}", timeout=30) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, b""

    assert b"Code of the class" in get("")[1]
    assert b"Code de la classe" in get("?language=fr")[1]
    assert b"Code of the class" not in get("?class=AB2CD")[1]
    assert get("class/ballot.js")[0] == get("class/page.css")[0] == 200
    for path in ("class/other.js", "class/../rooms.py", "class/model/x/weights.safetensors"):
        assert get(path)[0] == 404


def test_an_address_of_a_class_is_told_from_others():
    assert names_class("/", "class=AB2CD")
    assert names_class("/course/class/answer", "")
    assert not names_class("/_stcore/stream", "class=AB2CD")
    assert not names_class("/mask", "sentence=class%3Dx")
    assert not names_class("/classics", "")


def test_the_process_loads_no_streamlit_no_torch_and_no_pictures():
    code = (
        "import sys; from viz.cli.classes import LIBRARIES; "
        "LIBRARIES.class_server.configure().load(); "
        "print({'streamlit', 'torch', 'matplotlib', 'pandas', 'plotly'} & {*sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"


def test_few_open_files_are_said_with_what_to_do(monkeypatch, capsys):
    monkeypatch.setattr(class_server, "_raise_file_limit", lambda: 1024)
    class_server.configure()
    assert "1024 files, enough for 462 phones" in capsys.readouterr().err


def test_a_taken_port_ends_with_one_sentence(capsys):
    with socket.create_server(("", 0)) as taken:
        assert main(["--port", str(taken.getsockname()[1])]) == 2
    assert "cannot be used" in capsys.readouterr().err
