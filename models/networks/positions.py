"""Positional encodings: they tell a transformer the order of the words."""

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
    exponent = torch.arange(0, d_model, 2, dtype=torch.float64) / d_model  # [d_model / 2]
    angle = position * base**-exponent  # [position, d_model / 2]
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1).float()  # [position, d_model]


def perturb_positions(table: Tensor, how: str) -> Tensor:
    """Return the positional encodings to add instead of `table [position, d_model]`.

    `how` is "as trained" (the table itself), "off" (zeros) or "shuffled" (its rows in a fixed
    random order that depends only on their number).
    """
    if how == "off":
        return torch.zeros_like(table)
    if how == "shuffled":
        # With this seed no length above 1 keeps its order.
        generator = torch.Generator().manual_seed(5)
        order = torch.randperm(len(table), generator=generator)
        return table[order.to(table.device)]
    return table
