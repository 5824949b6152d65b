"""Numbers about attention: numpy in, numpy out."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ..base.libraries import LIBRARIES

Links = set[tuple[int, int]]  # between positions of the source and of the target


def membership(words: Sequence[int]) -> np.ndarray:
    """Which token belongs to which word: `[token, word]` of 0 and 1, words as they appear."""
    return _membership(tuple(words))


@lru_cache(maxsize=256)  # all heads of all mechanisms of a sentence are merged by the same words
def _membership(words: tuple[int, ...]) -> np.ndarray:
    order = {word: column for column, word in enumerate(dict.fromkeys(words))}
    belongs = np.eye(len(order), dtype=np.float32)[[order[word] for word in words]]
    belongs.flags.writeable = False
    return belongs


def merge_subwords(
    weights: np.ndarray, query_words: Sequence[int], key_words: Sequence[int]
) -> np.ndarray:
    """Attention between words instead of tokens.

    `[..., query, key]` to `[..., query word, key word]`.

    The sum over the sub-words of a key, the mean over those of a query, so that rows still sum to 1
    (Clark et al. 2019, section 4.1).
    """
    queries, keys = membership(query_words), membership(key_words)
    return (queries / queries.sum(0)).T @ weights @ keys


def merge_allowed(
    allowed: np.ndarray, query_words: Sequence[int], key_words: Sequence[int]
) -> np.ndarray:
    """Whether a word may look at another, `[query word, key word]`.

    It may when any of its sub-words may look at any of the other's.
    """
    return membership(query_words).T @ allowed.astype(np.float32) @ membership(key_words) > 0


def rollout(weights: np.ndarray) -> np.ndarray:
    """How much each token of the first layer is in each one after every layer.

    `[layer, head, token, token]` to `[layer, token, token]`.

    The product of 0.5 · mean of the heads + 0.5 · identity, up to and with each layer; rows sum to
    1 (Abnar & Zuidema 2020, section 3). For the self-attention of an encoder or a decoder.
    """
    rolled = [np.eye(weights.shape[-1])]
    for layer in mixed(weights):
        rolled.append(layer @ rolled[-1])
    return np.stack(rolled[1:])


def alignment(weights: np.ndarray) -> list[set[tuple[int, int]]]:
    """The source word each target word looks at most, read as a word alignment.

    One set of (target, source) per map.

    `weights [..., target word, source word]` with the end of the sentence as last column and
    without its row: a target word that looks at the end most has no link (Och & Ney 2003; Kobayashi
    et al. 2020, section 5).
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
    """AER = 1 - (|A & S| + |A & P|) / (|A| + |S|) over a whole corpus.

    0 best and 1 worst (Och & Ney 2003).

    One set of links a sentence; a sure link counts as possible too.
    """
    total = sum(map(len, aligned)) + sum(map(len, sure))
    hits = sum(
        len(a & s) + len(a & (s | p)) for a, s, p in zip(aligned, sure, possible, strict=True)
    )
    return 1 - hits / total if total else 0.0


def share_lost(
    lower: Sequence[dict[str, Any]], upper: Sequence[dict[str, Any]]
) -> tuple[float, float]:
    """Which part of its share of the BLEU of `upper` `lower` loses with each word.

    A word of the source; with a 95% margin.

    Groups as in a card's "by_length". A share, for when all of them fall with length a difference
    cannot grow. From the slope of the straight line through the logarithms of the shares, each
    weighted by its intervals (least squares). The intervals are taken as independent; the models
    translate the same sentences, so that the margin is rather too wide.
    """
    words = np.array([group["mean_words"] for group in lower])
    shares = np.log(
        [
            max(below["bleu"], 0.1) / max(above["bleu"], 0.1)
            for below, above in zip(lower, upper, strict=True)
        ]
    )
    spread = np.array(
        [
            sum(
                ((group["high"] - group["low"]) / 2 / max(group["bleu"], 0.1)) ** 2
                for group in pair
            )
            for pair in zip(lower, upper)
        ]
    )  # 95% margin of each, squared
    centred = words - np.average(words, weights=1 / spread)
    precision = np.sum(centred**2 / spread)
    return float(-np.sum(centred * shares / spread) / precision), float(precision**-0.5)


def largest_change(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """For each position the largest difference between two runs' hidden states.

    `[layer, position, d_model]` twice to `[position]`.
    """
    return np.abs(after - before).max((0, 2))


def distances(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Euclidean distance between every state of one and every state of another.

    `[row, d]` and `[column, d]` to `[row, column]`.
    """
    return np.linalg.norm(first[:, None] - second[None], axis=-1)


def hidden_share(scores: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    """The share of its weight that each head would put on cells that the mask hides.

    `scores [layer, head, row, column]` before the mask and `allowed [row, column]` to
    `[layer, head]`: the softmax over all columns, the mean over the rows that hide any; 0 where
    none does.
    """
    rows = ~allowed.all(-1)
    if not rows.any():
        return np.zeros(scores.shape[:2])
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    weights = powers / powers.sum(-1, keepdims=True)
    return (weights * ~allowed).sum(-1)[..., rows].mean(-1)


# --- from layer to layer -------------------------------------------------------------------------


def residual(states: np.ndarray) -> np.ndarray:
    """Which part of the states is not the same at all positions.

    `[..., position, d_model]` to `[...]`: ‖X - 1x̄ᵀ‖ / ‖X‖ with the mean state x̄, by the Frobenius
    norm, for which the mean is the best vector there is; 0 where all positions are alike (Dong et
    al. 2021, section 2, with another norm).
    """
    states = states.astype(np.float64)
    apart = states - states.mean(-2, keepdims=True)
    norms = np.linalg.norm(states, axis=(-2, -1))
    return np.linalg.norm(apart, axis=(-2, -1)) / np.maximum(norms, np.finfo(float).tiny)


def mean_cosine(states: np.ndarray) -> np.ndarray:
    """The mean cosine of the states of two different positions.

    `[..., position, d_model]` to `[...]`: 1 where all point the same way. Not a number for a single
    position (as the anisotropy of Ethayarajh 2019, within one text).
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
    """The share of its attention that each head gives to some columns, `[layer, head]`.

    `weights [layer, head, row, column]`, `columns` true for those that are counted. The mean over
    all rows (Clark et al. 2019, section 3.2); with `first` over those behind the first row, which
    in a decoder can only attend to the first column (Xiao et al. 2023, section 3.1).
    """
    return weights[..., int(first) :, columns].sum(-1, dtype=np.float64).mean(-1)


def uniform(allowed: np.ndarray) -> np.ndarray:
    """Attention that gives all it may look at alike: `[row, column]`, rows sum to 1."""
    return allowed / np.maximum(allowed.sum(-1, keepdims=True), 1)


def mixed(weights: np.ndarray) -> np.ndarray:
    """The mean of the heads and the residual connection, half each, as `rollout` multiplies them.

    `[layer, head, token, token]` to `[layer, token, token]`; rows sum to 1.
    """
    return 0.5 * weights.astype(np.float64).mean(1) + 0.5 * np.eye(weights.shape[-1])


def paths_to(mixed_weights: np.ndarray, token: int) -> np.ndarray:
    """The share of a token's rollout that goes along each link between two layers.

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
    """The largest flow from a token of the last layer to each one that enters, `[token]`.

    `[layer, token, token]` of `mixed` are the capacities of the links (Abnar & Zuidema 2020,
    section 3, "attention flow"). For one layer its row; capacities are rounded to a millionth.
    """
    n_layers, count, _ = mixed_weights.shape
    capacities = np.zeros((count * (n_layers + 1),) * 2, dtype=np.int32)
    for layer, links in enumerate(mixed_weights):
        upper, lower = (layer + 1) * count, layer * count
        capacities[upper : upper + count, lower : lower + count] = np.rint(links * 1e6)
    graph, start = LIBRARIES.sparse.csr_array(capacities), n_layers * count + token
    maximum_flow = LIBRARIES.graphs.maximum_flow
    return np.array([maximum_flow(graph, start, end).flow_value / 1e6 for end in range(count)])
