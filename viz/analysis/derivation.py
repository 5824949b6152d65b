"""A computation in steps: grids of numbers, each made of others by one operation. Numpy only."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape

import numpy as np

EPSILON = 1e-5  # of layer normalisation, as in torch


def norm(x: np.ndarray, gain: np.ndarray, shift: np.ndarray) -> np.ndarray:
    """Normalise each row to mean 0 and variance 1, then scale and shift (Ba et al. 2016)."""
    return (x - x.mean(1, keepdims=True)) / np.sqrt(
        x.var(1, keepdims=True) + EPSILON
    ) * gain + shift


# Operations that make a grid, from a number and other grids, all 2-D. Masked scores are nan.
_OPERATIONS: dict[str, Callable[..., np.ndarray]] = {
    "linear": lambda n, x, w, b=0.0: x @ w + b,  # [row, in] [in, out] [1, out]
    "linear relu": lambda n, x, w, b: np.maximum(x @ w + b, 0),
    "linear tanh": lambda n, x, w: np.tanh(x @ w),
    "dots": lambda n, x, y: x @ y.T,  # [row, d] [column, d] to [row, column]
    "add": lambda n, x, y: x + y,  # a single row is added to each
    "add tanh": lambda n, x, y: np.tanh(x + y),
    "times": lambda n, x: x * n,
    "divide": lambda n, x: x / n,
    "product": lambda n, x, y: x * y,  # number by number
    "sigmoid": lambda n, x: 1 / (1 + np.exp(-x)),
    "tanh": lambda n, x: np.tanh(x),
    "mask": lambda n, x, allowed: np.where(allowed > 0, x, np.nan),
    "less largest": lambda n, x: x - np.nanmax(x, 1, keepdims=True),  # of each row
    "exp": lambda n, x: np.where(np.isnan(x), 0.0, np.exp(x)),
    "total": lambda n, x: x.sum(1, keepdims=True),  # over the columns
    "share": lambda n, x, total: x / total,
    "weigh": lambda n, weights, v: weights.T * v,  # [1, key] [key, d] to [key, d]
    "sum": lambda n, x: x.sum(0, keepdims=True),  # over the rows
    "join": lambda n, *parts: np.concatenate(parts, axis=1),
    "norm": lambda n, x, gain, shift: norm(x, gain, shift),
    "angle": lambda n, place, exponent, base: place / base**exponent,  # [row, 1] [1, column] [1, 1]
    "sine": lambda n, x: np.sin(x),
    "cosine": lambda n, x: np.cos(x),
    "alternate": lambda n, x, y: np.stack([x, y], axis=-1).reshape(len(x), -1),  # column by column
}


_ELEMENTWISE = (
    "add",
    "add tanh",
    "times",
    "divide",
    "product",
    "sigmoid",
    "tanh",
    "mask",
    "less largest",
    "exp",
    "share",
    "norm",
    "sine",
    "cosine",
)


def _axis_names(operation: str, first: "Grid", *others: "Grid") -> dict[str, tuple[str, ...]]:
    """Return the names of rows and columns that a result takes from its operands."""
    if operation == "sum":
        return {}
    if operation == "weigh":
        return {"rows": others[0].rows}
    if operation == "dots":
        return {"rows": first.rows, "columns": others[0].rows}
    if operation in _ELEMENTWISE:
        return {"rows": first.rows, "columns": first.columns}
    return {"rows": first.rows}


# The role of each symbol, by the whole symbol or without its index. A role has one colour in
# formulae and in figures.
ROLES = {
    symbol: role
    for role, symbols in {
        "state": "x X h r n f g emb pos [h,x]",
        "query": "q Q",
        "key": "k K",
        "value": "v V C̃",
        "score": "p s m t e z l a",
        "weight": "α f_t i_t o_t",
        "output": "u o O c C y Y",
        "matrix": "W U b γ β M v_a w",
    }.items()
    for symbol in symbols.split()
}


def _role_of(symbol: str) -> str:
    """Return the role of a symbol; "" if it does not name a grid, like "d_head"."""
    return ROLES.get(symbol) or ROLES.get(symbol.partition("_")[0], "")


def formula(text: str) -> str:
    """Write symbols, numbers and operators separated by spaces as MathML: "q = x W_Q + b_Q".

    A symbol has its role as class.
    """

    def one(part: str) -> str:
        name, _, index = part.partition("_")
        kind = "mi" if name[0].isalpha() else "mn" if name[0].isdigit() else "mo"
        role = _role_of(part)
        written = (
            f'<{kind} class="{role}">{escape(name)}</{kind}>'
            if role
            else f"<{kind}>{escape(name)}</{kind}>"
        )
        below = (
            "".join(f"<mi>{letter}</mi>" for letter in index)
            if index == "ij"
            else f"<mi>{escape(index)}</mi>"
        )
        return f"<msub>{written}<mrow>{below}</mrow></msub>" if index else written

    return "".join(map(one, text.split()))


def fraction(top: str, bottom: str) -> str:
    """Write a fraction; arguments and result are MathML."""
    return f"<mfrac><mrow>{top}</mrow><mrow>{bottom}</mrow></mfrac>"


def root(inside: str) -> str:
    """Write a square root; argument and result are MathML."""
    return f"<msqrt><mrow>{inside}</mrow></msqrt>"


@dataclass(frozen=True)
class Grid:
    """A matrix `values [row, column]` with names and a symbol.

    Raises ValueError when the names do not fit the numbers, or the operation is unknown.
    """

    title: str  # in words: "query of “dog”"
    symbol: str  # in formulae, with an index after "_": "q", "W_Q"
    values: np.ndarray  # [row, column] float
    # Chooses the colour: "state", "query", "key", "value", "score", "weight", "output" or "matrix".
    role: str
    rows: tuple[str, ...] = ()  # names of rows; () where rows are dimensions
    columns: tuple[str, ...] = ()  # names of columns; () where columns are dimensions
    operation: str | None = None  # of _OPERATIONS; None: an input
    of: tuple[str, ...] = ()  # names of the grids it is made of
    number: float = 1.0
    sent: bool = True  # False: too large to show; grids made of it are shown without terms
    # Rows of an input that are the only row of another grid: by row, its name.
    repeats: Mapping[int, str] = field(default_factory=dict)

    def __post_init__(self):
        if self.values.ndim != 2:
            raise ValueError(f"a grid is [row, column], not {self.values.shape}")
        for names, count in (
            (self.rows, self.values.shape[0]),
            (self.columns, self.values.shape[1]),
        ):
            if names and len(names) != count:
                raise ValueError(f"{len(names)} names for values {self.values.shape}")
        if self.operation is not None and self.operation not in _OPERATIONS:
            raise ValueError(f"{self.operation!r} is none of {', '.join(_OPERATIONS)}")
        self.values.flags.writeable = False


@dataclass(frozen=True)
class Step:
    """One step of a derivation: name, sentence, formula, and the grids to show in order."""

    name: str
    says: str
    formula: str  # MathML, without the <math> around it
    shows: tuple[str, ...]
    # File, number of the first line, and lines of the network that compute it; () for none.
    code: tuple[str, int, str] | tuple[()] = ()


@dataclass(frozen=True)
class Derivation:
    """Steps over named grids. Raises ValueError for a step or an operation with an unknown grid."""

    title: str
    grids: Mapping[str, Grid]
    steps: tuple[Step, ...]

    def __post_init__(self):
        names = {name for step in self.steps for name in step.shows} | {
            name for grid in self.grids.values() for name in grid.of
        }
        if missing := names - set(self.grids):
            raise ValueError(f"there is no grid {', '.join(sorted(missing))}")


@dataclass
class Board:
    """Builds a derivation.

    `give` adds an input, `make` applies an operation, `step` shows grids under a name.
    """

    grids: dict[str, Grid] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    def give(
        self, name: str, values: np.ndarray, title: str, symbol: str, role: str, **more
    ) -> str:
        self.grids[name] = Grid(title, symbol, np.array(values, np.float64), role, **more)
        return name

    def make(
        self,
        name: str,
        operation: str,
        sources: tuple[str, ...],
        title: str,
        symbol: str,
        role: str,
        number: float = 1.0,
        **more,
    ) -> str:
        operands = [self.grids[operand] for operand in sources]
        values = _OPERATIONS[operation](number, *(grid.values for grid in operands))
        more = _axis_names(operation, *operands) | more
        self.grids[name] = Grid(
            title, symbol, values, role, operation=operation, of=sources, number=number, **more
        )
        return name

    def step(self, name: str, says: str, formula: str, *shows: str) -> None:
        self.steps.append(Step(name, says, formula, shows))

    def derivation(self, title: str) -> Derivation:
        return Derivation(title, dict(self.grids), tuple(self.steps))
