"""What does attention cost? Table 1 of Vaswani et al. 2017 with our own measured times and memory."""

import streamlit as st

from .. import costs, panels, session
from ..export import charts

TITLE = "What does attention cost?"
OWN_MODELS = True  # nothing here is of a model
QUANTITIES = {"time": "Time", "memory": "Memory"}
WITH = {"with": "With the projections", "without": "Attention alone"}
SOURCE = "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), section 4, table 1,"


def draw() -> None:
    found = costs.measured()
    lengths, sizes = (tuple(map(str, values.tolist())) for values in (found.n, found.d))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        quantity = session.pick("Cost", "cost", QUANTITIES, labelled=True)
        d = int(session.pick("At d", "cost-d", {one: one for one in sizes}, "256", width=110, labelled=True))
        n = int(session.pick("At n", "cost-n", {one: f"{int(one):,}" for one in lengths}, "1024", width=110, labelled=True))
        bare = session.pick("Self-attention", "projections", WITH, labelled=True) == "without"
    session.walk("step", "cost-d", sizes)
    against_n, against_d = ({name: values[found.slice(across, held)] for name, values in found.layers(quantity, bare).items()}
                            for across, held in (("n", d), ("d", n)))
    for column, (across, held) in zip(st.columns(2, gap="medium"), (("n", d), ("d", n))):
        with column:
            panels.chart(charts.cost(quantity, across, held, bare), f"cost against {across}")
    st.markdown((time_finding if quantity == "time" else memory_finding)(found, against_n, d, bare))
    paper, ours = st.columns([6, 5], gap="large")
    with paper:
        st.markdown("**Table 1 of the paper**")
        st.table([{"Layer type": row.title, "Complexity per layer": f"${row.complexity}$", "Sequential operations": f"${row.sequential}$",
                   "Maximum path length": f"${row.path}$"} for row in costs.TABLE_1.values()], border="horizontal", hide_index=True)
    with ours:
        st.markdown(f"**{QUANTITIES[quantity]} as measured grows like …**")
        st.table([{"Layer type": row.title, f"at d = {d:,}": f"$n^{{{costs.exponent(found.n, against_n[name]):.1f}}}$",
                   f"at n = {n:,}": f"$d^{{{costs.exponent(found.d, against_d[name]):.1f}}}$"} for name, row in costs.TABLE_1.items()],
                 border="horizontal", hide_index=True)
    thin = "the complexity of table 1" if quantity == "time" else "n · d numbers, and n² or r · n weights"
    st.caption("n positions, d dimensions, convolutions over k positions, r neighbours. The slopes are those of a line through the four largest n, or d. Thin lines in the "
               f"pictures: {thin}, drawn through the middle of these four.")
    st.caption(measured_how(found.about))


def time_finding(found: costs.Measured, against_n: dict, d: int, bare: bool) -> str:
    """What the paper says, what ours shows and why, whichever way the figures fall."""
    says = (f"{SOURCE} counts operations: n² · d for self-attention and n · d² for a recurrent layer, so that self-attention is the faster one while "
            "sentences are shorter than their vectors, n < d. ")
    turn, counted = costs.from_where(found.n, against_n["self-attention"], against_n[costs.SEQUENCE]), (4 if bare else 2) * d
    ours = f"Here, at d = {d:,}, self-attention takes longer than the LSTM " + (
        "at no length that was measured. " if turn is None else "at every length that was measured. " if turn == found.n[0] else f"**from n ≈ {turn:,.0f} on**. ")
    multiplications = "2 · n² · d" if bare else "2 · n² · d + 4 · n · d² with its projections,"
    count = f"Table 1 leaves constants out: the LSTM's four gates take 8 · n · d² multiplications and self-attention {multiplications} as many at n = {counted:,}"
    if (turn or 2 * found.n[-1]) > 1.25 * counted:
        return says + ours + f"{count}; ours turns later, as one large product of matrices runs quicker than n small ones that wait for each other."
    if turn < 0.8 * counted:
        return says + ours + f"{count}; ours turns earlier, as n² scores and weights pass through memory, and the softmax, which no multiplication counts."
    return says + ours + f"{count}, which is about where ours turns."


def memory_finding(found: costs.Measured, against_n: dict, d: int, bare: bool) -> str:
    """The same for memory, which table 1 does not count."""
    turn = costs.from_where(found.n, against_n["self-attention"], against_n[costs.SEQUENCE])
    squares = against_n["self-attention"][-1] * 1e6 / 4 / float(found.n[-1]) ** 2
    vectors = against_n[costs.SEQUENCE][-1] * 1e6 / 4 / (float(found.n[-1]) * d)
    ours = f"Here, at d = {d:,}, self-attention holds more than the LSTM " + (
        "at no length that was measured. " if turn is None else "at every length that was measured. " if turn == found.n[0] else f"**from n ≈ {turn:,.0f} on**. ")
    return (f"{SOURCE} counts operations, not memory; but self-attention written out as in its equation 1 holds a weight for every pair of positions. {ours}"
            f"At n = {found.n[-1]:,} it holds {squares:.1f} · n² numbers at once (the scores and, before these are let go, the weights), the LSTM {vectors:.1f} · n · d (gates, "
            "cells and states); kernels that never write the n² weights out (Dao et al. 2022, FlashAttention) need no more than n · d.")


def measured_how(about: dict) -> str:
    return (f"Measured by `{about['made_by']}` on {about['device']}, {about['threads']} thread{'s' * (about['threads'] > 1)}, torch {about['torch']}, {about['date']}: one sentence, "
            f"forward only. Time is that of the processor, the least over {about['rounds']} rounds in which all layers take turns; memory the most bytes that tensors of the pass held at once, by torch's profiler. "
            "Self-attention has one head. On one thread nothing stands idle while a recurrent layer takes its n steps one after another; on a parallel machine it does.")
