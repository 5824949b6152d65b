"""Measure the attention between pieces of a word: tensors in, numpy out."""

from collections.abc import Collection
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from .head_measures import PIECES
from .sides import PaddedWords


class _PieceSums(NamedTuple):
    """The sums of one batch for a measure of PIECES."""

    shares: np.ndarray  # [text, head] attention sent to the other piece
    hits: np.ndarray  # [head] pieces whose largest weight is on the other piece
    rows: np.ndarray  # [text] pieces with another piece at this distance


def measure_pieces(
    maps: Tensor, side: PaddedWords, names: Collection[str]
) -> dict[str, _PieceSums]:
    """Measure those of PIECES in `names` on self-attention `maps [text, head, query, key]`."""
    return {
        name: _measure_piece(maps, side, away) for name, away in PIECES.items() if name in names
    }


def _measure_piece(maps: Tensor, side: PaddedWords, away: int) -> _PieceSums:
    """Measure what each piece sends to the piece `away` (1 or -1) tokens in the same word."""
    texts, queries = _pieces_of(side, away)
    count, heads = maps.shape[:2]
    rows = maps[torch.from_numpy(texts), :, torch.from_numpy(queries)]  # [piece, head, key]
    keys = torch.from_numpy(queries + away).to(maps.device)[:, None].expand(-1, heads)
    sent = rows.gather(-1, keys[..., None])[..., 0].double().cpu().numpy()  # [piece, head]
    shares = np.zeros((count, heads))
    np.add.at(shares, texts, sent)
    hits = (rows.argmax(-1) == keys).sum(0).cpu().numpy()
    return _PieceSums(shares, hits, np.bincount(texts, minlength=count))


def _pieces_of(side: PaddedWords, away: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the texts and places of tokens with a piece of their word `away` tokens away."""
    words = side.token_words
    is_piece = (words >= 0) & np.take_along_axis(side.is_word, np.maximum(words, 0), 1)
    same = np.zeros_like(is_piece)
    first, second = (slice(None, -1), slice(1, None))[:: 1 if away > 0 else -1]
    same[:, first] = words[:, first] == words[:, second]
    texts, queries = np.nonzero(is_piece & same)
    return texts, queries
