"""Measures of attention: numpy in, numpy out."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ..base.libraries import LIBRARIES

Links = set[tuple[int, int]]  # between positions of the source and of the target


def membership(words: Sequence[int]) -> np.ndarray:
    """Return which token belongs to which word: `[token, word]` of 0 and 1, in order."""
    return _membership(tuple(words))


# All heads of all mechanisms of a sentence are merged by the same words.
@lru_cache(maxsize=256)
def _membership(words: tuple[int, ...]) -> np.ndarray:
    order = {word: column for column, word in enumerate(dict.fromkeys(words))}
    belongs = np.eye(len(order), dtype=np.float32)[[order[word] for word in words]]
    belongs.flags.writeable = False
    return belongs


def merge_subwords(
    weights: np.ndarray, query_words: Sequence[int], key_words: Sequence[int]
) -> np.ndarray:
    """Merge attention between tokens into attention between words.

    `[..., query, key]` to `[..., query word, key word]`: the sum over the sub-words of a key, the
    mean over those of a query, so that rows still sum to 1 (Clark et al. 2019, section 4.1).
    """
    queries, keys = membership(query_words), membership(key_words)
    return (queries / queries.sum(0)).T @ weights @ keys


def merge_allowed(
    allowed: np.ndarray, query_words: Sequence[int], key_words: Sequence[int]
) -> np.ndarray:
    """Merge the mask: `[..., query, key]` to `[..., query word, key word]`.

    A word may attend to another if any of its sub-words may attend to any of the other's.
    """
    return membership(query_words).T @ allowed.astype(np.float32) @ membership(key_words) > 0


def rollout(weights: np.ndarray) -> np.ndarray:
    """Compute the share of each input token in each token after every layer.

    `[layer, head, token, token]` to `[layer, token, token]`: the product of 0.5 · mean of the heads
    + 0.5 · identity up to and including each layer; rows sum to 1 (Abnar & Zuidema 2020, section
    3). For the self-attention of an encoder or a decoder.
    """
    rolled = [np.eye(weights.shape[-1])]
    for layer in mixed(weights):
        rolled.append(layer @ rolled[-1])
    return np.stack(rolled[1:])


def alignment(weights: np.ndarray) -> list[set[tuple[int, int]]]:
    """Align each target word with the source word of its largest weight.

    Returns one set of (target, source) per map. `weights [..., target word, source word]` have the
    end of the sentence as last column, but not as a row: a target word with its largest weight on
    the end has no link (Och & Ney 2003; Kobayashi et al. 2020, section 5).
    """
    end = weights.shape[-1] - 1
    most = weights.reshape(-1, *weights.shape[-2:]).argmax(-1)  # [map, target word]
    return [
        {(target, int(source)) for target, source in enumerate(row) if source != end}
        for row in most
    ]


def alignment_error_rate(
    aligned: Sequence[Links], sure: Sequence[Links], possible: Sequence[Links]
) -> float:
    """Compute AER = 1 - (|A & S| + |A & P|) / (|A| + |S|) over a corpus.

    0 is best, 1 is worst (Och & Ney 2003). There is one set of links per sentence; sure links
    count as possible too.
    """
    total = sum(map(len, aligned)) + sum(map(len, sure))
    hits = sum(
        len(a & s) + len(a & (s | p)) for a, s, p in zip(aligned, sure, possible, strict=True)
    )
    return 1 - hits / total if total else 0.0


def share_lost(
    lower: Sequence[dict[str, Any]], upper: Sequence[dict[str, Any]]
) -> tuple[float, float]:
    """Return the part of its share of the BLEU of `upper` that `lower` loses with each source word.

    With it comes a 95% margin. Groups are those of a card's "by_length". Shares, because a
    difference cannot grow when all scores fall with length. The loss is the slope of a line fitted
    to the logarithms of the shares, weighted by their intervals (least squares). The intervals are
    taken as independent; the models translate the same sentences, so the margin is rather too wide.
    """
    words = np.array([group["mean_words"] for group in lower])
    shares = np.log(
        [
            max(below["bleu"], 0.1) / max(above["bleu"], 0.1)
            for below, above in zip(lower, upper, strict=True)
        ]
    )
    # The squared 95% margin of each.
    spread = np.array(
        [
            sum(
                ((group["high"] - group["low"]) / 2 / max(group["bleu"], 0.1)) ** 2
                for group in pair
            )
            for pair in zip(lower, upper)
        ]
    )
    centred = words - np.average(words, weights=1 / spread)
    precision = np.sum(centred**2 / spread)
    return float(-np.sum(centred * shares / spread) / precision), float(precision**-0.5)


def largest_change(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """Return the largest difference between two runs' hidden states at each position.

    `[layer, position, d_model]` twice to `[position]`.
    """
    return np.abs(after - before).max((0, 2))


def distances(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Compute the Euclidean distance between every two states of two texts.

    `[row, d]` and `[column, d]` to `[row, column]`.
    """
    return np.linalg.norm(first[:, None] - second[None], axis=-1)


def are_softmax(
    weights: np.ndarray, scores: np.ndarray, allowed: np.ndarray, tolerance: float = 1e-4
) -> bool:
    """Return whether weights are the softmax of the scores over the allowed cells.

    `weights` and `scores [..., row, column]`, `allowed [row, column]`.
    """
    masked = np.where(allowed, scores, -np.inf).astype(np.float64)
    powers = np.exp(masked - masked.max(-1, keepdims=True, initial=np.finfo(np.float32).min))
    sums = powers.sum(-1, keepdims=True)
    return bool(np.abs(weights - powers / np.where(sums, sums, 1.0)).max() <= tolerance)


def are_products(
    scores: np.ndarray, query: np.ndarray, key: np.ndarray, factor: float | None = None
) -> bool:
    """Return whether the scores of each head are q·k times one factor, any unless it is given.

    `scores [..., row, column]`, `query [..., row, d]`, `key [..., column, d]`.
    """
    products = query @ key.swapaxes(-1, -2)
    if factor is None:
        squares = (products**2).sum((-2, -1), keepdims=True)
        shared = (products * scores).sum((-2, -1), keepdims=True)
        products = products * shared / np.maximum(squares, 1e-30)
    else:
        products = products * factor
    return bool(np.abs(products - scores).max() <= 1e-4 * max(1.0, np.abs(scores).max()))


def hidden_share(scores: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    """Compute the share of weight that each head would put on masked cells.

    `scores [layer, head, row, column]` before the mask and `allowed [row, column]` to
    `[layer, head]`. The softmax is over all columns, the mean over the rows with a masked cell; 0
    without such a row.
    """
    rows = ~allowed.all(-1)
    if not rows.any():
        return np.zeros(scores.shape[:2])
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    weights = powers / powers.sum(-1, keepdims=True)
    return (weights * ~allowed).sum(-1)[..., rows].mean(-1)


# --- from layer to layer -------------------------------------------------------------------------


def residual(states: np.ndarray) -> np.ndarray:
    """Compute the part of the states that differs between positions.

    `[..., position, d_model]` to `[...]`: ‖X - 1x̄ᵀ‖ / ‖X‖ with the mean state x̄, by the Frobenius
    norm, for which the mean is the best vector; 0 where all positions are equal (Dong et al. 2021,
    section 2, with another norm).
    """
    states = states.astype(np.float64)
    apart = states - states.mean(-2, keepdims=True)
    norms = np.linalg.norm(states, axis=(-2, -1))
    return np.linalg.norm(apart, axis=(-2, -1)) / np.maximum(norms, np.finfo(float).tiny)


def mean_cosine(states: np.ndarray) -> np.ndarray:
    """Compute the mean cosine of the states of two different positions.

    `[..., position, d_model]` to `[...]`: 1 where all have the same direction, nan for a single
    position (the anisotropy of Ethayarajh 2019, within one text).
    """
    states = states.astype(np.float64)
    norms = np.linalg.norm(states, axis=-1, keepdims=True)
    sums = (states / np.maximum(norms, np.finfo(float).tiny)).sum(-2)  # [..., d_model]
    count = states.shape[-2]
    if count < 2:
        return np.full(states.shape[:-2], np.nan)
    # Each position with itself has the cosine 1.
    return ((sums**2).sum(-1) - count) / (count * (count - 1))


def sink_shares(weights: np.ndarray, columns: np.ndarray, first: bool = False) -> np.ndarray:
    """Compute the share of each head's attention on some columns, `[layer, head]`.

    `weights [layer, head, row, column]`; `columns` is true for those that count. The mean is over
    all rows (Clark et al. 2019, section 3.2); with `first` without the first row, which in a
    decoder can only attend to the first column (Xiao et al. 2023, section 3.1).
    """
    return weights[..., int(first) :, columns].sum(-1, dtype=np.float64).mean(-1)


def uniform(allowed: np.ndarray) -> np.ndarray:
    """Return uniform attention over the allowed cells: `[…, row, column]`, rows sum to 1."""
    return allowed / np.maximum(allowed.sum(-1, keepdims=True), 1)


def mixed(weights: np.ndarray) -> np.ndarray:
    """Return the mean of the heads and the residual connection, half each, as `rollout` uses them.

    `[layer, head, token, token]` to `[layer, token, token]`; rows sum to 1. A layer without
    attention passes each word on.
    """
    itself = np.eye(weights.shape[-1])
    mean = weights.astype(np.float64).mean(1)
    mean[~mean.any((1, 2))] = itself
    return 0.5 * mean + 0.5 * itself


def paths_to(mixed_weights: np.ndarray, token: int) -> np.ndarray:
    """Compute the share of a token's rollout along each link between two layers.

    `[layer, token, token]` of `mixed` to the same shape, `[layer, upper, lower]`. Between any two
    layers the shares sum to 1; summed over `upper`, those of the lowest layer are the token's row
    of the last `rollout`.
    """
    above = np.eye(mixed_weights.shape[-1])[token]
    links = []
    for layer in mixed_weights[::-1]:
        links.append(above[:, None] * layer)
        above = links[-1].sum(0)
    return np.stack(links[::-1])


def attention_flow(mixed_weights: np.ndarray, token: int) -> np.ndarray:
    """Compute the maximum flow from a token of the last layer to each input token, `[token]`.

    `[layer, token, token]` of `mixed` are the capacities of the links (Abnar & Zuidema 2020,
    section 3, "attention flow"), rounded to a millionth. With one layer, it is the token's row.
    """
    n_layers, count, _ = mixed_weights.shape
    capacities = np.zeros((count * (n_layers + 1),) * 2, dtype=np.int32)
    for layer, links in enumerate(mixed_weights):
        upper, lower = (layer + 1) * count, layer * count
        capacities[upper : upper + count, lower : lower + count] = np.rint(links * 1e6)
    graph, start = LIBRARIES.sparse.csr_array(capacities), n_layers * count + token
    maximum_flow = LIBRARIES.graphs.maximum_flow
    return np.array([maximum_flow(graph, start, end).flow_value / 1e6 for end in range(count)])
