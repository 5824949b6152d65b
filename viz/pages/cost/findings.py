"""Texts on the cost of attention: the claim of the paper, our result, and why they differ."""

from collections.abc import Mapping

import numpy as np

from ...base.language import t
from . import table1

_SOURCE = "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762)"
_BYTES = 4  # of a number
_MARGIN = 1.25  # ratio of turn and count up to which they are about equal


def _find_turn(measured: table1.MeasuredCosts, against_n: Mapping[str, np.ndarray]) -> float | None:
    """Return the length at which self-attention starts to cost more than the LSTM, or None."""
    return table1.crossover(measured.n, against_n["self-attention"], against_n[table1.SEQUENCE])


def describe_time(
    measured: table1.MeasuredCosts, against_n: Mapping[str, np.ndarray], d: int, is_bare: bool
) -> str:
    """Describe the time of each layer, `against_n [n]` at this d, in Markdown."""
    turn = _find_turn(measured, against_n)
    paper = t("cost#the paper on operations", source=_SOURCE)
    if turn is None:
        ours = t("cost#never slower", d=d)
    elif turn == measured.n[0]:
        ours = t("cost#always slower", d=d)
    else:
        ours = t("cost#slower from a length on", d=d, turn=turn)
    return f"{paper} {ours} {_explain_turn(turn, measured, d, is_bare)}"


def _explain_turn(turn: float | None, measured: table1.MeasuredCosts, d: int, is_bare: bool) -> str:
    """Explain the place of the turn by the count of multiplications."""
    counted = (4 if is_bare else 2) * d
    if turn is None:
        turn = 2 * float(measured.n[-1])  # later than all that was measured
    if turn > _MARGIN * counted:
        return t("cost#later than counted", counted=counted)
    if turn < counted / _MARGIN:
        return t("cost#earlier than counted", counted=counted)
    return t("Counting multiplications gives about the same, n = {counted:,}.", counted=counted)


def describe_constants(is_bare: bool) -> str:
    """Write the number of multiplications of both layers, with the constants."""
    return t("cost#constants, attention alone" if is_bare else "cost#constants, with projections")


def describe_memory(
    measured: table1.MeasuredCosts, against_n: Mapping[str, np.ndarray], d: int
) -> str:
    """Describe the memory of each layer, `against_n [n]` at this d; table 1 counts none."""
    turn, longest = _find_turn(measured, against_n), float(measured.n[-1])
    squares = against_n["self-attention"][-1] * 1e6 / _BYTES / longest**2
    vectors = against_n[table1.SEQUENCE][-1] * 1e6 / _BYTES / (longest * d)
    paper = t("cost#the paper on memory", source=_SOURCE)
    if turn is None:
        ours = t("cost#never more memory", d=d)
    elif turn == measured.n[0]:
        ours = t("cost#always more memory", d=d)
    else:
        ours = t("cost#more memory from a length on", d=d, turn=turn)
    why = t("cost#what is held at once", n=measured.n[-1], squares=squares, vectors=vectors)
    return f"{paper} {ours} {why}"
