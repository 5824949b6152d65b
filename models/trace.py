"""What one run on one sentence leaves behind: frozen, numpy only, no batch axis."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from .request import Request

STACKS = ("encoder", "decoder", "cross")


@dataclass(frozen=True)
class AttentionMaps:
    """All heads of one mechanism. Rows are queries, the tokens that look; columns are keys, those looked at.

    Raises ValueError when a shape does not fit the tokens, a row does not sum to 1 (tolerance 1e-5),
    or a masked cell is not exactly 0.
    """

    weights: np.ndarray  # [layer, head, query, key] after softmax, before dropout; rows sum to 1
    allowed: np.ndarray  # [query, key] True = may be looked at
    scores: np.ndarray  # [layer, head, query, key] scaled, before the mask
    query: np.ndarray  # [layer, head, query, d_head]
    key: np.ndarray  # [layer, head, key, d_head]
    value: np.ndarray  # [layer, head, key, d_head]
    head_output: np.ndarray  # [layer, head, query, d_head]
    query_tokens: tuple[str, ...]
    key_tokens: tuple[str, ...]

    def __post_init__(self):
        layers, heads = self.weights.shape[:2]
        queries, keys = len(self.query_tokens), len(self.key_tokens)
        d_key, d_value = self.query.shape[-1], self.value.shape[-1]
        expected = {
            "weights": (layers, heads, queries, keys), "scores": (layers, heads, queries, keys), "allowed": (queries, keys),
            "query": (layers, heads, queries, d_key), "key": (layers, heads, keys, d_key),
            "value": (layers, heads, keys, d_value), "head_output": (layers, heads, queries, d_value),
        }
        for name, shape in expected.items():
            array = getattr(self, name)
            if array.shape != shape:
                raise ValueError(f"{name} has shape {array.shape}, the tokens ask for {shape}")
            array.flags.writeable = False
        error = float(np.abs(self.weights.sum(-1) - 1).max())
        if not error <= 1e-5:
            raise ValueError(f"a row of weights misses 1 by {error:.1e}")
        if self.weights[..., ~self.allowed].any():
            raise ValueError("a masked cell has weight")

    @property
    def n_layers(self) -> int:
        return self.weights.shape[0]

    @property
    def n_heads(self) -> int:
        return self.weights.shape[1]


@dataclass(frozen=True)
class Gates:
    """What one LSTM did at every word; all `[position, unit]`, in the order of the sentence whichever way it was read."""

    input: np.ndarray  # 0 to 1: how much of the candidate is taken in
    forget: np.ndarray  # 0 to 1: how much of the cell is kept
    output: np.ndarray  # 0 to 1: how much of the cell is shown
    candidate: np.ndarray  # -1 to 1
    cell: np.ndarray
    hidden: np.ndarray  # -1 to 1: output * tanh(cell)

    def __post_init__(self):
        shapes = {name: getattr(self, name).shape for name in self.__dataclass_fields__}
        if len(set(shapes.values())) != 1 or self.cell.ndim != 2:
            raise ValueError(f"the gates of one LSTM have one shape [position, unit], not {shapes}")
        for name in shapes:
            getattr(self, name).flags.writeable = False


@dataclass(frozen=True)
class Gradients:
    """How much two states depend on each token of the source, as `gradients.state_gradients` measures it.

    Raises ValueError when the tokens and their numbers are not equally many, or a norm is negative or not finite.
    """

    source: tuple[str, ...]
    source_spans: tuple[tuple[int, int], ...]  # characters of the sentence
    source_words: tuple[int, ...]
    reading: np.ndarray | None  # [source position] of the state after the sentence was read from left to right; None: there is none
    writing: np.ndarray  # [source position] of the state that the token asked for is written from

    def __post_init__(self):
        arrays = {name: array for name in ("reading", "writing") if (array := getattr(self, name)) is not None}
        for name, array in arrays.items():
            if array.shape != (len(self.source),):
                raise ValueError(f"{name} has shape {array.shape} for {len(self.source)} tokens")
            if not (np.isfinite(array) & (array >= 0)).all():
                raise ValueError(f"a norm in {name} is negative or not finite")
            array.flags.writeable = False
        for name in ("source_spans", "source_words"):
            if len(getattr(self, name)) != len(self.source):
                raise ValueError(f"{name} has {len(getattr(self, name))} entries for {len(self.source)} tokens")


@dataclass(frozen=True)
class Encoding:
    """What the encoder makes of a sentence, from the words' embeddings on, without a word of French.

    Raises ValueError when the states do not fit the steps and the tokens.
    """

    sentence: str
    source: tuple[str, ...]  # with "</s>"
    source_spans: tuple[tuple[int, int], ...]  # characters of the sentence
    source_words: tuple[int, ...]
    steps: tuple[str, ...]  # "embedding", "+ position" where there are positions, "layer 1" ...
    states: np.ndarray  # [step, position, d_model]

    def __post_init__(self):
        if self.states.shape[:-1] != (len(self.steps), len(self.source)):
            raise ValueError(f"states have shape {self.states.shape} for {len(self.steps)} steps and {len(self.source)} tokens")
        for name in ("source_spans", "source_words"):
            if len(getattr(self, name)) != len(self.source):
                raise ValueError(f"{name} has {len(getattr(self, name))} entries for {len(self.source)} tokens")
        self.states.flags.writeable = False


@dataclass(frozen=True)
class Ablation:
    """How probable one translation stays when each head is silenced in turn; natural logarithms.

    Raises ValueError when the arrays do not fit the heads and the tokens, or hold a number above 0 (tolerance 1e-6).
    """

    request: Request
    predicted: tuple[str, ...]
    heads: tuple[tuple[str, int, int], ...]  # (stack, layer, head)
    words: np.ndarray  # [head, target position] log-probability of each token of `predicted`, this head silenced
    baseline_words: np.ndarray  # [target position] the same with all heads on

    def __post_init__(self):
        expected = {"words": (len(self.heads), len(self.predicted)), "baseline_words": (len(self.predicted),)}
        for name, shape in expected.items():
            array = getattr(self, name)
            if array.shape != shape:
                raise ValueError(f"{name} has shape {array.shape}, the heads and tokens ask for {shape}")
            if not (array <= 1e-6).all():
                raise ValueError(f"a log-probability in {name} is above 0 or not a number")
            array.flags.writeable = False

    @property
    def log_probability(self) -> np.ndarray:
        """Of the whole translation, by the head silenced: `[head]`."""
        return self.words.sum(-1)

    @property
    def baseline(self) -> float:
        """Of the whole translation with all heads on."""
        return float(self.baseline_words.sum())


@dataclass(frozen=True)
class Choice:
    """One word written: its probability, and the most probable words at this place with theirs, best first."""

    probability: float
    best: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class NextWords:
    """How probable every word of a vocabulary is at one place, the most probable first.

    Raises ValueError when the numbers do not fit the words, or are no probabilities.
    """

    words: tuple[str, ...]
    probabilities: np.ndarray  # [word] as the model gives them, over the whole vocabulary
    sampled: np.ndarray  # [word] the same after the temperature, over the whole vocabulary too
    kept: np.ndarray  # [word] True = top-k and top-p leave it to be chosen

    def __post_init__(self):
        for name in ("probabilities", "sampled", "kept"):
            array = getattr(self, name)
            if array.shape != (len(self.words),):
                raise ValueError(f"{name} has shape {array.shape} for {len(self.words)} words")
            if array.dtype != bool and not abs(float(array.sum(dtype=np.float64)) - 1) <= 1e-3:
                raise ValueError(f"{name} sum to {array.sum()}")
            array.flags.writeable = False


@dataclass(frozen=True)
class Trace:
    """One run on one sentence.

    `decoder_input[t]` is read and `predicted[t]` is written, so row t of a decoder's picture has two names;
    `query_tokens` has the one that is read. `*_words` number the word each token belongs to, for merging
    sub-words. A stack that the model does not have is None.

    A model without a decoder writes nothing: `decoder_input`, `predicted` and `translation` are empty. A model without an
    encoder has no source: it reads the sentence as the beginning of what it writes, and `translation` is the rest.
    """

    request: Request
    sentence: str  # the text that was read: that of the request with its words swapped
    translation: str
    source: tuple[str, ...]  # with "</s>" and, if the request asks for padding, so many "<pad>"
    source_spans: tuple[tuple[int, int], ...]  # characters of the sentence; ("</s>" and "<pad>" have an empty one at its end)
    source_words: tuple[int, ...]
    decoder_input: tuple[str, ...]
    predicted: tuple[str, ...]
    predicted_spans: tuple[tuple[int, int], ...]  # characters of `written_text`
    predicted_words: tuple[int, ...]
    choices: tuple[Choice, ...]  # of predicted
    finished: bool  # False: the translation was cut at the longest the model may write
    attention: Mapping[str, AttentionMaps | None]  # "encoder", "decoder", "cross"
    hidden: Mapping[str, np.ndarray | None] = field(default_factory=dict)  # [layer + 1, position, d_model]
    gates: Mapping[str, Gates] = field(default_factory=dict)  # "encoder forward", "encoder backward", "decoder" of an LSTM
    given: int = 0  # so many of `predicted` the model did not choose: without a source, the words of its sentence
    first_span: tuple[int, int] = (0, 0)  # characters of `written_text` that the first of `decoder_input` stands for; "<s>" for none
    second: int = 0  # where the second of two sentences begins in `source`; 0: there is one

    def __post_init__(self):
        lengths = {"source_spans": self.source, "source_words": self.source, "predicted_spans": self.predicted,
                   "predicted": self.decoder_input, "predicted_words": self.predicted, "choices": self.predicted}
        for name, tokens in lengths.items():
            if len(getattr(self, name)) != len(tokens):
                raise ValueError(f"{name} has {len(getattr(self, name))} entries for {len(tokens)} tokens")
        axes = {"encoder": (self.source, self.source), "decoder": (self.decoder_input, self.decoder_input),
                "cross": (self.decoder_input, self.source)}
        for stack, tokens in axes.items():
            maps = self.attention[stack]
            if maps is not None and (maps.query_tokens, maps.key_tokens) != tokens:
                raise ValueError(f"the axes of {stack} attention are not the sentence's tokens")
        for stack, states in self.hidden.items():
            positions = len(self.source if stack == "encoder" else self.decoder_input)
            if states is not None:
                if states.ndim != 3 or states.shape[1] != positions:
                    raise ValueError(f"hidden {stack} has shape {states.shape} for {positions} tokens")
                states.flags.writeable = False
        for name, gates in self.gates.items():
            positions = len(self.source if name.startswith("encoder") else self.decoder_input)
            if len(gates.cell) != positions:
                raise ValueError(f"the gates of the {name} have {len(gates.cell)} positions for {positions} tokens")
        if self.decoder_input[1:] != self.predicted[:-1]:
            raise ValueError("the decoder must read at t + 1 what it wrote at t")
        if not 0 <= self.given <= max(len(self.predicted) - 1, 0):
            raise ValueError(f"{self.given} of {len(self.predicted)} tokens cannot be given")
        if not 0 <= self.second < max(len(self.source), 1):
            raise ValueError(f"no second sentence begins at {self.second} of {len(self.source)} tokens")
        for name in ("attention", "hidden", "gates"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    @property
    def written_text(self) -> str:
        """The text that the decoder reads and writes: the translation, or without a source the sentence and its continuation."""
        return self.translation if self.source else self.sentence + self.translation

    @property
    def decoder_spans(self) -> tuple[tuple[int, int], ...]:
        """The characters of `written_text` that each token of `decoder_input` stands for; none for "<s>"."""
        return (self.first_span, *self.predicted_spans[:-1]) if self.decoder_input else ()

    @property
    def decoder_words(self) -> tuple[int, ...]:
        """The word of each token of `decoder_input`; "<s>" is word -1."""
        return (0 if self.first_span[0] < self.first_span[1] else -1, *self.predicted_words[:-1]) if self.decoder_input else ()
