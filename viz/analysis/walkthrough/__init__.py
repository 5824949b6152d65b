"""Every number of one head, from the word's vector to the layer's output.

Numpy only, neither torch nor Streamlit. The numbers are computed anew in float64 from the states
that enter the layer and the model's weights, and compared with the run: steps that do not lead to
its numbers are not shown. The model's capabilities choose the module that explains a head.
"""

from dataclasses import replace

import numpy as np

from models import Capabilities, LayerParameters, Trace, UserError
from models.code_of_steps import code_of_steps

from ...base.language import t, translatable
from ..derivation import Board, Derivation
from ..views import STACK_TITLES
from .contributions import Contributions, contributions
from .engine import (
    LARGEST_SENT,
    add_softmax_steps,
    add_weighted_sum_steps,
    attention_of,
    in_float64,
    states_of,
)
from .pretrained import add_pretrained_steps
from .recurrent import add_recurrent_steps
from .transformer import add_transformer_steps

# The scores whose steps are known, by `Capabilities.block`.
_DERIVED_SCORES = {
    "transformer": ("scaled dot",),
    "recurrent": ("dot", "bilinear", "additive"),
    "unknown": ("scaled dot", "dot"),
}
TOLERANCE = 1e-4  # of a weight, besides the rounding of float32 scores
_DIFFERS = translatable(
    "The steps of a head as they are known here do not lead to what this model computed: the "
    "numbers differ by up to {difference:.2g}. So they are not shown."
)

__all__ = [
    "LARGEST_SENT",
    "Contributions",
    "add_softmax_steps",
    "add_weighted_sum_steps",
    "contributions",
    "derive",
]


def derive(
    trace: Trace,
    parameters: LayerParameters,
    stack: str,
    layer: int,
    head: int,
    row: int,
    n_heads: int,
) -> Derivation:
    """Derive one head for the query at `row`, a token.

    `parameters` are those of `TextModel.parameters(stack, layer)`. Raises UserError for a trace
    with any intervention other than a swapped word, for a model whose score is not known here, and
    for steps whose numbers are not those of the trace; ValueError for a head or a row that does not
    exist.
    """
    if {*trace.request.what_if.applied} - {"swap"}:
        raise UserError(
            "The numbers of a head are shown for the model as it was trained. Undo "
            "your changes first."
        )
    maps = trace.attention[stack]
    sizes = (0, 0, 0) if maps is None else (maps.n_layers, maps.n_heads, len(maps.query_tokens))
    places = zip((layer, head, row), sizes, strict=True)
    if maps is None or n_heads != sizes[1] or not all(0 <= at < size for at, size in places):
        raise ValueError(
            f"{stack!r} has {sizes} layers, heads and queries; asked for "
            f"{(layer, head, row)} of {n_heads} heads"
        )
    board, weights, capabilities = Board(), in_float64(parameters), parameters.capabilities
    who = maps.query_tokens[row]
    if stack == "cross":
        who += f" ▸ {trace.predicted[row]}"  # the word read ▸ the word written
    attention = t(STACK_TITLES[stack])
    if capabilities.score not in _DERIVED_SCORES[capabilities.block]:
        raise UserError(
            "The steps are shown for scaled dot-product attention only. This model "
            "compares queries with keys in another way."
        )
    if capabilities.block == "recurrent":
        add_recurrent_steps(board, trace, weights, capabilities, row, who)
        title = t("{attention}: “{who}”", attention=attention, who=who)
    else:
        if capabilities.block == "transformer":
            add_transformer_steps(board, trace, weights, capabilities, stack, layer, head, row, who)
        else:
            add_pretrained_steps(board, trace, weights, stack, layer, head, row, who)
        title = t(
            "{attention}, layer {layer}, head {head}: “{who}”",
            attention=attention,
            layer=layer + 1,
            head=head + 1,
            who=who,
        )
    code = code_of_steps(capabilities, stack, layer)
    steps = (replace(step, code=code.get(step.shows[-1], ())) for step in board.steps)
    derivation = replace(board.derivation(title), steps=tuple(steps))
    _check_against_trace(derivation, trace, capabilities, stack, layer, head, row)
    return derivation


def _check_against_trace(
    derivation: Derivation,
    trace: Trace,
    capabilities: Capabilities,
    stack: str,
    layer: int,
    head: int,
    row: int,
) -> None:
    """Raise UserError unless a derivation ends in the numbers of the run.

    Compares the weights, the head's output, and what leaves the layer where the trace has it.
    """
    maps, grids = attention_of(trace, stack), derivation.grids
    expected = {
        "weights": maps.weights[layer, head, row],
        "head_output": maps.head_output[layer, head, row],
    }
    if capabilities.block == "transformer" and "leaves" in grids:
        states = states_of(trace, "encoder" if stack == "encoder" else "decoder", layer + 1)
        expected["leaves"] = states[row]
    largest_score = np.abs(maps.scores[layer, head, row]).max()
    tolerance = TOLERANCE + 8 * np.finfo(np.float32).eps * largest_score
    for name, values in expected.items():
        difference = np.abs(grids[name].values[0] - values).max()
        # Written so that a number that is not one is refused too.
        if not difference <= tolerance * max(1.0, np.abs(values).max()):
            raise UserError(_DIFFERS, difference=float(difference))
