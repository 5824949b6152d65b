"""The user's own sentences, and the profiles over them that are cached on disk.

The cache is in `HEADS_UP_CACHE`, or else in `heads-up` in the user's cache folder
(`XDG_CACHE_HOME`, or `~/.cache`). It holds at most `MAX_BYTES`: the profiles used last. Nothing
here needs torch.
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
from ..text_files import decode
from . import profile
from .profile import Profile
from .sentences import CORPUS, Pair, csv_pairs, read_sentences

MAX_TEXTS = 5_000
MAX_FILE = 2_000_000  # bytes
MAX_BYTES = 50_000_000  # of all cached profiles; a profile of 48 heads has 0.5 MB
_KEY = re.compile(r"[0-9a-f]{16}")
_ANALYSED = "\tanalysed"  # marks analysed pairs in a key
# Shipped sentences for the ablations of a pretrained model. With 144 heads these are 8,700 passes,
# about three times those of its profile.
_COST_SENTENCES = 60
COSTS = "\tcosts"  # marks a key of a profile with ablations


def _plain_pairs(lines: Iterable[str]) -> Iterator[Pair]:
    """Read the pairs of lines: English, and French after a tab."""
    for line in lines:
        english, _, french = line.rstrip("\r\n").partition("\t")
        if english.strip():
            yield Pair(" ".join(english.split()), " ".join(french.partition("\t")[0].split()))


def read_texts(name: str, content: bytes) -> list[Pair]:
    """Read the sentences of a file. Raises UserError if it is not text, or has none or too many."""
    if len(content) > MAX_FILE:
        raise UserError(
            "{file} has {size:.1f} MB; the limit here is {most:.0f} MB.",
            file=name,
            size=len(content) / 1e6,
            most=MAX_FILE / 1e6,
        )
    lines = io.StringIO(decode(content, name), newline="")
    read_pairs = csv_pairs if name.lower().endswith(".csv") else _plain_pairs
    try:
        pairs = list(read_pairs(lines))
    except csv.Error as error:
        raise UserError("{file} is not a CSV file: {error}.", file=name, error=error) from error
    if not pairs:
        raise UserError("There is no sentence in {file}.", file=name)
    if len(pairs) > MAX_TEXTS:
        raise UserError(
            "{file} has {count:,} sentences; the limit here is {most:,}. For more: "
            "python -m models.corpus NAME --data FILE",
            file=name,
            count=len(pairs),
            most=MAX_TEXTS,
        )
    return pairs


def key_of(pairs: Sequence[Pair], weights: str) -> str:
    """Return the cache key of a model's profile over these sentences: of weights, data and code."""
    text = "\n".join(
        f"{pair.english}\t{pair.french}{_ANALYSED if pair.source else ''}" for pair in pairs
    )
    content = f"{profile.PROFILE_VERSION}\n{weights}\n{text}"
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def shipped_pairs(translates: bool) -> list[Pair]:
    """Return the shipped sentences for a pretrained model.

    A model that `translates` writes its own translations: its target language is unknown.
    """
    pairs = [*read_sentences(CORPUS)]
    return [Pair(pair.english, "", pair.source) for pair in pairs] if translates else pairs


@lru_cache(maxsize=32)
def shipped_key(weights: str, translates: bool) -> str:
    """Return the key of a pretrained model's profile over the shipped sentences."""
    return key_of(shipped_pairs(translates), weights)


def cost_pairs(translates: bool) -> list[Pair]:
    """Return the shipped sentences for the ablations of a pretrained model."""
    pairs = shipped_pairs(translates)
    return pairs[:: max(1, len(pairs) // _COST_SENTENCES)][:_COST_SENTENCES]


@lru_cache(maxsize=32)
def costs_key(weights: str, translates: bool) -> str:
    """Return the key of the same profile with ablations."""
    return key_of(cost_pairs(translates), weights + COSTS)


def read_general(model: Any) -> tuple[Profile, Path] | None:
    """Return a model's profile over the shipped sentences, and its file; None if there is none.

    The profile is shipped, or measured here for a pretrained model, preferably with ablations.
    """
    if model.capabilities.trained_here:
        shipped = profile.read_shipped(model.name)
        return (shipped, profile.shipped_path(model.name)) if shipped else None
    weights = profile.weights_of(model.card)
    translates = model.capabilities.translates
    for key in (costs_key(weights, translates), shipped_key(weights, translates)):
        if cached := read_kept(key):
            return cached, path_of(key)
    return None


def folder() -> Path:
    """Return the folder of cached profiles. Raises UserError for a user without a home folder."""
    if cache := os.environ.get("HEADS_UP_CACHE"):
        return Path(cache)
    try:
        caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError as error:
        raise UserError(
            "Profiles cannot be stored: the user that runs Heads Up has no home "
            "folder. Set the environment variable HEADS_UP_CACHE to a folder."
        ) from error
    return caches / "heads-up" / "profiles"


def check_folder() -> None:
    """Raise UserError if the cache folder is not writable. Call it before a long measurement."""
    place = folder()
    try:
        place.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=place).close()
    except OSError as error:
        raise UserError(
            "Profiles cannot be stored: {path} cannot be written ({reason}). Set the "
            "environment variable HEADS_UP_CACHE to another folder.",
            path=place.name,
            reason=error.strerror,
        ) from error


def path_of(key: str) -> Path:
    """Return the file of a key. Raises ValueError for an invalid key, UserError as `folder`."""
    if not _KEY.fullmatch(key):
        raise ValueError(f"{key!r} is no key")
    return folder() / f"{key}.npz"


def read_kept(key: str) -> Profile | None:
    """Return the profile cached under a key, or None. Reading it postpones its eviction."""
    try:
        path = path_of(key)
        os.utime(path)
        return _read(path)
    except (ValueError, UserError, OSError):
        return None


@lru_cache(maxsize=8)
def _read(path: Path) -> Profile:
    return profile.read_profile(path)  # what a key names never changes


def keep(key: str, measured: Profile) -> None:
    """Cache a profile, and evict those used longest ago beyond `MAX_BYTES`.

    Raises UserError if it cannot be written.
    """
    path = path_of(key)
    check_folder()
    profile.write_profile(measured, path)
    files = sorted(folder().glob("*.npz"), key=lambda file: file.stat().st_mtime, reverse=True)
    total = 0
    for file in files:
        total += file.stat().st_size
        if total > MAX_BYTES and file != path:
            with suppress(OSError):
                file.unlink()
