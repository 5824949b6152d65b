"""The probability of a text as the product that the chain rule makes of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from models.answers import continuation
from models.answers.counting import CountingModel
from models.protocols import Predictor

from ..next.language_models import GLUE


class _Fraction(NamedTuple):
    """The counts of a token."""

    seen: int  # how often the token was seen after the tokens that the model conditions on
    of: int  # how often these were seen; all tokens where there are none


class Factor(NamedTuple):
    """The probability of a word, or of a piece, given what the model sees before it."""

    text: str
    given: str  # the part of the text that the model sees; "" where it sees none
    log_probability: float  # natural logarithm; of several pieces the sum
    fractions: tuple[_Fraction, ...]  # one for each piece; () if the model does not count


@dataclass(frozen=True)
class Product:
    """The factors of a text; their product is its probability."""

    text: str
    factors: tuple[Factor, ...]
    window: int | None  # the number of tokens that the model sees; None: all

    @cached_property
    def log_probability(self) -> float:
        """The natural logarithm of the probability; minus the loss."""
        return float(sum(factor.log_probability for factor in self.factors))


def product_of(predictor: Predictor, text: str, window: int | None, merged: bool) -> Product:
    """Factor the probability of a normalised text, by words if `merged`, else by tokens.

    `window` is the number of tokens that the model sees; None: all. Raises UserError for a text
    that cannot be read.
    """
    ids = continuation.read_context(predictor, text)
    tokens = predictor.tokenizer.show(ids)
    logs = predictor.log_probabilities(ids)
    fractions: list[_Fraction] = []
    if isinstance(predictor, CountingModel):
        fractions = [*_count_fractions(predictor, ids)]
    factors = []
    for places in group_tokens([token.word for token in tokens], merged):
        first, last = places[0], places[-1]
        start = tokens[first].start
        seen_from = 0 if window is None else max(0, first - window)
        is_glued = first > 0 and tokens[first].word == tokens[first - 1].word
        factors.append(
            Factor(
                (GLUE if is_glued else "") + text[start : tokens[last].end].strip(),
                text[tokens[seen_from].start : start].strip(),
                float(np.sum(logs[first : last + 1])),
                tuple(fractions[first : last + 1]),
            )
        )
    return Product(text, tuple(factors), window)


def group_tokens(words: Sequence[int], merged: bool) -> Iterator[range]:
    """Yield the places of each word's tokens, or each place by itself.

    `words` are the numbers of the tokens' words.
    """
    first = 0
    for place in range(1, len(words) + 1):
        is_inside = place < len(words) and words[place] == words[first]
        if not (merged and is_inside):
            yield range(first, place)
            first = place


def _count_fractions(model: CountingModel, ids: Sequence[int]) -> Iterator[_Fraction]:
    """Yield the counts of each token of a text."""
    counts, row = model.counts, [model.tokenizer.begin_id, *ids]
    tokens = int(counts.tables[0].seen.sum(dtype=np.int64)) - counts.times_seen(row[:1])
    for place in range(1, len(row)):
        given = row[max(0, place + 1 - counts.order) : place]
        seen = counts.times_seen([*given, row[place]])
        yield _Fraction(seen, counts.times_seen(given) if given else tokens)
