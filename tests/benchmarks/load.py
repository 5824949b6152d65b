"""Many visitors at once: `python -m tests.benchmarks.load`.

Each visitor is a session over Streamlit's own websocket, without a browser. `--sessions` visitors
open the page at the same moment (the first run), then type a sentence at the same moment,
`--rounds` times (later runs): all the same one, or each their own. Prints, as a Markdown table, the
seconds until the server has sent the whole page with its picture: median and 95th percentile of the
visitors who got it, and the number of those who did not; of later runs the processor time that the
servers took for each.

Server and visitors share this machine and its loopback interface. Each number of sessions has a
fresh server, whose model an earlier visitor has loaded; rows to compare are measured one after the
other.

`--servers 2` starts two servers and distributes visitors in turn, as the proxy in .github/deploy
does; with `--one-port` they are processes behind one port (`headsup app --processes 2`).
`--watcher both` measures with Streamlit's source watcher off and on. `--against` also measures
another version: a commit, or a folder with a checkout.
"""

import argparse
import asyncio
import itertools
import math
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from websockets.exceptions import WebSocketException

from tests.protocol import Run, Visitor, connected, run_apart
from tests.serving import ROOT, running_app, running_processes, server_processes

MOST_SESSIONS, MOST_ROUNDS, MOST_PATIENCE, MOST_SERVERS = 200, 10, 300, 8
WATCHERS = {"off": "none", "on": "auto"}
COLUMNS = (
    "version",
    "watcher",
    "sessions",
    "sentences",
    "first run: median",
    "95 %",
    "failures",
    "later runs: median",
    "95 %",
    "failures",
    "processor a later run",
)


class Door(NamedTuple):
    """The way to a server: its address, and the cookie of one of its processes."""

    address: str
    cookie: str = ""


class Setup(NamedTuple):
    """The version to measure: a checkout, and the watcher "off", "on" or "as configured"."""

    version: str
    root: Path
    watcher: str
    servers: int = 1
    one_port: bool = False

    @property
    def flags(self) -> tuple[str, ...]:
        flags = ["--server.address=127.0.0.1"]
        if self.watcher in WATCHERS:
            flags.append(f"--server.fileWatcherType={WATCHERS[self.watcher]}")
        return tuple(flags)


def percentile_95(waits: Sequence[float]) -> float:
    """Return the shortest time in which 95 % were served."""
    return sorted(waits)[math.ceil(0.95 * len(waits)) - 1]


@dataclass
class Waits:
    """The waits of visitors for one run."""

    seconds: list[float] = field(default_factory=list)
    failures: Counter[str] = field(default_factory=Counter)
    processor: float = 0.0  # seconds that the servers took for all

    def cells(self) -> list[str]:
        """Median, 95th percentile and number of failures."""
        failures = str(self.failures.total())
        if not self.seconds:
            return ["–", "–", failures]
        last = percentile_95(self.seconds)
        return [f"{statistics.median(self.seconds):.2f} s", f"{last:.2f} s", failures]

    @property
    def processor_cell(self) -> str:
        """Milliseconds of the servers for each run."""
        runs = len(self.seconds)
        return f"{1000 * self.processor / runs:.0f} ms" if runs and self.processor else "–"


def processor_seconds(doors: Iterable[Door]) -> float:
    """Return the processor time that these servers have taken; 0 where no /proc tells it."""
    if sys.platform != "linux":
        return 0.0
    # The clock of another process, as clock_getcpuclockid(3) makes it.
    processes = [
        int(process.name)
        for address in {door.address for door in doors}
        for process in server_processes(address)
    ]
    return sum(time.clock_gettime((~process << 3) | 2) for process in processes)


def sentences() -> Iterator[str]:
    """Yield different sentences of seven words."""
    adjectives = "small", "old", "young", "happy", "little", "tall", "tired", "new"
    people = "man", "woman", "girl", "boy", "teacher", "doctor", "child", "student"
    verbs = "sees", "likes", "wants", "buys", "finds", "loves", "takes", "has"
    things = "dog", "car", "house", "book", "table", "horse", "door", "bike"
    for thing, verb, person, adjective in itertools.product(things, verbs, people, adjectives):
        yield f"The {adjective} {person} {verb} the red {thing}."


async def time_run(run: Awaitable[Run], patience: float, waits: Waits) -> bool:
    """Time one visitor's run; return whether it ended in time and with a picture."""
    start = time.perf_counter()
    try:
        done = await asyncio.wait_for(run, patience)
        missing = [] if "explorer" in done.pictures else ["no picture"]
        failure = [*done.errors, *missing, ""][0]
    except TimeoutError:
        failure = f"nothing within {patience:g} s"
    except (OSError, WebSocketException) as error:
        failure = f"{type(error).__name__}: {error}"
    if failure:
        waits.failures[failure[:200]] += 1
    else:
        waits.seconds.append(time.perf_counter() - start)
    return not failure


async def measure(
    doors: Sequence[Door],
    rounds: int,
    patience: float,
    choose: Callable[[], list[str]],
    link: bool,
) -> tuple[Waits, Waits]:
    """Measure the first and the later runs of visitors, distributed over these servers.

    `choose()` gives each visitor a sentence, which a `link` has from the start.
    """
    first, later = Waits(), Waits()
    async with AsyncExitStack() as tabs:

        async def arrive(door: Door, query: str, visitors: list[Visitor]) -> Run:
            visitors.append(await tabs.enter_async_context(connected(*door)))
            return await visitors[-1].open(query)

        queries = [urlencode({"sentence": text}) if link else "" for text in choose()]
        places: list[list[Visitor]] = [[] for _ in queries]
        arrivals = map(arrive, itertools.cycle(doors), queries, places)
        opened = await asyncio.gather(*(time_run(run, patience, first) for run in arrivals))
        visitors = [place[0] for place, is_open in zip(places, opened) if is_open]
        before = processor_seconds(doors)
        for _ in range(rounds):
            typed = (visitor.type("sentence", text) for visitor, text in zip(visitors, choose()))
            served = await asyncio.gather(*(time_run(run, patience, later) for run in typed))
            visitors = [visitor for visitor, is_served in zip(visitors, served) if is_served]
        later.processor = processor_seconds(doors) - before
    return first, later


async def warm_up(door: Door, sentence: str) -> None:
    """Load the model and draw the page twice before anyone is timed."""
    async with connected(*door) as visitor:
        await visitor.open()
        await visitor.type("sentence", sentence)


async def measure_server(
    setup: Setup, sessions: int, rounds: int, patience: float
) -> dict[str, tuple[Waits, Waits]]:
    """Measure fresh servers: first and later waits, by the kind of sentences."""
    new = sentences()
    with ExitStack() as servers:
        if setup.one_port:
            address = servers.enter_context(running_processes(setup.servers))
            doors = [Door(address, f"heads-up-process={n}") for n in range(setup.servers)]
        else:
            doors = [
                Door(servers.enter_context(running_app("app.py", *setup.flags, root=setup.root)))
                for _ in range(setup.servers)
            ]
        for door in doors:
            await asyncio.wait_for(warm_up(door, next(new)), MOST_PATIENCE)
        same = await measure(doors, rounds, patience, lambda: [next(new)] * sessions, False)

        def choose():
            return [*itertools.islice(new, sessions)]

        return {
            "the same": same,
            "their own": await measure(doors, rounds, patience, choose, True),
        }


@contextmanager
def checkout(commit_or_folder: str) -> Iterator[Path]:
    """Check out a commit into a temporary folder; a folder is used as it is."""
    if Path(commit_or_folder).is_dir():
        yield Path(commit_or_folder).resolve()
        return
    command = ["git", "archive", "--format=tar", commit_or_folder]
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as archive:
        subprocess.run(command, cwd=ROOT, stdout=archive, stderr=subprocess.DEVNULL, check=True)
        archive.seek(0)
        with tarfile.open(fileobj=archive) as files:
            files.extractall(folder, filter="data")
        yield Path(folder)


def print_row(cells: Sequence[str]) -> None:
    print("|", " | ".join(cells), "|", flush=True)


def compare(setups: Sequence[Setup], counts: Sequence[int], rounds: int, patience: float) -> None:
    """Print the table, row by row as it is measured, and then why visitors failed."""
    print_row(COLUMNS)
    print_row(["---"] * len(COLUMNS))
    failures = Counter()
    for sessions in counts:
        for setup in setups:
            waits = run_apart(measure_server(setup, sessions, rounds, patience))
            for kind, (first, later) in waits.items():
                print_row(
                    [
                        setup.version,
                        setup.watcher,
                        str(sessions),
                        kind,
                        *first.cells(),
                        *later.cells(),
                        later.processor_cell,
                    ]
                )
                failures += first.failures + later.failures
    for failure, count in failures.most_common():
        print(f"\n{count} × {failure}")


def at_most(most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not 1 <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text} is not from 1 to {most}")
        return int(text)

    return number


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.load",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--sessions",
        type=at_most(MOST_SESSIONS),
        nargs="+",
        default=[1, 10, 50, 100],
        metavar="N",
        help=f"each at most {MOST_SESSIONS}",
    )
    parser.add_argument(
        "--rounds",
        type=at_most(MOST_ROUNDS),
        default=2,
        metavar="N",
        help=f"later runs, at most {MOST_ROUNDS}; 2 unless given",
    )
    parser.add_argument(
        "--patience",
        type=at_most(MOST_PATIENCE),
        default=60,
        metavar="SECONDS",
        help=f"after which a visitor has failed, at most {MOST_PATIENCE}; 60 unless given",
    )
    parser.add_argument(
        "--watcher",
        choices=[*WATCHERS, "both"],
        help="the source watcher; unless given, as the checkout configures it",
    )
    parser.add_argument(
        "--against", metavar="COMMIT_OR_FOLDER", help="another version to measure beside this one"
    )
    parser.add_argument(
        "--servers",
        type=at_most(MOST_SERVERS),
        default=1,
        metavar="N",
        help=f"each a process, at most {MOST_SERVERS}; 1 unless given",
    )
    parser.add_argument("--one-port", action="store_true", help="servers are processes of one")
    options = parser.parse_args(arguments)
    watchers = [*WATCHERS] if options.watcher == "both" else [options.watcher or "as configured"]
    with ExitStack() as folders:
        versions = {"this": ROOT}
        if options.against:
            try:
                versions[options.against] = folders.enter_context(checkout(options.against))
            except subprocess.CalledProcessError:
                print(
                    f"There is no folder and no commit “{options.against}”. "
                    "`git log` lists the commits.",
                    file=sys.stderr,
                )
                return 1
        setups = [
            Setup(*version, watcher, options.servers, options.one_port)
            for version in versions.items()
            for watcher in watchers
        ]
        print(
            f"{os.cpu_count()} cores, servers: {options.servers}, "
            f"load average before {os.getloadavg()[0]:.1f}; "
            f"{options.rounds} later runs of each visitor.\n"
        )
        compare(setups, options.sessions, options.rounds, options.patience)
    return 0


if __name__ == "__main__":
    sys.exit(main())
