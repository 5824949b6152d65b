"""The input of a layer of our transformers, and the query vector of its cross-attention."""

import math
from typing import NamedTuple

import numpy as np

from models import Capabilities, Trace

from ...base.language import t
from ..derivation import Board, formula
from .engine import Weights, add_and_norm, head_outputs_of, join_heads, norm_formula, states_of


class _CrossInput(NamedTuple):
    """How the query vector of cross-attention is computed; the last step shows it."""

    formula: str  # MathML
    shows: tuple[str, ...]  # its grids
    norm_first: bool


def add_input_steps(
    board: Board,
    p: Weights,
    capabilities: Capabilities,
    entering: np.ndarray,
    layer: int,
    row: int,
    who: str,
) -> None:
    """Add the input of a layer with self-attention, `entering [1, d_model]`, as "word"."""
    d_model = entering.shape[1]
    if layer:
        title = t("state of “{who}” after layer {layer}", who=who, layer=layer)
        says = t("inside#enters a later layer", layer=layer, who=who, count=d_model)
        board.give("word", entering, title, "x", "state", rows=(who,))
        board.step(t("The word"), says, formula("x"), "word")
        return
    scaled = math.isclose(capabilities.embedding_factor, d_model**0.5, rel_tol=1e-6)
    embedding_title = (
        t("embedding of “{who}” · √{size}", who=who, size=d_model)
        if scaled
        else t("embedding of “{who}”", who=who)
    )
    if not capabilities.adds_positions:
        says = t(
            "What enters the first layer: the embedding of “{who}”, without a position.", who=who
        )
        board.give("word", entering, embedding_title, "x", "state", rows=(who,))
        board.step(t("The word"), says, formula("x"), "word")
        return
    if capabilities.normalises_input:
        says = t("inside#enters with position and segment", who=who, place=row + 1)
        title = t("vector of “{who}”", who=who)
        board.give("word", entering, title, "x", "state", rows=(who,))
        expression = norm_formula("emb + pos + seg", "x")
        board.step(t("The word"), says, expression, "word")
        return
    place = p["positions"][row : row + 1]
    board.give("embedding", entering - place, embedding_title, "emb", "state", rows=(who,))
    board.give("position", place, t("position {place}", place=row + 1), "pos", "state", rows=(who,))
    board.make(
        "word", "add", ("embedding", "position"), t("vector of “{who}”", who=who), "x", "state"
    )
    if capabilities.positions == "learned":
        says = t("inside#enters with a learned position", who=who, place=row + 1)
    elif not scaled:
        says = t("inside#enters with an encoding", who=who, place=row + 1)
    else:
        says = t("inside#enters scaled, with an encoding", who=who, size=d_model, place=row + 1)
    board.step(t("The word"), says, formula("x = emb + pos"), "embedding", "position", "word")


def add_cross_input_step(
    board: Board,
    trace: Trace,
    p: Weights,
    capabilities: Capabilities,
    layer: int,
    row: int,
    who: str,
) -> _CrossInput:
    """Add the query vector of cross-attention as "word", and return how it is computed.

    It is the output of the same layer's self-attention.
    """
    entering = states_of(trace, "decoder", layer)[row : row + 1]
    head_outputs = join_heads(head_outputs_of(trace, "decoder", layer, row))
    added = head_outputs @ p["self_to_output"] + p["self_to_output_bias"]
    norm_first = capabilities.norm == "before"
    board.give("entered", entering, t("what entered the layer"), "x_in", "state", rows=(who,))
    board.give("self_output", added, t("what self-attention adds"), "y_self", "output", rows=(who,))
    title, names = t("state of “{who}”", who=who), ("entered", "self_output")
    if norm_first:
        board.make("word", "add", names, title, "x", "state")
        expression = formula("x = x_in + y_self")
        shows: tuple[str, ...] = (*names, "word")
    else:
        expression = norm_formula("x_in + y_self", "x", "_self")
        shows = add_and_norm(board, p, *names, "word", title, "x", "self_", "_self")
    values = {"read": trace.decoder_input[row], "written": trace.predicted[row]}
    says = (
        t("inside#the next word, from the English", **values)
        if capabilities.translates_between("en", "fr")
        else t("inside#the next word, from the source", **values)
    )
    board.step(t("The word"), says, formula("x"), "word")
    return _CrossInput(expression, shows, norm_first)


def add_origin_step(board: Board, made: _CrossInput, who: str) -> None:
    """Add as the last step how the query vector of cross-attention was computed."""
    says = (
        t("inside#before the first step", who=who)
        if made.norm_first
        else t("inside#before the first step, normalised", who=who)
    )
    board.step(t("Where it came from"), says, made.formula, *made.shows)
