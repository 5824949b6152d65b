"""Thousands of addresses and sentences on one server: `python -m tests.benchmarks.endurance`.

Visitors come one after the other, over Streamlit's own websocket without a browser. Each opens ten
addresses: every look of every page and every step of every lesson in turn, with a sentence of 1 to
100 words, and a random model, mechanism, layer and head. Then visitors type such sentences into the
front page, ten each.

Prints, as a Markdown table, the number of answers, the pages that failed, the longest answer, and
the resident memory of the server with its workers: after the first 300, at the end, and the most.

`--left N` then lets N visitors open the front page and leave. It prints the resident memory before,
the most meanwhile, and after the server has dropped their sessions without another visit.

`--group FOLDER` puts the server into this memory cgroup, whose limit the kernel enforces. To make
one of 1 GB as root: `mkdir FOLDER`, then write 1000000000 into its `memory.limit_in_bytes` (version
1) or `memory.max` (version 2).
"""

import argparse
import asyncio
import os
import random
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO
from urllib.parse import urlencode

from streamlit import config

import models
from models.corpus.sentences import CORPUS, read_sentences
from tests.protocol import Run, connected, run_apart
from tests.serving import running_app, server_processes
from tests.views import TOURS, VIEWS

EARLY = 300  # answers before the first reading of memory
EACH = 10  # addresses or sentences per visitor
LONGEST = 100  # words
LATEST = 20  # seconds; the limit for an answer
MISTAKE = "mistake in Heads Up"  # in a page's message about an exception that it caught


@dataclass
class Answers:
    """The answers to one kind of request."""

    kind: str
    count: int = 0
    broken: list[str] = field(default_factory=list)  # the requests that failed, with the exception
    longest: float = 0.0  # seconds
    slowest: str = ""  # the request that took longest

    def cells(self) -> list[str]:
        return [self.kind, f"{self.count:,}", str(len(self.broken)), f"{self.longest:.1f} s"]


@dataclass
class Memory:
    """Resident memory of a server and its workers, in MB."""

    address: str
    readings: list[float] = field(default_factory=list)  # one after each answer

    def note(self) -> None:
        page = os.sysconf("SC_PAGE_SIZE") / 1e6
        folders = server_processes(self.address)
        self.readings.append(
            sum(page * int((folder / "statm").read_text().split()[1]) for folder in folders)
        )

    def describe(self) -> str:
        early = self.readings[min(EARLY, len(self.readings)) - 1]
        return (
            f"Resident memory: {early:.0f} MB after the first {min(EARLY, len(self.readings))}, "
            f"{self.readings[-1]:.0f} MB at the end, {max(self.readings):.0f} MB at most."
        )


def sentences(draw: random.Random) -> Iterator[str]:
    """Yield sentences of 1 to 100 words, cut from the shipped ones joined together."""
    texts = [pair.english for pair in read_sentences(CORPUS)]
    while True:
        words: list[str] = []
        count = draw.randint(1, LONGEST)
        while len(words) < count:
            words += draw.choice(texts).split()
        yield " ".join(words[:count])


def addresses(draw: random.Random, texts: Iterator[str]) -> Iterator[tuple[str, str]]:
    """Yield a page and the parameters of an address, for each look in turn."""
    while True:
        for page, look in [*VIEWS, *TOURS]:
            anything = {
                "sentence": next(texts),
                "model": draw.choice(models.available()),
                "attention": draw.choice(("encoder", "decoder", "cross")),
                "layer": str(draw.randint(1, 4)),
                "head": str(draw.randint(1, 4)),
            }
            chosen = {name: value for name, value in anything.items() if draw.random() < 0.7}
            yield page, urlencode(chosen | look)


async def timed(
    run: AsyncIterator[tuple[str, Run]], answers: Answers, memory: Memory, log: TextIO
) -> None:
    """Collect answers as they come, and log each on one line."""
    start = time.perf_counter()
    async for request, answer in run:
        seconds = time.perf_counter() - start
        answers.count += 1
        failed = [alert for alert in answer.alerts if MISTAKE in alert]
        answers.broken += [f"{request}: {error}" for error in (*answer.errors, *failed)]
        if seconds > answers.longest:
            answers.longest, answers.slowest = seconds, request
        memory.note()
        print(f"{memory.readings[-1]:.0f} MB\t{seconds:.1f} s\t{request}", file=log, flush=True)
        start = time.perf_counter()


async def opened(
    address: str, count: int, requests: Iterator[tuple[str, str]]
) -> AsyncIterator[tuple[str, Run]]:
    for start in range(0, count, EACH):
        async with connected(address) as visitor:
            for _ in range(min(EACH, count - start)):
                page, query = next(requests)
                visitor.page = ""  # do not wait for a picture; its name differs
                yield f"{page}?{query}", await visitor.open(query, page)


async def typed(address: str, count: int, texts: Iterator[str]) -> AsyncIterator[tuple[str, Run]]:
    for start in range(0, count, EACH):
        async with connected(address) as visitor:
            await visitor.open()
            for _ in range(min(EACH, count - start)):
                sentence = next(texts)
                yield sentence, await visitor.type("sentence", sentence)


async def measure(
    address: str, pages: int, lines: int, seed: int, log: TextIO
) -> tuple[list[Answers], Memory]:
    """Measure the answers to this many addresses and sentences, and the memory after each."""
    draw, memory = random.Random(seed), Memory(address)
    texts = sentences(draw)
    of_pages, of_lines = Answers("address"), Answers("sentence")
    await timed(opened(address, pages, addresses(draw, texts)), of_pages, memory, log)
    await timed(typed(address, lines, texts), of_lines, memory, log)
    return [of_pages, of_lines], memory


async def open_and_leave(address: str, count: int) -> Memory:
    """Measure memory before visitors come, after each has left, and after their sessions end."""
    memory = Memory(address)
    memory.note()
    for _ in range(count):
        async with connected(address) as visitor:
            await visitor.open()
        memory.note()
    # The server looks for expired sessions four times in the lifetime of a session.
    await asyncio.sleep(1.25 * config.get_option("server.disconnectedSessionTTL") + 5)
    memory.note()
    return memory


def join(address: str, group: Path) -> None:
    """Move a server and its workers into a cgroup."""
    for folder in server_processes(address):
        (group / "cgroup.procs").write_text(folder.name)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.endurance",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--addresses", type=int, default=3000, metavar="N", help="3000 by default")
    parser.add_argument("--sentences", type=int, default=1500, metavar="N", help="1500 by default")
    parser.add_argument("--seed", type=int, default=2017, metavar="N", help="of what is drawn")
    parser.add_argument("--group", type=Path, metavar="FOLDER", help="a memory cgroup")
    parser.add_argument(
        "--log",
        type=Path,
        default=Path(os.devnull),
        metavar="FILE",
        help="gets a line of each answer",
    )
    parser.add_argument("--left", type=int, default=0, metavar="N", help="who leave; 0 by default")
    parser.add_argument("--low-memory", action="store_true", help="start the app with this flag")
    options = parser.parse_args(arguments)
    print(f"{os.cpu_count()} cores, load average before {os.getloadavg()[0]:.1f}.\n")
    flags = ["--server.address=127.0.0.1", *(["--", "--low-memory"] * options.low_memory)]
    with running_app("app.py", *flags) as address, options.log.open("w", encoding="utf-8") as log:
        if options.group:
            join(address, options.group)
        kinds, memory = run_apart(
            measure(address, options.addresses, options.sentences, options.seed, log)
        )
        left = run_apart(open_and_leave(address, options.left)) if options.left else None
    print("| request | answers | exceptions | longest |\n|---|---|---|---|")
    for kind in kinds:
        print("|", " | ".join(kind.cells()), "|")
    print("\n" + memory.describe())
    if left:
        before, *_, after = left.readings
        print(
            f"\n{options.left} visitors who left: {before:.0f} MB before, "
            f"{max(left.readings):.0f} MB at most, {after:.0f} MB after."
        )
    late = [kind for kind in kinds if kind.longest > LATEST]
    for kind in late:
        print(f"\nLater than {LATEST} s: {kind.slowest}")
    for kind in kinds:
        for line in dict.fromkeys(kind.broken):
            print(f"\nBroken: {line}")
    return int(bool(late or any(kind.broken for kind in kinds)))


if __name__ == "__main__":
    sys.exit(main())
