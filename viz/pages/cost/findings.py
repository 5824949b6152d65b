"""Texts on the cost of attention: the claim of the paper, our result, and why they differ."""

from collections.abc import Mapping

import numpy as np

from ...base.language import t
from . import table1

SOURCE = "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762)"
BYTES = 4  # of a number
MARGIN = 1.25  # ratio of turn and count up to which they are about equal


def find_turn(measured: table1.Measured, against_n: Mapping[str, np.ndarray]) -> float | None:
    """Return the length at which self-attention starts to cost more than the LSTM, or None."""
    return table1.crossover(measured.n, against_n["self-attention"], against_n[table1.SEQUENCE])


def describe_time(
    measured: table1.Measured, against_n: Mapping[str, np.ndarray], d: int, is_bare: bool
) -> str:
    """Describe the time of each layer, `against_n [n]` at this d, in Markdown."""
    turn = find_turn(measured, against_n)
    paper = t(
        "The paper ({source}, table 1) counts n² · d operations for self-attention and n · d² "
        "for a recurrent layer.",
        source=SOURCE,
    )
    if turn is None:
        ours = t(
            "Here, at d = {d:,}, self-attention is never slower than the LSTM at the lengths we "
            "measured.",
            d=d,
        )
    elif turn == measured.n[0]:
        ours = t(
            "Here, at d = {d:,}, self-attention is slower than the LSTM at every length we "
            "measured.",
            d=d,
        )
    else:
        ours = t(
            "Here, at d = {d:,}, self-attention is slower than the LSTM **from n ≈ {turn:,.0f} "
            "on**.",
            d=d,
            turn=turn,
        )
    return f"{paper} {ours} {explain_turn(turn, measured, d, is_bare)}"


def explain_turn(turn: float | None, measured: table1.Measured, d: int, is_bare: bool) -> str:
    """Explain the place of the turn by the count of multiplications."""
    counted = (4 if is_bare else 2) * d
    if turn is None:
        turn = 2 * float(measured.n[-1])  # later than all that was measured
    if turn > MARGIN * counted:
        return t(
            "Counting multiplications gives n = {counted:,}; ours turns later, because one big "
            "matrix product is faster than n small ones in sequence.",
            counted=counted,
        )
    if turn < counted / MARGIN:
        return t(
            "Counting multiplications gives n = {counted:,}; ours turns earlier, because n² "
            "scores and weights also pass through memory and the softmax.",
            counted=counted,
        )
    return t("Counting multiplications gives about the same, n = {counted:,}.", counted=counted)


def describe_constants(is_bare: bool) -> str:
    """Write the number of multiplications of both layers, with the constants."""
    return t(
        "Table 1 leaves constants out: the LSTM's four gates take 8 · n · d² multiplications, "
        "self-attention takes 2 · n² · d."
        if is_bare
        else "Table 1 leaves constants out: the LSTM's four gates take 8 · n · d² "
        "multiplications, self-attention with its projections takes 2 · n² · d + 4 · n · d²."
    )


def describe_memory(measured: table1.Measured, against_n: Mapping[str, np.ndarray], d: int) -> str:
    """Describe the memory of each layer, `against_n [n]` at this d; table 1 counts none."""
    turn, longest = find_turn(measured, against_n), float(measured.n[-1])
    squares = against_n["self-attention"][-1] * 1e6 / BYTES / longest**2
    vectors = against_n[table1.SEQUENCE][-1] * 1e6 / BYTES / (longest * d)
    paper = t(
        "The paper ({source}, table 1) counts operations, not memory; but its equation 1, as "
        "written, holds a weight for every pair of positions.",
        source=SOURCE,
    )
    if turn is None:
        ours = t(
            "Here, at d = {d:,}, self-attention never needs more memory than the "
            "LSTM at the lengths we measured.",
            d=d,
        )
    elif turn == measured.n[0]:
        ours = t(
            "Here, at d = {d:,}, self-attention needs more memory than the LSTM at "
            "every length we measured.",
            d=d,
        )
    else:
        ours = t(
            "Here, at d = {d:,}, self-attention needs more memory than the LSTM "
            "**from n ≈ {turn:,.0f} on**.",
            d=d,
            turn=turn,
        )
    why = t(
        "At n = {n:,} it holds {squares:.1f} · n² numbers at once (scores and weights), the LSTM "
        "{vectors:.1f} · n · d (gates, cells and states); kernels that never write the n² "
        "weights (Dao et al. 2022, FlashAttention) need only n · d.",
        n=measured.n[-1],
        squares=squares,
        vectors=vectors,
    )
    return f"{paper} {ours} {why}"
