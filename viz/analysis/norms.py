"""The norms of a run: attention weighted by what it moves, for pictures in place of the weights."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

import numpy as np

from models import Capabilities, TextModel, Trace, contributions

from ..base.language import t, translatable

_CELL_QUANTITIES = translatable({"weight": "Weight α", "norm": "Norm {formula}"})


@dataclass(frozen=True, repr=False)
class NormTrace(Trace):
    """A trace whose pictures show norms, which stand beside its weights.

    See `models.contributions`.
    """

    formula: str = ""  # of a norm
    norms: Mapping[str, np.ndarray] = field(default_factory=dict)  # [layer, head, query, key]


def with_norms(trace: Trace, model: TextModel) -> NormTrace:
    """Return a run with the norms of all its attention. Raises what `contributions` raises."""
    norms = {stack: contributions(trace, model, stack) for stack in model.attention_sizes}
    values = {each.name: getattr(trace, each.name) for each in fields(Trace)}
    return NormTrace(**values, formula=norm_formula(model.capabilities), norms=norms)


def norm_formula(capabilities: Capabilities) -> str:
    """Return the formula of a norm in a model: α times the vector that is added."""
    return "‖α h‖" if capabilities.block == "recurrent" else "‖α v W_O‖"


def cell_quantities(capabilities: Capabilities) -> dict[str, str]:
    """Return what a cell of a model's pictures can show, each with its title.

    {} where that is only the weight.
    """
    if not capabilities.stacks or "contributions" in capabilities.unanswered:
        return {}
    formula = norm_formula(capabilities)
    return {name: t(title, formula=formula) for name, title in _CELL_QUANTITIES.items()}


def describe_norms(trace: NormTrace) -> str:
    """Say what a picture of norms shows."""
    return t(
        "Norm-weighted attention {formula} (Kobayashi et al. 2020): a cell is a share of its row.",
        formula=trace.formula,
    )
