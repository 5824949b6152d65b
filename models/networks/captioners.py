"""Two networks that look at a picture and write what they see.

`AttendingLSTM` is soft attention of Xu et al. 2015, "Show, Attend and Tell"; `SceneTransformer` has
the decoder of our transformer. Both read the picture with three convolutions: every vector sees 20
pixels around its 6, so that where a decoder looks tells what it looks at.
"""

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn

from .attention import AdditiveScore, AttentionRecord, attend
from .changes import AS_TRAINED, NetworkChanges
from .recorder import Recording
from .transformer import Transformer, TransformerConfig

_POSITIONS = 10  # of a row and of a column of the annotation vectors


class _PictureReader(nn.Module):
    """Convolutions that turn a picture into annotation vectors, with learnt positions.

    Xu et al. take the features of a network that was trained on photographs (section 3.1.1); this
    one is trained with the decoder.
    """

    def __init__(self, d_model: int):
        super().__init__()
        self.convolutions = nn.Sequential(
            nn.Conv2d(3, 32, 4, stride=2, padding=1),  # [batch, 32, 30, 30]
            nn.ReLU(),
            nn.Conv2d(32, 96, 3, stride=3),  # [batch, 96, 10, 10]
            nn.ReLU(),
            nn.Conv2d(96, d_model, 3, padding=1),
            nn.ReLU(),
        )
        self.positions = nn.Parameter(0.1 * torch.randn(_POSITIONS**2, d_model))
        self.norm = nn.LayerNorm(d_model)

    def forward(self, pictures: Tensor) -> Tensor:
        """`[batch, pixel, pixel, colour]`, 0 to 1, to `[batch, position, d_model]`, row by row."""
        features = self.convolutions(1 - pictures.movedim(-1, 1))  # white is 0
        return self.norm(features.flatten(2).transpose(1, 2) + self.positions)


@dataclass(frozen=True)
class AttendingConfig:
    """Sizes of the network."""

    vocabulary_size: int
    d_model: int = 128
    d_score: int = 32  # of the small network that compares a state with a part of the picture
    dropout: float = 0.1


class _AttendingState(NamedTuple):
    """What is carried from word to word."""

    memory: Tensor  # [batch, position, d_model]
    keys: Tensor  # [batch, position, d_score]: what the score compares of it
    hidden: Tensor  # [batch, d_model]
    cell: Tensor  # [batch, d_model]


class AttendingLSTM(nn.Module):
    """An LSTM that looks at the picture before each word (Xu et al. 2015, section 3.1.2).

    Left out: the doubly stochastic penalty (section 4.2.1), which asks for equal light on all of
    the picture; our paper is mostly white.
    """

    def __init__(self, config: AttendingConfig):
        super().__init__()
        self.config = config
        d = config.d_model
        self.reader = _PictureReader(d)
        self.embedding = nn.Embedding(config.vocabulary_size, d)
        self.first_hidden, self.first_cell = nn.Linear(d, d), nn.Linear(d, d)
        self.score = AdditiveScore(d, d, config.d_score)
        self.gate = nn.Linear(d, 1)
        self.lstm = nn.LSTMCell(2 * d, d)
        self.of_hidden, self.of_context = nn.Linear(d, d), nn.Linear(d, d)
        self.dropout = nn.Dropout(config.dropout)
        self.to_words = nn.Linear(d, config.vocabulary_size)

    def start(self, pictures: Tensor) -> _AttendingState:
        """Read pictures; the LSTM starts from the mean of the annotation vectors."""
        memory = self.reader(pictures)
        hidden, cell = self.first_hidden(memory.mean(1)), self.first_cell(memory.mean(1))
        return _AttendingState(memory, self.score.of_key(memory), hidden.tanh(), cell.tanh())

    def step(
        self, last: Tensor, state: _AttendingState, record: list[AttentionRecord] | None = None
    ) -> tuple[Tensor, _AttendingState]:
        """Write a word: the ids `last [batch]` to logits `[batch, vocabulary]`, the next state."""
        memory, keys, hidden, cell = state
        query, key = hidden[:, None, None], memory[:, None]  # one head
        # [batch, 1, 1, position]
        scores = self.score.compare(self.score.of_query(query), keys[:, None])
        context = attend(scores, query, key, key, None, record)[:, 0, 0]
        context = self.gate(hidden).sigmoid() * context  # β (section 4.2.1)
        word = self.embedding(last)
        hidden, cell = self.lstm(torch.cat([word, context], -1), (hidden, cell))
        output = word + self.of_hidden(self.dropout(hidden)) + self.of_context(context)  # eq. 7
        return self.to_words(self.dropout(output)), _AttendingState(memory, keys, hidden, cell)

    def forward(
        self, pictures: Tensor, target: Tensor, recording: Recording | None = None
    ) -> Tensor:
        """Return the logits under teacher forcing, `[batch, target, vocabulary]`."""
        state, logits = self.start(pictures), []
        record: list[AttentionRecord] | None = None if recording is None else []
        for last in target.unbind(1):
            word, state = self.step(last, state, record)
            logits.append(word)
        if recording is not None and record:
            recording.attention["cross"].append(
                record[0]._replace(
                    query=torch.cat([step.query for step in record], 2),
                    scores=torch.cat([step.scores for step in record], 2),
                    weights=torch.cat([step.weights for step in record], 2),
                    head_output=torch.cat([step.head_output for step in record], 2),
                )
            )
        return torch.stack(logits, 1)


class SceneTransformer(Transformer):
    """Our transformer, whose memory is the annotation vectors of a picture."""

    def __init__(self, config: TransformerConfig):
        super().__init__(config)
        del self.encoder
        self.reader = _PictureReader(config.d_model)

    def encode(
        self,
        source: Tensor,
        recording: Recording | None = None,
        changes: NetworkChanges = AS_TRAINED,
    ) -> tuple[Tensor, Tensor]:
        """Read pictures `[batch, pixel, pixel, colour]`; all of a picture may be looked at."""
        memory = self.reader(source)
        return memory, torch.ones(1, 1, 1, memory.shape[1], dtype=torch.bool, device=memory.device)

    def forward(
        self,
        source: Tensor,
        target: Tensor,
        recording: Recording | None = None,
        changes: NetworkChanges = AS_TRAINED,
    ) -> Tensor:
        """Return the logits under teacher forcing, `[batch, target, vocabulary]`."""
        return self.logits(super().forward(source, target, recording, changes))
