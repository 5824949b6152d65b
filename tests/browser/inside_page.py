"""Derivations for the browser test of the component "inside"; not a page of the app.

One of a head with random numbers, one of small integers. The address chooses:
`?keys=10&d=128&row=2`, `?kind=board`. It also keeps the current view, as a page does.
"""

import numpy as np
import streamlit as st

import viz.app.internals  # noqa: F401, serves the scripts of components
from viz.analysis.derivation import Board, Derivation, formula
from viz.components.inside import inside

WORDS = ("the", "big", "red", "dog", "is", "sleeping", "on", "the", "<u>old</u>", "bed")
D_HEAD = 32


def words_of(keys: int) -> tuple[str, ...]:
    return tuple(WORDS[place % len(WORDS)] for place in range(keys))


def head(keys: int, d: int, row: int) -> Derivation:
    """Derive 15 steps from a word's vector `[1, d]` to a feed-forward layer, with a causal mask."""
    generator, board, words = np.random.default_rng(row), Board(), words_of(keys)
    who, named = {"rows": words[row : row + 1]}, {"rows": words}
    pair = who | {"columns": words}

    def give(
        name: str, shape: tuple[int, int], title: str, symbol: str, role: str = "matrix", **more
    ) -> str:
        return board.give(
            name, generator.normal(size=shape) / np.sqrt(shape[0]), title, symbol, role, **more
        )

    def linear(
        name: str,
        source: str,
        size: int,
        letter: str,
        symbol: str,
        role: str,
        rows: dict,
        operation="linear",
        sent=True,
    ) -> list:
        of = (
            source,
            give(
                f"W {name}",
                (board.grids[source].values.shape[1], size),
                f"W_{letter}",
                f"W_{letter}",
                sent=sent,
            ),
            give(f"b {name}", (1, size), "its bias", f"b_{letter}"),
        )
        return [*of, board.make(name, operation, of, f"{name} of the head", symbol, role, **rows)]

    def step(name: str, mathml: str, *shows: str) -> None:
        board.step(
            name,
            f"What W_Q has to do with “{name}”, in a sentence as long as such sentences are.",
            formula(mathml),
            *shows,
        )

    give("emb", (1, d), "embedding", "emb", "state", **who)
    give("pos", (1, d), f"position {row + 1}", "pos", "state", **who)
    board.make("word", "add", ("emb", "pos"), f"vector of “{words[row]}”", "x", "state", **who)
    step("The word", "x = emb + pos", "emb", "pos", "word")
    give("states", (keys, d), "what enters the layer, of each word", "x_j", "state", **named)
    step("Query", "q = x W_Q + b_Q", *linear("query", "word", D_HEAD, "Q", "q", "query", who))
    step("Keys", "k_j = x_j W_K + b_K", *linear("keys", "states", D_HEAD, "K", "k_j", "key", named))
    step(
        "Values",
        "v_j = x_j W_V + b_V",
        *linear("values", "states", D_HEAD, "V", "v_j", "value", named),
    )
    board.make("dots", "dots", ("query", "keys"), "query · key", "p_j", "score", **pair)
    step("Dot products", "p_j = q · k_j", "query", "keys", "dots")
    board.make(
        "scores",
        "divide",
        ("dots",),
        f"divided by √{D_HEAD}",
        "s_j",
        "score",
        number=D_HEAD**0.5,
        **pair,
    )
    step("Scale", "s_j = p_j / d_head", "dots", "scores")
    board.give(
        "allowed", np.arange(keys)[None] <= row, "may be attended to", "M_j", "matrix", **pair
    )
    board.make(
        "masked", "mask", ("scores", "allowed"), "scores after the mask", "m_j", "score", **pair
    )
    step("Mask", "m_j = s_j ( M_j = 1 ) , m_j = − ∞ ( M_j = 0 )", "scores", "allowed", "masked")
    board.make("exponentials", "exp", ("masked",), "exponentials", "e_j", "score", **pair)
    board.make("sum of them", "total", ("exponentials",), "their sum", "z", "score", **who)
    step("Exponentials", "e_j = exp ( m_j ) , z = ∑_j e_j", "masked", "exponentials", "sum of them")
    board.make(
        "weights", "share", ("exponentials", "sum of them"), "weights", "α_j", "weight", **pair
    )
    step("Weights", "α_j = e_j / z", "exponentials", "sum of them", "weights")
    board.make(
        "weighted",
        "weigh",
        ("weights", "values"),
        "each times its weight",
        "u_j",
        "output",
        **named,
    )
    step("Weighted values", "u_j = α_j v_j", "weights", "values", "weighted")
    board.make("found", "sum", ("weighted",), "their sum", "o_1", "output", **who)
    step("Head output", "o_1 = ∑_j u_j", "weighted", "found")
    others = [
        give(f"head {n}", (1, D_HEAD), f"of head {n}", f"o_{n}", "output", **who)
        for n in range(2, d // D_HEAD + 1)
    ]
    board.make("joined", "join", ("found", *others), "all heads side by side", "c", "output", **who)
    step("All heads", "c = [ o_1 , o_2 , … ]", "found", *others, "joined")
    step(
        "Output projection",
        "y = c W_O + b_O",
        *linear("mixed", "joined", d, "O", "y", "output", who),
    )
    board.make("both", "add", ("word", "mixed"), "their sum", "r", "state", **who)
    of = "both", give("gain", (1, d), "gain", "γ"), give("shift", (1, d), "shift", "β")
    step(
        "Residual and norm",
        "r = x + y",
        "word",
        "mixed",
        *of,
        board.make("normed", "norm", of, "norm", "n", "state", **who),
    )
    step(
        "Feed-forward",
        "f = max ( 0 , n W_1 + b_1 )",
        *linear("hidden", "normed", 4 * d, "1", "f", "state", who, "linear relu", False),
    )
    return board.derivation(f"A head of random numbers: “{words[row]}”")


def small() -> Derivation:
    """Derive from 4 by 4 matrices of integers, with the operations that a head does not use."""
    board, rows = Board(), {"rows": ("a", "b", "c", "d")}
    pair = rows | {"columns": rows["rows"]}
    board.give("X", np.arange(16).reshape(4, 4) % 5 - 1, "vectors", "X", "state", **rows)
    board.give("W", np.eye(4)[::-1] * 2, "W_Q", "W_Q", "matrix")
    board.make("Q", "linear", ("X", "W"), "queries", "Q", "query", **rows)
    board.step("Queries", "Rows times columns.", formula("Q = X W_Q"), "X", "W", "Q")
    board.make("p", "dots", ("Q", "X"), "dot products", "p_ij", "score", **pair)
    board.step("Dot products", "Rows times rows.", formula("p_ij = q_i · x_j"), "Q", "X", "p")
    board.make("s", "times", ("p",), "halved", "s_ij", "score", number=0.5, **pair)
    board.make("t", "less largest", ("s",), "less the largest", "t_ij", "score", **pair)
    board.make("e", "exp", ("t",), "exponentials", "e_ij", "score", **pair)
    board.make("z", "total", ("e",), "their sums", "z_i", "score", **rows)
    board.make("a", "share", ("e", "z"), "weights", "α_ij", "weight", **pair)
    board.step("Weights", "In four steps.", formula("s_ij = p_ij / 2"), "s", "t", "e", "z", "a")
    board.make("l", "linear tanh", ("X", "W"), "squeezed", "l_i", "score", **rows)
    board.make("m", "add tanh", ("l", "z"), "squeezed again", "m_i", "score", **rows)
    board.step(
        "Squeezed", "Between −1 and 1.", formula("l_i = tanh ( x_i W_Q )"), "X", "W", "l", "z", "m"
    )
    return board.derivation("On a blackboard")


def number(name: str, default: int) -> int:
    return int(st.query_params.get(name) or default)


def keep() -> None:
    message = st.session_state["inside"]["setting"]
    st.query_params["step"] = str(message["step"])
    st.query_params["row"] = str(message["row"])
    st.query_params["all"] = "on" if message["all"] else "off"


if __name__ == "__main__":  # as Streamlit runs it
    st.set_page_config(layout="wide")
    step = number("step", 1) - 1
    everything = st.query_params.get("all") == "on"
    keys = number("keys", 10)
    row = number("row", 4) - 1
    if st.query_params.get("kind") == "board":
        inside(small(), step, everything, on_keep=keep)
    else:
        derivation = st.cache_resource(head, show_spinner=False)(keys, number("d", 128), row)
        inside(derivation, step, everything, row, words_of(keys), on_keep=keep)
    st.button("Run again")
    st.text_input("A sentence")
