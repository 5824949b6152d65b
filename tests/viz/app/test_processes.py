"""Several processes behind one port: a visitor stays with one; one more has all classes."""

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import time
import urllib.error
import urllib.request

import pytest

from tests.benchmarks.votes import TASK
from tests.protocol import run_apart
from tests.serving import running_processes, server_processes
from viz.app import processes
from viz.app.classroom import write_task
from viz.cli.commands import main

HTML = {"Accept": "text/html,application/xhtml+xml"}


def request(target: str = "/", **fields: str) -> bytes:
    lines = [f"GET {target} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    return "\r\n".join([*lines, "", ""]).encode()


@pytest.fixture
def door():
    return processes._Door([None] * 4)  # the last has the classes


def test_a_new_visitor_takes_the_next_process_and_one_with_a_cookie_the_same(door):
    numbers = [door._choose(request(Accept="text/html"), "10.0.0.1") for _ in range(6)]
    assert numbers[:3] == numbers[3:]
    assert sorted(numbers[:3]) == [0, 1, 2]
    for number in range(3):
        cookie = f"theme=dark; heads-up-process={number}"
        for target in ("/", "/_stcore/stream", "/mask?sentence=class%3Dx"):
            assert door._choose(request(target, Cookie=cookie), "10.0.0.1") == number


def test_a_browser_without_cookies_goes_by_its_address(door):
    homes = {door._choose(request("/_stcore/stream"), f"10.0.0.{peer}") for peer in range(40)}
    assert homes == {0, 1, 2}
    first, second = (door._choose(request("/_stcore/stream"), "10.0.0.7") for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    "cookie", ["heads-up-process=3", "heads-up-process=-1", "heads-up-process=x", "{}=;;=\x01", "="]
)
def test_a_cookie_of_no_process_is_as_none(door, cookie):
    assert door._choose(request(Cookie=cookie), "a") == door._choose(request(), "a")


@pytest.mark.parametrize(
    "target", ["/?class=ab2cd&language=fr", "/course/?class=x", "/class/answer", "/a/class/page.js"]
)
def test_what_is_asked_for_a_class_goes_to_its_process_whatever_the_cookie(door, target):
    for number in range(3):
        cookie = f"heads-up-process={number}"
        assert door._choose(request(target, Cookie=cookie, Accept="text/html"), "a") == 3
    for other in ("/_stcore/stream?class=x", "/mask?sentence=class%3Dx", "/classics"):
        assert door._choose(request(other, Cookie="heads-up-process=1"), "a") == 1


def test_a_head_is_read_and_stays_in_the_socket_and_half_of_one_is_waited_for(monkeypatch):
    async def read(pieces: list[bytes], close: bool = False) -> tuple[bytes, bytes]:
        here, there = socket.socketpair()
        with here, there:
            reading = asyncio.create_task(processes._read_head(here))
            for piece in pieces:
                there.send(piece)
                await asyncio.sleep(0.05)
            if close:
                there.close()
            head = await reading
            here.setblocking(False)
            return head, here.recv(1000) if head else b""

    whole = request("/mask", Cookie="a=b")
    assert run_apart(read([whole])) == (whole, whole)
    assert run_apart(read([whole[:5], whole[5:]])) == (whole, whole)
    assert run_apart(read([], close=True)) == (b"", b"")
    monkeypatch.setattr(processes, "_PATIENCE", 0.2)
    assert run_apart(read([whole[:9]])) == (b"", b"")  # it never comes


@pytest.mark.parametrize(
    "options, says",
    [
        (["--processes", "0"], "Give a number from 1 to 64."),
        (["--processes", "2", "--server.sslCertFile", "x.pem"], "cannot encrypt"),
    ],
)
def test_a_wrong_call_ends_with_one_sentence(options, says, capsys):
    assert main(["app", *options]) == 2
    assert says in capsys.readouterr().err


def test_a_taken_port_ends_with_one_sentence(capsys):
    with socket.create_server(("", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["app", "--processes", "2", f"--server.port={port}"]) == 2
    assert f"Port {port} cannot be used" in capsys.readouterr().err


@pytest.fixture(scope="module")
def address():
    with running_processes() as address:
        yield address


def cookie_of(address: str, **fields: str) -> str:
    asked = urllib.request.Request(address, headers=HTML | fields)
    with urllib.request.urlopen(asked, timeout=30) as answer:
        return re.search(r"heads-up-process=(\d)", answer.headers["Set-Cookie"])[1]


@pytest.mark.slow
def test_each_process_answers_and_keeps_its_visitors(address):
    assert {cookie_of(address) for _ in range(4)} == {"0", "1"}
    for number in "01":
        assert cookie_of(address, Cookie=f"heads-up-process={number}") == number


@pytest.mark.slow
def test_a_connection_to_another_process_than_the_home_is_closed(address):
    host, port = address.removeprefix("http://").split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=30)
    connection.request("GET", "/", headers=HTML | {"Cookie": "heads-up-process=0"})
    first = connection.getresponse()
    first.read()
    assert first.status == 200
    connection.request("GET", "/mask?sentence=a", headers={"Cookie": "heads-up-process=1"})
    second = connection.getresponse()
    assert (second.status, second.headers["Location"]) == (307, "/mask?sentence=a")
    assert second.headers["Connection"] == "close"
    assert cookie_of(address + "/mask?sentence=a", Cookie="heads-up-process=1") == "1"


@pytest.mark.slow
def test_classes_are_in_a_process_of_their_own_and_phones_keep_their_cookie(address):
    host, port = address.removeprefix("http://").split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=30)
    connection.request("GET", "/?class=AB2CD", headers=HTML)
    phone = connection.getresponse()
    assert b"class/page.js" in phone.read()
    assert "Set-Cookie" not in phone.headers
    connection.request("GET", "/mask", headers=HTML)  # by the same connection
    page = connection.getresponse()
    assert (page.status, page.headers["Location"]) == (307, "/mask")
    asked = json.dumps({"act": "ask", "task": write_task(TASK)}).encode()
    tickets = []
    for _ in range(4):  # whichever process the browser comes from, the room is there
        with urllib.request.urlopen(f"{address}/class/lead", asked, timeout=30) as answer:
            tickets.append(json.load(answer)["ticket"])
    for ticket in tickets:
        again = json.dumps({"act": "reveal", "ticket": ticket}).encode()
        with urllib.request.urlopen(f"{address}/class/lead", again, timeout=30) as answer:
            assert json.load(answer)["ticket"] == ticket


@pytest.mark.slow
def test_a_process_that_dies_is_started_again(address):
    time.sleep(processes._SHORTEST_LIFE)
    before = {int(folder.name) for folder in server_processes(address)}
    assert len(before) == 4  # with the one at the door and that of the classes
    os.kill(max(before), signal.SIGKILL)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        time.sleep(0.5)
        try:
            if {cookie_of(address, Cookie=f"heads-up-process={n}") for n in "01"} == {"0", "1"}:
                break
        except (urllib.error.URLError, OSError, TypeError):
            continue
    after = {int(folder.name) for folder in server_processes(address)}
    assert (len(after), len(after & before)) == (4, 3)
