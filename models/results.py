"""What questions other than a trace leave behind: frozen, numpy only, no batch axis."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from .request import Request


@dataclass(frozen=True)
class Gradients:
    """How much two states depend on each token of the source.

    As `gradients.state_gradients` measures it.

    Raises ValueError when the tokens and their numbers are not equally many, or a norm is negative
    or not finite.
    """

    source: tuple[str, ...]
    source_spans: tuple[tuple[int, int], ...]  # characters of the sentence
    source_words: tuple[int, ...]
    # [source position] of the state after reading from left to right; None: there is none
    reading: np.ndarray | None
    writing: np.ndarray  # [source position] of the state that the token asked for is written from

    def __post_init__(self) -> None:
        arrays = {
            name: array
            for name in ("reading", "writing")
            if (array := getattr(self, name)) is not None
        }
        for name, array in arrays.items():
            if array.shape != (len(self.source),):
                raise ValueError(f"{name} has shape {array.shape} for {len(self.source)} tokens")
            if not (np.isfinite(array) & (array >= 0)).all():
                raise ValueError(f"a norm in {name} is negative or not finite")
            array.flags.writeable = False
        for name in ("source_spans", "source_words"):
            if len(getattr(self, name)) != len(self.source):
                raise ValueError(
                    f"{name} has {len(getattr(self, name))} entries for {len(self.source)} tokens"
                )


@dataclass(frozen=True)
class Encoding:
    """The encoder's states over a sentence, from the embedding to the last layer.

    Raises ValueError when the states do not fit the steps and the tokens.
    """

    sentence: str
    source: tuple[str, ...]  # with "</s>"
    source_spans: tuple[tuple[int, int], ...]  # characters of the sentence
    source_words: tuple[int, ...]
    steps: tuple[str, ...]  # "embedding", "+ position" where there are positions, "layer 1" ...
    states: np.ndarray  # [step, position, d_model]

    def __post_init__(self) -> None:
        if self.states.shape[:-1] != (len(self.steps), len(self.source)):
            raise ValueError(
                f"states have shape {self.states.shape} for {len(self.steps)} steps and "
                f"{len(self.source)} tokens"
            )
        for name in ("source_spans", "source_words"):
            if len(getattr(self, name)) != len(self.source):
                raise ValueError(
                    f"{name} has {len(getattr(self, name))} entries for {len(self.source)} tokens"
                )
        self.states.flags.writeable = False


@dataclass(frozen=True)
class LayerStates:
    """The states of a text before the first layer and after each, `[layer + 1, position, d_model]`.

    Also what they are when a layer is less than the whole block; None where that cannot be
    computed. Raises ValueError when shapes differ.
    """

    whole: np.ndarray  # as the network computes them
    with_residual: np.ndarray | None = (
        None  # self-attention and the residual connection around it alone
    )
    alone: np.ndarray | None = None  # self-attention alone, "pure attention"

    def __post_init__(self) -> None:
        for states in (self.whole, self.with_residual, self.alone):
            if states is None:
                continue
            if states.ndim != 3 or states.shape != self.whole.shape:
                raise ValueError(f"states have shapes {states.shape} and {self.whole.shape}")
            states.flags.writeable = False


@dataclass(frozen=True)
class Ablation:
    """How probable one translation stays when each head is silenced in turn; natural logarithms.

    Raises ValueError when the arrays do not fit the heads and the tokens, or hold a number above 0
    (tolerance 1e-6).
    """

    request: Request
    predicted: tuple[str, ...]
    heads: tuple[tuple[str, int, int], ...]  # (stack, layer, head)
    # [head, target position] log-probability of each token of `predicted` with this head silenced.
    words: np.ndarray
    baseline_words: np.ndarray  # [target position] the same with all heads

    def __post_init__(self) -> None:
        expected = {
            "words": (len(self.heads), len(self.predicted)),
            "baseline_words": (len(self.predicted),),
        }
        for name, shape in expected.items():
            array = getattr(self, name)
            if array.shape != shape:
                raise ValueError(
                    f"{name} has shape {array.shape}, the heads and tokens ask for {shape}"
                )
            if not (array <= 1e-6).all():
                raise ValueError(f"a log-probability in {name} is above 0 or not a number")
            array.flags.writeable = False

    @property
    def log_probability(self) -> np.ndarray:
        """The log-probability of the whole translation, `[head]`: one for each head silenced."""
        return self.words.sum(-1)

    @property
    def baseline(self) -> float:
        """The log-probability of the whole translation with all heads on."""
        return float(self.baseline_words.sum())


@dataclass(frozen=True)
class NextWords:
    """How probable every word of a vocabulary is at one place, the most probable first.

    Raises ValueError when the numbers do not fit the words, or are no probabilities.
    """

    words: tuple[str, ...]
    probabilities: np.ndarray  # [word] as the model gives them, over the whole vocabulary
    sampled: np.ndarray  # [word] the same after the temperature, over the whole vocabulary too
    candidates: np.ndarray  # [word] True = top-k and top-p leave it to be chosen

    def __post_init__(self) -> None:
        for name in ("probabilities", "sampled", "candidates"):
            array = getattr(self, name)
            if array.shape != (len(self.words),):
                raise ValueError(f"{name} has shape {array.shape} for {len(self.words)} words")
            if array.dtype != bool and not abs(float(array.sum(dtype=np.float64)) - 1) <= 1e-3:
                raise ValueError(f"{name} sum to {array.sum()}")
            array.flags.writeable = False


@dataclass(frozen=True)
class Guesses:
    """What may stand at one place of a sentence, the most probable first.

    Raises ValueError when the numbers do not fit the words, or are more than there is.
    """

    place: int  # among the tokens of the trace
    words: tuple[str, ...]  # some of the vocabulary
    probabilities: np.ndarray  # [word] over the whole vocabulary: they add up to less than 1
    true_word: str | None  # what stands there; None: nobody has said
    true_probability: float | None
    true_rank: int | None  # among the whole vocabulary, from 1

    def __post_init__(self) -> None:
        if self.probabilities.shape != (len(self.words),):
            raise ValueError(f"{self.probabilities.shape} probabilities, {len(self.words)} words")
        if not self.probabilities.sum(dtype=np.float64) <= 1 + 1e-3:
            raise ValueError(f"probabilities sum to {self.probabilities.sum()}")
        self.probabilities.flags.writeable = False

    @property
    def rest(self) -> float:
        """The probability of all words that are not among `words`."""
        return max(0.0, 1 - float(self.probabilities.sum(dtype=np.float64)))


class Chosen(NamedTuple):
    """A token that training asks a model to find."""

    place: int  # among the tokens of the trace
    kind: Literal["mask", "random", "same"]  # what is read in its place
    word: str  # what is to be found
    probability: float  # that the model gives it


@dataclass(frozen=True)
class MaskingDraw:
    """A sentence as one epoch of training would read it.

    Raises ValueError for a place that is not there.
    """

    read: tuple[str, ...]  # [token]
    chosen: tuple[Chosen, ...]  # by their places

    def __post_init__(self) -> None:
        for one in self.chosen:
            if not 0 <= one.place < len(self.read):
                raise ValueError(f"place {one.place} of {len(self.read)} tokens")
