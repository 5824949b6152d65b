"""Comparison of training runs."""

import torch
from safetensors.torch import load_file

CPU = torch.device("cpu")


def same(one, other, names=("state.safetensors", "checkpoint/weights.safetensors")):
    """Whether two runs ended with the same bits.

    Compares weights, moments of Adam, random numbers, and the shipped files.
    """
    both = [(load_file(one / name), load_file(other / name)) for name in names]
    return all(
        mine.keys() == theirs.keys() and all(torch.equal(mine[key], theirs[key]) for key in mine)
        for mine, theirs in both
    )
