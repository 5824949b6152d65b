"""The encoder-decoder transformer of Vaswani et al. 2017, "Attention Is All You Need".

Layer normalisation comes after each sub-layer (section 3.1); one embedding matrix serves the source,
the target and the output (section 3.4); positions are sinusoids (section 3.5).
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from .attention import MultiHeadAttention, causal_mask, padding_mask
from .positions import sinusoids
from .recorder import Recording
from .trace import STACKS


@dataclass(frozen=True)
class TransformerConfig:
    """Sizes of the network. `max_length` is the number of tokens a sentence may have on either side."""

    vocabulary_size: int
    d_model: int = 128
    d_ff: int = 256
    n_heads: int = 4
    n_layers: int = 4
    dropout: float = 0.1
    max_length: int = 128
    padding_id: int = 0


class FeedForward(nn.Sequential):
    """max(0, x W_1 + b_1) W_2 + b_2, at every position alike (section 3.3)."""

    def __init__(self, d_model: int, d_ff: int):
        super().__init__(nn.Linear(d_model, d_ff), nn.ReLU(), nn.Linear(d_ff, d_model))


class EncoderLayer(nn.Module):
    def __init__(self, config: TransformerConfig):
        super().__init__()
        self.self_attention = MultiHeadAttention(config.d_model, config.n_heads, config.dropout)
        self.self_attention_norm = nn.LayerNorm(config.d_model)
        self.feed_forward = FeedForward(config.d_model, config.d_ff)
        self.feed_forward_norm = nn.LayerNorm(config.d_model)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: Tensor, allowed: Tensor, recording: Recording | None) -> Tensor:
        record = recording and recording.attention["encoder"]
        attended = self.self_attention(x, *self.self_attention.keys_and_values(x), allowed, record)
        x = self.self_attention_norm(x + self.dropout(attended))
        return self.feed_forward_norm(x + self.dropout(self.feed_forward(x)))


class DecoderLayer(nn.Module):
    def __init__(self, config: TransformerConfig):
        super().__init__()
        self.self_attention = MultiHeadAttention(config.d_model, config.n_heads, config.dropout)
        self.self_attention_norm = nn.LayerNorm(config.d_model)
        self.cross_attention = MultiHeadAttention(config.d_model, config.n_heads, config.dropout)
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
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """The layer's output, and the keys and values of all target positions so far."""
        self_record = recording and recording.attention["decoder"]
        cross_record = recording and recording.attention["cross"]
        key, value = self.self_attention.keys_and_values(x)
        if past is not None:
            key, value = torch.cat([past[0], key], dim=2), torch.cat([past[1], value], dim=2)
        x = self.self_attention_norm(x + self.dropout(self.self_attention(x, key, value, allowed, self_record)))
        attended = self.cross_attention(x, *memory_keys_and_values, source_allowed, cross_record)
        x = self.cross_attention_norm(x + self.dropout(attended))
        return self.feed_forward_norm(x + self.dropout(self.feed_forward(x))), (key, value)


@dataclass
class DecoderState:
    """What greedy and beam search carry from word to word; batch first everywhere."""

    source_allowed: Tensor  # [batch, 1, 1, source]
    memory: list[tuple[Tensor, Tensor]]  # per layer: key, value of the source [batch, head, source, d_head]
    past: list[tuple[Tensor, Tensor]] | None = None  # per layer: key, value of the target so far

    def select(self, rows: Tensor) -> "DecoderState":
        """The state of these rows of the batch; beam search reorders and repeats its sentences."""
        pick = lambda layers: [(key[rows], value[rows]) for key, value in layers]
        return DecoderState(self.source_allowed[rows], pick(self.memory), self.past and pick(self.past))


class Transformer(nn.Module):
    def __init__(self, config: TransformerConfig):
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocabulary_size, config.d_model)
        self.register_buffer("positions", sinusoids(config.max_length, config.d_model), persistent=False)
        self.encoder = nn.ModuleList(EncoderLayer(config) for _ in range(config.n_layers))
        self.decoder = nn.ModuleList(DecoderLayer(config) for _ in range(config.n_layers))
        self.dropout = nn.Dropout(config.dropout)
        for parameter in self.parameters():
            if parameter.dim() > 1:
                nn.init.xavier_uniform_(parameter)
        nn.init.normal_(self.embedding.weight, std=config.d_model**-0.5)

    @property
    def attention_sizes(self) -> dict[str, tuple[int, int]]:
        """Each mechanism with its number of layers and heads."""
        return dict.fromkeys(STACKS, (self.config.n_layers, self.config.n_heads))

    lstms = ()  # a transformer has none

    def embed(self, ids: Tensor, start: int = 0) -> Tensor:
        """What enters the first layer: embedding * sqrt(d_model) + position; `[batch, position, d_model]`."""
        positions = self.positions[start : start + ids.shape[1]]
        return self.dropout(self.embedding(ids) * self.config.d_model**0.5 + positions)

    def encode(self, source: Tensor, recording: Recording | None = None) -> tuple[Tensor, Tensor]:
        """`source [batch, source]` ids to the memory `[batch, source, d_model]` and its padding mask."""
        allowed = padding_mask(source, self.config.padding_id)
        x = self.embed(source)
        if recording is not None:
            recording.hidden["encoder"].append(x)
        for layer in self.encoder:
            x = layer(x, allowed, recording)
            if recording is not None:
                recording.hidden["encoder"].append(x)
        return x, allowed

    def start(self, source: Tensor, recording: Recording | None = None) -> DecoderState:
        """Read the source; the state before the first target word."""
        memory, allowed = self.encode(source, recording)
        return DecoderState(allowed, [layer.cross_attention.keys_and_values(memory) for layer in self.decoder])

    def decode(self, target: Tensor, state: DecoderState, recording: Recording | None = None) -> Tensor:
        """All positions of `target [batch, target]` at once, each seeing itself and those before; `[batch, target, d_model]`."""
        x = self.embed(target)
        allowed = causal_mask(target.shape[1], target.device)
        if recording is not None:
            recording.hidden["decoder"].append(x)
        for layer, memory in zip(self.decoder, state.memory):
            x, _ = layer(x, allowed, memory, state.source_allowed, None, recording)
            if recording is not None:
                recording.hidden["decoder"].append(x)
        return x

    def step(self, last: Tensor, state: DecoderState) -> tuple[Tensor, DecoderState]:
        """One more word: ids `last [batch]` to the next word's logits `[batch, vocabulary]`, cached keys and values."""
        past = state.past or [None] * len(self.decoder)
        length = 0 if state.past is None else state.past[0][0].shape[2]
        x = self.embed(last[:, None], start=length)  # [batch, 1, d_model]
        grown = []
        for layer, memory, before in zip(self.decoder, state.memory, past):
            x, now = layer(x, None, memory, state.source_allowed, before, None)
            grown.append(now)
        return self.logits(x[:, 0]), DecoderState(state.source_allowed, state.memory, grown)

    def logits(self, x: Tensor) -> Tensor:
        """Scores over the vocabulary, the embedding used as output layer (section 3.4); `[..., vocabulary]`."""
        return nn.functional.linear(x, self.embedding.weight)

    def forward(self, source: Tensor, target: Tensor, recording: Recording | None = None) -> Tensor:
        """Teacher forcing: the last layer's output at every target position, `[batch, target, d_model]`."""
        return self.decode(target, self.start(source, recording), recording)
