"""Words beside a chart: shortened, and thinned out where they would overlap."""

from collections.abc import Sequence

LONGEST = 20  # letters of a word beside a picture, everywhere in the app


def shorten(word: str, most: int = LONGEST) -> str:
    """The word, or its beginning and "…", at most so many letters long."""
    return word if len(word) <= most else word[: most - 1] + "…"


def word_ticks(words: Sequence[str], most: int = 24) -> tuple[list[int], list[str]]:
    """Ticks and labels of words side by side, at integer places so that repeated words stay apart.

    Of more than `most` words every second, third …, so that none overlap.
    """
    step = max(1, -(-len(words) // most))
    return list(range(0, len(words), step)), [shorten(word) for word in words[::step]]
