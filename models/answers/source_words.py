"""Find the words of a sentence that a translation perhaps gets wrong.

The usual mistake with a rare word: it is read in pieces, and as another word with the same
beginning. The network is often sure of the result, so the probabilities of the French do not show
it. A lexicon, which is none of the network, does.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..normalisation import normalise
from ..words.lexicon import lexicon
from ..words.seen import times_seen

_BEGINNING = 5  # letters that two forms of a French word have in common, at least
_ENDING = 2  # letters in which they may differ at the end of the shorter one


class _Word(NamedTuple):
    """A word of a text and the pieces in which it is read, without the space before it."""

    text: str
    pieces: tuple[str, ...]
    number: int  # as in `Trace.source_words`


@dataclass(frozen=True)
class Misread:
    """An English word that the model has perhaps misread."""

    text: str
    pieces: tuple[str, ...]
    seen: int  # number of training sentences with this word
    number: int


def join_tokens(text: str, spans: Iterable[tuple[int, int]], numbers: Iterable[int]) -> list[_Word]:
    """Return the words of a text that have letters or digits, from its tokens as in a trace."""
    places: dict[int, list[tuple[int, int]]] = {}
    for span, number in zip(spans, numbers, strict=True):
        places.setdefault(number, []).append(span)
    words = []
    for number, word_spans in places.items():
        # The bytes of one character share its span; a space may be a piece.
        pieces = [text[start:end].strip() for start, end in dict.fromkeys(word_spans)]
        pieces = [piece for piece in pieces if piece]
        words.append(_Word("".join(pieces), tuple(pieces), number))
    return [word for word in words if any(map(str.isalnum, word.text))]


def untranslated_words(english: Iterable[_Word], french: Iterable[_Word]) -> list[Misread]:
    """Return the words of a sentence that no word of its translation is known to translate.

    By the lexicon, which has words as they are read: "n't" for "n’t". A name or a number that is
    copied counts as translated.
    """
    written = {normalise(word.text).lower() for word in french}
    return [
        Misread(word.text, word.pieces, times_seen(read), word.number)
        for word in english
        if not _is_translated(read := normalise(word.text), written)
    ]


def _is_translated(word: str, french: Iterable[str]) -> bool:
    """Return whether one of these French words, in lower case, translates an English word."""
    if not word.islower() and word.lower() in french:
        return True
    known = lexicon().translations(word)
    return not {*known}.isdisjoint(french) or any(
        _is_form_of(known_word, other) for known_word in known for other in french
    )


def _is_form_of(word: str, other: str) -> bool:
    """Return whether two French words are the same but for a short ending: "vert", "vertes"."""
    shorter = min(len(word), len(other))
    common = max(_BEGINNING, shorter - _ENDING)
    return word == other or (shorter >= common and word[:common] == other[:common])


def misread_words(untranslated: Sequence[Misread], most_seen: int) -> tuple[Misread, ...]:
    """Return the untranslated words that are read in pieces or seen at most `most_seen` times."""
    return tuple(word for word in untranslated if len(word.pieces) > 1 or word.seen <= most_seen)
