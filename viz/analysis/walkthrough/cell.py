"""One step of a recurrent layer in numbers, and the gradient along its memory. Numpy only.

An LSTM (Hochreiter & Schmidhuber 1997, forget gate of Gers et al. 2000) or a plain network (Elman
1990). As in `engine`, the numbers are computed anew in float64 and compared with the run.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from models import Trace, UserError
from models.trace import Gates

from ...base.language import t
from ..derivation import Board, Derivation, formula
from ..views import layer_title, lstm_axis
from .engine import states_of

_TOLERANCE = 1e-5  # of a gate or a state; relative for a cell beyond ±1
_GATES = "input", "forget", "candidate", "output"  # the blocks of an LSTM's weights, in their order


@dataclass(frozen=True)
class LayerRun:
    """What a recurrent layer read and remembered in a run; positions as in the sentence."""

    layer: str  # of `Capabilities.recurrent`
    tokens: tuple[str, ...]
    x: np.ndarray  # [position, d_in]
    hidden: np.ndarray  # [position, unit]
    first: tuple[np.ndarray, np.ndarray]  # hidden state and cell before the first token, [unit]
    gates: Gates | None  # None: a plain network
    weights: Mapping[str, np.ndarray]  # of `TextModel.parameters(layer)`, in float64
    forced: Mapping[str, float]  # gates that a what-if set

    @property
    def step(self) -> int:
        """The distance from a token to the one read after it: 1, or -1 from right to left."""
        return -1 if "backward" in self.layer else 1

    def places(self, last: int) -> list[int]:
        """Return the positions read up to `last`, in the order of reading."""
        first = 0 if self.step == 1 else len(self.tokens) - 1
        return list(range(first, last + self.step, self.step))

    def before(self, place: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the hidden state and the cell before the token at `place`, `[unit]` each."""
        earlier = place - self.step
        if not 0 <= earlier < len(self.tokens):
            return self.first
        cell = self.first[1] if self.gates is None else self.gates.cell[earlier]
        return self.hidden[earlier], cell.astype(np.float64)

    def block(self, gate: str) -> tuple[np.ndarray, np.ndarray]:
        """Return the weights of one gate: W over [h, x], `[unit + d_in, unit]`, and b `[unit]`."""
        units = self.hidden.shape[1]
        start = 0 if self.gates is None else units * _GATES.index(gate)
        gate_rows = slice(start, start + units)
        both = self.weights["of_hidden"], self.weights["of_input"]
        return np.concatenate(both)[:, gate_rows], self.weights["bias"][gate_rows]


def layer_run(trace: Trace, parameters: Mapping[str, np.ndarray], layer: str) -> LayerRun:
    """Return the run of one recurrent layer; `parameters` are those of that layer."""
    weights = {name: values.astype(np.float64) for name, values in parameters.items()}
    d_in, units = len(weights["of_input"]), len(weights["of_hidden"])
    tower, number = layer.split()[0], int(layer.split()[-1]) if layer[-1].isdigit() else 1

    def own(states: np.ndarray, width: int) -> np.ndarray:
        """Return the half of both directions' states that is this layer's."""
        return states[:, -width:] if "backward" in layer else states[:, :width]

    gates, x = trace.gates.get(layer), own(states_of(trace, tower, number - 1), d_in)
    if gates is not None:
        hidden = gates.hidden.astype(np.float64)
    elif "project" in weights:  # the run has what is read of the states, and not the states
        inputs = x @ weights["of_input"] + weights["bias"]
        hidden = _plain_states(inputs, weights["of_hidden"], np.zeros(units))
        residual = x if number > 1 else 0
        _check_close(hidden @ weights["project"] + residual, states_of(trace, tower, number))
    else:
        hidden = own(states_of(trace, tower, 1), units)
    first = np.zeros(units), np.zeros(units)
    if layer == "decoder":  # it starts from the last states of both directions of the encoder
        states = states_of(trace, "encoder", 1)
        half = units // 2
        cell = first[1]
        if gates is not None:
            both = (
                trace.gates["encoder forward"].cell[-1],
                trace.gates["encoder backward"].cell[0],
            )
            cell = np.concatenate(both).astype(np.float64)
        first = np.concatenate([states[-1, :half], states[0, half:]]), cell
    forced = {gate: value for name, gate, value in trace.request.what_if.gates if name == layer}
    return LayerRun(
        layer,
        lstm_axis(trace, layer).tokens,
        x,
        hidden,
        first,
        gates,
        weights,
        forced,
    )


def _plain_states(inputs: np.ndarray, recurrent: np.ndarray, state: np.ndarray) -> np.ndarray:
    """Return the states of a plain network after `state`, `[position, unit]`.

    `inputs` are the sums of a position without what comes from the state before.
    """
    states = []
    for row in inputs:
        state = np.tanh(row + state @ recurrent)
        states.append(state)
    return np.array(states)


def loss_by_step(runs: Sequence[LayerRun], layer: int, place: int, error: np.ndarray) -> np.ndarray:
    """Return what each step adds to the gradient of a loss for one layer's recurrent matrix V.

    ∂L/∂V is a sum over the steps up to `place`, since V is used at each of them (backpropagation
    through time, Werbos 1990). A step adds the part of its own gradient along that sum: `[position
    read]`, together the norm of ∂L/∂V. `runs` are the layers of a plain language model, the first
    first; `error` is ∂L/∂ of the last layer's output at `place`, `[d_model]`.
    """
    upstream = np.zeros((place + 1, len(error)))
    upstream[place] = error
    for number in range(len(runs) - 1, layer - 1, -1):
        run, hidden = runs[number], runs[number].hidden[: place + 1]
        deltas, later = np.zeros_like(hidden), np.zeros(hidden.shape[1])
        for step in range(place, -1, -1):
            of_state = upstream[step] @ run.weights["project"].T + later
            deltas[step] = (1 - hidden[step] ** 2) * of_state
            later = deltas[step] @ run.weights["of_hidden"].T
        residual = upstream if number else 0
        upstream = deltas @ run.weights["of_input"].T + residual
    before = np.concatenate([run.first[0][None], hidden[:-1]])
    products = (deltas @ deltas.T) * (before @ before.T)  # of the gradients of two steps
    norm = np.sqrt(max(float(products.sum()), 0.0))
    shares: np.ndarray = products.sum(1) / max(norm, 1e-300)
    return shares


def derive_cell(run: LayerRun, place: int, unit: int, alone: bool = False) -> Derivation:
    """Derive the state of a layer after the token at `place`, with the weights of one unit.

    With `alone` it is the state of that unit only, which needs no other weights. Raises UserError
    where the numbers are not those of the run.
    """
    board, who = Board(), run.tokens[place]
    units = slice(unit, unit + 1) if alone else slice(None)
    _add_reading_step(board, run, place, who, units)
    if run.gates is None:
        _add_plain_step(board, run, unit, who, units)
    else:
        _add_gate_steps(board, run, place, unit, who, units)
    derivation = board.derivation(t("{layer}: “{who}”", layer=layer_title(run.layer), who=who))
    _check_against_run(derivation, run, place, units)
    return derivation


def _add_reading_step(board: Board, run: LayerRun, place: int, who: str, units: slice) -> None:
    hidden, cell = run.before(place)
    shows = []
    if run.gates is not None:
        title = t("cell before it")
        shows.append(board.give("cell_before", cell[None, units], title, "C_t−1", "output"))
    shows += [
        board.give("before", hidden[None], t("hidden state before it"), "h_t−1", "state"),
        board.give("x", run.x[place][None], t("vector of “{who}”", who=who), "x_t", "state"),
    ]
    title = t("state and vector side by side")
    shows.append(board.make("joined", "join", ("before", "x"), title, "[h,x]", "state"))
    says = t(
        "The layer reads “{who}”. It has its vector, and what it kept from the tokens before.",
        who=who,
    )
    if place == run.places(place)[0]:
        says += " " + (
            t("This is its first token, so it starts from the last states of the encoder.")
            if run.first[0].any()
            else t("This is its first token, so all it kept is 0.")
        )
    board.step(t("Reads"), says, formula("[h,x] = [ h_t−1 , x_t ]"), *shows)


def _add_sum(
    board: Board, run: LayerRun, gate: str, letter: str, unit: int, units: slice
) -> tuple[str, ...]:
    """Add W [h, x] + b of one gate for the `units`, and its terms for one; return the grids."""
    weights, bias = run.block(gate)
    number = unit + 1
    unit_grid = board.give(
        f"{gate}_of_unit",
        weights[:, unit][None],
        t("weights of unit {number}", number=number),
        f"w_{letter}",
        "matrix",
    )
    title = t("unit {number}, without the bias", number=number)
    alone = board.make(f"{gate}_dot", "dots", ("joined", unit_grid), title, f"s_{letter}", "score")
    shift = board.give(f"{gate}_bias", bias[None, units], t("bias"), f"b_{letter}", "matrix")
    if units.stop is None:
        operands: tuple[str, ...] = ("joined", f"{gate}_weights", shift)
        board.give(f"{gate}_weights", weights, "W", f"W_{letter}", "matrix", sent=False)
        operation, title = "linear", t("all units, with the bias")
    else:
        operation, operands = "add", (alone, shift)
        title = t("unit {number}, with the bias", number=number)
    total = board.make(f"{gate}_sum", operation, operands, title, f"a_{letter}", "score")
    return "joined", unit_grid, alone, shift, total


def _add_plain_step(board: Board, run: LayerRun, unit: int, who: str, units: slice) -> None:
    shows = _add_sum(board, run, "hidden", "h", unit, units)
    board.make(
        "hidden", "tanh", (shows[-1],), t("hidden state after “{who}”", who=who), "h_t", "state"
    )
    says = t("cell#a network without gates")
    board.step(
        t("New state"),
        says,
        formula("a_h = W_h [h,x] + b_h , h_t = tanh ( a_h )"),
        *shows,
        "hidden",
    )


def _add_gate_steps(
    board: Board, run: LayerRun, place: int, unit: int, who: str, units: slice
) -> None:
    _add_gate(
        board, run, "forget", "f", unit, units, t("Forget gate"), t("forget gate"),
        t("Which part of the cell is kept: near 1 a unit keeps what it has, near 0 it drops it."),
    )  # fmt: skip
    _add_gate(
        board, run, "input", "i", unit, units, t("Input gate"), t("input gate"),
        t("Which part of the new candidate may enter the cell: 0 is none of it, 1 is all."),
    )  # fmt: skip
    shows = _add_sum(board, run, "candidate", "c", unit, units)
    board.make("candidate", "tanh", (shows[-1],), t("candidate"), "C̃_t", "value")
    board.step(
        t("Candidate"),
        t("What “{who}” would write into the cell, from −1 to 1.", who=who),
        formula("a_c = W_c [h,x] + b_c , C̃_t = tanh ( a_c )"),
        *shows,
        "candidate",
    )
    board.make("kept", "product", ("forget", "cell_before"), t("kept"), "f∘C", "output")
    board.make("added", "product", ("input", "candidate"), t("added"), "i∘C̃", "output")
    board.make("cell", "add", ("kept", "added"), t("cell after “{who}”", who=who), "C_t", "output")
    board.step(
        t("New cell"),
        t(
            "cell#why a cell can remember"
        ),
        formula("C_t = f_t ∘ C_t−1 + i_t ∘ C̃_t"),
        "forget", "cell_before", "kept", "input", "candidate", "added", "cell"
    )  # fmt: skip
    _add_gate(
        board, run, "output", "o", unit, units, t("Output gate"), t("output gate"),
        t("Which part of the cell the rest of the network gets to see after “{who}”.", who=who),
    )  # fmt: skip
    board.make("squashed", "tanh", ("cell",), t("tanh of the cell"), "tanhC_t", "output")
    title = t("hidden state after “{who}”", who=who)
    board.make("hidden", "product", ("output", "squashed"), title, "h_t", "state")
    board.step(
        t("Hidden state"),
        t(
            "The tanh of the cell, times the output gate: the next layer and the next step read it."
        ),
        formula("h_t = o_t ∘ tanh ( C_t )"),
        "cell", "squashed", "output", "hidden",
    )  # fmt: skip


def _add_gate(
    board: Board,
    run: LayerRun,
    gate: str,
    letter: str,
    unit: int,
    units: slice,
    name: str,
    title: str,
    says: str,
) -> None:
    """Add a step for one gate: computed, or as a what-if forces it."""
    symbol = f"{letter}_t"
    if gate in run.forced:
        value = run.forced[gate]
        values = np.full((1, run.hidden.shape[1]), value)[:, units]
        board.give(gate, values, title, symbol, "weight")
        says += " " + t("You set it to {value:g} in every unit.", value=value)
        board.step(name, says, formula(f"{symbol} = {value:g}"), gate)
        return
    shows = _add_sum(board, run, gate, letter, unit, units)
    board.make(gate, "sigmoid", (shows[-1],), title, symbol, "weight")
    gate_formula = f"a_{letter} = W_{letter} [h,x] + b_{letter} , {symbol} = σ ( a_{letter} )"
    board.step(name, says, formula(gate_formula), *shows, gate)


def _check_against_run(derivation: Derivation, run: LayerRun, place: int, units: slice) -> None:
    """Raise UserError unless a derivation ends in the numbers of the run, of these units."""
    expected = {"hidden": run.hidden[place]}
    if run.gates is not None:
        expected |= {
            name: getattr(run.gates, name)[place]
            for name in ("forget", "input", "candidate", "cell", "output")
        }
    for name, values in expected.items():
        _check_close(derivation.grids[name].values[0], values[units])


def _check_close(computed: np.ndarray, values: np.ndarray) -> None:
    """Raise UserError unless numbers computed here are those of the run."""
    difference = np.abs(computed - values).max()
    # Written so that a number that is not one is refused too.
    if not difference <= _TOLERANCE * max(1.0, np.abs(values).max()):
        raise UserError(
            "The steps of a cell as they are known here do not lead to what this model "
            "computed: the numbers differ by up to {difference:.2g}. So they are not shown.",
            difference=float(difference),
        )


# --- the gradient along the memory ----------------------------------------------------------------


def cell_chain(run: LayerRun, last: int) -> np.ndarray:
    """Return the gradient of each unit's cell at `last` with respect to its cell at earlier tokens.

    That is the product of the forget gates in between, `[position read, unit]` in the order of
    reading; the last row is 1. What reaches the cell by way of hidden state and gates is left out
    (Gers et al. 2000; the "constant error carousel").
    """
    assert run.gates is not None  # a plain network has no cell
    forget = run.gates.forget[run.places(last)].astype(np.float64)
    products = np.ones_like(forget)
    products[:-1] = np.cumprod(forget[:0:-1], axis=0)[::-1]
    return products


def memory_chains(run: LayerRun, last: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the norms of the gradients of an LSTM's cells and of its hidden states at `last`.

    They are with respect to hidden state and cell together after each earlier token, by all paths:
    as in `state_chain`, the norm of a row of the product of the Jacobians in between,
    `[position read, unit]` each in the order of reading; the last is 1.
    """
    assert run.gates is not None
    units = run.hidden.shape[1]
    weights = {gate: run.block(gate)[0][:units].T for gate in _GATES}  # [unit, unit before]
    none, identity = np.zeros((units, units)), np.eye(units)
    cell, hidden = (
        np.concatenate([identity, none]),
        np.concatenate([none, identity]),
    )  # [2 unit, unit before]
    norms = [np.ones(2 * units)]
    for place in run.places(last)[:0:-1]:
        values = {
            name: getattr(run.gates, name)[place].astype(np.float64) for name in (*_GATES, "cell")
        }
        take, forget, show = values["input"], values["forget"], values["output"]
        candidate, squashed = values["candidate"], np.tanh(values["cell"])
        slopes = {
            "input": candidate * take * (1 - take),
            "forget": run.before(place)[1] * forget * (1 - forget),
            "candidate": take * (1 - candidate**2),
            "output": squashed * show * (1 - show),
        }
        # A gate that is set does not depend on the state before.
        slopes |= {gate: np.zeros(units) for gate in run.forced}
        cell_slope = sum(slopes[gate][:, None] * weights[gate] for gate in _GATES[:3])
        cell += hidden * (show * (1 - squashed**2))
        hidden = cell @ cell_slope + (hidden * slopes["output"]) @ weights["output"]
        cell *= forget
        norms.append(np.sqrt((hidden**2).sum(axis=1) + (cell**2).sum(axis=1)))
    cells, states = np.split(np.array(norms[::-1]), 2, axis=1)
    return cells, states


def state_chain(
    run: LayerRun, last: int, scale: float = 1.0, linear: bool = False, alone: bool = False
) -> np.ndarray:
    """Return the norms of the gradients of a plain network's units at `last`.

    They are with respect to the state after each earlier token, `[position read, unit]` in the
    order of reading: the norm of a row of the product of the matrices diag(tanh′) · W in between
    (Bengio et al. 1994, Pascanu et al. 2013); the last is 1. With a `scale` the network runs with
    its recurrent matrix times that number. Where it is `linear`, tanh′ is 1, as at a state of 0.
    With each unit `alone`, only the diagonal of W is followed: of a unit with respect to itself, as
    `cell_chain`. Raises UserError where the run as trained is not that of the model.
    """
    recurrent, places = scale * run.weights["of_hidden"], run.places(last)
    inputs = run.x @ run.weights["of_input"] + run.weights["bias"]
    states = _plain_states(inputs[places], recurrent, run.first[0])
    if scale == 1:
        _check_close(states, run.hidden[places])
    followed = np.diag(np.diag(recurrent)) if alone else recurrent.T
    product = np.eye(len(recurrent))
    norms = [np.linalg.norm(product, axis=1)]
    for state in states[:0:-1]:
        slopes = np.ones_like(state) if linear else 1 - state**2
        product = product @ (slopes[:, None] * followed)
        norms.append(np.linalg.norm(product, axis=1))
    return np.array(norms[::-1])
