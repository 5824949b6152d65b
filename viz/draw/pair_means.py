"""The mean of maps of patches over pairs of sentences."""

from collections.abc import Sequence

import numpy as np

from models.results import HeadPatching, Patching

from ..analysis.intervals import mean_interval
from ..base.language import t, translatable
from .patching import MeanShares

_TOKENS = translatable(("the words that differ", "the other words"))


def mean_shares(
    pairs: Sequence[tuple[str, str]], maps: Sequence[Patching | HeadPatching]
) -> MeanShares:
    """Average the maps of pairs of sentences cell by cell.

    Of states, a row has the largest share of the tokens that differ, and one that of the others.
    """
    if not maps:
        nothing = np.zeros((0, 0))
        return MeanShares((), (), (), nothing, nothing, nothing)
    shares = np.stack([_rows_of(one) for one in maps])  # [pair, row, column]
    first = maps[0]
    rows: tuple[tuple[str, int], ...] | tuple[str, ...] = tuple(map(t, _TOKENS))
    if isinstance(first, HeadPatching):
        rows = tuple(dict.fromkeys((stack, layer) for stack, layer, _ in first.heads))
    return MeanShares(tuple(pairs), rows, tuple(range(shares.shape[2])), *mean_interval(shares))


def _rows_of(patching: Patching | HeadPatching) -> np.ndarray:
    """Return the heads by layer; of states the largest share of differing and of other tokens."""
    if isinstance(patching, HeadPatching):
        columns = 1 + max(head for *_, head in patching.heads)
        return patching.shares.reshape(-1, columns)
    differs = np.array(patching.tokens) != np.array(patching.other_tokens)
    return np.stack([patching.shares[:, tokens].max(1) for tokens in (differs, ~differs)])
