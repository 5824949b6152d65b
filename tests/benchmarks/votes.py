"""A class that votes at once: `python -m tests.benchmarks.votes`.

Starts `headsup class` on one core, lets `--phones` join with events of their own, and asks a
question: each phone hears of it and answers within so many seconds, at random, by a connection of
its own; within 0 all answer at the same moment. Prints, as a Markdown table, the seconds until all
have joined, those from a phone's answer until the server says that it is kept, the votes that the
lecturer sees, and the server's seconds of CPU from the question to the last vote. The phones share
the machine, on its other cores.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import product
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.load import percentile_95, print_row
from tests.serving import ROOT, free_port
from viz.analysis.views import HeadChoice
from viz.app.class_server import _raise_file_limit
from viz.app.classroom import ClassQuestion, Exercise, write_task

COLUMNS = (
    "phones",
    "within",
    "all have joined",
    "median",
    "95 %",
    "slowest",
    "votes counted",
    "CPU",
    "memory",
)
WORDS = "The", "big", "red", "dog", "is", "sleeping", "on", "the", "bed."
PLACES = tuple(range(len(WORDS)))
TASK = Exercise(
    " ".join(WORDS),
    WORDS,
    tuple(ClassQuestion(word, PLACES, (1 / len(WORDS),) * len(WORDS)) for word in WORDS[:5]),
    "transformer",
    HeadChoice("encoder", 1, 2),
)
PATIENCE = 300  # seconds


class Result(NamedTuple):
    """What a class of phones met."""

    joining: float  # seconds
    waits: list[float]  # of each phone's answer
    counted: int  # phones whose answer the lecturer sees
    votes: int  # answers to the first question in the table
    used: float  # seconds of CPU of the server from the question on


@contextmanager
def serving_classes(core: int | None = None) -> Iterator[tuple[int, int]]:
    """Run `headsup class`, on one core where it is named; yields its port and process."""
    port = free_port()
    command = [sys.executable, "-m", "viz.cli.commands", "class", f"--port={port}"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout
            process.stdout.readline()  # it listens
            if core is not None and hasattr(os, "sched_setaffinity"):
                os.sched_setaffinity(process.pid, {core})
            yield port, process.pid
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=20)


async def post(port: int, path: str, message: object) -> dict:
    """Post a message by a new connection; returns the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = json.dumps(message).encode()
    head = f"POST /class/{path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)
    answer = await reader.readuntil(b"\r\n\r\n")
    lines = answer.decode().lower().split("\r\n")
    length = next(int(line.split(":")[1]) for line in lines if line.startswith("content-length"))
    content = json.loads(await reader.readexactly(length))
    writer.close()
    if b" 200 " not in answer.split(b"\r\n")[0]:
        raise OSError(f"{path}: {content}")
    return content


class Phone:
    """A phone that hears of its class and answers each question of a later round."""

    def __init__(self, port: int, code: str, place: int, delay: float) -> None:
        self.port, self.code, self.place, self.delay = port, code, place, delay
        self.joined, self.answered = asyncio.Event(), asyncio.Event()
        self.wait = 0.0

    async def follow(self) -> None:
        """Hear events until the answer is kept, and stay."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        with closing(writer):
            await self.hear(reader, writer)

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        target = f"/class/events?code={self.code}&phone=&language=en"
        writer.write(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        name, token = "", ""
        while line := await reader.readline():
            if line.startswith(b"event: "):
                name = line[7:].decode().strip()
            elif line.startswith(b"data: ") and name == "you":
                token = json.loads(line[6:])["phone"]
                self.joined.set()
            elif line.startswith(b"data: ") and name == "task" and b'{"round": 2,' in line[:20]:
                await asyncio.sleep(self.delay)
                await self.answer(token)
            elif line.startswith(b"data: ") and name == "over":
                raise OSError(line.decode())

    async def answer(self, token: str) -> None:
        start = time.perf_counter()
        answers = {str(number): self.place for number in range(len(TASK.questions))}
        message = {"code": self.code, "phone": token, "round": 2, "answers": answers}
        kept = await post(self.port, "answer", message)
        assert (kept["isKept"], kept["answers"]) == (True, answers)
        self.wait = time.perf_counter() - start
        self.answered.set()


async def last_count(port: int, ticket: str, phones: int) -> str:
    """Return the table that the lecturer sees once it has so many phones, or after ten seconds."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    body = json.dumps({"ticket": ticket, "language": "en"}).encode()
    head = f"POST /class/hall HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)
    html = ""
    try:
        async with asyncio.timeout(10):
            while line := await reader.readline():
                if line.startswith(b"{"):
                    html = json.loads(line).get("html", html)
                if f"<strong>{phones} of {phones} phone" in html:
                    break
    except TimeoutError:
        pass
    writer.close()
    return html


def processor_seconds(process: int) -> float:
    """Return the CPU seconds of a process; 0 where the system does not say."""
    file = Path(f"/proc/{process}/stat")
    if not file.exists():
        return 0.0
    user, system = file.read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def hold_class(port: int, count: int, within: float = 0, process: int = 0) -> Result:
    """Let a class of so many phones join and vote, `within` so many seconds."""
    asked = write_task(TASK)
    ticket = (await post(port, "lead", {"act": "ask", "task": asked}))["ticket"]
    code = ticket.partition(".")[0]
    chance = random.Random(count)
    phones = [
        Phone(port, code, number % len(WORDS), within * chance.random()) for number in range(count)
    ]
    start = time.perf_counter()
    streams = [asyncio.create_task(phone.follow()) for phone in phones]
    await asyncio.gather(*(phone.joined.wait() for phone in phones))
    joining = time.perf_counter() - start
    before = processor_seconds(process)
    await post(port, "lead", {"act": "ask", "ticket": ticket, "task": asked})
    await asyncio.gather(*(phone.answered.wait() for phone in phones))
    used = processor_seconds(process) - before
    html = await last_count(port, ticket, count)
    row = html.partition("<tbody>")[2].partition("</tr>")[0]
    votes = sum(int(cell.partition("<")[0] or 0) for cell in row.split("<b>")[1:])
    counted = int(html.partition("<strong>")[2].partition(" of ")[0])
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    return Result(joining, [phone.wait for phone in phones], counted, votes, used)


def measure(count: int, within: float, core: int | None = None) -> list[str]:
    """Return a row of the table. Raises OSError where a phone or a vote is lost."""
    _raise_file_limit()
    with serving_classes(core) as (port, process):
        result = asyncio.run(asyncio.wait_for(hold_class(port, count, within, process), PATIENCE))
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    if (result.counted, result.votes) != (count, count):
        raise OSError(f"{count} voted, {result.counted} and {result.votes} are counted")
    peak = int(status.partition("VmHWM:")[2].split()[0]) / 1000
    return [
        f"{count:,}",
        f"{within:g} s",
        f"{result.joining:.2f} s",
        f"{statistics.median(result.waits):.2f} s",
        f"{percentile_95(result.waits):.2f} s",
        f"{max(result.waits):.2f} s",
        f"{result.counted:,}",
        f"{result.used:.2f} s",
        f"{peak:.0f} MB",
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.votes",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--phones", type=int, nargs="+", default=[200, 2000], metavar="N")
    parser.add_argument("--within", type=float, nargs="+", default=[0, 5], metavar="SECONDS")
    options = parser.parse_args(arguments)
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if len(cores) > 1:
        os.sched_setaffinity(0, cores[1:])
    load = " ".join(f"{average:.1f}" for average in os.getloadavg())
    print(f"{os.cpu_count()} cores, load average before {load}.\n")
    print_row(COLUMNS)
    print_row(["---"] * len(COLUMNS))
    for phones, within in product(options.phones, options.within):
        print_row(measure(phones, within, cores[0] if len(cores) > 1 else None))
    return 0


if __name__ == "__main__":
    sys.exit(main())
