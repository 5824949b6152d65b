"""Keep held-out sentences and their near-duplicates out of the training data."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable

from ..answers.limits import lower_words
from .data import TrainingPair

_CLOSE = 0.7  # Jaccard similarity of words from which two sentences are near-duplicates
_SHORT = 2  # sentences of up to this many words, such as "Hello", are never dropped


def drop_exact(
    pairs: Iterable[TrainingPair], held_out: Iterable[str], side: str = "source"
) -> list[TrainingPair]:
    """Drop pairs of which this side is a held-out sentence, ignoring capitals and punctuation."""
    protected = {words for words in map(lower_words, held_out) if len(words) > _SHORT}
    return [pair for pair in pairs if lower_words(getattr(pair, side)) not in protected]


def drop_near(pairs: Iterable[TrainingPair], held_out: Iterable[str]) -> list[TrainingPair]:
    """Drop pairs whose English shares at least 70 % of its words with a held-out sentence.

    Two such sentences share at least one of the rarest words of either, so only these are looked up
    (prefix filtering, Chaudhuri et al. 2006).
    """
    protected = {frozenset(words) for words in map(lower_words, held_out) if len(words) > _SHORT}
    frequency = Counter(word for sentence in protected for word in sentence)
    by_word: dict[str, list[frozenset[str]]] = defaultdict(list)
    for sentence in protected:
        rarest = sorted(sentence, key=lambda word: (frequency[word], word))
        for word in rarest[: len(sentence) - math.ceil(_CLOSE * len(sentence)) + 1]:
            by_word[word].append(sentence)

    def is_near(pair: TrainingPair) -> bool:
        words = frozenset(lower_words(pair.source))
        candidates = {sentence for word in words for sentence in by_word.get(word, ())}
        return any(
            len(words & sentence) >= _CLOSE * len(words | sentence) for sentence in candidates
        )

    return [pair for pair in pairs if not is_near(pair)]
