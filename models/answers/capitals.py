"""Words written in capitals that the models know better in lower case. Pure functions on text.

A tokenizer reads "LEFT" in other pieces than "left", and in training it hardly ever did. Acronyms
such as "NATO" and "TV" occurred in capitals: the counts of training sentences tell them apart.
"""

import re
from functools import lru_cache

from ..words.seen import times_seen

_CLEARLY = 20  # times as many training sentences, from which another form is the known one
_NAME = 5  # the same of "Paris" over "paris"
_BEGINNING = re.compile(r"(?:^\W*|[.!?]\s+)[^\W\d_]")  # of a text or a sentence
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


@lru_cache(maxsize=64)  # the captions of heads and the notice ask for the same sentence
def words_in_capitals(text: str) -> tuple[str, ...]:
    """Return the words in capitals that are clearly better known otherwise, each once."""
    return tuple(dict.fromkeys(word for word in _WORD.findall(text) if _is_shouted(word)))


def in_lower_case(text: str) -> str:
    """Return the text with these words in lower case, names and its beginning with a capital.

    In a text all in capitals every word is so written that is no acronym known in capitals.
    """
    whole = text.isupper()

    def rewrite(match: re.Match) -> str:
        word = match[0]
        is_known = times_seen(word) >= max(times_seen(word.lower()), times_seen(word.title()))
        if _is_shouted(word) or (whole and (not is_known or not word.isalpha())):
            return _quiet(word)
        return word

    quieter = _WORD.sub(rewrite, text)
    return quieter if quieter == text else _BEGINNING.sub(lambda match: match[0].upper(), quieter)


def _is_shouted(word: str) -> bool:
    """Return whether a word is in capitals, and was clearly more often read in lower case."""
    word = re.split("['’]", word)[0]
    others = max(times_seen(word.lower()), times_seen(word.capitalize()))
    return len(word) > 1 and word.isupper() and others >= _CLEARLY * max(1, times_seen(word))


def _quiet(word: str) -> str:
    """Write a word in lower case, a name and "I" with a capital."""
    lower, name = word.lower(), word.capitalize()
    if times_seen(name) >= _NAME * max(1, times_seen(lower)):
        return name
    return re.sub(r"^i(?=['’]|$)", "I", lower)
