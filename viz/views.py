"""What a picture shows of a trace: values between `models` and the figures. Imports neither torch nor Streamlit."""

from dataclasses import dataclass

import numpy as np

from models.trace import STACKS, Gates, Trace

from .language import mark, t
from .measures import membership, merge_allowed, merge_subwords

STACK_TITLES = mark({
    "encoder": "Encoder self-attention",
    "decoder": "Decoder masked self-attention",
    "cross": "Cross-attention",
})
BETWEEN = mark({"all": "All attention", "aa": "First → first", "ab": "First → second", "ba": "Second → first", "bb": "Second → second"})  # of two sentences


@dataclass(frozen=True)
class HeadChoice:
    """One head of one mechanism; layer and head count from 0 here and from 1 on the screen."""

    stack: str = "cross"
    layer: int = 0
    head: int = 0


@dataclass(frozen=True)
class Heads:
    """All heads of one mechanism over the words on show.

    A row of cross-attention is named by the word it writes, for that is the word it looks for, a row of the
    decoder's own attention by the word it reads.
    """

    stack: str
    weights: np.ndarray  # [layer, head, row, column]
    allowed: np.ndarray  # [row, column]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    before: tuple[str, ...] | None = None  # of cross-attention: the word read when the row's word is written
    after: tuple[str, ...] | None = None  # of decoder self-attention: the word written when the row's word is read


@dataclass(frozen=True)
class Axis:
    """The tokens of a text, each with its characters and the number of its word."""

    text: str
    tokens: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    words: tuple[int, ...]

    def part(self, which: slice) -> "Axis":
        return Axis(self.text, self.tokens[which], self.spans[which], self.words[which])

    def labels(self, merged: bool) -> tuple[str, ...]:
        """Each token, or each word once as it stands in the text; what has no characters, like "</s>", by its token."""
        if not merged:
            return self.tokens
        labels = []
        for word in dict.fromkeys(self.words):
            places = [place for place, number in enumerate(self.words) if number == word]
            label = self.text[self.spans[places[0]][0] : self.spans[places[-1]][1]]
            labels.append(label.strip() or self.tokens[places[0]])
        return tuple(labels)


def source_axis(trace: Trace) -> Axis:
    return Axis(trace.sentence, trace.source, trace.source_spans, trace.source_words)


def written_axis(trace: Trace) -> Axis:
    return Axis(trace.written_text, trace.predicted, trace.predicted_spans, trace.predicted_words)


def heads_of(trace: Trace, stack: str, merged: bool, between: str = "all") -> Heads:
    """The heads of one mechanism that the model has, sub-words as written or merged into words; of two sentences that an encoder reads
    only the rows of one and the columns of one, as `between` of BETWEEN says, their weights as they are."""
    maps = trace.attention[stack]
    source = source_axis(trace)
    read = Axis(trace.written_text, trace.decoder_input, trace.decoder_spans, trace.decoder_words)
    written = written_axis(trace)
    rows, columns = {"encoder": (source, source), "decoder": (read, read), "cross": (written, source)}[stack]
    weights, allowed = maps.weights, maps.allowed
    if stack == "encoder" and trace.second and between != "all":
        looks, seen = ({"a": slice(None, trace.second), "b": slice(trace.second, None)}[sentence] for sentence in between)
        rows, columns, weights, allowed = rows.part(looks), columns.part(seen), weights[..., looks, seen], allowed[looks, seen]
    if merged:
        weights, allowed = (merge(cells, rows.words, columns.words)
                            for merge, cells in ((merge_subwords, weights), (merge_allowed, allowed)))
    names = rows.labels(merged)
    return Heads(
        stack, weights, allowed, names, columns.labels(merged),
        before=(trace.decoder_input[0], *names[:-1]) if stack == "cross" else None,
        after=(*names[1:], written.labels(merged)[-1]) if stack == "decoder" else None)


@dataclass(frozen=True)
class MaskedHead:
    """One head of the decoder's own attention, before, at and after the mask; all `[row, column]`."""

    words: tuple[str, ...]  # the words read, rows and columns
    scores: np.ndarray  # of a word of several sub-words the mean
    allowed: np.ndarray
    weights: np.ndarray


def masked_head(trace: Trace, layer: int, head: int, merged: bool) -> MaskedHead:
    """The three steps of one head of the decoder."""
    heads, scores = heads_of(trace, "decoder", merged), trace.attention["decoder"].scores[layer, head]
    if merged:
        share = membership(trace.decoder_words) / membership(trace.decoder_words).sum(0)
        scores = share.T @ scores @ share
    return MaskedHead(heads.rows, scores, heads.allowed, heads.weights[layer, head])


def all_heads(trace: Trace, merged: bool, between: str = "all") -> list[Heads]:
    """The mechanisms this model has, in the order data flows through them."""
    return [heads_of(trace, stack, merged, between) for stack in STACKS if trace.attention[stack] is not None]


@dataclass(frozen=True)
class Aligner:
    """What may be read as a word alignment: one head of cross-attention, or the mean of a layer's heads.

    A French word has two rows, the one where it is written and the one where it is then read. In published models the
    first aligns better in the last layers, the second in the first ones (Kobayashi et al. 2020, section 5).
    """

    layer: int
    head: int | None  # None: the mean of the layer's heads
    reads: bool  # False: the row where the word is written
    error: float | None  # alignment error rate on the gold alignments, per cent
    alone: bool = False  # the model has no other head

    @property
    def title(self) -> str:
        place = (t("its only head") if self.alone else t("layer {layer}, mean of the heads", layer=self.layer + 1) if self.head is None
                 else t("layer {layer}, head {head}", layer=self.layer + 1, head=self.head + 1))
        return place + ("" if self.error is None else f" · AER {self.error:.0f}")


SCORES = {  # the score functions of the lectures, by the model that has it
    "bilstm-additive": (mark("Additive"), "vᵀ tanh(W q + U k)"),
    "bilstm-dot": (mark("Dot product"), "qᵀ k"),
    "bilstm-bilinear": (mark("Bilinear"), "qᵀ W k"),
    "transformer": (mark("Scaled dot product"), "qᵀ k / √d_head"),
}


def aligners(sizes: tuple[int, int], card: dict) -> dict[str, Aligner]:
    """Every head and every layer's mean by a name for the address, the one that aligns best first.

    Which row aligns better, and how well, is measured by tests/alignment and stands in the card; without it the row that writes.
    """
    layers, heads = sizes
    measured, found = card.get("alignment", {}).get("heads", {}), {}
    for layer in range(layers):
        for head in (*range(heads), *([None] if heads > 1 else [])):
            name = f"layer {layer + 1}, " + ("mean" if head is None else f"head {head + 1}")
            rates = measured.get(name, {"writes": None})
            row = min(rates, key=lambda row: rates[row] or 0.0)
            found[name.replace(", ", "-").replace(" ", "-")] = Aligner(layer, head, row == "reads", rates[row], alone=layers * heads == 1)
    best = min(found, key=lambda name: (found[name].head is None, found[name].error or 0.0)) if measured else next(iter(found))
    return {best: found.pop(best), **found}


@dataclass(frozen=True)
class Alignment:
    """Where each French word's source is, by one model: French down, English across."""

    weights: np.ndarray  # [row, column]
    rows: tuple[str, ...]
    columns: tuple[str, ...]


def align(trace: Trace, aligner: Aligner, merged: bool) -> Alignment:
    """The alignment that one head draws, without the row that ends the sentence."""
    heads = trace.attention["cross"].weights[aligner.layer]
    weights = heads.mean(0) if aligner.head is None else heads[aligner.head]
    source = source_axis(trace)
    written = written_axis(trace)
    names = written.labels(merged)
    if merged:
        weights = merge_subwords(weights, trace.decoder_words if aligner.reads else written.words, source.words)
    if aligner.reads:
        weights = weights[1:]  # without "<s>"; what is written last is never read
    rows = len(weights) if aligner.reads else len(weights) - trace.finished
    return Alignment(weights[:rows], names[:rows], source.labels(merged))


LSTMS = mark({"encoder forward": "The encoder reads from left to right", "encoder backward": "The encoder reads from right to left",
              "decoder": "The decoder reads the French it has written"})
QUANTITIES = mark({"cell": "tanh of the cell", "hidden": "hidden state", "candidate": "candidate", "forget": "forget gate",
                   "input": "input gate", "output": "output gate"})
SIGNED = ("cell", "hidden", "candidate")  # between -1 and 1, the gates between 0 and 1
ORDERS = mark({"kept": "by the mean forget gate, longest memory on top", "strongest": "by the word where the cell is farthest from 0",
               "number": "as numbered"})


def french_words(trace: Trace, merged: bool) -> dict[int, str]:
    """The words that the model wrote, each by the place where its first sub-word is written."""
    axis = written_axis(trace)
    firsts = {word: place for place, word in reversed(list(enumerate(axis.words)))} if merged else range(len(axis.tokens))
    places = [firsts[word] for word in dict.fromkeys(axis.words)] if merged else firsts
    return {place: label for place, label in zip(places, axis.labels(merged), strict=True) if place >= trace.given}


def source_words(trace: Trace) -> dict[int, str]:
    """The words of the sentence by their number, without what has no characters."""
    axis = source_axis(trace)
    return {number: label for number, label in zip(dict.fromkeys(axis.words), axis.labels(True))
            if any(start < end for (start, end), word in zip(axis.spans, axis.words) if word == number)}


def exchanged(trace: Trace, place: int) -> list[tuple[str, str]]:
    """Words that might stand at this place of the translation instead, each with the whole translation it would make."""
    start, end = trace.predicted_spans[place]
    text, before = trace.written_text, len(trace.written_text) - len(trace.translation)  # what comes before is given
    best = [word.lstrip("Ġ▁") for word, _ in trace.choices[place].best]  # how tokenizers write a space
    return [(word, (text[:start] + word + text[end:])[before:])
            for word in best if start < end and word.isalpha() and not trace.predicted[place].lstrip("Ġ▁").startswith(word)]


def lstm_words(trace: Trace, lstm: str, merged: bool) -> tuple[tuple[str, ...], list[int]]:
    """The words an LSTM reads and, for each, the position where it has read it to the end (of all its sub-words)."""
    if lstm == "decoder":
        axis = Axis(trace.written_text, trace.decoder_input, trace.decoder_spans, trace.decoder_words)
    else:
        axis = source_axis(trace)
    if not merged:
        return axis.tokens, list(range(len(axis.tokens)))
    last = {word: place for place, word in enumerate(axis.words)}
    first = {word: place for place, word in reversed(list(enumerate(axis.words)))}
    ends = first if lstm == "encoder backward" else last
    return axis.labels(True), [ends[word] for word in dict.fromkeys(axis.words)]


def quantity_of(gates: Gates, quantity: str) -> np.ndarray:
    """`[position, unit]`; of the cell its tanh, which is what the output gate lets through."""
    return np.tanh(gates.cell) if quantity == "cell" else getattr(gates, quantity)


def unit_order(gates: Gates, rule: str) -> np.ndarray:
    """The units, top row first, by one of ORDERS."""
    if rule == "kept":
        return np.argsort(-gates.forget.mean(0), kind="stable")
    if rule == "strongest":
        return np.argsort(np.abs(gates.cell).argmax(0), kind="stable")
    return np.arange(gates.cell.shape[1])


def gradient_of_words(norms: np.ndarray, words: tuple[int, ...], merged: bool) -> np.ndarray:
    """Gradient norms per token as shares of the largest; of a word the norm of its sub-words' gradients together."""
    if merged:
        norms = np.sqrt(membership(words).T @ norms**2)
    return norms / max(norms.max(), np.finfo(np.float32).tiny)


def written_words(trace: Trace, merged: bool) -> list[dict]:
    """The translation for the strip above the picture: each word's probability and what else might have been.

    The probability of a word of several sub-words is the product of theirs.
    """
    pieces = [
        {"text": text, "probability": choice.probability, "best": [list(pair) for pair in choice.best]}
        for text, choice in zip(trace.predicted, trace.choices)][trace.given :]
    if not merged:
        return [{"text": piece["text"], "probability": piece["probability"], "pieces": [piece]} for piece in pieces]
    axis = written_axis(trace)
    axis = Axis(axis.text, axis.tokens[trace.given :], axis.spans[trace.given :], axis.words[trace.given :])
    labels, columns = axis.labels(merged), membership(axis.words).T > 0 if axis.words else ()
    return [
        {"text": label, "probability": float(np.prod([piece["probability"] for piece in own])), "pieces": own}
        for label, column in zip(labels, columns) for own in [[piece for piece, mine in zip(pieces, column) if mine]]]
