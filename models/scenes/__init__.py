"""Scenes on a grid: coloured things, the sentence about them, the picture. Numpy only.

The networks are `models.networks.captioners`; `models.scenes.captioning` loads and asks them.
"""

import functools
import json
import math
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..errors import UserError
from .shapes import THING_SHAPES, coverage

CAPTIONERS_FOLDER = Path(__file__).parent / "captioners"  # weights of both networks, and card.json
SIDE = 5  # cells of a row and of a column
_PIXELS = 12  # of the side of a cell, as the networks see it
THING_KINDS = tuple(THING_SHAPES)
THING_COLOURS = {
    "red": "#d62728",
    "blue": "#1f5fd0",
    "green": "#2a9d3a",
    "yellow": "#f0b400",
    "purple": "#8e44ad",
    "black": "#222222",
}
_COUNTS = "a", "two", "three", "four", "five", "six", "seven", "eight"
MOST_THINGS = len(_COUNTS)  # things of a scene
_MOST_LEARNT = 4  # things alike in a training scene: "five" is no word of the networks
# In no training scene: colours of things, and how many of a kind are alike.
_LEFT_OUT_PAIRS = {
    ("purple", "dog"),
    ("green", "cat"),
    ("yellow", "car"),
    ("black", "house"),
    ("red", "tree"),
    ("blue", "star"),
}
_LEFT_OUT_COUNTS = {(3, "cat"), (2, "boat"), (4, "square")}
CAPTIONERS = "lstm", "transformer"
SETS = "new", "pairs", "counts"  # of held-out scenes
_NOTHING = ("nothing",)
VOCABULARY = (
    *("", "<s>", "</s>", "nothing", ",", "and"),
    *("left", "right", "of", "above", "below"),  # learnt first; no sentence has them any more
    *_COUNTS[:_MOST_LEARNT],
    *THING_COLOURS,
    *THING_KINDS,
    *(f"{kind}s" for kind in THING_KINDS),
)
PADDING, BEGIN, END = range(3)
_PLACE = re.compile(r"([a-z])(\d)", re.IGNORECASE)


class _Thing(NamedTuple):
    """A thing in a cell; column and row count from 0, from the top left."""

    kind: str
    colour: str
    column: int
    row: int

    @property
    def cell(self) -> int:
        return self.row * SIDE + self.column

    @property
    def number(self) -> int:
        """Its kind and colour as a number for `draw`, from 1."""
        return (
            1
            + THING_KINDS.index(self.kind) * len(THING_COLOURS)
            + [*THING_COLOURS].index(self.colour)
        )

    def __str__(self) -> str:
        return f"{self.colour} {self.kind} {chr(ord('a') + self.column)}{self.row + 1}"


def _named(number: int) -> tuple[str, str]:
    """Return kind and colour of a thing's number."""
    kind, colour = divmod(number - 1, len(THING_COLOURS))
    return THING_KINDS[kind], [*THING_COLOURS][colour]


class _Group(NamedTuple):
    """The things of a scene that are alike."""

    kind: str
    colour: str
    cells: tuple[int, ...]

    @property
    def words(self) -> tuple[str, str, str]:
        """How they are named: count, colour, kind."""
        count = len(self.cells)
        return _COUNTS[count - 1], self.colour, self.kind + "s" * (count > 1)

    @property
    def is_left_out_pair(self) -> bool:
        """Whether no training scene has a thing of this kind in this colour."""
        return (self.colour, self.kind) in _LEFT_OUT_PAIRS

    @property
    def is_left_out_count(self) -> bool:
        """Whether no training scene has so many of this kind alike."""
        count = len(self.cells)
        return count > _MOST_LEARNT or (count, self.kind) in _LEFT_OUT_COUNTS


@dataclass(frozen=True)
class Scene:
    """Things in different cells. Raises UserError for two in one cell, or too many."""

    things: tuple[_Thing, ...]

    def __post_init__(self) -> None:
        if len(self.things) > MOST_THINGS:
            raise UserError(
                "A scene has at most {most} things; this one has {count}. Remove some.",
                most=MOST_THINGS,
                count=len(self.things),
            )
        if len({thing.cell for thing in self.things}) < len(self.things):
            raise UserError("Two things are in one cell of this scene. Move one.")

    def __str__(self) -> str:
        return ", ".join(map(str, self.things))

    @property
    def is_held_out(self) -> bool:
        """Whether a scene, if it has no combination that is left out, is kept from training."""
        return (
            bool(self.things)
            and zlib.crc32(", ".join(sorted(map(str, self.things))).encode()) % 10 == 0
        )

    @functools.cached_property
    def groups(self) -> list[_Group]:
        """Things that are alike, in the order of `THING_KINDS`, then of `THING_COLOURS`."""
        cells: dict[int, list[int]] = {}
        for thing in self.things:
            cells.setdefault(thing.number, []).append(thing.cell)
        return [_Group(*_named(number), tuple(sorted(cells[number]))) for number in sorted(cells)]

    @property
    def words(self) -> tuple[str, ...]:
        """The sentence that is right."""
        groups = [group.words for group in self.groups]
        if not groups:
            return _NOTHING
        parts = [word for words in groups[1:-1] for word in (",", *words)]
        return (*groups[0], *parts, *(("and", *groups[-1]) if groups[1:] else ()))

    def without(self, group: _Group) -> "Scene":
        """Return the scene without the things of a group."""
        return Scene(tuple(thing for thing in self.things if thing.cell not in group.cells))

    @property
    def picture(self) -> np.ndarray:
        """The picture, `[row, column, colour]`, 0 to 1, on white."""
        return draw(np.array([self.numbers]))[0]

    @property
    def numbers(self) -> np.ndarray:
        """The thing of each cell `[row, column]` for `draw`: 0 is none."""
        numbers = np.zeros((SIDE, SIDE), int)
        for thing in self.things:
            numbers[thing.row, thing.column] = thing.number
        return numbers


@functools.cache
def _tiles() -> np.ndarray:
    """Return the picture of each thing in its cell: `[thing, row, column, colour]`."""
    inks = [[int(ink[i : i + 2], 16) / 255 for i in (1, 3, 5)] for ink in THING_COLOURS.values()]
    white = np.ones((1, _PIXELS, _PIXELS, 3))
    shares = np.stack([coverage(THING_SHAPES[kind], _PIXELS) for kind in THING_KINDS])[
        :, None, :, :, None
    ]
    inked = 1 - shares * (1 - np.array(inks)[None, :, None, None])
    return np.concatenate([white, inked.reshape(-1, _PIXELS, _PIXELS, 3)]).astype(np.float32)


def draw(numbers: np.ndarray) -> np.ndarray:
    """Draw the `numbers` of scenes, `[scene, row, column]`: `[scene, pixel, pixel, colour]`."""
    side = SIDE * _PIXELS
    return _tiles()[numbers].swapaxes(2, 3).reshape(-1, side, side, 3)


def parse_scene(text: str) -> Scene:
    """Read a scene as `str` writes it, "red dog a1, blue house d3". Raises UserError."""
    things = []
    for part in filter(None, map(str.strip, text.split(","))):
        words = part.split()
        place = _PLACE.fullmatch(words[-1])
        if len(words) == 3 and place and words[0] in THING_COLOURS and words[1] in THING_KINDS:
            column, row = ord(place[1].lower()) - ord("a"), int(place[2]) - 1
            if column < SIDE and 0 <= row < SIDE:
                things.append(_Thing(words[1], words[0], column, row))
                continue
        raise UserError(
            "“{part}” is no thing of a scene. Write colour, thing and cell, such as “red dog a1”. "
            "Colours: {colours}. Things: {kinds}. Cells: a1 to {last}.",
            part=part,
            colours=", ".join(THING_COLOURS),
            kinds=", ".join(THING_KINDS),
            last=f"{chr(ord('a') + SIDE - 1)}{SIDE}",
        )
    return Scene(tuple(things))


@dataclass(frozen=True)
class Caption:
    """What a network wrote of a scene, and where it looked for each word and for the end."""

    scene: Scene
    words: tuple[str, ...]
    probabilities: np.ndarray  # [word + 1]
    weights: np.ndarray  # [layer, head, word + 1, position], rows of the picture one after another

    @property
    def is_right(self) -> bool:
        return self.words == self.scene.words

    @property
    def gaze(self) -> np.ndarray:
        """The mean weights of all heads of all layers, `[word + 1, position]`."""
        mean: np.ndarray = self.weights.mean((0, 1))
        return mean

    @property
    def gaze_by_cell(self) -> np.ndarray:
        """The same summed over the positions of each cell, `[word + 1, cell]`."""
        fine = math.isqrt(self.weights.shape[-1]) // SIDE
        parts = self.gaze.reshape(-1, SIDE, fine, SIDE, fine)
        return parts.sum((2, 4)).reshape(-1, SIDE * SIDE)


def written(words: Sequence[str]) -> str:
    """Return words as a sentence."""
    return " ".join(words).replace(" ,", ",")


# --- scenes at random -----------------------------------------------------------------------------


def _random_scene(random: np.random.Generator) -> Scene:
    """Draw a scene of up to three groups, of things that mostly stand near each other."""
    free = np.ones(SIDE * SIDE, bool)
    columns, rows = np.arange(SIDE * SIDE) % SIDE, np.arange(SIDE * SIDE) // SIDE
    things: list[_Thing] = []
    alike: set[tuple[str, str]] = set()
    for _ in range(np.searchsorted((0.01, 0.35, 0.9), random.random())):
        pair = _named(1 + int(random.integers(len(THING_KINDS) * len(THING_COLOURS))))
        count = 1 + np.searchsorted((0.5, 0.75, 0.9), random.random())
        if pair in alike or len(things) + count > MOST_THINGS:
            continue
        alike.add(pair)
        # An anchor, and the free cells that are nearest to it, or any.
        spread = 9.0 if random.random() < 0.2 else 0.7  # cells
        away = np.hypot(columns - random.integers(SIDE), rows - random.integers(SIDE))
        away = np.where(free, away + spread * random.random(SIDE * SIDE), np.inf)
        cells = away.argsort()[:count]
        free[cells] = False
        things += [_Thing(*pair, int(columns[cell]), int(rows[cell])) for cell in cells]
    return Scene(tuple(things))


def held_out_scenes(kind: str, count: int, seed: int = 1) -> list[Scene]:
    """Draw scenes that no network was trained on.

    `kind` is "new" (of combinations that training has), "pairs" or "counts" (of those left out).
    """
    random = np.random.default_rng(seed)
    scenes: dict[str, Scene] = {}  # each once
    while len(scenes) < count:
        scene = _random_scene(random)
        pair = any(group.is_left_out_pair for group in scene.groups)
        number = any(group.is_left_out_count for group in scene.groups)
        is_of_kind = (pair, number) == (kind == "pairs", kind == "counts")
        if is_of_kind and (kind != "new" or scene.is_held_out):
            scenes.setdefault(str(scene), scene)
    return [*scenes.values()]


@functools.cache
def card() -> dict[str, Any]:
    """Return the card of the networks that come with the app, with their figures."""
    content: dict[str, Any] = json.loads(
        (CAPTIONERS_FOLDER / "card.json").read_text(encoding="utf-8")
    )
    return content
