"""Controls that can refute the label of a head, as values. Numpy only; `making` measures them.

Each measure has one control, the same measure where its usual cause is taken away:

| measures | control | the label is given if |
|---|---|---|
| position, separators, "spreads" | words in random order | the measure stays clear |
| translation | words whose links cross others, where the order differs | the measure stays clear |
| repetition, induction | random words, said twice (Olsson et al. 2022) | the measure stays clear |
| relations of grammar | nearest other word of the target's part of speech | it gets clearly less |
| pieces of words | what a word sends to the next or previous word | it gets clearly less |

`labels` says what is clear.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from .head_measures import ALIGNMENTS, PIECES, REPEATS
from .sentences import PATTERNS, Pair, spans, split
from .sides import PaddedWords

_Control = Literal["shuffled", "crossing", "repeats", "foil", "between words"]
_TRIES = 10  # random orders of a sentence until one splits into the same words
_REPEATED = 12  # words of a random sequence, which then comes a second time
SEQUENCES = 100
_COMMON = 300  # the commonest words, of which sequences are drawn
SHUFFLED = 200  # sentences in random order
NATURAL = 2_500  # sentences for the other controls: some relations are rare
NATURAL_ALONE = 500  # the same for a pretrained model, which reads them one by one


@dataclass(frozen=True, eq=False)
class ControlMeasures:
    """The measures of the heads of one stack under their controls; the last head is uniform."""

    shares: np.ndarray  # [head, m] nan = never measured
    rows: np.ndarray  # [m] words measured
    entropy: np.ndarray  # [head] relative, over words in random order


def control_of(measure: str) -> _Control:
    """Return the control of a measure, or of "spreads"."""
    if measure in PATTERNS:
        return "foil"
    if measure in PIECES:
        return "between words"
    if measure in ALIGNMENTS:
        return "crossing"
    return "repeats" if measure in REPEATS else "shuffled"


def shuffle_words(text: str, random: np.random.Generator) -> tuple[str, list[int]] | None:
    """Return a text with its words in random order, and the former place of each word.

    None if no order was found that splits into the same words: "n't" needs a verb before it.
    """
    places = spans(text)
    words = [text[start:end] for start, end in places]
    is_joined = [start > 0 and not text[start - 1].isspace() for start, _ in places]
    for _ in range(_TRIES):
        order = random.permutation(len(words)).tolist()
        ordered = [words[at] for at in order]
        as_written = "".join(words[at] if is_joined[at] else f" {words[at]}" for at in order)
        for joined in (as_written.strip(), " ".join(ordered)):
            if split(joined) == ordered:
                return joined, order
    return None


def shuffle_side(pairs: Sequence[Pair], side: Literal["english", "french"]) -> list[Pair]:
    """Return pairs with the words of one side in random order, without analysis and links."""
    random = np.random.default_rng(0)
    results = []
    for pair in pairs:
        if result := shuffle_words(getattr(pair, side), random):
            shuffled, english = result[0], side == "english"
            results.append(Pair(shuffled, pair.french) if english else Pair(pair.english, shuffled))
    return results


def crossing(pair: Pair) -> Pair:
    """Return a pair with those links alone that cross another: the order of words differs there."""
    links = tuple(
        (english, french)
        for english, french in pair.links
        if any((english - other) * (french - place) < 0 for other, place in pair.links)
    )
    return replace(pair, links=links)


def repeats(pairs: Sequence[Pair]) -> list[Pair]:
    """Return random sequences of the common words of the pairs, each said twice."""
    random = np.random.default_rng(0)
    english = _common([pair.english for pair in pairs])
    french = _common([pair.french for pair in pairs])
    return [Pair(_twice(english, random), _twice(french, random)) for _ in range(SEQUENCES)]


def _common(texts: Sequence[str]) -> list[str]:
    """Return the commonest words of letters, the commonest first."""
    counts = Counter(word for text in texts for word in split(text.lower()) if word.isalpha())
    return [word for word, _ in counts.most_common(_COMMON)]


def _twice(words: Sequence[str], random: np.random.Generator) -> str:
    """Return a random sequence of different words, said twice."""
    size = min(_REPEATED, len(words))
    sequence = [words[at] for at in random.choice(len(words), size, replace=False)] if size else []
    return " ".join(sequence * 2)


def with_foils(side: PaddedWords) -> PaddedWords:
    """Replace the target of each relation by a foil.

    The foil is the nearest other word of the target's part of speech, on the same side of the word.
    """
    relations = {}
    for name, rows in side.relations.items():
        targets = {tuple(row) for row in rows.tolist()}
        foils = []
        for text, start, to in rows.tolist():
            same = np.flatnonzero(side.tags[text] == side.tags[text, to]).tolist()
            others = [
                at
                for at in same
                if (at - start) * (to - start) > 0 and (text, start, at) not in targets
            ]
            if others:
                foils.append((text, start, min(others, key=lambda at: abs(at - start))))
        relations[name] = np.array(foils, int).reshape(-1, 3)
    return replace(side, relations=relations)
