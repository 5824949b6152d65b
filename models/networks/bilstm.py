"""Recurrent translation: a bidirectional LSTM encoder, an LSTM decoder, attention if wanted.

With attention it is the "global" model of Luong et al. 2015, with that paper's dot and bilinear
("general") scores or the additive score of Bahdanau et al. 2015. Unlike Bahdanau's, the query is
the decoder's state after reading the last word, not before, and the context does not enter the next
state. So models differ only in their score function, and all positions are computed at once.

Without attention (`score=None`) the decoder knows the source only by its first state (Sutskever et
al. 2014, with the encoder of Bahdanau et al. 2015, section 3.2).

`cell="rnn"` replaces each LSTM with a plain tanh network (Elman 1990), without gates and cell.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from ..lengths import LONGEST
from ..protocols import Capabilities, ScoreName, Stack, Task
from ..reasons import UNSUPPORTED
from ..request import GATES
from .attention import BilinearScore, Score, attend, make_score, padding_mask
from .blocks import TiedOutput
from .changes import AS_TRAINED, NetworkChanges
from .recorder import Recording

# Why a what-if does not apply; {model} stands for the name of the model.
_NO_MASK = (
    "{model} has no decoder self-attention to mask: its decoder reads one word after the other "
    "and never sees a later one."
)
_NO_PADDING = "{model} stops reading where the sentence ends, so it never sees padding."
UNSUPPORTED_WITH_ATTENTION = {
    "positions": (
        "{model} has no positional encodings: a recurrent network reads word by "
        "word and gets the order from that."
    ),
    "mask": _NO_MASK,
    "window": _NO_MASK,
    "silenced": (
        "{model} has a single attention, not several heads of which one could be switched off."
    ),
    "padding": _NO_PADDING,
    "padding_mask": _NO_PADDING,
}
_NO_ATTENTION = (
    "{model} has no attention: its decoder knows the sentence only from the encoder's last state."
)
_UNSUPPORTED_WITHOUT_ATTENTION = UNSUPPORTED_WITH_ATTENTION | dict.fromkeys(
    ("scale", "temperature", "silenced", "forced", "blocked"), _NO_ATTENTION
)


CELLS: dict[str, type[Any]] = {"lstm": nn.LSTM, "rnn": nn.RNN}
_LSTMS = "encoder forward", "encoder backward", "decoder"  # a trace records their gates


@dataclass(frozen=True)
class BiLSTMConfig:
    """Sizes of the network.

    The embedding, both encoder directions together and the decoder are `d_model` wide.
    """

    vocabulary_size: int
    d_model: int = 256
    score: ScoreName | None = "additive"  # None: no attention
    dropout: float = 0.2
    max_length: int = 128
    padding_id: int = 0
    cell: str = "lstm"  # "lstm" or "rnn": tanh(W x + U h + b)

    @property
    def lstms(self) -> tuple[str, ...]:
        """The LSTMs whose gates a trace records."""
        return _LSTMS if self.cell == "lstm" else ()


def _lstm_cell(
    fed: Tensor,
    hidden: Tensor,
    cell: Tensor,
    weights: dict[str, Tensor],
    forced: Mapping[str, float] = {},
) -> dict[str, Tensor]:
    """Compute the gates of one LSTM step, `[batch, unit]` each.

    `fed [batch, 4 * unit]` is what the input gives, with its bias; `hidden` and `cell [batch,
    unit]`; weights are named as in `torch.nn.LSTM`.
    A gate in `forced` has that value in every unit. Hochreiter & Schmidhuber 1997 with the forget
    gate of Gers et al. 2000.
    """
    gates = fed + hidden @ weights["weight_hh"].T + weights["bias_hh"]  # [batch, 4 * unit]
    input_gate, forget_gate, candidate, output_gate = gates.chunk(4, dim=-1)
    input_gate = input_gate.sigmoid()
    forget_gate = forget_gate.sigmoid()
    candidate = candidate.tanh()
    output_gate = output_gate.sigmoid()
    if forced:
        input_gate, forget_gate, output_gate = (
            torch.full_like(values, forced[gate]) if gate in forced else values
            for gate, values in zip(GATES, (input_gate, forget_gate, output_gate), strict=True)
        )
    cell = forget_gate * cell + input_gate * candidate
    return {
        "input": input_gate,
        "forget": forget_gate,
        "output": output_gate,
        "candidate": candidate,
        "cell": cell,
        "hidden": output_gate * cell.tanh(),
    }


def lstm_gates(
    lstm: nn.LSTM,
    x: Tensor,
    first: tuple[Tensor, Tensor] | None = None,
    backward: bool = False,
    forced: Mapping[str, float] = {},
) -> dict[str, Tensor]:
    """Compute the gates of `lstm` at every word of `x [batch, position, d_in]`.

    Each gate is `[batch, position, unit]`. `first` is the hidden state and cell before the first
    word, `[batch, unit]`; the default is zero. See `_lstm_cell` for `forced`.
    """
    weights = _weights_of(lstm, backward)
    hidden, cell = first or (x.new_zeros(len(x), lstm.hidden_size),) * 2
    fed = x @ weights["weight_ih"].T + weights["bias_ih"]  # of all words at once
    steps = []
    for position in reversed(range(x.shape[1])) if backward else range(x.shape[1]):
        steps.append(_lstm_cell(fed[:, position], hidden, cell, weights, forced))
        hidden, cell = steps[-1]["hidden"], steps[-1]["cell"]
    if backward:
        steps.reverse()
    return {gate: torch.stack([step[gate] for step in steps], dim=1) for gate in steps[0]}


_WEIGHTS = "weight_ih", "weight_hh", "bias_ih", "bias_hh"  # of torch's recurrent layers


def _weights_of(layer: nn.RNNBase, backward: bool = False) -> dict[str, Tensor]:
    """Return the weights of one direction of a recurrent layer, named as in torch."""
    suffix = "_l0_reverse" if backward else "_l0"
    return {name: getattr(layer, name + suffix) for name in _WEIGHTS}


def recurrent_parts(layer: nn.RNNBase, backward: bool = False) -> dict[str, Tensor]:
    """Return the weights of one direction for x W + h U + b, as `TextModel.parameters` names them.

    The columns of an LSTM are those of the input gate, the forget gate, the candidate and the
    output gate, side by side.
    """
    weights = _weights_of(layer, backward)
    return {
        "of_input": weights["weight_ih"].T,
        "of_hidden": weights["weight_hh"].T,
        "bias": weights["bias_ih"] + weights["bias_hh"],
    }


def _concat_directions(last: Tensor | tuple[Tensor, Tensor]) -> list[Tensor]:
    """Concatenate both directions of torch's last state, `[direction, batch, unit]`.

    Returns the hidden state, and an LSTM's cell, `[batch, d_model]` each.
    """
    states = last if isinstance(last, tuple) else (last,)
    return [state.transpose(0, 1).flatten(1) for state in states]


@dataclass
class _RecurrentState:
    """The state that greedy and beam search carry from word to word; always batch first."""

    memory: Tensor  # [batch, source, d_model]
    source_allowed: Tensor  # [batch, 1, 1, source]
    hidden: Tensor  # [batch, d_model]
    cell: Tensor | None = None  # [batch, d_model]; None in a plain network
    forced: Mapping[str, float] = field(default_factory=dict, kw_only=True)  # gates of `decoder`

    @property
    def first(self) -> Tensor | tuple[Tensor, Tensor]:
        """The initial state for torch's LSTM or plain network: `[1, batch, d_model]`, one layer."""
        return self.hidden[None] if self.cell is None else (self.hidden[None], self.cell[None])

    def select(self, rows: Tensor) -> "_RecurrentState":
        """Select rows of the batch."""
        cell = None if self.cell is None else self.cell[rows]
        memory, source_allowed = self.memory[rows], self.source_allowed[rows]
        return _RecurrentState(memory, source_allowed, self.hidden[rows], cell, forced=self.forced)


class BiLSTM(TiedOutput):
    task: Task = "translation"

    def __init__(self, config: BiLSTMConfig):
        super().__init__()
        self.config = config
        d = config.d_model
        if config.cell not in CELLS:
            raise ValueError(f"unknown cell {config.cell!r}; choose one of {', '.join(CELLS)}")
        if d % 2:
            raise ValueError(f"d_model must be even, half for each direction, got {d}")
        self.embedding = nn.Embedding(config.vocabulary_size, d)
        nn.init.normal_(self.embedding.weight, std=d**-0.5)
        self.encoder = CELLS[config.cell](d, d // 2, batch_first=True, bidirectional=True)
        self.decoder = CELLS[config.cell](d, d, batch_first=True)
        self.score: Score | None = make_score(config.score, d) if config.score else None
        self.combine = nn.Linear(2 * d if config.score else d, d, bias=False)
        self.dropout = nn.Dropout(config.dropout)

    @property
    def capabilities(self) -> Capabilities:
        """One head of cross-attention, or no attention."""
        return Capabilities(
            task=self.task,
            stacks={"cross": Stack(1, 1)} if self.score else {},
            block="recurrent",
            embedding_factor=self.config.d_model**0.5,
            score=self.config.score,
            unsupported=UNSUPPORTED_WITH_ATTENTION
            if self.score
            else _UNSUPPORTED_WITHOUT_ATTENTION,
            unanswered={"lens": UNSUPPORTED["one layer"]},
            longest=max(self.config.max_length, LONGEST),
            longest_trained=self.config.max_length,
            lstms=self.config.lstms,
            recurrent=_LSTMS,
        )

    def parts(self, stack: str, layer: int) -> dict[str, nn.Module | Tensor]:
        """Return the modules of the attention and of the step after it, by name.

        Or those of the recurrent layer `stack`; see `recurrent_parts`.
        """
        if stack in _LSTMS:
            layer_of = self.decoder if stack == "decoder" else self.encoder
            return dict(recurrent_parts(layer_of, backward=stack == "encoder backward"))
        parts: dict[str, nn.Module | Tensor] = {"combine": self.combine}
        if self.score is not None:
            parts |= dict(self.score.named_children())
        if isinstance(self.score, BilinearScore):
            parts["weight"] = self.score.weight
        return parts

    # The names of the encoder's steps.
    encoder_steps = ("embedding", "both directions")

    def embed(self, ids: Tensor, start: int = 0, arrangement: str = "as trained") -> Tensor:
        """Embed ids `[batch, position]` to `[batch, position, d_model]`."""
        return self.dropout(self.embedding(ids) * self.config.d_model**0.5)

    def start(
        self,
        source: Tensor,
        recording: Recording | None = None,
        changes: NetworkChanges = AS_TRAINED,
    ) -> _RecurrentState:
        """Read the source in both directions; the decoder starts from their final states."""
        x = self.embed(source)
        lengths = (source != self.config.padding_id).sum(dim=1)
        packed = pack_padded_sequence(x, lengths.cpu(), batch_first=True, enforce_sorted=False)
        if changes.what_if.gates:
            memory, last = self.read_forced(x, lengths.tolist(), changes)
        else:
            read, last = self.encoder(packed)
            memory, _ = pad_packed_sequence(read, batch_first=True, total_length=source.shape[1])
        if recording is not None:
            recording.add_hidden("encoder", x, memory)
        if recording is not None and recording.record.gates and self.config.cell == "lstm":
            for name, gates in self.encoder_gates(x[:1, : lengths[0]], changes).items():
                recording.gates[name] = {gate: values[0] for gate, values in gates.items()}
        source_allowed = changes.allowed_source(padding_mask(source, self.config.padding_id))
        first, forced = _concat_directions(last), changes.gates_of("decoder")
        return _RecurrentState(memory, source_allowed, *first, forced=forced)

    def encoder_gates(self, x: Tensor, changes: NetworkChanges) -> dict[str, dict[str, Tensor]]:
        """Compute the gates of both directions over `x [batch, position, d_model]`, unpadded."""
        return {
            name: lstm_gates(
                self.encoder,
                x,
                backward=name == "encoder backward",
                forced=changes.gates_of(name),
            )
            for name in _LSTMS[:2]
        }

    def read_forced(
        self, x: Tensor, lengths: list[int], changes: NetworkChanges
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """Read embedded sentences `x [batch, source, d_model]` with forced gates.

        Returns what the encoder does: its states, 0 at padding, and torch's last state.
        """
        memory = torch.zeros_like(x)
        hidden, cell = x.new_zeros(2, 2, len(x), self.config.d_model // 2)
        for row, length in enumerate(lengths):
            both = self.encoder_gates(x[row : row + 1, :length], changes).values()
            memory[row, :length] = torch.cat([gates["hidden"][0] for gates in both], dim=-1)
            for direction, (gates, end) in enumerate(zip(both, (-1, 0), strict=True)):
                hidden[direction, row] = gates["hidden"][0, end]
                cell[direction, row] = gates["cell"][0, end]
        return memory, (hidden, cell)

    def attend(
        self,
        hidden: Tensor,
        state: _RecurrentState,
        recording: Recording | None = None,
        changes: NetworkChanges = AS_TRAINED,
    ) -> Tensor:
        """Attend from decoder states `[batch, target, d_model]` to the source.

        Returns the attentional state (Luong et al. 2015, eq. 5).
        """
        if self.score is None:
            return self.dropout(self.combine(hidden).tanh())
        # One head: [batch, 1, position, d_model].
        query, memory = hidden.unsqueeze(1), state.memory.unsqueeze(1)
        change = changes.at("cross", 0)
        scores = self.score.under(change, query, memory)  # [batch, 1, target, source]
        record = None if recording is None else recording.attention["cross"]
        context = attend(
            scores, query, memory, memory, state.source_allowed, record, change, self.score.weights
        )
        return self.dropout(self.combine(torch.cat([context.squeeze(1), hidden], dim=-1)).tanh())

    def decode(
        self,
        target: Tensor,
        state: _RecurrentState,
        recording: Recording | None = None,
        changes: NetworkChanges = AS_TRAINED,
    ) -> Tensor:
        """Decode all positions of `target [batch, target]`; `[batch, target, d_model]`."""
        x = self.embed(target)
        if forced := changes.gates_of("decoder"):
            assert state.cell is not None  # an LSTM has one
            first = state.hidden, state.cell
            hidden = lstm_gates(self.decoder, x, first, forced=forced)["hidden"]
        else:
            hidden, _ = self.decoder(x, state.first)
        if recording is not None:
            recording.add_hidden("decoder", x, hidden)
        if recording is not None and recording.record.gates and self.config.cell == "lstm":
            assert state.cell is not None
            first = state.hidden[:1], state.cell[:1]
            gates = lstm_gates(self.decoder, x[:1], first, forced=forced)
            recording.gates["decoder"] = {gate: values[0] for gate, values in gates.items()}
        return self.attend(hidden, state, recording, changes)

    def step(self, last: Tensor, state: _RecurrentState) -> tuple[Tensor, _RecurrentState]:
        """Decode one more word: ids `last [batch]` to its logits `[batch, vocabulary]`."""
        x = self.embed(last[:, None])
        if state.forced:
            assert state.cell is not None  # an LSTM has one
            gates = lstm_gates(self.decoder, x, (state.hidden, state.cell), forced=state.forced)
            hidden, after = gates["hidden"], [gates["hidden"][:, 0], gates["cell"][:, 0]]
        else:
            hidden, last_state = self.decoder(x, state.first)
            after = _concat_directions(last_state)
        logits = self.logits(self.attend(hidden, state)[:, 0])
        memory, source_allowed = state.memory, state.source_allowed
        return logits, _RecurrentState(memory, source_allowed, *after, forced=state.forced)

    def forward(
        self,
        source: Tensor,
        target: Tensor,
        recording: Recording | None = None,
        changes: NetworkChanges = AS_TRAINED,
    ) -> Tensor:
        """Return the attentional states under teacher forcing; `[batch, target, d_model]`."""
        return self.decode(target, self.start(source, recording, changes), recording, changes)
