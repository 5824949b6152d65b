"""The device, memory layout and number of threads of a network."""

import torch
from torch import nn

from ..errors import UserError

_THREADS = torch.get_num_threads()  # torch's default, or OMP_NUM_THREADS
# Below this number of weights, several threads cost more in waiting than they gain.
_SMALL = 20_000_000


def pick_device(name: str = "auto") -> torch.device:
    """Return the named device; for "auto" the first available of cuda, mps and cpu.

    Raises UserError for a device that this machine does not have.
    """
    if name == "auto":
        name = _best_device()
    try:
        if torch.device(name).type not in ("cuda", "mps", "cpu"):
            raise RuntimeError(f"our networks are not tested on {name}")
        torch.zeros(1, device=name)
    except (RuntimeError, AssertionError) as error:
        raise UserError(
            "This machine has no device “{name}”. Use auto, or one of cuda, mps and cpu.", name=name
        ) from error
    return torch.device(name)


def _best_device() -> str:
    """Return the name of the fastest kind of device on this machine."""
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def store_by_columns(network: nn.Module) -> None:
    """Store matrices with more outputs than inputs in column-major order, with equal values.

    On a CPU, multiplying a few rows then takes 33% to 80% of the time (one row, vocabulary of
    8,000: 310 instead of 970 µs); many rows take as long as before.
    """
    for module in network.modules():
        if isinstance(module, nn.Linear | nn.Embedding):
            weight = module.weight
            if weight.shape[0] >= weight.shape[1]:
                weight.data = weight.data.t().contiguous().t()


def configure_threads(weights: int) -> None:
    """Set torch's number of threads for a network of so many weights, for the calling thread.

    A small network gets one thread: on two cores, a trace in a server takes 43 ms with one thread
    and 77 ms with two.
    """
    torch.set_num_threads(1 if weights < _SMALL else _THREADS)
