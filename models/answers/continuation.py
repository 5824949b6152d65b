"""Ask a language model about a text: the next word, a continuation, its probability.

The model is a network or a table of counts: it only has to give a probability for every token.
Numpy only.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ..errors import UserError
from ..lengths import check_text, check_tokens
from ..normalisation import normalise
from ..protocols import Predictor


@dataclass(frozen=True)
class Sampling:
    """How a token is drawn. Raises UserError for a setting out of range."""

    temperature: float = 1.0
    top_k: int = 0  # the number of most probable tokens to draw from; 0: all
    # the share of probability to draw from, the most probable tokens first (Holtzman et al. 2020)
    top_p: float = 1.0

    def __post_init__(self) -> None:
        if not (self.temperature > 0 and self.top_k >= 0 and 0 < self.top_p <= 1):
            raise UserError(
                "Give a temperature above 0, a top-k of 0 or more and a top-p above 0 and "
                "at most 1; not {t:g}, {k} and {p:g}.",
                t=self.temperature,
                k=self.top_k,
                p=self.top_p,
            )

    def apply(self, probabilities: np.ndarray) -> np.ndarray:
        """Return the probabilities after the temperature, over the whole vocabulary; `[token]`."""
        if self.temperature == 1:
            return probabilities
        logs = np.log(np.maximum(probabilities, 1e-300)) / self.temperature
        raised = np.exp(logs - logs.max())
        return raised / raised.sum()

    def keeps(self, sampled: np.ndarray) -> np.ndarray:
        """Return which tokens top-k, then top-p keep; `sampled` is sorted, the highest first."""
        kept = np.arange(len(sampled)) < (self.top_k or len(sampled))
        shares = np.where(kept, sampled, 0)
        shares = shares / shares.sum()
        # As many tokens as it takes to reach top_p, at least the first.
        return kept & (np.cumsum(shares) - shares < self.top_p)


@dataclass(frozen=True)
class NextTokens:
    """The probability of every token of a vocabulary after a text, the most probable first.

    Raises ValueError for numbers that do not fit the tokens or are no probabilities.
    """

    ids: np.ndarray  # [token]
    probabilities: np.ndarray  # [token] as the model gives them
    sampled: np.ndarray  # [token] after the temperature, over the whole vocabulary too
    candidates: np.ndarray  # [token] True = kept by top-k and top-p

    def __post_init__(self) -> None:
        for name in ("probabilities", "sampled", "candidates"):
            array = getattr(self, name)
            if array.shape != self.ids.shape:
                raise ValueError(f"{name} has shape {array.shape} for {len(self.ids)} tokens")
            if array.dtype != bool and not abs(float(array.sum()) - 1) <= 1e-3:
                raise ValueError(f"{name} sum to {array.sum()}")
            array.flags.writeable = False

    def draw(self, chance: float) -> int:
        """Draw the place of one of the tokens kept; `chance` is from 0 to 1."""
        shares = np.where(self.candidates, self.sampled, 0)
        steps = np.cumsum(shares / shares.sum())
        place = int(np.searchsorted(steps, chance, side="right"))
        return min(place, int(np.flatnonzero(self.candidates)[-1]))


class Written(NamedTuple):
    """A token that was drawn."""

    token: int
    probability: float  # of the model, before temperature and cuts
    kept: int  # number of tokens it was drawn from


@dataclass(frozen=True)
class TextScore:
    """The probability of a text, word by word.

    Words are those of the tokenizer, punctuation included; the probability of a word is the product
    of those of its pieces.
    """

    words: tuple[str, ...]
    log_probabilities: np.ndarray  # [word] natural logarithms
    characters: int

    @cached_property
    def perplexity(self) -> float:
        """Return exp of the mean surprise of a word."""
        return float(np.exp(-self.log_probabilities.mean()))

    @cached_property
    def bits_per_character(self) -> float:
        return float(-self.log_probabilities.sum() / np.log(2) / self.characters)


def read_context(predictor: Predictor, text: str, room: int = 0) -> list[int]:
    """Return the ids of a normalised text.

    Raises UserError for a text that cannot be read, or leaves no `room` to go on.
    """
    text = normalise(text)
    longest = predictor.longest - 1 - room
    check_text(text, longest)
    ids = predictor.tokenizer.encode(text)
    capabilities = getattr(predictor, "capabilities", None)  # counts have none
    learns_positions = capabilities is not None and capabilities.learns_positions
    check_tokens(len(ids), longest, learns_positions=learns_positions)
    return ids


def next_tokens(predictor: Predictor, ids: Sequence[int], sampling: Sampling) -> NextTokens:
    """Return the probability of every token after `ids`, and which of them may be drawn."""
    given = predictor.distribution(ids).astype(np.float64)
    order = np.argsort(-given, kind="stable")
    probabilities = given[order] / given.sum()  # 1 but for rounding
    sampled = sampling.apply(probabilities)
    return NextTokens(order, probabilities, sampled, sampling.keeps(sampled))


def continue_text(
    predictor: Predictor, ids: Sequence[int], sampling: Sampling, count: int, seed: int
) -> Iterator[Written]:
    """Continue a text by `count` tokens, or until an end is drawn; reproducible by the seed."""
    chances = np.random.default_rng(seed).random(count)
    read = [*ids]
    for chance in chances:
        tokens = next_tokens(predictor, read, sampling)
        place = tokens.draw(float(chance))
        token = int(tokens.ids[place])
        yield Written(token, float(tokens.probabilities[place]), int(tokens.candidates.sum()))
        if token == predictor.tokenizer.end_id:
            return
        read.append(token)


def score(predictor: Predictor, text: str) -> TextScore:
    """Return the probability of a text, word by word. Raises what `read` raises."""
    text = normalise(text)
    ids = read_context(predictor, text)
    tokens = predictor.tokenizer.show(ids)
    logs = predictor.log_probabilities(ids)
    numbers = [token.word for token in tokens]
    words, sums = [], []
    for number in dict.fromkeys(numbers):
        places = [place for place, word_number in enumerate(numbers) if word_number == number]
        words.append(text[tokens[places[0]].start : tokens[places[-1]].end].strip())
        sums.append(float(logs[places].sum()))
    return TextScore(tuple(words), np.array(sums), len(text))
