"""Sum over a file in several processes, a part in each."""

from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import torch

from .. import registry
from .attention_sums import Analysis, PairsDone, analyse, sizes_of
from .encoded import CHUNK, chunks
from .sentences import Pair, read_sentences


def numbered(path: Path, limit: int | None = None) -> Iterator[tuple[int, Pair]]:
    """Read the pairs of a file lazily, with their numbers."""
    return islice(enumerate(read_sentences(path)), limit)


def analyse_chunk(name: str, pairs: list[tuple[int, Pair]], threads: int) -> Analysis:
    """Analyse a part of a file in a worker, here or on another machine."""
    torch.set_num_threads(threads)
    return analyse(registry.load(name, "cpu"), pairs)


def analyse_in_workers(name: str, path: Path, workers: int, progress: PairsDone) -> Analysis:
    """Run `analyse` in several processes, on a part of the file in each.

    Holds at most two parts per worker at once, so that memory does not grow with the file.
    """
    threads = max(1, torch.get_num_threads() // workers)
    total = Analysis(sizes_of(registry.load(name, "cpu")))
    waiting: list[Future] = []

    def collect() -> None:
        total.merge(waiting.pop(0).result())
        progress(total.pairs_read + total.pairs_left_out)

    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for pairs in chunks(numbered(path), CHUNK):
            waiting.append(pool.submit(analyse_chunk, name, pairs, threads))
            if len(waiting) == 2 * workers:
                collect()
        while waiting:
            collect()
    return total
