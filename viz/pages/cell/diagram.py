"""The diagram of a cell, as Olah 2015 draws it ("Understanding LSTM Networks"), lit at one step."""

from collections.abc import Mapping, Sequence
from typing import Literal

from ...base.language import format_number, t
from ...base.theme import HEADS
from ...draw.chart import GUIDE, Arrow, Axis, Chart, Margins, Note, Series

_LIT = HEADS[1]
_Point = tuple[float, float]
_Side = Literal["left", "center", "right"]  # the end of a text that is at its place
_Wires = Sequence[tuple[str, tuple[_Point, ...]]]  # the grid that flows there, and its corners

_TOP, _BOTTOM = 7.0, 1.0  # the lines of the cell and of the hidden state
_WIRES: _Wires = (
    ("cell_before", ((0.2, _TOP), (2.6, _TOP))),
    ("kept", ((3.4, _TOP), (7.1, _TOP))),
    ("cell", ((7.9, _TOP), (15.6, _TOP))),
    ("forget", ((3, 3.5), (3, 6.6))),
    ("input", ((5.4, 3.5), (5.4, 5), (7.3, 5))),
    ("candidate", ((7.7, 3.5), (7.7, 4.6))),
    ("added", ((7.7, 5.4), (7.7, 6.6))),
    ("output", ((10.2, 3.5), (10.2, 4), (12.1, 4))),
    ("squashed", ((12.5, _TOP), (12.5, 4.4))),
    ("hidden", ((12.5, 3.6), (12.5, _BOTTOM), (15.6, _BOTTOM))),
    ("before", ((0.2, _BOTTOM), (10.2, _BOTTOM))),
    ("x", ((2.3, -0.2), (2.3, _BOTTOM))),
    ("forget_sum", ((3, _BOTTOM), (3, 1.8))),
    ("input_sum", ((5.4, _BOTTOM), (5.4, 1.8))),
    ("candidate_sum", ((7.7, _BOTTOM), (7.7, 1.8))),
    ("output_sum", ((10.2, _BOTTOM), (10.2, 1.8))),
)
_BOXES = {  # the small networks: what they make, their place and function
    "forget": (3.0, "σ"),
    "input": (5.4, "σ"),
    "candidate": (7.7, "tanh"),
    "output": (10.2, "σ"),
}
_NODES = (  # the operations number by number
    ("kept", 3.0, _TOP, "×"),
    ("added", 7.7, 5.0, "×"),
    ("cell", 7.7, _TOP, "+"),
    ("hidden", 12.5, 4.0, "×"),
)
_PLAIN_WIRES: _Wires = (
    ("before", ((0.2, _BOTTOM), (7.7, _BOTTOM))),
    ("x", ((2.3, -0.2), (2.3, _BOTTOM))),
    ("hidden_sum", ((7.7, _BOTTOM), (7.7, 1.8))),
    ("hidden", ((7.7, 3.5), (7.7, 5), (12.5, 5), (12.5, _BOTTOM), (15.6, _BOTTOM))),
)
_PLAIN_BOXES = {"hidden": (7.7, "tanh")}
# The symbol of each number, and where it stands.
_LABELS: dict[str, tuple[str, float, float, _Side]] = {
    "cell_before": ("Cₜ₋₁", 0.1, 7.75, "left"),
    "cell": ("Cₜ", 16, 7.75, "right"),
    "before": ("hₜ₋₁", 0.1, 1.75, "left"),
    "hidden": ("hₜ", 16, 1.75, "right"),
}
_VALUES: dict[str, tuple[float, float, _Side]] = {  # numbers beside their wires
    "kept": (5.3, 7.6, "center"),
    "added": (7.9, 5.95, "left"),
    "squashed": (12.8, 5.6, "left"),
}
_NAMES = {"forget": "fₜ", "input": "iₜ", "candidate": "C̃ₜ", "output": "oₜ"}


def cell_diagram(numbers: Mapping[str, float], who: str, lit: Sequence[str]) -> Chart:
    """Draw the cell with the numbers of one unit; the wires of the grids in `lit` are lit.

    `numbers` are the values of `walkthrough.cell.derive_cell` by grid; without gates the plain
    network is drawn.
    """
    has_gates = "forget" in numbers
    wires, boxes = (_WIRES, _BOXES) if has_gates else (_PLAIN_WIRES, _PLAIN_BOXES)
    marks = [_outline(((1.8, 0.2), (14.2, 8.4)), GUIDE, 1)]
    marks += [_line(corners, name in lit) for name, corners in wires]
    notes = [
        Note(
            text="xₜ " + t("“{word}”", word=who),
            x=2.5,
            y=-0.5,
            side_x="left",
            colour=_colour("x", lit),
        )
    ]
    for name, (x, function) in boxes.items():
        marks.append(_outline(((x - 0.95, 1.8), (x + 0.95, 3.5)), _colour(name, lit) or GUIDE, 2))
        notes += [
            Note(text=function, x=x, y=3.05, colour=_colour(name, lit)),
            Note(text=_written(numbers[name]), x=x, y=2.25, colour=_colour(name, lit)),
        ]
        if has_gates:
            letter = Note(text=_NAMES[name], x=x - 0.35, y=3.95, size=15, colour=_colour(name, lit))
            notes.append(letter)
    for name, x, y, sign in _NODES if has_gates else ():
        marks.append(_node(x, y, name in lit))
        notes.append(Note(text=sign, x=x, y=y, size=16, colour=_colour(name, lit)))
    if has_gates:
        notes.append(
            Note(text="tanh", x=12.2, y=5.6, side_x="right", colour=_colour("squashed", lit))
        )
    for name, (symbol, x, y, side) in _LABELS.items():
        if name in numbers:
            text = f"{symbol}\n{_written(numbers[name])}"
            notes.append(Note(text=text, x=x, y=y, side_x=side, colour=_colour(name, lit)))
    for name, (x, y, side) in _VALUES.items():
        if name in numbers:
            text = _written(numbers[name])
            notes.append(Note(text=text, x=x, y=y, side_x=side, colour=_colour(name, lit)))
    arrows = tuple(
        Arrow(start=(x - 0.6, y), end=(x, y), colour=_colour(name, lit) or GUIDE, gap=0)
        for name, x, y in (("cell", 16, _TOP), ("hidden", 16, _BOTTOM))
        if name in numbers
    )
    return Chart(
        marks=tuple(marks),
        arrows=arrows,
        notes=tuple(notes),
        x=Axis(limits=(0, 16.1), visible=False, grid=False, zero="none"),
        y=Axis(limits=(-0.9, 8.6), visible=False, grid=False, zero="none"),
        height=360,
        margins=Margins(left=4, right=4, top=4, bottom=4),
        summary=t(
            "The cell at “{who}”: {numbers}.",
            who=who,
            numbers="; ".join(f"{name} {_written(value)}" for name, value in numbers.items()),
        ),
    )


def _colour(name: str, lit: Sequence[str]) -> str:
    return _LIT if name in lit else ""


def _line(corners: Sequence[_Point], is_lit: bool) -> Series:
    xs, ys = zip(*corners, strict=True)
    return Series(
        x=xs, y=ys, colour=_LIT if is_lit else GUIDE, line=4 if is_lit else 2, hover=None,
        in_legend=False,
    )  # fmt: skip


def _outline(corners: tuple[_Point, _Point], part: str, width: float) -> Series:
    (left, low), (right, high) = corners
    return Series(
        x=(left, right, right, left, left), y=(low, low, high, high, low), colour=part, line=width,
        hover=None, in_legend=False,
    )  # fmt: skip


def _node(x: float, y: float, is_lit: bool) -> Series:
    return Series(
        x=(x,), y=(y,), colour=_LIT if is_lit else GUIDE, marker=22, symbol="circle-open",
        hover=None, in_legend=False,
    )  # fmt: skip


def _written(value: float) -> str:
    return format_number(value + 0.0, ".2f")
