"""Pictures of the steps of a derivation: grids, numbers, and the formula in one line."""

import xml.etree.ElementTree as ElementTree

import numpy as np

from ..analysis.derivation import Derivation, Grid
from ..base.language import t
from .matrix import SIGNED, Matrix
from .picture import Picture
from .tables import number as write_number
from .tables import numbered, written

_FOLD = 32  # numbers in a line; longer vectors are folded


def step_picture(derivation: Derivation, number: int, about: str = "") -> Picture:
    """Draw the grids of one step; the caption has `about`, the formula and the step's text.

    A vector of more than 32 numbers is folded. Grids too large for the browser are left out.
    """
    current = derivation.steps[number]
    matrices = [
        _grid_matrix(derivation.grids[name])
        for name in dict.fromkeys(current.shows)
        if derivation.grids[name].sent
    ]
    folded = (
        " " + t("A vector continues on the next line.")
        if any(
            derivation.grids[name].values.shape[0]
            == 1
            < derivation.grids[name].values.shape[1] / _FOLD
            for name in current.shows
        )
        else ""
    )
    formula = t(
        "{title} · step {step} of {steps}, {name}: {formula}",
        title=derivation.title,
        step=number + 1,
        steps=len(derivation.steps),
        name=current.name.lower(),
        formula=plain_formula(current.formula),
    )
    return Picture(
        tuple(matrices),
        caption="\n".join(filter(None, [about, formula, current.says + folded])),
        numbers=_step_numbers(derivation, number),
    )


def _grid_matrix(grid: Grid) -> Matrix:
    """Return a grid as a matrix; nan and infinity are masked."""
    values, rows, columns = grid.values, grid.rows, grid.columns
    title = grid_title(grid)
    if grid.role == "weight":
        return Matrix(
            title, rows or ("",) * len(values), columns or ("",) * values.shape[1], values
        )
    if values.shape[0] == 1 and values.shape[1] > _FOLD and not columns:
        lines = -(-values.shape[1] // _FOLD)
        values = np.concatenate(
            [values[0], np.full(lines * _FOLD - values.shape[1], np.nan)]
        ).reshape(lines, _FOLD)
        rows = ()
    finite = np.isfinite(values)
    most = float(np.abs(values[finite]).max(initial=0)) or 1.0
    return Matrix(
        f"{title}, ±{most:,.0f}" if most >= 100 else f"{title}, ±{most:.2g}",
        rows or ("",) * len(values),
        columns or ("",) * values.shape[1],
        values,
        None if grid.operation != "mask" else finite,
        most=most,
        kind=SIGNED,
    )


def _step_numbers(derivation: Derivation, number: int) -> str:
    """Write the grids of one step as CSV: grid, row, column, value; masked values are empty."""
    grids = [derivation.grids[name] for name in dict.fromkeys(derivation.steps[number].shows)]
    return written(
        ("grid", "row", "column", "value"),
        (
            (grid.title, row, column, write_number(grid.values[y, x]))
            for grid in grids
            for y, row in enumerate(numbered(grid.rows or ("",) * len(grid.values)))
            for x, column in enumerate(numbered(grid.columns or ("",) * grid.values.shape[1]))
        ),
    )


_LOWERED = str.maketrans("0123456789ij", "₀₁₂₃₄₅₆₇₈₉ᵢⱼ")


def grid_title(grid: Grid) -> str:
    """Return the title of a grid with its symbol, unless it begins with it."""
    symbol = _symbol_of(grid.symbol)
    has_symbol = grid.title.split(" ")[0] == symbol
    return grid.title if has_symbol else f"{grid.title}, {symbol}"


def _symbol_of(text: str) -> str:
    """Write a symbol like "k_j" with a subscript, if Unicode has the letters."""
    name, _, index = text.partition("_")
    return f"{name}{_lowered(index)}"


def _lowered(index: str) -> str:
    if set(index) <= set("0123456789ij"):
        return index.translate(_LOWERED)
    return f"_{index}"


def plain_formula(mathml: str) -> str:
    """Write MathML of `derivation.formula`, `fraction` and `root` as one line of Unicode."""

    def line(element) -> str:
        parts = [line(child) for child in element]
        if element.tag == "msub":
            return parts[0] + _lowered(parts[1].replace(" ", ""))

        def bare(part):
            return f"({part})" if " " in part and not part.startswith("√(") else part

        if element.tag == "mfrac":
            return f"{bare(parts[0])} / {bare(parts[1])}"
        if element.tag == "msqrt":
            return f"√{bare(parts[0])}"
        return " ".join(parts) if len(element) else element.text or ""

    text = line(ElementTree.fromstring(f"<math>{mathml}</math>"))
    for spaced, tight in (
        ("( ", "("),
        (" )", ")"),
        (" ,", ","),
        ("− ∞", "−∞"),
        ("[ ", "["),
        (" ]", "]"),
        ("∑ⱼ ", "∑ⱼ "),
    ):
        text = text.replace(spaced, tight)
    return text
