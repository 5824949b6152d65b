"""Exchange the names and years of training pairs, so that a network learns to copy them.

A name or a year that stands once on each side gives way to another one, on both sides. Which name
goes with "il" and which with "elle" is not known: a participle may then agree with the old name.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from random import Random

from .data import TrainingPair

_WORD = re.compile(r"[^\W\d_]+|\d+")
_YEARS = range(1000, 2100)
# Before a name of a country, which takes an article or a preposition of its own.
_OF_PLACES = re.compile(r"(?:\b(?:en|au|aux|du|des|la|le|les)\s|\bl['’])\Z", re.IGNORECASE)
_VOWELS = "aeiouyàâéèêëîïôûœæh"  # "de" and "que" are elided before them


class Exchange:
    """Exchanges copied words; the names come from the pairs themselves."""

    def __init__(self, pairs: Iterable[TrainingPair]):
        pairs = [*pairs]
        words = [word for pair in pairs for word in _WORD.findall(f"{pair.source} {pair.target}")]
        common = {word for word in words if word.islower()}
        copied = {
            word
            for pair in pairs
            for word in set(_WORD.findall(pair.source)) & set(_WORD.findall(pair.target))
        }
        # By whether an article or "de" would be elided before it.
        self.names: dict[bool, list[str]] = defaultdict(list)
        for word in sorted(copied):
            if word.istitle() and len(word) > 2 and word.lower() not in common:
                self.names[_is_vowel(word)].append(word)
        self.known = {name for names in self.names.values() for name in names}

    def __call__(self, pair: TrainingPair, draw: Random) -> TrainingPair:
        """Return the pair with each copied name and year exchanged for one drawn at random."""
        source, target = pair.source, pair.target
        for word in _WORD.findall(pair.source):
            if word in self.known:
                other = draw.choice(self.names[_is_vowel(word)])
            elif word.isdecimal() and int(word) in _YEARS and len(word) == 4:
                other = str(draw.choice(_YEARS))
            else:
                continue
            firsts, seconds = ([*re.finditer(rf"\b{word}\b", text)] for text in (source, target))
            if not len(firsts) == len(seconds) == 1:
                continue
            first, second = firsts[0], seconds[0]
            if _OF_PLACES.search(target[: second.start()]) and word in self.known:
                continue
            source = source[: first.start()] + other + source[first.end() :]
            target = target[: second.start()] + other + target[second.end() :]
        return TrainingPair(source, target)


def _is_vowel(word: str) -> bool:
    """Whether a word begins with a vowel or an h, before which French elides."""
    return word[0].lower() in _VOWELS
