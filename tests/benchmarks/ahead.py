"""Readers whose browser paints first, in a crowd: `python -m tests.benchmarks.ahead`.

`--sessions` visitors have a page over Streamlit's own websocket, without a browser, as in
`tests.benchmarks.load`; `--browsers` real ones have it with the engine loaded. `--rounds` times all
type a sentence of their own at the same moment. Prints, as a Markdown table, the seconds until the
sentence is painted in the browsers, and until the server has answered the others: median, 95th
percentile and most. The exit code is 1 where a browser waited longer than a second.

Server, browsers and visitors share this machine: run it while nothing else does.
"""

import argparse
import asyncio
import os
import shutil
import statistics
import sys
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from itertools import islice

from playwright.async_api import Page, async_playwright

from tests.benchmarks.load import (
    Door,
    Waits,
    percentile_95,
    print_row,
    sentences,
    time_run,
    warm_up,
)
from tests.benchmarks.page import ENGINE_READY, WAIT
from tests.protocol import Visitor, connected, run_apart
from tests.serving import running_app

LATEST = 1.0  # seconds until a browser has painted
PATIENCE = 120  # seconds
COLUMNS = "who", "runs", "median", "95 %", "most"


async def open_browser(browser, address: str) -> Page:
    """Open the front page and wait until the engine may paint."""
    page = await (await browser.new_context(viewport={"width": 1280, "height": 720})).new_page()
    await page.goto(address)
    await page.locator(".explorer[data-painted]").wait_for(timeout=1000 * PATIENCE)
    await page.wait_for_function(ENGINE_READY, arg="explorer", timeout=1000 * PATIENCE)
    return page


async def type_in_browser(page: Page, sentence: str) -> float:
    """Return the seconds from Enter until the sentence is painted."""
    field = page.get_by_role("textbox", name="An English sentence")
    await field.fill(sentence)
    asked = ["explorer", sentence.split()[-2]]
    mark = await page.evaluate_handle(f"asked => ({{ done: ({WAIT})(asked) }})", asked)
    await field.press("Enter")
    return await mark.evaluate("async mark => await mark.done") / 1000


async def measure(address: str, sessions: int, browsers: int, rounds: int) -> list[list[float]]:
    """Return the waits of the browsers and of the other visitors, in seconds."""
    texts, door = sentences(), Door(address)
    ahead: list[float] = []
    others = Waits()
    await asyncio.wait_for(warm_up(door, next(texts)), PATIENCE)
    async with async_playwright() as playwright, AsyncExitStack() as tabs:
        browser = await playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        pages = [await open_browser(browser, address) for _ in range(browsers)]
        visitors: list[Visitor] = []
        for _ in range(sessions):
            visitors.append(await tabs.enter_async_context(connected(*door)))
            await visitors[-1].open()
        for _ in range(rounds):
            typed = type_all(pages, visitors, texts, others)
            ahead += (await asyncio.wait_for(typed, 2 * PATIENCE))[: len(pages)]
        await browser.close()
    return [ahead, others.seconds]


async def type_all(
    pages: Sequence[Page], visitors: Sequence[Visitor], texts: Iterator[str], others: Waits
) -> list[float]:
    """Let all type at once; the first results are the waits of the browsers."""
    in_pages = [type_in_browser(page, text) for page, text in zip(pages, islice(texts, len(pages)))]
    runs = [visitor.type("sentence", next(texts)) for visitor in visitors]
    return await asyncio.gather(*in_pages, *(time_run(run, PATIENCE, others) for run in runs))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.ahead",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--sessions", type=int, default=95, metavar="N", help="95 unless given")
    parser.add_argument("--browsers", type=int, default=5, metavar="N", help="5 unless given")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="3 unless given")
    parser.add_argument(
        "--latest",
        type=float,
        default=LATEST,
        metavar="SECONDS",
        help="after which a browser is late; 1 unless given",
    )
    options = parser.parse_args(arguments)
    print(f"{os.cpu_count()} cores, load average before {os.getloadavg()[0]:.1f}.\n")
    with running_app("app.py", "--server.address=127.0.0.1") as address:
        waits = run_apart(measure(address, options.sessions, options.browsers, options.rounds))
    print_row(COLUMNS)
    print_row(["---"] * len(COLUMNS))
    for who, seconds in zip(("browsers that paint first", "the others"), waits):
        if seconds:
            figures = statistics.median(seconds), percentile_95(seconds), max(seconds)
            print_row([who, str(len(seconds)), *(f"{figure:.2f} s" for figure in figures)])
    return int(max(waits[0]) > options.latest)


if __name__ == "__main__":
    sys.exit(main())
