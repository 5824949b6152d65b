"""Attention with small numbers for a blackboard, without a model. Numpy only."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from models import UserError

from ...analysis.derivation import Board, Derivation, Step, formula, fraction, root
from ...analysis.walkthrough.engine import add_softmax_steps, add_weighted_sum_steps, of_head
from ...base.language import t, translatable


class _Worked(NamedTuple):
    """A row of attention with numbers: dot products to scale, or scores."""

    words: tuple[str, ...]
    query: str  # whose row it is
    dots: tuple[float, ...] = ()  # (): `scores` are given
    scores: tuple[float, ...] = ()
    slide: tuple[float, ...] = ()  # the weights that the lecture's slide prints


_WORDS = "The", "brown", "dog", "ran"
_D_SLIDE = 64  # d_head of the lectures' dot products
# Numbers of the lectures' slides, which have none for the values: those are ours.
LECTURE = {
    "first": _Worked(_WORDS, "The", dots=(112, 96, 16, 8), slide=(0.87, 0.12, 0.01, 0.0)),
    "second": _Worked(_WORDS, "brown", dots=(92, 124, 22, 8), slide=(0.08, 0.91, 0.01, 0.0)),
    # of a decoder's state with the four states of an encoder
    "seq2seq": _Worked(_WORDS, "", scores=(1.5, 0.9, 0.2, -0.5), slide=(0.51, 0.28, 0.14, 0.07)),
}
_VALUES = (2, 0), (0, 2), (2, 2), (-2, 1)
# The small example.
_HEADS = 2
_D_MODEL = 4
_D_HEAD = _D_MODEL // _HEADS
_PLACES = range(1, _HEADS + 1)  # the numbers of its heads
_LONGEST = 6  # words
_LARGEST = 99  # the largest number that may be typed
# The first arguments of `small`.
SMALL: dict[str, Any] = {
    "x": ((1, 0, 1, 0), (0, 2, 0, 1), (1, 1, -1, 0), (0, 0, 1, 2)),
    "w_query": ((1, 0, 0, 1), (0, 1, 1, 0), (1, 0, 0, -1), (0, 1, 1, 0)),
    "w_key": ((0, 1, 1, 0), (1, 0, 0, 1), (0, 1, -1, 0), (1, 0, 0, 1)),
    "w_value": ((1, 0, 0, 2), (0, 1, -1, 0), (0, 0, 1, -1), (-1, 0, 1, 1)),
    "w_output": ((1, 0, 0, 1), (0, 1, 1, 0), (1, 0, -1, 0), (0, 1, 0, 1)),
    "words": ("The", "brown", "dog", "ran"),
    "causal": False,
}
# The matrices of `small` that the reader can type.
MATRICES = {
    "x": translatable("the words"),
    "w_query": "W_Q",
    "w_key": "W_K",
    "w_value": "W_V",
    "w_output": "W_O",
}


def lecture(which: str = "first", typed: str = "") -> Derivation:
    """Derive a row of LECTURE, or a row of the reader's own scores.

    `typed` has the 2 to 6 scores of "own", with spaces or commas between them. Raises UserError for
    other numbers of scores and for anything but numbers from -99 to 99.
    """
    row = _read_scores(typed) if which == "own" else LECTURE[which]
    words, board = row.words, Board()
    pair = {"rows": (row.query or t("state"),), "columns": words}
    if row.dots:
        _add_scaling(board, row, pair)
    else:
        board.give("scores", np.array([row.scores]), t("scores"), "s_j", "score", **pair)
        says = (
            t("The scores of one query with each key, as you typed them.")
            if which == "own"
            else t("inside#scores of the slide")
        )
        board.step(t("Scores"), says, formula("s_j"), "scores")
    add_softmax_steps(board, "scores")
    if row.slide:
        _compare_with_slide(board, row.slide, pair)
        title = t("values (ours; the slide has no numbers)")
        board.give("values", np.array(_VALUES), title, "v_j", "value", rows=words)
        says = (
            t("Their sum: the output of the head for “{word}”.", word=row.query)
            if row.query
            else t("Their sum: the context vector, which the decoder reads beside its state.")
        )
        name = t("Head output") if row.query else t("Context vector")
        add_weighted_sum_steps(board, "values", "values", name, says, "o")
    titles = {
        "first": t("The lecture's example: {words}", words=" ".join(words)),
        "second": t("The lecture's example: {words}", words=" ".join(words)) + f", {row.query}",
        "seq2seq": t("The lecture's example of sequence to sequence"),
        "own": t("A row of attention"),
    }
    return board.derivation(titles[which])


def _read_scores(typed: str) -> _Worked:
    """Read a row of scores, which may be in one line or in several. Raises UserError."""
    scores = [cell for line in split_rows(typed) for cell in line]
    if not 2 <= len(scores) <= _LONGEST:
        raise UserError(
            "There are {count} scores; give 2 to {most}, for example 1.5 0.9 0.2 -0.5.",
            count=len(scores),
            most=_LONGEST,
        )
    words = tuple(f"x{place}" for place in range(1, len(scores) + 1))
    return _Worked(words, "", scores=tuple(read_matrix([scores], (1, len(scores)), t("scores"))[0]))


def _add_scaling(board: Board, row: _Worked, pair: Mapping[str, tuple[str, ...]]) -> None:
    """Add the dot products of a row, and their scaling."""
    board.give("dots", np.array([row.dots]), t("query · key"), "p_j", "score", **pair)
    board.step(
        t("Dot products"),
        t("inside#dot products of the lecture", word=row.query),
        formula("p_j = q · k_j"),
        "dots",
    )
    board.make(
        "scores",
        "divide",
        ("dots",),
        t("divided by √{size}", size=_D_SLIDE),
        "s_j",
        "score",
        number=_D_SLIDE**0.5,
        **pair,
    )
    board.step(
        t("Scale"),
        t("Each is divided by √{size} = {root:g}.", size=_D_SLIDE, root=_D_SLIDE**0.5),
        formula("s_j =") + fraction(formula("p_j"), root(formula("d_head"))),
        "dots",
        "scores",
    )


def _compare_with_slide(
    board: Board, slide: tuple[float, ...], pair: Mapping[str, tuple[str, ...]]
) -> None:
    """Add the weights that the slide prints, and how far they are from the softmax."""
    board.give("slide", np.array([slide]), t("weights on the slide"), "α_slide", "weight", **pair)
    weights = board.grids["weights"].values[0]
    board.step(
        t("The slide's weights"),
        t(
            "inside#slide and softmax",
            slide=", ".join(f"{value:.2f}" for value in slide),
            softmax=", ".join(f"{value:.3f}" for value in weights),
            differ=np.abs(weights - slide).max(),
        ),
        formula("α_j ≈ α_slide"),
        "weights",
        "slide",
    )


def small(x, w_query, w_key, w_value, w_output, words: Sequence[str], causal: bool) -> Derivation:
    """Derive self-attention of 2 heads over 2 to 6 words of 4 numbers, for all words at once.

    There are no biases, and no mask unless `causal`. A matrix, `x [word, 4]` or a weight `[4, 4]`,
    is rows of numbers, or text with a line for each row. Raises UserError for a matrix of another
    size or with anything but numbers from -99 to 99.
    """
    words = tuple(words)
    if not 2 <= len(words) <= _LONGEST:
        raise UserError(
            "The blackboard takes 2 to {most} words, not {count}. Type a shorter or "
            "longer sentence.",
            most=_LONGEST,
            count=len(words),
        )
    typed = dict(zip(MATRICES, (x, w_query, w_key, w_value, w_output), strict=True))
    matrices = {}
    for name, title in MATRICES.items():
        rows = len(words) if name == "x" else _D_MODEL
        matrices[name] = read_matrix(typed[name], (rows, _D_MODEL), t(title))
    board = Board()
    _add_projection_steps(board, matrices, words)
    _add_score_steps(board, words)
    if causal:
        _add_mask_step(board, words)
    scores = _of_heads("masked" if causal else "scores")
    add_softmax_steps(board, *scores, index="ij", total="z_i")
    _add_output_steps(board, matrices["w_output"], words)
    return board.derivation(t("Self-attention on the blackboard: {words}", words=" ".join(words)))


def _of_heads(*names: str) -> list[str]:
    """Return the names of these grids for each head, head by head."""
    return [f"{name}_{head}" for head in _PLACES for name in names]


def _add_projection_steps(
    board: Board, matrices: Mapping[str, np.ndarray], words: tuple[str, ...]
) -> None:
    """Add the words, and their queries, keys and values in each head."""
    board.give("x", matrices["x"], t("vectors of the words"), "X", "state", rows=words)
    board.step(
        t("The words"),
        t("Each word is a row of {count} numbers.", count=_D_MODEL),
        formula("X"),
        "x",
    )
    for name, plural, letter, step, title in (
        ("query", "queries", "Q", t("Queries"), t("queries")),
        ("key", "keys", "K", t("Keys"), t("keys")),
        ("value", "values", "V", t("Values"), t("values")),
    ):
        matrix = f"W_{letter}"
        for head in _PLACES:
            columns = slice((head - 1) * _D_HEAD, head * _D_HEAD)
            weight = board.give(
                f"to_{name}_{head}",
                matrices[f"w_{name}"][:, columns],
                t("{matrix} of head {head}", matrix=matrix, head=head),
                matrix,
                "matrix",
            )
            grid, title_of_head = f"{plural}_{head}", of_head(title, head)
            board.make(grid, "linear", ("x", weight), title_of_head, letter, name)
        says = t(
            "The words times {matrix}; each head has {count} of its columns.",
            matrix=matrix,
            count=_D_HEAD,
        )
        grids = _of_heads(f"to_{name}", plural)
        board.step(step, says, formula(f"{letter} = X {matrix}"), "x", *grids)


def _add_score_steps(board: Board, words: tuple[str, ...]) -> None:
    """Add the dot products of queries and keys, and their scaling."""
    for head in _PLACES:
        board.make(
            f"dots_{head}",
            "dots",
            (f"queries_{head}", f"keys_{head}"),
            of_head(t("query · key"), head),
            "p_ij",
            "score",
        )
        board.make(
            f"scores_{head}",
            "divide",
            (f"dots_{head}",),
            of_head(t("divided by √{size}", size=_D_HEAD), head),
            "s_ij",
            "score",
            number=_D_HEAD**0.5,
        )
    board.step(
        t("Dot products"),
        t("The dot product of the row's query with the column's key: Q Kᵀ."),
        formula("p_ij = q_i · k_j"),
        *_of_heads("queries", "keys", "dots"),
    )
    board.step(
        t("Scale"),
        t("Each is divided by √{size} = {root:.2f}.", size=_D_HEAD, root=_D_HEAD**0.5),
        formula("s_ij =") + fraction(formula("p_ij"), root(formula("d_head"))),
        *_of_heads("dots", "scores"),
    )


def _add_mask_step(board: Board, words: tuple[str, ...]) -> None:
    """Add the causal mask."""
    allowed = np.tri(len(words))
    title = t("may be attended to")
    board.give("allowed", allowed, title, "M_ij", "matrix", rows=words, columns=words)
    for head in _PLACES:
        title = of_head(t("after the mask"), head)
        operands = f"scores_{head}", "allowed"
        board.make(f"masked_{head}", "mask", operands, title, "m_ij", "score")
    board.step(
        t("Mask"),
        t("A word may attend to itself and to those before it, as in a decoder."),
        formula("m_ij = s_ij ( M_ij = 1 ) , m_ij = − ∞ ( M_ij = 0 )"),
        *_of_heads("scores"),
        "allowed",
        *_of_heads("masked"),
    )


def _add_output_steps(board: Board, w_output: np.ndarray, words: tuple[str, ...]) -> None:
    """Add the outputs of both heads, their concatenation, and its product with W_O."""
    for head in _PLACES:
        operands = f"weights_{head}", f"values_{head}"
        title = t("output of head {head}", head=head)
        board.make(f"head_output_{head}", "linear", operands, title, f"O_{head}", "output")
    board.step(
        t("Head outputs"),
        t("In each head: the values times their weights, added up for each word."),
        formula("o_i = ∑_j α_ij v_j"),
        *_of_heads("weights", "values", "head_output"),
    )
    outputs = _of_heads("head_output")
    title = t("both heads side by side")
    board.make("joined", "join", tuple(outputs), title, "C", "output")
    board.step(
        t("Both heads"),
        t("The outputs of the heads, side by side."),
        formula("C = [ O_1 , O_2 ]"),
        *outputs,
        "joined",
    )
    board.give("to_output", w_output, "W_O", "W_O", "matrix")
    board.make("output", "linear", ("joined", "to_output"), t("output"), "Y", "output")
    board.step(
        t("Output"),
        t("W_O mixes the heads: what attention adds to each word."),
        formula("Y = C W_O"),
        "joined",
        "to_output",
        "output",
    )


def of_first_head(board: Derivation) -> Derivation:
    """Return the blackboard without what its steps do once more for the second head."""

    def shown(step: Step) -> Step:
        shows = tuple(name for name in step.shows if not name.endswith("_2"))
        return step if "joined" in step.shows else replace(step, shows=shows)

    return replace(board, steps=tuple(map(shown, board.steps)))


def read_matrix(typed, shape: tuple[int, int], title: str) -> np.ndarray:
    """Read a matrix from rows of numbers, or from text.

    In text, lines or ";" separate rows, spaces or commas numbers. Raises UserError for another
    `shape` and for anything but numbers from -99 to 99.
    """
    rows = split_rows(typed) if isinstance(typed, str) else typed
    message_values = {"title": title, "rows": shape[0], "columns": shape[1]}
    if len(rows) != shape[0]:
        raise UserError(
            "There are {count} rows in {title}; give {rows} rows of {columns} numbers.",
            count=len(rows),
            **message_values,
        )
    values = np.empty(shape)
    for place, entries in enumerate(rows):
        if len(entries) != shape[1]:
            raise UserError(
                "Row {row} of {title} has {count} numbers; give {rows} rows of {columns} numbers.",
                row=place + 1,
                count=len(entries),
                **message_values,
            )
        values[place] = [_read_number(entry, place + 1, title) for entry in entries]
    return values


def split_rows(text: str) -> list[list[str]]:
    """Split text into rows of entries, without empty rows."""
    lines = text.replace(";", "\n").replace(",", " ").replace("−", "-").split("\n")
    return [line.split() for line in lines if line.strip()]


def _read_number(entry, row: int, title: str) -> float:
    """Read a number of a matrix. Raises UserError for anything but -99 to 99."""
    try:
        value = float(entry)
    except (TypeError, ValueError):
        value = np.nan
    if abs(value) <= _LARGEST:
        return value
    raise UserError(
        "“{typed}” in row {row} of {title} is not a number from −{most} to "
        "{most}. Type one, for example -1 or 0.5.",
        typed=str(entry)[:20],
        row=row,
        title=title,
        most=_LARGEST,
    )
