"""Sentences for a pretrained model, as batches of one that are summed like those of our models.

A pretrained tokenizer splits words in its own way. A token belongs to the word in which it begins;
sentences in which a word has no token are skipped.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from ..errors import UserError
from ..store.libraries import LIBRARIES
from ..store.tokenizer import Token
from .encoded import Encoded, EncodedBatch, chunks, link_to_itself
from .sentences import Pair, spans
from .sides import NumberedText, PaddedWords, Vocabulary, build_side, read_text

_WINDOW = 64  # pairs that are read before the first is summed, at most
_BEFORE, _BEHIND = -1, -2  # a special token before or after all words
_NOTHING = torch.zeros(1, 0, dtype=torch.long)  # no ids: the model has read the text itself
NO_WEIGHTS: Mapping[str, Tensor] = {}


class _Reading(NamedTuple):
    """One sentence as a batch, with the weights by stack."""

    batch: EncodedBatch
    weights: dict[str, Tensor]  # [1, layer * head, query, key]
    allowed: dict[str, Tensor]  # [1, query, key]
    # The weights of the model itself, if `weights` are those of the untrained model.
    leading: Mapping[str, Tensor]


def read_each(
    model: Any, network: Any, numbered: Iterable[tuple[int, Pair]], vocabulary: Vocabulary
) -> Iterator[_Reading | None]:
    """Yield each pair as a batch of one with its weights, or None if it is skipped.

    `network` is None for the model itself, or an untrained copy. The `model` translates missing
    French. Texts of as many tokens run together.
    """
    for window in chunks(numbered, _WINDOW):
        pairs = [_french_for(model, pair) for _, pair in window]
        texts = [(pair.english, pair.french) for pair in pairs]
        attended = LIBRARIES.attending.attend_each(model, texts)
        leading: Iterable[Mapping[str, Tensor]] = repeat(NO_WEIGHTS, len(pairs))
        if network is not None:
            leading = (
                {} if isinstance(answer, UserError) else answer.weights for answer in attended
            )
            attended = LIBRARIES.attending.attend_each(network, texts)
        for (line, _), pair, answer, led in zip(window, pairs, attended, leading, strict=True):
            skipped = isinstance(answer, UserError)
            yield None if skipped else _build_reading(line, pair, answer, led, vocabulary)


def _french_for(model: Any, pair: Pair) -> Pair:
    """Return the pair with the model's French where it has none; linked to itself, read alone.

    The French of an English that the model cannot read stays empty.
    """
    if not model.capabilities.translates:
        return link_to_itself(pair)
    if pair.french.strip():
        return pair
    try:
        [french] = model.translate([pair.english])
    except UserError:
        return pair
    return Pair(pair.english, french, pair.source)


def _build_reading(
    line: int, pair: Pair, attended: Any, leading: Mapping[str, Tensor], vocabulary: Vocabulary
) -> _Reading | None:
    """Return a pair as a batch of one with its weights, or None if a word has no token."""
    english = read_text(pair.english, pair.source, vocabulary)
    source = _side_of(english, attended.source, pair.english)
    read, written = source, source
    if attended.written:
        french = read_text(pair.french, pair.target, vocabulary)
        read = _side_of(french, attended.read, pair.french)
        written = _side_of(french, attended.written, pair.french)
    elif attended.read:
        source = read = written = _side_of(english, attended.read, pair.english)
    if source is None or read is None or written is None:
        return None
    encoded = Encoded(pair, line, [], [], [], [])
    batch = EncodedBatch([encoded], _NOTHING, _NOTHING, source, read, written)
    return _Reading(batch, attended.weights, attended.allowed, leading)


def _side_of(text: NumberedText, tokens: Sequence[Token], sentence: str) -> PaddedWords | None:
    """Build the words of a text with these tokens; None if a word has no token."""
    words = _word_numbers(tokens, sentence)
    if words is None:
        return None
    begins = _BEFORE in words
    side = build_side([text], [[word for word in words if word >= 0]], begins, _BEHIND in words)
    columns = {_BEFORE: 0, _BEHIND: int(side.last[0]) + 1}
    token_words = [columns[word] if word < 0 else word + begins for word in words]
    return replace(side, token_words=np.array([token_words]))


def _word_numbers(tokens: Sequence[Token], sentence: str) -> list[int] | None:
    """Return the number of each token's word, or _BEFORE, or _BEHIND.

    None if no token begins in some word, or a special token stands between words.
    """
    starts = [start for start, _ in spans(sentence)]
    numbers: list[int | None] = []
    for token in tokens:
        is_visible = bool(sentence[token.start : token.end].strip())
        numbers.append(bisect_right(starts, token.start) - 1 if is_visible else None)
    known = [place for place, word in enumerate(numbers) if word is not None]
    if {word for word in numbers if word is not None} != {*range(len(starts))} or not known:
        return None
    # A token for a space alone has the tokenizer's word number of the token after it.
    by_number = {tokens[place].word: numbers[place] for place in reversed(known)}
    words = []
    for place, (token, word) in enumerate(zip(tokens, numbers, strict=True)):
        word = by_number.get(token.word) if word is None else word
        if word is None:
            if known[0] < place < known[-1]:
                return None
            word = _BEFORE if place < known[0] else _BEHIND
        words.append(word)
    return words
