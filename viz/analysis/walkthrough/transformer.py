"""One head of our transformers, from the input of its layer to the output.

Layers normalise after each sub-layer (Vaswani et al. 2017) or before it (Xiong et al. 2020);
positions are sinusoids, learned, or absent; with an encoder, a decoder, or both.
"""

from models import Capabilities, Trace

from ...base.language import t, translatable
from ..derivation import Board, formula, norm
from .engine import (
    Weights,
    add_and_norm,
    add_norm_step,
    add_residual_step,
    attention_of,
    give_matrix,
    head_outputs_of,
    norm_formula,
    states_of,
)
from .heads import add_output_projection_steps, add_score_steps
from .inputs import add_cross_input_step, add_input_steps, add_origin_step

_SHOWN_POSITIONS = ("sinusoidal", "learned", "none")


def add_transformer_steps(
    board: Board,
    trace: Trace,
    p: Weights,
    capabilities: Capabilities,
    stack: str,
    layer: int,
    head: int,
    row: int,
    who: str,
) -> None:
    """Add the steps of one head and of the rest of its layer (sections 3.1 to 3.3).

    Raises ValueError for a network that rotates queries or adds numbers to scores: declare the
    block of its layers as "unknown".
    """
    if capabilities.positions not in _SHOWN_POSITIONS or capabilities.norm is None:
        raise ValueError(
            f"a layer with {capabilities.positions} positions and its norm {capabilities.norm!r} "
            "cannot be computed from its weights here"
        )
    maps = attention_of(trace, stack)
    entry_title = t("what enters the layer for each word")
    own_stack = "encoder" if stack == "encoder" else "decoder"
    states = states_of(trace, own_stack, layer)  # [position, d_model]
    norm_first = capabilities.norm == "before"
    context, symbol = states, "x_j"
    if stack == "cross":
        context, symbol = states_of(trace, "encoder", -1), "h_j"
        if "memory_norm_gain" in p:  # nn.Transformer normalises what its encoder gives once more
            context = norm(context, p["memory_norm_gain"], p["memory_norm_shift"])
        entry_title = t("the encoder's output for each word")
        origin = add_cross_input_step(board, trace, p, capabilities, layer, row, who)
    else:
        origin = None
        add_input_steps(board, p, capabilities, states[row : row + 1], layer, row, who)
    asking = "word"
    if norm_first:
        asking = add_norm_step(board, p, "word", "normed", "n", who)
    if norm_first and stack != "cross":
        context = norm(states, p["norm_gain"], p["norm_shift"])
        entry_title, symbol = t("what enters the layer for each word, normalised"), "n_j"
    repeats = {} if stack == "cross" else {row: asking}
    board.give(
        "states", context, entry_title, symbol, "state", rows=maps.key_tokens, repeats=repeats
    )
    d_head = states.shape[1] // maps.n_heads
    kind = _source_kind(capabilities) if stack == "cross" else ""
    _add_qkv_steps(board, p, asking, head, d_head, who, kind)
    allowed = maps.allowed[row : row + 1]
    add_score_steps(board, allowed, head, who)
    outputs = head_outputs_of(trace, stack, layer, row)
    add_output_projection_steps(board, p, outputs, head, who)
    feeds_forward = stack != "decoder" or "cross" not in capabilities.stacks
    _add_residual(board, p, norm_first, feeds_forward)
    if feeds_forward:
        says = _describe_layer_end(trace, capabilities, stack, layer, row)
        _add_feed_forward_steps(board, p, norm_first, says, who)
    if origin:
        add_origin_step(board, origin, who)


def _add_residual(board: Board, p: Weights, norm_first: bool, feeds_forward: bool) -> None:
    """Add the step from "word" and "projected" to "attended"."""
    if norm_first:
        says = (
            t("The input is added back (residual connection).")
            if feeds_forward
            else t("inside#added back for cross-attention")
        )
        add_residual_step(
            board, "word", "projected", "attended", t("after attention"), "r", "x + y", says
        )
        return
    says = (
        t("inside#added back and normalised")
        if feeds_forward
        else t("inside#added back and normalised for cross-attention")
    )
    grids = add_and_norm(board, p, "word", "projected", "attended", t("after attention"), "n")
    board.step(t("Residual and norm"), says, norm_formula("x + y", "n"), *grids)


def _describe_layer_end(
    trace: Trace, capabilities: Capabilities, stack: str, layer: int, row: int
) -> str:
    """Describe the output of a layer in one sentence."""
    if capabilities.norm == "before":
        if layer + 1 < attention_of(trace, stack).n_layers:
            return t("The input is added back: this enters layer {layer}.", layer=layer + 2)
        if stack == "encoder":
            return t("The input is added back: the output of the last layer.")
        return t(
            "The input is added back. Normalised, this is what “{word}” is predicted from.",
            word=trace.predicted[row],
        )
    if layer + 1 < attention_of(trace, stack).n_layers:
        return t("inside#enters the next layer", layer=layer + 2)
    if stack != "encoder":
        return t("inside#leaves the decoder", word=trace.predicted[row])
    if capabilities.translates:
        return t("inside#leaves the encoder")
    return t("The input is added back and the sum normalised: the output of the last layer.")


def _source_kind(capabilities: Capabilities) -> str:
    """Return what cross-attention attends to: "English" words or words of the "source"."""
    return "English" if capabilities.translates_between("en", "fr") else "source"


KEYS = translatable(
    {
        "": "The key says how each word can be found: its vector × this head's W_K ({count} "
        "columns) + bias.",
        "English": "The key says how each English word can be found: encoder output × this head's "
        "W_K ({count} columns) + bias.",
        "source": "The key says how each word of the source can be found: encoder output × this "
        "head's W_K ({count} columns) + bias.",
    }
)
VALUES = translatable(
    {
        "": "The value says what each word passes on: its vector × this head's W_V "
        "({count} columns) + bias.",
        "English": "The value says what each English word passes on: encoder output × this "
        "head's W_V ({count} columns) + bias.",
        "source": "The value says what each word of the source passes on: encoder output × "
        "this head's W_V ({count} columns) + bias.",
    }
)


def _add_qkv_steps(
    board: Board, p: Weights, asking: str, head: int, d_head: int, who: str, kind: str = ""
) -> None:
    """Add "query", "keys" and "values" of one head (section 3.2.2).

    They are made of the grids `asking` and "states"; `kind` is a key of KEYS.
    """
    query_says = t("inside#query", count=d_head)
    keys_say, values_say = t(KEYS[kind], count=d_head), t(VALUES[kind], count=d_head)
    title = t("query of “{who}”", who=who)
    key_title, value_title = t("key of each word"), t("value of each word")
    rows = (
        ("query", "query", "Q", asking, "q", t("Query"), title, query_says),
        ("keys", "key", "K", "states", "k_j", t("Keys"), key_title, keys_say),
        ("values", "value", "V", "states", "v_j", t("Values"), value_title, values_say),
    )
    columns = slice(head * d_head, (head + 1) * d_head)
    for name, short, letter, source, symbol, step, title, says in rows:
        matrix_title = t("{matrix} of head {head}", matrix=f"W_{letter}", head=head + 1)
        weight = give_matrix(board, p, f"to_{short}", matrix_title, f"W_{letter}", columns)
        bias = give_matrix(board, p, f"to_{short}_bias", t("its bias"), f"b_{letter}", columns)
        x = board.grids[source]
        board.make(name, "linear", (source, weight, bias), title, symbol, short)
        board.step(
            step,
            says,
            formula(f"{symbol} = {x.symbol} W_{letter} + b_{letter}"),
            source,
            weight,
            bias,
            name,
        )


def _add_feed_forward_steps(
    board: Board, p: Weights, norm_first: bool, says: str, who: str
) -> None:
    """Add the steps from "attended" to "leaves" (section 3.3); `says` describes the output."""
    d_model, d_ff = p["feed_forward_in"].shape
    entering = "attended"
    if norm_first:
        entering = add_norm_step(
            board, p, "attended", "feed_forward_normed", "n_2", who, "feed_forward_", "_2"
        )
    symbol = board.grids[entering].symbol
    into = (
        entering,
        give_matrix(board, p, "feed_forward_in", "W_1", "W_1"),
        give_matrix(board, p, "feed_forward_in_bias", t("its bias"), "b_1"),
    )
    board.make("hidden", "linear relu", into, t("hidden layer"), "f", "state")
    out = (
        "hidden",
        give_matrix(board, p, "feed_forward_out", "W_2", "W_2"),
        give_matrix(board, p, "feed_forward_out_bias", t("its bias"), "b_2"),
    )
    board.make("fed", "linear", out, t("what it adds"), "g", "state")
    board.step(
        t("Feed-forward"),
        t("inside#feed-forward layers", few=d_model, many=d_ff),
        formula(f"f = max ( 0 , {symbol} W_1 + b_1 ) , g = f W_2 + b_2"),
        entering,
        "hidden",
        "fed",
    )
    title = t("what leaves the layer")
    if norm_first:
        add_residual_step(
            board, "attended", "fed", "leaves", title, "r_2", "r + g", says, t("Layer output")
        )
        return
    grids = add_and_norm(board, p, "attended", "fed", "leaves", title, "n_2", "feed_forward_", "_2")
    board.step(t("Layer output"), says, norm_formula("n + g", "n_2", "_2"), *grids)
