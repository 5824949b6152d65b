"""The sums over a file that outgrows one machine: Ray Data hands its parts out.

Ray is no requirement of the app: pip install "ray[data]".
"""

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from .. import registry
from ..errors import UserError, last_line
from ..serving.cluster import connect
from .analysis import Analysis, Progress
from .encoded import CHUNK, chunks
from .workers import analyse_chunk, numbered

Rows = dict[str, np.ndarray]  # what Ray Data calls a batch; here always one row, of bytes


def analyse_on_ray(
    name: str, path: Path, address: str, workers: int, progress: Progress
) -> Analysis:
    """The same as `analyse`, on the cluster at an address: HERE, "auto", "HOST:PORT", "ray://…".

    Each part of the file is measured by `analyse_chunk` on one processor. `workers` are the
    processors of a cluster of this machine; another gives all it has. Every machine needs this
    repository and the file at the same place. Raises UserError where ray is not installed, the
    address does not answer, or the cluster cannot measure the file.
    """
    ray = connect(address, workers, "data")
    settle(ray.data)
    total = Analysis(registry.load(name, "cpu").attention_sizes)
    try:
        for rows in sums_of(ray.data, name, path).iter_batches(batch_size=1):
            total.merge(pickle.loads(rows["sums"][0]))
            progress(total.pairs_read + total.pairs_left_out)
    except Exception as error:  # each part of ray has its own
        raise UserError(
            "The cluster at “{address}” cannot measure {file}: {reason} Each of its machines needs "
            "this repository and the file at the same place as here.",
            address=address,
            file=path.name,
            reason=last_line(error),
        ) from error
    finally:
        ray.shutdown()
    return total


def settle(data: Any) -> None:
    """Let Ray Data keep the order of the parts, so that of two equal examples the first stays."""
    context = data.DataContext.get_current()
    context.enable_progress_bars = False
    context.execution_options.preserve_order = True


def sums_of(data: Any, name: str, path: Path) -> Any:
    """A dataset of the sums over each part of a file, made as they are asked for."""
    files = data.from_items([{"path": str(path.resolve())}])
    parts = files.map_batches(read_parts, batch_size=1, num_cpus=0)
    alone = parts.repartition(target_num_rows_per_block=1)  # each may go to another processor
    return alone.map_batches(measure_part, batch_size=1, num_cpus=1, fn_args=(name,))


def read_parts(rows: Rows) -> Iterator[Rows]:
    """The parts of a file, one after the other."""
    for pairs in chunks(numbered(Path(rows["path"][0])), CHUNK):
        yield {"part": np.array([pickle.dumps(pairs)], object)}


def measure_part(rows: Rows, name: str) -> Rows:
    """The sums over a part."""
    analysis = analyse_chunk(name, pickle.loads(rows["part"][0]), threads=1)
    return {"sums": np.array([pickle.dumps(analysis)], object)}
