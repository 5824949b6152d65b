"""Limits of the server on messages of a visitor who does not use our page."""

import asyncio
import re
import time
import urllib.request
from contextlib import AsyncExitStack
from http.client import HTTPConnection

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from tests.protocol import Run, Visitor, connected, run_apart
from tests.serving import running_app, server_processes

MEGABYTE = 1_000_000
KEPT = 2  # seconds that the server keeps a session without a connection
BOOK = "a " * 450_000  # as much as a message holds
FIELDS = {  # the key of the field: page, query, and the number of characters that are kept
    "sentence": ("", "", "10,240"),
    "setting word": ("words", "words-look=meanings&from=mine&lines=dog", "1,000"),
    "setting near": ("vectors", "", None),
    "setting lines": ("words", "words-look=meanings&from=mine&lines=dog", None),
}  # Streamlit itself cuts these


@pytest.fixture(scope="module")
def address():
    flags = "--server.address=127.0.0.1", f"--server.disconnectedSessionTTL={KEPT}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STREAMLIT_SERVER_ALLOWED_HOSTS", "heads-up.example.org 127.0.0.1")
        with running_app("app.py", *flags) as address:
            run_apart(open_and_leave(address))  # the first run loads the model
            yield address


async def open_and_leave(address: str) -> None:
    async with connected(address) as visitor:
        await visitor.open()


def wait_until(is_so, seconds: float = 20.0) -> bool:
    """Whether this becomes true in time."""
    end = time.monotonic() + seconds
    while not is_so() and time.monotonic() < end:
        time.sleep(0.25)
    return is_so()


async def send_book(address: str, key: str) -> Run:
    page, query, _ = FIELDS[key]
    async with connected(address) as visitor:
        await visitor.open(query, page)
        return await visitor.type(key, BOOK)


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(key, marks=pytest.mark.slow if key == "setting lines" else pytest.mark.weekly)
        for key in FIELDS
    ],
)
def test_a_megabyte_through_the_websocket_is_not_sent_back(address, key):
    run = run_apart(asyncio.wait_for(send_book(address, key), 120))
    longest = FIELDS[key][2]
    assert not run.errors
    assert run.size < 1_000_000
    assert longest is None or any(
        "900,000 characters" in alert and f"first {longest} are" in alert for alert in run.alerts
    )


# --- more than a message, a file or a session may hold ------------------------------------------


@pytest.mark.slow
def test_a_text_of_three_megabytes_is_refused_and_the_next_one_is_read(address):
    async def send_too_much() -> Run:
        async with connected(address) as visitor:
            await visitor.open()
            with pytest.raises(ConnectionClosedError) as closed:
                await visitor.type("sentence", "a" * 3 * MEGABYTE)
            assert closed.value.rcvd.code == 1009  # "message too big"
        async with connected(address) as other:
            await other.open()
            return await other.type("sentence", "The big red dog.")

    run = run_apart(send_too_much())
    assert not run.errors
    assert not run.alerts
    assert "explorer" in run.pictures


def upload(address: str, visitor: Visitor, name: str, size: int) -> int:
    """Upload a file of this many bytes; return the status of the answer."""
    connection = HTTPConnection(address.removeprefix("http://"), timeout=60)
    connection.request("GET", "/_stcore/health")
    response = connection.getresponse()
    response.read()
    cookie = response.headers["Set-Cookie"].partition(";")[0]
    head = 'Content-Disposition: form-data; name="file"; filename="mine.txt"'
    body = f"--edge\r\n{head}\r\n\r\n".encode() + bytes(size) + b"\r\n--edge--\r\n"
    headers = {
        "Content-Type": "multipart/form-data; boundary=edge",
        "Cookie": cookie,
        "X-Xsrftoken": cookie.partition("=")[2],
    }
    path = f"/_stcore/upload_file/{visitor.session}/{name}"
    connection.request("PUT", path, body, headers)
    status = connection.getresponse().status
    connection.close()
    return status


def kept_uploads(address: str) -> int:
    """Return the bytes of uploaded files that the server keeps, by its own metrics."""
    with urllib.request.urlopen(f"{address}/_stcore/metrics", timeout=60) as response:
        text = response.read().decode()
    return sum(map(int, re.findall(r'cache_type="UploadedFileManager".*} (\d+)', text)))


@pytest.mark.slow
def test_a_file_of_five_megabytes_is_refused(address):
    async def send_file() -> tuple[int, int]:
        async with connected(address) as visitor:
            await visitor.open()
            return upload(address, visitor, "a", MEGABYTE), upload(
                address, visitor, "b", 5 * MEGABYTE
            )

    assert run_apart(send_file()) == (204, 413)


@pytest.mark.weekly
def test_files_are_bounded_in_a_session_and_in_all_and_go_with_their_sessions(address):
    async def send_files() -> list[int]:
        async with connected(address) as visitor:
            await visitor.open()
            statuses = [upload(address, visitor, str(n), 1_900_000) for n in range(5)]
            assert statuses == [204, 204, 204, 204, 413]
            statuses = []
            async with AsyncExitStack() as tabs:
                for _ in range(6):
                    other = await tabs.enter_async_context(connected(address))
                    await other.open()
                    statuses += [upload(address, other, str(n), 1_900_000) for n in range(4)]
                # Streamlit updates them every few seconds.
                assert wait_until(lambda: kept_uploads(address) == 25 * 1_900_000)
            return statuses

    assert wait_until(lambda: kept_uploads(address) == 0)
    assert run_apart(send_files()) == [204] * 21 + [413] * 3  # 25 files of 1.9 MB in all
    # Without a visit meanwhile.
    assert wait_until(lambda: kept_uploads(address) == 0)


@pytest.mark.weekly
def test_many_small_files_are_bounded_too(address):
    async def send_files() -> list[int]:
        async with connected(address) as visitor:
            await visitor.open()
            return [upload(address, visitor, str(number), 0) for number in range(81)]

    assert wait_until(lambda: kept_uploads(address) == 0)
    assert run_apart(send_files()) == [204] * 80 + [413]


def descriptors(address: str) -> int:
    """Count the files and sockets that the server has open: each session has three."""
    server, *_ = server_processes(address)
    return len(list((server / "fd").iterdir()))


@pytest.mark.weekly
def test_sessions_are_dropped_by_time_and_not_by_the_next_visitor(address):
    async def visit() -> int:
        async with AsyncExitStack() as tabs:
            for _ in range(30):
                visitor = await tabs.enter_async_context(connected(address))
                await visitor.open()
            return descriptors(address)

    wait_until(lambda: descriptors(address) < 40)
    before = descriptors(address)
    assert run_apart(visit()) >= before + 90  # otherwise the test would prove nothing
    assert wait_until(lambda: descriptors(address) <= before)


@pytest.mark.slow
def test_a_foreign_host_is_refused(address):
    async def ask(host: str) -> str:
        target = address.removeprefix("http://").split(":")
        async with connect(
            f"ws://{host}/_stcore/stream",
            host=target[0],
            port=int(target[1]),
            origin=f"http://{host}",
            subprotocols=["streamlit"],
            proxy=None,
        ):
            return host

    assert run_apart(ask("heads-up.example.org")) == "heads-up.example.org"
    with pytest.raises(InvalidStatus, match="403"):
        run_apart(ask("rebound.example.org"))
