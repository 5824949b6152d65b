"""A word's vector as a weighted mean of its layers: ELMo (Peters et al. 2018, equation 1)."""

from collections.abc import Sequence

import numpy as np

from ...base.language import t

LARGEST_WEIGHT = 5.0  # the largest absolute weight
_FEWEST_LAYERS = 2  # besides the input of the first: a single layer has no mix


def mixed_places(steps: Sequence[str]) -> tuple[int, ...]:
    """Return the indices of `Encoding.steps` to mix: the first layer's input, each layer's output.

    () for too few layers.
    """
    layers = [place for place, step in enumerate(steps) if step.startswith("layer ")]
    return (layers[0] - 1, *layers) if len(layers) >= _FEWEST_LAYERS else ()


def parse_weights(text: str, count: int) -> tuple[float, ...]:
    """Parse the weights before the softmax, one for each of `count` layers; 0 for missing ones.

    Raises ValueError for anything but numbers from -MOST to MOST.
    """
    values = [float(part) for part in text.split(",")] if text else []
    if not all(
        -LARGEST_WEIGHT <= value <= LARGEST_WEIGHT for value in values
    ):  # a NaN is refused too
        raise ValueError(f"weights {values} beyond {LARGEST_WEIGHT}")
    return tuple((values + [0.0] * count)[:count])


def check_weights(text: str) -> str:
    """Say why a text of weights is refused, or ""."""
    try:
        parse_weights(text, 0)
    except ValueError:
        return t("words#how weights are written", most=f"{LARGEST_WEIGHT:g}")
    return ""


def shares_of(weights: Sequence[float]) -> np.ndarray:
    """Return the softmax of the weights, `[layer]`, with sum 1."""
    powers = np.exp(np.subtract(weights, max(weights)))
    return powers / powers.sum()


def add_mix(states: np.ndarray, steps: Sequence[str], weights: Sequence[float]) -> np.ndarray:
    """Append the mix of the layers to `states [step, ..., d]` as a step, `[step + 1, ..., d]`.

    The factor of equation 1 is 1: another would change no direction.
    """
    mixed = np.einsum("l,l...->...", shares_of(weights), states[[*mixed_places(steps)]])
    return np.concatenate([states, mixed[None].astype(states.dtype)])
