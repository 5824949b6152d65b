"""Numbers about attention: numpy in, numpy out."""

from collections.abc import Sequence

import numpy as np


def membership(words: Sequence[int]) -> np.ndarray:
    """Which token belongs to which word: `[token, word]` of 0 and 1, words in order of appearance."""
    order = {word: column for column, word in enumerate(dict.fromkeys(words))}
    return np.eye(len(order), dtype=np.float32)[[order[word] for word in words]]


def merge_subwords(weights: np.ndarray, query_words: Sequence[int], key_words: Sequence[int]) -> np.ndarray:
    """Attention between words instead of tokens: `[..., query, key]` to `[..., query word, key word]`.

    The sum over the sub-words of a key, the mean over those of a query, so that rows still sum to 1
    (Clark et al. 2019, section 4.1).
    """
    queries, keys = membership(query_words), membership(key_words)
    return (queries / queries.sum(0)).T @ weights @ keys


def merge_allowed(allowed: np.ndarray, query_words: Sequence[int], key_words: Sequence[int]) -> np.ndarray:
    """A word may look at another when any of its sub-words may look at any of the other's; `[query word, key word]`."""
    return membership(query_words).T @ allowed.astype(np.float32) @ membership(key_words) > 0
