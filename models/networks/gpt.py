"""A decoder-only language model like GPT (Radford et al. 2018, 2019): it continues a text.

It is the transformer's decoder without cross-attention. Layer normalisation comes before each
sub-layer and once more at the end (Radford et al. 2019, section 2.3), positions are learned, and
the embedding is also the output layer. The feed-forward layers use ReLU, as in the transformer,
instead of GPT's GELU.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from ..protocols import Capabilities, ScoreName, Stack, Task
from .attention import LayerChanges, MultiHeadAttention, target_mask
from .blocks import FeedForward, Parts, TransformerBase
from .changes import AS_TRAINED, NetworkChanges
from .positions import perturb_positions
from .recorder import Recording


@dataclass(frozen=True)
class GPTConfig:
    """Sizes of the network; `max_length` is the most tokens it reads, "<s>" included."""

    vocabulary_size: int
    d_model: int = 256
    d_ff: int = 1024
    n_heads: int = 4
    n_layers: int = 6
    dropout: float = 0.0
    max_length: int = 128
    padding_id: int = 0
    score: ScoreName = "scaled dot"


class _GPTLayer(nn.Module):
    """y = x + Attention(LayerNorm(x)), then y + FeedForward(LayerNorm(y))."""

    def __init__(self, config: GPTConfig):
        super().__init__()
        self.self_attention_norm = nn.LayerNorm(config.d_model)
        self.self_attention = MultiHeadAttention(
            config.d_model, config.n_heads, config.dropout, config.score
        )
        self.feed_forward_norm = nn.LayerNorm(config.d_model)
        self.feed_forward = FeedForward(config.d_model, config.d_ff)
        self.dropout = nn.Dropout(config.dropout)

    def forward(
        self,
        x: Tensor,
        allowed: Tensor,
        recording: Recording | None,
        change: LayerChanges = LayerChanges(),
    ) -> Tensor:
        record = recording and recording.attention["decoder"]
        normed = self.self_attention_norm(x)
        attended = self.self_attention(
            normed, *self.self_attention.keys_and_values(normed), allowed, record, change
        )
        x = x + self.dropout(attended)
        fed = change.put_in("feed_forward", self.feed_forward(self.feed_forward_norm(x)))
        return x + self.dropout(fed)


class GPT(TransformerBase):
    task: Task = "causal-lm"

    def __init__(self, config: GPTConfig):
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocabulary_size, config.d_model)
        self.positions = nn.Parameter(torch.empty(config.max_length, config.d_model))
        # A ModuleList does not declare the type of its modules.
        self.layers: Sequence[_GPTLayer] = nn.ModuleList(  # type: ignore[assignment]
            _GPTLayer(config) for _ in range(config.n_layers)
        )
        self.norm = nn.LayerNorm(config.d_model)
        self.dropout = nn.Dropout(config.dropout)
        for name, parameter in self.named_parameters():
            if parameter.dim() > 1:
                # Scale down the layers that add to x, or x would grow with the number of layers
                # (Radford et al. 2019, section 2.3).
                is_residual = name.endswith(("to_output.weight", "feed_forward.2.weight"))
                factor = (2 * config.n_layers) ** -0.5 if is_residual else 1.0
                nn.init.normal_(parameter, std=0.02 * factor)
        for name, parameter in self.named_parameters():
            if name.endswith("bias"):
                nn.init.zeros_(parameter)

    @property
    def capabilities(self) -> Capabilities:
        """All interventions but those that do not apply to the score."""
        return Capabilities(
            task=self.task,
            stacks={"decoder": Stack(self.config.n_layers, self.config.n_heads)},
            block="transformer",
            norm="before",
            positions="learned",
            score=self.config.score,
            longest=self.config.max_length,
            longest_trained=self.config.max_length,
        )

    def parts(self, stack: str, layer: int) -> Parts:
        """Return the modules of one layer by name; of the first layer also the positions."""
        return self.self_attention_parts(self.layers[layer], layer)

    def embed(self, ids: Tensor, start: int = 0, arrangement: str = "as trained") -> Tensor:
        """Return the first layer's input, embedding + position; `[batch, position, d_model]`."""
        positions = perturb_positions(self.positions[start : start + ids.shape[1]], arrangement)
        return self.dropout(self.embedding(ids) + positions)

    def output_vector(self, x: Tensor) -> Tensor:
        """Return the state after a layer, normalised as that of the last one."""
        return self.norm(x)

    def forward(
        self, ids: Tensor, recording: Recording | None = None, changes: NetworkChanges = AS_TRAINED
    ) -> Tensor:
        """Return the last layer's output, normalised; `[batch, position, d_model]`.

        Each of `ids [batch, position]` attends to itself and earlier ones.
        """
        what_if = changes.what_if
        allowed = target_mask(ids.shape[1], what_if.mask, what_if.window, ids.device)
        x = self.embed(ids, arrangement=what_if.positions)
        return self.norm(self.run_layers("decoder", self.layers, x, allowed, recording, changes))
