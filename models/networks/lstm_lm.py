"""A recurrent language model: an LSTM reads word by word and predicts the next word.

Sundermeyer et al. 2012. `ELMo` (Peters et al. 2018) is two such models, one reading from left to
right and one from right to left, that share an embedding and an output layer.

`cell="rnn"` replaces each LSTM with a plain tanh network (Elman 1990), as in the language model of
Mikolov et al. 2010.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from ..protocols import Capabilities, Task
from .bilstm import CELLS, UNSUPPORTED_WITH_ATTENTION, lstm_gates, recurrent_parts
from .blocks import LanguageModelWithoutAttention, Parts
from .changes import AS_TRAINED, NetworkChanges
from .recorder import Recording


@dataclass(frozen=True)
class LSTMConfig:
    """Sizes of the network; `max_length` is the most tokens it reads, "<s>" included."""

    vocabulary_size: int
    d_model: int = 256
    d_hidden: int = 512  # units of each recurrent layer
    n_layers: int = 2
    dropout: float = 0.1
    max_length: int = 128
    padding_id: int = 0
    cell: str = "lstm"  # "lstm" or "rnn": tanh(W x + U h + b)


class _LSTMLayer(nn.Module):
    """x + W LSTM(x); the first layer has no residual connection (Peters et al. 2018)."""

    def __init__(self, config: LSTMConfig, is_first: bool):
        super().__init__()
        self.is_first = is_first
        if config.cell not in CELLS:
            raise ValueError(f"unknown cell {config.cell!r}; choose one of {', '.join(CELLS)}")
        # The name is that of the weights in checkpoints, whatever the cell.
        self.lstm = CELLS[config.cell](config.d_model, config.d_hidden, batch_first=True)
        self.project = nn.Linear(config.d_hidden, config.d_model, bias=False)

    def forward(self, x: Tensor, forced: Mapping[str, float] = {}) -> Tensor:
        """Map `[batch, position, d_model]` to the same; no position depends on later ones.

        `forced` are gates as in `lstm_cell`.
        """
        hidden = lstm_gates(self.lstm, x, forced=forced)["hidden"] if forced else self.lstm(x)[0]
        projected = self.project(hidden)
        return projected if self.is_first else x + projected


class _RecurrentLanguageModel(LanguageModelWithoutAttention):
    """The parts that language models of one or two directions share."""

    block = "recurrent"
    unsupported: ClassVar = {
        name: UNSUPPORTED_WITH_ATTENTION[name] for name in ("positions", "padding", "padding_mask")
    }

    @property
    @abstractmethod
    def by_name(self) -> dict[str, Any]:
        """The layers, `_LSTMLayer` each, by their names in `Capabilities.recurrent`."""

    @property
    def capabilities(self) -> Capabilities:
        names = tuple(self.by_name)
        lstms = names if self.config.cell == "lstm" else ()
        capabilities = super().capabilities
        unsupported = dict(capabilities.unsupported)
        if lstms:
            del unsupported["gates"]
        return replace(capabilities, lstms=lstms, recurrent=names, unsupported=unsupported)

    def parts(self, stack: str, layer: int) -> Parts:
        """Return the weights of the recurrent layer `stack`; see `recurrent_parts`.

        And "project", which reads its state.
        """
        named = self.by_name[stack]
        return {**recurrent_parts(named.lstm), "project": named.project}

    def run_layers(
        self,
        names: Iterable[str],
        ids: Tensor,
        recording: Recording | None = None,
        changes: NetworkChanges = AS_TRAINED,
    ) -> list[Tensor]:
        """Return the embedding and the output of each layer, `[batch, position, d_model]`.

        Records the gates of the first sentence, in the order of `ids`.
        """
        states = [self.embed(ids)]
        for name in names:
            layer, forced = self.by_name[name], changes.gates_of(name)
            if recording is not None and recording.record.gates and self.config.cell == "lstm":
                gates = lstm_gates(layer.lstm, states[-1][:1], forced=forced)
                recording.gates[name] = {gate: values[0] for gate, values in gates.items()}
            states.append(self.dropout(layer(states[-1], forced)))
        return states


class LSTMLanguageModel(_RecurrentLanguageModel):
    task: Task = "causal-lm"

    def __init__(self, config: LSTMConfig):
        super().__init__(config)
        self.no_attention = "only an LSTM" if config.cell == "lstm" else "only an RNN"
        self.layers = _layers_of(config)

    @property
    def by_name(self) -> dict[str, Any]:
        return {f"decoder layer {place}": layer for place, layer in enumerate(self.layers, 1)}

    def forward(
        self, ids: Tensor, recording: Recording | None = None, changes: NetworkChanges = AS_TRAINED
    ) -> Tensor:
        """Return the last layer's output, `[batch, position, d_model]`.

        Each of `ids [batch, position]` depends on itself and earlier ones.
        """
        states = self.run_layers(self.by_name, ids, recording, changes)
        if recording is not None:
            recording.add_hidden("decoder", *states)
        return states[-1]


class ELMo(_RecurrentLanguageModel):
    """Two language models, one per direction; their states of a word are concatenated."""

    task: Task = "bidirectional-lm"
    no_attention = "only LSTMs"

    def __init__(self, config: LSTMConfig):
        super().__init__(config)
        self.forwards = _layers_of(config)
        self.backwards = _layers_of(config)

    @property
    def by_name(self) -> dict[str, Any]:
        return {
            f"encoder {way} layer {place}": layer
            for way, layers in (("forward", self.forwards), ("backward", self.backwards))
            for place, layer in enumerate(layers, 1)
        }

    def both(
        self,
        ids: Tensor,
        recording: Recording | None = None,
        changes: NetworkChanges = AS_TRAINED,
    ) -> tuple[list[Tensor], list[Tensor]]:
        """Return the states of each direction after the embedding and after each layer.

        `ids [batch, position]` to `[batch, position, d_model]` each. The state at a position has
        read its token and all earlier tokens, or all later tokens.
        """
        order = _reversed_places(ids, self.config.padding_id)
        names, count = [*self.by_name], self.config.n_layers
        forward = self.run_layers(names[:count], ids, recording, changes)
        backward = self.run_layers(names[count:], ids.gather(1, order), recording, changes)
        if recording is not None:
            for name in recording.gates.keys() & {*names[count:]}:
                gates = recording.gates[name]
                recording.gates[name] = {gate: values.flip(0) for gate, values in gates.items()}
        indices = order[..., None].expand_as(forward[0])
        return forward, [states.gather(1, indices) for states in backward]

    def forward(
        self, ids: Tensor, recording: Recording | None = None, changes: NetworkChanges = AS_TRAINED
    ) -> Tensor:
        """Return each layer's contextual vectors, the forward half first.

        `[layer + 1, batch, position, 2 d_model]`; layer 0 is the embedding, twice.
        """
        states = [torch.cat(pair, dim=-1) for pair in zip(*self.both(ids, recording, changes))]
        if recording is not None:
            recording.add_hidden("encoder", *states)
        return torch.stack(states)


def _layers_of(config: LSTMConfig) -> nn.ModuleList:
    """Make the layers of one direction."""
    return nn.ModuleList(_LSTMLayer(config, number == 0) for number in range(config.n_layers))


def _reversed_places(ids: Tensor, padding_id: int) -> Tensor:
    """Return the indices that reverse each row and leave its padding in place.

    `[batch, position]`; the permutation is its own inverse.
    """
    lengths = (ids != padding_id).sum(dim=1, keepdim=True)
    places = torch.arange(ids.shape[1], device=ids.device)[None]
    return torch.where(places < lengths, lengths - 1 - places, places)
