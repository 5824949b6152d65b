"""What a picture shows of a trace: values between `models` and the figures. Imports neither torch nor Streamlit."""

from dataclasses import dataclass

import numpy as np

from models.trace import STACKS, Trace

from .measures import membership, merge_allowed, merge_subwords

STACK_TITLES = {
    "encoder": "Encoder self-attention",
    "decoder": "Decoder masked self-attention",
    "cross": "Cross-attention",
}


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


def written_axis(trace: Trace) -> Axis:
    return Axis(trace.translation, trace.predicted, trace.predicted_spans, trace.predicted_words)


def heads_of(trace: Trace, stack: str, merged: bool) -> Heads:
    """The heads of one mechanism that the model has, sub-words as written or merged into words."""
    maps = trace.attention[stack]
    source = Axis(trace.request.sentence, trace.source, trace.source_spans, trace.source_words)
    read = Axis(trace.translation, trace.decoder_input, ((0, 0), *trace.predicted_spans[:-1]), trace.decoder_words)
    written = written_axis(trace)
    rows, columns = {"encoder": (source, source), "decoder": (read, read), "cross": (written, source)}[stack]
    weights, allowed = maps.weights, maps.allowed
    if merged:
        weights, allowed = (merge(cells, rows.words, columns.words)
                            for merge, cells in ((merge_subwords, weights), (merge_allowed, allowed)))
    names = rows.labels(merged)
    return Heads(
        stack, weights, allowed, names, columns.labels(merged),
        before=(trace.decoder_input[0], *names[:-1]) if stack == "cross" else None,
        after=(*names[1:], written.labels(merged)[-1]) if stack == "decoder" else None)


def all_heads(trace: Trace, merged: bool) -> list[Heads]:
    """The mechanisms this model has, in the order data flows through them."""
    return [heads_of(trace, stack, merged) for stack in STACKS if trace.attention[stack] is not None]


def written_words(trace: Trace, merged: bool) -> list[dict]:
    """The translation for the strip above the picture: each word's probability and what else might have been.

    The probability of a word of several sub-words is the product of theirs.
    """
    pieces = [
        {"text": text, "probability": choice.probability, "best": [list(pair) for pair in choice.best]}
        for text, choice in zip(trace.predicted, trace.choices)]
    if not merged:
        return [{"text": piece["text"], "probability": piece["probability"], "pieces": [piece]} for piece in pieces]
    labels = written_axis(trace).labels(merged)
    columns = membership(trace.predicted_words).T > 0
    return [
        {"text": label, "probability": float(np.prod([piece["probability"] for piece in own])), "pieces": own}
        for label, column in zip(labels, columns) for own in [[piece for piece, mine in zip(pieces, column) if mine]]]
