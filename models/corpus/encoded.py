"""Sentence pairs as batches of tensors for our networks.

A language model reads only the English: both sides of its pairs are the English.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from torch import Tensor

from ..answers.decoding import pad, translate
from ..answers.masking import Marks
from ..networks.changes import AS_TRAINED, NetworkChanges
from ..networks.recorder import Recording
from ..normalisation import normalise
from .sentences import Pair, split
from .sides import PaddedWords, Vocabulary, build_side, read_text

CHUNK = 1024  # pairs sorted by length together
BATCH_CELLS = 64 * 32 * 32  # most cells of a batch: pairs * longest²


@dataclass(frozen=True)
class Encoded:
    """A pair as token ids without special tokens, with the word of each token."""

    pair: Pair
    line: int  # number in the file, from 0
    source: list[int]
    target: list[int]
    source_words: list[int]
    target_words: list[int]


@dataclass(frozen=True)
class EncodedBatch:
    """A batch: the network's input, and its words."""

    lines: Sequence[Encoded]
    source: Tensor  # [text, source] ids with final "</s>"; "[CLS]" … "[SEP]" for a masked model
    read: Tensor  # [text, target] ids with initial "<s>"
    source_side: PaddedWords
    read_side: PaddedWords
    written_side: PaddedWords


def chunks(pairs: Iterable[Any], size: int = CHUNK) -> Iterator[list[Any]]:
    """Yield lists of `size` items; the last may be shorter."""
    pairs = iter(pairs)
    while chunk := list(islice(pairs, size)):
        yield chunk


def encode(model, numbered: Sequence[tuple[int, Pair]]) -> list[Encoded]:
    """Normalise and encode pairs; skip those too long for the model.

    The model translates sentences without French.
    """
    task = model.capabilities.task
    longest = model.network.config.max_length - (2 if task == "masked-lm" else 1)
    backend = model.tokenizer.backend
    numbered = [(line, _normalise_pair(pair)) for line, pair in numbered]
    sources = backend.encode_batch([pair.english for _, pair in numbered])
    fitting = [
        (line, pair, source)
        for (line, pair), source in zip(numbered, sources, strict=True)
        if 0 < len(source.ids) <= longest
    ]
    if task != "translation":
        encoded = []
        for line, pair, source in fitting:
            ids, words = source.ids, source.word_ids
            encoded.append(Encoded(link_to_itself(pair), line, ids, ids, words, words))
        return encoded
    french = [pair.french for _, pair, _ in fitting]
    missing = [place for place, text in enumerate(french) if not text.strip()]
    sentences = [fitting[place][2].ids for place in missing]
    translations = translate(model.network, model.tokenizer, sentences, model.device)
    for place, translation in zip(missing, translations):
        french[place] = translation
    targets = backend.encode_batch(french)
    encoded = []
    for (line, pair, source), text, target in zip(fitting, french, targets, strict=True):
        if 0 < len(target.ids) <= longest:
            if not pair.french.strip():
                pair = Pair(pair.english, text, pair.source)
            words = source.word_ids, target.word_ids
            encoded.append(Encoded(pair, line, source.ids, target.ids, *words))
    return encoded


def _normalise_pair(pair: Pair) -> Pair:
    """Return the pair as our models read it; drop an analysis whose number of words no longer fits.

    For example, a no-break space is a word of its own until it is normalised.
    """
    english, french = normalise(pair.english), normalise(pair.french)
    if (english, french) == (pair.english, pair.french):
        return pair
    source = pair.source if len(pair.source) == len(split(english)) else ()
    target = pair.target if len(pair.target) == len(split(french)) else ()
    links = pair.links if source and target else ()
    return Pair(english, french, source, target, links)


def link_to_itself(pair: Pair) -> Pair:
    """Return a pair with its English on both sides, each word linked to itself."""
    links = tuple((place, place) for place in range(len(split(pair.english))))
    return Pair(pair.english, pair.english, pair.source, pair.source, links)


def batches(encoded: Sequence[Encoded], cells: int = BATCH_CELLS) -> Iterator[list[Encoded]]:
    """Yield batches of pairs of similar length, with at most `cells` cells or a single pair."""
    batch: list[Encoded] = []
    for pair in sorted(encoded, key=_size_of):
        if batch and (len(batch) + 1) * _size_of(pair) ** 2 > cells:
            yield batch
            batch = []
        batch.append(pair)
    if batch:
        yield batch


def _size_of(pair: Encoded) -> int:
    """Return the number of tokens of the longer side."""
    return max(len(pair.source), len(pair.target))


def build_batch(model, batch: Sequence[Encoded], vocabulary: Vocabulary) -> EncodedBatch:
    """Build the tensors and the words of a batch."""
    tokenizer = model.tokenizer
    masked = model.capabilities.task == "masked-lm"
    if masked:
        marks = Marks.of(tokenizer)
        sources = [marks.joined(line.source) for line in batch]
    else:
        sources = [[*line.source, tokenizer.end_id] for line in batch]
    targets = [[tokenizer.begin_id, *line.target] for line in batch]
    source_words = [line.source_words for line in batch]
    target_words = [line.target_words for line in batch]
    pairs = [line.pair for line in batch]
    english = [read_text(pair.english, pair.source, vocabulary) for pair in pairs]
    french = english
    if model.capabilities.translates:
        french = [read_text(pair.french, pair.target, vocabulary) for pair in pairs]
    return EncodedBatch(
        batch,
        pad(sources, tokenizer.padding_id).to(model.device),
        pad(targets, tokenizer.padding_id).to(model.device),
        build_side(english, source_words, begins=masked),
        build_side(french, target_words, begins=True, ends=False),
        build_side(french, target_words, begins=False),
    )


def layer_states(
    network: Any,
    batch: EncodedBatch,
    state: Any = None,
    recording: Recording | None = None,
    changes: NetworkChanges = AS_TRAINED,
) -> Tensor:
    """Return the last layer's output at each target position; `[row, target, d_model]`.

    `state` is the encoded source, if it is known.
    """
    task = network.capabilities.task
    if task == "causal-lm":
        return network(batch.read, recording, changes)
    if task == "masked-lm":
        return network(batch.source, None, recording, changes)
    if state is None:
        state = network.start(batch.source, recording, changes)
    return network.decode(batch.read, state, recording, changes)
