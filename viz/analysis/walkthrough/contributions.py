"""The contribution of each word to another through the heads of a layer. Numpy only."""

from dataclasses import dataclass

import numpy as np

from models import LayerParameters, Trace
from models.contributing import check_sum, heard_weights, transformed_values

from .engine import in_float64, join_heads


@dataclass(frozen=True)
class Contributions:
    """Norms of each word's contribution to another (Kobayashi et al. 2020, section 3)."""

    norms: np.ndarray  # [head, query, key] of one head: ‖α f(x)‖
    together: np.ndarray  # [query, key] of all heads: ‖Σ α f(x)‖ over the heads
    # The largest difference between the sum of all parts with b_O and the attention's output.
    error: float


def contributions(
    trace: Trace, parameters: LayerParameters, stack: str, layer: int, n_heads: int
) -> Contributions:
    """Measure the contribution of each key to each query: α f(x).

    f(x) = v W_O of one head, v = x W_V + b_V; in a BiLSTM f(x) = v = x. α is the weight in the
    trace, with all what-ifs. Raises ValueError for a layer or a number of heads that does not fit,
    UserError for contributions that do not add up to the attention's output.
    """
    maps = trace.attention[stack]
    if maps is None or not 0 <= layer < maps.n_layers or n_heads != maps.n_heads:
        raise ValueError(
            f"{trace.request.model!r} has no layer {layer} of {n_heads} heads in {stack!r}"
        )
    weights, f = heard_weights(trace, stack, layer), transformed_values(maps, layer, parameters)
    output: np.ndarray = join_heads(maps.head_output[layer].astype(np.float64))
    rest: np.ndarray | float = 0.0
    if parameters.capabilities.block != "recurrent":
        p = in_float64(parameters)
        rest = p["to_output_bias"]
        output = output @ p["to_output"] + rest  # [query, d_model]
    together, total = np.empty(weights.shape[1:]), rest
    # One key at a time: all parts of 512 words take gigabytes.
    for key in range(f.shape[1]):
        part = weights[:, :, key].T @ f[:, key]  # [query, d_model]
        together[:, key], total = np.linalg.norm(part, axis=-1), total + part
    error = float(np.abs(total - output).max())
    check_sum(error, output)
    norms = weights * np.linalg.norm(f, axis=-1)[:, None]
    norms.flags.writeable = together.flags.writeable = False
    return Contributions(norms, together, error)
