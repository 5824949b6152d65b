"""What is measured of a head: for each measure which cells count, word by word. Numpy only.

A measure is the share of its attention that a word sends to the cells of a mask, on average over
the words that have such a cell. Only words ask, "<s>" and "</s>" do not.

PIECES are measured between tokens, before they are merged to words: the share of its attention that
a piece of a word sends to the next piece of the same word, or to the one before, on average over
the pieces that have one.
"""

import numpy as np

from .sentences import PATTERNS
from .sides import BEGIN, END, Side

Masks = dict[str, np.ndarray]  # measure: [text, query word, key word] True = counts

POSITIONS = ("previous", "next", "same", "first", "last")
SEPARATORS = ("begin", "end", "punctuation")
REPEATS = ("repeated", "induction")
ALIGNMENTS = ("reads", "writes")
PIECES = {"piece → next piece": 1, "piece → previous piece": -1}  # how far the other stands
SELF_MEASURES = (*POSITIONS, *SEPARATORS, *REPEATS, *PATTERNS, *PIECES)
MEASURES = {
    "encoder": tuple(name for name in SELF_MEASURES if name != "begin"),
    # It sees no later word: not the next, not the last, not the end, nor a later piece.
    "decoder": tuple(
        name for name in SELF_MEASURES if name not in ("next", "last", "end", "piece → next piece")
    ),
    "cross": ("place", "first", "last", "end", "punctuation", *ALIGNMENTS),
}


def self_masks(side: Side, causal: bool) -> Masks:
    """The cells of each measure of self-attention; `causal`: a word sees none after it."""
    queries, keys = side.is_word[:, :, None], side.is_word[:, None, :]
    words = queries & keys
    place = np.arange(side.numbers.shape[1])
    gap = place[:, None] - place  # [query, key]: how far back the key stands
    alike = words & (side.numbers[:, :, None] == side.numbers[:, None, :])
    after_alike = np.zeros_like(alike)  # whether the word before the key is the query's, earlier
    after_alike[:, :, 1:] = (alike & (gap > 0))[:, :, :-1]
    masks = {
        "previous": words & (gap == 1),
        "next": words & (gap == -1),
        "same": words & (gap == 0),
        "repeated": alike & (gap != 0),
        "induction": after_alike & words & (gap != 0),
        **key_masks(side, side),
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


def key_masks(query: Side, key: Side) -> Masks:
    """The measures that ask what the key is, whatever the query."""
    words = query.is_word[:, :, None]
    place = np.arange(key.numbers.shape[1])
    keys = {
        "first": place == np.full((len(key.numbers), 1), key.first),
        "last": place == key.last[:, None],
        "begin": key.numbers == BEGIN,
        "end": key.numbers == END,
        "punctuation": key.punctuation,
    }
    return {name: words & of_keys[:, None, :] for name, of_keys in keys.items()}


def cross_masks(query: Side, key: Side, links: np.ndarray) -> Masks:
    """The cells of each measure of cross-attention, a row being where its word is written.

    All but "reads", which is of the row where a word is read, one later.

    `links` has rows of (text, target word, source word), words counted from 0.
    """
    masks = key_masks(query, key)
    rows = np.arange(query.numbers.shape[1])[:, None] - query.first
    same_place = rows == np.arange(key.numbers.shape[1]) - key.first
    words = query.is_word[:, :, None] & key.is_word[:, None, :]
    masks["place"] = words & same_place
    masks["writes"] = link_mask(query, key, links)
    return {name: masks[name] for name in MEASURES["cross"] if name in masks}


def link_mask(query: Side, key: Side, links: np.ndarray) -> np.ndarray:
    """The cells of a word and the words it translates, `[text, target word, source word]`."""
    mask = np.zeros((len(query.numbers), query.numbers.shape[1], key.numbers.shape[1]), bool)
    texts, targets, sources = links.T
    mask[texts, targets + query.first, sources + key.first] = True
    return mask


def distances(query: Side, key: Side) -> tuple[np.ndarray, np.ndarray]:
    """How many words lie between query and key, and which cells are of two words.

    Both `[text, query, key]`; 0 and False in the other cells.
    """
    words = query.is_word[:, :, None] & key.is_word[:, None, :]
    rows = np.arange(query.numbers.shape[1])[:, None] - query.first
    columns = np.arange(key.numbers.shape[1]) - key.first
    return np.abs(rows - columns) * words, words
