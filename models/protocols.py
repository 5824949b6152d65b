"""The interface of a model: its capabilities and its methods.

Pages and tests depend on a model's `Capabilities`, never on its name, class, origin or the names of
its weights. So a network of another architecture needs no change there.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar

import numpy as np

from .batch import Batch
from .errors import UserError
from .reasons import UNSUPPORTED, write_layers
from .request import Request, WhatIf
from .results import (
    Ablation,
    Attribution,
    Circuit,
    Encoding,
    Gradients,
    Guesses,
    HeadAblation,
    HeadPatching,
    LayerStates,
    Lens,
    MaskingDraw,
    NextWords,
    Patching,
    SelfRepair,
)
from .trace import STACKS, Trace

# Importing torch takes a second, and a client of the models needs only numpy.
if TYPE_CHECKING:
    import torch

Task = Literal["translation", "causal-lm", "masked-lm", "bidirectional-lm"]
Block = Literal["transformer", "recurrent", "feed-forward", "unknown"]
_Norm = Literal["after", "before"]
Positions = Literal["sinusoidal", "learned", "rotary", "relative", "none"]
ScoreName = Literal["scaled dot", "dot", "bilinear", "additive", "linear"]
_Direction = Literal["both", "left to right"]
Sees = Literal["both", "left", "right"]  # the sides of a hidden word that a model may look at
_NO_NULL_KEY = {"null_key": UNSUPPORTED["no null key"]}
_NOT_SCALED = {"scale": UNSUPPORTED["no scaled dot"]}
# What-ifs that do not apply to a score, with the reasons. None stands for every unknown score.
_UNSUPPORTED_BY_SCORE: dict[ScoreName | None, dict[str, str]] = {
    "scaled dot": {},
    "dot": _NOT_SCALED,
    "bilinear": _NOT_SCALED,
    "additive": _NOT_SCALED,
    "linear": _NOT_SCALED | _NO_NULL_KEY | {"temperature": UNSUPPORTED["no softmax"]},
    None: _NO_NULL_KEY | dict.fromkeys(("scale", "temperature"), UNSUPPORTED["unknown score"]),
}

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
    # By stack, the layers without attention, in which something else mixes the words.
    without_attention: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    # How much is known of a layer. "transformer": `parameters` names every weight, so a head can be
    # computed from its layer's input; "recurrent": one score between LSTM states; "feed-forward":
    # no attention; "unknown": only queries, keys, values and the output projection.
    block: Block = "unknown"
    norm: _Norm | None = None  # before or after a sub-layer; None: unknown, or no norm
    positions: Positions = "none"  # positional encoding, beside recurrence and masks
    rotated: tuple[int, ...] = ()  # the layers with rotary positions, where not all have them
    embedding_factor: float = 1.0  # multiplies embeddings before positions are added
    # The sum of embedding, position and segment is normalised before the first layer.
    normalises_input: bool = False
    # How a query is compared with a key. None: no attention, or an unknown score; then nothing is
    # shown that depends on it.
    score: ScoreName | None = None
    # Fields of `WhatIf` that do not apply, each with a sentence for the reader that says why;
    # {model} stands for the model's name, {layers} for those that are rotated.
    unsupported: Mapping[str, str] = field(default_factory=dict)
    # The same for methods that do not apply: "silence_each", "gradients", "next_words", "fill"
    # (which includes "guess"), "lens", "patch", "patch_heads", "attribute", "circuit" and
    # "encode"; and for "contributions".
    unanswered: Mapping[str, str] = field(default_factory=dict)
    trained_here: bool = False  # by the training in this repository
    languages: tuple[str, ...] = ()  # codes, the source language first; empty: unknown
    longest: int = 0  # the most tokens it reads, with the end token and padding
    # The most tokens it read in training, counted as `longest`, where that is fewer; 0: unknown.
    longest_trained: int = 0
    lstms: tuple[str, ...] = ()  # the LSTMs whose gates a trace records
    # The recurrent layers: the LSTMs, or the layers of a plain network, which has no gates.
    recurrent: tuple[str, ...] = ()
    mask_token: str | None = None  # the token that `fill` replaces
    reads_ahead: bool = True  # a word of the encoder may attend to later words
    separator: str | None = None  # the token between the two sentences of a pair
    subwords: str = ""  # the tokenizer's algorithm: "BPE", "WordPiece", "Unigram"; "": unknown

    def __post_init__(self) -> None:
        if self.stacks:
            refused = _UNSUPPORTED_BY_SCORE.get(self.score, _UNSUPPORTED_BY_SCORE[None])
            added = {name: refused[name] for name in refused if name not in self.unsupported}
            object.__setattr__(self, "unsupported", {**self.unsupported, **added})
        if not self.lstms:
            refusals = {"gates": UNSUPPORTED["no gates"], **self.unsupported}
            object.__setattr__(self, "unsupported", refusals)
        if self.block != "transformer":
            # Pretrained models compute attention as ours do: heads can be put in and a null key
            # added. Whether states can be put in they say themselves.
            is_pretrained = self.block == "unknown" and bool(self.stacks)
            if not is_pretrained:
                refusals = {"patched": UNSUPPORTED["no states"], **_NO_NULL_KEY, **self.unsupported}
                object.__setattr__(self, "unsupported", refusals)
                questions = dict.fromkeys(("patch", "patch_heads"), UNSUPPORTED["no states"])
                object.__setattr__(self, "unanswered", {**questions, **self.unanswered})
        if self.norm == "after" or self.block in ("recurrent", "feed-forward"):
            reason = UNSUPPORTED["norm after" if self.norm == "after" else "no sum"]
            object.__setattr__(self, "unanswered", {"attribute": reason, **self.unanswered})
        if self.block != "transformer":
            refusals = {"circuit": UNSUPPORTED["no matrices of heads"], **self.unanswered}
            object.__setattr__(self, "unanswered", refusals)
        for name in ("stacks", "without_attention", "unsupported", "unanswered"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))
        if unknown := {*self.stacks} - {*STACKS}:
            raise ValueError(f"unknown stacks {sorted(unknown)}")
        names = {what_if.name for what_if in fields(WhatIf)}
        if unknown := {*self.unsupported} - names:
            raise ValueError(f"unknown interventions {sorted(unknown)}")

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        """Pickle read-only mappings as dicts, since a MappingProxyType cannot be pickled."""
        values = (getattr(self, fact.name) for fact in fields(self))
        plain = (dict(value) if isinstance(value, Mapping) else value for value in values)
        return type(self), tuple(plain)

    @property
    def interventions(self) -> frozenset[str]:
        """The fields of `WhatIf` that apply."""
        return frozenset(what_if.name for what_if in fields(WhatIf)) - frozenset(self.unsupported)

    @property
    def layers_rotated(self) -> str:
        """The value of {layers} in `unsupported`."""
        return write_layers(self.rotated)

    def refusal(self, field: str, model: str) -> UserError:
        """Return why a field of `WhatIf` does not apply to the `model` with these capabilities."""
        return UserError(self.unsupported[field], model=model, layers=self.layers_rotated)

    def attending(self, stack: str) -> tuple[int, ...]:
        """Return the layers of a stack that have attention; () without the stack."""
        without = self.without_attention.get(stack, ())
        layers = self.stacks[stack].layers if stack in self.stacks else 0
        return tuple(layer for layer in range(layers) if layer not in without)

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
    def directions(self) -> Mapping[str, _Direction]:
        """Which way a word looks as trained, for each stack of self-attention or LSTMs."""
        encoder_direction: _Direction = "both" if self.reads_ahead else "left to right"
        encoder: dict[str, _Direction] = {"encoder": encoder_direction} if self.reads_source else {}
        decoder: dict[str, _Direction] = {"decoder": "left to right"} if self.writes else {}
        return encoder | decoder

    @property
    def mixes_layers(self) -> bool:
        """Whether a word's vector is a weighted mean of all layers, as in ELMo."""
        return self.task == "bidirectional-lm"

    @property
    def learns_positions(self) -> bool:
        """Whether positions are a table of learned vectors, which ends somewhere."""
        return self.positions == "learned"

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


_Method = TypeVar("_Method", bound=Callable[..., Any])
# The interface of a model, filled by the decorators below: names with the types of the answers.
QUESTIONS: dict[str, Any] = {}
LOOKUPS: dict[str, Any] = {}
FACTS: dict[str, Any] = {}
REPORTING: set[str] = set()  # questions that report their progress


def _question(method: _Method) -> _Method:
    """Mark a method that runs the network: it waits in the queue, and a client sends it."""
    QUESTIONS[method.__name__] = method.__annotations__["return"]
    if "progress" in method.__annotations__:
        REPORTING.add(method.__name__)
    return method


def _lookup(method: _Method) -> _Method:
    """Mark a method that runs nothing: it is answered at once, and a client sends it."""
    LOOKUPS[method.__name__] = method.__annotations__["return"]
    return method


def _fact(method: _Method) -> _Method:
    """Mark a property that never changes: a client reads it once."""
    FACTS[method.__name__] = method.__annotations__["return"]
    return method


class TextModel(Protocol):
    """A model as `models.load` returns it: ours or a pretrained one, for any task.

    The only list of what a model answers: the queue, the client and the wire format derive what
    they pass on from the marks here. An unmarked member is not passed on: it needs the weights, or
    the client computes it from other members.
    """

    @property
    @_fact
    def name(self) -> str: ...

    @property
    @_fact
    def card(self) -> dict[str, Any]: ...

    @property
    @_fact
    def capabilities(self) -> Capabilities: ...

    @property
    @_fact
    def tokenizer(self) -> Any: ...

    @property
    @_fact
    def device_name(self) -> str: ...

    @property
    @_fact
    def vocabulary_size(self) -> int: ...

    @property
    @_fact
    def attention_sizes(self) -> dict[str, tuple[int, int]]: ...

    @property
    @_fact
    def longest(self) -> int: ...

    @property
    @_fact
    def lstms(self) -> tuple[str, ...]: ...

    @property
    @_fact
    def what_ifs(self) -> frozenset[str]: ...

    @property
    def embedding(self) -> "torch.Tensor": ...

    @property
    def whole_words(self) -> dict[int, str]: ...

    @_lookup
    def explain_unsupported(self, field: str) -> str: ...

    @_lookup
    def parameters(self, stack: str, layer: int = 0) -> LayerParameters: ...

    @_lookup
    def similar_words(self, word: str, count: int = 6) -> list[tuple[str, float]]: ...

    @_question
    def translate(self, sentences: list[str]) -> list[str]: ...

    @_question
    def trace(self, request: Request) -> Trace: ...

    def trace_many(
        self, requests: Iterable[Request], progress: Callable[[int, int], object] = ...
    ) -> list[Trace]: ...

    @_question
    def encode(self, sentence: str) -> Encoding: ...

    @_question
    def layer_states(self, request: Request, stack: str, trained: bool = True) -> LayerStates: ...

    @_question
    def lens(self, request: Request, count: int = 5, random: bool = False) -> Lens: ...

    @_question
    def patch(self, request: Request, sentence: str) -> Patching: ...

    @_question
    def attribute(
        self, request: Request, place: int | None = None, other: str = ""
    ) -> Attribution: ...

    def lens_many(
        self,
        requests: Iterable[Request],
        count: int = 5,
        random: bool = False,
        *,
        progress: Callable[[int, int], object] = ...,
    ) -> Batch[Lens]: ...

    def attribute_many(
        self,
        requests: Iterable[Request],
        other: str = "",
        *,
        progress: Callable[[int, int], object] = ...,
    ) -> Batch[Attribution]: ...

    def patch_many(
        self,
        pairs: Iterable[tuple[Request, str]],
        heads: str = "",
        *,
        progress: Callable[[int, int], object] = ...,
    ) -> Batch[Any]: ...

    @_question
    def circuit(
        self,
        stack: str,
        layer: int,
        head: int,
        sentence: str = "",
        encoded: bool = False,
        count: int = 3,
    ) -> Circuit: ...

    @_question
    def patch_heads(
        self,
        request: Request,
        sentence: str,
        kind: str = "output",
        *,
        progress: Callable[[int, int], object] = ...,
    ) -> HeadPatching: ...

    @_question
    def silence_each(
        self, request: Request, *, progress: Callable[[int, int], object] = ..., batch: int = 16
    ) -> Ablation: ...

    @_question
    def ablate(self, request: Request, head: tuple[str, int, int]) -> HeadAblation: ...

    @_question
    def find_repair(
        self,
        request: Request,
        head: tuple[str, int, int],
        *,
        progress: Callable[[int, int], object] = ...,
    ) -> SelfRepair: ...

    @_question
    def gradients(
        self, request: Request, place: int = -1, *, progress: Callable[[int, int], object] = ...
    ) -> Gradients: ...

    @_question
    def reading_gradients(
        self, request: Request, place: int, *, progress: Callable[[int, int], object] = ...
    ) -> np.ndarray: ...

    @_question
    def next_words(
        self,
        request: Request,
        place: int = -1,
        temperature: float = 1.0,
        top_k: int = 0,
        top_p: float = 1.0,
    ) -> NextWords: ...

    @_question
    def fill(
        self, request: Request, count: int = 5
    ) -> dict[int, tuple[tuple[str, float], ...]]: ...

    @_question
    def guess(
        self,
        request: Request,
        places: Sequence[int],
        count: int = 5,
        sees: Sees = "both",
    ) -> tuple[Guesses, ...]: ...

    @_question
    def follows(self, request: Request) -> float: ...

    @_question
    def draw_masks(
        self, request: Request, seed: int, count: int = 1
    ) -> tuple[MaskingDraw, ...]: ...


class Predictor(Protocol):
    """A model, or a table of counts, that continues a text."""

    @property
    def name(self) -> str: ...

    @property
    def tokenizer(self) -> Any:
        """The tokenizer of its vocabulary."""

    @property
    def longest(self) -> int:
        """The most tokens it reads, "<s>" included."""

    @_question
    def distribution(self, ids: Sequence[int]) -> np.ndarray:
        """Return the probability of each token after "<s>" and `ids`; `[token]`."""
        ...

    @_question
    def log_probabilities(self, ids: Sequence[int]) -> np.ndarray:
        """Return the natural logarithm of each token's probability after those before it."""
        ...
