"""Results of a model's methods other than `trace`: frozen, numpy only, no batch axis."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from .brief import brief
from .lengths import check_equally_long
from .notebook import displayed
from .request import Request

# The excess of a pair of heads (log-odds) from which one is said to make up for the other: the odds
# of the words fall by the factor e more than without each.
_LEAST_EXCESS = 1.0


@dataclass(frozen=True)
class Gradients:
    """How much two states depend on each source token; see `gradients.state_gradients`.

    Raises ValueError when lengths differ, or a norm is negative or not finite.
    """

    source: tuple[str, ...]
    source_spans: tuple[tuple[int, int], ...]  # characters of the sentence
    source_words: tuple[int, ...]
    # [source position] for the state after reading from left to right; None: no such state
    reading: np.ndarray | None
    writing: np.ndarray  # [source position] for the state that predicts the requested token

    __repr__ = brief

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
    """The encoder's states of a sentence, from the embedding to the last layer.

    Raises ValueError when the shape of the states does not match the steps and the tokens.
    """

    sentence: str
    source: tuple[str, ...]  # with "</s>"
    source_spans: tuple[tuple[int, int], ...]  # characters of the sentence
    source_words: tuple[int, ...]
    steps: tuple[str, ...]  # "embedding", "+ position" if positions are added, "layer 1", ...
    states: np.ndarray  # [step, position, d_model]

    __repr__ = brief

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

    def check_as_long(self, other: "Encoding") -> None:
        """Raise UserError for a sentence of another number of tokens."""
        tokens = len(self.source), len(other.source)
        check_equally_long(self.sentence, tokens[0], other.sentence, tokens[1])


@dataclass(frozen=True)
class LayerStates:
    """The states of a text before the first layer and after each, `[layer + 1, position, d_model]`.

    `with_residual` and `alone` are the states of a network with parts of each layer removed; None
    where they cannot be computed. Raises ValueError when shapes differ.
    """

    whole: np.ndarray  # the network as it is
    with_residual: np.ndarray | None = None  # self-attention and its residual connection only
    alone: np.ndarray | None = None  # self-attention only, "pure attention"

    __repr__ = brief

    def __post_init__(self) -> None:
        for states in (self.whole, self.with_residual, self.alone):
            if states is None:
                continue
            if states.ndim != 3 or states.shape != self.whole.shape:
                raise ValueError(f"states have shapes {states.shape} and {self.whole.shape}")
            states.flags.writeable = False


@dataclass(frozen=True)
class Lens:
    """The words that the output layer reads in the states between the layers (a logit lens).

    Layer 0 is the input of the first layer, and the last layer gives the model's own distribution.
    Probabilities are of the whole vocabulary. A lens is a reading, not a belief: the output layer
    was trained on the last layer's states alone. Raises ValueError when shapes differ.
    """

    request: Request
    stack: str  # whose states are read
    places: tuple[int, ...]  # positions in that stack
    read: tuple[str, ...]  # [place] the token that enters there
    final: tuple[str, ...]  # [place] the most probable token by the model itself
    words: tuple[tuple[tuple[str, ...], ...], ...]  # [layer + 1][place][rank], the best first
    probabilities: np.ndarray  # [layer + 1, place, rank] of `words`
    of_final: np.ndarray  # [layer + 1, place] of `final`
    ranks: np.ndarray  # [layer + 1, place] of `final` in the vocabulary, from 1
    prompt_length: int = 0  # how many of the places write a token that was given
    random: bool = False  # whether the output matrix was replaced by random numbers, as a control

    __repr__ = brief

    def __post_init__(self) -> None:
        shape = len(self.words), len(self.final)
        count = len(self.words[0][0])
        if not len(self.places) == len(self.read) == len(self.final):
            raise ValueError(f"{len(self.places)} places for {len(self.final)} words")
        if any(len(words) != count for layer in self.words for words in layer):
            raise ValueError("places have different numbers of words")
        expected = {"probabilities": (*shape, count), "of_final": shape, "ranks": shape}
        for name, expected_shape in expected.items():
            array = getattr(self, name)
            if array.shape != expected_shape:
                raise ValueError(f"{name} has shape {array.shape}, not {expected_shape}")
            array.flags.writeable = False

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return displayed(self)

    @property
    def first_layers(self) -> tuple[int | None, ...]:
        """The first layer after which each word of `final` leads; None: after none."""
        leads = self.ranks == 1
        layers = zip(leads.argmax(0).tolist(), leads.any(0).tolist(), strict=True)
        return tuple(layer if does_lead else None for layer, does_lead in layers)


@dataclass(frozen=True)
class Patching:
    """What a run writes when one of its states is that of another sentence (activation patching).

    Compared are the first words in which the two sentences' own outputs differ: the logit of this
    sentence's word minus that of the other's. Putting the other sentence's states into this run is
    one direction; the other one, with the sentences exchanged, may tell something else. Raises
    ValueError when shapes differ.
    """

    request: Request
    other: str  # the sentence whose states are put in
    tokens: tuple[str, ...]  # of the stack that reads, [token]
    other_tokens: tuple[str, ...]
    words: tuple[str, str]  # what is written for this sentence and for the other
    place: int  # at which, among what is written, or of the mask
    own: float  # difference of the logits of `words` in this run
    others: float  # the same in the run of the other sentence
    differences: np.ndarray  # [layer + 1, token] with this state put in; 0: the first layer's input

    __repr__ = brief

    def __post_init__(self) -> None:
        if len(self.tokens) != len(self.other_tokens):
            raise ValueError(f"{len(self.tokens)} and {len(self.other_tokens)} tokens")
        if self.differences.shape[1:] != (len(self.tokens),):
            raise ValueError(f"differences have shape {self.differences.shape}")
        self.differences.flags.writeable = False

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return displayed(self)

    @property
    def shares(self) -> np.ndarray:
        """How far each state moves the difference: 0 not at all, 1 to that of the other sentence.

        `[layer + 1, token]`.
        """
        return (self.own - self.differences) / (self.own - self.others)


@dataclass(frozen=True)
class HeadPatching:
    """What a run writes when one of its heads is as in the run of another sentence.

    `kind` is the "output" of the head at all tokens, its "weights" alone, which then mix this run's
    values, or its "values" alone. Compared are the words of `Patching`. Raises ValueError when
    shapes differ.
    """

    request: Request
    other: str  # the sentence whose run gives
    kind: str
    heads: tuple[tuple[str, int, int], ...]  # (stack, layer, head)
    words: tuple[str, str]  # what is written for this sentence and for the other
    place: int  # at which, among what is written, or of the mask
    own: float  # difference of the logits of `words` in this run
    others: float  # the same in the run of the other sentence
    differences: np.ndarray  # [head] with this head as in the other run

    __repr__ = brief

    def __post_init__(self) -> None:
        if self.differences.shape != (len(self.heads),):
            raise ValueError(f"{self.differences.shape} differences of {len(self.heads)} heads")
        self.differences.flags.writeable = False

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return displayed(self)

    @property
    def shares(self) -> np.ndarray:
        """How far each head moves the difference, as `Patching.shares`; `[head]`."""
        return (self.own - self.differences) / (self.own - self.others)


@dataclass(frozen=True)
class Attribution:
    """The logits of two words at one place, each as a sum over the parts of a decoder.

    `embedding`, `heads`, `feed_forward` and `biases` sum to `logits`, with the spread of the last
    norm frozen: a part that were gone would change it too. This is what each part wrote for the
    word directly, and not what later parts made of it. A constant that is added to the logits of
    all words changes no probability, so a single one has no zero: read the difference of the two.
    Raises ValueError when shapes differ.
    """

    request: Request
    place: int  # among the tokens that are written, the given ones included
    words: tuple[str, str]  # the token that is written there, and another one
    logits: np.ndarray  # [word] by the model itself
    embedding: np.ndarray  # [word] of the token that is read, with its position where one is added
    heads: np.ndarray  # [layer, head, word]
    feed_forward: np.ndarray  # [layer, word]
    biases: np.ndarray  # [word] of the output projections, the last norm and the output layer

    __repr__ = brief

    def __post_init__(self) -> None:
        layers = len(self.heads)
        expected: dict[str, tuple[int, ...]] = {
            "logits": (2,),
            "embedding": (2,),
            "heads": (layers, *self.heads.shape[1:2], 2),
            "feed_forward": (layers, 2),
            "biases": (2,),
        }
        for name, shape in expected.items():
            array = getattr(self, name)
            if array.shape != shape:
                raise ValueError(f"{name} has shape {array.shape}, not {shape}")
            array.flags.writeable = False

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return displayed(self)

    @property
    def total(self) -> np.ndarray:
        """The sum of all parts, `[word]`."""
        return self.embedding + self.heads.sum((0, 1)) + self.feed_forward.sum(0) + self.biases


@dataclass(frozen=True)
class Circuit:
    """What a head writes for the words that it reads, off its weights alone (its OV matrix).

    Of cross-attention a dictionary of English words to French ones, and of self-attention a table
    of words to words, in which a head that copies writes each word itself. What attention chooses
    to read, layer norms and all other layers are left out. Raises ValueError when shapes differ.
    """

    model: str
    stack: str
    layer: int
    head: int
    encoded: bool  # whether each word was read alone by the encoder, else it is its embedding
    tokens: tuple[str, ...]  # of the sentence
    words: tuple[tuple[str, ...], ...]  # [token][rank] that the head writes, the best first
    scores: np.ndarray  # [token, rank] standard deviations above the mean of all words written
    random_words: tuple[tuple[str, ...], ...]  # the same of a head of random numbers
    random_scores: np.ndarray
    expected: tuple[tuple[str, ...], ...]  # [token][word] its translations, or the token itself
    read: int  # words of the vocabulary that are read for the shares below
    written: int  # words among which the head chooses
    first: np.ndarray  # [layer, head] share of these words for which an expected one is first
    among_ten: np.ndarray  # [layer, head] share for which one is among the first ten
    random_first: float  # the mean of heads of random numbers
    random_among_ten: float
    # Sum of the eigenvalues over that of their sizes, -1 to 1; 1: it writes more of what it reads.
    copying: float | None
    # By positions alone, how far before a query its best key stands most often, and how often.
    nearest: tuple[int, float] | None

    __repr__ = brief

    def __post_init__(self) -> None:
        for name in ("words", "random_words", "expected"):
            if len(getattr(self, name)) != len(self.tokens):
                raise ValueError(f"{name} has {len(getattr(self, name))} rows")
        if not len(self.scores) == len(self.random_scores) == len(self.tokens):
            raise ValueError(f"scores have shape {self.scores.shape}")
        if self.first.ndim != 2 or self.first.shape != self.among_ten.shape:
            raise ValueError(f"shares have shapes {self.first.shape}, {self.among_ten.shape}")
        for array in (self.scores, self.random_scores, self.first, self.among_ten):
            array.flags.writeable = False

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return displayed(self)


@dataclass(frozen=True)
class Ablation:
    """The log-probability (natural) of one translation with each head silenced in turn.

    Raises ValueError when shapes do not match the heads and the tokens, or a log-probability is
    above 0 (tolerance 1e-6).
    """

    request: Request
    predicted: tuple[str, ...]
    heads: tuple[tuple[str, int, int], ...]  # (stack, layer, head)
    # [head, target position] log-probability of each token of `predicted` with this head silenced
    words: np.ndarray
    baseline_words: np.ndarray  # [target position] log-probability with all heads

    __repr__ = brief

    def __post_init__(self) -> None:
        expected = {
            "words": (len(self.heads), len(self.predicted)),
            "baseline_words": (len(self.predicted),),
        }
        for name, shape in expected.items():
            array = getattr(self, name)
            if array.shape != shape:
                raise ValueError(
                    f"{name} has shape {array.shape}; the heads and tokens need {shape}"
                )
            if not (array <= 1e-6).all():
                raise ValueError(f"a log-probability in {name} is above 0 or NaN")
            array.flags.writeable = False

    @property
    def log_probability(self) -> np.ndarray:
        """The log-probability of the whole translation with each head silenced, `[head]`."""
        return self.words.sum(-1)

    @property
    def baseline(self) -> float:
        """The log-probability of the whole translation with all heads."""
        return float(self.baseline_words.sum())


@dataclass(frozen=True)
class HeadAblation:
    """The log-odds of the words of one text with the output of one head replaced in three ways.

    By zero; by the head's mean output over all positions of other sentences; and by its output in
    one other sentence, each position by that of the same relative place. The log-odds of a word are
    log(p / (1 - p)), its logit beside those of all other words. Raises ValueError when shapes
    differ.
    """

    request: Request
    head: tuple[str, int, int]  # stack, layer, head
    predicted: tuple[str, ...]
    baseline: np.ndarray  # [target] with the head as it is
    zero: np.ndarray  # [target]
    mean: np.ndarray  # [target]
    resampled: np.ndarray  # [draw, target]

    __repr__ = brief

    def __post_init__(self) -> None:
        for name in ("baseline", "zero", "mean", "resampled"):
            array = getattr(self, name)
            if array.shape[-1:] != (len(self.predicted),) or array.ndim != 1 + (
                name == "resampled"
            ):
                raise ValueError(f"{name} has shape {array.shape} for {len(self.predicted)} tokens")
            array.flags.writeable = False

    @property
    def losses(self) -> dict[str, np.ndarray]:
        """The log-probability (nats) that the text loses, `[draw]`; "zero" and "mean" have one."""
        rows = {"zero": self.zero[None], "mean": self.mean[None], "resample": self.resampled}
        baseline = _log_probabilities(self.baseline).sum()
        return {kind: baseline - _log_probabilities(odds).sum(-1) for kind, odds in rows.items()}


def _log_probabilities(log_odds: np.ndarray) -> np.ndarray:
    """Return the natural logarithm of the probabilities with these log-odds."""
    return -np.logaddexp(0, -log_odds)


@dataclass(frozen=True)
class SelfRepair:
    """What the words of one text lose without one head and each other head at once.

    Losses are sums of log-odds over the words; see `HeadAblation`. Two heads that cost more
    together than the sum of both stand in for each other (`head_pairs` has the same over many
    sentences). `random` has as many pairs of other heads, drawn at random, as a control; `mean` and
    `random_mean` are of the strongest pair and of these, with mean outputs in place of 0. Raises
    ValueError when shapes differ.
    """

    request: Request
    head: tuple[str, int, int]  # stack, layer, head
    others: tuple[tuple[str, int, int], ...]
    alone: float  # loss without the head
    others_alone: np.ndarray  # [other] loss without each other head
    together: np.ndarray  # [other] loss without both
    random: np.ndarray  # [pair] excess of each
    mean: float  # excess
    random_mean: np.ndarray  # [pair] excess of each

    __repr__ = brief

    def __post_init__(self) -> None:
        for name in ("others_alone", "together"):
            if getattr(self, name).shape != (len(self.others),):
                raise ValueError(f"{name} has another length than the {len(self.others)} heads")
        if self.random.shape != self.random_mean.shape:
            raise ValueError(f"{self.random.shape} pairs and {self.random_mean.shape}")
        for array in (self.others_alone, self.together, self.random, self.random_mean):
            array.flags.writeable = False

    @property
    def excess(self) -> np.ndarray:
        """How much more both cost than the sum of each alone, `[other]`."""
        return self.together - self.alone - self.others_alone

    @property
    def strongest(self) -> int:
        """The place in `others` of the head with the largest excess."""
        return int(self.excess.argmax())

    @property
    def partner(self) -> tuple[str, int, int] | None:
        """The head that makes up for this one; None: none does so more than heads at random.

        Both together must cost _LEAST_EXCESS more than the sum of each, more than this head alone,
        so that at least half of its work was hidden, and more than any random pair; with zero and
        with mean outputs.
        """
        least = max(_LEAST_EXCESS, self.alone)
        is_clear = self.excess.max() >= max(least, *self.random)
        is_clear &= self.mean >= max(least, *self.random_mean)
        return self.others[self.strongest] if is_clear else None


@dataclass(frozen=True)
class NextWords:
    """The probability of every word of the vocabulary at one place, the most probable first.

    Raises ValueError when shapes differ, or the probabilities do not sum to 1.
    """

    words: tuple[str, ...]
    probabilities: np.ndarray  # [word] as the model predicts them
    sampled: np.ndarray  # [word] after the temperature
    candidates: np.ndarray  # [word] True: kept by top-k and top-p

    __repr__ = brief

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
    """The most probable words at one place of a sentence, best first.

    Raises ValueError when shapes differ, or the probabilities sum to more than 1.
    """

    place: int  # index among the tokens of the trace
    words: tuple[str, ...]  # the best of the vocabulary
    probabilities: np.ndarray  # [word] a share of the whole vocabulary's 1
    true_word: str | None  # the word of the sentence; None: a mask stands there
    true_probability: float | None
    true_rank: int | None  # in the whole vocabulary, from 1

    __repr__ = brief

    def __post_init__(self) -> None:
        if self.probabilities.shape != (len(self.words),):
            raise ValueError(f"{self.probabilities.shape} probabilities, {len(self.words)} words")
        if not self.probabilities.sum(dtype=np.float64) <= 1 + 1e-3:
            raise ValueError(f"probabilities sum to {self.probabilities.sum()}")
        self.probabilities.flags.writeable = False

    @property
    def rest(self) -> float:
        """The probability of all words that are not in `words`."""
        return max(0.0, 1 - float(self.probabilities.sum(dtype=np.float64)))


class Chosen(NamedTuple):
    """A token that masked training chose for the model to predict."""

    place: int  # index among the tokens of the trace
    kind: Literal["mask", "random", "same"]  # what the model reads in its place
    word: str  # the word to predict
    probability: float  # of that word, by the model


@dataclass(frozen=True)
class MaskingDraw:
    """A sentence as the model would read it in one epoch of masked training.

    Raises ValueError for a place outside the sentence.
    """

    read: tuple[str, ...]  # [token]
    chosen: tuple[Chosen, ...]  # in the order of their places

    __repr__ = brief

    def __post_init__(self) -> None:
        for choice in self.chosen:
            if not 0 <= choice.place < len(self.read):
                raise ValueError(f"place {choice.place} of {len(self.read)} tokens")
