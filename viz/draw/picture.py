"""Pictures as values: matrices of words by words, lines between words, texts, LSTM states."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

import numpy as np

from models.brief import brief

from ..base.language import t
from .display import Displayed
from .matrix import SIGNED, Matrix

_MOST_SMALL = 150_000  # cells of all thumbnails together that a slide of 1920 pixels shows


class Layer(NamedTuple):
    """The lines of one head, drawn over those of others."""

    name: str
    weights: np.ndarray  # [left, right], 0 to 1
    colour: str  # "#rrggbb"


@dataclass(frozen=True)
class Lines:
    """Lines from query words on the left to key words on the right; darker is a larger weight.

    With several `layers` the colour names the head. Raises ValueError when the weights do not fit
    the words.
    """

    title: str
    left: tuple[str, ...]
    right: tuple[str, ...]
    weights: np.ndarray  # [left, right], 0 to 1
    colour: str  # "#rrggbb"
    heads: tuple[str, str] = ("", "")  # headings of the two columns
    written: int | None = None  # the word on the left being written: only its lines are drawn
    layers: tuple[Layer, ...] = ()  # one for each of several heads

    __repr__ = brief

    def __post_init__(self):
        if self.weights.shape != (len(self.left), len(self.right)):
            raise ValueError(
                f"weights have shape {self.weights.shape} for {len(self.left)} words on "
                f"the left and {len(self.right)} on the right"
            )


@dataclass(frozen=True)
class Words:
    """A text, each word coloured by a value from -1 to 1, or from 0 to 1 where these are weights.

    Raises ValueError unless there is one value for each word.
    """

    title: str
    words: tuple[str, ...]
    values: np.ndarray  # [word]
    kind: str = SIGNED  # or "weight" or "share", as of a Matrix
    held: int | None = None  # the word framed, from 0

    __repr__ = brief

    def __post_init__(self):
        if self.values.shape != (len(self.words),):
            raise ValueError(f"values have shape {self.values.shape} for {len(self.words)} words")


@dataclass(frozen=True)
class LSTMState:
    """The state of one LSTM at every word."""

    name: str  # the setting that keeps its unit
    title: str
    words: tuple[str, ...]
    values: np.ndarray  # [word, unit], of the quantity on show
    cells: np.ndarray  # [word, unit], tanh of the cell, -1 to 1
    order: np.ndarray  # [unit], the unit of each row
    unit: int  # the unit that colours the words, from 0

    __repr__ = brief


@dataclass(frozen=True)
class Translation:
    """The words written, and the probability of each.

    Raises ValueError unless there is one probability for each word.
    """

    words: tuple[str, ...]
    probabilities: tuple[float, ...]
    written: int | None = None  # the word being written; later words are faint

    __repr__ = brief

    def __post_init__(self):
        if len(self.probabilities) != len(self.words):
            raise ValueError(f"{len(self.probabilities)} probabilities for {len(self.words)} words")


@dataclass(frozen=True)
class Picture(Displayed):
    """Matrices with their words, or lines, or texts, with a caption.

    With `across`, matrices are small, without words, so many in a row. One matrix may stand beside
    its lines and below the translation: a slide.

    Raises ValueError for a picture of nothing or of several of these.
    """

    matrices: tuple[Matrix, ...] = ()
    across: int = 0
    lines: Lines | None = None
    texts: tuple[Words, ...] = ()
    caption: str = ""  # below the picture; "\n" starts a new line
    numbers: str = ""  # CSV of the values, where they are more than the picture shows
    translation: Translation | None = None  # only on a slide

    __repr__ = brief

    def __post_init__(self):
        if self.is_slide and not self.texts:
            return
        if bool(self.matrices) + (self.lines is not None) + bool(self.texts) != 1:
            raise ValueError("a picture shows matrices or lines or texts")

    @property
    def is_slide(self) -> bool:
        """Whether the picture shows one matrix beside its lines."""
        return len(self.matrices) == 1 and self.lines is not None

    @property
    def cells(self) -> int:
        """The number of weights drawn."""
        lines = 0 if self.lines is None else self.lines.weights.size
        return sum(matrix.values.size for matrix in self.matrices) + lines

    def reduced(self) -> Self:
        """Return the picture with thumbnails of so few cells that a slide shows each."""
        if not self.across or self.cells <= _MOST_SMALL:
            return self
        most = math.isqrt(_MOST_SMALL // len(self.matrices)) or 1
        note = t("Reduced: each cell is the largest of several weights.")
        return replace(
            self,
            matrices=tuple(matrix.pooled(most) for matrix in self.matrices),
            caption="\n".join(filter(None, [self.caption, note])),
        )


@dataclass(frozen=True)
class Animation:
    """Pictures of one size, shown in turn. Raises ValueError when there are none."""

    frames: tuple[Picture, ...]
    pause: int = 700  # milliseconds per frame; the last frame stays three times as long

    __repr__ = brief

    def __post_init__(self):
        if not self.frames:
            raise ValueError("an animation needs at least one picture")


def picture_of(matrices: Iterable[Matrix], caption: str) -> Picture:
    """Return a page's matrices as a picture, without the empty ones.

    Raises ValueError when all are empty.
    """
    return Picture(tuple(matrix for matrix in matrices if not matrix.is_empty), caption=caption)
