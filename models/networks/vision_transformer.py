"""A vision transformer (Dosovitskiy et al. 2021): the patches of a picture are its words.

It is the encoder of the translator. The state of a learned "[CLS]" token after the last layer gives
the scores of the labels. Smaller than the paper's, with ReLU instead of GELU and with layer
normalisation after each sub-layer, as in the rest of this folder.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from .blocks import TransformerBase
from .changes import AS_TRAINED, NetworkChanges
from .positions import perturb_positions
from .recorder import Recording
from .transformer import EncoderLayer, TransformerConfig


@dataclass(frozen=True)
class VisionTransformerConfig:
    """Sizes of the network; pictures and patches are squares of so many pixels."""

    size: int = 28
    patch: int = 7
    d_model: int = 96
    d_ff: int = 192
    n_heads: int = 4
    n_layers: int = 3
    dropout: float = 0.0
    n_labels: int = 10

    @property
    def n_patches(self) -> int:
        return (self.size // self.patch) ** 2


def split_patches(pictures: Tensor, patch: int) -> Tensor:
    """Cut `[batch, y, x]` into patches, row by row: `[batch, patch, pixel]`."""
    rows = pictures.unflatten(1, (-1, patch)).unflatten(3, (-1, patch))
    return rows.transpose(2, 3).flatten(3).flatten(1, 2)


def join_patches(patches: Tensor, patch: int) -> Tensor:
    """Undo `split_patches`: `[batch, patch, pixel]` to square pictures `[batch, y, x]`."""
    side = round(patches.shape[1] ** 0.5)
    rows = patches.unflatten(1, (side, side)).unflatten(3, (patch, patch))
    return rows.transpose(2, 3).flatten(3).flatten(1, 2)


class VisionTransformer(TransformerBase):
    def __init__(self, config: VisionTransformerConfig):
        super().__init__()
        self.config = config
        d = config.d_model
        layers = TransformerConfig(
            vocabulary_size=0,
            d_model=d,
            d_ff=config.d_ff,
            n_heads=config.n_heads,
            dropout=config.dropout,
        )
        self.of_patch = nn.Linear(config.patch**2, d)
        self.cls = nn.Parameter(torch.empty(1, d))
        self.positions = nn.Parameter(torch.empty(config.n_patches, d))  # [CLS] needs none
        # A ModuleList does not declare the type of its modules.
        self.encoder: Sequence[EncoderLayer] = nn.ModuleList(  # type: ignore[assignment]
            EncoderLayer(layers) for _ in range(config.n_layers)
        )
        self.to_label = nn.Linear(d, config.n_labels)
        nn.init.normal_(self.cls, std=0.02)
        nn.init.normal_(self.positions, std=0.2)

    def forward(
        self,
        pictures: Tensor,
        hidden: Tensor | None = None,
        recording: Recording | None = None,
        changes: NetworkChanges = AS_TRAINED,
    ) -> Tensor:
        """Score the labels of `pictures [batch, y, x]`, ink from 0 to 1: `[batch, label]`.

        No position attends to patches that are `hidden [batch, patch]`.
        """
        positions = perturb_positions(self.positions, changes.what_if.positions)
        patches = self.of_patch(split_patches(pictures, self.config.patch)) + positions
        x = torch.cat([self.cls.expand(len(patches), 1, -1), patches], dim=1)
        allowed = x.new_ones(x.shape[:2], dtype=torch.bool)  # [batch, key]
        if hidden is not None:
            allowed[:, 1:] = ~hidden
        x = self.run_layers("encoder", self.encoder, x, allowed[:, None, None], recording, changes)
        return self.to_label(x[:, 0])
