"""How much the last state of a network depends on each word it read, however long ago."""

import copy
from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from .attention import padding_mask
from .bilstm import RecurrentState, concat_directions
from .recorder import Recording
from .request import Record

# Units of a state whose derivatives are held at once: of a recurrent network, for which more are
# quicker, and of others, for which more take memory alone (of 100 words 116 MB for 16, not 94).
UNITS_RECURRENT, UNITS = 16, 8
Progress = Callable[[int, int], object]  # is called with how much is done, of how much


@torch.enable_grad()
def state_gradients(
    network,
    source: Tensor,
    target: Tensor,
    progress: Progress = lambda done, total: None,
) -> tuple[np.ndarray | None, np.ndarray]:
    """How much two states depend on each source position, `[source]` each.

    The last state read, which may be None, and the last state written.

    The Frobenius norm of d h / d x_t, where x_t is what enters the first layer at source position
    t. In a plain recurrent network this derivative is a product of one factor for each word after
    t: with the distance it vanishes or explodes (Bengio et al. 1994; Pascanu et al. 2013). The
    state read is that of the encoder that reads forward, after the last token (of an LSTM its h,
    not its cell); a network without such a state has None. The state written is what
    `network(source, target)` gives at the last position, from which the last token is written.

    `source [1, source]` and `target [1, target]` are ids, unpadded. The work is done by a copy of
    the network on the CPU: so the shared one is left alone, and cuDNN, which has no way back
    through an LSTM in evaluation mode, is not asked. Of a recurrent network it is done in double
    precision: a derivative of 1e-40 is an ordinary number there, in single precision it is lost.
    Attention has a short way to every word, and no such derivatives: in single precision it takes
    half the time and memory. `progress` is called with the units of both states that are done.
    """
    network = copy.deepcopy(network).cpu().eval().requires_grad_(False)
    is_recurrent = network.capabilities.block == "recurrent"
    if is_recurrent:
        network.double()
    # no other gradient is wanted than that of x, which comes from here
    network.embedding.weight.requires_grad_()
    x, read, written = last_states(network, source.cpu(), target.cpu())
    states = [written] if read is None else [read, written]
    total = sum(map(len, states))
    squares = [x.new_zeros(x.shape[1]) for _ in states]
    done, at_once = 0, UNITS_RECURRENT if is_recurrent else UNITS
    for state, sums in zip(states, squares, strict=True):
        for units in torch.eye(len(state), dtype=state.dtype).split(at_once):
            sums += squared_norms(state, x, units)
            done += len(units)
            progress(done, total)
    norms = [sums.sqrt().numpy() for sums in squares]
    return None if read is None else norms[0], norms[-1]


def last_states(network, source: Tensor, target: Tensor) -> tuple[Tensor, Tensor | None, Tensor]:
    """Return the last state read, `[unit]` or None, and the last state written, `[d_model]`.

    For `x [1, source, d_model]`, which enters the first layer.
    """
    if network.capabilities.block != "recurrent":
        recording = Recording(Record(weights=(), gates=False))
        written = network(source, target, recording)
        return recording.hidden["encoder"][0], None, written[0, -1]
    # The same numbers as from `network(source, target)`, without packing and without looking from
    # the positions before the last: at 60 tokens the way back is 3 times shorter, with additive
    # attention 20 times.
    x = network.embed(source)
    memory, last = network.encoder(x)
    state = RecurrentState(
        memory, padding_mask(source, network.config.padding_id), *concat_directions(last)
    )
    hidden, _ = network.decoder(network.embed(target), state.first)
    return (
        x,
        memory[0, -1, : network.encoder.hidden_size],
        network.attend(hidden[:, -1:], state)[0, 0],
    )


def squared_norms(state: Tensor, x: Tensor, units: Tensor) -> Tensor:
    """The squared norms of d of some units of `state [unit]` / d `x [1, source, d_model]`.

    `units [one of them, unit]` is 1 at each of them. For each position of x: `[source]`.
    """
    (jacobian,) = torch.autograd.grad(
        state, x, units, is_grads_batched=True, retain_graph=True
    )  # [one of them, 1, source, d_model]
    return jacobian.square_().sum((0, 1, 3))
