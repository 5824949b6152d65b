"""Steps of a derivation that several architectures share. Numpy only."""

from collections.abc import Mapping

import numpy as np

from models import AttentionMaps, Trace

from ...base.language import t, translatable
from ..derivation import Board, formula, fraction, root

Weights = Mapping[str, np.ndarray]
LARGEST_SENT = 20_000  # numbers; larger matrices are not sent to the browser
LARGEST_EXP = 80.0  # largest score for a plain exponential
# Texts of a weighted sum: the terms, the name and the text of the step, and the sum.
WEIGHTED = translatable(
    {
        "values": (
            "values · weights",
            "Weighted values",
            "Each value times its weight: what this word adds to the result.",
            "sum of the weighted values",
        ),
        "states": (
            "states · weights",
            "Weighted states",
            "Each state times its weight: what this word adds to the result.",
            "sum of the weighted states",
        ),
    }
)


def attention_of(trace: Trace, stack: str) -> AttentionMaps:
    """Return the heads of a mechanism. Raises ValueError for a model without it."""
    maps = trace.attention[stack]
    if maps is None:
        raise ValueError(f"{trace.request.model!r} has no heads in {stack!r}")
    return maps


def states_of(trace: Trace, stack: str, layer: int) -> np.ndarray:
    """Return the states that leave a layer, `[position, d_model]` in float64; 0 enters the first.

    Raises ValueError for a stack that the model does not have.
    """
    states = trace.hidden[stack]
    if states is None:
        raise ValueError(f"{trace.request.model!r} has no hidden states in {stack!r}")
    return states[layer].astype(np.float64)


def in_float64(parameters: Weights) -> Weights:
    """Return the parameters in float64, biases as matrices of one row."""
    return {
        name: np.atleast_2d(np.asarray(values, np.float64)) for name, values in parameters.items()
    }


def join_heads(outputs: np.ndarray) -> np.ndarray:
    """Join the outputs of the heads: `[head, query, d_head]` to `[query, head · d_head]`."""
    return outputs.swapaxes(0, 1).reshape(outputs.shape[1], -1)


def head_outputs_of(trace: Trace, stack: str, layer: int, row: int) -> np.ndarray:
    """Return the outputs of all heads of a layer at one query, `[head, 1, d_value]` in float64."""
    outputs = attention_of(trace, stack).head_output[layer, :, row : row + 1]
    return outputs.astype(np.float64)


def is_small(values: np.ndarray) -> bool:
    """Return whether a matrix is small enough to be sent to the browser."""
    return values.size <= LARGEST_SENT


def give_matrix(
    board: Board, p: Weights, name: str, title: str, symbol: str, columns: slice = slice(None)
) -> str:
    """Add a matrix or a bias of the model, or some of its columns; return the name of the grid."""
    values = p[name][:, columns]
    return board.give(name, values, title, symbol, "matrix", sent=is_small(values))


def add_and_norm(
    board: Board,
    p: Weights,
    before: str,
    added: str,
    after: str,
    title: str,
    symbol: str,
    prefix: str = "",
    index: str = "",
) -> tuple[str, ...]:
    """Add a residual connection and layer normalisation (Vaswani et al. 2017, section 3.1).

    Returns the names of all grids added.
    """
    both = board.make(
        prefix + "residual", "add", (before, added), t("their sum"), "r" + index, "state"
    )
    gain = give_matrix(board, p, prefix + "norm_gain", t("gain"), "γ" + index)
    shift = give_matrix(board, p, prefix + "norm_shift", t("shift"), "β" + index)
    return (
        before,
        added,
        both,
        gain,
        shift,
        board.make(after, "norm", (both, gain, shift), title, symbol, "state"),
    )


def norm_formula(sum_of: str, symbol: str, index: str = "") -> str:
    """Write a sum and its layer normalisation as MathML."""
    r = "r" + index
    return formula(f"{r} = {sum_of} ,") + _normalised(r, symbol, index)


def _normalised(x: str, symbol: str, index: str = "") -> str:
    """Write the layer normalisation of `x` as MathML."""
    return (
        formula(f"{symbol} = γ{index} ·")
        + fraction(formula(f"{x} − {t('mean ( {r} )', r=x)}"), root(formula(f"var ( {x} ) + ε")))
        + formula(f"+ β{index}")
    )


def add_norm_step(
    board: Board,
    p: Weights,
    before: str,
    after: str,
    symbol: str,
    who: str,
    prefix: str = "",
    index: str = "",
) -> str:
    """Add the layer normalisation before a sub-layer; return the name of its grid."""
    gain = give_matrix(board, p, prefix + "norm_gain", t("gain"), "γ" + index)
    shift = give_matrix(board, p, prefix + "norm_shift", t("shift"), "β" + index)
    title = t("“{who}”, normed", who=who)
    board.make(after, "norm", (before, gain, shift), title, symbol, "state")
    says = t("inside#normalised before", who=who)
    expression = _normalised(board.grids[before].symbol, symbol, index)
    board.step(t("Norm"), says, expression, before, gain, shift, after)
    return after


def add_residual_step(
    board: Board,
    before: str,
    added: str,
    after: str,
    title: str,
    symbol: str,
    sum_of: str,
    says: str,
    name: str = "",
) -> None:
    """Add a residual connection without normalisation; makes the grid `after`."""
    board.make(after, "add", (before, added), title, symbol, "state")
    board.step(name or t("Residual"), says, formula(f"{symbol} = {sum_of}"), before, added, after)


def add_softmax_steps(board: Board, *scores: str, index: str = "j", total: str = "z") -> None:
    """Add the softmax over each row of the grids `scores`, in two steps.

    Makes "exponentials", "total" and "weights"; for several heads "weights_1" and so on. If the
    largest score of a row is beyond ±LARGEST_EXP, each row's maximum is subtracted first.
    """
    lower, e, weight = f"t_{index}", f"e_{index}", f"α_{index}"
    far = any(np.abs(np.nanmax(board.grids[name].values, 1)).max() > LARGEST_EXP for name in scores)
    exponential_grids: list[str] = []
    weight_grids: list[str] = []
    for number, name in enumerate(scores, 1):
        head = number if len(scores) > 1 else None
        end = f"_{number}" if head else ""
        exponential_grids.append(name)
        grid_name = name
        if far:
            title = of_head(t("less the largest"), head)
            grid_name = board.make("shifted" + end, "less largest", (name,), title, lower, "score")
            exponential_grids.append(grid_name)
        title = of_head(t("exponentials"), head)
        powers = board.make("exponentials" + end, "exp", (grid_name,), title, e, "score")
        title = of_head(t("their sum"), head)
        sums = board.make("total" + end, "total", (powers,), title, total, "score")
        title = of_head(t("weights"), head)
        shares = (powers, sums)
        weights = board.make("weights" + end, "share", shares, title, weight, "weight")
        exponential_grids += [powers, sums]
        weight_grids += [powers, sums, weights]
    masked = any(np.isnan(board.grids[name].values).any() for name in scores)
    s = board.grids[scores[-1]].symbol
    says = t(
        "inside#scores too large for e" if far else "inside#exponentials",
        largest=LARGEST_EXP,
    )
    if masked:
        says += f" {t('Masked cells count as 0.')}"
    powers = f"{lower} = {s} − max ( {s} ) , {e} = exp ( {lower} )" if far else f"{e} = exp ( {s} )"
    board.step(
        t("Exponentials"), says, formula(f"{powers} , {total} = ∑_j {e}"), *exponential_grids
    )
    board.step(
        t("Weights"),
        t("inside#weights"),
        formula(f"{weight} =") + fraction(formula(e), formula(total)),
        *weight_grids,
    )


def of_head(title: str, head: int | None) -> str:
    """Return the title of a grid of one of several heads."""
    return title if head is None else t("{what}, head {head}", what=title, head=head)


def add_weighted_sum_steps(
    board: Board, values: str, what: str, result: str, says: str, output: str
) -> None:
    """Add the weighted sum of the grid `values` in two steps.

    Makes "weighted" and "head_output"; `what` is their kind in WEIGHTED.
    """
    grid, (product, name, adds, total) = board.grids[values], map(t, WEIGHTED[what])
    board.make("weighted", "weigh", ("weights", values), product, "u_j", "output", sent=grid.sent)
    board.step(name, adds, formula(f"u_j = α_j {grid.symbol}"), "weights", values, "weighted")
    board.make(
        "head_output",
        "sum",
        ("weighted",),
        total,
        output,
        "output",
        rows=board.grids["weights"].rows,
    )
    board.step(result, says, formula(f"{output} = ∑_j u_j"), "weighted", "head_output")
