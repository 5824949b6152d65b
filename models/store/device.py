"""Where a network runs."""

import torch
from torch import nn

from ..errors import UserError

THREADS = torch.get_num_threads()  # of a product of matrices, as the machine or the reader says
SMALL = 20_000_000  # weights: below, several threads wait for each other longer than they multiply


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


def store_by_columns(network: nn.Module) -> None:
    """Store the matrices that give more numbers than they take column by column.

    Their values stay as they are. A few rows times such a matrix take a third to four fifths of the
    time on a CPU (one row and 8,000 tokens: 310 instead of 970 µs), many rows as long as before.
    """
    for module in network.modules():
        if isinstance(module, nn.Linear | nn.Embedding):
            weight = module.weight
            if weight.shape[0] >= weight.shape[1]:
                weight.data = weight.data.t().contiguous().t()


def configure_threads(weights: int) -> None:
    """Set how many threads each product takes that the calling thread computes from now on.

    One for a network of few weights: on two cores a trace in a thread of a server takes 43 ms with
    one and 77 ms with two.
    """
    torch.set_num_threads(1 if weights < SMALL else THREADS)
