"""The measures of a head: for each measure the mask of the cells that count. Numpy only.

A measure is the share of its attention that a word sends to the cells of a mask, averaged over the
words with such a cell. Queries are words only, not "<s>" and "</s>".

PIECES are measured between tokens, before these are merged into words: the share that a piece of a
word sends to the next or the previous piece of the same word, averaged over the pieces with one.
"""

import numpy as np

from .sentences import PATTERNS
from .sides import BEGIN, END, PaddedWords

Masks = dict[str, np.ndarray]  # measure: [text, query word, key word] True = counts

POSITIONS = ("previous", "next", "same", "first", "last")
_SEPARATORS = ("begin", "end", "punctuation")
REPEATS = ("repeated", "induction")
ALIGNMENTS = ("reads", "writes")
PIECES = {"piece → next piece": 1, "piece → previous piece": -1}  # distance of the other piece
_SELF_MEASURES = (*POSITIONS, *_SEPARATORS, *REPEATS, *PATTERNS, *PIECES)
MEASURES = {
    "encoder": tuple(name for name in _SELF_MEASURES if name != "begin"),
    # A decoder sees no later word or piece, and no end.
    "decoder": tuple(
        name for name in _SELF_MEASURES if name not in ("next", "last", "end", "piece → next piece")
    ),
    "cross": ("place", "first", "last", "end", "punctuation", *ALIGNMENTS),
}


def self_masks(side: PaddedWords, causal: bool) -> Masks:
    """Return the masks of the measures of self-attention; `causal` excludes later words."""
    queries, keys = side.is_word[:, :, None], side.is_word[:, None, :]
    words = queries & keys
    place = np.arange(side.numbers.shape[1])
    gap = place[:, None] - place  # [query, key]: how far the key is before the query
    equal = words & (side.numbers[:, :, None] == side.numbers[:, None, :])
    after_equal = np.zeros_like(equal)  # the word before the key is an earlier copy of the query
    after_equal[:, :, 1:] = (equal & (gap > 0))[:, :, :-1]
    masks = {
        "previous": words & (gap == 1),
        "next": words & (gap == -1),
        "same": words & (gap == 0),
        "repeated": equal & (gap != 0),
        "induction": after_equal & words & (gap != 0),
        **_key_masks(side, side),
    }
    for name in ("first", "last", "punctuation"):
        masks[name] = masks[name] & (gap != 0)
    for name in PATTERNS:
        masks[name] = np.zeros_like(words)
        masks[name][tuple(side.relations[name].T)] = True
    if causal:
        masks = {name: mask & (gap >= 0) for name, mask in masks.items()}
    stack = "decoder" if causal else "encoder"
    return {name: masks[name] for name in MEASURES[stack] if name in masks}


def _key_masks(query: PaddedWords, key: PaddedWords) -> Masks:
    """Return the masks of the measures that depend only on the key."""
    words = query.is_word[:, :, None]
    place = np.arange(key.numbers.shape[1])
    keys = {
        "first": place == np.full((len(key.numbers), 1), key.first),
        "last": place == key.last[:, None],
        "begin": key.numbers == BEGIN,
        "end": key.numbers == END,
        "punctuation": key.punctuation,
    }
    return {name: words & key_mask[:, None, :] for name, key_mask in keys.items()}


def cross_masks(query: PaddedWords, key: PaddedWords, links: np.ndarray) -> Masks:
    """Return the masks of cross-attention's measures, for rows named by the word they write.

    "reads" is missing: its rows are named by the word they read. `links` has rows of (text, target
    word, source word), words counted from 0.
    """
    masks = _key_masks(query, key)
    rows = np.arange(query.numbers.shape[1])[:, None] - query.first
    same_place = rows == np.arange(key.numbers.shape[1]) - key.first
    words = query.is_word[:, :, None] & key.is_word[:, None, :]
    masks["place"] = words & same_place
    masks["writes"] = link_mask(query, key, links)
    return {name: masks[name] for name in MEASURES["cross"] if name in masks}


def link_mask(query: PaddedWords, key: PaddedWords, links: np.ndarray) -> np.ndarray:
    """Return the mask of words and their translations, `[text, target word, source word]`."""
    mask = np.zeros((len(query.numbers), query.numbers.shape[1], key.numbers.shape[1]), bool)
    texts, targets, sources = links.T
    mask[texts, targets + query.first, sources + key.first] = True
    return mask


def distances(query: PaddedWords, key: PaddedWords) -> tuple[np.ndarray, np.ndarray]:
    """Return the distance in words between query and key, and which cells are between words.

    Both `[text, query, key]`; 0 and False in the other cells.
    """
    words = query.is_word[:, :, None] & key.is_word[:, None, :]
    rows = np.arange(query.numbers.shape[1])[:, None] - query.first
    columns = np.arange(key.numbers.shape[1]) - key.first
    return np.abs(rows - columns) * words, words
