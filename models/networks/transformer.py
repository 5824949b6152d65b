"""The encoder-decoder transformer of Vaswani et al. 2017, "Attention Is All You Need".

Layer normalisation comes after each sub-layer (section 3.1); one embedding matrix serves the
source, the target and the output (section 3.4); positions are sinusoids (section 3.5).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor, nn

from ..lengths import LONGEST
from ..protocols import Capabilities, ScoreName, Stack, Task
from ..trace import STACKS
from .attention import LayerChanges, MultiHeadAttention, padding_mask, target_mask
from .blocks import FeedForward, Parts, TransformerBase, feed_forward_parts
from .changes import AS_TRAINED, NetworkChanges
from .positions import perturb_positions, sinusoids
from .recorder import Recording


@dataclass(frozen=True)
class TransformerConfig:
    """Sizes of the network; `max_length` is the most tokens of a sentence, on either side.

    A table of learned positions ends there; sinusoids go on to `LONGEST`.
    """

    vocabulary_size: int
    d_model: int = 128
    d_ff: int = 256
    n_heads: int = 4
    n_layers: int = 4
    dropout: float = 0.1
    max_length: int = 128
    padding_id: int = 0
    # "sinusoids", or "learned": a table trained like the embedding (section 3.5; table 3, row E)
    positions: str = "sinusoids"
    # The score function, a key of `attention.SCORES`.
    score: ScoreName = "scaled dot"

    @property
    def longest(self) -> int:
        """The most tokens that the network reads."""
        return self.max_length if self.positions == "learned" else max(self.max_length, LONGEST)


def _multi_head_attention(config: TransformerConfig) -> MultiHeadAttention:
    """Make the attention of one layer."""
    return MultiHeadAttention(config.d_model, config.n_heads, config.dropout, config.score)


class EncoderLayer(nn.Module):
    def __init__(self, config: TransformerConfig):
        super().__init__()
        self.self_attention = _multi_head_attention(config)
        self.self_attention_norm = nn.LayerNorm(config.d_model)
        self.feed_forward = FeedForward(config.d_model, config.d_ff)
        self.feed_forward_norm = nn.LayerNorm(config.d_model)
        self.dropout = nn.Dropout(config.dropout)

    def forward(
        self,
        x: Tensor,
        allowed: Tensor,
        recording: Recording | None,
        change: LayerChanges = LayerChanges(),
    ) -> Tensor:
        record = recording and recording.attention["encoder"]
        attended = self.self_attention(
            x, *self.self_attention.keys_and_values(x), allowed, record, change
        )
        x = self.self_attention_norm(x + self.dropout(attended))
        fed = change.put_in("feed_forward", self.feed_forward(x))
        return self.feed_forward_norm(x + self.dropout(fed))


class DecoderLayer(nn.Module):
    def __init__(self, config: TransformerConfig):
        super().__init__()
        self.self_attention = _multi_head_attention(config)
        self.self_attention_norm = nn.LayerNorm(config.d_model)
        self.cross_attention = _multi_head_attention(config)
        self.cross_attention_norm = nn.LayerNorm(config.d_model)
        self.feed_forward = FeedForward(config.d_model, config.d_ff)
        self.feed_forward_norm = nn.LayerNorm(config.d_model)
        self.dropout = nn.Dropout(config.dropout)

    def forward(
        self,
        x: Tensor,
        allowed: Tensor | None,
        memory_keys_and_values: tuple[Tensor, Tensor],
        source_allowed: Tensor,
        past: tuple[Tensor, Tensor] | None,
        recording: Recording | None,
        self_change: LayerChanges = LayerChanges(),
        cross_change: LayerChanges = LayerChanges(),
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """Return the layer's output, and the keys and values of all target positions so far."""
        self_record = recording and recording.attention["decoder"]
        cross_record = recording and recording.attention["cross"]
        key, value = self.self_attention.keys_and_values(x)
        if past is not None:
            key = torch.cat([past[0], key], dim=2)
            value = torch.cat([past[1], value], dim=2)
        attended = self.self_attention(x, key, value, allowed, self_record, self_change)
        x = self.self_attention_norm(x + self.dropout(attended))
        attended = self.cross_attention(
            x, *memory_keys_and_values, source_allowed, cross_record, cross_change
        )
        x = self.cross_attention_norm(x + self.dropout(attended))
        fed = self_change.put_in("feed_forward", self.feed_forward(x))
        return self.feed_forward_norm(x + self.dropout(fed)), (key, value)


@dataclass
class DecoderState:
    """The state that greedy and beam search carry from word to word; always batch first."""

    source_allowed: Tensor  # [batch, 1, 1, source]
    # Per layer: key and value of the source, [batch, head, source, d_head].
    memory: list[tuple[Tensor, Tensor]]
    # Per layer: key and value of the target so far.
    past: list[tuple[Tensor, Tensor]] | None = None
    positions: str = "as trained"  # how they are arranged

    def select(self, rows: Tensor) -> "DecoderState":
        """Select rows of the batch: beam search reorders and repeats sentences."""

        def pick(layers):
            return [(key[rows], value[rows]) for key, value in layers]

        return DecoderState(
            self.source_allowed[rows],
            pick(self.memory),
            self.past and pick(self.past),
            self.positions,
        )


class Transformer(TransformerBase):
    task: Task = "translation"

    def __init__(self, config: TransformerConfig):
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocabulary_size, config.d_model)
        if config.positions not in ("sinusoids", "learned"):
            raise ValueError(f"unknown positions {config.positions!r}; choose sinusoids or learned")
        if config.positions == "learned":
            self.positions = nn.Parameter(torch.empty(config.max_length, config.d_model))
        else:
            self.register_buffer(
                "positions", sinusoids(config.longest, config.d_model), persistent=False
            )
        # A ModuleList does not declare the type of its modules.
        self.encoder: Sequence[EncoderLayer] = nn.ModuleList(  # type: ignore[assignment]
            EncoderLayer(config) for _ in range(config.n_layers)
        )
        self.decoder: Sequence[DecoderLayer] = nn.ModuleList(  # type: ignore[assignment]
            DecoderLayer(config) for _ in range(config.n_layers)
        )
        self.dropout = nn.Dropout(config.dropout)
        for parameter in self.parameters():
            if parameter.dim() > 1:
                nn.init.xavier_uniform_(parameter)
        nn.init.normal_(self.embedding.weight, std=config.d_model**-0.5)

    @property
    def capabilities(self) -> Capabilities:
        """All interventions but those that do not apply to the score."""
        return Capabilities(
            task=self.task,
            stacks=dict.fromkeys(STACKS, Stack(self.config.n_layers, self.config.n_heads)),
            block="transformer",
            norm="after",
            positions="learned" if self.config.positions == "learned" else "sinusoidal",
            embedding_factor=self.config.d_model**0.5,
            score=self.config.score,
            longest=self.config.longest,
            longest_trained=self.config.max_length,
        )

    @property
    def encoder_steps(self) -> tuple[str, ...]:
        """The names of the encoder's steps."""
        return (
            "embedding",
            "+ position",
            *(f"layer {layer + 1}" for layer in range(self.config.n_layers)),
        )

    def parts(self, stack: str, layer: int) -> Parts:
        """Return the modules of an attention step and of the feed-forward step after it, by name.

        Cross-attention also has the self-attention before it, and the first layer's self-attention
        the table of positions.
        """
        block = (self.encoder if stack == "encoder" else self.decoder)[layer]

        def attention(kind: str, prefix: str = "") -> Parts:
            module = getattr(block, f"{kind}_attention")
            norm = getattr(block, f"{kind}_attention_norm")
            parts = *module.named_children(), ("norm", norm)
            return {prefix + name: part for name, part in parts}

        before: Parts = {}
        if stack != "cross" and layer == 0:
            before["positions"] = self.positions
        if stack == "decoder":  # no feed-forward layer before the cross-attention
            return before | attention("self")
        cross = attention("cross") | attention("self", "self_") if stack == "cross" else {}
        step = cross or before | attention("self")
        return step | feed_forward_parts(block)

    def embed(self, ids: Tensor, start: int = 0, arrangement: str = "as trained") -> Tensor:
        """Return the input of the first layer: embedding * sqrt(d_model) + position.

        Ids `[batch, position]` to `[batch, position, d_model]`.
        """
        positions = perturb_positions(self.positions[start : start + ids.shape[1]], arrangement)
        return self.dropout(self.embedding(ids) * self.config.d_model**0.5 + positions)

    def encode(
        self,
        source: Tensor,
        recording: Recording | None = None,
        changes: NetworkChanges = AS_TRAINED,
    ) -> tuple[Tensor, Tensor]:
        """Encode ids `[batch, source]` to the memory `[batch, source, d_model]` and its mask."""
        allowed = padding_mask(source, self.config.padding_id)
        if not changes.what_if.padding_mask:
            allowed = torch.ones_like(allowed)
        x = self.embed(source, arrangement=changes.what_if.positions)
        return self.run_layers("encoder", self.encoder, x, allowed, recording, changes), allowed

    def start(
        self,
        source: Tensor,
        recording: Recording | None = None,
        changes: NetworkChanges = AS_TRAINED,
    ) -> DecoderState:
        """Read the source; return the state before the first target word."""
        memory, allowed = self.encode(source, recording, changes)
        return DecoderState(
            changes.allowed_source(allowed),
            [layer.cross_attention.keys_and_values(memory) for layer in self.decoder],
            positions=changes.what_if.positions,
        )

    def decode(
        self,
        target: Tensor,
        state: DecoderState,
        recording: Recording | None = None,
        changes: NetworkChanges = AS_TRAINED,
    ) -> Tensor:
        """Decode all positions of `target [batch, target]` at once; `[batch, target, d_model]`.

        A position attends to itself and to earlier ones; without the causal mask also to later
        ones, but not to padding.
        """
        x = self.embed(target, arrangement=changes.what_if.positions)
        allowed = target_mask(
            target.shape[1], changes.what_if.mask, changes.what_if.window, target.device
        )
        if changes.what_if.mask == "none":
            allowed = allowed & padding_mask(target, self.config.padding_id)
        x = changes.put_in("decoder", 0, "state", x)
        if recording is not None:
            recording.add_hidden("decoder", x)
        for number, (layer, memory) in enumerate(zip(self.decoder, state.memory)):
            change = changes.at("decoder", number), changes.at("cross", number)
            x, _ = layer(x, allowed, memory, state.source_allowed, None, recording, *change)
            x = changes.put_in("decoder", number + 1, "state", x)
            if recording is not None:
                recording.add_hidden("decoder", x)
        return x

    def step(self, last: Tensor, state: DecoderState) -> tuple[Tensor, DecoderState]:
        """Decode one more word, with cached keys and values.

        Ids `last [batch]` to the logits of the next word, `[batch, vocabulary]`.
        """
        past: Sequence[tuple[Tensor, Tensor] | None] = state.past or [None] * len(self.decoder)
        length = 0 if state.past is None else state.past[0][0].shape[2]
        x = self.embed(last[:, None], length, state.positions)  # [batch, 1, d_model]
        new_past = []
        for layer, memory, before in zip(self.decoder, state.memory, past):
            x, keys_and_values = layer(x, None, memory, state.source_allowed, before, None)
            new_past.append(keys_and_values)
        return self.logits(x[:, 0]), replace(state, past=new_past)

    def forward(
        self,
        source: Tensor,
        target: Tensor,
        recording: Recording | None = None,
        changes: NetworkChanges = AS_TRAINED,
    ) -> Tensor:
        """Return the last layer's output under teacher forcing; `[batch, target, d_model]`."""
        return self.decode(target, self.start(source, recording, changes), recording, changes)
