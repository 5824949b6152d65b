"""How much of the words' length is left in their mean, beside words as common drawn at random."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models.pairs import split_contractions
from models.words import glove

from ...base.language import t
from ...base.theme import HEADS
from ...draw.chart import GUIDE, Axis, Band, Chart, Series
from ...draw.word_charts import word_chart
from ...draw.words import shorten

_DRAWS = 400  # of as many words at random
_INTERVAL = 2.5, 97.5  # percent of them


def _kept_lengths(vectors: np.ndarray) -> np.ndarray:
    """Return the length of the mean of the first k vectors as a share of their mean length.

    `vectors [..., word, d]` to `[..., word]`: 1 for one direction, 0 where they cancel out, 1/√k at
    right angles to each other.
    """
    lengths = np.linalg.norm(vectors, axis=-1).cumsum(-1)
    shares: np.ndarray = np.linalg.norm(vectors.cumsum(-2), axis=-1) / lengths
    return shares


@dataclass(frozen=True)
class Cancelling:
    """The mean of a sentence's words in GloVe as they are added; the longest of some sentences."""

    lines: Sequence[str]

    @cached_property
    def words(self) -> list[str]:
        """The words that GloVe has, of the sentence with the most of them."""
        sentences = (split_contractions(line) for line in self.lines)
        known = ([word for word in words if glove().row(word) is not None] for words in sentences)
        return max(known, key=len)

    @cached_property
    def shares(self) -> np.ndarray:
        """What is left of the length after each word."""
        return _kept_lengths(glove().table[[glove().find(word) for word in self.words]])

    @cached_property
    def random(self) -> np.ndarray:
        """The same of words at random, each half to twice as far down the list by frequency.

        The mean of the draws, and the ends of the interval with 95 % of them; `[3, word]`.
        """
        ranks = np.array([glove().find(word) for word in self.words])
        low, high = ranks // 2, np.minimum(2 * ranks + 2, len(glove().words))
        drawn = np.random.default_rng(0).integers(low, high, (_DRAWS, len(ranks)))
        shares = _kept_lengths(glove().table[drawn].astype(np.float32))
        return np.stack([shares.mean(0), *np.percentile(shares, _INTERVAL, axis=0)])

    @property
    def finding(self) -> str:
        """What is left at the end, in the sentence and of words at random."""
        mean, low, high = self.random[:, -1]
        values = {
            "count": len(self.words),
            "share": float(self.shares[-1]),
            "random": float(mean),
            "low": float(low),
            "high": float(high),
            "square": len(self.words) ** -0.5,
        }
        if self.shares[-1] > high:
            return t("words#more is left", **values)
        return t("words#no more is left", **values)

    @property
    def chart(self) -> Chart:
        """The length of the mean after each word."""
        places, (mean, low, high) = range(len(self.words)), self.random
        marks = (
            Band(x=places, low=low, high=high, colour=GUIDE),
            Series(
                x=places,
                y=mean,
                colour=GUIDE,
                name=t("words as common, at random"),
                line=2,
                dash="dash",
                hover="%{y:.0%}",
            ),
            Series(
                x=places,
                y=self.shares,
                colour=HEADS[0],
                name=t("words of the sentence"),
                line=3,
                marker=9,
                hover="%{y:.0%}",
            ),
        )
        y = Axis(title=t("length of the mean / mean length"), limits=(0, 1.05), number_format=".0%")
        written = shorten(" ".join(self.words), 60)
        caption = t("Length of the mean of the words of “{words}”, word by word", words=written)
        return word_chart(self.words, marks, y, caption=caption)
