"""Many visitors of the edition without a server: `python -m tests.benchmarks.crowd`.

Caddy serves the folder of `python -m viz.static`. A browser opens it once, which tells the files
that the first picture needs. Then `--visitors` fetch them at the same moment, without a browser,
each over one connection. Prints, as a Markdown table, the seconds until a visitor's last byte,
median and 95th percentile, and the seconds of CPU of the server.

Server and visitors share this machine and its loopback interface. Each number of visitors has a
fresh server. `--app` also measures the app, `--app` visitors as `tests.benchmarks.load` does: its
seconds of CPU have the start, the loading of the model and four pictures of each visitor.
"""

import argparse
import asyncio
import os
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

from tests.benchmarks.load import Setup, measure_server, percentile_95, print_row
from tests.protocol import run_apart
from tests.serving import ROOT, find_caddy, free_port
from viz.edition.export import main as write_edition

COLUMNS = "", "visitors", "MB", "median", "95 %", "CPU of the server"
PATIENCE = 600  # seconds
BLOCK = 2**18  # bytes read at once


def processor_seconds() -> float:
    """Return the CPU seconds of all ended child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder by Caddy; yields its address."""
    port = free_port()
    command = [find_caddy(), "file-server", "--listen", f"127.0.0.1:{port}", "--root", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as caddy:
        try:
            for _ in range(100):
                with socket.socket() as probe:
                    if not probe.connect_ex(("127.0.0.1", port)):
                        break
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            caddy.terminate()


def list_files(address: str) -> list[str]:
    """Return the paths that a browser asks for until the first picture is painted."""
    paths = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
        context = browser.new_context(service_workers="block")  # which keeps the rest for later
        context.on("request", lambda request: paths.append(urlsplit(request.url).path))
        page = context.new_page()
        page.goto(f"{address}/")
        page.locator(".explorer[data-painted]").wait_for(timeout=60_000)
        browser.close()
    return [*dict.fromkeys(paths)]


async def visit(port: int | None, paths: Sequence[str]) -> tuple[float, int]:
    """Fetch the files one after the other; returns the seconds and the bytes of their contents."""
    start, size = time.perf_counter(), 0
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=BLOCK)
    for path in paths:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
        if status != "HTTP/1.1 200 OK":
            raise OSError(f"{path}: {status}")
        headers = dict(line.lower().split(": ", 1) for line in lines)
        left = int(headers["content-length"])
        size += left
        while left:
            block = await reader.read(min(left, BLOCK))
            if not block:
                raise OSError(f"{path}: {left} bytes are missing")
            left -= len(block)
    seconds = time.perf_counter() - start
    writer.close()
    return seconds, size


async def crowd(address: str, paths: Sequence[str], visitors: int) -> list[tuple[float, int]]:
    visits = (visit(urlsplit(address).port, paths) for _ in range(visitors))
    return await asyncio.wait_for(asyncio.gather(*visits), PATIENCE)


def measure_folder(folder: Path, paths: Sequence[str], visitors: int) -> list[str]:
    """Return a row of the table. Raises OSError where a visitor does not get a file."""
    before = processor_seconds()
    with serving(folder) as address:
        seconds, sizes = zip(*asyncio.run(crowd(address, paths, visitors)), strict=True)
    used = processor_seconds() - before
    return [
        "the folder behind Caddy",
        f"{visitors:,}",
        f"{sizes[0] / 1e6:.1f}",
        f"{statistics.median(seconds):.2f} s",
        f"{percentile_95(seconds):.2f} s",
        f"{used:.1f} s",
    ]


def measure_app(visitors: int) -> list[list[str]]:
    """Return the rows of the app: visitors who open the page with its example, then a sentence."""
    before = processor_seconds()
    setup = Setup("this", ROOT, "as configured")
    waits = run_apart(measure_server(setup, visitors, 1, 120))
    used = f"{processor_seconds() - before:.1f} s in all"
    first, later = waits["the same"]
    own = waits["their own"][1]
    kinds = {"first picture": first, "the same sentence": later, "a sentence each": own}
    return [
        [f"the app, {kind}", f"{visitors:,}", "", *wait.cells()[:2], used]
        for kind, wait in kinds.items()
        if not wait.failures
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.crowd",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--visitors", type=int, nargs="+", default=[100, 1000], metavar="N")
    parser.add_argument("--app", type=int, metavar="N", help="visitors of the app, which is slow")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_edition(["--to", name])
        with serving(folder) as address:
            paths = list_files(address)
        load = " ".join(f"{average:.1f}" for average in os.getloadavg())
        print(f"{os.cpu_count()} cores, load average before {load}; {len(paths)} files.\n")
        print_row(COLUMNS)
        print_row(["---"] * len(COLUMNS))
        for visitors in options.visitors:
            print_row(measure_folder(folder, paths, visitors))
    for row in measure_app(options.app) if options.app else []:
        print_row(row)
    return 0


if __name__ == "__main__":
    sys.exit(main())
