"""The shipped counts behind the front door: unigram, bigram and 4-gram of one table.

`python -m models.training.counts` writes them.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from .. import files
from ..errors import UserError
from ..lengths import LONGEST
from ..networks.ngrams import NGrams
from ..store.tokenizer import Tokenizer

NGRAMS_FOLDER = "n-grams"  # beside the networks
NGRAM_ORDERS = {"unigram": 1, "bigram": 2, "4-gram": 4}


@dataclass(frozen=True)
class CountingModel:
    """A model that counts, with the interface of `protocols.Predictor`."""

    name: str
    counts: NGrams
    tokenizer: Any
    longest: int = LONGEST

    def distribution(self, ids: Sequence[int]) -> np.ndarray:
        return self.counts.probabilities([self.tokenizer.begin_id, *ids])

    def log_probabilities(self, ids: Sequence[int]) -> np.ndarray:
        return self.counts.log_probabilities([self.tokenizer.begin_id, *ids])


@dataclass(frozen=True)
class Counts:
    """The shipped counts of sequences of up to four tokens."""

    table: NGrams
    tokenizer: Any
    card: dict[str, Any]

    @cached_property
    def models(self) -> dict[str, CountingModel]:
        """The models that use these counts, by name, the longest sequences first."""
        return {
            name: CountingModel(
                name,
                self.table if order == self.table.order else self.table.shorter(order),
                self.tokenizer,
            )
            for name, order in sorted(NGRAM_ORDERS.items(), key=lambda pair: -pair[1])
        }


def has_counts() -> bool:
    """Return whether counts are shipped. Does not read the file, which may be damaged."""
    return (files.SHIPPED / NGRAMS_FOLDER / "counts.npz").exists()


def shipped_counts() -> Counts | None:
    """Return the shipped counts, or None.

    Raises UserError when a file is missing or damaged.
    """
    return _read_counts(files.SHIPPED / NGRAMS_FOLDER) if has_counts() else None


@lru_cache(maxsize=1)
def _read_counts(folder: Path) -> Counts:
    """Read the counts in a folder. Raises UserError when a file is missing or damaged."""
    try:
        tokenizer = Tokenizer.load(folder / "tokenizer.json")
        card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    except Exception as error:  # the library raises errors of its own
        raise UserError(
            "{file} is missing or damaged. Restore it, or count again.",
            file=folder.name,
        ) from error
    return Counts(NGrams.load(folder / "counts.npz"), tokenizer, card)
