"""The trace of one run on one sentence: frozen, numpy only, no batch axis."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np

from .brief import brief, brief_field
from .errors import NotRecorded
from .notebook import displayed
from .request import STACKS as STACKS
from .request import Request

# For each field that a request may leave out, the argument of `Record` that keeps it.
ASK = {"scores": "scores=True"} | dict.fromkeys(
    ("query", "key", "value", "head_output"), "vectors=True"
)
_T = TypeVar("_T")


class Recorded(Mapping[str, _T], Generic[_T]):
    """A read-only mapping of a trace's parts, some of which were not recorded.

    Iterating gives the names of all parts. Reading a part that the request did not record raises
    NotRecorded, also through `get`, `values` and `items`. `names` are the parts that can be read.
    """

    def __init__(self, kind: str, values: Mapping[str, _T], left_out: Mapping[str, str] = {}):
        """`left_out` maps each part that was not recorded to the argument of `Record` for it."""
        self._kind, self._values, self._left_out = kind, dict(values), dict(left_out)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._values)

    def __getitem__(self, name: str) -> _T:
        if name in self._left_out:
            raise NotRecorded(f"{self._kind}[{name!r}]", self._left_out[name])
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter((*self._values, *self._left_out))

    def __len__(self) -> int:
        return len(self._values) + len(self._left_out)

    def __repr__(self) -> str:
        return brief_field(self._values)


def _as_recorded(kind: str, parts: Mapping[str, _T]) -> Recorded[_T]:
    """Wrap a mapping as `Recorded`, with all of its parts recorded."""
    return parts if isinstance(parts, Recorded) else Recorded(kind, parts)


@dataclass(frozen=True)
class AttentionMaps:
    """The attention of all heads of one stack. Rows are queries, columns are keys.

    Pass None for scores and vectors that were not recorded; reading them then raises NotRecorded.
    Raises ValueError when a shape does not match the tokens, a row does not sum to 1 (tolerance
    1e-5; with a null key, when it sums to more), or a masked cell is not exactly 0. Layers have the
    network's numbers: one without attention, of a hybrid, has weights of 0 and allows nothing.
    """

    weights: np.ndarray  # [layer, head, query, key] after softmax, before dropout; rows sum to 1
    allowed: np.ndarray  # [query, key] True: in some layer the query may attend to the key
    scores: np.ndarray = field(repr=False)  # [layer, head, query, key] scaled, before the mask
    query: np.ndarray = field(repr=False)  # [layer, head, query, d_head]
    key: np.ndarray = field(repr=False)  # [layer, head, key, d_head]
    value: np.ndarray = field(repr=False)  # [layer, head, key, d_head]
    head_output: np.ndarray = field(repr=False)  # [layer, head, query, d_head]
    query_tokens: tuple[str, ...]
    key_tokens: tuple[str, ...]
    # [layer, query, key] where layers differ, as with a sliding window in some; see `allowed_in`.
    allowed_by_layer: np.ndarray | None = None
    has_null_key: bool = False  # what a row lacks of 1 is then the weight of `WhatIf.null_key`

    __repr__ = brief

    def __post_init__(self) -> None:
        for name in ASK:
            if getattr(self, name) is None:
                object.__delattr__(self, name)  # so that `__getattr__` is called for it
        layers, heads = self.weights.shape[:2]
        queries, keys = len(self.query_tokens), len(self.key_tokens)
        d_key = self.query.shape[-1] if "query" in self.recorded else 0
        d_value = self.value.shape[-1] if "value" in self.recorded else 0
        expected = {
            "weights": (layers, heads, queries, keys),
            "scores": (layers, heads, queries, keys),
            "allowed": (queries, keys),
            "query": (layers, heads, queries, d_key),
            "key": (layers, heads, keys, d_key),
            "value": (layers, heads, keys, d_value),
            "head_output": (layers, heads, queries, d_value),
        }
        if self.allowed_by_layer is not None:
            expected["allowed_by_layer"] = (layers, queries, keys)
        for name in self.recorded:
            array, shape = getattr(self, name), expected[name]
            if array.shape != shape:
                raise ValueError(f"{name} has shape {array.shape}; the tokens need {shape}")
            array.flags.writeable = False
        sums = self.weights.sum(-1)[[*self.attending]]
        error = float((sums - 1 if self.has_null_key else np.abs(sums - 1)).max(initial=0))
        if not error <= 1e-5:
            raise ValueError(f"a row of weights does not sum to 1: it is off by {error:.1e}")
        if any(self.weights[layer][..., ~self.allowed_in(layer)].any() for layer in range(layers)):
            raise ValueError("a masked cell has weight")

    def __getattr__(self, name: str) -> np.ndarray:
        """Raise NotRecorded; Python calls this only for attributes that do not exist."""
        if name in ASK:
            raise NotRecorded(f"the {name} of attention", ASK[name])
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def null_weights(self) -> np.ndarray:
        """The weight of the null key, `[layer, head, query]`; 0 without one."""
        missing = np.clip(1 - self.weights.sum(-1), 0, 1)
        return missing if self.has_null_key else np.zeros_like(missing)

    @property
    def recorded(self) -> tuple[str, ...]:
        """The names of the arrays that were recorded."""
        names = ("weights", "scores", "allowed", "query", "key", "value", "head_output")
        there = tuple(name for name in names if name in self.__dict__)
        return there if self.allowed_by_layer is None else (*there, "allowed_by_layer")

    def allowed_in(self, layer: int) -> np.ndarray:
        """Return the mask of a layer, `[query, key]`."""
        return self.allowed if self.allowed_by_layer is None else self.allowed_by_layer[layer]

    @property
    def attending(self) -> tuple[int, ...]:
        """The layers that have attention; in a hybrid, others do something else."""
        if self.allowed_by_layer is None:
            return tuple(range(self.n_layers))
        return tuple(np.flatnonzero(self.allowed_by_layer.any((1, 2))).tolist())

    @property
    def n_layers(self) -> int:
        return self.weights.shape[0]

    @property
    def n_heads(self) -> int:
        return self.weights.shape[1]


@dataclass(frozen=True)
class Gates:
    """The gates and states of one LSTM at every word, `[position, unit]`.

    Positions are in the order of the sentence, for the backward LSTM too.
    """

    input: np.ndarray  # 0 to 1: share of the candidate that enters the cell
    forget: np.ndarray  # 0 to 1: share of the cell that is kept
    output: np.ndarray  # 0 to 1: share of the cell that is output
    candidate: np.ndarray  # -1 to 1
    cell: np.ndarray
    hidden: np.ndarray  # -1 to 1: output * tanh(cell)

    __repr__ = brief

    def __post_init__(self) -> None:
        shapes = {name: getattr(self, name).shape for name in self.__dataclass_fields__}
        if len(set(shapes.values())) != 1 or self.cell.ndim != 2:
            raise ValueError(f"the gates of one LSTM have one shape [position, unit], not {shapes}")
        for name in shapes:
            getattr(self, name).flags.writeable = False


@dataclass(frozen=True)
class Choice:
    """The choice of one written token among the vocabulary."""

    probability: float  # of the token that was written
    best: tuple[tuple[str, float], ...]  # the most probable tokens, best first, with probabilities


@dataclass(frozen=True)
class Trace:
    """The record of one run on one sentence.

    At step t the decoder reads `decoder_input[t]` and writes `predicted[t]`, so row t of its
    attention has two names; `query_tokens` has the token it reads. `*_words` number the word of
    each token, for merging sub-words. A stack that the model lacks is None. Reading a part that the
    request did not record raises NotRecorded: see `Recorded` and `AttentionMaps`.

    A model without a decoder writes nothing: `decoder_input`, `predicted` and `translation` are
    empty. A model without an encoder has no source: the sentence is the beginning of what it
    writes, and `translation` is the rest.
    """

    request: Request
    sentence: str  # as typed; after a swap of words, the text that the model reads
    translation: str
    source: tuple[str, ...]  # with "</s>", and "<pad>" as often as the request says
    # Characters of the sentence; "</s>" and "<pad>" have an empty span at its end.
    source_spans: tuple[tuple[int, int], ...]
    source_words: tuple[int, ...]
    decoder_input: tuple[str, ...]
    predicted: tuple[str, ...]
    predicted_spans: tuple[tuple[int, int], ...]  # characters of `written_text`
    predicted_words: tuple[int, ...]
    choices: tuple[Choice, ...]  # one for each token of `predicted`
    finished: bool  # False: the translation was cut off at the model's limit
    attention: Mapping[str, AttentionMaps | None]  # "encoder", "decoder", "cross"
    # By stack: [layer + 1, position, d_model].
    hidden: Mapping[str, np.ndarray | None] = field(default_factory=dict)
    # "encoder forward", "encoder backward", "decoder" of an LSTM.
    gates: Mapping[str, Gates] = field(default_factory=dict)
    # How many tokens of `predicted` were given: in a model without a source, the sentence.
    prompt_length: int = 0
    # The characters of `written_text` for `decoder_input[0]`; empty for "<s>".
    first_span: tuple[int, int] = (0, 0)
    second: int = 0  # index in `source` where the second sentence of a pair begins; 0: no pair

    def __post_init__(self) -> None:
        lengths = {
            "source_spans": self.source,
            "source_words": self.source,
            "predicted_spans": self.predicted,
            "predicted": self.decoder_input,
            "predicted_words": self.predicted,
            "choices": self.predicted,
        }
        for name, tokens in lengths.items():
            if len(getattr(self, name)) != len(tokens):
                raise ValueError(
                    f"{name} has {len(getattr(self, name))} entries for {len(tokens)} tokens"
                )
        axes = {
            "encoder": (self.source, self.source),
            "decoder": (self.decoder_input, self.decoder_input),
            "cross": (self.decoder_input, self.source),
        }
        attention = _as_recorded("attention", self.attention)
        hidden = _as_recorded("hidden", self.hidden)
        all_gates = _as_recorded("gates", self.gates)
        object.__setattr__(self, "attention", attention)
        object.__setattr__(self, "hidden", hidden)
        object.__setattr__(self, "gates", all_gates)
        for stack in attention.names:
            maps = attention[stack]
            if maps is not None and (maps.query_tokens, maps.key_tokens) != axes[stack]:
                raise ValueError(f"the axes of {stack} attention are not the sentence's tokens")
        for stack in hidden.names:
            states = hidden[stack]
            positions = len(self.source if stack == "encoder" else self.decoder_input)
            if states is not None:
                if states.ndim != 3 or states.shape[1] != positions:
                    raise ValueError(
                        f"hidden {stack} has shape {states.shape} for {positions} tokens"
                    )
                states.flags.writeable = False
        for name in all_gates.names:
            gates = all_gates[name]
            positions = len(self.source if name.startswith("encoder") else self.decoder_input)
            if len(gates.cell) != positions:
                raise ValueError(
                    f"the gates of the {name} have {len(gates.cell)} positions for "
                    f"{positions} tokens"
                )
        if self.decoder_input[1:] != self.predicted[:-1]:
            raise ValueError("the decoder must read at t + 1 what it wrote at t")
        if not 0 <= self.prompt_length <= max(len(self.predicted) - 1, 0):
            raise ValueError(
                f"{self.prompt_length} of {len(self.predicted)} tokens cannot be given"
            )
        if not 0 <= self.second < max(len(self.source), 1):
            raise ValueError(
                f"no second sentence begins at {self.second} of {len(self.source)} tokens"
            )

    def __repr__(self) -> str:
        """Return the model, the texts, and the shape of each attention on one line."""
        wrote = f" → {self.translation!r}" if self.predicted else ""
        assert isinstance(self.attention, Recorded) and isinstance(self.gates, Recorded)
        shapes = [
            f"{stack} {list(maps.weights.shape)}"
            for stack in self.attention.names
            if (maps := self.attention[stack]) is not None
        ]
        parts = [
            f"{self.request.model}: {self.sentence!r}{wrote}",
            f"{len(self.source)} tokens read" if self.source else "",
            f"{len(self.predicted)} tokens written" if self.predicted else "",
            f"attention [layer, head, query, key]: {', '.join(shapes)}" if shapes else "",
            f"gates: {', '.join(self.gates.names)}" if self.gates.names else "",
        ]
        return f"Trace({'; '.join(filter(None, parts))})"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return displayed(self)

    @property
    def written_text(self) -> str:
        """The text of the decoder: the translation, or the sentence with its continuation."""
        return self.translation if self.source else self.sentence + self.translation

    @property
    def decoder_spans(self) -> tuple[tuple[int, int], ...]:
        """The span of each token of `decoder_input` in `written_text`; empty for "<s>"."""
        return (self.first_span, *self.predicted_spans[:-1]) if self.decoder_input else ()

    @property
    def decoder_words(self) -> tuple[int, ...]:
        """The number of the word of each token of `decoder_input`; -1 for "<s>"."""
        if not self.decoder_input:
            return ()
        start, end = self.first_span
        return (0 if start < end else -1, *self.predicted_words[:-1])
