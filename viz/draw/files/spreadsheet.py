"""A derivation as a spreadsheet: a sheet for each step, whose cells hold the formulas.

The formulas are those of the operations of `analysis.derivation`; nothing is computed here. A
number that was given is blue and may be changed: all that is made of it changes.
"""

import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
import xlsxwriter
from xlsxwriter.utility import xl_range, xl_rowcol_to_cell

from models import __version__

from ...analysis.derivation import EPSILON, Derivation, Grid
from ...base.language import t
from ...base.theme import DIVERGING, INK
from ..step_pictures import grid_title, plain_formula

_MOST = 70_000  # numbers of a matrix
_WIDE = 100  # columns: a longer vector stands upright
_TERMS = 8  # of a sum that is written out
_TALL = 24  # rows: a taller grid stands beside others and not above them
_HIDDEN = "−∞"  # a masked score
_MOST_COLUMNS = 400  # of a sheet
_DIGITS = 9  # of a number, as many as a float32 has
_FORMAT = "[>=1000]0.0E+0;[<=-1000]-0.0E+0;0.000"
_NEVER = datetime(2000, 1, 1)  # equal derivations give equal bytes
_GIVEN = "#1f4fd8"  # ink of numbers to change
_FIRST_ROW = 4  # of the grids of a sheet, below its title, text and formula
_TEXT_COLUMNS = 15  # over which a sheet's text runs
_LABELS = 17  # width of a column of labels


@dataclass(frozen=True)
class _Place:
    """Where the numbers of a grid stand, and how a formula names them."""

    sheet: str  # "" on the sheet of the formula
    top: int  # of the first number
    left: int
    shape: tuple[int, int]  # of the grid, [row, column]
    upright: bool  # a row of the grid is a column of the sheet

    def position(self, row: int, column: int) -> tuple[int, int]:
        """Return row and column on the sheet."""
        return (
            (self.top + column, self.left + row)
            if self.upright
            else (self.top + row, self.left + column)
        )

    def at(self, row: int, column: int) -> str:
        """Return the name of a cell; the only row or column of a grid stands for each."""
        rows, columns = self.shape
        place = self.position(min(row, rows - 1), min(column, columns - 1))
        return self._on_sheet(xl_rowcol_to_cell(*place))

    def row(self, row: int) -> str:
        """Return the range of a row of the grid."""
        ends = self.position(row, 0), self.position(row, self.shape[1] - 1)
        return self._on_sheet(xl_range(*ends[0], *ends[1]))

    def column(self, column: int) -> str:
        """Return the range of a column of the grid."""
        ends = self.position(0, column), self.position(self.shape[0] - 1, column)
        return self._on_sheet(xl_range(*ends[0], *ends[1]))

    def _on_sheet(self, name: str) -> str:
        return f"{_quoted(self.sheet)}!{name}" if self.sheet else name


def _quoted(sheet: str) -> str:
    return "'" + sheet.replace("'", "''") + "'"


def _linear(row: int, column: int, x: _Place, w: _Place, bias: _Place | None = None) -> str:
    """Write the product of a row with a column, and a bias."""
    products = f"SUMPRODUCT({x.row(row)},{w.column(column)})"
    if not x.upright:  # a row and a column have no product sum
        products = "+".join(f"{x.at(row, i)}*{w.at(i, column)}" for i in range(x.shape[1]))
    return f"{products}+{bias.at(row, column)}" if bias else products


def _divide(number: float, x: str) -> str:
    square = number**2
    is_root = not float(number).is_integer() and abs(square - round(square)) < 1e-9
    return f"{x}/SQRT({square:.0f})" if is_root else f"{x}/{number!r}"


def _norm(row: int, column: int, x: _Place, gain: _Place, shift: _Place) -> str:
    cells = x.row(row)
    return (
        f"({x.at(row, column)}-AVERAGE({cells}))/SQRT(VARP({cells})+{EPSILON!r})"
        f"*{gain.at(0, column)}+{shift.at(0, column)}"
    )


def _join(row: int, column: int, *parts: _Place) -> str:
    for part in parts:
        if column < part.shape[1]:
            return part.at(row, column)
        column -= part.shape[1]
    raise ValueError("there is no such column")


# How a spreadsheet writes the operations of a derivation: of the number, row, column and operands.
_FORMULAS: dict[str, Callable[..., str]] = {
    "linear": lambda n, r, c, *of: _linear(r, c, *of),
    "linear relu": lambda n, r, c, *of: f"MAX(0,{_linear(r, c, *of)})",
    "linear tanh": lambda n, r, c, *of: f"TANH({_linear(r, c, *of)})",
    "dots": lambda n, r, c, x, y: f"SUMPRODUCT({x.row(r)},{y.row(c)})",
    "add": lambda n, r, c, x, y: f"{x.at(r, c)}+{y.at(r, c)}",
    "add tanh": lambda n, r, c, x, y: f"TANH({x.at(r, c)}+{y.at(r, c)})",
    "times": lambda n, r, c, x: f"{x.at(r, c)}*{n!r}",
    "divide": lambda n, r, c, x: _divide(n, x.at(r, c)),
    "product": lambda n, r, c, x, y: f"{x.at(r, c)}*{y.at(r, c)}",
    "sigmoid": lambda n, r, c, x: f"1/(1+EXP(-{x.at(r, c)}))",
    "tanh": lambda n, r, c, x: f"TANH({x.at(r, c)})",
    "mask": lambda n, r, c, x, allowed: f'IF({allowed.at(r, c)}>0,{x.at(r, c)},"{_HIDDEN}")',
    "less largest": lambda n, r, c, x: (
        f'IF(ISNUMBER({x.at(r, c)}),{x.at(r, c)}-MAX({x.row(r)}),"{_HIDDEN}")'
    ),
    "exp": lambda n, r, c, x: f"IF(ISNUMBER({x.at(r, c)}),EXP({x.at(r, c)}),0)",
    "total": lambda n, r, c, x: f"SUM({x.row(r)})",
    "share": lambda n, r, c, x, total: f"{x.at(r, c)}/{total.at(r, 0)}",
    "weigh": lambda n, r, c, weights, v: f"{weights.at(0, r)}*{v.at(r, c)}",
    "sum": lambda n, r, c, x: f"SUM({x.column(c)})",
    "join": lambda n, r, c, *of: _join(r, c, *of),
    "norm": lambda n, r, c, *of: _norm(r, c, *of),
    "angle": lambda n, r, c, place, exponent, base: (
        f"{place.at(r, 0)}/{base.at(0, 0)}^{exponent.at(0, c)}"
    ),
    "sine": lambda n, r, c, x: f"SIN({x.at(r, c)})",
    "cosine": lambda n, r, c, x: f"COS({x.at(r, c)})",
    "alternate": lambda n, r, c, x, y: (x, y)[c % 2].at(r, c // 2),
}


def derivation_workbook(
    derivation: Derivation, results: Sequence[str], about: Sequence[str], address: str
) -> bytes:
    """Return an .xlsx file of a derivation.

    The first sheet says what it is, `about` (a line each) and the `address` that opens it in the
    app, and compares the grids `results` with what they were.

    A matrix of more than 70,000 numbers is not in it. The product of such a matrix with what was
    given is given too; with what was computed, its step is left out, and all that follows from it.
    """
    return _Writer(derivation).write(results, about, address)


def _bearable(grids: Mapping[str, Grid]) -> dict[str, Grid]:
    """Return the grids that do without too large a matrix, as `derivation_workbook` says."""
    kept: dict[str, Grid] = {}
    for name, grid in grids.items():  # operands come first
        if all(operand in kept for operand in grid.of):
            if grid.operation or grid.values.size <= _MOST:
                kept[name] = grid
        elif all(grids[operand].operation is None for operand in grid.of):
            kept[name] = replace(grid, operation=None, of=())
    return kept


class _Writer:
    """Writes one workbook."""

    def __init__(self, derivation: Derivation):
        self.derivation = derivation
        self.grids = _bearable(derivation.grids)
        self.steps = [step for step in derivation.steps if {*step.shows} <= {*self.grids}]
        self.left_out = [step for step in derivation.steps if step not in self.steps]
        self.shown = [list(dict.fromkeys(step.shows)) for step in self.steps]
        self._add_operands()
        self.upright = self._upright()
        self.sheets = [
            _sheet_name(number, step.name) for number, step in enumerate(self.steps, start=1)
        ]
        self.places = [self._arrange(names) for names in self.shown]
        self.homes = {name: self._home(name) for name in self.grids}
        self.file = io.BytesIO()
        self.book = xlsxwriter.Workbook(self.file, {"in_memory": True})
        looks: dict[str, dict[str, object]] = {
            "title": {"bold": True, "font_size": 16},
            "text": {"text_wrap": True, "valign": "top", "font_size": 12},
            "formula": {"italic": True, "font_size": 14, "font_name": "Cambria"},
            "grid": {"bold": True, "font_size": 12},
            "label": {"bold": True, "align": "right", "font_color": "#444444"},
            "heading": {"bold": True, "align": "center", "font_color": "#444444"},
            "number": {"num_format": _FORMAT, "align": "center"},
            "given": {"num_format": _FORMAT, "align": "center", "font_color": _GIVEN},
            "switch": {"num_format": "0", "align": "center", "font_color": _GIVEN},
            "change": {"num_format": "+0.000;-0.000;0.000", "align": "center"},
            "link": {"font_color": _GIVEN, "underline": 1},
        }
        self.formats = {
            name: self.book.add_format({"font_name": "Calibri", **look})
            for name, look in looks.items()
        }

    def _add_operands(self) -> None:
        """Add operands that no step shows to the first step that needs them."""
        everywhere = {name for names in self.shown for name in names}
        for names in self.shown:
            for name in list(names):
                for operand in self.grids[name].of:
                    if operand not in everywhere:
                        names.insert(names.index(name), operand)
                        everywhere.add(operand)

    def _upright(self) -> set[str]:
        """Return the grids whose rows are columns of a sheet.

        Long vectors are, and what is multiplied by a matrix, so that the cells to multiply go down
        both.
        """
        made = [grid for grid in self.grids.values() if grid.operation]
        products = [grid for grid in made if (grid.operation or "").startswith("linear")]
        matrices = {grid.of[1] for grid in products}
        upright = {
            name
            for name, grid in self.grids.items()
            if grid.values.shape[1] > _WIDE and name not in matrices
        }
        upright |= {
            grid.of[0] for grid in products if self.grids[grid.of[0]].values.shape[1] > _TERMS
        }
        for grid in made:
            if grid.operation == "dots" and upright & {*grid.of}:
                upright |= {*grid.of}
        return upright

    def _arrange(self, names: Sequence[str]) -> dict[str, _Place]:
        """Place the grids of a sheet: flat ones below each other, then tall ones side by side."""
        tall = [name for name in names if self._height(name) > _TALL]
        flat = [name for name in names if name not in tall]
        lefts, left = {}, 0
        for name in tall:
            lefts[name] = left
            left += self._width(name) + 2
        # Results stand above the columns of the matrix that makes them.
        matrices = [name for name in tall if name not in self.upright]
        start = lefts[matrices[-1]] if matrices else 0
        places, top = {}, _FIRST_ROW
        for name in flat:
            places[name] = self._place(name, top, start)
            top += self._height(name) + 3
        return places | {name: self._place(name, top, lefts[name]) for name in tall}

    def _place(self, name: str, top: int, left: int) -> _Place:
        """Return the place of a grid whose title is at `top`, its labels at `left`."""
        shape = self.grids[name].values.shape
        return _Place("", top + 2, left + 1, (shape[0], shape[1]), name in self.upright)

    def _height(self, name: str) -> int:
        return self.grids[name].values.shape[1 if name in self.upright else 0]

    def _width(self, name: str) -> int:
        return self.grids[name].values.shape[0 if name in self.upright else 1]

    def _home(self, name: str) -> int:
        """Return the number of the sheet where a grid is given or made; others refer to it."""
        sheets = [number for number, names in enumerate(self.shown) if name in names]
        operands = {*self.grids[name].of}
        whole = [number for number in sheets if operands <= {*self.shown[number]}]
        return (whole or sheets or [-1])[0]

    def _find(self, name: str, sheet: int) -> _Place:
        """Return the place of a grid as a formula on a sheet names it."""
        if name in self.places[sheet]:
            return self.places[sheet][name]
        home = self.homes[name]
        place = self.places[home][name]
        return _Place(self.sheets[home], place.top, place.left, place.shape, place.upright)

    def write(self, results: Sequence[str], about: Sequence[str], address: str) -> bytes:
        self.book.set_properties(
            {
                "title": self.derivation.title,
                "author": f"Heads Up {__version__}",
                "comments": address,
                "created": _NEVER,
            }
        )
        first = self.book.add_worksheet(t("Read me"))
        for number in range(len(self.steps)):
            self._write_step(number)
        self._write_first(first, results, about, address)
        self.book.close()
        return self.file.getvalue()

    def _write_step(self, number: int) -> None:
        step, sheet = self.steps[number], self.book.add_worksheet(self.sheets[number])
        sheet.hide_gridlines(2)
        sheet.set_column(0, _MOST_COLUMNS, 8.5)
        sheet.set_column(0, 0, _LABELS)
        sheet.write_string(0, 0, f"{number + 1}. {step.name}", self.formats["title"])
        sheet.merge_range(1, 0, 1, _TEXT_COLUMNS, "", self.formats["text"])
        sheet.write_string(1, 0, step.says, self.formats["text"])
        sheet.set_row(1, 34)
        sheet.write_string(2, 0, plain_formula(step.formula), self.formats["formula"])
        sheet.freeze_panes(3, 0)
        for name in self.shown[number]:
            self._write_grid(sheet, number, name)

    def _write_grid(self, sheet, number: int, name: str) -> None:
        """Write a grid with its names: numbers, formulas, or references to its own sheet."""
        grid, place = self.grids[name], self.places[number][name]
        label = place.left - 1
        sheet.set_column(label, label, _LABELS)
        sheet.write_string(place.top - 2, label, grid_title(grid), self.formats["grid"])
        across, down = (grid.rows, grid.columns) if place.upright else (grid.columns, grid.rows)
        for x, text in enumerate(across or _numbers(self._width(name))):
            sheet.write_string(place.top - 1, place.left + x, text, self.formats["heading"])
        for y, text in enumerate(down or _numbers(self._height(name))):
            sheet.write_string(place.top + y, label, text, self.formats["label"])
        home = self.homes[name] == number
        for (row, column), value in np.ndenumerate(grid.values):
            cell = place.position(row, column)
            content = _HIDDEN if np.isnan(value) else float(value)
            if formula := self._formula(name, row, column, number, home):
                sheet.write_formula(*cell, f"={formula}", self.formats["number"], content)
            elif isinstance(content, str):
                sheet.write_string(*cell, content, self.formats["given"])
            else:
                look = "switch" if name.startswith("allowed") else "given"
                rounded = float(f"{content:.{_DIGITS}g}")
                sheet.write_number(*cell, rounded, self.formats[look])
        self._colour(sheet, grid, place)

    def _formula(self, name: str, row: int, column: int, sheet: int, home: bool) -> str:
        """Return the formula of a cell, or "" for a number that was given."""
        grid = self.grids[name]
        if not home:
            elsewhere = self.homes[name]
            place = self.places[elsewhere][name]
            return f"{_quoted(self.sheets[elsewhere])}!{place.at(row, column)}"
        if grid.operation:
            operands = [self._find(operand, sheet) for operand in grid.of]
            return _FORMULAS[grid.operation](grid.number, row, column, *operands)
        if row in grid.repeats:
            return self._find(grid.repeats[row], sheet).at(0, column)
        return ""

    def _colour(self, sheet, grid: Grid, place: _Place) -> None:
        """Colour the numbers of a grid: weights from 0 to 1, others by their sign."""
        bottom, right = place.position(grid.values.shape[0] - 1, grid.values.shape[1] - 1)
        if grid.role == "weight":
            scale = {
                "type": "2_color_scale",
                "min_type": "num",
                "max_type": "num",
                "min_value": 0,
                "max_value": 1,
                "min_color": INK["light"][0],
                "max_color": INK["light"][4],
            }
        else:
            most = float(np.nanmax(np.abs(grid.values), initial=0)) or 1.0
            low, middle, high = (DIVERGING["light"][place] for place in (1, 2, 3))
            scale = {
                "type": "3_color_scale",
                "min_type": "num",
                "mid_type": "num",
                "max_type": "num",
                "min_value": -most,
                "mid_value": 0,
                "max_value": most,
                "min_color": low,
                "mid_color": middle,
                "max_color": high,
            }
        sheet.conditional_format(place.top, place.left, bottom, right, scale)

    def _write_first(
        self, sheet, results: Sequence[str], about: Sequence[str], address: str
    ) -> None:
        """Write what the workbook is, what to change, its result now and before, and its source."""
        look = self.formats
        sheet.hide_gridlines(2)
        sheet.set_column(0, 0, 34)
        sheet.set_column(1, 60, 10)
        sheet.write_string(0, 0, self.derivation.title, look["title"])
        lines = [
            *about,
            t("spreadsheet#what it is"),
            t("spreadsheet#what to change"),
        ]
        if self.left_out:
            names = dict.fromkeys(step.name.lower() for step in self.left_out)
            lines.append(t("spreadsheet#left out", steps=", ".join(names)))
        row = 1
        for line in lines:
            sheet.merge_range(row, 0, row, 12, "", look["text"])
            sheet.write_string(row, 0, line, look["text"])
            sheet.set_row(row, 17 * -(-len(line) // 120))
            row += 1
        for name in results:
            row = self._compare(sheet, row + 1, name)
        row += 1
        sheet.write_string(row, 0, t("The steps"), look["grid"])
        for step, name in zip(self.steps, self.sheets, strict=True):
            row += 1
            sheet.write_url(row, 0, f"internal:{_quoted(name)}!A1", look["link"], name)
            sheet.write_string(row, 1, plain_formula(step.formula))
        sheet.write_string(row + 2, 0, t("Open in the app"), look["grid"])
        sheet.write_string(row + 2, 1, address)

    def _compare(self, sheet, row: int, name: str) -> int:
        """Write a result now, as it was, and the change, a word in each column; return the end."""
        grid, home = self.grids[name], self.homes[name]
        source, look = self.places[home][name], self.formats
        rows, columns = grid.values.shape
        sheet.write_string(row, 0, grid_title(grid), look["grid"])
        for x, text in enumerate(grid.columns or _numbers(columns)):
            sheet.write_string(row, 1 + x, text, look["heading"])
        for y in range(rows):
            who = f"{grid.rows[y]}: " if rows > 1 and grid.rows else ""
            labels = t("now"), t("of the model"), t("change")
            for place, label in enumerate(labels, start=row + 1):
                sheet.write_string(place, 0, f"{who}{label}", look["label"])
            for x in range(columns):
                now, before = (xl_rowcol_to_cell(row + place, 1 + x) for place in (1, 2))
                value = float(grid.values[y, x])
                reference = f"={_quoted(self.sheets[home])}!{source.at(y, x)}"
                sheet.write_formula(row + 1, 1 + x, reference, look["number"], value)
                sheet.write_number(row + 2, 1 + x, value, look["number"])
                sheet.write_formula(row + 3, 1 + x, f"={now}-{before}", look["change"], 0)
            here = _Place("", row + 1, 1, (2, columns), False)
            self._colour(sheet, Grid("", "", grid.values[[y, y]], grid.role), here)
            row += 3
        return row + 1


def _numbers(count: int) -> list[str]:
    """Return the names of dimensions."""
    return [str(number) for number in range(1, count + 1)]


def _sheet_name(number: int, step: str) -> str:
    """Return the name of a step's sheet, without the signs that a name may not have."""
    return re.sub(r"[\[\]:*?/\\']", "", f"{number} {step}")[:31].strip()
