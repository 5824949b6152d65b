"""A derivation for the browser test of the component "inside", not a page: one head on random numbers, or a tiny one of whole numbers.

The address says which: `?kind=head&keys=10&d=128&row=2`, `?kind=board`; it also keeps what is on show, as a page does.
"""

import numpy as np
import streamlit as st

from viz.components.inside import inside
from viz.derivation import Board, Derivation, formula, fraction, root

WORDS = ("the", "big", "red", "dog", "is", "sleeping", "on", "the", "old", "bed")


def head(keys: int, d: int, row: int, d_head: int = 32) -> Derivation:
    """15 steps from a word's vector to what leaves the layer, with numbers of a generator; the words after `row` are masked."""
    generator, board = np.random.default_rng(row), Board()
    words = tuple(WORDS[place % len(WORDS)] for place in range(keys))
    give = lambda name, shape, *more, **names: board.give(name, generator.normal(size=shape) / np.sqrt(shape[0]), *more, **names)
    who, pair = words[row : row + 1], {"rows": words[row : row + 1], "columns": words}
    give("embedding", (1, d), f"embedding of “{who[0]}”", "emb", "state", rows=who)
    give("position", (1, d), f"position {row + 1}", "pos", "state", rows=who)
    board.make("word", "add", ("embedding", "position"), f"vector of “{who[0]}”", "x", "state", rows=who)
    board.step("The word", "The embedding of the word plus the encoding of its position.", formula("x = emb + pos"), "embedding", "position", "word")
    give("states", (keys, d), "what enters the layer, of each word", "x_j", "state", rows=words)
    for name, source, symbol, role, rows in (("query", "word", "Q", "query", who), ("keys", "states", "K", "key", words), ("values", "states", "V", "value", words)):
        give(f"to_{name}", (d, d_head), f"W_{symbol}, the columns of head 1", f"W_{symbol}", "matrix")
        give(f"to_{name}_bias", (1, d_head), "its bias", f"b_{symbol}", "matrix")
        index = "" if name == "query" else "_j"
        board.make(name, "linear", (source, f"to_{name}", f"to_{name}_bias"), f"{name} of the head", symbol.lower() + index, role, rows=rows)
        board.step(name.capitalize(), f"The vectors times the {d_head} columns of W_{symbol} that are this head's, plus a bias: what the word looks for.",
                   formula(f"{symbol.lower()}{index} = x{index} W_{symbol} + b_{symbol}"), source, f"to_{name}", f"to_{name}_bias", name)
    board.make("dots", "dots", ("query", "keys"), "query · key", "p_j", "score", **pair)
    board.step("Dot products", "The query and a key, number times number and added up.", formula("p_j = q · k_j"), "query", "keys", "dots")
    board.make("scores", "divide", ("dots",), f"divided by √{d_head}", "s_j", "score", number=d_head**0.5, **pair)
    board.step("Scale", f"Each is divided by √{d_head}.", formula("s_j =") + fraction(formula("p_j"), root(formula("d_head"))), "dots", "scores")
    board.give("allowed", np.arange(keys)[None] <= row, "may be looked at", "M_j", "matrix", **pair)
    board.make("masked", "mask", ("scores", "allowed"), "scores after the mask", "m_j", "score", **pair)
    board.step("Mask", "What comes later may not be looked at.", formula("m_j = s_j ( M_j = 1 ) , m_j = − ∞ ( M_j = 0 )"), "scores", "allowed", "masked")
    board.make("exponentials", "exp", ("masked",), "exponentials", "e_j", "score", **pair)
    board.make("total", "total", ("exponentials",), "their sum", "z", "score", rows=who)
    board.step("Exponentials", "e to the power of each score; a masked score counts 0.", formula("e_j = exp ( m_j ) , z = ∑_j e_j"), "masked", "exponentials", "total")
    board.make("weights", "share", ("exponentials", "total"), "weights", "α_j", "weight", **pair)
    board.step("Weights", "Each exponential divided by the sum.", formula("α_j =") + fraction(formula("e_j"), formula("z")), "exponentials", "total", "weights")
    board.make("weighted", "weigh", ("weights", "values"), "each times its weight", "u_j", "output", rows=words)
    board.step("Weighted values", "Each value times its weight.", formula("u_j = α_j v_j"), "weights", "values", "weighted")
    board.make("found", "sum", ("weighted",), "their sum", "o_1", "output", rows=who)
    board.step("Head output", "All added up: what the head found.", formula("o_1 = ∑_j u_j"), "weighted", "found")
    others = tuple(give(f"head {number}", (1, d_head), f"of head {number}", f"o_{number}", "output", rows=who) for number in range(2, d // d_head + 1))
    board.make("joined", "join", ("found", *others), "all heads side by side", "c", "output", rows=who)
    board.step("All heads", "What all heads found, side by side.", formula("c = [ o_1 , o_2 , … ]"), "found", *others, "joined")
    give("to_output", (d, d), "W_O", "W_O", "matrix")
    give("to_output_bias", (1, d), "its bias", "b_O", "matrix")
    board.make("mixed", "linear", ("joined", "to_output", "to_output_bias"), "what attention adds", "y", "output", rows=who)
    board.step("Output projection", "The heads are mixed.", formula("y = c W_O + b_O"), "joined", "to_output", "to_output_bias", "mixed")
    board.make("residual", "add", ("word", "mixed"), "their sum", "r", "state", rows=who)
    board.give("gain", 1 + generator.normal(size=(1, d)) / 10, "gain", "γ", "matrix")
    give("shift", (1, d), "shift", "β", "matrix")
    board.make("normed", "norm", ("residual", "gain", "shift"), "the norm of it", "n", "state", rows=who)
    board.step("Residual and norm", "The word's own vector is added again, then mean 0 and variance 1.", formula("r = x + y"),
               "word", "mixed", "residual", "gain", "shift", "normed")
    give("wide", (d, 4 * d), "W_1", "W_1", "matrix", sent=False)
    give("wide_bias", (1, 4 * d), "its bias", "b_1", "matrix")
    board.make("hidden", "linear relu", ("normed", "wide", "wide_bias"), "hidden layer", "f", "state", rows=who)
    board.step("Feed-forward", "Numbers below 0 are set to 0.", formula("f = max ( 0 , n W_1 + b_1 )"), "normed", "wide", "wide_bias", "hidden")
    return board.derivation(f"A head of random numbers: “{who[0]}”")


def tiny() -> Derivation:
    """Matrices of 4 by 4 whole numbers, for a blackboard."""
    board, words = Board(), ("a", "b", "c", "d")
    board.give("x", np.arange(16).reshape(4, 4) % 5 - 1, "vectors", "X", "state", rows=words)
    board.give("w", np.eye(4)[::-1] * 2, "a matrix", "W_Q", "matrix")
    board.make("q", "linear", ("x", "w"), "queries", "Q", "query", rows=words)
    board.step("Queries", "Rows times columns.", formula("Q = X W_Q"), "x", "w", "q")
    board.make("p", "dots", ("q", "x"), "dot products", "p_ij", "score", rows=words, columns=words)
    board.step("Dot products", "Rows times rows.", formula("p_ij = q_i · x_j"), "q", "x", "p")
    board.make("half", "times", ("p",), "halved", "s_ij", "score", number=0.5, rows=words, columns=words)
    board.make("t", "less largest", ("half",), "less the largest", "t_ij", "score", rows=words, columns=words)
    board.make("e", "exp", ("t",), "exponentials", "e_ij", "score", rows=words, columns=words)
    board.make("z", "total", ("e",), "their sums", "z_i", "score", rows=words)
    board.make("a", "share", ("e", "z"), "weights", "α_ij", "weight", rows=words, columns=words)
    board.step("Weights", "In four steps.", formula("s_ij = p_ij / 2"), "half", "t", "e", "z", "a")
    board.make("l", "linear tanh", ("x", "w"), "squeezed", "l_i", "score", rows=words)
    board.make("m", "add tanh", ("l", "z"), "squeezed again", "m_i", "score", rows=words)
    board.step("Squeezed", "Between −1 and 1.", formula("l_i = tanh ( x_i W )"), "x", "w", "l", "z", "m")
    return board.derivation("On a blackboard")


def number(name: str, default: int) -> int:
    return int(st.query_params.get(name) or default)


def keep() -> None:
    for setting in st.session_state["inside"]["setting"].split(","):
        name, value = setting.split("=")
        st.query_params[name] = value


st.set_page_config(layout="wide")
keys, row = number("keys", 10), number("row", 4) - 1
everything = st.query_params.get("all") == "on"
if st.query_params.get("kind") == "board":
    inside(tiny(), number("step", 1) - 1, everything, on_keep=keep)
else:
    derivation = st.cache_resource(head, show_spinner=False)(keys, number("d", 128), row)
    inside(derivation, number("step", 1) - 1, everything, row, tuple(WORDS[place % len(WORDS)] for place in range(keys)), on_keep=keep)
st.button("Run again")
st.text_input("A sentence")
