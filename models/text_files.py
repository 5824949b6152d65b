"""Texts of files as people have them: from Excel, an editor, a corpus."""

import codecs
import csv
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain

from .errors import UserError

# Of Windows-1252, in which Excel writes CSV, what English and French need; more may be another one.
_LETTERS = frozenset("ÀÂÄÆÇÈÉÊËÎÏÔÖÙÛÜŒàâäæçèéêëîïôöùûüœ‘’“”«»–—…€£§°ß\xa0")
_SEPARATORS = ",;\t"  # of Excel, by country, and of its “Unicode text”


def decode(content: bytes, name: object) -> str:
    """Return the text of a file in UTF-8, UTF-16 or Windows-1252. Raises UserError for others."""
    is_wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if is_wide else ("utf-8-sig", "cp1252"):
        with suppress(UnicodeDecodeError):
            text = content.decode(encoding)
            others = {character for character in text if not character.isascii()} - _LETTERS
            if "\0" not in text and not (encoding == "cp1252" and others):
                return text
    raise UserError(
        "{file} is not UTF-8 text. Save it as UTF-8, from Excel as “CSV UTF-8”.", file=name
    )


def read_cells(lines: Iterable[str]) -> Iterator[list[str]]:
    """Yield the cells of each row of a CSV that has any; the first line shows the separator.

    Where that line has one cell, so has each row, whatever signs are in it. Raises csv.Error.
    """
    lines = iter(lines)
    first = next((line for line in lines if line.strip()), "")
    separator = max(
        _SEPARATORS, key=lambda sign: len(next(csv.reader([first], delimiter=sign), ()))
    )
    is_list = None
    for row in csv.reader(chain([first], lines), delimiter=separator):
        if any(map(str.strip, row)):
            is_list = len(row) == 1 if is_list is None else is_list
            yield [separator.join(row)] if is_list else row
