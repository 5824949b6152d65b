"""Where a network runs."""

import torch

from .errors import UserError


def pick_device(name: str = "auto") -> torch.device:
    """Pick cuda, mps or cpu, the first there is, for "auto"; else the one named.

    Raises UserError for a device that is not there.
    """
    if name == "auto":
        name = best_device()
    try:
        if torch.device(name).type not in ("cuda", "mps", "cpu"):
            raise RuntimeError(f"no network of ours was ever run on {name}")
        torch.zeros(1, device=name)
    except (RuntimeError, AssertionError) as error:
        raise UserError(
            "This machine has no device “{name}”. Use auto, or one of cuda, mps and cpu.", name=name
        ) from error
    return torch.device(name)


def best_device() -> str:
    """Name the fastest kind of device of this machine."""
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"
