"""Positional encodings in numpy: sinusoids, rotary, ALiBi and a learned table.

Imports neither torch nor Streamlit.
"""

import functools
import json
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import safe_open

import models

_LEARNED = Path(models.__file__).parent / "tables" / "learned_positions.safetensors"


def frequencies(d_model: int, base: float = 10_000.0) -> np.ndarray:
    """Return the angle by which each pair of dimensions turns per position, in radians.

    `[d_model / 2]`; the first is 1.
    """
    if d_model % 2:
        raise ValueError(f"d_model must be even, got {d_model}")
    return base ** (-np.arange(0, d_model, 2) / d_model)


def wavelengths(d_model: int, base: float = 10_000.0) -> np.ndarray:
    """Return the number of positions after which each pair of dimensions repeats.

    `[d_model / 2]`, from 2π to nearly base · 2π.
    """
    return 2 * np.pi / frequencies(d_model, base)


def sinusoids(
    length: int, d_model: int, base: float = 10_000.0, halves: bool = False
) -> np.ndarray:
    """Return the sinusoidal table (Vaswani et al. 2017, section 3.5).

    Float64 `[position, d_model]`, values in [-1, 1]. Sine and cosine alternate as in the paper, or
    in `halves` all sines are before all cosines as in Tensor2Tensor (whose last wavelength is
    base · 2π; here both layouts have the paper's wavelengths).
    """
    angle = np.arange(length)[:, None] * frequencies(d_model, base)  # [position, d_model / 2]
    sine, cosine = np.sin(angle), np.cos(angle)
    return (
        np.concatenate([sine, cosine], axis=1)
        if halves
        else np.stack([sine, cosine], axis=-1).reshape(length, d_model)
    )


def shift_rotation(k: int, d_model: int, base: float = 10_000.0) -> np.ndarray:
    """Return R_k with PE(pos + k) = R_k PE(pos) for every pos, `[d_model, d_model]`.

    For interleaved sine and cosine. Block-diagonal: the pair 2i, 2i+1 turns by k / base^(2i /
    d_model).
    """
    angle = k * frequencies(d_model, base)
    rotation, sines = np.zeros((d_model, d_model)), np.arange(0, d_model, 2)
    rotation[sines, sines] = rotation[sines + 1, sines + 1] = np.cos(angle)
    rotation[sines, sines + 1], rotation[sines + 1, sines] = np.sin(angle), -np.sin(angle)
    return rotation


def rotary(x: np.ndarray, positions: np.ndarray, base: float = 10_000.0) -> np.ndarray:
    """Rotate each pair 2i, 2i+1 of `x` by position / base^(2i / d).

    `[position or none, d]` to `[position, d]`. Applied to queries and keys, it makes their product
    depend on their distance (Su et al. 2021, section 3.2.2).
    """
    angle = np.asarray(positions)[:, None] * frequencies(x.shape[-1], base)  # [position, d / 2]
    even, odd = x[..., ::2], x[..., 1::2]
    turned = even * np.cos(angle) - odd * np.sin(angle), even * np.sin(angle) + odd * np.cos(angle)
    return np.stack(turned, axis=-1).reshape(len(angle), -1)


def alibi_slopes(n_heads: int) -> np.ndarray:
    """Return the slope of each head, 2^(-8/n) to 2^-8; `[head]` (Press et al. 2022, section 3).

    The number of heads must be a power of two.
    """
    return 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)


def alibi_bias(length: int, slope: float) -> np.ndarray:
    """Return what ALiBi adds to the scores of a decoder's head, `[query, key]`.

    -inf for later keys.
    """
    distance = np.arange(length)[:, None] - np.arange(length)
    return np.where(distance < 0, -np.inf, -slope * distance)


@functools.cache
def learned() -> tuple[np.ndarray, dict[str, Any]]:
    """Return the table `[position, d_model]` that our small transformer learned, and its card.

    The model has learned positions instead of sinusoids.
    """
    with safe_open(_LEARNED, "numpy") as file:
        return file.get_tensor("positions"), json.loads(file.metadata()["card"])


def cosines(table: np.ndarray) -> np.ndarray:
    """Return the cosines between all rows: `[position, d]` to `[position, position]`."""
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    return unit @ unit.T


def spread_at_a_distance(products: np.ndarray) -> float:
    """Return the largest spread within one diagonal of `products [position, position]`.

    0 if the product depends on the distance only.
    """
    return max(
        float(np.ptp(products.diagonal(offset)))
        for offset in range(1 - len(products), len(products))
    )
