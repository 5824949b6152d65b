"""An encoder-only model like BERT (Devlin et al. 2019): it predicts masked words.

It is the transformer's encoder with learned positions. The input also encodes the segment of each
token: 0 in the first sentence, 1 in the second. Two small heads on the last layer predict masked
words and whether the second sentence follows the first. Activations are ReLU, as in the
transformer, instead of BERT's GELU.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from ..protocols import Capabilities, Stack, Task
from .attention import padding_mask
from .blocks import Parts, TransformerBase
from .changes import AS_TRAINED, NetworkChanges
from .positions import perturb_positions
from .recorder import Recording
from .transformer import EncoderLayer, TransformerConfig


@dataclass(frozen=True)
class BERTConfig(TransformerConfig):
    """Sizes of the network; `max_length` is the most tokens it reads, special tokens included."""

    positions: str = "learned"


class BERT(TransformerBase):
    task: Task = "masked-lm"

    def __init__(self, config: BERTConfig):
        super().__init__()
        self.config = config
        d = config.d_model
        self.embedding = nn.Embedding(config.vocabulary_size, d)
        self.positions = nn.Parameter(torch.empty(config.max_length, d))
        self.segments = nn.Parameter(torch.empty(2, d))
        self.embedding_norm = nn.LayerNorm(d)
        # A ModuleList does not declare the type of its modules.
        self.encoder: Sequence[EncoderLayer] = nn.ModuleList(  # type: ignore[assignment]
            EncoderLayer(config) for _ in range(config.n_layers)
        )
        self.to_word = nn.Sequential(nn.Linear(d, d), nn.ReLU(), nn.LayerNorm(d))
        self.to_pair = nn.Sequential(nn.Linear(d, d), nn.Tanh())
        self.follows = nn.Linear(d, 2)
        self.dropout = nn.Dropout(config.dropout)
        for name, parameter in self.named_parameters():
            if parameter.dim() > 1:
                nn.init.normal_(parameter, std=0.02)
            elif name.endswith("bias"):
                nn.init.zeros_(parameter)

    @property
    def capabilities(self) -> Capabilities:
        """All interventions but those that do not apply to the score."""
        return Capabilities(
            task=self.task,
            stacks={"encoder": Stack(self.config.n_layers, self.config.n_heads)},
            block="transformer",
            norm="after",
            positions="learned",
            normalises_input=True,
            score=self.config.score,
            longest=self.config.max_length,
            longest_trained=self.config.max_length,
        )

    def parts(self, stack: str, layer: int) -> Parts:
        """Return the modules of one layer by name; of the first also positions and segments."""
        before: Parts = {} if layer else {"segments": self.segments}
        return before | self.self_attention_parts(self.encoder[layer], layer)

    def embed(
        self,
        ids: Tensor,
        start: int = 0,
        arrangement: str = "as trained",
        segments: Tensor | None = None,
    ) -> Tensor:
        """Return the input of the first layer: LayerNorm(embedding + position + segment).

        `ids` and `segments [batch, position]` to `[batch, position, d_model]`; without `segments`
        the text is one sentence.
        """
        positions = perturb_positions(self.positions[start : start + ids.shape[1]], arrangement)
        segment = self.segments[0] if segments is None else self.segments[segments]
        return self.dropout(self.embedding_norm(self.embedding(ids) + positions + segment))

    def forward(
        self,
        ids: Tensor,
        segments: Tensor | None = None,
        recording: Recording | None = None,
        changes: NetworkChanges = AS_TRAINED,
    ) -> Tensor:
        """Return the last layer's output for `ids` and `segments [batch, position]`.

        Every position attends to all but padding; `[batch, position, d_model]`.
        """
        allowed = padding_mask(ids, self.config.padding_id)
        if not changes.what_if.padding_mask:
            allowed = torch.ones_like(allowed)
        x = self.embed(ids, arrangement=changes.what_if.positions, segments=segments)
        return self.run_layers("encoder", self.encoder, x, allowed, recording, changes)

    def output_vector(self, x: Tensor) -> Tensor:
        """Return what the output matrix reads of the state after a layer."""
        return self.to_word(x)

    def logits(self, x: Tensor) -> Tensor:
        """Score the vocabulary, with the embedding as output layer; `[..., vocabulary]`."""
        return super().logits(self.output_vector(x))

    def follow_logits(self, x: Tensor) -> Tensor:
        """Score whether the second sentence follows, yes and no, from the state of "[CLS]".

        `[batch, position, d_model]` to `[batch, 2]`.
        """
        return self.follows(self.to_pair(x[:, 0]))
