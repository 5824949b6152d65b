"""Growth of cost with tokens, heads and visitors: `python -m tests.benchmarks.growth`.

Each cost is measured at several sizes, and a line is fitted to the logarithms of both. Its slope is
the exponent in cost = a · size^exponent, with its standard error. The time of a trace is processor
time on one thread, the minimum of several rounds: other load can only add to it. The wait of
visitors is the median over all, measured as in `tests.benchmarks.load` on a server that should have
the machine to itself; `--without-visitors` skips it.
"""

import argparse
import math
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import torch

from models import Request, load
from models.answers.translation import TranslationModel
from tests.benchmarks.load import MOST_PATIENCE, Setup, measure_server
from tests.protocol import run_apart
from tests.serving import ROOT
from viz.app.memory import size_of

TOKENS = 8, 16, 32, 64, 120
HEADS = 1, 2, 4, 8, 16
VISITORS = 10, 25, 50, 100
ROUNDS = 7


class Growth(NamedTuple):
    """A cost at several sizes, and the exponent of its growth."""

    cost: str
    sizes: Sequence[int]
    values: Sequence[float]
    unit: str

    @property
    def exponent(self) -> tuple[float, float]:
        """The slope of the line through the logarithms, and its standard error."""
        xs, ys = ([math.log(one) for one in values] for values in (self.sizes, self.values))
        slope, start = statistics.linear_regression(xs, ys)
        errors = sum((y - start - slope * x) ** 2 for x, y in zip(xs, ys, strict=True))
        spread = sum((x - statistics.fmean(xs)) ** 2 for x in xs)
        return slope, math.sqrt(errors / (len(xs) - 2) / spread)

    def row(self) -> str:
        """Return a row of the table."""
        slope, error = self.exponent
        values = ", ".join(f"{value:.3g}" for value in self.values)
        sizes = ", ".join(map(str, self.sizes))
        return f"| {self.cost} | {sizes} | {values} {self.unit} | {slope:.2f} ± {error:.2f} |"


def text_of(model: TranslationModel, tokens: int) -> str:
    """Return a text of this many tokens, with the end of the sentence."""
    text = "The" + " the" * (tokens - 2)
    assert len(model.source_ids(text)) == tokens - 1
    return text


def time_of(run: Callable[[], object]) -> float:
    """Return milliseconds of processor time, the minimum of several rounds."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return 1000 * min(times)


def request_of(model: TranslationModel, tokens: int) -> Request:
    """Return a text and a translation of this many tokens, so that decoding does not matter."""
    text = text_of(model, tokens)
    return Request(model.name, text, target=text)


def with_heads(model: TranslationModel, heads: int) -> TranslationModel:
    """Return an untrained network of the same sizes with this many heads per layer."""
    network = type(model.network)(replace(model.network.config, n_heads=heads)).eval()
    return TranslationModel(model.name, network, model.tokenizer, {}, torch.device("cpu"))


def measure_traces() -> list[Growth]:
    """Measure the cost of a trace by tokens and by heads."""
    model = load("transformer", "cpu")
    assert isinstance(model, TranslationModel)
    requests = [request_of(model, tokens) for tokens in TOKENS]
    of_heads = [with_heads(model, heads) for heads in HEADS]
    middle = request_of(model, 32)
    return [
        Growth(
            "time of a trace, by tokens read and written",
            TOKENS,
            [time_of(lambda request=request: model.trace(request)) for request in requests],
            "ms",
        ),
        Growth(
            "memory of a trace, by tokens",
            TOKENS,
            [size_of(model.trace(request)) / 2**20 for request in requests],
            "MB",
        ),
        Growth(
            "time of a trace of 32 tokens, by heads in a layer",
            HEADS,
            [time_of(lambda one=one: one.trace(middle)) for one in of_heads],
            "ms",
        ),
        Growth(
            "memory of a trace of 32 tokens, by heads in a layer",
            HEADS,
            [size_of(one.trace(middle)) / 2**20 for one in of_heads],
            "MB",
        ),
    ]


def measure_visitors() -> list[Growth]:
    """Measure the wait of visitors who all type at the same moment."""
    setup = Setup("this", ROOT, "as configured")
    waits = [run_apart(measure_server(setup, count, 2, MOST_PATIENCE)) for count in VISITORS]
    return [
        Growth(
            f"median wait of visitors who all type {kind}",
            VISITORS,
            [statistics.median(wait[key][1].seconds) for wait in waits],
            "s",
        )
        for key, kind in (("the same", "the same sentence"), ("their own", "one of their own"))
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.growth",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--without-visitors", action="store_true")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    print("| cost | sizes | measured | exponent |\n| --- | --- | --- | --- |")
    for growth in measure_traces():
        print(growth.row(), flush=True)
    if not options.without_visitors:
        for growth in measure_visitors():
            print(growth.row(), flush=True)


if __name__ == "__main__":
    main()
