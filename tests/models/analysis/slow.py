"""Slow, obvious versions of measures."""

import math


def slow_divergence(p, q) -> float:
    """Return the Jensen-Shannon divergence of two lists of shares, in nats."""
    total = 0.0
    for a, b in zip(p, q, strict=True):
        middle = (a + b) / 2
        total += 0.5 * (a * math.log(a / middle) if a else 0)
        total += 0.5 * (b * math.log(b / middle) if b else 0)
    return total
