"""Sum the attention of a batch over its words: tensors in, tensors out.

All heads of all layers of one stack are side by side. Sums add up over batches.
"""

from typing import NamedTuple

import torch
from torch import Tensor


class MaskSums(NamedTuple):
    """The sums of one batch; `m` counts measures."""

    shares: Tensor  # [text, head, m] attention sent to the cells of a mask
    hits: Tensor  # [text, head, m] rows whose largest weight lies in a cell of the mask
    rows: Tensor  # [text, m] rows that have a cell
    entropy: Tensor  # [head] of the rows, in nats
    relative_entropy: Tensor  # [head] the same, 1 = uniform over all allowed keys
    confidence: Tensor  # [head] the largest weight on a word
    distance: Tensor  # [head] weight times distance, over cells between words
    on_words: Tensor  # [head] the weight on these cells
    words: int  # rows of words
    tags: Tensor  # [head, from, to] attention by part of speech
    tag_rows: Tensor  # [from] rows of each part of speech
    best: Tensor  # [text, head, query] the key word with the largest weight
    best_weight: Tensor  # [text, head, query]


def _membership(token_words: Tensor, width: int, dtype: torch.dtype) -> Tensor:
    """Assign tokens to words: `[text, token]` to `[text, token, word]` of 0 and 1."""
    return (token_words[..., None] == torch.arange(width, device=token_words.device)).to(dtype)


def merge(
    weights: Tensor, query_words: Tensor, key_words: Tensor, sizes: tuple[int, int]
) -> Tensor:
    """Merge attention between tokens into attention between words.

    `[text, head, query, key]` to `[text, head, query word, key word]`: the sum over a key's tokens,
    the mean over a query's tokens (Clark et al. 2019, section 4.1). `sizes` are the numbers of
    words.
    """
    queries = _membership(query_words, sizes[0], weights.dtype)
    keys = _membership(key_words, sizes[1], weights.dtype)
    queries = queries / queries.sum(1, keepdim=True).clamp(min=1)
    return queries.transpose(1, 2)[:, None] @ (weights @ keys[:, None])


def measure(
    merged: Tensor,
    masks: Tensor,
    query_is_word: Tensor,
    key_is_word: Tensor,
    distances: Tensor,
    query_tags: Tensor,
    key_tags: Tensor,
    tag_count: int,
) -> MaskSums:
    """Compute the sums of one batch.

    `merged [text, head, query, key]` between words, `masks [text, m, query, key]`, `distances
    [text, query, key]`; `query_is_word`, `key_is_word` and the tags are `[text, word]`, a negative
    tag is none.
    """
    dtype = merged.dtype
    merged = merged * query_is_word[:, None, :, None]
    cells = masks.to(dtype).flatten(2).transpose(1, 2)  # [text, query * key, m]
    shares = merged.flatten(2) @ cells  # [text, head, m]

    best_weight, best = merged.max(-1)  # [text, head, query]
    largest = torch.zeros_like(merged).scatter_(-1, best[..., None], 1.0)
    hits = largest.flatten(2) @ cells

    logarithms = torch.where(merged > 0, merged, 1.0).log()
    entropy = -(merged * logarithms).sum(-1)  # [text, head, query]
    n_allowed = (merged[:, -1:] > 0).sum(-1)  # [text, 1, query]: the last head is uniform
    largest_entropy = n_allowed.clamp(min=2).to(dtype).log()
    on_words = merged * key_is_word[:, None, None, :]
    distance = on_words * distances.to(dtype)[:, None]
    query_kinds = _one_hot(query_tags, tag_count, dtype) * query_is_word[..., None]
    key_kinds = _one_hot(key_tags, tag_count, dtype)
    by_kind = query_kinds.transpose(1, 2)[:, None] @ merged @ key_kinds[:, None]
    return MaskSums(
        shares=shares,
        hits=hits,
        rows=masks.any(-1).sum(-1),
        entropy=entropy.double().sum((0, 2)),
        relative_entropy=(entropy / largest_entropy).double().sum((0, 2)),
        confidence=on_words.amax(-1).double().sum((0, 2)),
        distance=distance.sum((2, 3)).double().sum(0),
        on_words=on_words.sum((2, 3)).double().sum(0),
        words=int(query_is_word.sum()),
        tags=by_kind.double().sum(0),
        tag_rows=query_kinds.double().sum((0, 1)),
        best=best,
        best_weight=best_weight,
    )


def _one_hot(tags: Tensor, count: int, dtype: torch.dtype) -> Tensor:
    """Encode tags `[text, word]` as `[text, word, tag]`; a negative tag is none."""
    return (tags[..., None] == torch.arange(count, device=tags.device)).to(dtype)


def spread_evenly(allowed: Tensor) -> Tensor:
    """Return uniform attention over all allowed keys; rows without one are 0."""
    allowed = allowed.to(torch.get_default_dtype())
    return allowed / allowed.sum(-1, keepdim=True).clamp(min=1)
