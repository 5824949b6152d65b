"""Parts that our networks share: output layer, feed-forward layer, pass through the layers."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from torch import Tensor, nn

from ..lengths import LONGEST
from ..protocols import Block, Capabilities, Task
from ..reasons import UNSUPPORTED
from .changes import NetworkChanges
from .recorder import Recording

Parts = dict[str, nn.Module | Tensor]
_WHAT_IFS_OF_ATTENTION = "mask", "window", "scale", "temperature", "silenced", "forced", "blocked"


class FeedForward(nn.Sequential):
    """max(0, x W_1 + b_1) W_2 + b_2 at every position (Vaswani et al. 2017, section 3.3)."""

    def __init__(self, d_model: int, d_ff: int):
        super().__init__(nn.Linear(d_model, d_ff), nn.ReLU(), nn.Linear(d_ff, d_model))


class TiedOutput(nn.Module):
    """A network whose embedding is also its output layer (Vaswani et al. 2017, section 3.4)."""

    embedding: nn.Embedding

    def output_vector(self, x: Tensor) -> Tensor:
        """Return what the output matrix reads of the state after a layer; `[..., d_model]`."""
        return x

    def logits(self, x: Tensor) -> Tensor:
        """Score the vocabulary; `[..., d_model]` to `[..., vocabulary]`."""
        return nn.functional.linear(x, self.embedding.weight)


class LanguageModelWithoutAttention(TiedOutput):
    """The base of our language models without attention. Their only what-if is a swapped word."""

    task: Task
    block: Block
    no_attention: str  # the key of the reason in UNSUPPORTED
    # Why the other what-ifs do not apply.
    unsupported: ClassVar[Mapping[str, str]]

    def __init__(self, config: Any):
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocabulary_size, config.d_model)
        nn.init.normal_(self.embedding.weight, std=config.d_model**-0.5)
        self.dropout = nn.Dropout(config.dropout)

    @property
    def capabilities(self) -> Capabilities:
        refusals = dict.fromkeys(_WHAT_IFS_OF_ATTENTION, UNSUPPORTED[self.no_attention])
        return Capabilities(
            task=self.task,
            block=self.block,
            embedding_factor=self.config.d_model**0.5,
            unsupported=refusals | dict(self.unsupported),
            longest=max(self.config.max_length, LONGEST),
            longest_trained=self.config.max_length,
        )

    def parts(self, stack: str, layer: int) -> Parts:
        """Return nothing: there is no attention layer."""
        return {}

    def embed(self, ids: Tensor, start: int = 0, arrangement: str = "as trained") -> Tensor:
        """Embed ids `[batch, position]` to `[batch, position, d_model]`."""
        return self.dropout(self.embedding(ids) * self.config.d_model**0.5)


class TransformerBase(TiedOutput):
    """The base of our transformers."""

    positions: Tensor  # [position, d_model]

    def run_layers(
        self,
        stack: str,
        layers: Iterable[nn.Module],
        x: Tensor,
        allowed: Tensor,
        recording: Recording | None,
        changes: NetworkChanges,
    ) -> Tensor:
        """Pass `x [batch, position, d_model]` through all layers of a stack and record its states.

        Each layer takes `(x, allowed, recording, change)`.
        """
        x = changes.put_in(stack, 0, "state", x)
        if recording is not None:
            recording.add_hidden(stack, x)
        for number, layer in enumerate(layers):
            x = layer(x, allowed, recording, changes.at(stack, number))
            x = changes.put_in(stack, number + 1, "state", x)
            if recording is not None:
                recording.add_hidden(stack, x)
        return x

    def self_attention_parts(self, block: Any, layer: int) -> Parts:
        """Return the modules of one layer by name; of the first layer also the positions."""
        before: Parts = {} if layer else {"positions": self.positions}
        return (
            before
            | dict(block.self_attention.named_children())
            | {"norm": block.self_attention_norm}
            | feed_forward_parts(block)
        )


def feed_forward_parts(block: Any) -> Parts:
    """Return a layer's feed-forward modules and their norm by name."""
    return {
        "feed_forward_in": block.feed_forward[0],
        "feed_forward_out": block.feed_forward[2],
        "feed_forward_norm": block.feed_forward_norm,
    }
