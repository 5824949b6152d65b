"""Words as labels and in captions: shortened, thinned out where they would overlap."""

from collections.abc import Sequence

LONGEST = 20  # letters of a word beside any picture of the app


def shorten(word: str, most: int = LONGEST) -> str:
    """Cut a word to at most `most` letters, with "…" at the end."""
    return word if len(word) <= most else word[: most - 1] + "…"


def word_ticks(words: Sequence[str], most: int = 24) -> tuple[list[int], list[str]]:
    """Return ticks and labels of words, at integer places so that repeated words stay apart.

    Of more than `most` words only every second, third … has a tick, so that none overlap.
    """
    step = max(1, -(-len(words) // most))
    return list(range(0, len(words), step)), [shorten(word) for word in words[::step]]


def lowercase_first(title: str) -> str:
    """Return a title as it stands within a sentence."""
    return title[:1].lower() + title[1:]
