"""One head of a pretrained network: only query, keys, values and output projection are known."""

import numpy as np

from models import Trace

from ...base.language import t
from ..derivation import Board, formula
from .engine import Weights, attention_of, head_outputs_of, is_small
from .heads import add_output_projection_steps, add_score_steps


def add_pretrained_steps(
    board: Board, trace: Trace, p: Weights, stack: str, layer: int, head: int, row: int, who: str
) -> None:
    """Add the steps of one head of a pretrained model, from the recorded query on.

    T5 adds a number for each distance to its scores (Raffel et al. 2020, section 2.1).
    """
    maps, at_row = attention_of(trace, stack), slice(row, row + 1)
    query, scores = (
        array[layer, head, at_row].astype(np.float64) for array in (maps.query, maps.scores)
    )
    key, value, scale = (
        maps.key[layer, head].astype(np.float64),
        maps.value[layer, head],
        p["scale"].item(),
    )
    board.give("query", query, t("query of “{who}”", who=who), "q", "query", rows=(who,))
    board.step(t("Query"), t("inside#query of a pretrained model", who=who), formula("q"), "query")
    for name, values, symbol, role, step, title, says in (
        (
            "keys",
            key,
            "k_j",
            "key",
            t("Keys"),
            t("key of each word"),
            t("The key of each word: what it can be found by."),
        ),
        (
            "values",
            value,
            "v_j",
            "value",
            t("Values"),
            t("value of each word"),
            t("The value of each word: what it passes on."),
        ),
    ):
        board.give(name, values, title, symbol, role, rows=maps.key_tokens, sent=is_small(values))
        board.step(step, says, formula(symbol), name)
    allowed = maps.allowed_in(layer)[at_row]
    causal = stack == "decoder" and (allowed == (np.arange(allowed.size) <= row)).all()
    add_score_steps(
        board,
        allowed,
        head,
        who,
        scale,
        scores - scale * query @ key.T if "relative" in p else None,
        causal,
    )
    add_output_projection_steps(board, p, head_outputs_of(trace, stack, layer, row), head, who)
