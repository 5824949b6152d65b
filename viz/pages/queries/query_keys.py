"""The queries and keys of a mechanism over many sentences, with parts of speech of their words.

No torch; `TextModel.trace_many` runs the model.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

import numpy as np

from models import Request, TextModel, Trace, UserError
from models.corpus import sentences
from models.corpus.sentences import AnnotatedWord, Pair
from models.corpus.sides import NO_TAG, SPECIAL
from models.request import Record
from models.store.token_names import SPACE
from models.trace import AttentionMaps

from ...analysis.measures import are_products
from ...analysis.views import Axis, HeadChoice, axes_of, maps_of
from .joint_space import Pairs

_Progress = Callable[[int, int], object]
PRODUCTS = ("scaled dot", "dot", "bilinear")  # scores that are a dot product of query and key
_EVERYTHING = Record()
_CHUNK = 3  # sentences per run: other visitors wait for a run, 45 ms here
_TAG_NUMBERS = {tag: place for place, tag in enumerate(sentences.TAGS)}


@dataclass(frozen=True)
class TokenRows:
    """The tokens of queries, or of keys, sentence after sentence."""

    tokens: tuple[str, ...]
    texts: tuple[str, ...]  # one for each sentence
    sentence: np.ndarray  # int32 [token] index of its sentence
    position: np.ndarray  # int32 [token] its place in the sentence, from 0
    spans: np.ndarray  # int32 [token, 2] its characters in the sentence
    tags: np.ndarray  # int8 [token] index in TAGS, SPECIAL, or NO_TAG if unknown

    def first(self, count: int) -> "TokenRows":
        """Return the tokens of the first `count` sentences."""
        end = int(np.searchsorted(self.sentence, count))
        return TokenRows(
            self.tokens[:end],
            self.texts[:count],
            self.sentence[:end],
            self.position[:end],
            self.spans[:end],
            self.tags[:end],
        )


@dataclass(frozen=True)
class HeadVectors:
    """The queries and keys of one head."""

    query: np.ndarray  # float32 [query, d]
    key: np.ndarray  # float32 [key, d]
    pairs: Pairs


@dataclass(frozen=True)
class QueryKeyReading:
    """The queries, keys and weights of a model's mechanism over sentences."""

    queries: TokenRows
    keys: TokenRows
    query: np.ndarray  # float32 [layer, head, query, d]
    key: np.ndarray  # float32 [layer, head, key, d]
    pairs: np.ndarray  # int32 [2, pair]: the query and the key, of one sentence and allowed
    weights: np.ndarray  # float32 [layer, head, pair]

    def head(self, layer: int, head: int) -> HeadVectors:
        """Return one head."""
        pairs = Pairs(self.pairs[0], self.pairs[1], self.weights[layer, head])
        return HeadVectors(self.query[layer, head], self.key[layer, head], pairs)

    def first(self, count: int) -> "QueryKeyReading":
        """Return the first `count` sentences."""
        queries, keys = self.queries.first(count), self.keys.first(count)
        end = int(np.searchsorted(self.pairs[0], len(queries.tokens)))
        return QueryKeyReading(
            queries,
            keys,
            self.query[:, :, : len(queries.tokens)],
            self.key[:, :, : len(keys.tokens)],
            self.pairs[:, :end],
            self.weights[..., :end],
        )

    def at_most(self, points: int) -> "QueryKeyReading":
        """Return the first sentences with at most `points` queries and keys, at least one."""
        count = len(self.queries.texts)
        numbers = np.arange(1, count + 1)
        ends = np.searchsorted(self.queries.sentence, numbers)
        ends += np.searchsorted(self.keys.sentence, numbers)
        fitting = int(np.count_nonzero(ends <= points))
        return self if fitting == count else self.first(max(fitting, 1))


def read_query_keys(
    model: TextModel, stack: str, layers: slice, pairs: Sequence[Pair], progress: _Progress
) -> QueryKeyReading:
    """Run a model on sentences, if possible forced to their French.

    Keeps `layers` of the mechanism. Raises UserError if it can read none of the sentences.
    """
    record = Record(weights=(stack,), scores=False, hidden=False, gates=False)
    requests = [request_of(model, pair, record) for pair in pairs]
    readings = []
    for start in range(0, len(pairs), _CHUNK):
        part = slice(start, start + _CHUNK)
        readable = _trace_readable(model, requests[part], pairs[part])
        if readable:
            traces, trace_pairs = zip(*readable, strict=True)
            readings.append(gather(model, stack, layers, traces, trace_pairs))
        progress(min(start + _CHUNK, len(pairs)), len(pairs))
    if not readings:
        raise UserError("{model} cannot read any of the shipped sentences.", model=model.name)
    return combine(readings)


def _trace_readable(
    model: TextModel, requests: Sequence[Request], pairs: Sequence[Pair]
) -> list[tuple[Trace, Pair]]:
    """Run the sentences that a model can read; some are too long for some models."""
    try:
        return list(zip(model.trace_many(requests), pairs, strict=True))
    except UserError:
        readable = []
        for request, pair in zip(requests, pairs, strict=True):
            with suppress(UserError):
                readable.append((model.trace(request), pair))
        return readable


def request_of(model: TextModel, pair: Pair, record: Record = _EVERYTHING) -> Request:
    """Return the request to read a sentence; a translation into French is forced.

    A model of another language translates freely; one that continues a text adds nothing. A
    pretrained one continues with at least one word, the last of the sentence.
    """
    capabilities, text = model.capabilities, pair.english
    target: str | None = None
    if capabilities.translates:
        may_be_french = not capabilities.languages or capabilities.translates_between("en", "fr")
        target = (pair.french or None) if may_be_french else None
    elif capabilities.writes:
        end = -1 if capabilities.trained_here else text.rstrip().rfind(" ")
        text, target = (text[:end], text[end:]) if end > 0 else (text, "")
    return Request(model.name, text, target, record=record)


def gather(
    model: TextModel, stack: str, layers: slice, traces: Sequence[Trace], pairs: Sequence[Pair]
) -> QueryKeyReading:
    """Collect the queries and keys of runs, with the parts of speech."""
    maps = [maps_of(trace, stack) for trace in traces]
    axes = [axes_of(trace, stack) for trace in traces]
    queries, keys = (_side_of([pair[which] for pair in axes], pairs) for which in (0, 1))
    cells, weights = [], []
    first_query = first_key = 0
    for trace_maps in maps:
        masks = [trace_maps.allowed_in(layer) for layer in range(trace_maps.n_layers)[layers]]
        rows, columns = np.nonzero(np.any(masks, axis=0))
        cells.append(np.stack([rows + first_query, columns + first_key]).astype(np.int32))
        weights.append(trace_maps.weights[layers][:, :, rows, columns])
        first_query += len(trace_maps.query_tokens)
        first_key += len(trace_maps.key_tokens)
    return QueryKeyReading(
        queries,
        keys,
        np.concatenate([trace_maps.query[layers] for trace_maps in maps], axis=2),
        np.concatenate(
            [_compared_keys(model, stack, trace_maps)[layers] for trace_maps in maps], axis=2
        ),
        np.concatenate(cells, axis=1),
        np.concatenate(weights, axis=2),
    )


def _compared_keys(model: TextModel, stack: str, maps: AttentionMaps) -> np.ndarray:
    """Return the keys to multiply queries with: `[layer, head, key, d_query]`.

    Those of a bilinear score, qᵀ W k, are W k.
    """
    if model.capabilities.score != "bilinear":
        return maps.key
    return maps.key @ model.parameters(stack, 0)["weight"].T


def has_product_scores(model: TextModel, choice: HeadChoice, trace: Trace) -> bool:
    """Return whether the scores of a head are the products of its queries and keys.

    A number for each distance may be added to them.
    """
    maps, place = maps_of(trace, choice.stack), (choice.layer, choice.head)
    if model.capabilities.positions == "relative" and choice.stack != "cross":
        return True
    key = _compared_keys(model, choice.stack, maps)[place]
    return are_products(maps.scores[place], maps.query[place], key)


def _side_of(axes: Sequence[Axis], pairs: Sequence[Pair]) -> TokenRows:
    """Collect the tokens of one side of all sentences."""
    counts = [len(axis.tokens) for axis in axes]
    tags = [_tags_of(axis, pair) for axis, pair in zip(axes, pairs, strict=True)]
    return TokenRows(
        tuple(token.removeprefix(SPACE) or token for axis in axes for token in axis.tokens),
        tuple(axis.text for axis in axes),
        np.repeat(np.arange(len(axes), dtype=np.int32), counts),
        np.concatenate([np.arange(count, dtype=np.int32) for count in counts]),
        np.concatenate([np.array(axis.spans, np.int32).reshape(-1, 2) for axis in axes]),
        np.concatenate(tags).astype(np.int8),
    )


def _tags_of(axis: Axis, pair: Pair) -> np.ndarray:
    """Return the part of speech of each token: that of the word with its last character.

    It is known if the text is one of the pair's two, and its words are analysed.
    """
    analyses: dict[str, tuple[AnnotatedWord, ...]] = {
        pair.french: pair.target,
        pair.english: pair.source,
    }
    words = analyses.get(axis.text, ())
    places = sentences.spans(axis.text)
    tags = np.full(len(axis.tokens), NO_TAG)
    for token, (start, end) in enumerate(axis.spans):
        if start >= end:
            tags[token] = SPECIAL
        elif len(words) == len(places):
            for word, (first, last) in zip(words, places, strict=True):
                if first < end <= last:
                    tags[token] = _TAG_NUMBERS[word.tag]
    return tags


def combine(readings: Sequence[QueryKeyReading]) -> QueryKeyReading:
    """Concatenate several readings by one model."""
    queries = _combine_sides([reading.queries for reading in readings])
    keys = _combine_sides([reading.keys for reading in readings])
    cells, shift = [], np.zeros((2, 1), np.int32)
    for reading in readings:
        cells.append(reading.pairs + shift)
        shift = shift + np.array(
            [[len(reading.queries.tokens)], [len(reading.keys.tokens)]], np.int32
        )
    return QueryKeyReading(
        queries,
        keys,
        np.concatenate([reading.query for reading in readings], axis=2),
        np.concatenate([reading.key for reading in readings], axis=2),
        np.concatenate(cells, axis=1),
        np.concatenate([reading.weights for reading in readings], axis=2),
    )


def _combine_sides(sides: Sequence[TokenRows]) -> TokenRows:
    """Concatenate the tokens of one side of several readings."""
    before = np.cumsum([0, *(len(side.texts) for side in sides)])
    return TokenRows(
        tuple(token for side in sides for token in side.tokens),
        tuple(text for side in sides for text in side.texts),
        np.concatenate(
            [
                side.sentence + np.int32(shift)
                for side, shift in zip(sides, before[:-1], strict=True)
            ]
        ),
        np.concatenate([side.position for side in sides]),
        np.concatenate([side.spans for side in sides]),
        np.concatenate([side.tags for side in sides]),
    )


@cache
def _shipped_pairs() -> tuple[Pair, ...]:
    """Return the shipped sentences with their analysis."""
    return tuple(sentences.read_sentences(sentences.CORPUS))


def spread_out(count: int) -> list[Pair]:
    """Return `count` of the shipped sentences, evenly spaced."""
    pairs = _shipped_pairs()
    return [pairs[place * len(pairs) // count] for place in range(count)]
