"""Intervals of shares."""

import math
from typing import NamedTuple

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
