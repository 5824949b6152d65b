"""A translator as `torch.nn.Transformer` makes it: two vocabularies, and norms after the stacks.

The class of PyTorch's tutorial "Language Translation with nn.Transformer". Its layers are those of
`transformer`. One numbering holds the tokens of both: special tokens, words of the source, words of
the target, and the special tokens as the decoder reads them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor, nn

from ..protocols import Capabilities, Stack
from ..reasons import UNSUPPORTED
from .blocks import Parts
from .changes import AS_TRAINED, NetworkChanges
from .recorder import Recording
from .transformer import DecoderLayer, DecoderState, Transformer, TransformerConfig

SPECIALS = 3  # padding, begin and end
_NEVER = -1e9  # the logit of a token that is no word of the target


@dataclass(frozen=True)
class TwoVocabulariesConfig(TransformerConfig):
    """`vocabulary_size` counts both; `source_size` and `target_size` count special tokens too."""

    source_size: int = 0
    target_size: int = 0
    n_decoder_layers: int = 4


class TwoVocabularies(Transformer):
    config: TwoVocabulariesConfig

    def __init__(self, config: TwoVocabulariesConfig):
        super().__init__(config)
        self.decoder: Sequence[DecoderLayer] = nn.ModuleList(  # type: ignore[assignment]
            DecoderLayer(config) for _ in range(config.n_decoder_layers)
        )
        self.encoder_norm = nn.LayerNorm(config.d_model)
        self.decoder_norm = nn.LayerNorm(config.d_model)
        self.generator = nn.Linear(config.d_model, config.target_size)

    @property
    def capabilities(self) -> Capabilities:
        size = self.config
        decoder = Stack(size.n_decoder_layers, size.n_heads)
        return replace(
            super().capabilities,
            stacks={
                "encoder": Stack(size.n_layers, size.n_heads),
                "decoder": decoder,
                "cross": decoder,
            },
            longest=size.longest - 1,  # the source begins with a token of its own
            longest_trained=0,
            unsupported={"swap": UNSUPPORTED["words of a list"]},
            unanswered={
                "lens": UNSUPPORTED["unknown output"],
                "circuit": UNSUPPORTED["no matrices of heads"],
            },
        )

    def parts(self, stack: str, layer: int) -> Parts:
        more: Parts = {"memory_norm": self.encoder_norm} if stack == "cross" else {}
        return super().parts(stack, layer) | more

    def encode(
        self,
        source: Tensor,
        recording: Recording | None = None,
        changes: NetworkChanges = AS_TRAINED,
    ) -> tuple[Tensor, Tensor]:
        memory, allowed = super().encode(source, recording, changes)
        return self.encoder_norm(memory), allowed

    def decode(
        self,
        target: Tensor,
        state: DecoderState,
        recording: Recording | None = None,
        changes: NetworkChanges = AS_TRAINED,
    ) -> Tensor:
        return super().decode(self._of_decoder(target), state, recording, changes)

    def step(self, last: Tensor, state: DecoderState) -> tuple[Tensor, DecoderState]:
        return super().step(self._of_decoder(last), state)

    def logits(self, x: Tensor) -> Tensor:
        """Score all tokens; those that are no words of the target are never written."""
        scores = self.generator(self.decoder_norm(x))
        source = scores.new_full((*x.shape[:-1], self.config.source_size - SPECIALS), _NEVER)
        rest = scores.new_full((*x.shape[:-1], SPECIALS - 1), _NEVER)
        return torch.cat([scores[..., :SPECIALS], source, scores[..., SPECIALS:], rest], -1)

    def _of_decoder(self, ids: Tensor) -> Tensor:
        """Return the ids whose embeddings the decoder reads; nothing attends to padding."""
        begin_or_end = (ids > 0) & (ids < SPECIALS)
        return torch.where(begin_or_end, ids + self.config.vocabulary_size - SPECIALS, ids)
