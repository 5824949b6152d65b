"""Measure the divergence between the attention of heads (Clark et al. 2019, section 6).

Heads of one stack attend to the same words; heads of different stacks do not: a decoder's
self-attention goes from French to French. So a French word stands for the English words that it
translates, by the links of the corpus.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from .attended import merge
from .attention_sums import Weights, attend_batch
from .encoded import EncodedBatch, batches, build_batch, encode
from .importance import stack_heads
from .one_by_one import read_each
from .same_text import KEY_COLUMNS, SameText, same_pairs
from .sentences import Pair
from .sides import PaddedWords, Vocabulary
from .similarity import HeadDivergences, divergences

_SENTENCES = 400  # enough: divergences measured on either half differ by 0.01


def _link_matrix(batch: EncodedBatch) -> Tensor:
    """Return which English words a French word translates, `[text, English, French]`, 0 or 1."""
    english = int(batch.source_side.is_word.sum(1).max())
    french = int(batch.written_side.is_word.sum(1).max())
    links = torch.zeros(len(batch.lines), english, french)
    for text, line in enumerate(batch.lines):
        for source, target in line.pair.links:
            links[text, source, target] = 1
    return links


def _word_maps(maps: Tensor, query: PaddedWords, key: PaddedWords) -> tuple[Tensor, Tensor]:
    """Merge attention between tokens into attention between words, and to special tokens.

    `[text, head, query, key]` of tokens to the same of words, and `[text, head, query]`.
    """
    sizes = query.numbers.shape[1], key.numbers.shape[1]
    rows_of, columns_of = (
        torch.from_numpy(side.token_words).to(maps.device) for side in (query, key)
    )
    merged = merge(maps, rows_of, columns_of, sizes)
    rows = merged[:, :, query.first :]
    is_word = torch.from_numpy(key.is_word).to(maps)
    other = (rows * (1 - is_word)[:, None, None]).sum(-1)
    return (rows * is_word[:, None, None])[..., key.first :], other


def _in_english(stack: str, maps: Tensor, batch: EncodedBatch, links: Tensor) -> Tensor:
    """Convert the attention of a stack's heads to attention between English words.

    `[text, head, query, key]` of tokens to `[text, head, English, English + 1]`. The English words
    of a French word get its row, and share the attention to it. The last column is attention to
    special tokens and to words without a translation.
    """
    english, french = links.shape[1:]
    if stack == "encoder":
        words, other = _word_maps(maps, batch.source_side, batch.source_side)
        return torch.cat([words[:, :, :english, :english], other[:, :, :english, None]], -1)
    query = batch.read_side if stack == "decoder" else batch.written_side
    key = batch.read_side if stack == "decoder" else batch.source_side
    words, other = _word_maps(maps, query, key)
    words, other = words[:, :, :french], other[:, :, :french]
    if stack == "decoder":
        words = words[..., :french]
        shares = (links / links.sum(1, keepdim=True).clamp(min=1)).transpose(1, 2)
        aligned = links.sum(1) > 0  # [text, French]
        other = other + (words * ~aligned[:, None, None]).sum(-1)
        words = words @ shares[:, None]
    rows = links / links.sum(2, keepdim=True).clamp(min=1)  # [text, English, French]
    whole = torch.cat([words[..., :english], other[..., None]], -1)
    return rows[:, None] @ whole


@torch.inference_mode()
def measure_same(model: Any) -> SameText | None:
    """Measure the attention of all heads in the sentences that are the same for all models.

    Only the encoder of a pretrained translation model, as its target language is unknown. None if
    the model can read none of the sentences, or has no such head.
    """
    capabilities, stacks = model.capabilities, dict(model.attention_sizes)
    if capabilities.translates and not capabilities.trained_here:
        stacks = {name: size for name, size in stacks.items() if name == "encoder"}
    if not stacks:
        return None
    places, rows = [], []
    for batch, weights in _same_batches(model, stacks):
        links = _link_matrix(batch).to(model.device)
        maps = torch.cat([_in_english(stack, weights[stack], batch, links) for stack in stacks], 1)
        texts, words_of_text = (links.sum(2) > 0).nonzero(as_tuple=True)
        word_weights = maps.transpose(1, 2)[texts, words_of_text].float()  # [row, head, key]
        lines = np.array([line.line for line in batch.lines])[texts.cpu().numpy()]
        places.append(np.stack([lines, words_of_text.cpu().numpy()], 1))
        padded = np.zeros((*word_weights.shape[:2], KEY_COLUMNS), np.float32)
        padded[..., : word_weights.shape[2] - 1] = word_weights[..., :-1].cpu()
        padded[..., -1] = word_weights[..., -1].cpu()
        rows.append(padded)
    if not rows:
        return None
    return SameText(stack_heads(model, stacks), np.concatenate(places), np.concatenate(rows))


def _same_batches(model: Any, stacks: Iterable[str]) -> Iterator[tuple[EncodedBatch, Weights]]:
    """Yield the shared sentences as batches, with the weights of all heads."""
    pairs = same_pairs()
    if model.capabilities.trained_here:
        for chosen in batches(encode(model, pairs)):
            batch = build_batch(model, chosen, Vocabulary())
            yield batch, attend_batch(model.network, batch, stacks).weights
        return
    for reading in read_each(model, None, pairs, Vocabulary()):
        if reading is not None:
            yield reading.batch, reading.weights


@torch.inference_mode()
def measure_alike(
    model: Any,
    pairs: Sequence[tuple[int, Pair]],
    progress: Callable[[str, int, int], object] = lambda title, done, total: None,
) -> HeadDivergences | None:
    """Compare all heads on pairs with linked words; None for a single head or without links.

    Only English words with a translation count, so that all heads are compared on the same rows;
    all words count for a language model, which reads no French.
    """
    stacks = model.attention_sizes
    heads = stack_heads(model, stacks)
    reads_all = not model.capabilities.translates
    aligned = [numbered for numbered in pairs if reads_all or numbered[1].links]
    step = max(1, len(aligned) // _SENTENCES)
    lines = encode(model, aligned[::step][:_SENTENCES])
    if len(heads) < 2 or not lines:
        return None
    total = np.zeros((len(heads), len(heads)))
    rows = done = 0
    for chosen in batches(lines):
        batch = build_batch(model, chosen, Vocabulary())
        weights = attend_batch(model.network, batch, stacks).weights
        links = _link_matrix(batch).to(model.device)
        maps = [_in_english(stack, weights[stack], batch, links) for stack in stacks]
        counted = links.sum(2) > 0  # [text, English]
        attention = torch.cat(maps, 1).transpose(1, 2)[counted]  # [row, head, key]
        total += len(attention) * divergences(attention.cpu().numpy())
        rows += len(attention)
        done += len(chosen)
        progress("how alike heads attend", done, len(lines))
    return HeadDivergences(heads, len(lines), total / rows)
