"""The texts that word vectors are learnt from, and the words on the map."""

from functools import cache

import numpy as np

from models.words.text import WordNumbers, corpus_sentences, make_text, split_sentences

from ...base.language import translatable

_LEAST = 5  # times that a word of the shipped text occurs
_COMMON = 100  # the commonest words of English, left out of the map of another text
_SHOWN = 60
# The words on the map of the shipped text. The methods are not told the groups.
_GROUPS = {
    "animals": "dog cat horse cow bird fish sheep mouse",
    "family": "mother father sister brother son daughter grandmother uncle",
    "days": "monday tuesday wednesday thursday friday saturday sunday",
    "numbers": "two three four five six seven eight ten",
    "colours": "red blue green yellow black white grey",
    "food": "bread cheese milk coffee tea soup meat",
    "vehicles": "car train bus bicycle plane boat taxi",
    "people": "teacher doctor student nurse king queen boy girl",
}
GROUP_NAMES = translatable(
    ("animals", "family", "days", "numbers", "colours", "food", "vehicles", "people")
)


@cache
def shipped_text() -> WordNumbers:
    """Return the English side of our own corpus, without rare words."""
    return make_text(corpus_sentences(), _LEAST)


def typed_text(lines: str | None) -> WordNumbers:
    """Return a typed text with all its words. Raises UserError where it has no sentence."""
    return make_text(split_sentences(lines or ""))


def words_shown(text: WordNumbers) -> tuple[int, ...]:
    """Return the words on the map: those of the groups, or the commonest that say something."""
    if text is shipped_text():
        rows = {word: row for row, word in enumerate(text.words)}
        return tuple(rows[word] for words in _GROUPS.values() for word in words.split())
    common = set(shipped_text().words[:_COMMON])
    telling = [row for row, word in enumerate(text.words) if word not in common]
    return tuple((telling if len(telling) > 1 else range(len(text.words)))[:_SHOWN])


def groups_shown(text: WordNumbers) -> tuple[int, ...]:
    """Return the group of each word on the map, -1 for none."""
    if text is not shipped_text():
        return (-1,) * len(words_shown(text))
    return tuple(np.repeat(range(len(_GROUPS)), [len(words.split()) for words in _GROUPS.values()]))
