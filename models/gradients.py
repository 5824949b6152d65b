"""How much the last state of a network depends on each word it read, however long ago."""

import copy

import numpy as np
import torch
from torch import Tensor

from .attention import padding_mask
from .bilstm import RecurrentState, concat_directions
from .recorder import Recording
from .request import Record

UNITS = 16  # of a state, whose derivatives are held at once


@torch.enable_grad()
def state_gradients(
    network, source: Tensor, target: Tensor
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
    through an LSTM in evaluation mode, is not asked. It is done in double precision: a derivative
    of 1e-40 is an ordinary number there, in single precision it is lost.
    """
    network = copy.deepcopy(network).cpu().double().eval().requires_grad_(False)
    # no other gradient is wanted than that of x, which comes from here
    network.embedding.weight.requires_grad_()
    x, read, written = last_states(network, source.cpu(), target.cpu())
    return None if read is None else norms(read, x), norms(written, x)


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


def norms(state: Tensor, x: Tensor) -> np.ndarray:
    """The Frobenius norm of d `state [unit]` / d `x [1, source, d_model]`.

    For each position of x: `[source]`.
    """
    squares = x.new_zeros(x.shape[1])
    for some in torch.eye(len(state), dtype=state.dtype).split(UNITS):
        (jacobian,) = torch.autograd.grad(
            state, x, some, is_grads_batched=True, retain_graph=True
        )  # [some units, 1, source, d_model]
        squares += jacobian.square_().sum((0, 1, 3))
    return squares.sqrt().numpy()
