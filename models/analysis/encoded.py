"""Sentence pairs as tensors that a network of ours reads, batch by batch.

A language model reads the English alone: of its pairs both sides are the English.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import torch
from torch import Tensor

from ..answers.decoding import greedy, pad
from ..answers.masking import Marks
from ..normalisation import normalise
from .sentences import Pair, split
from .sides import Side, Vocabulary, build_side, read_text

CHUNK = 1024  # pairs that are sorted by length together
CELLS = 64 * 32 * 32  # of one batch: pairs * longest²


@dataclass(frozen=True)
class Encoded:
    """A pair as token ids, special tokens left out, with the word of each token."""

    pair: Pair
    line: int  # of the file, counted from 0
    source: list[int]
    target: list[int]
    source_words: list[int]
    target_words: list[int]


@dataclass(frozen=True)
class EncodedBatch:
    """A batch: what the network reads, and its words."""

    lines: Sequence[Encoded]
    source: Tensor  # [text, source] ids, "</s>" behind; of a masked one "[CLS]" … "[SEP]"
    read: Tensor  # [text, target] ids, "<s>" in front
    source_side: Side
    read_side: Side
    written_side: Side


def chunks(pairs: Iterable[Any], size: int = CHUNK) -> Iterator[list[Any]]:
    """So many at a time, the last as many as there are."""
    pairs = iter(pairs)
    while chunk := list(islice(pairs, size)):
        yield chunk


def encode(model, numbered: Sequence[tuple[int, Pair]]) -> list[Encoded]:
    """The tokens of pairs, normalised; a pair that is too long for the model is left out.

    Where there is no French, the model translates.
    """
    task = model.capabilities.task
    longest = model.network.config.max_length - (2 if task == "masked-lm" else 1)
    backend = model.tokenizer.backend
    numbered = [(line, normalise_pair(pair)) for line, pair in numbered]
    sources = backend.encode_batch([pair.english for _, pair in numbered])
    fitting = [
        (line, pair, source)
        for (line, pair), source in zip(numbered, sources, strict=True)
        if 0 < len(source.ids) <= longest
    ]
    if task != "translation":
        return [
            Encoded(alone(pair), line, one.ids, one.ids, one.word_ids, one.word_ids)
            for line, pair, one in fitting
        ]
    unknown = [place for place, (_, pair, _) in enumerate(fitting) if not pair.french.strip()]
    french = {place: fitting[place][1].french for place in range(len(fitting))}
    french |= dict(zip(unknown, translate(model, [fitting[p][2].ids for p in unknown])))
    targets = backend.encode_batch([french[place] for place in range(len(fitting))])
    encoded = []
    for place, ((line, pair, source), target) in enumerate(zip(fitting, targets, strict=True)):
        if 0 < len(target.ids) <= longest:
            pair = pair if pair.french.strip() else Pair(pair.english, french[place], pair.source)
            words = source.word_ids, target.word_ids
            encoded.append(Encoded(pair, line, source.ids, target.ids, *words))
    return encoded


def normalise_pair(pair: Pair) -> Pair:
    """The pair as a model of ours reads it, with the analysis of a text whose words stay as many.

    A no-break space between two words is a word of its own until it is normalised.
    """
    english, french = normalise(pair.english), normalise(pair.french)
    if (english, french) == (pair.english, pair.french):
        return pair
    source = pair.source if len(pair.source) == len(split(english)) else ()
    target = pair.target if len(pair.target) == len(split(french)) else ()
    links = pair.links if source and target else ()
    return Pair(english, french, source, target, links)


def alone(pair: Pair) -> Pair:
    """The English of a pair on both sides, each word linked with itself."""
    links = tuple((place, place) for place in range(len(split(pair.english))))
    return Pair(pair.english, pair.english, pair.source, pair.source, links)


def translate(model, sources: list[list[int]], size: int = 64) -> list[str]:
    """What the model writes of sentences, given as ids without end."""
    tokenizer, texts = model.tokenizer, []
    for rows in chunks(sources, size):
        source = pad([[*row, tokenizer.end_id] for row in rows], tokenizer.padding_id)
        written = greedy(
            model.network, source.to(model.device), tokenizer.begin_id, tokenizer.end_id
        )
        texts += [tokenizer.decode(ids) for ids, _ in written]
    return texts


def batches(encoded: Sequence[Encoded]) -> Iterator[list[Encoded]]:
    """Pairs of similar length together; a batch has at most CELLS, but always one pair."""
    batch: list[Encoded] = []
    for one in sorted(encoded, key=size_of):
        if batch and (len(batch) + 1) * size_of(one) ** 2 > CELLS:
            yield batch
            batch = []
        batch.append(one)
    if batch:
        yield batch


def size_of(one: Encoded) -> int:
    """The tokens of the longer side."""
    return max(len(one.source), len(one.target))


def build_batch(model, batch: Sequence[Encoded], vocabulary: Vocabulary) -> EncodedBatch:
    """The tensors and the words of a batch."""
    tokenizer, masked = model.tokenizer, model.capabilities.task == "masked-lm"
    marks = Marks.of(tokenizer) if masked else None
    sources = [
        marks.joined(one.source) if marks else [*one.source, tokenizer.end_id] for one in batch
    ]
    targets = [[tokenizer.begin_id, *one.target] for one in batch]
    source_words = [one.source_words for one in batch]
    target_words = [one.target_words for one in batch]
    english = [read_text(one.pair.english, one.pair.source, vocabulary) for one in batch]
    french = english
    if model.capabilities.translates:
        french = [read_text(one.pair.french, one.pair.target, vocabulary) for one in batch]
    return EncodedBatch(
        batch,
        pad(sources, tokenizer.padding_id).to(model.device),
        pad(targets, tokenizer.padding_id).to(model.device),
        build_side(english, source_words, begins=masked),
        build_side(french, target_words, begins=True, ends=False),
        build_side(french, target_words, begins=False),
    )


@torch.inference_mode()
def forward(network, batch: EncodedBatch, recording: Any = None) -> Tensor:
    """The plain pass over a batch."""
    task = network.capabilities.task
    if task == "causal-lm":
        return network(batch.read, recording)
    if task == "masked-lm":
        return network(batch.source, None, recording)
    return network(batch.source, batch.read, recording)
