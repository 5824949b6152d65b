"""What does attention cost? Table 1 of Vaswani et al. 2017 with our own measured times and memory."""

import streamlit as st

from .. import costs, panels
from ..app import controls, presenter
from ..export import charts
from ..language import mark, t

TITLE = mark("What does attention cost?")
OWN_MODELS = True  # nothing here is of a model
QUANTITIES = mark({"time": "Time", "memory": "Memory"})
WITH = mark({"with": "With the projections", "without": "Attention alone"})
GROWS = mark({"time": "Time as measured grows like …", "memory": "Memory as measured grows like …"})
SOURCE = "[Vaswani et al. 2017](https://arxiv.org/abs/1706.03762)"


def draw() -> None:
    found = costs.measured()
    lengths, sizes = (tuple(map(str, values.tolist())) for values in (found.n, found.d))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        quantity = controls.pick(mark("Cost"), "cost", QUANTITIES, labelled=True)
        d = int(
            controls.pick(
                mark("At d"), "cost-d", {one: one for one in sizes}, "256", width=110, labelled=True
            )
        )
        n = int(
            controls.pick(
                mark("At n"),
                "cost-n",
                {one: f"{int(one):,}" for one in lengths},
                "1024",
                width=110,
                labelled=True,
            )
        )
        bare = (
            controls.pick(mark("Self-attention"), "projections", WITH, labelled=True) == "without"
        )
    presenter.bind_key("step", "cost-d", sizes)
    against_n, against_d = ({name: values[found.slice(across, held)] for name, values in found.layers(quantity, bare).items()}
                            for across, held in (("n", d), ("d", n)))
    for column, (across, held) in zip(st.columns(2, gap="medium"), (("n", d), ("d", n))):
        with column:
            panels.chart(charts.cost(quantity, across, held, bare), f"cost against {across}")
    st.markdown((time_finding if quantity == "time" else memory_finding)(found, against_n, d, bare))
    paper, ours = st.columns([6, 5], gap="large")
    with paper:
        st.markdown(f"**{t('Table 1 of the paper')}**")
        st.table([{t("Layer type"): t(row.title), t("Complexity per layer"): f"${row.complexity}$", t("Sequential operations"): f"${row.sequential}$",
                   t("Maximum path length"): f"${row.path}$"} for row in costs.TABLE_1.values()], border="horizontal", hide_index=True)
    with ours:
        st.markdown(f"**{t(GROWS[quantity])}**")
        st.table([{t("Layer type"): t(row.title), t("at d = {d:,}", d=d): f"$n^{{{costs.exponent(found.n, against_n[name]):.1f}}}$",
                   t("at n = {n:,}", n=n): f"$d^{{{costs.exponent(found.d, against_d[name]):.1f}}}$"} for name, row in costs.TABLE_1.items()],
                 border="horizontal", hide_index=True)
    thin = t("Thin lines in the pictures: the complexity of table 1, drawn through the middle of these four." if quantity == "time" else
             "Thin lines in the pictures: n · d numbers, and n² or r · n weights, drawn through the middle of these four.")
    st.caption(t("n positions, d dimensions, convolutions over k positions, r neighbours. The slopes are those of a line through the four largest n, or d. {thin}",
                 thin=thin))
    st.caption(measured_how(found.about))


def time_finding(found: costs.Measured, against_n: dict, d: int, bare: bool) -> str:
    """What the paper says, what ours shows and why, whichever way the figures fall."""
    turn, counted = costs.from_where(found.n, against_n["self-attention"], against_n[costs.SEQUENCE]), (4 if bare else 2) * d
    says = t("{source}, section 4, table 1, counts operations: n² · d for self-attention and n · d² for a recurrent layer, so that self-attention is the "
             "faster one while sentences are shorter than their vectors, n < d.", source=SOURCE)
    ours = t("Here, at d = {d:,}, self-attention takes longer than the LSTM at no length that was measured." if turn is None else
             "Here, at d = {d:,}, self-attention takes longer than the LSTM at every length that was measured." if turn == found.n[0] else
             "Here, at d = {d:,}, self-attention takes longer than the LSTM **from n ≈ {turn:,.0f} on**.", d=d, turn=turn or 0)
    count = t("Table 1 leaves constants out: the LSTM's four gates take 8 · n · d² multiplications and self-attention 2 · n² · d as many at n = {counted:,}"
              if bare else "Table 1 leaves constants out: the LSTM's four gates take 8 · n · d² multiplications and self-attention 2 · n² · d + 4 · n · d² with "
                           "its projections, as many at n = {counted:,}", counted=counted)
    if (turn or 2 * found.n[-1]) > 1.25 * counted:
        why = t("{count}; ours turns later, as one large product of matrices runs quicker than n small ones that wait for each other.", count=count)
    elif turn < 0.8 * counted:
        why = t("{count}; ours turns earlier, as n² scores and weights pass through memory, and the softmax, which no multiplication counts.", count=count)
    else:
        why = t("{count}, which is about where ours turns.", count=count)
    return f"{says} {ours} {why}"


def memory_finding(found: costs.Measured, against_n: dict, d: int, bare: bool) -> str:
    """The same for memory, which table 1 does not count."""
    turn = costs.from_where(found.n, against_n["self-attention"], against_n[costs.SEQUENCE])
    squares = against_n["self-attention"][-1] * 1e6 / 4 / float(found.n[-1]) ** 2
    vectors = against_n[costs.SEQUENCE][-1] * 1e6 / 4 / (float(found.n[-1]) * d)
    says = t("{source}, section 4, table 1, counts operations, not memory; but self-attention written out as in its equation 1 holds a weight for every pair of "
             "positions.", source=SOURCE)
    ours = t("Here, at d = {d:,}, self-attention holds more than the LSTM at no length that was measured." if turn is None else
             "Here, at d = {d:,}, self-attention holds more than the LSTM at every length that was measured." if turn == found.n[0] else
             "Here, at d = {d:,}, self-attention holds more than the LSTM **from n ≈ {turn:,.0f} on**.", d=d, turn=turn or 0)
    why = t("At n = {n:,} it holds {squares:.1f} · n² numbers at once (the scores and, before these are let go, the weights), the LSTM {vectors:.1f} · n · d "
            "(gates, cells and states); kernels that never write the n² weights out (Dao et al. 2022, FlashAttention) need no more than n · d.",
            n=found.n[-1], squares=squares, vectors=vectors)
    return f"{says} {ours} {why}"


def measured_how(about: dict) -> str:
    threads = t("1 thread" if about["threads"] == 1 else "{count} threads", count=about["threads"])
    return t("Measured by `{made_by}` on {device}, {threads}, torch {torch}, {date}: one sentence, forward only. Time is that of the processor, the least over "
             "{rounds} rounds in which all layers take turns; memory the most bytes that tensors of the pass held at once, by torch's profiler. "
             "Self-attention has one head. On one thread nothing stands idle while a recurrent layer takes its n steps one after another; on a parallel machine "
             "it does.", threads=threads, **{name: about[name] for name in ("made_by", "device", "torch", "date", "rounds")})
