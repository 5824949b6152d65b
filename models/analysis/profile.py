"""What every head of a model does, as a value and as a file. Numpy only."""

import hashlib
import io
import json
import math
from dataclasses import dataclass, fields
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import UserError
from ..files import write_whole
from ..registry import SHIPPED
from . import alike as alike_file
from . import importance as importance_file
from . import same_text as same_file
from .alike import Alike
from .importance import Head, Importance
from .measures import MEASURES
from .same_text import SameText
from .sentences import CORPUS
from .sums import StackSums
from .word_pairs import WordPair

FOLDER = Path(__file__).with_name("profiles")
PARTS: dict[str, Any] = {  # of some profiles
    "importance": importance_file,
    "alike": alike_file,
    "same": same_file,
}
VERSION = 2  # of what is measured
READ = (1, 2)  # versions of files that are read; what an older one lacks is nan
# Of the sums, those with an axis of measures: the first where there is no head, else the last.
OF_MEASURES = {"shares", "hits", "rows", "offsets"}
OF_MEASURES |= {f"{end}{part}" for end in ("best", "worst") for part in ("", "_line")}


@dataclass(frozen=True)
class StackProfile:
    """All heads of one mechanism, beside the same network untrained, and beside chance."""

    name: str  # "encoder", "decoder" or "cross"
    layers: int
    heads: int
    trained: StackSums
    untrained: StackSums
    word_pairs: tuple[tuple[WordPair, ...], ...]  # of each head

    @property
    def measures(self) -> tuple[str, ...]:
        return MEASURES[self.name]

    def head_at(self, place: int) -> Head:
        """The head of a row; layer and head count from 0."""
        return self.name, place // self.heads, place % self.heads

    @cached_property
    def shares(self) -> np.ndarray:
        """What each head sends to the cells of each measure, `[head, m]`; nan = never measured."""
        return mean(self.trained.shares, self.trained.rows)[:-1]

    @cached_property
    def accuracies(self) -> np.ndarray:
        """How often the largest weight lies in such a cell, `[head, m]`."""
        return mean(self.trained.hits, self.trained.rows)[:-1]

    @cached_property
    def untrained_shares(self) -> np.ndarray:
        """The shares of the network before its training, `[head, m]`."""
        return mean(self.untrained.shares, self.untrained.rows)[:-1]

    @cached_property
    def chance(self) -> np.ndarray:
        """The shares of attention that is spread evenly, `[m]`."""
        return mean(self.trained.shares, self.trained.rows)[-1]

    @cached_property
    def best_offset(self) -> np.ndarray:
        """How often the best fixed distance finds such a cell, `[m]` (Clark et al. 2019)."""
        return mean(self.trained.offsets.max(-1), self.trained.rows)

    def figures(self, which: str = "trained") -> dict[str, np.ndarray]:
        """Means over all words: `[head]` each, the last of attention that is spread evenly."""
        sums: StackSums = getattr(self, which)
        words = float(sums.words)
        return {
            "entropy": mean(sums.entropy, words),
            "relative entropy": mean(sums.relative_entropy, words),
            "confidence": mean(sums.confidence, words),
            "distance": mean(sums.distance, sums.on_words),
        }

    def tags(self, head: int, which: str = "trained") -> np.ndarray:
        """Where words of one part of speech send their attention, `[from, to]`; rows sum to 1.

        Rows of parts of speech that never came are nan; head -1 is chance.
        """
        sums: StackSums = getattr(self, which)
        return mean(sums.tags[head], sums.tag_rows[:, None])


@dataclass(frozen=True)
class Profile:
    """All heads of a model."""

    model: str
    stacks: dict[str, StackProfile]
    sentences: int
    left_out: int  # too long for the model
    weights: str  # SHA-256 of the weights that were measured
    data: str  # SHA-256 of the sentences
    texts: dict[int, tuple[str, str]]  # of the examples: English and French by line
    importance: Importance | None = None  # None: not measured
    alike: Alike | None = None  # None: not measured, or one head
    same: SameText | None = None  # None: not measured

    @property
    def attention_sizes(self) -> dict[str, tuple[int, int]]:
        """How many layers and heads were measured, by stack, as of a model."""
        return {name: (stack.layers, stack.heads) for name, stack in self.stacks.items()}

    def fits(self, card: dict[str, Any]) -> bool:
        """Whether these weights were measured, on the sentences that are here."""
        return self.weights == weights_of(card) and self.data in ("", digest(CORPUS))


def mean(sums: np.ndarray, counts: Any) -> np.ndarray:
    """Sums by counts; nan where there is none."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(sums, float) / np.where(np.asarray(counts) > 0, counts, np.nan)


def weights_of(card: dict[str, Any]) -> str:
    """The checksum of a model's weights; "" of a card without one."""
    sealed = card.get("sha256", {}).get("weights.safetensors", "")
    return sealed or card.get("fingerprint", "")  # of a pretrained model


@cache
def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write(profile: Profile, path: Path) -> None:
    """Write a profile: the sums as numbers of 32 bits, and the rest as JSON, in one NPZ file."""
    arrays: dict[str, np.ndarray] = {}
    for name, stack in profile.stacks.items():
        for which in ("trained", "untrained"):
            sums: StackSums = getattr(stack, which)
            for one in fields(sums):
                if which == "untrained" and one.name.startswith(("best", "worst")):
                    continue
                values = getattr(sums, one.name)
                kind = np.int32 if one.name.endswith("_line") else np.float32
                arrays[f"{name} {which} {one.name}"] = values.astype(kind)
    about: dict[str, Any] = {
        "version": VERSION,
        "model": profile.model,
        "sentences": profile.sentences,
        "left out": profile.left_out,
        "weights": profile.weights,
        "data": profile.data,
        "texts": {str(line): texts for line, texts in sorted(profile.texts.items())},
        "stacks": {
            name: {
                "sizes": (stack.layers, stack.heads),
                "measures": stack.measures,
                "word pairs": [[*map(pair_to_file, pairs)] for pairs in stack.word_pairs],
            }
            for name, stack in profile.stacks.items()
        },
    }
    for name, part in PARTS.items():
        if (value := getattr(profile, name)) is not None:
            of_part, about[name] = part.to_file(value)
            arrays |= of_part
    arrays["about"] = np.frombuffer(json.dumps(about, ensure_ascii=False).encode(), np.uint8)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    write_whole({path: buffer.getvalue()})


def read(path: Path) -> Profile:
    """Read a profile. Raises UserError when there is none that can be read."""
    try:
        # numpy itself leaves a damaged file open
        with path.open("rb") as content, np.load(content, allow_pickle=False) as file:
            arrays = dict(file)
        about = json.loads(arrays["about"].tobytes())
        if about["version"] not in READ:
            raise ValueError(f"it is of version {about['version']}, not of {READ}")
        stacks = {name: read_stack(name, of, arrays) for name, of in about["stacks"].items()}
        parts = {
            name: part.from_file(arrays, about[name])
            for name, part in PARTS.items()
            if name in about
        }
    except Exception as error:  # numpy, zipfile and zlib have their own for a damaged file
        raise UserError(
            "The profile {file} cannot be read. Make it again: "
            "python -m models.analysis --shipped.",
            file=path.name,
        ) from error
    return Profile(
        about["model"],
        stacks,
        about["sentences"],
        about["left out"],
        about["weights"],
        about["data"],
        {int(line): (texts[0], texts[1]) for line, texts in about["texts"].items()},
        **parts,
    )


def read_stack(name: str, about: dict[str, Any], arrays: dict[str, np.ndarray]) -> StackProfile:
    """One mechanism of a file. Raises ValueError when it measures something else.

    A measure that an older file lacks was measured of no word.
    """
    measures = MEASURES[name]
    if not set(about["measures"]) <= set(measures):
        raise ValueError("its measures are others")
    places = [measures.index(measure) for measure in about["measures"]]
    layers, heads = about["sizes"]
    sums = {}
    for which in ("trained", "untrained"):
        sums[which] = StackSums.zero(layers * heads, len(measures))
        for one in fields(StackSums):
            if (key := f"{name} {which} {one.name}") not in arrays:
                continue
            values = getattr(sums[which], one.name)
            if one.name in OF_MEASURES:
                at = (places,) if values.ndim == 1 or one.name == "offsets" else (..., places)
                values[at] = arrays[key]
            else:
                values[...] = arrays[key]
    pairs = tuple(tuple(map(pair_from_file, of_head)) for of_head in about["word pairs"])
    return StackProfile(name, layers, heads, sums["trained"], sums["untrained"], pairs)


def pair_to_file(pair: WordPair) -> list[Any]:
    """A pair of words as JSON has it, in which there is no nan."""
    *begin, chance, untrained = pair._replace(weight=round(pair.weight, 4))
    return begin + [None if math.isnan(one) else round(one, 4) for one in (chance, untrained)]


def pair_from_file(values: list[Any]) -> WordPair:
    """The inverse of `pair_to_file`; a file of version 1 lacks the last two."""
    return WordPair(*values[:4], *(math.nan if one is None else one for one in values[4:]))


def shipped_path(name: str) -> Path:
    """Where the profile of a shipped model lies."""
    return FOLDER / f"{name}.npz"


@cache
def _read_shipped(path: Path, changed: int) -> Profile:
    return read(path)


def read_shipped(name: str) -> Profile | None:
    """The profile of a shipped model; None where there is none. Read once, then kept."""
    path = shipped_path(name)
    is_shipped = (SHIPPED / name / "card.json").is_file() and path.is_file()
    return _read_shipped(path, path.stat().st_mtime_ns) if is_shipped else None
