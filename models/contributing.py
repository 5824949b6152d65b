"""How far each token moves another: attention weighted by the vectors that it sums.

Kobayashi et al. 2020, "Attention is Not Only a Weight", section 3.
"""

from typing import TYPE_CHECKING

import numpy as np

from .errors import UserError
from .trace import STACKS, AttentionMaps, Trace

if TYPE_CHECKING:
    from .protocols import LayerParameters, TextModel

# Largest difference of a sum of parts from the output, relative to the largest output above 1. What
# heads give is recorded in 32 bits, also of a network whose weights have 16.
_TOLERANCE = 1e-3


def transformed_values(
    maps: AttentionMaps, layer: int, parameters: "LayerParameters"
) -> np.ndarray:
    """Return f(x) of each key for each head of a layer in float64, `[head, key, d]`.

    f(x) = v W_O, with v = x W_V + b_V and the rows of W_O that belong to the head. The output's
    bias belongs to no token and stays out. In a BiLSTM f(x) is the encoder's state itself.
    """
    value = maps.value[layer].astype(np.float64)
    if parameters.capabilities.block == "recurrent":
        return value
    output = parameters["to_output"].astype(np.float64)  # [head · d_head, d_model]
    return value @ output.reshape(len(value), -1, output.shape[1])


def heard_weights(trace: Trace, stack: str, layer: int) -> np.ndarray:
    """Return the weights of a layer in float64, `[head, query, key]`: 0 in a silenced head."""
    weights = _attention_of(trace, stack).weights[layer].astype(np.float64)
    for silenced_stack, silenced_layer, head in trace.request.what_if.silenced:
        if (silenced_stack, silenced_layer) == (stack, layer):
            weights[head] = 0
    return weights


def _lengths(trace: Trace, stack: str, layer: int, parameters: "LayerParameters") -> np.ndarray:
    """Return ‖α f(x)‖ of each key for each query in float64, `[head, query, key]`.

    Raises UserError where the values of the run do not add up to what its heads gave.
    """
    maps, weights = _attention_of(trace, stack), heard_weights(trace, stack, layer)
    head_output = maps.head_output[layer]
    check_sum(float(np.abs(weights @ maps.value[layer] - head_output).max(initial=0)), head_output)
    norms = np.linalg.norm(transformed_values(maps, layer, parameters), axis=-1)  # [head, key]
    return weights * norms[:, None]


def check_sum(difference: float, output: np.ndarray) -> None:
    """Raise UserError where parts differ too much from the `output` that they add up to."""
    # Written so that a number that is not one is refused too.
    if not difference <= _TOLERANCE * max(1.0, float(np.abs(output).max(initial=0))):
        raise UserError(
            "The contributions of the words do not add up to what this attention gives: they "
            "differ by up to {difference:.2g}. So they are not shown.",
            difference=difference,
        )


def contributions(trace: Trace, model: "TextModel", stack: str, shares: bool = False) -> np.ndarray:
    """Return how far each token moves another in each head: ‖α v W_O‖.

    `[layer, head, query, key]` in float32, with the what-ifs of the trace; α is its weight, v the
    value with its bias, W_O the rows of the output matrix that belong to the head. The output's
    bias belongs to no token and stays out, as in the paper. A BiLSTM has neither values nor an
    output matrix: ‖α h‖ of the encoder's state h. With `shares`, each row is divided by its sum, so
    that it sums to 1 like the weights; the row of a silenced head is 0, and so is a layer without
    attention.

    A length says how much is added, not in which direction: what two tokens add may cancel out.
    `model` is the one that was traced, with `Record(vectors=True)`, the default. Raises ValueError
    for another model or a stack without attention, NotRecorded for a trace without values, and
    UserError for a pretrained model whose output matrix is not known or whose values do not add up
    to what its heads gave.
    """
    if model.name != trace.request.model:
        raise ValueError(f"a trace of {trace.request.model!r} is no run of {model.name!r}")
    maps = _attention_of(trace, stack)
    result = np.zeros(maps.weights.shape, np.float32)
    for layer in maps.attending:
        values = _lengths(trace, stack, layer, model.parameters(stack, layer))
        result[layer] = shares_of(values, values.sum(-1)) if shares else values
    result.flags.writeable = False
    return result


def shares_of(values: np.ndarray, sums: np.ndarray) -> np.ndarray:
    """Divide rows `[..., query, key]` by their sums `[..., query]`; a row of zeros stays so."""
    sums = sums[..., None]
    return np.divide(values, sums, out=np.zeros_like(values), where=sums > 0)


def _attention_of(trace: Trace, stack: str) -> AttentionMaps:
    """Return the attention of one mechanism. Raises ValueError for a model without it."""
    maps = trace.attention[stack] if stack in STACKS else None
    if maps is None:
        raise ValueError(f"{trace.request.model} has no attention {stack!r}")
    return maps
