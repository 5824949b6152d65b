"""The two words: the one at which reading stops, and the one that is looked for."""

import re
from dataclasses import dataclass

from ...view.runner import Runner
from ...view.settings import Known, Options, Settings, choice

_WORD = re.compile(r"\w+(?:['’-]\w+)*")
# Pairs of words that a sentence opens with, if it has both: what is looked for, and where.
_PAIRS = (("Paris", "populace"), ("palace", "city"))


def word_matches(sentence: str) -> list[re.Match]:
    """Return the words of a sentence, without punctuation."""
    return [*_WORD.finditer(sentence)]


def _pair_in(sentence: str) -> tuple[int, int]:
    """Return the places, from 1, of the words that a sentence opens with: the first and the last.

    Of a sentence with one of _PAIRS that pair.
    """
    words = [match.group() for match in word_matches(sentence)]
    for earlier, later in _PAIRS:
        if earlier in words and later in words[words.index(earlier) + 1 :]:
            first = words.index(earlier)
            return first + 1, words.index(later, first + 1) + 1
    return 1, max(len(words), 1)


def _words(known: Known, runner: Runner) -> Options:
    """List the words of the sentence by place, from 1, where the same word may be twice."""
    texts = [match.group() for match in word_matches(known.sentence)]
    return {str(place): text for place, text in enumerate(texts, start=1)}


def _words_up_to(known: Known, runner: Runner) -> Options:
    """List the words that are read up to there."""
    return dict([*_words(known, runner).items()][: known.at])


def _first_of_pair(known: Known, runner: Runner) -> str:
    return str(min(_pair_in(known.sentence)[0], known.at))


def _last_of_pair(known: Known, runner: Runner) -> str:
    return str(_pair_in(known.sentence)[1])


def _has_words(known: Known, runner: Runner) -> bool:
    return bool(word_matches(known.sentence))


@dataclass(frozen=True)
class ReachSettings(Settings):
    """The word whose state is asked, and the earlier word that is looked for in it."""

    at: int | None = choice(
        _words, _last_of_pair, parameter="at", parse=int, applies=_has_words, of_sentence=True
    )
    sought: int | None = choice(
        _words_up_to,
        _first_of_pair,
        parameter="sought",
        parse=int,
        applies=_has_words,
        of_sentence=True,
    )
