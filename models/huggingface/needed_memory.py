"""Free memory, and the memory that recording a run needs."""

import os
from collections.abc import Mapping

import torch

from ..errors import UserError


class TooLittleMemory(UserError):
    """Says how much memory is needed and how much is free. That may change: try again later."""


def check_memory(
    name: str,
    device: torch.device,
    sizes: Mapping[str, tuple[int, int]],
    vocabulary: int,
    source: int,
    target: int,
) -> None:
    """Raise TooLittleMemory when recording so many tokens takes more than half the free memory."""
    needed = needed_memory(sizes, vocabulary, source, target)
    free = free_memory(device)
    if free is not None and needed > free / 2:
        raise TooLittleMemory(
            "All heads of {name} on {tokens} tokens need {needed:.1f} GB of memory, "
            "and {free:.1f} are free. Try a shorter sentence.",
            name=name,
            tokens=source + target,
            needed=needed / 1e9,
            free=free / 1e9,
        )


def needed_memory(
    sizes: Mapping[str, tuple[int, int]], vocabulary: int, source: int, target: int
) -> int:
    """Return the bytes that recording so many tokens takes.

    `sizes` has layers and heads of each stack; `vocabulary` is the number of logits per token.
    """
    lengths = {"encoder": source * source, "decoder": target * target, "cross": source * target}
    cells = sum(layers * heads * lengths[stack] for stack, (layers, heads) in sizes.items())
    # Scores, weights and logits, 4 bytes each; a copy of each exists for a moment.
    return 2 * 4 * (2 * cells + max(source, target) * vocabulary)


def free_memory(device: torch.device) -> int | None:
    """Return the free bytes on a device, within the limit of the container; None if unknown."""
    if device.type == "cuda":
        return torch.cuda.mem_get_info(device)[0]
    limits: list[int] = []
    try:
        # On Linux, SC_AVPHYS_PAGES leaves out what the page cache would free; MemAvailable has it.
        limits.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES"))
        with open("/proc/meminfo") as file:
            lines = [line for line in file if line.startswith("MemAvailable")]
        limits = [1024 * int(line.split()[1]) for line in lines] or limits
        with open("/sys/fs/cgroup/memory.max") as file:
            limit = file.read().strip()
        with open("/sys/fs/cgroup/memory.current") as file:
            used = file.read().strip()
        limits.append(int(limit) - int(used))
    except (OSError, ValueError, AttributeError):
        pass
    return min(limits, default=None)
