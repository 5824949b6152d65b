"""Batches of answers as files, without a pickle."""

import io
from dataclasses import fields
from os import PathLike
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from .batch import Batch
from .errors import UserError
from .files import write_whole
from .results import Attribution, HeadPatching, Lens, Patching
from .store.libraries import LIBRARIES

_KINDS = {cls.__name__: cls for cls in (Lens, Patching, HeadPatching, Attribution)}
# What a file that holds something else, or was changed, may raise.
_UNREADABLE = ValueError, TypeError, LookupError, EOFError, BadZipFile, UserError


def save_batch(batch: Batch[Any], file: str | PathLike[str]) -> None:
    """Write all answers of a batch as .npz. Raises UserError if it cannot be written."""
    content = [getattr(batch, field.name) for field in fields(batch)]
    text, arrays = LIBRARIES.wire_values.encode_value(content)
    named: dict[str, Any] = {str(number): array for number, array in enumerate(arrays)}
    buffer = io.BytesIO()
    kind = np.array(batch.kind.__name__)
    np.savez_compressed(buffer, kind=kind, text=np.frombuffer(text, np.uint8), **named)
    write_whole({Path(file): buffer.getvalue()})


def read_batch(file: str | PathLike[str]) -> Batch[Any]:
    """Read what `save_batch` wrote. Raises UserError for any other file."""
    try:
        with np.load(io.BytesIO(Path(file).read_bytes()), allow_pickle=False) as archive:
            cls = _KINDS[str(archive["kind"])]
            arrays = [archive[str(number)] for number in range(len(archive.files) - 2)]
            text = archive["text"].tobytes()
        hint = tuple[tuple[cls, ...], tuple[tuple[str, str], ...], tuple[cls, ...]]  # type: ignore[valid-type]
        return Batch(*LIBRARIES.wire_values.decode(hint, text, arrays))
    except OSError as error:
        reason = error.strerror or error
        raise UserError(
            "The file {file} cannot be read: {reason}.", file=file, reason=reason
        ) from error
    except _UNREADABLE as error:
        raise UserError("{file} is no file of save_batch.", file=file) from error
