"""Pictures as values: matrices of words by words, lines between words, texts."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ....base.language import format_number, mark

SCALED = mark(("weight", "score", "distance", "norm", "cosine"))  # kinds whose colours have a scale
SIGNED = "value"  # the kind that is red below 0 and blue above
DIFFERENCE = "difference"  # the same of weights, from -1 to 1
# Below these a cell has no number.
NEARLY_NOTHING = {
    "weight": 0.005,
    "mask": 0.005,
    "distance": 0.005,
    "norm": 0.05,
    "difference": 0.005,
}


@dataclass(frozen=True)
class Matrix:
    """Words by words. Raises ValueError when an array does not fit the words."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: np.ndarray  # [row, column]
    allowed: np.ndarray | None = None  # [row, column]; others are hatched
    changed: np.ndarray | None = None  # [row, column]; these are outlined
    least: float = 0.0  # the value of the palest colour
    most: float = 1.0  # and of the darkest
    # or "score", "mask", "distance", "norm", "cosine" (all below 0 are pale), "value" (-most to
    # most, red to blue)
    kind: str = "weight"
    short: str = ""  # the title where there is little room
    before: tuple[str, ...] | None = None  # the word read where the row's word is written
    written: int | None = None  # the row that is being written; later ones are faint

    def __post_init__(self):
        if self.before is not None and len(self.before) != len(self.rows):
            raise ValueError(f"{len(self.before)} words are read for {len(self.rows)} rows")
        for name in ("values", "allowed", "changed"):
            array = getattr(self, name)
            if array is not None and array.shape != (len(self.rows), len(self.columns)):
                raise ValueError(
                    f"{name} has shape {array.shape} for {len(self.rows)} rows and "
                    f"{len(self.columns)} columns"
                )

    @property
    def seen(self) -> np.ndarray:
        """`[row, column]`, True where there is a value to show."""
        finite = np.isfinite(self.values)
        return finite if self.allowed is None else finite & self.allowed

    @property
    def lowest(self) -> float:
        """The value of the first of its colours."""
        if self.kind == "cosine":
            return 0.0
        return -self.most if self.is_signed else self.least

    @property
    def is_signed(self) -> bool:
        """Whether its colours run from red below 0 to blue above."""
        return self.kind in (SIGNED, DIFFERENCE)

    def number(self, row: int, column: int) -> str:
        """What stands in a cell, as in the app; "" for nearly nothing."""
        if not self.seen[row, column]:
            return ""
        value = float(self.values[row, column])
        if self.kind in NEARLY_NOTHING and abs(value) < NEARLY_NOTHING[self.kind]:
            return ""
        if self.kind == "mask":
            return str(round(value))
        if self.kind in ("cosine", SIGNED):
            return format_number(value, "z.2f")
        if self.kind == "weight":
            return format_number(value, ".2f").removeprefix("0")
        if self.kind == DIFFERENCE:
            text = format_number(value, "+.2f")
            return text[0] + text[1:].removeprefix("0")
        return format_number(value, "z.1f")


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
