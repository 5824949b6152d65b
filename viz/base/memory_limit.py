"""A small server: `streamlit run app.py -- --low-memory`, or a machine or container below 1.5 GB.

What it gives up: it keeps two or three models and a quarter of what visitors have asked for, so
that more is loaded and computed again, and no map by t-SNE or UMAP and no training, which need
200 MB and more for themselves.
"""

import os
import sys
from functools import cache
from pathlib import Path

ENOUGH = 1.5e9  # bytes; after thousands of visits with all there is, a server holds 1.2e9
# What a container may use, where Linux says it: cgroups of version 2, and of version 1.
LIMITS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)


def has_little_memory(enough: float = ENOUGH) -> bool:
    """Whether the app was started so, or runs where there are fewer bytes than are `enough`."""
    return "--low-memory" in sys.argv or memory_here() < enough


@cache
def memory_here() -> float:
    """What this machine or container has, in bytes; infinite where that cannot be read."""
    return min([machine_memory(), *map(read_limit, LIMITS)])


def machine_memory() -> float:
    """What the machine has, in bytes."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # Windows has no sysconf
        return float("inf")


def read_limit(path: Path) -> float:
    """What a container may use, in bytes; infinite without a limit ("max") or without the file."""
    try:
        return float(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return float("inf")
