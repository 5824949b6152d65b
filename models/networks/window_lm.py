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

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from ..protocols import Capabilities, Task
from ..reasons import UNSUPPORTED
from .blocks import TiedOutput
from .changes import AS_TRAINED, NetworkChanges
from .recorder import Recording

OF_ATTENTION = (
    "mask",
    "window",
    "scale",
    "temperature",
    "silenced",
    "forced",
    "blocked",
    "padding",
    "padding_mask",
)


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


class WindowLanguageModel(TiedOutput):
    task: Task = "causal-lm"

    def __init__(self, config: WindowConfig):
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocabulary_size, config.d_model)
        nn.init.normal_(self.embedding.weight, std=config.d_model**-0.5)
        self.hidden = nn.Linear(config.context * config.d_model, config.d_hidden)
        self.project = nn.Linear(config.d_hidden, config.d_model, bias=False)
        self.dropout = nn.Dropout(config.dropout)

    @property
    def capabilities(self) -> Capabilities:
        """No attention, so no what-if but swapped words."""
        return Capabilities(
            task=self.task,
            block="feed-forward",
            embedding_factor=self.config.d_model**0.5,
            unsupported=dict.fromkeys(OF_ATTENTION, UNSUPPORTED["only a window"])
            | {"positions": UNSUPPORTED["places in a window"]},
            longest=self.config.max_length,
        )

    def parts(self, stack: str, layer: int) -> dict[str, nn.Module | Tensor]:
        """Return nothing: there is no attention layer."""
        return {}

    def embed(self, ids: Tensor, start: int = 0, arrangement: str = "as trained") -> Tensor:
        """Embed ids `[batch, position]` to `[batch, position, d_model]`."""
        return self.dropout(self.embedding(ids) * self.config.d_model**0.5)

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
