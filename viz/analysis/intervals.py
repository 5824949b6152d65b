"""Intervals of shares and of means."""

import math
from typing import NamedTuple

import numpy as np

_RESAMPLES = 1000
_QUANTILE = 1.959964  # of the normal distribution, for 95 %


class Interval(NamedTuple):
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


def share_interval(right: int, count: int) -> Interval:
    """Return the share of `right` among `count` with its interval (Wilson 1927)."""
    share, square = right / count, _QUANTILE**2 / count
    middle = (share + square / 2) / (1 + square)
    half = _QUANTILE / (1 + square) * math.sqrt(share * (1 - share) / count + square / count / 4)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def mean_interval(values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the mean over the first axis, and the ends of its 95 % interval.

    Resamples of that axis give the interval (Efron 1979), nan for fewer than two.
    """
    mean = values.mean(0)
    if len(values) < 2:
        return mean, np.full_like(mean, np.nan), np.full_like(mean, np.nan)
    # The generator that the browser has too.
    uniform = np.random.RandomState(0).random_sample((_RESAMPLES, len(values)))
    means = values[(uniform * len(values)).astype(int)].mean(1)
    low, high = np.percentile(means, (2.5, 97.5), axis=0)
    return mean, low, high
