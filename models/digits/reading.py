"""Load the two networks that read digits, and ask them."""

import functools
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import torch
from torch import Tensor, nn

from ..networks.changes import NetworkChanges
from ..networks.convolution import Convolution, ConvolutionConfig
from ..networks.positions import perturb_positions
from ..networks.recorder import Recording
from ..networks.vision_transformer import (
    VisionTransformer,
    VisionTransformerConfig,
    join_patches,
    split_patches,
)
from ..request import WEIGHTS_ONLY, WhatIf
from ..store.weights import read_weights
from . import DIGITS_FOLDER, PATCH, DigitReading, card

_Network = TypeVar("_Network", bound=nn.Module)


def _with_weights(network: _Network, name: str) -> _Network:
    weights = read_weights((DIGITS_FOLDER / name / "weights.safetensors").read_bytes())
    network.load_state_dict({key: weight.float() for key, weight in weights.items()})
    return network.eval()


@functools.cache
def _transformer() -> VisionTransformer:
    """Load the vision transformer that comes with the app."""
    config = VisionTransformerConfig(**card("transformer")["sizes"])
    return _with_weights(VisionTransformer(config), "transformer")


@functools.cache
def _convolution() -> Convolution:
    """Load the convolution that comes with the app."""
    config = ConvolutionConfig(**card("convolution")["sizes"])
    return _with_weights(Convolution(config), "convolution")


@torch.inference_mode()
def read_picture(
    picture: np.ndarray, hidden: Sequence[int] = (), what_if: WhatIf = WhatIf()
) -> DigitReading:
    """Let both networks read `picture [y, x]`, ink from 0 to 1.

    Nothing attends to `hidden` patches, and the convolution sees them empty. What only a
    transformer has is changed there alone; where its positions are shuffled, the convolution reads
    the patches in that order.
    """
    network = _transformer()
    pictures = torch.tensor(picture, dtype=torch.float32)[None]
    is_hidden = torch.zeros(1, network.config.n_patches, dtype=torch.bool)
    is_hidden[0, list(hidden)] = True
    recording = Recording(WEIGHTS_ONLY)
    scores = network(pictures, is_hidden, recording, NetworkChanges(what_if))
    seen = _shown(pictures, is_hidden, what_if.positions)
    return DigitReading(
        transformer=scores[0].softmax(-1).numpy(),
        convolution=_convolution()(seen)[0].softmax(-1).numpy(),
        weights=torch.cat([step.weights for step in recording.attention["encoder"]]).numpy(),
        shown=seen[0].numpy(),
    )


def _shown(pictures: Tensor, hidden: Tensor, positions: str) -> Tensor:
    """Return `pictures [batch, y, x]` without hidden patches, and in the order of the positions."""
    patches = split_patches(pictures, PATCH).masked_fill(hidden[..., None], 0.0)
    if positions == "shuffled":
        # The transformer gives patch p the position of patch `order[p]`.
        places = torch.arange(patches.shape[1], dtype=torch.float32)[:, None]
        order = perturb_positions(places, positions)[:, 0].long()
        patches = patches[:, order.argsort()]
    return join_patches(patches, PATCH)
