"""Measure what a layer costs (table 1 of Vaswani et al. 2017).

`python -m models.training.complexity` takes a few minutes on one thread.

Layers of self-attention, of a recurrent and of a convolutional network and of self-attention
restricted to r neighbours read n positions of d dimensions. Time is the processor's, the least over
rounds in which all take turns: what else the machine does only ever adds to it. Memory is the most
bytes that the tensors of one pass held at the same time, counted by torch's profiler from every
allocation, without the input and the weights. Nothing is kept for a backward pass.
"""

import argparse
import ctypes
import os
import platform
import sys
import time
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path

os.environ.setdefault(
    "KINETO_LOG_LEVEL", "6"
)  # torch's profiler otherwise writes two lines for every pass into the progress bar

import torch
from torch import Tensor, nn
from torch.nn.functional import pad
from tqdm import tqdm

from ..arguments import file_to_write, whole_number
from ..errors import UserError
from ..networks.attention import MultiHeadAttention, attention_weights, scaled_dot_product_scores
from ..store.checkpoint import write_json

FILE = Path(__file__).parents[1] / "tables" / "complexity.json"
LENGTHS, SIZES = (
    tuple(2**power for power in range(4, 13)),
    tuple(2**power for power in range(5, 11)),
)  # n and d
K = 3  # the positions that a convolution reads
R = 33  # that a restricted head looks at: 16 before, itself, 16 after
SHORTEST = 0.02  # seconds that a layer runs in each round, once at least


def attention(query: Tensor, key: Tensor, value: Tensor) -> Tensor:
    """Every position looks at every one; all `[batch, position, d]`."""
    return attention_weights(scaled_dot_product_scores(query, key)) @ value


def restricted_attention(query: Tensor, key: Tensor, value: Tensor, r: int = R) -> Tensor:
    """Every position looks at the r around it, itself in the middle (section 4).

    All `[batch, position, d]`.

    O(r·n·d): no score is worked out that is not used. At both ends there are fewer than r to look
    at. r is odd.
    """
    allowed = (
        neighbours(torch.ones_like(query[:1, :, :1]), r).transpose(-2, -1) > 0
    )  # [1, query, 1, key]
    scores = scaled_dot_product_scores(
        query.unsqueeze(-2), neighbours(key, r)
    )  # [batch, query, 1, key]
    return (attention_weights(scores, allowed) @ neighbours(value, r)).squeeze(-2)


def neighbours(x: Tensor, r: int) -> Tensor:
    """The r positions around each one, zeros beyond the ends.

    `[batch, position, d]` to `[batch, position, r, d]`, without a copy for each.
    """
    return pad(x, (0, 0, r // 2, r // 2)).unfold(1, r, 1).transpose(-2, -1)


class SelfAttention(MultiHeadAttention):
    """A layer with one head: four projections and, between them, the attention given."""

    def __init__(self, d: int, attend: Callable[[Tensor, Tensor, Tensor], Tensor]):
        super().__init__(d, n_heads=1)
        self.attend = attend

    def forward(self, x: Tensor) -> Tensor:  # type: ignore[override]
        """`[batch, position, d]` to the same: of an attention only its projections are used."""
        return self.to_output(self.attend(self.to_query(x), self.to_key(x), self.to_value(x)))


class Convolution(nn.Module):
    """Every position from the k around it."""

    def __init__(self, d: int, k: int = K):
        super().__init__()
        self.inside = nn.Conv1d(d, d, k, padding=k // 2)

    def forward(self, x: Tensor) -> Tensor:
        """`[batch, position, d]` to the same."""
        return self.inside(x.transpose(1, 2)).transpose(1, 2)


def layers(d: int) -> dict[str, Callable[[Tensor], object]]:
    """What is measured, by name; each reads `[batch, position, d]`.

    The bare ones are attention without its projections.
    """
    return {
        "self-attention": SelfAttention(d, attention),
        "recurrent": nn.LSTM(d, d, batch_first=True),
        "convolutional": Convolution(d),
        "restricted": SelfAttention(d, restricted_attention),
        "self-attention, bare": lambda x: attention(x, x, x),
        "restricted, bare": lambda x: restricted_attention(x, x, x),
    }


def least_time(run: Callable[[], object]) -> float:
    """Seconds of the processor for the quickest of some runs."""
    times: list[float] = []
    end = time.process_time() + SHORTEST
    while not times or time.process_time() < end:
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def keep_memory() -> None:
    """Have the C library keep what is freed.

    Glibc fetches a tensor above 32 MB anew from the system, which takes longer than the work on it.
    """
    if platform.system() == "Linux" and hasattr(library := ctypes.CDLL(None), "mallopt"):
        library.mallopt(-4, 0)  # M_MMAP_MAX
        library.mallopt(-1, 2**31 - 1)  # M_TRIM_THRESHOLD


def most_memory(run: Callable[[], object]) -> int:
    """The most bytes that the tensors of one run held at once.

    Without those that were there before.
    """
    with torch.profiler.profile(
        activities=[torch.profiler.ProfilerActivity.CPU], profile_memory=True
    ) as profile:
        result = run()  # held to the end: what comes out counts
    events = [
        event for event in profile.profiler.kineto_results.events() if event.name() == "[memory]"
    ]
    del result
    memory = most = 0
    for event in sorted(events, key=lambda event: event.start_ns()):
        memory += event.nbytes()  # below 0 where memory is given back
        most = max(most, memory)
    return most


@torch.inference_mode()
def measure(
    lengths: tuple[int, ...] = LENGTHS, sizes: tuple[int, ...] = SIZES, rounds: int = 5
) -> dict:
    """The figures of the file.

    `milliseconds` and `megabytes` by layer, each `[n][d]`, and how they came about.
    """
    torch.manual_seed(0)
    made = {d: layers(d) for d in sizes}
    names = list(made[sizes[0]])
    seconds, memory = (
        {name: [[float("inf")] * len(sizes) for _ in lengths] for name in names} for _ in range(2)
    )
    with tqdm(
        total=(rounds + 1) * len(lengths) * len(sizes), desc="measuring", unit="size", mininterval=1
    ) as bar:
        for number in range(rounds + 1):  # the first round counts memory, and warms up
            for row, n in enumerate(lengths):
                for column, d in enumerate(sizes):
                    x = torch.randn(1, n, d)
                    for name in names:
                        run = partial(made[d][name], x)
                        if number == 0:
                            run()
                            memory[name][row][column] = most_memory(run)
                        else:
                            seconds[name][row][column] = min(
                                seconds[name][row][column], least_time(run)
                            )
                    bar.update()
    return {
        "made_by": "python -m models.training.complexity",
        "date": date.today().isoformat(),
        "torch": torch.__version__,
        "device": f"cpu, {platform.machine()}",
        "threads": torch.get_num_threads(),
        "rounds": rounds,
        "k": K,
        "r": R,
        "n": list(lengths),
        "d": list(sizes),
        "milliseconds": {
            name: [[float(f"{1000 * one:.3g}") for one in row] for row in rows]
            for name, rows in seconds.items()
        },
        "megabytes": {
            name: [[float(f"{one / 1e6:.4g}") for one in row] for row in rows]
            for name, rows in memory.items()
        },
    }


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m models.training.complexity",
        description="Measure what a layer costs: time on one thread, and memory. It takes minutes.",
    )
    parser.add_argument(
        "--rounds",
        type=whole_number(1),
        default=5,
        help="in which all layers take turns; the least time of each counts",
    )
    parser.add_argument(
        "--to",
        type=file_to_write,
        default=FILE,
        metavar="FILE",
        help="JSON file to write; by default the one that the app reads",
    )
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    keep_memory()
    try:
        write_json(options.to, measure(rounds=options.rounds))
    except UserError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
