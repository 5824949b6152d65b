"""What heads are ordered by."""

from collections.abc import Sequence

import numpy as np

from models.analysis.labels import Label
from models.analysis.profile import StackProfile

from ...analysis.views import HeadChoice
from .costs import COSTS, HeadCosts
from .settings import CLEAREST
from .words import FIGURES


def order_value(
    order: str, stack: StackProfile, place: int, labels: Sequence[Label], costs: HeadCosts | None
) -> float:
    """The value of the head at `place` of its mechanism; nan where it was not measured."""
    if order == CLEAREST:
        return labels[0].strength if labels else 0.0
    if order in FIGURES:
        return float(stack.figures()[order][place])
    if order in stack.measures:
        return float(stack.shares[place, stack.measures.index(order)])
    if order in COSTS and costs:
        return float(costs.value_of(order, HeadChoice(*stack.head_at(place))))
    return np.nan
