"""The interface of a model: its capabilities and its methods.

Pages and tests depend on a model's `Capabilities`, never on its name, class, origin or the names of
its weights. So a network of another architecture needs no change there.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

import numpy as np

from .request import Request, WhatIf
from .results import Ablation, Encoding, Gradients, Guesses, LayerStates, MaskingDraw, NextWords
from .trace import STACKS, Trace

# Importing torch takes a second, and a client of the models needs only numpy.
if TYPE_CHECKING:
    import torch

Task = Literal["translation", "causal-lm", "masked-lm", "bidirectional-lm"]
Block = Literal["transformer", "recurrent", "unknown"]
Norm = Literal["after", "before"]
Positions = Literal["sinusoidal", "learned", "rotary", "relative", "none"]
ScoreName = Literal["scaled dot", "dot", "bilinear", "additive", "linear"]
Direction = Literal["both", "left to right"]

# The deprecated name of each task's kind of network; see `Model.kind`.
TASKS: dict[Task, str] = {
    "translation": "encoder-decoder",
    "causal-lm": "decoder-only",
    "masked-lm": "encoder-only",
    "bidirectional-lm": "encoder-only",
}


class Stack(NamedTuple):
    """The size of one attention mechanism."""

    layers: int
    heads: int


@dataclass(frozen=True)
class Capabilities:
    """What a model can do and how it is built.

    Raises ValueError for a stack or an intervention that does not exist.
    """

    task: Task
    # The attention mechanisms among "encoder", "decoder" and "cross", with their sizes.
    stacks: Mapping[str, Stack] = field(default_factory=dict)
    # How much is known of a layer. "transformer": `parameters` names every weight, so a head can be
    # computed from its layer's input; "recurrent": one score between LSTM states; "unknown": only
    # queries, keys, values and the output projection.
    block: Block = "unknown"
    norm: Norm | None = None  # before or after a sub-layer; None: unknown, or no norm
    positions: Positions = "none"  # positional encoding, beside recurrence and masks
    embedding_factor: float = 1.0  # multiplies embeddings before positions are added
    # The sum of embedding, position and segment is normalised before the first layer.
    normalises_input: bool = False
    score: ScoreName | None = "scaled dot"  # how a query is compared with a key; None: no attention
    # Fields of `WhatIf` that do not apply, each with a sentence for the reader that says why;
    # {model} stands for the model's name.
    unsupported: Mapping[str, str] = field(default_factory=dict)
    # The same for methods that do not apply: "silence_each", "gradients", "next_words", "fill"
    # (which includes "guess") and "encode".
    unanswered: Mapping[str, str] = field(default_factory=dict)
    trained_here: bool = False  # by the training in this repository
    languages: tuple[str, ...] = ()  # codes, the source language first; empty: unknown
    longest: int = 0  # the most tokens it reads, with the end token and padding
    lstms: tuple[str, ...] = ()  # the LSTMs whose gates a trace records
    mask_token: str | None = None  # the token that `fill` replaces
    reads_ahead: bool = True  # a word of the encoder may attend to later words
    separator: str | None = None  # the token between the two sentences of a pair
    subwords: str = ""  # the tokenizer's algorithm: "BPE", "WordPiece", "Unigram"; "": unknown

    def __post_init__(self) -> None:
        for name in ("stacks", "unsupported", "unanswered"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))
        if unknown := {*self.stacks} - {*STACKS}:
            raise ValueError(f"there is no attention mechanism {sorted(unknown)}")
        names = {one.name for one in fields(WhatIf)}
        if unknown := {*self.unsupported} - names:
            raise ValueError(f"there is no intervention {sorted(unknown)}")

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        """Pickle read-only mappings as dicts, since a MappingProxyType cannot be pickled."""
        values = (getattr(self, one.name) for one in fields(self))
        plain = (dict(value) if isinstance(value, Mapping) else value for value in values)
        return type(self), tuple(plain)

    @property
    def interventions(self) -> frozenset[str]:
        """The fields of `WhatIf` that apply."""
        return frozenset(one.name for one in fields(WhatIf)) - frozenset(self.unsupported)

    @property
    def translates(self) -> bool:
        """Whether the model reads one text and writes another, with an encoder and a decoder."""
        return self.task == "translation"

    @property
    def writes(self) -> bool:
        """Whether the model writes words, one after the other."""
        return self.task in ("translation", "causal-lm")

    @property
    def reads_source(self) -> bool:
        """Whether the sentence is a source, rather than the beginning of the written text."""
        return self.task != "causal-lm"

    @property
    def directions(self) -> Mapping[str, Direction]:
        """Which way a word looks as trained, for each stack of self-attention or LSTMs."""
        of_encoder: Direction = "both" if self.reads_ahead else "left to right"
        encoder: dict[str, Direction] = {"encoder": of_encoder} if self.reads_source else {}
        decoder: dict[str, Direction] = {"decoder": "left to right"} if self.writes else {}
        return encoder | decoder

    @property
    def mixes_layers(self) -> bool:
        """Whether a word's vector is a weighted mean of all layers, as in ELMo."""
        return self.task == "bidirectional-lm"

    @property
    def adds_positions(self) -> bool:
        """Whether a position vector is added to each embedding."""
        return self.positions in ("sinusoidal", "learned")

    @property
    def known_layers(self) -> bool:
        """Whether every number of a layer can be computed from its weights."""
        return self.block != "unknown"

    def translates_between(self, *languages: str) -> bool:
        """Whether the model was trained to translate from the first language into the second."""
        return self.translates and self.languages == languages


class LayerParameters(dict[str, np.ndarray]):
    """Copies of one layer's weights by name, with the capabilities of the model."""

    def __init__(self, weights: Mapping[str, np.ndarray], capabilities: Capabilities) -> None:
        super().__init__(weights)
        self.capabilities = capabilities


class TextModel(Protocol):
    """A model as `models.load` returns it: ours or a pretrained one, for any task."""

    name: str
    card: dict[str, Any]

    @property
    def capabilities(self) -> Capabilities: ...

    @property
    def device_name(self) -> str: ...

    @property
    def embedding(self) -> "torch.Tensor": ...

    @property
    def whole_words(self) -> dict[int, str]: ...

    @property
    def vocabulary_size(self) -> int: ...

    @property
    def attention_sizes(self) -> dict[str, tuple[int, int]]: ...

    @property
    def what_ifs(self) -> frozenset[str]: ...

    def explain_unsupported(self, field: str) -> str: ...

    def translate(self, sentences: list[str]) -> list[str]: ...

    def trace(self, request: Request) -> Trace: ...

    def trace_many(
        self, requests: Iterable[Request], progress: Callable[[int, int], object] = ...
    ) -> list[Trace]: ...

    def encode(self, sentence: str) -> Encoding: ...

    def parameters(self, stack: str, layer: int = 0) -> LayerParameters: ...

    def layer_states(self, request: Request, stack: str, trained: bool = True) -> LayerStates: ...

    def similar_words(self, word: str, count: int = 6) -> list[tuple[str, float]]: ...

    def silence_each(
        self, request: Request, *, progress: Callable[[int, int], object] = ..., batch: int = 16
    ) -> Ablation: ...

    def gradients(
        self, request: Request, place: int = -1, *, progress: Callable[[int, int], object] = ...
    ) -> Gradients: ...

    def next_words(
        self,
        request: Request,
        place: int = -1,
        temperature: float = 1.0,
        top_k: int = 0,
        top_p: float = 1.0,
    ) -> NextWords: ...

    def fill(
        self, request: Request, count: int = 5
    ) -> dict[int, tuple[tuple[str, float], ...]]: ...

    def guess(
        self,
        request: Request,
        places: Sequence[int],
        count: int = 5,
        sees: Literal["both", "left", "right"] = "both",
    ) -> tuple[Guesses, ...]: ...

    def follows(self, request: Request) -> float: ...

    def draw_masks(
        self, request: Request, seed: int, count: int = 1
    ) -> tuple[MaskingDraw, ...]: ...
