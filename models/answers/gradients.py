"""Measure how much the last state of a network depends on each word it read."""

import copy
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import torch
from torch import Tensor, nn

from ..networks.attention import padding_mask
from ..networks.bilstm import RecurrentState, lstm_gates
from ..networks.recorder import Recording
from ..request import Record

# Functions from d state `[row, unit]` to d x `[row, source, d_model]`, and numbers of units.
Jacobians = tuple[Sequence[Callable[[Tensor], Tensor]], Sequence[int]]
UNITS_RECURRENT, UNITS = 32, 8  # units of a state whose derivatives are held at once
Progress = Callable[[int, int], object]  # receives the amount done, and of all


@torch.enable_grad()
def state_gradients(
    network,
    source: Tensor,
    target: Tensor,
    progress: Progress = lambda done, total: None,
) -> tuple[np.ndarray | None, np.ndarray]:
    """Return how much the last state read and the last one written depend on each source position.

    `[source]` each; the first is None for a network without a state that is read.

    This is the Frobenius norm of d h / d x_t, where x_t enters the first layer at source position
    t. In a plain recurrent network this derivative is a product of one factor for each word after
    t, and vanishes or explodes with the distance (Bengio et al. 1994; Pascanu et al. 2013). The
    state read is that of the forward encoder after the last token (h of an LSTM, not its cell). The
    state written is the last position of `network(source, target)`, which predicts the last token.

    `source [1, source]` and `target [1, target]` are unpadded ids. Works on a copy of the network
    on the CPU, because the network is shared. A recurrent network is differentiated in double
    precision: derivatives of 1e-40 occur, and single precision loses them. Attention reaches every
    word in one step and has no such derivatives; single precision takes half the time and memory.
    `progress` receives the number of units done, and of all.
    """
    network = copy.deepcopy(network).cpu().eval().requires_grad_(False)
    is_recurrent = network.capabilities.block == "recurrent"
    find = recurrent_jacobians if is_recurrent else attention_jacobians
    jacobians, sizes = find(network, source.cpu(), target.cpu())
    done, norms = 0, []
    for jacobian, size in zip(jacobians, sizes, strict=True):
        squares: Tensor | float = 0.0
        units = torch.eye(size, dtype=torch.float64 if is_recurrent else torch.float32)
        for some in units.split(UNITS_RECURRENT if is_recurrent else UNITS):
            squares = squares + jacobian(some).square_().sum((0, 2))
            done += len(some)
            progress(done, sum(sizes))
        assert isinstance(squares, Tensor)  # a state has units
        norms.append(squares.sqrt().numpy())
    return norms[0] if len(norms) > 1 else None, norms[-1]


@torch.enable_grad()
def reading_gradients(
    network, source: Tensor, place: int, progress: Progress = lambda done, total: None
) -> np.ndarray:
    """Return how much the forward state at one position depends on each source position.

    `[source]`: the norm of `state_gradients`, for the forward encoder of a recurrent network after
    it has read the token at `place`; 0 for later tokens, which it has not read.
    """
    network = copy.deepcopy(network).cpu().eval().requires_grad_(False).double()
    ahead = Chain(network.encoder, network.embed(source.cpu())[:, : place + 1])
    squares, done = torch.zeros(source.shape[1], dtype=torch.float64), 0
    units = torch.eye(network.encoder.hidden_size, dtype=torch.float64)
    for some in units.split(UNITS_RECURRENT):
        ends = [some, torch.zeros_like(some)][: len(ahead.last)]
        squares[: place + 1] += ahead.pull_back(ends)[0].square_().sum((0, 2))
        done += len(some)
        progress(done, len(units))
    return squares.sqrt().numpy()


def attention_jacobians(network, source: Tensor, target: Tensor) -> Jacobians:
    """Return the Jacobian of the last state written, by automatic differentiation."""
    # only the gradient of x is needed, and it starts here
    network.embedding.weight.requires_grad_()
    recording = Recording(Record(weights=(), gates=False))
    written = network(source, target, recording)[0, -1]  # [d_model]
    x = recording.hidden["encoder"][0]  # [1, source, d_model]

    def of_written(units: Tensor) -> Tensor:
        (jacobian,) = torch.autograd.grad(
            written, x, units, is_grads_batched=True, retain_graph=True
        )
        return jacobian[:, 0]

    return [of_written], [len(written)]


def recurrent_jacobians(network, source: Tensor, target: Tensor) -> Jacobians:
    """Return the Jacobians of the last state read and of the last state written.

    Backpropagation through time by hand, for many units at once, takes two thirds of the time of
    automatic differentiation.
    """
    network.double()
    x = network.embed(source)  # [1, source, d_model]
    ahead = Chain(network.encoder, x)
    back = Chain(network.encoder, x, backward=True)
    half = network.encoder.hidden_size
    last = [torch.cat(parts, dim=-1) for parts in zip(ahead.last, back.last, strict=True)]
    decoder = Chain(network.decoder, network.embed(target), last)
    memory = torch.cat([ahead.hidden, back.hidden], dim=-1).requires_grad_()  # [source, d_model]
    hidden = decoder.hidden[-1:].requires_grad_()  # [1, d_model]
    allowed = padding_mask(source, network.config.padding_id)
    state = RecurrentState(memory[None], allowed, *last)
    written = network.attend(hidden[None], state)[0, 0]  # [d_model]

    def of_read(units: Tensor) -> Tensor:
        return ahead.pull_back([units, torch.zeros_like(units)][: len(last)])[0]

    def of_written(units: Tensor) -> Tensor:
        of_hidden, of_memory = torch.autograd.grad(
            written,
            (hidden, memory),
            units,
            is_grads_batched=True,
            retain_graph=True,
            allow_unused=True,  # without attention the memory plays no part
        )
        if of_memory is None:
            of_memory = units.new_zeros(len(units), *memory.shape)
        ends = [of_hidden[:, 0], torch.zeros_like(of_hidden[:, 0])][: len(last)]
        _, first = decoder.pull_back(ends, to_words=False)
        of_x, _ = ahead.pull_back([part[:, :half] for part in first], of_memory[..., :half])
        of_x += back.pull_back([part[:, half:] for part in first], of_memory[..., half:])[0]
        return of_x

    return [of_read, of_written], [half, len(written)]


class Chain:
    """A forward and backward pass of one direction of a recurrent network over one sentence."""

    def __init__(
        self,
        network: nn.RNNBase,
        x: Tensor,
        first: Sequence[Tensor] | None = None,
        backward: bool = False,
    ):
        """Read `x [1, position, d_in]`, from the last position if `backward`.

        `first` holds the hidden state before the first word and, for an LSTM, the cell, `[1, unit]`
        each; zeros by default.
        """
        suffix = "_l0_reverse" if backward else "_l0"
        self.weight_ih = getattr(network, f"weight_ih{suffix}")  # [gates * unit, d_in]
        self.weight_hh = getattr(network, f"weight_hh{suffix}")  # [gates * unit, unit]
        self.order = [*range(x.shape[1])][:: -1 if backward else 1]
        hidden = x.new_zeros(1, network.hidden_size) if first is None else first[0]
        if isinstance(network, nn.LSTM):
            cell = torch.zeros_like(hidden) if first is None else first[1]
            gates = lstm_gates(network, x, (hidden, cell), backward)
            values = {name: gate[0] for name, gate in gates.items()}  # [position, unit] each
            before = torch.cat([cell, values["cell"][self.order[:-1]]])  # in the order of reading
            self.slopes = lstm_slopes(values, before[torch.tensor(self.order).argsort()])
            self.hidden = values["hidden"]
            self.last = [values[name][self.order[-1]][None] for name in ("hidden", "cell")]
            return
        bias = getattr(network, f"bias_ih{suffix}") + getattr(network, f"bias_hh{suffix}")
        self.hidden = x.new_zeros(x.shape[1], network.hidden_size)
        for position in self.order:
            hidden = (x[:, position] @ self.weight_ih.T + hidden @ self.weight_hh.T + bias).tanh()
            self.hidden[position] = hidden[0]
        self.slopes = (1 - self.hidden.square())[:, None]
        self.last = [hidden]

    def pull_back(
        self, ends: Sequence[Tensor], of_hidden: Tensor | None = None, to_words: bool = True
    ) -> tuple[Tensor, list[Tensor]]:
        """Return the derivatives with respect to the input, and to the first state.

        `ends` are the derivatives with respect to the last hidden state and cell, `[row, unit]`
        each; `of_hidden [row, position, unit]` those with respect to all hidden states. Returns
        `[row, position, d_in]`, empty unless `to_words`, and as many tensors as `ends`.
        """
        hidden, *cells = ends
        rows, (places, d_in) = len(hidden) * to_words, (len(self.order), self.weight_ih.shape[1])
        of_x = hidden.new_empty(rows, places, d_in)
        for position in reversed(self.order):
            if of_hidden is not None:
                hidden = hidden + of_hidden[:, position]
            slopes = self.slopes[position]
            if cells:  # an LSTM: Hochreiter & Schmidhuber 1997, with the gates of `lstm_cell`
                cell = cells[0] + hidden * slopes[4]
                inner = (cell[:, None] * slopes[:3]).flatten(1)
                step = torch.cat([inner, hidden * slopes[3]], dim=1)  # [row, 4 * unit]
                cells = [cell * slopes[5]]
            else:
                step = hidden * slopes[0]
            hidden = step @ self.weight_hh
            if to_words:
                of_x[:, position] = step @ self.weight_ih
        return of_x, [hidden, *cells]


def lstm_slopes(values: Mapping[str, Tensor], before: Tensor) -> Tensor:
    """Return the derivatives of an LSTM's steps, `[position, 6, unit]`.

    Of the cell with respect to the inputs of the input gate, the forget gate and the candidate; of
    the hidden state with respect to the input of the output gate, and to the cell; of the cell with
    respect to the cell `before`.
    """
    take, forget, show = values["input"], values["forget"], values["output"]
    candidate, squashed = values["candidate"], values["cell"].tanh()
    return torch.stack(
        [
            candidate * take * (1 - take),
            before * forget * (1 - forget),
            take * (1 - candidate.square()),
            squashed * show * (1 - show),
            show * (1 - squashed.square()),
            forget,
        ],
        dim=1,
    )
