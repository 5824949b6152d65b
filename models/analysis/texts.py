"""Sentences that somebody brings along, and the profiles over them that are kept on disk.

Kept in `HEADS_UP_CACHE`, or else in `heads-up` in the user's cache folder (`XDG_CACHE_HOME`, or
`~/.cache`), at most `MAX_BYTES` in all: those used last. Nothing here needs torch.
"""

import csv
import hashlib
import io
import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..errors import UserError
from . import profile
from .profile import Profile
from .sentences import CORPUS, Pair, csv_pairs, read

MAX_TEXTS = 5_000
MAX_FILE = 2_000_000  # bytes
MAX_BYTES = 50_000_000  # of all profiles kept; one of 48 heads has 0.5 MB
KEY = re.compile(r"[0-9a-f]{16}")
ANALYSED = "\tanalysed"  # marks in a key the pairs whose words are analysed
# Of the shipped sentences, those on which a pretrained model is run without each of its heads: with
# 144 heads 8,700 passes, some three times those of its profile.
COST_SENTENCES = 60
COSTS = "\tcosts"  # marks in a key that what is lost without a head was measured too


def plain_pairs(lines: Iterable[str]) -> Iterator[Pair]:
    """The pairs of lines: English, and French after a tab."""
    for line in lines:
        english, _, french = line.rstrip("\r\n").partition("\t")
        if english.strip():
            yield Pair(" ".join(english.split()), " ".join(french.partition("\t")[0].split()))


def read_texts(name: str, content: bytes) -> list[Pair]:
    """The sentences of a file. Raises UserError when there are none, or too many, or no text."""
    if len(content) > MAX_FILE:
        raise UserError(
            "{file} has {size:.1f} MB; at most {most:.0f} MB are read here.",
            file=name,
            size=len(content) / 1e6,
            most=MAX_FILE / 1e6,
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError("{file} is no text in UTF-8.", file=name) from error
    lines = io.StringIO(text, newline="")
    try:
        pairs = list((csv_pairs if name.lower().endswith(".csv") else plain_pairs)(lines))
    except csv.Error as error:
        raise UserError("{file} is no CSV file: {error}.", file=name, error=error) from error
    if not pairs:
        raise UserError("There is no sentence in {file}.", file=name)
    if len(pairs) > MAX_TEXTS:
        raise UserError(
            "{file} has {count:,} sentences; here {most:,} are measured at most. For more: "
            "python -m models.analysis NAME --data FILE",
            file=name,
            count=len(pairs),
            most=MAX_TEXTS,
        )
    return pairs


def key_of(pairs: Sequence[Pair], weights: str) -> str:
    """What names the profile of a model over these sentences: model, data and code together."""
    text = "\n".join(
        f"{pair.english}\t{pair.french}{ANALYSED if pair.source else ''}" for pair in pairs
    )
    whole = f"{profile.VERSION}\n{weights}\n{text}"
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


def shipped_pairs(translates: bool) -> list[Pair]:
    """The shipped sentences for a pretrained model.

    One that `translates` writes its own translations: nobody says that it writes French.
    """
    pairs = read(CORPUS)
    return [Pair(one.english, "", one.source) for one in pairs] if translates else [*pairs]


@lru_cache(maxsize=32)
def shipped_key(weights: str, translates: bool) -> str:
    """The key of a pretrained model's profile over the shipped sentences."""
    return key_of(shipped_pairs(translates), weights)


def cost_pairs(translates: bool) -> list[Pair]:
    """Those of the shipped sentences on which a pretrained model is run without its heads."""
    pairs = shipped_pairs(translates)
    return pairs[:: max(1, len(pairs) // COST_SENTENCES)][:COST_SENTENCES]


@lru_cache(maxsize=32)
def costs_key(weights: str, translates: bool) -> str:
    """The key of the same profile with what the model loses without each head."""
    return key_of(cost_pairs(translates), weights + COSTS)


def read_general(model: Any) -> tuple[Profile, Path] | None:
    """The profile of a model over the shipped sentences, and its file; None where there is none.

    It is shipped itself or, of a pretrained model, was measured here, with what is lost without
    each head where that was measured too.
    """
    if model.capabilities.trained_here:
        shipped = profile.read_shipped(model.name)
        return (shipped, profile.shipped_path(model.name)) if shipped else None
    of_model = profile.weights_of(model.card), model.capabilities.translates
    for key in (costs_key(*of_model), shipped_key(*of_model)):
        if kept := read_kept(key):
            return kept, path_of(key)
    return None


def folder() -> Path:
    """Where profiles are kept. Raises UserError when the user has no home folder."""
    if cache := os.environ.get("HEADS_UP_CACHE"):
        return Path(cache)
    try:
        caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError as error:
        raise UserError(
            "Profiles cannot be kept: the user that runs Heads Up has no home folder. Name a "
            "folder in the environment variable HEADS_UP_CACHE."
        ) from error
    return caches / "heads-up" / "profiles"


def check_folder() -> None:
    """Raise UserError when no profile can be kept, before somebody waits for one."""
    place = folder()
    try:
        place.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=place).close()
    except OSError as error:
        raise UserError(
            "Profiles cannot be kept: {path} cannot be written ({reason}). Name another folder in "
            "the environment variable HEADS_UP_CACHE.",
            path=place,
            reason=error.strerror,
        ) from error


def path_of(key: str) -> Path:
    """The file of a key. Raises ValueError for what is none, and as `folder` does."""
    if not KEY.fullmatch(key):
        raise ValueError(f"{key!r} is no key")
    return folder() / f"{key}.npz"


def read_kept(key: str) -> Profile | None:
    """The profile kept under a key; None where there is none. Whoever reads it keeps it longer."""
    try:
        path = path_of(key)
        os.utime(path)
        return _read(path)
    except (ValueError, UserError, OSError):
        return None


@lru_cache(maxsize=8)
def _read(path: Path) -> Profile:
    return profile.read(path)  # what a key names never changes


def keep(key: str, measured: Profile) -> None:
    """Keep a profile, and drop those used longest ago where they are too many bytes.

    Raises UserError when it cannot be written.
    """
    path = path_of(key)
    check_folder()
    profile.write(measured, path)
    files = sorted(folder().glob("*.npz"), key=lambda file: file.stat().st_mtime, reverse=True)
    total = 0
    for file in files:
        total += file.stat().st_size
        if total > MAX_BYTES and file != path:
            with suppress(OSError):
                file.unlink()
