"""Measure the cost of layers (table 1 of Vaswani et al. 2017).

`python -m models.training.complexity` takes a few minutes on one thread.

Self-attention, a recurrent, a convolutional and a restricted self-attention layer (r neighbours)
read n positions of d dimensions. Time is CPU time, the minimum over interleaved rounds: other load
on the machine can only add to it. Memory is the peak of the bytes that the tensors of one pass
hold, counted by torch's profiler from every allocation, without input and weights. Nothing is kept
for a backward pass.
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

# Keep torch's profiler from writing two lines per pass into the progress bar.
os.environ.setdefault("KINETO_LOG_LEVEL", "6")

import torch
from torch import Tensor, nn
from torch.nn.functional import pad
from tqdm import tqdm

from ..arguments import file_to_write, whole_number
from ..errors import UserError
from ..networks.attention import MultiHeadAttention, attention_weights, scaled_dot_product_scores
from ..store.checkpoint import write_json

_FILE = Path(__file__).parents[1] / "tables" / "complexity.json"
_LENGTHS = tuple(2**power for power in range(4, 13))  # n
_SIZES = tuple(2**power for power in range(5, 11))  # d
_K = 3  # positions that a convolution reads
_R = 33  # positions that a restricted head attends to: 16 before, itself, 16 after
_SHORTEST = 0.02  # seconds that a layer runs in each round; it runs at least once


def _attention(query: Tensor, key: Tensor, value: Tensor) -> Tensor:
    """Attend from every position to every position; all `[batch, position, d]`."""
    return attention_weights(scaled_dot_product_scores(query, key)) @ value


def _restricted_attention(query: Tensor, key: Tensor, value: Tensor, r: int = _R) -> Tensor:
    """Attend from every position to the r around it, itself in the middle (section 4).

    All `[batch, position, d]`; r is odd. O(r·n·d): computes no unused score. Positions near the
    ends have fewer than r neighbours.
    """
    is_inside = torch.ones_like(query[:1, :, :1])
    allowed = _neighbours(is_inside, r).transpose(-2, -1) > 0  # [1, query, 1, key]
    keys = _neighbours(key, r)
    scores = scaled_dot_product_scores(query.unsqueeze(-2), keys)  # [batch, query, 1, key]
    return (attention_weights(scores, allowed) @ _neighbours(value, r)).squeeze(-2)


def _neighbours(x: Tensor, r: int) -> Tensor:
    """Return a view of the r positions around each position, with zeros beyond the ends.

    `[batch, position, d]` to `[batch, position, r, d]`.
    """
    return pad(x, (0, 0, r // 2, r // 2)).unfold(1, r, 1).transpose(-2, -1)


class _SelfAttention(MultiHeadAttention):
    """A layer with one head: four projections around the given attention."""

    def __init__(self, d: int, attend: Callable[[Tensor, Tensor, Tensor], Tensor]):
        super().__init__(d, n_heads=1)
        self.attend = attend

    def forward(self, x: Tensor) -> Tensor:  # type: ignore[override]
        """Map `[batch, position, d]` to the same; only the projections of the base are used."""
        return self.to_output(self.attend(self.to_query(x), self.to_key(x), self.to_value(x)))


class _Convolution(nn.Module):
    """A convolution over the k positions around each position."""

    def __init__(self, d: int, k: int = _K):
        super().__init__()
        self.inside = nn.Conv1d(d, d, k, padding=k // 2)

    def forward(self, x: Tensor) -> Tensor:
        """Map `[batch, position, d]` to the same."""
        return self.inside(x.transpose(1, 2)).transpose(1, 2)


def _make_layers(d: int) -> dict[str, Callable[[Tensor], object]]:
    """Make the measured layers by name; each reads `[batch, position, d]`.

    "Bare" is attention without projections.
    """
    return {
        "self-attention": _SelfAttention(d, _attention),
        "recurrent": nn.LSTM(d, d, batch_first=True),
        "convolutional": _Convolution(d),
        "restricted": _SelfAttention(d, _restricted_attention),
        "self-attention, bare": lambda x: _attention(x, x, x),
        "restricted, bare": lambda x: _restricted_attention(x, x, x),
    }


def _measure_time(run: Callable[[], object]) -> float:
    """Measure the CPU seconds of the fastest of several runs."""
    times: list[float] = []
    end = time.process_time() + _SHORTEST
    while not times or time.process_time() < end:
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def _keep_memory() -> None:
    """Make the C library keep freed memory.

    Otherwise glibc requests each tensor above 32 MB from the system, which takes longer than the
    computation.
    """
    if platform.system() == "Linux" and hasattr(library := ctypes.CDLL(None), "mallopt"):
        library.mallopt(-4, 0)  # M_MMAP_MAX
        library.mallopt(-1, 2**31 - 1)  # M_TRIM_THRESHOLD


def _measure_memory(run: Callable[[], object]) -> int:
    """Measure the peak bytes of the tensors that one run allocates."""
    with torch.profiler.profile(
        activities=[torch.profiler.ProfilerActivity.CPU], profile_memory=True
    ) as profile:
        result = run()  # keep a reference, so that the output counts
    events = [
        event for event in profile.profiler.kineto_results.events() if event.name() == "[memory]"
    ]
    del result
    memory = peak = 0
    for event in sorted(events, key=lambda event: event.start_ns()):
        memory += event.nbytes()  # negative when memory is freed
        peak = max(peak, memory)
    return peak


@torch.inference_mode()
def _measure(
    lengths: tuple[int, ...] = _LENGTHS, sizes: tuple[int, ...] = _SIZES, rounds: int = 5
) -> dict:
    """Measure all layers: `milliseconds` and `megabytes` by layer, each `[n][d]`.

    The result also says how it was measured.
    """
    torch.manual_seed(0)
    layers = {d: _make_layers(d) for d in sizes}
    names = list(layers[sizes[0]])

    def make_grids() -> dict[str, list[list[float]]]:
        return {name: [[float("inf")] * len(sizes) for _ in lengths] for name in names}

    seconds = make_grids()
    memory = make_grids()
    with tqdm(
        total=(rounds + 1) * len(lengths) * len(sizes), desc="measuring", unit="size", disable=None
    ) as bar:
        for number in range(rounds + 1):  # the first round counts memory, and warms up
            for row, n in enumerate(lengths):
                for column, d in enumerate(sizes):
                    x = torch.randn(1, n, d)
                    for name in names:
                        run = partial(layers[d][name], x)
                        if number == 0:
                            run()
                            memory[name][row][column] = _measure_memory(run)
                        else:
                            row_seconds = seconds[name][row]
                            row_seconds[column] = min(row_seconds[column], _measure_time(run))
                    bar.update()
    return {
        "made_by": "python -m models.training.complexity",
        "date": date.today().isoformat(),
        "torch": torch.__version__,
        "device": f"cpu, {platform.machine()}",
        "threads": torch.get_num_threads(),
        "rounds": rounds,
        "k": _K,
        "r": _R,
        "n": list(lengths),
        "d": list(sizes),
        "milliseconds": {
            name: [[float(f"{1000 * cell:.3g}") for cell in row] for row in rows]
            for name, rows in seconds.items()
        },
        "megabytes": {
            name: [[float(f"{cell / 1e6:.4g}") for cell in row] for row in rows]
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
        default=_FILE,
        metavar="FILE",
        help="JSON file to write; by default the one that the app reads",
    )
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    _keep_memory()
    try:
        write_json(options.to, _measure(rounds=options.rounds))
    except UserError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
