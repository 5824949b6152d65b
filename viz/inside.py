"""Deprecated name of `viz.walkthrough`, importable for one release."""

from .walkthrough import LARGEST_SENT, Contributions, contributions, derive
from .walkthrough import add_softmax_steps as share_out
from .walkthrough import add_weighted_sum_steps as mix

__all__ = ["LARGEST_SENT", "Contributions", "contributions", "derive", "mix", "share_out"]
