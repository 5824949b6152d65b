"""How many training sentences an English word is in.

The table has a checksum and a count of each word, no text. `python -m models.corpus.seen` makes
it.
"""

import functools
import zlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file, save

SEEN_TABLE = Path(__file__).parents[1] / "tables" / "seen.safetensors"
_MOST = 2**16 - 1  # a greater count is stored as this


def _checksum(word: str) -> int:
    """Return 32 bits of a word as it is written: one with a capital has other pieces."""
    return zlib.crc32(word.encode(errors="replace"))


def pack(counts: Mapping[str, int]) -> bytes:
    """Pack the counts of words as a file for `times_seen`."""
    numbers = {_checksum(word): min(count, _MOST) for word, count in counts.items()}
    words = sorted(numbers)
    return save(
        {
            "words": np.array(words, np.uint32),
            "counts": np.array([numbers[word] for word in words], np.uint16),
        }
    )


@functools.cache
def _table() -> dict[str, np.ndarray]:
    """Load the counts that come with the models."""
    return load_file(SEEN_TABLE)


def times_seen(word: str) -> int:
    """Return the number of training sentences with this English word, up to _MOST.

    One in 160,000 words that were never seen has the checksum of another one, and its count.
    """
    words, number = _table()["words"], _checksum(word)
    place = np.searchsorted(words, np.uint32(number))
    is_known = place < len(words) and words[place] == number
    return int(_table()["counts"][place]) if is_known else 0
