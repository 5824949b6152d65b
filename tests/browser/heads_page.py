"""Many heads of many tokens for the browser test of "explorer"; not a page of the app.

Random weights; the last tokens are padding. The address chooses the sizes:
`?tokens=512&layers=12&heads=12`. Typing a number gives other weights.
"""

import numpy as np
import streamlit as st

import viz.app.internals  # noqa: F401, serves the scripts of components
from models import Request
from models.trace import AttentionMaps, Trace
from viz.analysis.views import HeadChoice
from viz.components.explorer import explorer, pack

WORDS = ("the", "unbelievable", "red", "dog", "is", "sleeping", "on", "<u>old</u>", "bed", ".")
PADDING = 3


def trace_of(tokens: int, layers: int, heads: int, seed: int = 0) -> Trace:
    """Make a trace of an encoder alone."""
    generator = np.random.default_rng(seed)
    allowed = np.broadcast_to(np.arange(tokens) < tokens - PADDING, (tokens, tokens))
    layer = (
        generator.random((heads, tokens, tokens), dtype=np.float32) ** 200 * allowed
        + np.float32(1e-9) * allowed
    )
    layer /= layer.sum(-1, keepdims=True)
    # Every layer has the same heads in another order.
    weights = np.stack([np.roll(layer, number, axis=0) for number in range(layers)])
    small = np.zeros((layers, heads, tokens, 1), np.float32)
    words = (
        *(WORDS[place % len(WORDS)] for place in range(tokens - PADDING)),
        *["<pad>"] * PADDING,
    )
    maps = AttentionMaps(weights, allowed.copy(), weights, small, small, small, small, words, words)
    return Trace(
        Request("heads", " ".join(words)),
        " ".join(words),
        "",
        words,
        ((0, 0),) * tokens,
        tuple(range(tokens)),
        (),
        (),
        (),
        (),
        (),
        True,
        {"encoder": maps, "decoder": None, "cross": None},
    )


def choose() -> None:
    message = st.session_state["explorer"]["choice"]
    st.session_state["chosen"] = message["stack"], message["layer"], message["head"]


if __name__ == "__main__":  # as Streamlit runs it
    st.set_page_config(layout="wide")
    sizes = [
        int(st.query_params.get(name) or default)
        for name, default in (("tokens", 512), ("layers", 12), ("heads", 12))
    ]
    seed = st.text_input("A number") or "0"
    stack, layer, head = st.session_state.get("chosen", ("encoder", 0, 0))
    trace = st.cache_resource(trace_of, show_spinner=False, max_entries=4)(*sizes, int(seed))
    chosen = HeadChoice(stack, int(layer), int(head))
    explorer(pack(trace, False, chosen, frozenset({"silenced"})), on_choose=choose)
