"""The profile of a model's heads, as a value and as a file. Numpy only."""

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
from ..notebook import displayed
from ..registry import SHIPPED
from . import head_pairs as pairs_file
from . import importance as importance_file
from . import same_text as same_file
from . import similarity as alike_file
from .controls import ControlMeasures
from .head_measures import MEASURES
from .head_pairs import HeadPairs
from .importance import Head, Importance
from .same_text import SameText
from .sentences import CORPUS
from .similarity import HeadDivergences
from .sums import StackSums
from .word_pairs import WordPair

_FOLDER = Path(__file__).with_name("profiles")
# Optional parts of a profile.
_PARTS: dict[str, Any] = {
    "importance": importance_file,
    "pairs": pairs_file,
    "alike": alike_file,
    "same": same_file,
}
PROFILE_VERSION = 4  # of the measures


@dataclass(frozen=True)
class StackProfile:
    """The measures of all heads of one stack, with those of chance and of the untrained network."""

    name: str  # "encoder", "decoder" or "cross"
    layers: int
    heads: int
    trained: StackSums
    untrained: StackSums
    word_pairs: tuple[tuple[WordPair, ...], ...]  # of each head
    controls: ControlMeasures
    attending: tuple[int, ...]  # the layers whose heads these are; in a hybrid, others have none

    @property
    def measures(self) -> tuple[str, ...]:
        return MEASURES[self.name]

    def head_at(self, place: int) -> Head:
        """Return the head of a row; layer and head count from 0."""
        return self.name, self.attending[place // self.heads], place % self.heads

    def place_of(self, layer: int, head: int) -> int:
        """Return the row of a head."""
        return self.attending.index(layer) * self.heads + head

    @cached_property
    def shares(self) -> np.ndarray:
        """The share that each head sends to each measure, `[head, m]`; nan = never measured."""
        return mean(self.trained.shares, self.trained.rows)[:-1]

    @cached_property
    def accuracies(self) -> np.ndarray:
        """How often the largest weight is in a cell of the measure, `[head, m]`."""
        return mean(self.trained.hits, self.trained.rows)[:-1]

    @cached_property
    def untrained_shares(self) -> np.ndarray:
        """The shares of the untrained network, `[head, m]`."""
        return mean(self.untrained.shares, self.untrained.rows)[:-1]

    @cached_property
    def chance(self) -> np.ndarray:
        """The shares of uniform attention, `[m]`."""
        return mean(self.trained.shares, self.trained.rows)[-1]

    @cached_property
    def best_offset(self) -> np.ndarray:
        """How often the best fixed distance hits the measure, `[m]` (Clark et al. 2019)."""
        return mean(self.trained.offsets.max(-1), self.trained.rows)

    def figures(self, which: str = "trained") -> dict[str, np.ndarray]:
        """Return means over all words: `[head]` each, the last of uniform attention."""
        sums: StackSums = getattr(self, which)
        words = float(sums.words)
        return {
            "entropy": mean(sums.entropy, words),
            "relative entropy": mean(sums.relative_entropy, words),
            "confidence": mean(sums.confidence, words),
            "distance": mean(sums.distance, sums.on_words),
        }

    def tags(self, head: int, which: str = "trained") -> np.ndarray:
        """Return the attention between parts of speech, `[from, to]`; rows sum to 1.

        Rows of parts of speech that never occurred are nan; head -1 is chance.
        """
        sums: StackSums = getattr(self, which)
        return mean(sums.tags[head], sums.tag_rows[:, None])


@dataclass(frozen=True)
class Profile:
    """The profile of all heads of a model."""

    model: str
    stacks: dict[str, StackProfile]
    sentences: int
    left_out: int  # sentences too long for the model
    weights: str  # SHA-256 of the weights that were measured
    data: str  # SHA-256 of the sentences
    texts: dict[int, tuple[str, str]]  # English and French of the examples, by line
    importance: Importance | None = None  # None: not measured
    pairs: HeadPairs | None = None  # None: not measured, or one head
    alike: HeadDivergences | None = None  # None: not measured, or one head
    same: SameText | None = None  # None: not measured

    def __repr__(self) -> str:
        """Return the model, and the numbers of sentences, layers and heads on one line."""
        sizes = [f"{name} {[*size]}" for name, size in self.attention_sizes.items()]
        return f"Profile({'; '.join([self.model, f'{self.sentences:,} sentences', *sizes])})"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return displayed(self)

    @property
    def attention_sizes(self) -> dict[str, tuple[int, int]]:
        """Numbers of layers and heads by stack, as a model has them."""
        return {name: (stack.layers, stack.heads) for name, stack in self.stacks.items()}

    def fits(self, card: dict[str, Any]) -> bool:
        """Whether the profile was measured on these weights and the current sentences."""
        return self.weights == weights_of(card) and self.data in ("", digest(CORPUS))


def mean(sums: np.ndarray, counts: Any) -> np.ndarray:
    """Divide sums by counts; nan where the count is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(sums, float) / np.where(np.asarray(counts) > 0, counts, np.nan)


def weights_of(card: dict[str, Any]) -> str:
    """Return the checksum of a model's weights; "" for a card without one."""
    sealed = card.get("sha256", {}).get("weights.safetensors", "")
    return sealed or card.get("fingerprint", "")  # a pretrained model has a fingerprint


@cache
def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_profile(profile: Profile, path: Path) -> None:
    """Write a profile as one NPZ file: the sums as 32-bit numbers, the rest as JSON."""
    arrays: dict[str, np.ndarray] = {}
    for name, stack in profile.stacks.items():
        for which in ("trained", "untrained"):
            sums: StackSums = getattr(stack, which)
            for field in fields(sums):
                if which == "untrained" and field.name.startswith(("best", "worst")):
                    continue
                values = getattr(sums, field.name)
                dtype = np.int32 if field.name.endswith("_line") else np.float32
                arrays[f"{name} {which} {field.name}"] = values.astype(dtype)
        for field in fields(ControlMeasures):
            values = getattr(stack.controls, field.name)
            arrays[f"{name} control {field.name}"] = values.astype(np.float32)
    about: dict[str, Any] = {
        "version": PROFILE_VERSION,
        "model": profile.model,
        "sentences": profile.sentences,
        "left out": profile.left_out,
        "weights": profile.weights,
        "data": profile.data,
        "texts": {str(line): texts for line, texts in sorted(profile.texts.items())},
        "stacks": {
            name: {
                "sizes": (stack.layers, stack.heads),
                "attending": stack.attending,
                "measures": stack.measures,
                "word pairs": [[*map(_pair_to_file, pairs)] for pairs in stack.word_pairs],
            }
            for name, stack in profile.stacks.items()
        },
    }
    for name, part in _PARTS.items():
        if (value := getattr(profile, name)) is not None:
            part_arrays, about[name] = part.to_file(value)
            arrays |= part_arrays
    arrays["about"] = np.frombuffer(json.dumps(about, ensure_ascii=False).encode(), np.uint8)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    write_whole({path: buffer.getvalue()})


def read_profile(path: Path) -> Profile:
    """Read a profile. Raises UserError if it is missing or unreadable."""
    try:
        # numpy itself leaves a damaged file open
        with path.open("rb") as content, np.load(content, allow_pickle=False) as file:
            arrays = dict(file)
        about = json.loads(arrays["about"].tobytes())
        if about["version"] != PROFILE_VERSION:
            raise ValueError(f"its version is {about['version']}, not {PROFILE_VERSION}")
        stacks = {name: _read_stack(name, entry, arrays) for name, entry in about["stacks"].items()}
        parts = {
            name: part.from_file(arrays, about[name])
            for name, part in _PARTS.items()
            if name in about
        }
    except Exception as error:  # for a damaged file, numpy, zipfile and zlib raise their own
        raise UserError(
            "The profile {file} cannot be read. Make it again: python -m models.corpus --shipped.",
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


def _read_stack(name: str, about: dict[str, Any], arrays: dict[str, np.ndarray]) -> StackProfile:
    """Read one stack of a file. Raises ValueError for other measures than ours."""
    measures = MEASURES[name]
    if tuple(about["measures"]) != tuple(measures):
        raise ValueError("it has other measures")
    layers, heads = about["sizes"]
    attending = tuple(about.get("attending", range(layers)))
    sums = {}
    for which in ("trained", "untrained"):
        sums[which] = StackSums.zero(len(attending) * heads, len(measures))
        for field in fields(StackSums):
            key = f"{name} {which} {field.name}"
            if key in arrays:  # the examples of the untrained network are not kept
                getattr(sums[which], field.name)[...] = arrays[key]
    pairs = tuple(tuple(map(_pair_from_file, head_pairs)) for head_pairs in about["word pairs"])
    controls = ControlMeasures(
        *(arrays[f"{name} control {field.name}"] for field in fields(ControlMeasures))
    )
    return StackProfile(
        name, layers, heads, sums["trained"], sums["untrained"], pairs, controls, attending
    )


def _pair_to_file(pair: WordPair) -> list[Any]:
    """Convert a pair of words to JSON, with None instead of nan."""
    *known, chance, untrained = pair._replace(weight=round(pair.weight, 4))
    return known + [None if math.isnan(value) else round(value, 4) for value in (chance, untrained)]


def _pair_from_file(values: list[Any]) -> WordPair:
    """Invert `_pair_to_file`."""
    return WordPair(*values[:4], *(math.nan if value is None else value for value in values[4:]))


def shipped_path(name: str) -> Path:
    """Return the path of a shipped model's profile."""
    return _FOLDER / f"{name}.npz"


@cache
def _read_shipped(path: Path, changed: int) -> Profile:
    return read_profile(path)


def read_shipped(name: str) -> Profile | None:
    """Return the profile of a shipped model, or None. Cached after the first read."""
    path = shipped_path(name)
    is_shipped = (SHIPPED / name / "card.json").is_file() and path.is_file()
    return _read_shipped(path, path.stat().st_mtime_ns) if is_shipped else None
