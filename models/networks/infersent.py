"""InferSent: a bidirectional LSTM with max pooling reads two sentences and compares them.

Conneau et al. 2017 ("BiLSTM-Max"). Smaller: GloVe of 100 dimensions instead of 300, 128
units in each direction instead of 2,048, and a classifier with one hidden layer of 128. The words
that GloVe lacks and that every text has ("a", "not" as "n't", full stops) have vectors that are
learnt; GloVe itself stays as it is, so that words outside the training pairs are read too.
"""

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


@dataclass(frozen=True)
class InferSentConfig:
    """Sizes of the network. Ids below `n_learnt` have learnt vectors, the others those of GloVe."""

    n_learnt: int
    d_word: int = 100
    d_hidden: int = 128  # units of each direction; a sentence has twice as many
    d_classifier: int = 128
    n_labels: int = 3
    dropout: float = 0.1  # in the classifier
    padding_id: int = 0


class _Pooled(NamedTuple):
    """Sentences as vectors."""

    vectors: Tensor  # [batch, 2 * d_hidden]
    places: Tensor  # [batch, 2 * d_hidden]: the position that each number comes from


def _compare(u: Tensor, v: Tensor) -> Tensor:
    """Return (u, v, |u - v|, u * v) of two sentences `[batch, d]`: `[batch, 4 * d]`."""
    return torch.cat([u, v, (u - v).abs(), u * v], dim=-1)


class InferSent(nn.Module):
    def __init__(self, config: InferSentConfig, word_vectors: Tensor):
        """`word_vectors [word, d_word]` of GloVe, which is not trained and not saved."""
        super().__init__()
        self.config = config
        self.word_vectors: Tensor
        self.register_buffer("word_vectors", word_vectors, persistent=False)
        self.learnt = nn.Embedding(config.n_learnt, config.d_word)
        self.lstm = nn.LSTM(config.d_word, config.d_hidden, batch_first=True, bidirectional=True)
        self.classifier = nn.Sequential(
            nn.Dropout(config.dropout),
            nn.Linear(8 * config.d_hidden, config.d_classifier),
            nn.ReLU(),
            nn.Dropout(config.dropout),
            nn.Linear(config.d_classifier, config.n_labels),
        )

    def embed(self, ids: Tensor) -> Tensor:
        """Embed ids `[batch, position]` to `[batch, position, d_word]`."""
        n_learnt = self.config.n_learnt
        return torch.where(
            (ids < n_learnt)[..., None],
            self.learnt(ids.clamp(max=n_learnt - 1)),
            self.word_vectors[(ids - n_learnt).clamp(min=0)],
        )

    def states(self, ids: Tensor) -> Tensor:
        """Read ids `[batch, position]` in both directions: `[batch, position, 2 * d_hidden]`."""
        lengths = (ids != self.config.padding_id).sum(dim=1)
        packed = pack_padded_sequence(
            self.embed(ids), lengths.cpu(), batch_first=True, enforce_sorted=False
        )
        states, _ = pad_packed_sequence(
            self.lstm(packed)[0],
            batch_first=True,
            padding_value=-torch.inf,  # the largest value is never at padding
            total_length=ids.shape[1],
        )
        return states

    def encode(self, ids: Tensor) -> _Pooled:
        """Turn sentences `[batch, position]` into vectors: the largest value of each unit."""
        largest = self.states(ids).max(dim=1)
        return _Pooled(largest.values, largest.indices)

    def judge(self, u: Tensor, v: Tensor) -> Tensor:
        """Compare sentences as vectors, `[batch, d]` each: logits `[batch, label]`."""
        return self.classifier(_compare(u, v))

    def forward(self, first: Tensor, second: Tensor) -> Tensor:
        """Compare sentences, ids `[batch, position]` each: logits `[batch, label]`."""
        return self.judge(self.encode(first).vectors, self.encode(second).vectors)
