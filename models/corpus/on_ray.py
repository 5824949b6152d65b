"""Sum over a file too large for one machine: Ray Data distributes its parts.

The app does not require Ray: pip install "ray[data]".
"""

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from .. import registry
from ..errors import UserError, last_line
from ..serving.cluster import connect
from .attention_sums import Analysis, PairsDone, sizes_of
from .encoded import CHUNK, chunks
from .workers import analyse_chunk, numbered

_Rows = dict[str, np.ndarray]  # a batch of Ray Data; here always one row of bytes


def analyse_on_ray(
    name: str, path: Path, address: str, workers: int, progress: PairsDone
) -> Analysis:
    """Run `analyse` on the cluster at an address: HERE, "auto", "HOST:PORT" or "ray://…".

    `analyse_chunk` measures each part of the file on one processor. `workers` are the processors of
    a cluster on this machine; other clusters use all of theirs. Every machine needs this repository
    and the file at the same path. Raises UserError if ray is not installed, the address does not
    answer, or the cluster cannot measure the file.
    """
    ray = connect(address, workers, "data")
    _configure(ray.data)
    total = Analysis(sizes_of(registry.load(name, "cpu")))
    try:
        for rows in _sums_of(ray.data, name, path).iter_batches(batch_size=1):
            total.merge(pickle.loads(rows["sums"][0]))
            progress(total.pairs_read + total.pairs_left_out)
    except Exception as error:  # each part of Ray raises its own exceptions
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


def _configure(data: Any) -> None:
    """Make Ray Data keep the order of the parts, so that the first of two equal examples stays."""
    context = data.DataContext.get_current()
    context.enable_progress_bars = False
    context.execution_options.preserve_order = True


def _sums_of(data: Any, name: str, path: Path) -> Any:
    """Make a lazy dataset of the sums over each part of a file."""
    files = data.from_items([{"path": str(path.resolve())}])
    parts = files.map_batches(_read_parts, batch_size=1, num_cpus=0)
    blocks = parts.repartition(target_num_rows_per_block=1)  # each may go to another processor
    return blocks.map_batches(_measure_part, batch_size=1, num_cpus=1, fn_args=(name,))


def _read_parts(rows: _Rows) -> Iterator[_Rows]:
    """Yield the parts of a file."""
    for pairs in chunks(numbered(Path(rows["path"][0])), CHUNK):
        yield {"part": np.array([pickle.dumps(pairs)], object)}


def _measure_part(rows: _Rows, name: str) -> _Rows:
    """Measure the sums over a part."""
    analysis = analyse_chunk(name, pickle.loads(rows["part"][0]), threads=1)
    return {"sums": np.array([pickle.dumps(analysis)], object)}
