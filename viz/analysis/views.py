"""Views of a trace: heads, words and gates as values for pictures.

Imports neither torch nor Streamlit.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from models.brief import brief
from models.contributing import shares_of
from models.reasons import write_layers
from models.store.token_names import SPACE, has_ink
from models.trace import STACKS, AttentionMaps, Gates, Recorded, Trace

from ..base.language import t, translatable
from .measures import membership, merge_allowed, merge_subwords
from .norms import NormTrace

STACK_TITLES = translatable(
    {
        "encoder": "Encoder self-attention",
        "decoder": "Decoder masked self-attention",
        "cross": "Cross-attention",
    }
)
# The English of French words, by the labels of an axis; "" for a word without.
Glosses = Mapping[tuple[str, ...], Sequence[str]]
# The parts of the attention within and between two sentences.
BETWEEN = translatable(
    {
        "all": "All attention",
        "aa": "First → first",
        "ab": "First → second",
        "ba": "Second → first",
        "bb": "Second → second",
    }
)


@dataclass(frozen=True)
class HeadChoice:
    """One head of one mechanism; layer and head from 0, on the screen from 1."""

    stack: str = "cross"
    layer: int = 0
    head: int = 0

    @property
    def key(self) -> str:
        """The name in addresses and components."""
        return f"{self.stack}-{self.layer + 1}-{self.head + 1}"


def head_place(choice: HeadChoice) -> str:
    """Name a head of a known mechanism in words."""
    return t("layer {layer}, head {head}", layer=choice.layer + 1, head=choice.head + 1)


def head_title(choice: HeadChoice) -> str:
    """Name a head in words."""
    return t(
        "{mechanism}, layer {layer}, head {head}",
        mechanism=t(STACK_TITLES[choice.stack]),
        layer=choice.layer + 1,
        head=choice.head + 1,
    )


def model_head_title(choice: HeadChoice, model: str) -> str:
    """Name a head of a model in words."""
    return t(
        "{attention} · layer {layer}, head {head} of {model}",
        attention=t(STACK_TITLES[choice.stack]),
        layer=choice.layer + 1,
        head=choice.head + 1,
        model=model,
    )


@dataclass(frozen=True)
class Heads:
    """All heads of one mechanism over words.

    A row of cross-attention is named by the word it writes, the word it looks for; a row of the
    decoder's self-attention by the word it reads.
    """

    stack: str
    weights: np.ndarray  # [layer, head, row, column]
    allowed: np.ndarray  # [row, column] in some layer
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    # In cross-attention: the word read when the row's word is written.
    before: tuple[str, ...] | None = None
    # In decoder self-attention: the word written when the row's word is read.
    after: tuple[str, ...] | None = None
    # Whether a row or a column continues the word of the one before.
    rows_continue: tuple[bool, ...] = ()
    columns_continue: tuple[bool, ...] = ()
    allowed_by_layer: np.ndarray | None = None  # [layer, row, column] where layers differ
    # Where pictures show norms in place of weights: each as a share of its row, and its sum.
    shares: np.ndarray | None = None  # [layer, head, row, column]
    sums: np.ndarray | None = None  # [layer, head, row] the sum of the norms

    __repr__ = brief

    @property
    def drawn(self) -> np.ndarray:
        """What pictures show, `[layer, head, row, column]` from 0 to 1: the weights, or shares."""
        return self.weights if self.shares is None else self.shares

    @property
    def kind(self) -> str:
        """What `drawn` is, a kind of `Matrix`."""
        return "weight" if self.shares is None else "share"

    @property
    def masks(self) -> np.ndarray:
        """The mask of each layer, `[layer, row, column]`, or of all, `[row, column]`."""
        return self.allowed if self.allowed_by_layer is None else self.allowed_by_layer

    def allowed_in(self, layer: int) -> np.ndarray:
        """Return the mask of a layer, `[row, column]`."""
        return self.masks if self.masks.ndim == 2 else self.masks[layer]

    @property
    def attending(self) -> tuple[int, ...]:
        """The layers that have attention; in a hybrid, others have none."""
        layers = tuple(range(len(self.weights)))
        if self.allowed_by_layer is None:
            return layers
        # None of a decoder's words of one sentence attends to those of the next.
        return tuple(layer for layer in layers if self.allowed_in(layer).any()) or layers

    @property
    def without(self) -> tuple[int, ...]:
        """The layers that have none."""
        return tuple({*range(len(self.weights))} - {*self.attending})

    def part(self, rows: slice, columns: slice) -> "Heads":
        """Return some rows and columns, with their weights as they are."""
        every = self.allowed_by_layer
        return replace(
            self,
            weights=self.weights[..., rows, columns],
            allowed=self.allowed[rows, columns],
            rows=self.rows[rows],
            columns=self.columns[columns],
            allowed_by_layer=None if every is None else every[:, rows, columns],
            shares=None if self.shares is None else self.shares[..., rows, columns],
            sums=None if self.sums is None else self.sums[..., rows],
        )

    def only(self, layer: int, head: int) -> "Heads":
        """Return one head, `[1, 1, row, column]`, with its mask."""

        def one(values: np.ndarray | None) -> Any:
            return None if values is None else values[layer, head][None, None]

        return replace(
            self,
            weights=one(self.weights),
            allowed=self.allowed_in(layer),
            allowed_by_layer=None,
            shares=one(self.shares),
            sums=one(self.sums),
        )


def choices_of(heads: Heads) -> list[HeadChoice]:
    """Return every head of a mechanism, layer by layer, without layers that have no attention."""
    return [
        HeadChoice(heads.stack, layer, head)
        for layer in heads.attending
        for head in range(heads.weights.shape[1])
    ]


@dataclass(frozen=True)
class Axis:
    """The tokens of a text with their characters and the indices of their words."""

    text: str
    tokens: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    words: tuple[int, ...]

    def part(self, which: slice) -> "Axis":
        return Axis(self.text, self.tokens[which], self.spans[which], self.words[which])

    def labels(self, merged: bool) -> tuple[str, ...]:
        """Return the label of each token, or of each word as in the text.

        A word without characters that can be seen, like "</s>", is labelled by its token, and so
        are several words that are read of one character: the three points of "…".
        """
        return _merge_labels(self) if merged else self.tokens

    @property
    def marks(self) -> tuple[int, int]:
        """Count the tokens without characters, like "</s>", at the start and at the end."""
        is_word = [start < end for start, end in self.spans]
        if not any(is_word):
            return len(is_word), 0
        return is_word.index(True), is_word[::-1].index(True)

    def continues(self, merged: bool) -> tuple[bool, ...]:
        """Return whether each label continues the word of the one before."""
        if merged:
            return (False,) * len(dict.fromkeys(self.words))
        return tuple(
            place > 0 and self.words[place - 1] == word for place, word in enumerate(self.words)
        )


@lru_cache(maxsize=64)  # the heads, their captions and the glosses of a run ask for the same
def _merge_labels(axis: Axis) -> tuple[str, ...]:
    """Return the label of each word; see `Axis.labels`."""
    places: dict[int, list[int]] = {}
    for place, word in enumerate(axis.words):
        places.setdefault(word, []).append(place)
    spans = [
        (axis.spans[word_places[0]][0], axis.spans[word_places[-1]][1])
        for word_places in places.values()
    ]
    times = Counter(spans)
    labels = []
    for (start, end), word_places in zip(spans, places.values(), strict=True):
        label = axis.text[start:end].strip()
        if label and times[start, end] > 1:
            label = "".join(axis.tokens[place] for place in word_places)
        labels.append(label if has_ink(label) else axis.tokens[word_places[0]])
    return tuple(labels)


def source_axis(trace: Trace) -> Axis:
    return Axis(trace.sentence, trace.source, trace.source_spans, trace.source_words)


def read_axis(trace: Trace) -> Axis:
    """Return the tokens that the decoder reads."""
    return Axis(trace.written_text, trace.decoder_input, trace.decoder_spans, trace.decoder_words)


def written_axis(trace: Trace) -> Axis:
    return Axis(trace.written_text, trace.predicted, trace.predicted_spans, trace.predicted_words)


def axis_words(axis: Axis) -> tuple[str, ...]:
    """Return the words of a text, without special tokens."""
    before, behind = axis.marks
    labels = axis.labels(True)
    return labels[before : len(labels) - behind]


def axes_of(trace: Trace, stack: str) -> tuple[Axis, Axis]:
    """Return the queries and the keys of a mechanism as tokens.

    In cross-attention a query is the token about to be written.
    """
    source, read = source_axis(trace), read_axis(trace)
    return {
        "encoder": (source, source),
        "decoder": (read, read),
        "cross": (written_axis(trace), source),
    }[stack]


def maps_of(trace: Trace, stack: str) -> AttentionMaps:
    """Return the attention of one mechanism. Raises ValueError for a model without it."""
    maps = trace.attention[stack]
    if maps is None:
        raise ValueError(f"{trace.request.model} has no attention {stack!r}")
    return maps


def all_maps(trace: Trace) -> list[AttentionMaps]:
    """Return the attention that was recorded, of every mechanism of the model."""
    assert isinstance(trace.attention, Recorded)
    return [maps for stack in trace.attention.names if (maps := trace.attention[stack]) is not None]


def describe_layers(heads: "AttentionMaps | Heads") -> str:
    """Say which layers of a mechanism have no attention; "" where all have."""
    return describe_attending(heads.attending, len(heads.weights))


def describe_attending(attending: Sequence[int], count: int) -> str:
    """Say which of so many layers have no attention; "" where all have."""
    without = [layer for layer in range(count) if layer not in attending]
    if not without:
        return ""
    return t(
        "No attention in layer {layers} of {count}."
        if len(without) == 1
        else "No attention in layers {layers} of {count}.",
        layers=write_layers(without),
        count=count,
    )


def sentence_slices(second: int, between: str) -> tuple[slice, slice]:
    """Return the rows and the columns of two of two sentences, "a" and "b"; see BETWEEN.

    The second sentence begins at the index `second`.
    """
    parts = {"a": slice(None, second), "b": slice(second, None)}
    return parts[between[0]], parts[between[1]]


def heads_of(trace: Trace, stack: str, merged: bool, between: str = "all") -> Heads:
    """Return the heads of one mechanism, sub-words as written or merged into words.

    For two sentences in an encoder, `between` (of BETWEEN) selects the rows of one and the columns
    of the other; their weights are not renormalised. Norms, where the trace has them, are merged as
    weights are: the norm of a word is the sum over its sub-words, as if all moved the same way.
    """
    maps, written = maps_of(trace, stack), written_axis(trace)
    rows, columns = axes_of(trace, stack)
    weights, allowed, every = maps.weights, maps.allowed, maps.allowed_by_layer
    norms = trace.norms[stack] if isinstance(trace, NormTrace) else None
    sums = None if norms is None else norms.sum(-1)
    if stack == "encoder" and trace.second and between != "all":
        looks, seen = sentence_slices(trace.second, between)
        rows, columns, weights, allowed = (
            rows.part(looks),
            columns.part(seen),
            weights[..., looks, seen],
            allowed[looks, seen],
        )
        every = None if every is None else every[:, looks, seen]
        norms = None if norms is None else norms[..., looks, seen]
        sums = None if sums is None else sums[..., looks]
    if merged:
        if norms is not None and sums is not None:
            norms = merge_subwords(norms, rows.words, columns.words)
            sums = merge_subwords(sums[..., None], rows.words, (0,))[..., 0]
        if every is not None:
            every = merge_allowed(every, rows.words, columns.words)
        weights, allowed = (
            merge(cells, rows.words, columns.words)
            for merge, cells in ((merge_subwords, weights), (merge_allowed, allowed))
        )
    names = rows.labels(merged)
    return Heads(
        stack,
        weights,
        allowed,
        names,
        columns.labels(merged),
        before=(trace.decoder_input[0], *names[:-1]) if stack == "cross" else None,
        after=(*names[1:], written.labels(merged)[-1]) if stack == "decoder" else None,
        rows_continue=rows.continues(merged),
        columns_continue=columns.continues(merged),
        allowed_by_layer=every,
        shares=None if norms is None or sums is None else shares_of(norms, sums),
        sums=sums,
    )


@dataclass(frozen=True)
class MaskedHead:
    """One head of the decoder's attention before, at and after the mask; all `[row, column]`."""

    words: tuple[str, ...]  # the words read, rows and columns
    scores: np.ndarray  # the mean over the sub-words of a word
    allowed: np.ndarray
    weights: np.ndarray


def masked_head(trace: Trace, layer: int, head: int, merged: bool) -> MaskedHead:
    """Return one head of the decoder before, at and after the mask."""
    heads = heads_of(trace, "decoder", merged)
    scores = maps_of(trace, "decoder").scores[layer, head]
    if merged:
        share = membership(trace.decoder_words) / membership(trace.decoder_words).sum(0)
        scores = share.T @ scores @ share
    return MaskedHead(heads.rows, scores, heads.allowed_in(layer), heads.weights[layer, head])


def all_heads(trace: Trace, merged: bool, between: str = "all") -> list[Heads]:
    """Return the heads of every mechanism of the model, in the order of the data."""
    return [
        heads_of(trace, stack, merged, between)
        for stack in STACKS
        if trace.attention[stack] is not None
    ]


LSTMS = translatable(
    {
        "encoder forward": "The encoder reads from left to right",
        "encoder backward": "The encoder reads from right to left",
        "decoder": "The decoder reads the French it has written",
    }
)
_WAYS = translatable(
    {
        "encoder forward": "left to right",
        "encoder backward": "right to left",
        "decoder": "decoder",
    }
)
QUANTITIES = translatable(
    {
        "cell": "tanh of the cell",
        "hidden": "hidden state",
        "candidate": "candidate",
        "forget": "forget gate",
        "input": "input gate",
        "output": "output gate",
    }
)
SIGNED = ("cell", "hidden", "candidate")  # -1 to 1; gates are 0 to 1
HEAD_ORDERS = translatable(
    {
        "kept": "by mean forget gate, longest memory first",
        "strongest": "by the word at which the cell is farthest from 0",
        "number": "as numbered",
    }
)


def french_words(trace: Trace, merged: bool) -> dict[int, str]:
    """Return the words written, by the place where the first sub-word is written."""
    axis = written_axis(trace)
    firsts = (
        {word: place for place, word in reversed(list(enumerate(axis.words)))}
        if merged
        else range(len(axis.tokens))
    )
    places = [firsts[word] for word in dict.fromkeys(axis.words)] if merged else firsts
    return {
        place: label
        for place, label in zip(places, axis.labels(merged), strict=True)
        if place >= trace.prompt_length
    }


def source_words(trace: Trace) -> dict[int, str]:
    """Return the words of the sentence by their number, without tokens that have no characters."""
    axis = source_axis(trace)
    return {
        number: label
        for number, label in zip(dict.fromkeys(axis.words), axis.labels(True))
        if any(start < end for (start, end), word in zip(axis.spans, axis.words) if word == number)
    }


def exchanged(trace: Trace, place: int) -> list[tuple[str, str]]:
    """Return alternatives for the word at `place` of the translation, each with its translation."""
    start, end = trace.predicted_spans[place]
    text = trace.written_text
    # The text given before the translation.
    before = len(text) - len(trace.translation)
    best = [word.removeprefix(SPACE) for word, _ in trace.choices[place].best]
    return [
        (word, (text[:start] + word + text[end:])[before:])
        for word in best
        if start < end
        and word.isalpha()
        and not trace.predicted[place].removeprefix(SPACE).startswith(word)
    ]


def way_of(lstm: str) -> str:
    """Return which way an LSTM reads: "forward", "backward" or "decoder"."""
    return lstm.partition(" layer ")[0].split()[-1]


def layer_title(layer: str) -> str:
    """Name a recurrent layer in words."""
    name, _, number = layer.partition(" layer ")
    way = t(_WAYS[name])
    if not number:
        return way if name == "decoder" else t("encoder, {way}", way=way)
    if name == "decoder":
        return t("layer {number}", number=number)
    return t("{way}, layer {number}", way=way, number=number)


def lstm_axis(trace: Trace, lstm: str) -> Axis:
    """Return the tokens that an LSTM, or another recurrent layer, reads."""
    return read_axis(trace) if lstm.startswith("decoder") else source_axis(trace)


def lstm_words(trace: Trace, lstm: str, merged: bool) -> tuple[tuple[str, ...], list[int]]:
    """Return the words an LSTM reads, and the position of each word's last sub-word."""
    axis = lstm_axis(trace, lstm)
    if not merged:
        return axis.tokens, list(range(len(axis.tokens)))
    last = {word: place for place, word in enumerate(axis.words)}
    first = {word: place for place, word in reversed(list(enumerate(axis.words)))}
    ends = first if way_of(lstm) == "backward" else last
    return axis.labels(True), [ends[word] for word in dict.fromkeys(axis.words)]


def quantity_of(gates: Gates, quantity: str) -> np.ndarray:
    """Return a quantity of the gates, `[position, unit]`; the cell is given as its tanh."""
    return np.tanh(gates.cell) if quantity == "cell" else getattr(gates, quantity)


def unit_order(gates: Gates, rule: str) -> np.ndarray:
    """Return the units in one of ORDERS, the top row first."""
    if rule == "kept":
        return np.argsort(-gates.forget.mean(0), kind="stable")
    if rule == "strongest":
        return np.argsort(np.abs(gates.cell).argmax(0), kind="stable")
    return np.arange(gates.cell.shape[1])


def gradient_of_words(norms: np.ndarray, words: tuple[int, ...], merged: bool) -> np.ndarray:
    """Return gradient norms as shares of the largest, for each token or word.

    The norm of a word is that of all gradients of its sub-words together.
    """
    if merged:
        norms = np.sqrt(membership(words).T @ norms**2)
    return norms / max(norms.max(), np.finfo(np.float32).tiny)


def mean_word_probability(trace: Trace, log_probability: float | None = None) -> float:
    """Return the one probability of a translation that every page gives.

    It is the geometric mean of the probabilities that stand under its whole words. Another run on
    the same words is given by its `log_probability`.
    """
    words = written_words(trace, True)
    if log_probability is None:
        log_probability = sum(math.log(max(word["probability"], 1e-30)) for word in words)
    return math.exp(log_probability / max(len(words), 1))


def written_words(trace: Trace, merged: bool) -> list[dict]:
    """Return the words of the translation with probabilities and alternatives, for the strip.

    The probability of a word is the product over its sub-words.
    """
    pieces: list[dict[str, Any]] = [
        {
            "text": text,
            "probability": choice.probability,
            "best": [list(pair) for pair in choice.best],
        }
        for text, choice in zip(trace.predicted, trace.choices)
    ][trace.prompt_length :]
    axis = written_axis(trace).part(slice(trace.prompt_length, None))
    if not merged:
        return [
            {
                "text": piece["text"],
                "probability": piece["probability"],
                "pieces": [piece],
                "continues": continues,
            }
            for piece, continues in zip(pieces, axis.continues(merged))
        ]
    labels, columns = axis.labels(merged), membership(axis.words).T > 0 if axis.words else ()
    words = []
    for label, column in zip(labels, columns):
        parts = [piece for piece, is_part in zip(pieces, column) if is_part]
        probability = math.prod(piece["probability"] for piece in parts)
        words.append(
            {"text": label, "probability": probability, "pieces": parts, "continues": False}
        )
    return words
