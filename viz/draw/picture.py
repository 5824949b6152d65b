"""Pictures as values: matrices of words by words, lines between words, texts."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .matrix import Matrix


class Layer(NamedTuple):
    """The lines of a head that lie over those of another."""

    name: str
    weights: np.ndarray  # [left, right], 0 to 1
    colour: str  # "#rrggbb"


@dataclass(frozen=True)
class Lines:
    """Words on the left that look at words on the right, the darker the more.

    With several `layers` the colour says which head a line is of. Raises ValueError when the
    weights do not fit the words.
    """

    title: str
    left: tuple[str, ...]
    right: tuple[str, ...]
    weights: np.ndarray  # [left, right], 0 to 1
    colour: str  # "#rrggbb"
    heads: tuple[str, str] = ("", "")  # what stands above the two columns
    written: int | None = None  # the word on the left that is being written: only its lines
    layers: tuple[Layer, ...] = ()  # all heads, where there are several

    def __post_init__(self):
        if self.weights.shape != (len(self.left), len(self.right)):
            raise ValueError(
                f"weights have shape {self.weights.shape} for {len(self.left)} words on "
                f"the left and {len(self.right)} on the right"
            )


@dataclass(frozen=True)
class Words:
    """A text, each word coloured by a value from -1 to 1.

    Raises ValueError when there is not one value a word.
    """

    title: str
    words: tuple[str, ...]
    values: np.ndarray  # [word]

    def __post_init__(self):
        if self.values.shape != (len(self.words),):
            raise ValueError(f"values have shape {self.values.shape} for {len(self.words)} words")


@dataclass(frozen=True)
class Translation:
    """What is written, word by word, and how probable each word was.

    Raises ValueError when there is not one probability a word.
    """

    words: tuple[str, ...]
    probabilities: tuple[float, ...]
    written: int | None = None  # the word that is being written; later ones are faint

    def __post_init__(self):
        if len(self.probabilities) != len(self.words):
            raise ValueError(f"{len(self.probabilities)} probabilities for {len(self.words)} words")


@dataclass(frozen=True)
class Picture:
    """Matrices beside or under each other with their words, or lines, or texts.

    `across` in a row the matrices are small and without words. One matrix may stand beside its
    lines, and below the translation.

    Raises ValueError for a picture of nothing or of several of these.
    """

    matrices: tuple[Matrix, ...] = ()
    across: int = 0
    lines: Lines | None = None
    texts: tuple[Words, ...] = ()
    caption: str = ""  # below the picture; "\n" begins a new line
    numbers: str = ""  # CSV of what is shown, where that is more than what is drawn
    translation: Translation | None = None  # above one matrix beside its lines

    def __post_init__(self):
        if self.is_slide and not self.texts:
            return
        if bool(self.matrices) + (self.lines is not None) + bool(self.texts) != 1:
            raise ValueError("a picture shows matrices or lines or texts")

    @property
    def is_slide(self) -> bool:
        """Whether it shows one matrix beside its lines."""
        return len(self.matrices) == 1 and self.lines is not None


@dataclass(frozen=True)
class Animation:
    """Pictures of one size that follow each other. Raises ValueError when there are none."""

    frames: tuple[Picture, ...]
    pause: int = 700  # milliseconds that a frame stands; the last one stands three times as long

    def __post_init__(self):
        if not self.frames:
            raise ValueError("an animation needs at least one picture")


def picture_of(matrices: Iterable[Matrix], caption: str) -> Picture:
    """The matrices that a page shows side by side; empty ones are left out.

    Raises ValueError when all are empty.
    """
    return Picture(tuple(one for one in matrices if not one.is_empty), caption=caption)
