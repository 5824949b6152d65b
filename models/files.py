"""Where the shipped files are; files are written whole or not at all."""

import os
from collections.abc import Mapping
from contextlib import suppress
from errno import EDQUOT, EFBIG, ENOSPC
from pathlib import Path

from .errors import UserError

SHIPPED = Path(__file__).parent / "checkpoints"  # a folder for each network of ours


def write_whole(files: Mapping[Path, bytes]) -> None:
    """Write the content of each file, of all of them or of none.

    Each is written under a temporary name beside its place; when all are there, they are renamed. A
    pipe or a device is written to as it is. Raises UserError when one cannot be written; what was
    there before then stays.
    """
    parts = {}  # the temporary name of each place
    try:
        for path, content in files.items():
            if path.exists() and not path.is_file():
                path.write_bytes(content)
            else:
                place = path.resolve()  # a link stays one
                parts[place] = place.with_name(f"{place.name}.part")
                parts[place].write_bytes(content)
        for path, part in parts.items():
            os.replace(part, path)
    except (OSError, ValueError) as error:  # a name with a zero byte is a ValueError
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
