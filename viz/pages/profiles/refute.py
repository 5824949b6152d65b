"""Swap two words of the sentence, and compare what a head does before and after."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from models import Request, Trace
from models.corpus.head_measures import cross_masks, self_masks
from models.corpus.sides import Vocabulary
from models.words.lexicon import lexicon

from ...analysis.head_captions import is_word
from ...analysis.measures import merge_subwords
from ...analysis.refuting import side_of, typed_part
from ...analysis.views import Axis, HeadChoice, axes_of, axis_words, maps_of, read_axis
from .word_pair_search import sides_of


class _Partner(NamedTuple):
    """A swapped word, and the word that a head links to it, with the weight."""

    word: str
    before: str
    weight_before: float
    after: str
    weight_after: float
    is_same: bool

    @property
    def is_of_word(self) -> bool:
        """Whether the head links it to a word, not to a special token or punctuation."""
        return is_word(self.before)


def _swap_words(trace: Trace, first: str, second: str) -> str:
    """Return the sentence of a run with two words swapped, "e1" and so on."""
    axis = sentence_axis(trace)
    spans = _spans_of(axis)
    earlier, other = sorted((int(first[1:]) - 1, int(second[1:]) - 1))
    (start, end), (start_2, end_2) = spans[earlier], spans[other]
    text = axis.text
    if earlier == other:
        return trace.sentence
    swapped = text[:start] + text[start_2:end_2] + text[end:start_2] + text[start:end]
    return swapped + text[end_2 : len(trace.sentence)]


def sentence_axis(trace: Trace) -> Axis:
    """Return the tokens of the sentence, without what a language model adds to it."""
    return typed_part(sides_of(trace)["e"], trace)


def _spans_of(axis: Axis) -> list[tuple[int, int]]:
    """Return the characters of each word of a text, without special tokens."""
    spans: dict[int, tuple[int, int]] = {}
    for (start, end), word in zip(axis.spans, axis.words, strict=True):
        if start < end:
            spans[word] = (spans.get(word, (start, end))[0], end)
    return list(spans.values())


def _word_weights(trace: Trace, head: HeadChoice, rows: Axis, columns: Axis) -> np.ndarray:
    """Return the weights of a head between the words of two texts, special tokens included."""
    weights = maps_of(trace, head.stack).weights[head.layer, head.head]
    tokens = weights[: len(rows.tokens), : len(columns.tokens)]
    return merge_subwords(tokens, rows.words, columns.words)


def _texts_of(trace: Trace, stack: str, measure: str) -> tuple[Axis, Axis]:
    """Return the queries and keys of a measure; those of "reads" are named by the word read."""
    rows, columns = axes_of(trace, stack)
    if measure == "reads":
        rows = read_axis(trace)
    return typed_part(rows, trace), typed_part(columns, trace)


def _partner(trace: Trace, head: HeadChoice, measure: str, place: int) -> tuple[int, str, float]:
    """Return the word that a head links most to the word at a place: its place, itself, the weight.

    In self-attention the word that it attends to, in cross-attention the one that attends to it.
    """
    rows, columns = _texts_of(trace, head.stack, measure)
    weights = _word_weights(trace, head, rows, columns)
    if head.stack == "cross":
        line, labels = weights[:, place + columns.marks[0]], rows.labels(True)
    else:
        line, labels = weights[place + rows.marks[0]], columns.labels(True)
    best = int(line.argmax())
    return best, labels[best], float(line[best])


def _share_of(trace: Trace, head: HeadChoice, measure: str) -> float:
    """Return a measure of a head in one sentence; nan if it has no such words.

    Relations of grammar need a parser, and "spreads" and pieces are no masks of words: nan too.
    """
    rows, columns = _texts_of(trace, head.stack, measure)
    vocabulary = Vocabulary()
    query, key = side_of(rows, vocabulary), side_of(columns, vocabulary)
    if head.stack == "cross":
        written = axis_words(rows)
        links = lexicon().links(axis_words(columns), written)
        known = [(0, row, link) for row, link in enumerate(links) if link is not None]
        masks = cross_masks(query, key, np.array(known, int).reshape(-1, 3))
        masks["reads"] = masks["writes"]
    else:
        masks = self_masks(query, head.stack == "decoder")
    if measure not in masks or not masks[measure].any():
        return np.nan
    mask = masks[measure][0]
    weights = _word_weights(trace, head, rows, columns)
    return float((weights * mask).sum() / mask.any(1).sum())


@dataclass(frozen=True)
class Swap:
    """A head in a sentence, and in the same with two words swapped."""

    before: Trace
    after: Trace
    head: HeadChoice
    words: tuple[str, str]  # "e1" and so on
    measure: str  # of the label to refute; "": none

    @cached_property
    def is_comparable(self) -> bool:
        """Whether the swapped sentence has as many words."""
        counts = {len(axis_words(sentence_axis(trace))) for trace in (self.before, self.after)}
        return len(counts) == 1

    @cached_property
    def partners(self) -> list[_Partner]:
        """Return the two words with what the head links to them, at their place before and after.

        Each word is at the place of the other after the swap.
        """
        labels = axis_words(sentence_axis(self.before))
        places = [int(word[1:]) - 1 for word in self.words]
        partners = []
        for place, other in zip(places, places[::-1]):
            at, before, weight = _partner(self.before, self.head, self.measure, place)
            at_after, after, weight_after = _partner(self.after, self.head, self.measure, other)
            is_same = before.lower() == after.lower()
            # Of a word that occurs twice in the sentence, it must be the same one.
            if self.head.stack != "cross":
                is_same = at_after == self.moved(at)
            partners.append(_Partner(labels[place], before, weight, after, weight_after, is_same))
        return partners

    def moved(self, column: int) -> int:
        """Return the column of a word after the swap."""
        marks = axes_of(self.before, self.head.stack)[1].marks[0]
        earlier, other = (int(word[1:]) - 1 + marks for word in self.words)
        return {earlier: other, other: earlier}.get(column, column)

    @property
    def followed(self) -> int | None:
        """How many of the two words the head follows; None if it links neither to a word."""
        if not any(partner.is_of_word for partner in self.partners):
            return None
        return sum(partner.is_same and partner.is_of_word for partner in self.partners)

    @property
    def shares(self) -> tuple[float, float]:
        """The measure of the head before and after."""
        before, after = (
            _share_of(trace, self.head, self.measure) for trace in (self.before, self.after)
        )
        return before, after


def swapped_request(trace: Trace, first: str, second: str) -> Request:
    """Return the request of the sentence with two words swapped."""
    return Request(trace.request.model, _swap_words(trace, first, second))
