"""The cost of a class for the server: `python -m tests.benchmarks.classroom --phones 20`.

A lecturer opens a class. Phones join, answer, and poll for news, over Streamlit's own websocket
without a browser. Prints, as a Markdown table, for each kind of run the server's processor time,
and the seconds until a phone has its answer when all send at once: median and 95th percentile.
Below it, the cost of the same runs for `--class-size` phones that poll at the usual interval. The
files that a browser loads once are not counted.
"""

import argparse
import asyncio
import os
import re
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from typing import NamedTuple
from urllib.parse import urlencode

from tests.benchmarks.load import percentile_95
from tests.protocol import Run, Visitor, connected, run_apart
from tests.serving import running_app, server_processes
from viz.app.phone import MIN_SECONDS, PHONES_PER_SECOND

EXERCISE = urlencode(
    {
        "inside-look": "guess",
        "sentence": "The big red dog is sleeping on the bed.",
        "attention": "encoder",
    }
)
TICK = os.sysconf("SC_CLK_TCK")


class Cost(NamedTuple):
    """The cost of one kind of run."""

    kind: str
    runs: int
    processor: float  # seconds of all runs on the server
    waits: list[float]  # seconds

    @property
    def each(self) -> float:
        """Processor seconds per run."""
        return self.processor / self.runs

    def cells(self) -> list[str]:
        times = f"{statistics.median(self.waits):.3f} s", f"{percentile_95(self.waits):.3f} s"
        return [self.kind, str(self.runs), f"{1000 * self.each:.1f} ms", *times]


def processor_seconds(address: str) -> float:
    """Return the processor time so far of the server at this address, on this machine."""
    server = server_processes(address)[0]
    fields = (server / "stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK  # user and system


async def measure(
    kind: str, address: str, rounds: int, make_runs: Callable[[int], list[Awaitable[Run]]]
) -> Cost:
    """Measure the runs that `make_runs` returns for each round; they start at once."""
    waits: list[float] = []

    async def wait(run: Awaitable[Run]) -> None:
        start = time.perf_counter()
        done = await run
        waits.append(time.perf_counter() - start)
        assert not done.errors, done
        assert not done.alerts, done

    before = processor_seconds(address)
    for number in range(rounds):
        await asyncio.gather(*(wait(run) for run in make_runs(number)))
    return Cost(kind, len(waits), processor_seconds(address) - before, waits)


async def measure_class(address: str, phones: int, rounds: int) -> list[Cost]:
    """Measure joining, answering, polling, and the lecturer's counting."""
    async with AsyncExitStack() as tabs:
        lecturer = await tabs.enter_async_context(connected(address))
        await lecturer.open(EXERCISE, "inside")
        opened = await lecturer.press("ask class")
        (link,) = set(re.findall(r"\bclass=[2-9A-Z]+", "".join(opened.html)))
        visitors = [await tabs.enter_async_context(connected(address)) for _ in range(phones)]

        def answer(visitor: Visitor, number: int) -> Awaitable[Run]:
            answers = {str(question): (number + question) % 11 for question in range(5)}
            return visitor.send("ballot", "beat", {"round": 1, "answers": answers})

        def ask(visitor: Visitor) -> Awaitable[Run]:
            return visitor.send("ballot", "beat", {"round": 1, "answers": {}})

        kinds: dict[str, tuple[int, Callable[[int], list[Awaitable[Run]]]]] = {
            "a phone comes in": (1, lambda _: [visitor.open(link) for visitor in visitors]),
            "a phone answers": (rounds, lambda turn: [answer(one, turn) for one in visitors]),
            "a phone asks for news": (rounds, lambda _: [ask(one) for one in visitors]),
            "the hall counts": (5 * rounds, lambda _: [lecturer.refresh()]),
        }
        return [await measure(kind, address, times, make) for kind, (times, make) in kinds.items()]


def describe_load(costs: Sequence[Cost], size: int) -> str:
    """Describe the cost of a class of this size, from the costs of single runs."""
    arrival, answer, news, count = (cost.each for cost in costs)
    seconds = max(MIN_SECONDS, size / PHONES_PER_SECOND)
    steady = size / seconds * news + count
    return (
        f"{size} phones ask every {seconds:.0f} s: with the counts in the hall {steady:.0%} of one "
        f"processor. {size} that come in within a minute add {size * arrival / 60:.0%}, "
        f"{size} that answer five questions within a minute {5 * size * answer / 60:.0%}."
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.classroom",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--phones", type=int, default=20, metavar="N", help="that are measured")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="of answers and news")
    parser.add_argument("--class-size", type=int, default=200, metavar="N", help="200 unless given")
    options = parser.parse_args(arguments)
    print(f"{os.cpu_count()} cores, load average before {os.getloadavg()[0]:.1f}.\n")
    with running_app("app.py", "--server.address=127.0.0.1") as address:
        measured = measure_class(address, options.phones, options.rounds)
        costs = run_apart(asyncio.wait_for(measured, 600))
    print("| run | runs | processor, each | median | 95 % |\n|---|---|---|---|---|")
    for cost in costs:
        print("|", " | ".join(cost.cells()), "|")
    print("\n" + describe_load(costs, options.class_size))
    return 0


if __name__ == "__main__":
    sys.exit(main())
