"""Attention with numbers small enough for a blackboard, not from a model, and a sheet of it to print. Numpy only."""

import re
from collections.abc import Sequence
from html import escape

import numpy as np

from models import UserError

from . import language
from .derivation import Board, Derivation, Grid, formula, fraction, root
from .inside import mix, share_out
from .language import mark, t

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
MATRICES = {"x": mark("the words"), "w_query": "W_Q", "w_key": "W_K", "w_value": "W_V", "w_output": "W_O"}  # what `small` lets one type


def lecture() -> Derivation:
    """The lecture's “The brown dog ran”, from the dot products of the first word's query on, beside what the slide prints."""
    words, d_head, slide = LECTURE["words"], LECTURE["d_head"], np.array([LECTURE["weights"]])
    board, pair = Board(), dict(rows=words[:1], columns=words)
    board.give("dots", [LECTURE["dots"]], t("query · key"), "p_j", "score", **pair)
    board.step(t("Dot products"), t("The query of “{word}” and each word's key, number times number, added up: given by the lecture.", word=words[0]),
               formula("p_j = q · k_j"), "dots")
    board.make("scores", "divide", ("dots",), t("divided by √{size}", size=d_head), "s_j", "score", number=d_head**0.5, **pair)
    board.step(t("Scale"), t("Each is divided by √{size} = {root:g}.", size=d_head, root=d_head**0.5),
               formula("s_j =") + fraction(formula("p_j"), root(formula("d_head"))), "dots", "scores")
    share_out(board, "scores")
    board.give("slide", slide, t("weights on the slide"), "α_slide", "weight", **pair)
    weights = board.grids["weights"].values
    differ = np.abs(weights - slide).max()
    board.step(
        t("The slide's weights"), t("The slide prints {slide}; the softmax is {softmax}: they differ by {differ:.3f} at most.",
                                    slide=", ".join(f"{value:.2f}" for value in slide[0]),
                                    softmax=", ".join(f"{value:.2f}" for value in weights[0]), differ=differ), formula("α_j ≈ α_slide"),
        "weights", "slide")
    board.give("values", LECTURE["values"], t("values (ours; the slide has no numbers)"), "v_j", "value", rows=words)
    mix(board, "values", "values", t("Head output"), t("All added up: what the head found for “{word}”.", word=words[0]), "o")
    return board.derivation(t("The lecture's example: {words}", words=" ".join(words)))


def small(x, w_query, w_key, w_value, w_output, words: Sequence[str], causal: bool) -> Derivation:
    """A layer of self-attention of 2 heads over 2 to 6 words of 4 numbers, all words at once; no biases, no mask unless `causal`.

    A matrix, `x [word, 4]` or a weight `[4, 4]`, is rows of numbers or text with a line for each row. Raises UserError for one
    of another size or with something else in it than numbers from -99 to 99.
    """
    words = tuple(words)
    if not 2 <= len(words) <= LONGEST:
        raise UserError("The blackboard has room for 2 to {most} words, not for {count}. Type so many.", most=LONGEST, count=len(words))
    typed = dict(zip(MATRICES, (x, w_query, w_key, w_value, w_output)))
    read = {name: numbers(typed[name], (len(words) if name == "x" else D_MODEL, D_MODEL), t(title)) for name, title in MATRICES.items()}
    board, d_head, heads = Board(), D_MODEL // HEADS, range(1, HEADS + 1)
    pair = dict(rows=words, columns=words)
    of_head = lambda what, head: t("{what}, head {head}", what=what, head=head)
    ends = lambda *names: [f"{name}_{head}" for head in heads for name in names]  # these grids of each head

    board.give("x", read["x"], t("vectors of the words"), "X", "state", rows=words)
    board.step(t("The words"), t("Each word is {count} numbers, a row.", count=D_MODEL), formula("X"), "x")
    for name, plural, letter, step, title in (("query", "queries", "Q", t("Queries"), t("queries")), ("key", "keys", "K", t("Keys"), t("keys")),
                                              ("value", "values", "V", t("Values"), t("values"))):
        for head in heads:
            own = read[f"w_{name}"][:, (head - 1) * d_head : head * d_head]
            board.give(f"to_{name}_{head}", own, t("{matrix} of head {head}", matrix=f"W_{letter}", head=head), f"W_{letter}", "matrix")
            board.make(f"{plural}_{head}", "linear", ("x", f"to_{name}_{head}"), of_head(title, head), letter, name, rows=words)
        board.step(step, t("The words times {matrix}; each head has {count} columns of it.", matrix=f"W_{letter}", count=d_head),
                   formula(f"{letter} = X W_{letter}"), "x", *ends(f"to_{name}", plural))
    for head in heads:
        board.make(f"dots_{head}", "dots", (f"queries_{head}", f"keys_{head}"), of_head(t("query · key"), head), "p_ij", "score", **pair)
        board.make(f"scores_{head}", "divide", (f"dots_{head}",), of_head(t("divided by √{size}", size=d_head), head), "s_ij", "score",
                   number=d_head**0.5, **pair)
    board.step(t("Dot products"), t("The query of the row's word and the key of the column's, number times number, added up: Q Kᵀ."),
               formula("p_ij = q_i · k_j"), *ends("queries", "keys", "dots"))
    board.step(t("Scale"), t("Each is divided by √{size} = {root:.2f}.", size=d_head, root=d_head**0.5),
               formula("s_ij =") + fraction(formula("p_ij"), root(formula("d_head"))), *ends("dots", "scores"))
    if causal:
        board.give("allowed", np.tri(len(words)), t("may be looked at"), "M_ij", "matrix", **pair)
        for head in heads:
            board.make(f"masked_{head}", "mask", (f"scores_{head}", "allowed"), of_head(t("after the mask"), head), "m_ij", "score", **pair)
        board.step(t("Mask"), t("A word may look at itself and at those before it, as in a decoder."),
                   formula("m_ij = s_ij ( M_ij = 1 ) , m_ij = − ∞ ( M_ij = 0 )"), *ends("scores"), "allowed", *ends("masked"))
    share_out(board, *ends("masked" if causal else "scores"), index="ij", total="z_i")
    for head in heads:
        of = f"weights_{head}", f"values_{head}"
        board.make(f"head_output_{head}", "linear", of, t("output of head {head}", head=head), f"O_{head}", "output", rows=words)
    board.step(t("Head outputs"), t("In each head, the values times their weights, added up for each word."), formula("o_i = ∑_j α_ij v_j"),
               *ends("weights", "values", "head_output"))
    board.make("joined", "join", tuple(ends("head_output")), t("both heads side by side"), "C", "output", rows=words)
    board.step(t("Both heads"), t("The outputs of the heads, side by side."), formula("C = [ O_1 , O_2 ]"), *ends("head_output"), "joined")
    board.give("to_output", read["w_output"], "W_O", "W_O", "matrix")
    board.make("output", "linear", ("joined", "to_output"), t("output"), "Y", "output", rows=words)
    board.step(t("Output"), t("W_O mixes the heads: what attention adds to each word."), formula("Y = C W_O"), "joined", "to_output", "output")
    return board.derivation(t("Self-attention on the blackboard: {words}", words=" ".join(words)))


def numbers(typed, shape: tuple[int, int], title: str) -> np.ndarray:
    """A matrix from rows of numbers, or from text: a line or ";" for each row, spaces or commas between numbers.

    Raises UserError for another `shape` and for what is no number from -99 to 99.
    """
    if isinstance(typed, str):
        lines = typed.replace(";", "\n").replace(",", " ").replace("−", "-").split("\n")
        typed = [line.split() for line in lines if line.strip()]
    values, wanted = np.empty(shape), dict(title=title, rows=shape[0], columns=shape[1])
    if len(typed) != shape[0]:
        raise UserError("There are {count} rows in {title}; give {rows} rows of {columns} numbers.", count=len(typed), **wanted)
    for row, entries in enumerate(typed):
        if len(entries) != shape[1]:
            raise UserError("Row {row} of {title} has {count} numbers; give {rows} rows of {columns} numbers.", row=row + 1, count=len(entries), **wanted)
        for column, entry in enumerate(entries):
            try:
                values[row, column] = float(entry)
            except (TypeError, ValueError):
                values[row, column] = np.nan
            if not abs(values[row, column]) <= LARGEST:
                raise UserError("“{typed}” in row {row} of {title} is no number from −{most} to {most}. Give one, for example -1 or 0.5.",
                                typed=str(entry)[:20], row=row + 1, title=title, most=LARGEST)
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
    title = t("Solution: {title}" if solution else "Exercise: {title}", title=escape(derivation.title))
    name = "" if solution else f'<p class="name">{t("Name:")} ______________________________</p>'
    spoken = language.current_locale()
    return (f'<!doctype html>\n<html lang="{spoken}"><head><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style></head>\n'
            f"<body>{name}<h1>{title}</h1>\n" + "\n".join(sections) + "\n</body></html>\n")


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
