"""The edition without a server in a browser: `python -m tests.benchmarks.edition`.

Prints how long one reader waits, as medians of `--rounds`: from Enter until the picture of 12 words
is painted, and how much of it is the engine; from opening to the first picture on this machine, and
at 10 Mbit/s the first and the second time, which only `--slow` measures; and the JavaScript heap of
the page. Each first time has a new profile of Chromium, which keeps files as a reader's does. Caddy
serves the folder, behind a relay that sends at most 10 Mbit/s to all connections together.
"""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from tests.benchmarks.crowd import serving
from tests.serving import free_port
from viz.edition.export import main as write_edition

SENTENCES = (  # of 12 words
    "The young man in the red shirt is reading an old book.",
    "My little sister wants to buy a new house near the sea.",
    "The tired teacher gives the happy children a book about the moon.",
    "We walk through the old town and look at the big church.",
    "A small black dog is sleeping under the table in our kitchen.",
    "The doctor and her friend were late for the train this morning.",
)
PAINTED = ".explorer[data-painted]"
MEGABITS = 10
BLOCK = 2**14  # bytes sent at once
# Milliseconds from Enter until the frame that has the new picture, and those of the engine.
ENTER = """async (sentence) => {
  const field = document.getElementById("sentence"), body = document.body;
  field.value = sentence;
  const start = performance.now();
  document.getElementById("form").requestSubmit();
  while (body.hasAttribute("aria-busy")) await new Promise(requestAnimationFrame);
  const received = performance.now() - start;
  await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done));
  return [performance.now() - start, received, Number(body.dataset.milliseconds)];
}"""


@contextmanager
def slow_relay(address: str) -> Iterator[str]:
    """Relay to a local server; all answers together have MEGABITS. Yields the relay's address."""
    port, loop = free_port(), asyncio.new_event_loop()
    server_port = urlsplit(address).port
    free_from = 0.0  # when the line is free again

    async def pipe(reader, writer, is_answer):
        nonlocal free_from
        try:
            while block := await reader.read(BLOCK):
                if is_answer:
                    free_from = max(free_from, loop.time()) + len(block) * 8 / (MEGABITS * 1e6)
                    await asyncio.sleep(free_from - loop.time())
                writer.write(block)
                await writer.drain()
        except OSError:  # the browser has gone
            pass
        writer.close()

    async def relay(reader, writer):
        answers, questions = await asyncio.open_connection("127.0.0.1", server_port)
        await asyncio.gather(pipe(reader, questions, False), pipe(answers, writer, True))

    # Playwright's loop runs in this thread.
    threading.Thread(target=loop.run_forever, daemon=True).start()
    asyncio.run_coroutine_threadsafe(asyncio.start_server(relay, "127.0.0.1", port), loop).result()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        loop.call_soon_threadsafe(loop.stop)


@contextmanager
def new_reader(playwright: Playwright) -> Iterator[BrowserContext]:
    """Start Chromium with a new profile."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path="/usr/bin/chromium", viewport={"width": 1280, "height": 720}
        )
        try:
            yield context
        finally:
            context.close()


def open_page(page: Page, address: str) -> float:
    """Open the edition; returns the seconds until its first picture is painted."""
    start = time.perf_counter()
    page.goto(f"{address}/")
    page.locator(PAINTED).wait_for(timeout=120_000)
    return time.perf_counter() - start


def open_twice(playwright: Playwright, address: str) -> tuple[float, float]:
    """Open the edition with a new profile, and again once the page keeps its files."""
    with new_reader(playwright) as context:
        first = open_page(context.new_page(), address)
        page = context.pages[-1]
        page.evaluate("navigator.serviceWorker.ready")
        page.close()
        return first, open_page(context.new_page(), address)


def heap_megabytes(page: Page) -> float:
    """Return the heap of the page after a garbage collection."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    return session.send("Runtime.getHeapUsage")["usedSize"] / 1e6


def medians(rows: Sequence[Sequence[float]]) -> list[float]:
    """Return the median of each column."""
    return [statistics.median(column) for column in zip(*rows, strict=True)]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.edition",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--slow", action="store_true", help="also at 10 Mbit/s, a minute")
    options = parser.parse_args(arguments)
    print(f"{os.cpu_count()} cores, load average before {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        write_edition(["--to", name])
        with serving(Path(name)) as address:
            twice = [open_twice(playwright, address) for _ in range(options.rounds)]
            first, second = medians(twice)
            print(f"first picture here: {first:.2f} s, the second time {second:.2f} s")
            with new_reader(playwright) as context:
                page = context.new_page()
                open_page(page, address)
                waits = [page.evaluate(ENTER, text) for text in SENTENCES * options.rounds]
                painted, received, engine = medians(waits[1:])
                print(
                    f"Enter to painted, 12 words: {painted:.0f} ms; to the page's having it "
                    f"{received:.0f} ms, of which the engine {engine:.0f} ms"
                )
                print(f"heap of the page: {heap_megabytes(page):.1f} MB")
            if options.slow:
                with slow_relay(address) as relay:
                    first, second = open_twice(playwright, relay)
                print(f"at {MEGABITS} Mbit/s: {first:.1f} s, the second time {second:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
