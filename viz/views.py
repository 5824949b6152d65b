"""What a picture shows of a trace: values between `models` and the figures. Imports neither torch nor Streamlit."""

from dataclasses import dataclass

import numpy as np

from models.trace import STACKS, AttentionMaps, Trace

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
    """All heads of one mechanism over the words on show."""

    stack: str
    weights: np.ndarray  # [layer, head, row, column]
    allowed: np.ndarray  # [row, column]
    rows: tuple[str, ...]  # the word that looks; of a decoder: the word being read
    written: tuple[str, ...] | None  # of a decoder: the word each row goes on to write
    columns: tuple[str, ...]


def word_labels(text: str, tokens: tuple[str, ...], spans: tuple[tuple[int, int], ...], words: tuple[int, ...]) -> tuple[str, ...]:
    """Each word once, as it stands in the text; what has no characters there, like "</s>", by its token."""
    labels = []
    for word in dict.fromkeys(words):
        of_word = [place for place, number in enumerate(words) if number == word]
        start, end = spans[of_word[0]][0], spans[of_word[-1]][1]
        labels.append(text[start:end].strip() or tokens[of_word[0]])
    return tuple(labels)


def heads_of(trace: Trace, stack: str, merged: bool) -> Heads:
    """The heads of one mechanism that the model has, sub-words as written or merged into words.

    Rows of the decoder's own attention merge by the word that is read, those of cross-attention by the
    word that is written, which is what the row looks for.
    """
    maps: AttentionMaps = trace.attention[stack]
    read_spans = ((0, 0), *trace.predicted_spans[:-1])
    source = trace.source, trace.source_spans, trace.source_words, trace.request.sentence
    read = trace.decoder_input, read_spans, trace.decoder_words, trace.translation
    written = trace.predicted, trace.predicted_spans, trace.predicted_words, trace.translation
    rows_of, columns_of = {"encoder": (source, source), "decoder": (read, read), "cross": (read, source)}[stack]
    other = None if stack == "encoder" else written[0]
    if not merged:
        return Heads(stack, maps.weights, maps.allowed, rows_of[0], other, columns_of[0])
    label = lambda side: word_labels(side[3], side[0], side[1], side[2])
    row_words = written[2] if stack == "cross" else rows_of[2]
    weights = merge_subwords(maps.weights, row_words, columns_of[2])
    allowed = merge_allowed(maps.allowed, row_words, columns_of[2])
    if stack == "encoder":
        return Heads(stack, weights, allowed, label(source), None, label(source))
    # A word goes on to write what follows its last sub-word; it begins after the sub-word before its first.
    last = [len(row_words) - 1 - row_words[::-1].index(word) for word in dict.fromkeys(row_words)]
    first = [row_words.index(word) for word in dict.fromkeys(row_words)]
    written_label = dict(zip(dict.fromkeys(written[2]), label(written)))
    read_label = dict(zip(dict.fromkeys(read[2]), label(read)))
    if stack == "decoder":
        return Heads(stack, weights, allowed, label(read), tuple(written_label[written[2][place]] for place in last), label(read))
    return Heads(stack, weights, allowed, tuple(read_label[read[2][place]] for place in first), label(written), label(source))


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
    labels = word_labels(trace.translation, trace.predicted, trace.predicted_spans, trace.predicted_words)
    columns = membership(trace.predicted_words).T > 0
    return [
        {"text": label, "probability": float(np.prod([piece["probability"] for piece in own])), "pieces": own}
        for label, column in zip(labels, columns) for own in [[piece for piece, mine in zip(pieces, column) if mine]]]
