"""The folder of the shipped checkpoints, and atomic writing of files."""

import functools
import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from errno import EDQUOT, EFBIG, ENOSPC
from pathlib import Path

from .errors import UserError

# One folder per network: those of the checkout, or those that an installed package is given.
SHIPPED = Path(os.environ.get("HEADS_UP_WEIGHTS") or Path(__file__).parent / "checkpoints")


def seals() -> dict[str, str | int]:
    """Return, by network, the checksum of its shipped weights; of n-grams the number of counts."""
    cards = {
        file.parent.name: json.loads(file.read_bytes()) for file in SHIPPED.glob("*/card.json")
    }
    return {name: cards[name].get("sha256", cards[name].get("weights")) for name in sorted(cards)}


@functools.cache
def weights_digits() -> str:
    """Return eight digits of a checksum of all our weights; "" where a card is missing or damaged.

    A link, a playlist and a file carry them, so that it shows with which weights they were made.
    """
    try:
        sealed = seals()
    except (OSError, ValueError):
        return ""
    return hashlib.sha256(json.dumps(sealed).encode()).hexdigest()[:8] if sealed else ""


def write_whole(files: Mapping[Path, bytes]) -> None:
    """Write all of the files or none.

    Each file is written under a temporary name beside its path; when all are complete, they are
    renamed. A pipe or a device is written to directly. Raises UserError if one cannot be written,
    and leaves the existing files as they were.
    """
    parts = {}  # temporary path by final path
    try:
        for path, content in files.items():
            if path.exists() and not path.is_file():
                path.write_bytes(content)
            else:
                place = path.resolve()  # a symbolic link stays a link
                parts[place] = place.with_name(f"{place.name}.part")
                parts[place].write_bytes(content)
        for path, part in parts.items():
            os.replace(part, path)
    except (OSError, ValueError) as error:  # a path with a zero byte raises ValueError
        reason, number = getattr(error, "strerror", None) or error, getattr(error, "errno", None)
        room = number in (ENOSPC, EDQUOT, EFBIG)
        remedy = (
            "Make room there, or name another place."
            if room
            else "Name a folder that exists and a file that may be changed."
        )
        raise UserError(f"{path} cannot be written: {reason}. {remedy}") from error
    finally:
        for part in parts.values():
            with suppress(OSError):
                part.unlink()
