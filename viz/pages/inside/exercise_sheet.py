"""A printable sheet of a derivation: an exercise with empty boxes, or its solution."""

import re
from html import escape

import numpy as np

from ...analysis.derivation import Derivation, Grid, Step
from ...base.language import t, with_minus
from ...base.theme import style_sheet
from ...components.exercises import name_line, printed_page

_MAX_COLUMNS = 12  # of numbers, for which a page has room
_STYLE = style_sheet(__file__, "exercise_sheet.css")


def sheet(derivation: Derivation, solution: bool) -> str:
    """Return a printable page, a whole HTML document: an exercise or its solution.

    The exercise has an empty box for each number to find. It skips steps (except the first) that
    introduce no new grid: their text may reveal the answer. Raises ValueError for a derivation with
    more columns than a page has room for.
    """
    _check_width(derivation)
    sections: list[str] = []
    printed: set[str] = set()
    for step in derivation.steps:
        names = [name for name in dict.fromkeys(step.shows) if name not in printed]
        makes_something = any(derivation.grids[name].operation for name in names)
        if solution or not printed or makes_something:
            printed.update(names)
            grids = [derivation.grids[name] for name in names]
            sections.append(_section(len(sections) + 1, step, grids, solution))
    title = t(
        "Solution: {title}" if solution else "Exercise: {title}", title=escape(derivation.title)
    )
    name = "" if solution else name_line()
    body = "\n".join(sections)
    return printed_page(title, f"{name}<h1>{title}</h1>\n{body}", _STYLE)


def _check_width(derivation: Derivation) -> None:
    """Raise ValueError for a derivation that does not fit on a page."""
    for step in derivation.steps:
        for name in step.shows:
            shape = derivation.grids[name].values.shape
            if max(shape) > _MAX_COLUMNS:
                raise ValueError(f"a page has no room for {name}, {shape}")


def _section(number: int, step: Step, grids: list[Grid], solution: bool) -> str:
    """Write a step with its new grids; numbers to find are empty except in the solution."""
    tables = "".join(_table(grid, solution or not grid.operation) for grid in grids)
    return (
        f"<section><h2>{number}. {escape(step.name)}</h2><p>{_lower_indices(step.says)}</p>"
        f'<math display="block"><mrow>{step.formula}</mrow></math>'
        f'<div class="grids">{tables}</div></section>'
    )


def _lower_indices(text: str) -> str:
    """Write text as HTML, with the index of a matrix like W_Q as a subscript."""
    return re.sub(r"\bW_(\w)\b", r"W<sub>\1</sub>", escape(text))


def _table(grid: Grid, filled: bool) -> str:
    """Write a grid as a table with names, its cells empty unless `filled`."""
    finite = grid.values[np.isfinite(grid.values)]
    decimals = 0 if (finite % 1 == 0).all() else 2
    body = []
    names = grid.rows or ("",) * len(grid.values)
    for name, values in zip(names, grid.values, strict=True):
        cells = [f"<td>{_write_number(value, decimals) if filled else ''}</td>" for value in values]
        body.append(f"<tr><th>{escape(name)}</th>{''.join(cells)}</tr>")
    caption = f"<figcaption>{_lower_indices(grid.title)}</figcaption>"
    table = f"<table>{_table_head(grid)}<tbody>{''.join(body)}</tbody></table>"
    return f"<figure>{table}{caption}</figure>"


def _table_head(grid: Grid) -> str:
    """Write the names of the columns as a row, if they have names."""
    if not grid.columns:
        return ""
    names = "".join(f"<th>{escape(name)}</th>" for name in grid.columns)
    return f"<thead><tr><th></th>{names}</tr></thead>"


def _write_number(value: float, decimals: int) -> str:
    """Write a number as on a board; masked numbers are minus infinity."""
    if np.isnan(value):
        return "−∞"
    return with_minus(f"{round(value, 2) + 0:,.{decimals}f}")
