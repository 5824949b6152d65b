"""Detection of a small server: `-- --low-memory`, or a machine or container below 1.5 GB.

A small server caches two or three models and a quarter of the usual results, so it loads and
computes more often. It offers neither t-SNE and UMAP maps nor training: each needs at least 200 MB.
"""

import os
import sys
from functools import cache
from pathlib import Path

_ENOUGH = 1.5e9  # bytes; a server with all features holds 1.2e9 after thousands of visits
# The memory limit of a container on Linux: cgroups version 2, and version 1.
_LIMITS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)


def has_little_memory(enough: float = _ENOUGH) -> bool:
    """Whether `--low-memory` was given, or fewer than `enough` bytes are installed or allowed."""
    return "--low-memory" in sys.argv or _memory_here() < enough


@cache
def _memory_here() -> float:
    """Return the memory of this machine or container in bytes; infinity where it is unknown."""
    return min([_machine_memory(), *map(_read_limit, _LIMITS)])


def _machine_memory() -> float:
    """Return the memory of the machine in bytes; infinity where it is unknown."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # Windows has no sysconf
        return float("inf")


def _read_limit(path: Path) -> float:
    """Return the limit in a cgroup file in bytes; infinity for "max" or without the file."""
    try:
        return float(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return float("inf")
