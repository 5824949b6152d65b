"""One head of scaled dot products, from query, keys and values to the attention's output."""

import math

import numpy as np

from ...base.language import t
from ..derivation import Board, formula, fraction, root
from .engine import Weights, add_softmax_steps, add_weighted_sum_steps, give_matrix, join_heads


def add_score_steps(
    board: Board,
    allowed: np.ndarray,
    head: int,
    who: str,
    scale: float | None = None,
    relative: np.ndarray | None = None,
    causal: bool = True,
) -> None:
    """Add one head, from "query", "keys" and "values" to "head_output" (section 3.2.1).

    `allowed` is `[1, key]`. A pretrained model may have a `scale` other than 1 / √d_head, and
    `relative [1, key]`, numbers added for the distance. Without `causal` the mask hides more than
    later words.
    """
    size = board.grids["query"].values.shape[1]
    rows, columns = (who,), board.grids["keys"].rows
    board.make("dots", "dots", ("query", "keys"), t("query · key"), "p_j", "score")
    board.step(
        t("Dot products"),
        t("inside#dot products"),
        formula("p_j = q · k_j"),
        "query",
        "keys",
        "dots",
    )
    scaled, symbol = ("scores", "s_j") if relative is None else ("scaled", "l_j")
    if scale is None or math.isclose(scale, size**-0.5, rel_tol=1e-6):
        board.make(
            scaled,
            "divide",
            ("dots",),
            t("divided by √{size}", size=size),
            symbol,
            "score",
            number=size**0.5,
        )
        says = t("inside#scaled scores", size=size, root=size**0.5)
        board.step(
            t("Scale"),
            says,
            formula(f"{symbol} =") + fraction(formula("p_j"), root(formula("d_head"))),
            "dots",
            scaled,
        )
    else:
        board.make(
            scaled,
            "times",
            ("dots",),
            t("times {scale:.4g}", scale=scale),
            symbol,
            "score",
            number=scale,
        )
        says = t(
            ("Not scaled: this model's weights learnt to be small enough.")
            if scale == 1
            else "Each is multiplied by {scale:.4g}, a factor of this model.",
            scale=scale,
        )
        board.step(t("Scale"), says, formula(f"{symbol} = {scale:.4g} · p_j"), "dots", scaled)
    if relative is not None:
        board.give(
            "relative", relative, t("for the distance"), "b_j", "matrix", rows=rows, columns=columns
        )
        board.make("scores", "add", (scaled, "relative"), t("scores"), "s_j", "score")
        board.step(
            t("Distance"),
            t("inside#a number for each distance", who=who),
            formula("s_j = l_j + b_j"),
            scaled,
            "relative",
            "scores",
        )
    board.give(
        "allowed", allowed, t("may be attended to"), "M_j", "matrix", rows=rows, columns=columns
    )
    board.make("masked", "mask", ("scores", "allowed"), t("after the mask"), "m_j", "score")
    later = int((~allowed).sum())
    board.step(
        t("Mask"),
        t(
            "inside#nothing masked"
            if not later
            else "inside#masked words"
            if causal
            else (
                "{later} of {all} are masked: in this layer “{who}” attends to nearby words only."
            ),
            who=who,
            later=later,
            all=allowed.size,
        ),
        formula("m_j = s_j ( M_j = 1 ) , m_j = − ∞ ( M_j = 0 )"),
        "scores",
        "allowed",
        "masked",
    )
    add_softmax_steps(board, "masked")
    add_weighted_sum_steps(
        board,
        "values",
        "values",
        t("Head output"),
        t("inside#head output", head=head + 1, who=who),
        f"o_{head + 1}",
    )


def add_output_projection_steps(
    board: Board, p: Weights, outputs: np.ndarray, head: int, who: str
) -> None:
    """Concatenate all heads, `outputs [head, 1, d_value]`, and multiply by W_O.

    From "head_output" to "projected" (section 3.2.2).
    """
    n, count, parts = head + 1, len(outputs), []
    # More than four heads are three grids.
    ranges = [(number, number) for number in range(1, count + 1)]
    if count > 4:
        ranges = [(1, n - 1), (n, n), (n + 1, count)]
    for first, last in ranges:
        title = t(
            "of head {head}" if first == last else "of heads {head} to {last}",
            head=first,
            last=last,
        )
        symbol = f"o_{first}" if first == last else f"o_{first}–{last}"
        if (first, last) == (n, n):
            parts.append("head_output")
        elif first <= last:
            parts.append(
                board.give(
                    f"head_output_{first}",
                    join_heads(outputs[first - 1 : last]),
                    title,
                    symbol,
                    "output",
                    rows=(who,),
                )
            )
    board.make("joined", "join", tuple(parts), t("all heads side by side"), "c", "output")
    board.step(
        t("All heads"),
        t("inside#heads side by side", heads=count),
        formula("c = [ " + " , ".join(board.grids[part].symbol for part in parts) + " ]"),
        *parts,
        "joined",
    )
    operands: tuple[str, ...] = ("joined", give_matrix(board, p, "to_output", "W_O", "W_O"))
    biased = p["to_output_bias"].any()
    if biased:  # some families have none
        operands += (give_matrix(board, p, "to_output_bias", t("its bias"), "b_O"),)
    board.make("projected", "linear", operands, t("what attention adds"), "y", "output")
    board.step(
        t("Output projection"),
        t("inside#output projection", who=who),
        formula("y = c W_O + b_O" if biased else "y = c W_O"),
        *(name for name in operands if board.grids[name].sent),
        "projected",
    )
