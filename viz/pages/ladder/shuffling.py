"""The same words in another order."""

import numpy as np

_ENDS = ".!?…"


def _split_end(text: str) -> tuple[list[str], str]:
    """Split a text into words, and the mark that ends it."""
    end = text[-1:] if text[-1:] in _ENDS else ""
    return text.removesuffix(end).split(), end


def can_be_shuffled(text: str) -> bool:
    """Return whether another order of the words is another text."""
    return len(set(_split_end(text.rstrip())[0])) > 1


def shuffle_words(text: str, order: int) -> str:
    """Return the words of a text in another order; the mark at its end stays.

    Order 1 is from the last word to the first, as in many lectures; the others are drawn at random.
    """
    words, end = _split_end(text)
    shuffled, draw = words[::-1] if order == 1 else words, np.random.default_rng(order)
    while shuffled == words:
        shuffled = [words[place] for place in draw.permutation(len(words))]
    return " ".join(shuffled) + end
