"""A feed-forward language model: the last n tokens predict the next one.

Bengio et al. 2003, "A neural probabilistic language model": the embeddings of the n tokens are
concatenated, a tanh layer reads them, and a softmax over the vocabulary follows. What differs from
the paper:

- The tokens are sub-words. n is 4 as shipped: one more than the 4-gram counts condition on.
- The output layer is the embedding, as in our other models (`TiedOutput`), so the hidden layer is
  projected to `d_model` first. Output biases and the paper's optional direct connections from the
  embeddings to the output are left out.
- Before the first token the window holds padding, whose embedding is learnt.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

import torch
from torch import Tensor, nn

from ..protocols import Capabilities, Task
from ..reasons import UNSUPPORTED
from .blocks import LanguageModelWithoutAttention
from .changes import AS_TRAINED, NetworkChanges
from .recorder import Recording


@dataclass(frozen=True)
class WindowConfig:
    """Sizes of the network; `max_length` is the most tokens of a text, "<s>" included."""

    vocabulary_size: int
    d_model: int = 256
    d_hidden: int = 1024
    context: int = 4  # tokens that predict the next one
    dropout: float = 0.1
    max_length: int = 128
    padding_id: int = 0


class WindowLanguageModel(LanguageModelWithoutAttention):
    task: Task = "causal-lm"
    block = "feed-forward"
    no_attention = "only a window"
    unsupported: ClassVar = {
        "positions": UNSUPPORTED["places in a window"],
        "padding": UNSUPPORTED["only a window"],
        "padding_mask": UNSUPPORTED["only a window"],
    }

    def __init__(self, config: WindowConfig):
        super().__init__(config)
        self.hidden = nn.Linear(config.context * config.d_model, config.d_hidden)
        self.project = nn.Linear(config.d_hidden, config.d_model, bias=False)

    @property
    def capabilities(self) -> Capabilities:
        return replace(super().capabilities, unanswered={"lens": UNSUPPORTED["one layer"]})

    def windows(self, ids: Tensor) -> Tensor:
        """Concatenate the embeddings of each token and of those before it, the earliest first.

        `[batch, position]` to `[batch, position, context * d_model]`.
        """
        before = ids.new_full((len(ids), self.config.context - 1), self.config.padding_id)
        x = self.embed(torch.cat([before, ids], dim=1))
        return x.unfold(1, self.config.context, 1).transpose(2, 3).flatten(2)

    def forward(
        self, ids: Tensor, recording: Recording | None = None, changes: NetworkChanges = AS_TRAINED
    ) -> Tensor:
        """Return the projected hidden layer, `[batch, position, d_model]`.

        Each of `ids [batch, position]` depends on itself and the `context` - 1 before it.
        """
        windows = self.windows(ids)
        states = self.dropout(self.project(self.hidden(windows).tanh()))
        if recording is not None:
            recording.add_hidden("decoder", windows[..., -self.config.d_model :], states)
        return states
