"""What a model can do, and what it answers.

Pages and tests ask a model's `Capabilities`. They never ask its name, its class, where it comes
from or what its weights are called: a network of another architecture then needs no change there.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

import numpy as np

from .request import Request, WhatIf
from .results import Ablation, Encoding, Gradients, Guesses, LayerStates, MaskingDraw, NextWords
from .trace import STACKS, Trace

if TYPE_CHECKING:  # numpy is enough for who only asks: torch takes a second to import
    import torch

Task = Literal["translation", "causal-lm", "masked-lm", "bidirectional-lm"]
Block = Literal["transformer", "recurrent", "unknown"]
Norm = Literal["after", "before"]
Positions = Literal["sinusoidal", "learned", "rotary", "relative", "none"]
ScoreName = Literal["scaled dot", "dot", "bilinear", "additive", "linear"]
Direction = Literal["both", "left to right"]

TASKS: dict[Task, str] = {  # the name that a task's kind of network had before
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

    Raises ValueError for a stack, or an intervention, that there is no such thing as.
    """

    task: Task
    # attention mechanisms, of "encoder", "decoder" and "cross", with their sizes; may be none
    stacks: Mapping[str, Stack] = field(default_factory=dict)
    # how a layer computes. "transformer": `parameters` names every weight, so that a head can be
    # computed from what enters its layer; "recurrent": one score between LSTM states; "unknown":
    # only query, keys, values and the output projection are known
    block: Block = "unknown"
    norm: Norm | None = None  # before or after a sub-layer; None: unknown, or there is none
    positions: Positions = "none"  # how it knows word order, beside recurrence and masks
    embedding_factor: float = 1.0  # embeddings are multiplied with it before positions are added
    # embedding, position and segment are added and then normalised, before the first layer
    normalises_input: bool = False
    score: ScoreName | None = "scaled dot"  # how a query is compared with a key; None: no attention
    # fields of `WhatIf` that do not apply, each with a sentence: {model} is the model's name
    unsupported: Mapping[str, str] = field(default_factory=dict)
    # why other questions are not answered, in the same form: "silence_each", "gradients",
    # "next_words", "fill" (and "guess") and "encode"
    unanswered: Mapping[str, str] = field(default_factory=dict)
    trained_here: bool = False  # by the training in this repository
    languages: tuple[str, ...] = ()  # codes, the one read first; empty: nobody has said
    longest: int = 0  # the most tokens it reads, its end and padding included
    lstms: tuple[str, ...] = ()  # LSTMs whose gates a trace records
    mask_token: str | None = None  # stands for a word that `fill` finds
    # whether a word of the encoder may look at later ones; not in a decoder that only reads
    reads_ahead: bool = True
    separator: str | None = None  # stands between two sentences that are read as a pair
    subwords: str = ""  # how words are cut: "BPE", "WordPiece" or "Unigram"; "": nobody has said

    def __post_init__(self) -> None:
        for name in ("stacks", "unsupported", "unanswered"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))
        if unknown := {*self.stacks} - {*STACKS}:
            raise ValueError(f"there is no attention mechanism {sorted(unknown)}")
        names = {one.name for one in fields(WhatIf)}
        if unknown := {*self.unsupported} - names:
            raise ValueError(f"there is no intervention {sorted(unknown)}")

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        """A read-only mapping cannot be pickled; the dict it is made of can."""
        values = (getattr(self, one.name) for one in fields(self))
        plain = (dict(value) if isinstance(value, Mapping) else value for value in values)
        return type(self), tuple(plain)

    @property
    def interventions(self) -> frozenset[str]:
        """The fields of `WhatIf` that apply."""
        return frozenset(one.name for one in fields(WhatIf)) - frozenset(self.unsupported)

    @property
    def translates(self) -> bool:
        """Whether it reads one text and writes another, with an encoder and a decoder."""
        return self.task == "translation"

    @property
    def writes(self) -> bool:
        """Whether it writes words, one after the other."""
        return self.task in ("translation", "causal-lm")

    @property
    def reads_source(self) -> bool:
        """Whether the sentence is a source of its own, and not the beginning of what is written."""
        return self.task != "causal-lm"

    @property
    def directions(self) -> Mapping[str, Direction]:
        """For each self-attention or LSTM stack there is: what a word may look at as trained."""
        of_encoder: Direction = "both" if self.reads_ahead else "left to right"
        encoder: dict[str, Direction] = {"encoder": of_encoder} if self.reads_source else {}
        decoder: dict[str, Direction] = {"decoder": "left to right"} if self.writes else {}
        return encoder | decoder

    @property
    def mixes_layers(self) -> bool:
        """Whether a word's vector is meant to be a weighted mean of all layers (as in ELMo)."""
        return self.task == "bidirectional-lm"

    @property
    def adds_positions(self) -> bool:
        """Whether a vector for the position is added to the embedding."""
        return self.positions in ("sinusoidal", "learned")

    @property
    def known_layers(self) -> bool:
        """Whether every number of a layer can be computed from its weights."""
        return self.block != "unknown"

    def translates_between(self, *languages: str) -> bool:
        """Whether it was trained to translate from the first language into the second."""
        return self.translates and self.languages == languages


class LayerParameters(dict[str, np.ndarray]):
    """Copies of the weights of one layer by name, with what the model they belong to is like."""

    def __init__(self, weights: Mapping[str, np.ndarray], capabilities: Capabilities) -> None:
        super().__init__(weights)
        self.capabilities = capabilities


class TextModel(Protocol):
    """A model behind the front door, of whatever task and from wherever."""

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
