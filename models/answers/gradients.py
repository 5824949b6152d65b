"""Measure how much the last state of a network depends on each word it read."""

import copy
import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor, nn

from ..networks.bilstm import lstm_gates
from ..networks.recorder import Recording
from ..request import Record

_UNITS = 8  # of a state written by attention, whose derivatives are held at once
_HELD = 30e6  # derivatives of a recurrent network that are held at once
_MERGED_EVERY = 8  # steps of a recurrent network
_NEGLIGIBLE = 1e-6  # size of a row, as a share of all
_SAME = 1e-6  # what a direction has beyond a space that contains it
_FEW = 96  # rows
_Progress = Callable[[int, int], object]  # receives the amount done, and of all


@torch.enable_grad()
def state_gradients(
    network,
    source: Tensor,
    target: Tensor,
    progress: _Progress = lambda done, total: None,
) -> tuple[np.ndarray | None, np.ndarray]:
    """Return how much the last state read and the last one written depend on each source position.

    `[source]` each; the first is None for a network without a state that is read.

    This is the Frobenius norm of d h / d x_t, where x_t enters the first layer at source position
    t. In a plain recurrent network this derivative is a product of one factor for each word after
    t, and vanishes or explodes with the distance (Bengio et al. 1994; Pascanu et al. 2013). The
    state read is that of the forward encoder after the last token (h of an LSTM, not its cell). The
    state written is the last position of `network(source, target)`, which predicts the last token.

    `source [1, source]` and `target [1, target]` are unpadded ids. Works on a copy of the network
    on the CPU, because the network is shared. Products along a recurrent network are computed in
    single precision and scaled as they shrink: derivatives of 1e-40 occur. `progress` receives the
    steps done, and of all.
    """
    network = copy.deepcopy(network).cpu().eval().requires_grad_(False)
    is_recurrent = network.capabilities.block == "recurrent"
    find = _recurrent_gradients if is_recurrent else _attention_gradients
    return find(network, source.cpu(), target.cpu(), progress)


@torch.enable_grad()
def reading_gradients(
    network, source: Tensor, place: int, progress: _Progress = lambda done, total: None
) -> np.ndarray:
    """Return how much the forward state at one position depends on each source position.

    `[source]`: the norm of `state_gradients`, for the forward encoder of a recurrent network after
    it has read the token at `place`; 0 for later tokens, which it has not read.
    """
    network = copy.deepcopy(network).cpu().eval().requires_grad_(False).double()
    ahead = _Chain(network.encoder, network.embed(source.cpu())[:, : place + 1])
    norms = np.zeros(source.shape[1])
    norms[: place + 1] = _reading_norms(ahead, lambda done: progress(done, place + 1))
    return norms


def _reading_norms(ahead: "_Chain", progress: Callable[[int], object]) -> np.ndarray:
    """Return the norms of the derivatives of the last hidden state, `[position]`."""
    rows = _Rows(torch.eye(ahead.hidden.shape[1]), len(ahead.last))
    norms = np.zeros(len(ahead.order))
    for done, (position, x_gradient) in enumerate(ahead.pull_back(rows), start=1):
        norms[position] = rows.scale * _norm(x_gradient)
        progress(done)
    return norms


def _norm(values: Tensor) -> float:
    """Return the norm of single-precision values; torch's own sums them less precisely."""
    return math.sqrt(values.square().sum().item())


def _attention_gradients(
    network, source: Tensor, target: Tensor, progress: _Progress
) -> tuple[None, np.ndarray]:
    """Return the norms for the last state written, by automatic differentiation."""
    # only the gradient of x is needed, and it starts here
    network.embedding.weight.requires_grad_()
    recording = Recording(Record(weights=(), gates=False))
    written = network(source, target, recording)[0, -1]  # [d_model]
    x = recording.hidden["encoder"][0]  # [1, source, d_model]
    done, squares = 0, x.new_zeros(x.shape[1])
    for units in torch.eye(len(written)).split(_UNITS):
        (jacobian,) = torch.autograd.grad(
            written, x, units, is_grads_batched=True, retain_graph=True
        )
        squares += jacobian[:, 0].square_().sum((0, 2))
        done += len(units)
        progress(done, len(written))
    return None, squares.sqrt().numpy()


def _recurrent_gradients(
    network, source: Tensor, target: Tensor, progress: _Progress
) -> tuple[np.ndarray, np.ndarray]:
    """Return the norms for the last state read and for the last state written.

    Backpropagation through time by hand, for all units at once.
    """
    network.double()
    x = network.embed(source)  # [1, source, d_model]
    ahead = _Chain(network.encoder, x)
    back = _Chain(network.encoder, x, backward=True)
    last = [torch.cat(parts, dim=-1) for parts in zip(ahead.last, back.last, strict=True)]
    decoder = _Chain(network.decoder, network.embed(target), last)
    reader, steps, done = ahead, source.shape[1], 0
    memory = torch.cat([ahead.hidden, back.hidden], dim=-1)  # [source, d_model]
    hidden_gradient, memory_gradients = _written_gradients(network, decoder.hidden[-1:], memory)
    size = (
        int(_HELD / x.numel()) if memory_gradients else x.shape[2]
    )  # without attention rows are few
    groups = torch.arange(x.shape[2]).split(max(1, size))  # of units of x
    total = steps * (1 + 2 * len(groups))

    def count(*_: object) -> None:
        nonlocal done
        done += 1
        progress(done, total)

    read = _reading_norms(reader, count)
    last_rows = _Rows(hidden_gradient, len(last))
    deque(decoder.pull_back(last_rows, group=slice(0)), maxlen=0)
    half = memory.shape[1] // 2
    squares = np.zeros(steps)
    for group in groups:
        group_rows = slice(int(group[0]), int(group[-1]) + 1)
        first, other = last_rows.split()
        partial = {}
        for position, x_gradient in ahead.pull_back(
            first, memory_gradients and memory_gradients.of(slice(half)), group_rows
        ):
            partial[position] = first.basis, first.scale, x_gradient
            count()
        for position, x_gradient in back.pull_back(
            other, memory_gradients and memory_gradients.of(slice(half, None)), group_rows
        ):
            basis, scale, x_gradient_ahead = partial.pop(position)
            size, other_size = scale * _norm(x_gradient_ahead), other.scale * _norm(x_gradient)
            along = (((other.basis.T @ basis) @ x_gradient_ahead) * x_gradient).sum().item()
            squares[position] += size**2 + other_size**2 + 2 * scale * other.scale * along
            count()
    return read, np.sqrt(squares.clip(min=0))


def _written_gradients(
    network, hidden: Tensor, memory: Tensor
) -> tuple[Tensor, "_OfMemory | None"]:
    """Return the derivatives of `network.attend` at the decoder state `hidden [1, unit]`.

    With respect to that state, `[unit, unit]`, and, None without attention, to `memory [source,
    unit]`.
    """
    if network.score is None:
        combined, weight = network.combine(hidden)[0], network.combine.weight
        return ((1 - combined.tanh().square())[:, None] * weight).float(), None
    # Each position has the query of its own, so that one gradient has all derivatives of scores.
    query = hidden.expand(len(memory), -1)[:, None].clone().requires_grad_()
    key = memory[:, None].clone().requires_grad_()
    scores = network.score(query, key)  # [source, 1, 1]
    query_gradient, key_gradient = torch.autograd.grad(scores.sum(), (query, key))
    weights = scores.detach()[:, 0, 0].softmax(0)
    context = weights @ memory  # [unit]
    combined = network.combine(torch.cat([context, hidden[0]]))
    weight = (1 - combined.tanh().square())[:, None] * network.combine.weight
    context_weight, direct = weight[:, : len(context)], weight[:, len(context) :]
    # Of the softmax: how the context changes with each score, as a change of what is written.
    score_gradient = context_weight @ ((memory - context) * weights[:, None]).T  # [unit, source]
    hidden_gradient = direct + score_gradient @ query_gradient[:, 0]
    parts = (x.float() for x in (context_weight, weights, score_gradient, key_gradient[:, 0]))
    return hidden_gradient.float(), _OfMemory(*parts)


@dataclass(frozen=True)
class _OfMemory:
    """Derivatives of a state written with attention with respect to the memory at each position.

    Each score depends on the memory at one position only, so they are a multiple of one matrix plus
    a product of two vectors: `weights[t] * of_context + outer(of_scores[:, t], of_key[t])`.
    """

    of_context: Tensor  # [unit, d]
    weights: Tensor  # [source]
    of_scores: Tensor  # [unit, source]
    of_key: Tensor  # [source, d]

    def of(self, part: slice) -> "_OfMemory":
        """Return those with respect to a part of the memory."""
        return replace(self, of_context=self.of_context[:, part], of_key=self.of_key[:, part])


class _Rows:
    """Derivatives of units of a state with respect to another, one row for each unit.

    They are `scale * basis @ part` for each part of the other state, the hidden state and an LSTM's
    cell: `[unit, row]` and `[row, unit]`. The columns of the basis are orthonormal, so that the
    norm of the rows is that of all units.
    """

    def __init__(self, hidden_gradient: Tensor, parts: int):
        """Begin with derivatives `[unit, unit]` with respect to the hidden state of `parts`."""
        self.basis = torch.eye(len(hidden_gradient), dtype=hidden_gradient.dtype)
        self.scale = 1.0
        self.kept = 0  # the first columns of the basis, which stay
        self.parts = [hidden_gradient, torch.zeros_like(hidden_gradient)][:parts]

    def merge(self) -> None:
        """Leave out the directions in which the derivatives are negligible.

        The further back, the more rows depend on each other. What is left out is orthogonal to what
        is kept, so norms change by its square.
        """
        together = torch.cat(self.parts, dim=1).double()
        some = together[self.kept :]
        sizes, directions = torch.linalg.eigh(some @ some.T)
        enough = sizes > _NEGLIGIBLE**2 * together.square().sum()
        merged = directions[:, enough].float()
        first, rest = self.basis[:, : self.kept], self.basis[:, self.kept :]
        self.basis = torch.cat([first, rest @ merged], dim=1)
        self.parts = [
            torch.cat([part[: self.kept], merged.T @ part[self.kept :]]) for part in self.parts
        ]
        if not self.kept and (size := together.norm().item()):  # where nothing is added
            self.scale *= size
            self.parts = [part / size for part in self.parts]

    def keep(self, directions: Tensor) -> None:
        """Let the basis begin with the space of `directions [unit, n]`, also when rows merge."""
        rows = [self.basis @ part * self.scale for part in self.parts]
        self.scale = 1.0
        first = torch.linalg.qr(directions).Q
        self.basis, self.kept, old = first, first.shape[1], self.basis
        self.parts = [first.T @ part for part in rows]
        self.extend(old)
        self.parts = [self.basis.T @ part for part in rows]

    def extend(self, directions: Tensor) -> None:
        """Add what the space of `directions [unit, n]` has beyond that of the basis."""
        left = directions / directions.norm(dim=0).clamp(min=torch.finfo(directions.dtype).tiny)
        for _ in range(2):  # the second time takes away what rounding has left
            left = left - self.basis @ (self.basis.T @ left)
        added, sizes, _ = torch.linalg.svd(left, full_matrices=False)
        added = added[:, sizes > _SAME]
        self.basis = torch.cat([self.basis, added], dim=1)
        self.parts = [
            torch.cat([part, part.new_zeros(added.shape[1], part.shape[1])]) for part in self.parts
        ]

    def split(self) -> list["_Rows"]:
        """Return the derivatives with respect to each half of the other state."""
        halves = [copy.copy(self), copy.copy(self)]
        for number, half in enumerate(halves):
            half.parts = [part.chunk(2, dim=1)[number] for part in self.parts]
        return halves


class _Chain:
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
        weight_ih = getattr(network, f"weight_ih{suffix}")  # [gates * unit, d_in]
        weight_hh = getattr(network, f"weight_hh{suffix}")  # [gates * unit, unit]
        self.weights = torch.cat([weight_hh, weight_ih], dim=1)
        self.order = [*range(x.shape[1])][:: -1 if backward else 1]
        hidden = x.new_zeros(1, network.hidden_size) if first is None else first[0]
        if isinstance(network, nn.LSTM):
            cell = torch.zeros_like(hidden) if first is None else first[1]
            gates = lstm_gates(network, x, (hidden, cell), backward)
            values = {name: gate[0] for name, gate in gates.items()}  # [position, unit] each
            before = torch.cat([cell, values["cell"][self.order[:-1]]])  # in the order of reading
            self.slopes = _lstm_slopes(values, before[torch.tensor(self.order).argsort()])
            self.hidden = values["hidden"]
            self.last = [values[name][self.order[-1]][None] for name in ("hidden", "cell")]
            return
        bias = getattr(network, f"bias_ih{suffix}") + getattr(network, f"bias_hh{suffix}")
        self.hidden = x.new_zeros(x.shape[1], network.hidden_size)
        for position in self.order:
            hidden = (x[:, position] @ weight_ih.T + hidden @ weight_hh.T + bias).tanh()
            self.hidden[position] = hidden[0]
        self.slopes = (1 - self.hidden.square())[:, None]
        self.last = [hidden]

    def pull_back(
        self, rows: _Rows, memory_gradients: _OfMemory | None = None, group: slice = slice(None)
    ) -> Iterator[tuple[int, Tensor]]:
        """Yield the positions, the last one read first, and the derivatives with respect to x.

        `rows` are the derivatives with respect to the last state, and change to those with respect
        to the state before each position; `memory_gradients` has those with respect to the hidden
        state at each position alone. Yields `[row, d_in]`, of the units `group` of x, for the
        basis that `rows` has then.
        """
        units = self.hidden.shape[1]
        weights = torch.cat([self.weights[:, :units], self.weights[:, units:][:, group]], dim=1)
        weights, all_slopes = weights.float(), self.slopes.float()
        order = self.order[::-1]
        if memory_gradients:
            rows.keep(memory_gradients.of_context)
        for count, position in enumerate(order):
            if count % _MERGED_EVERY == _MERGED_EVERY // 2:
                rows.merge()
            if memory_gradients and (count == 0 or count % _MERGED_EVERY == _MERGED_EVERY // 2):
                end = count + _MERGED_EVERY - (count + _MERGED_EVERY // 2) % _MERGED_EVERY
                rows.extend(memory_gradients.of_scores[:, order[count:end]])
                context_gradient = rows.basis.T @ memory_gradients.of_context
                score_gradient = rows.basis.T @ memory_gradients.of_scores
            hidden, *cells = rows.parts
            if memory_gradients:
                hidden = torch.addr(
                    hidden, score_gradient[:, position], memory_gradients.of_key[position]
                )
                hidden.add_(context_gradient, alpha=float(memory_gradients.weights[position]))
            slopes = all_slopes[position]
            if cells:  # an LSTM: Hochreiter & Schmidhuber 1997, with the gates of `lstm_cell`
                cell = cells[0] + hidden * slopes[4]
                if len(cell) < _FEW:
                    gate_gradients = [*(cell * slope for slope in slopes[:3]), hidden * slopes[3]]
                    before = torch.cat(gate_gradients, dim=1) @ weights
                else:
                    # The three gates of the cell are one matrix for all rows: half of the products.
                    take, forget, candidate, show = weights.split(units)
                    cell_gradient = take * slopes[0, :, None]  # [unit, unit + d_in]
                    cell_gradient.addcmul_(forget, slopes[1, :, None])
                    cell_gradient.addcmul_(candidate, slopes[2, :, None])
                    before = torch.addmm(cell @ cell_gradient, hidden * slopes[3], show)
                cells = [cell * slopes[5]]
            else:
                before = (hidden * slopes[0]) @ weights
            rows.parts = [before[:, :units], *cells]
            yield position, before[:, units:]


def _lstm_slopes(values: Mapping[str, Tensor], before: Tensor) -> Tensor:
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
