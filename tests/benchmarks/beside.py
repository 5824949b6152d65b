"""The wait of a visitor of the front page while another one runs an expensive computation.

`python -m tests.benchmarks.beside` starts a server and types sentences on its front page again and
again: first alone, then while another visitor opens a page that computes for seconds. Prints, as a
Markdown table, the duration of that computation and the seconds until a sentence was answered:
median, 95th percentile, and the median as a multiple of that alone.
"""

import argparse
import asyncio
import itertools
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

from tests.benchmarks.load import percentile_95, print_row, sentences, warm_up
from tests.protocol import Visitor, connected, run_apart
from tests.serving import ROOT, running_app

ALONE = 10  # seconds
BETWEEN = 0.2  # seconds between an answer and the next sentence
OWN = 400  # sentences of the visitor's own
LONG = " ".join(["I am tired of the rain"] * 15)
COLUMNS = "the other computes", "for", "sentences", "median", "95 %", "times alone"


async def measure_own(visitor: Visitor) -> None:
    """Measure a visitor's own sentences, as one who waits for them does."""
    await visitor.open("model=bilstm-dot", "profiles")
    await visitor.open_expander("own")
    await visitor.type("own text", "\n".join(itertools.islice(sentences(), OWN)))
    await visitor.press("own measure")
    while "own=" not in visitor.query:
        await asyncio.sleep(1)
        await visitor.refresh()


def page(name: str, **parameters: str) -> Callable[[Visitor], Awaitable[object]]:
    """Return a function that opens this page."""
    return lambda visitor: visitor.open(urlencode(parameters), name)


OTHERS: dict[str, Callable[[Visitor], Awaitable[object]]] = {
    "the gallery": page("gallery"),
    f"{OWN} own sentences": measure_own,
    "queries and keys": page("queries"),
    "gradients of 90 words": page("remember", sentence=LONG),
    "t-SNE of 700 sentences": page(
        "words", **{"words-look": "layers", "others": "700", "layers-projection": "tsne"}
    ),
}


async def type_until(
    visitor: Visitor, is_over: Callable[[], bool], new: Iterator[str]
) -> list[float]:
    """Type sentences until `is_over()`; return the seconds that each took."""
    waits = []
    while not is_over() or not waits:
        start = time.perf_counter()
        run = await visitor.type("sentence", next(new))
        if run.errors:
            raise SystemExit(run.errors[0])
        waits.append(time.perf_counter() - start)
        await asyncio.sleep(BETWEEN)
    return waits


async def measure(address: str) -> dict[str, tuple[float, list[float]]]:
    """Return the duration of each computation, and of the sentences typed meanwhile."""
    new = itertools.cycle(sentences())
    await warm_up(address, next(new))
    measured = {}
    async with connected(address) as visitor:
        await visitor.open()
        end = time.monotonic() + ALONE
        waits = await type_until(visitor, lambda: time.monotonic() > end, new)
        measured["nothing"] = ALONE, waits
        for name, act in OTHERS.items():
            async with connected(address) as other:
                start, finished = time.monotonic(), []

                async def wait_for_other() -> None:
                    await act(other)
                    finished.append(time.monotonic() - start)

                task = asyncio.create_task(wait_for_other())
                waits = await type_until(visitor, task.done, new)
                await task
                measured[name] = finished[0], waits
    return measured


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.beside",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "root", nargs="?", type=Path, default=ROOT, help="a folder with another version of the app"
    )
    options = parser.parse_args()
    flags = "--server.address=127.0.0.1", "--server.fileWatcherType=none"
    with running_app("app.py", *flags, root=options.root.resolve()) as address:
        measured = run_apart(measure(address))
    alone = statistics.median(measured["nothing"][1])
    print_row(COLUMNS)
    print_row(["---"] * len(COLUMNS))
    for name, (seconds, waits) in measured.items():
        median, last = statistics.median(waits), percentile_95(waits)
        cells = f"{seconds:.1f} s", str(len(waits)), f"{median:.3f} s", f"{last:.3f} s"
        print_row([name, *cells, f"{median / alone:.2f}"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
