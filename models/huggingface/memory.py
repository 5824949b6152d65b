"""How much memory there is, and how much recording a run needs."""

import os
from collections.abc import Mapping

import torch

from ..errors import UserError


def check_memory(
    name: str,
    device: torch.device,
    sizes: Mapping[str, tuple[int, int]],
    vocabulary: int,
    source: int,
    target: int,
) -> None:
    """Raise UserError when the memory that is free would not hold the recording of so many tokens.

    `sizes` has the layers and heads of each stack, `vocabulary` the number of logits at a place.
    """
    lengths = {"encoder": source * source, "decoder": target * target, "cross": source * target}
    cells = sum(layers * heads * lengths[stack] for stack, (layers, heads) in sizes.items())
    # Scores and weights, logits, in 32 bits; each twice for a moment.
    needed = 2 * 4 * (2 * cells + max(source, target) * vocabulary)
    free = free_memory(device)
    if free is not None and needed > free / 2:
        raise UserError(
            "All heads of {name} on {tokens} tokens need {needed:.1f} GB of memory, "
            "and {free:.1f} are free. Try a shorter sentence.",
            name=name,
            tokens=source + target,
            needed=needed / 1e9,
            free=free / 1e9,
        )


def free_memory(device: torch.device) -> int | None:
    """Count the bytes that are free where a network runs, within the limit of its container.

    None where nobody says.
    """
    if device.type == "cuda":
        return torch.cuda.mem_get_info(device)[0]
    limits: list[int] = []
    try:
        # Linux: without what its cache would give back.
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
