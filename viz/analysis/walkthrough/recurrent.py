"""The one head of a recurrent network: a decoder's state attends to an encoder's states."""

from models import Capabilities, Trace

from ...base.language import t
from ..derivation import Board, formula
from .engine import Weights, add_softmax_steps, add_weighted_sum_steps, give_matrix, states_of

_QUERY_MATRIX = {"additive": "of_query", "bilinear": "weight"}  # projection of the query, by score


def add_recurrent_steps(
    board: Board, trace: Trace, p: Weights, capabilities: Capabilities, row: int, who: str
) -> None:
    """Add the steps of the attention of `BiLSTM`.

    Luong et al. 2015, section 3.1; additive: Bahdanau et al. 2015, appendix A.1.2.
    """
    read, written, keys = trace.decoder_input[row], trace.predicted[row], trace.source
    board.give(
        "query",
        states_of(trace, "decoder", -1)[row : row + 1],
        t("state of the decoder, “{who}”", who=who),
        "q",
        "query",
        rows=(who,),
    )
    board.step(
        t("Query"),
        t("inside#query of a recurrent decoder", read=read, written=written),
        formula("q"),
        "query",
    )
    board.give(
        "keys", states_of(trace, "encoder", -1), t("states of the encoder"), "k_j", "key", rows=keys
    )
    board.step(
        t("Keys and values"),
        t("The encoder's state at each word, both directions together, is both key and value."),
        formula("v_j = k_j"),
        "keys",
    )
    query_name = "query"
    if name := _QUERY_MATRIX.get(capabilities.score or ""):
        query_name = board.make(
            "asked",
            "linear",
            ("query", give_matrix(board, p, name, "W", "W")),
            t("query, projected"),
            "q_W",
            "query",
        )
        board.step(
            t("Query, projected"),
            t("The query times a matrix of the score function."),
            formula("q_W = q W"),
            "query",
            query_name,
        )
    if capabilities.score == "additive":
        board.make(
            "offered",
            "linear",
            ("keys", give_matrix(board, p, "of_key", "U", "U")),
            t("keys, projected"),
            "k_Uj",
            "key",
        )
        board.step(
            t("Keys, projected"),
            t("Each key times another matrix."),
            formula("k_Uj = k_j U"),
            "keys",
            "offered",
        )
        board.make("pairs", "add tanh", ("offered", "asked"), t("tanh of the sum"), "l_j", "score")
        board.step(
            t("Sum and tanh"),
            t("inside#scores by addition"),
            formula("l_j = tanh ( q_W + k_Uj )"),
            "asked",
            "offered",
            "pairs",
        )
        operands, sums = (
            (board.give("to_score", p["to_score"].T, "v", "v_a", "matrix"), "pairs"),
            "s_j = v_a · l_j",
        )
        says = t(
            "Dot product with a vector v: the score of each word. Nothing is scaled or masked here."
        )
    else:
        operands, sums = (query_name, "keys"), f"s_j = {board.grids[query_name].symbol} · k_j"
        says = t("inside#scores by dot product")
    board.make("scores", "dots", operands, t("scores"), "s_j", "score", rows=(who,), columns=keys)
    board.step(t("Dot products"), says, formula(sums), *operands, "scores")
    add_softmax_steps(board, "scores")
    add_weighted_sum_steps(
        board,
        "keys",
        "states",
        t("Context"),
        t("Their sum: what “{written}” takes from the English.", written=written)
        if capabilities.translates_between("en", "fr")
        else t("Their sum: what “{written}” takes from the source.", written=written),
        "c",
    )
    board.make(
        "joined",
        "join",
        ("head_output", "query"),
        t("context and state side by side"),
        "o",
        "output",
    )
    operands = "joined", give_matrix(board, p, "combine", "W_c", "W_c")
    board.make(
        "leaves",
        "linear tanh",
        operands,
        t("what “{written}” is predicted from", written=written),
        "y",
        "output",
    )
    board.step(
        t("Combine"),
        t("inside#predicted from the context", written=written),
        formula("o = [ c , q ] , y = tanh ( o W_c )"),
        "head_output",
        "query",
        "joined",
        "leaves",
    )
