"""Attention with numbers small enough for a blackboard, not from a model, and a sheet of it to print. Numpy only."""

import re
from collections.abc import Sequence
from html import escape

import numpy as np

from models import UserError

from .derivation import Board, Derivation, Grid, formula, fraction, root
from .inside import mix, share_out

LECTURE = {  # of the lecture, but for the values, of which the slide has no numbers
    "words": ("The", "brown", "dog", "ran"), "dots": (112, 96, 16, 8), "d_head": 64, "weights": (0.87, 0.12, 0.01, 0.0),
    "values": ((2, 0), (0, 2), (2, 2), (-2, 1))}
HEADS, D_MODEL, LONGEST, LARGEST = 2, 4, 6, 99  # of the small example: its sizes, the most words, the largest number
SMALL = {  # what `small` is called with before the reader types anything
    "x": ((1, 0, 1, 0), (0, 2, 0, 1), (1, 1, -1, 0), (0, 0, 1, 2)),
    "w_query": ((1, 0, 0, 1), (0, 1, 1, 0), (1, 0, 0, -1), (0, 1, 1, 0)),
    "w_key": ((0, 1, 1, 0), (1, 0, 0, 1), (0, 1, -1, 0), (1, 0, 0, 1)),
    "w_value": ((1, 0, 0, 2), (0, 1, -1, 0), (0, 0, 1, -1), (-1, 0, 1, 1)),
    "w_output": ((1, 0, 0, 1), (0, 1, 1, 0), (1, 0, -1, 0), (0, 1, 0, 1)),
    "words": ("The", "brown", "dog", "ran"), "causal": False}
MATRICES = {"x": "the words", "w_query": "W_Q", "w_key": "W_K", "w_value": "W_V", "w_output": "W_O"}  # what `small` lets one type


def lecture() -> Derivation:
    """The lecture's “The brown dog ran”, from the dot products of the first word's query on, beside what the slide prints."""
    words, d_head, slide = LECTURE["words"], LECTURE["d_head"], np.array([LECTURE["weights"]])
    board, pair = Board(), dict(rows=words[:1], columns=words)
    board.give("dots", [LECTURE["dots"]], "query · key", "p_j", "score", **pair)
    board.step("Dot products", f"The query of “{words[0]}” and each word's key, number times number, added up: given by the lecture.",
               formula("p_j = q · k_j"), "dots")
    board.make("scores", "divide", ("dots",), f"divided by √{d_head}", "s_j", "score", number=d_head**0.5, **pair)
    board.step("Scale", f"Each is divided by √{d_head} = {d_head**0.5:g}.",
               formula("s_j =") + fraction(formula("p_j"), root(formula("d_head"))), "dots", "scores")
    share_out(board, "scores")
    board.give("slide", slide, "weights on the slide", "α_slide", "weight", **pair)
    weights = board.grids["weights"].values
    differ = np.abs(weights - slide).max()
    board.step(
        "The slide's weights", f"The slide prints {', '.join(f'{value:.2f}' for value in slide[0])}; the softmax is "
        f"{', '.join(f'{value:.2f}' for value in weights[0])}: they differ by {differ:.3f} at most.", formula("α_j ≈ α_slide"),
        "weights", "slide")
    board.give("values", LECTURE["values"], "values (ours; the slide has no numbers)", "v_j", "value", rows=words)
    mix(board, "values", "values", "Head output", f"All added up: what the head found for “{words[0]}”.", "o")
    return board.derivation(f"The lecture's example: {' '.join(words)}")


def small(x, w_query, w_key, w_value, w_output, words: Sequence[str], causal: bool) -> Derivation:
    """A layer of self-attention of 2 heads over 2 to 6 words of 4 numbers, all words at once; no biases, no mask unless `causal`.

    A matrix, `x [word, 4]` or a weight `[4, 4]`, is rows of numbers or text with a line for each row. Raises UserError for one
    of another size or with something else in it than numbers from -99 to 99.
    """
    words = tuple(words)
    if not 2 <= len(words) <= LONGEST:
        raise UserError(f"The blackboard has room for 2 to {LONGEST} words, not for {len(words)}. Type so many.")
    typed = dict(zip(MATRICES, (x, w_query, w_key, w_value, w_output)))
    read = {name: numbers(typed[name], (len(words) if name == "x" else D_MODEL, D_MODEL), title) for name, title in MATRICES.items()}
    board, d_head, heads = Board(), D_MODEL // HEADS, range(1, HEADS + 1)
    pair = dict(rows=words, columns=words)
    ends = lambda *names: [f"{name}_{head}" for head in heads for name in names]  # these grids of each head

    board.give("x", read["x"], "vectors of the words", "X", "state", rows=words)
    board.step("The words", f"Each word is {D_MODEL} numbers, a row.", formula("X"), "x")
    for name, plural, letter in (("query", "queries", "Q"), ("key", "keys", "K"), ("value", "values", "V")):
        for head in heads:
            own = read[f"w_{name}"][:, (head - 1) * d_head : head * d_head]
            board.give(f"to_{name}_{head}", own, f"W_{letter} of head {head}", f"W_{letter}", "matrix")
            board.make(f"{plural}_{head}", "linear", ("x", f"to_{name}_{head}"), f"{plural}, head {head}", letter, name, rows=words)
        board.step(plural.capitalize(), f"The words times W_{letter}; each head has {d_head} columns of it.",
                   formula(f"{letter} = X W_{letter}"), "x", *ends(f"to_{name}", plural))
    for head in heads:
        board.make(f"dots_{head}", "dots", (f"queries_{head}", f"keys_{head}"), f"query · key, head {head}", "p_ij", "score", **pair)
        board.make(f"scores_{head}", "divide", (f"dots_{head}",), f"divided by √{d_head}, head {head}", "s_ij", "score",
                   number=d_head**0.5, **pair)
    board.step("Dot products", "The query of the row's word and the key of the column's, number times number, added up: Q Kᵀ.",
               formula("p_ij = q_i · k_j"), *ends("queries", "keys", "dots"))
    board.step("Scale", f"Each is divided by √{d_head} = {d_head**0.5:.2f}.",
               formula("s_ij =") + fraction(formula("p_ij"), root(formula("d_head"))), *ends("dots", "scores"))
    if causal:
        board.give("allowed", np.tri(len(words)), "may be looked at", "M_ij", "matrix", **pair)
        for head in heads:
            board.make(f"masked_{head}", "mask", (f"scores_{head}", "allowed"), f"after the mask, head {head}", "m_ij", "score", **pair)
        board.step("Mask", "A word may look at itself and at those before it, as in a decoder.",
                   formula("m_ij = s_ij ( M_ij = 1 ) , m_ij = − ∞ ( M_ij = 0 )"), *ends("scores"), "allowed", *ends("masked"))
    share_out(board, *ends("masked" if causal else "scores"), index="ij", total="z_i")
    for head in heads:
        of = f"weights_{head}", f"values_{head}"
        board.make(f"head_output_{head}", "linear", of, f"output of head {head}", f"O_{head}", "output", rows=words)
    board.step("Head outputs", "In each head, the values times their weights, added up for each word.", formula("o_i = ∑_j α_ij v_j"),
               *ends("weights", "values", "head_output"))
    board.make("joined", "join", tuple(ends("head_output")), "both heads side by side", "C", "output", rows=words)
    board.step("Both heads", "The outputs of the heads, side by side.", formula("C = [ O_1 , O_2 ]"), *ends("head_output"), "joined")
    board.give("to_output", read["w_output"], "W_O", "W_O", "matrix")
    board.make("output", "linear", ("joined", "to_output"), "output", "Y", "output", rows=words)
    board.step("Output", "W_O mixes the heads: what attention adds to each word.", formula("Y = C W_O"), "joined", "to_output", "output")
    return board.derivation(f"Self-attention on the blackboard: {' '.join(words)}")


def numbers(typed, shape: tuple[int, int], title: str) -> np.ndarray:
    """A matrix from rows of numbers, or from text: a line or ";" for each row, spaces or commas between numbers.

    Raises UserError for another `shape` and for what is no number from -99 to 99.
    """
    if isinstance(typed, str):
        lines = typed.replace(";", "\n").replace(",", " ").replace("−", "-").split("\n")
        typed = [line.split() for line in lines if line.strip()]
    wanted, values = f"{shape[0]} rows of {shape[1]} numbers", np.empty(shape)
    if len(typed) != shape[0]:
        raise UserError(f"There are {len(typed)} rows in {title}; give {wanted}.")
    for row, entries in enumerate(typed):
        if len(entries) != shape[1]:
            raise UserError(f"Row {row + 1} of {title} has {len(entries)} numbers; give {wanted}.")
        for column, entry in enumerate(entries):
            try:
                values[row, column] = float(entry)
            except (TypeError, ValueError):
                values[row, column] = np.nan
            if not abs(values[row, column]) <= LARGEST:
                raise UserError(f"“{str(entry)[:20]}” in row {row + 1} of {title} is no number from −{LARGEST} to {LARGEST}. Give one, "
                                "for example -1 or 0.5.")
    return values


STYLE = """
@page { size: A4; margin: 18mm 16mm }
body { font: 11pt/1.4 "Times New Roman", Tinos, serif; max-width: 178mm; margin: 0 auto; color: #000; background: #fff }
h1 { font-size: 16pt; margin: 0 0 4mm } h2 { font-size: 12pt; margin: 6mm 0 1mm } p { margin: 0 0 2mm }
section { break-inside: avoid } .name { text-align: right } math { margin: 2mm 0 }
.grids { display: flex; flex-wrap: wrap; gap: 3mm 5mm; align-items: flex-end }
figure { margin: 0 } figcaption { font-style: italic; font-size: 10pt }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 9.5pt }
th { font-weight: normal; padding: 0 1mm; text-align: right } thead th { text-align: center }
td { border: 0.3mm solid #000; min-width: 9mm; height: 6mm; padding: 0 1mm; text-align: right }
"""


def sheet(derivation: Derivation, solution: bool) -> str:
    """A page to print, whole in itself: the exercise, with an empty box for each number to find, or its solution.

    The exercise leaves out a step that makes nothing new, the first but, for what is printed there may be the solution.
    Raises ValueError for a derivation with more columns than a page has room for.
    """
    if wide := [name for step in derivation.steps for name in step.shows if max(derivation.grids[name].values.shape) > 12]:
        raise ValueError(f"a page has no room for {wide[0]}, {derivation.grids[wide[0]].values.shape}")
    sections, printed = [], set()
    for step in derivation.steps:
        fresh = [name for name in dict.fromkeys(step.shows) if name not in printed]
        if solution or not printed or any(derivation.grids[name].operation for name in fresh):
            printed.update(fresh)
            sections.append(
                f"<section><h2>{len(sections) + 1}. {escape(step.name)}</h2><p>{lowered(step.says)}</p>"
                f'<math display="block"><mrow>{step.formula}</mrow></math><div class="grids">'
                + "".join(table(derivation.grids[name], solution or not derivation.grids[name].operation) for name in fresh)
                + "</div></section>")
    title, kind = escape(derivation.title), "Solution" if solution else "Exercise"
    name = "" if solution else '<p class="name">Name: ______________________________</p>'
    return (f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{kind}: {title}</title><style>{STYLE}</style></head>\n'
            f"<body>{name}<h1>{kind}: {title}</h1>\n" + "\n".join(sections) + "\n</body></html>\n")


def lowered(text: str) -> str:
    """HTML of a text, the index of a matrix like W_Q below the line."""
    return re.sub(r"\bW_(\w)\b", r"W<sub>\1</sub>", escape(text))


def table(grid: Grid, filled: bool) -> str:
    """A grid as a table with its names, its cells empty unless `filled`."""
    whole = bool((grid.values[np.isfinite(grid.values)] % 1 == 0).all())
    write = lambda value: "−∞" if np.isnan(value) else f"{round(value, 2) + 0:,.{0 if whole else 2}f}".replace("-", "−")
    cells = [[write(value) if filled else "" for value in row] for row in grid.values]
    names = grid.rows or ("",) * len(grid.values)
    head = f"<thead><tr><th></th>{''.join(f'<th>{escape(name)}</th>' for name in grid.columns)}</tr></thead>" if grid.columns else ""
    body = "".join(f"<tr><th>{escape(name)}</th>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for name, row in zip(names, cells))
    return f"<figure><table>{head}<tbody>{body}</tbody></table><figcaption>{lowered(grid.title)}</figcaption></figure>"
