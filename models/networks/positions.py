"""Positional encodings: how a transformer knows word order."""

import torch
from torch import Tensor


def sinusoids(length: int, d_model: int, base: float = 10_000.0) -> Tensor:
    """Sinusoidal positional encodings; `[position, d_model]`, values in [-1, 1].

    PE(p, 2i) = sin(p / base^(2i / d_model)) and PE(p, 2i+1) = cos(p / base^(2i / d_model))
    (Vaswani et al. 2017, section 3.5): sine and cosine interleaved.
    """
    if d_model % 2:
        raise ValueError(f"d_model must be even, got {d_model}")
    position = torch.arange(length, dtype=torch.float64)[:, None]  # [position, 1]
    frequency = base ** (
        -torch.arange(0, d_model, 2, dtype=torch.float64) / d_model
    )  # [d_model / 2]
    angle = position * frequency  # [position, d_model / 2]
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1).float()  # [position, d_model]


def perturb_positions(table: Tensor, how: str) -> Tensor:
    """Return the positional encodings to add instead of `table [position, d_model]`.

    `how` is "as trained" (the table itself), "off" (zeros) or "shuffled" (its rows in a fixed
    random order, the same for every table of as many rows).
    """
    if how == "off":
        return torch.zeros_like(table)
    if how == "shuffled":
        order = torch.randperm(
            len(table), generator=torch.Generator().manual_seed(5)
        )  # a seed that leaves no length in order
        return table[order.to(table.device)]
    return table
