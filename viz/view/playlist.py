"""A playlist: the views of a lecture, in order. No Streamlit.

It is stored as JSON in a file, and compressed in a link:

    {"playlist": "1", "views": [
      {"page": "mask", "title": "The mask", "notes": "Ask first.", "parameters": {"sees": "none"}}]}
"""

import base64
import binascii
import functools
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from models import UserError

from ..base.language import translatable
from .address import MAX_ADDRESS

_VERSION = "1"
_DAMAGED = translatable("The playlist in this link cannot be read: the link is damaged.")
_TOO_LONG = translatable(
    "This playlist is too long for a link: {length:,} characters, where {most:,} fit. Download it "
    "as a file, or shorten its notes."
)
_MAX_LINK = MAX_ADDRESS // 2  # characters of the code in a link; the other half is for the view
# Bytes of the JSON, in a file and uncompressed from a link. The browser's copy is at most a third
# longer, and so stays below `server.maxWidgetStateSize`.
MAX_FILE = 500_000
_MAX_ENTRIES = 200
MAX_TITLE = 200  # characters
MAX_NOTES = 10_000
# Address parameters that belong to a tab or a device, not to a view.
_RESERVED = frozenset(("room", "class", "phone", "playlist"))


@dataclass(frozen=True)
class PlaylistEntry:
    """A view in a playlist: a page with its settings, a title and notes."""

    page: str  # its path
    parameters: tuple[tuple[str, str], ...]  # of its address
    title: str
    notes: str = ""  # for the presenter


@dataclass(frozen=True)
class Playlist:
    """The views of a lecture, in order. Its methods return changed copies."""

    entries: tuple[PlaylistEntry, ...] = ()

    def add(self, entry: PlaylistEntry) -> "Playlist":
        """Append an entry.

        Raises UserError above _MAX_ENTRIES entries or MAX_FILE bytes.
        """
        if len(self.entries) >= _MAX_ENTRIES:
            raise UserError("A playlist has at most {count} views.", count=_MAX_ENTRIES)
        return _check_size(Playlist((*self.entries, entry)))

    def move(self, place: int, by: int) -> "Playlist":
        """Move the entry at `place` by so many places; beyond either end, change nothing."""
        target = place + by
        if not 0 <= target < len(self.entries):
            return self
        entries = list(self.entries)
        entries.insert(target, entries.pop(place))
        return Playlist(tuple(entries))

    def remove(self, place: int) -> "Playlist":
        """Remove the entry at `place`."""
        return Playlist(self.entries[:place] + self.entries[place + 1 :])

    def change(self, place: int, title: str | None = None, notes: str | None = None) -> "Playlist":
        """Replace the title or the notes of the entry at `place`; None leaves them.

        Raises UserError above MAX_FILE bytes.
        """
        entry = self.entries[place]
        changed = replace(
            entry,
            title=entry.title if title is None else title,
            notes=entry.notes if notes is None else notes,
        )
        return _check_size(Playlist((*self.entries[:place], changed, *self.entries[place + 1 :])))


# --- files ---------------------------------------------------------------------------------------


def to_json(playlist: Playlist, indent: int | None = 2) -> str:
    """Return the playlist as JSON, the text of its file."""
    views = [
        {
            "page": entry.page,
            "title": entry.title,
            "notes": entry.notes,
            "parameters": dict(entry.parameters),
        }
        for entry in playlist.entries
    ]
    separators = None if indent else (",", ":")
    content = {"playlist": _VERSION, "views": views}
    return json.dumps(content, ensure_ascii=False, indent=indent, separators=separators)


def _check_size(playlist: Playlist) -> Playlist:
    """Return the playlist. Raises UserError if its file would be too large to open again."""
    size = len(to_json(playlist).encode())
    if size > MAX_FILE:
        _refuse_size(size)
    return playlist


def from_json(data: bytes) -> Playlist:
    """Parse the JSON of a file. Raises UserError that says what is wrong, and where."""
    if len(data) > MAX_FILE:
        _refuse_size(len(data))
    try:
        content = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):  # not UTF-8, not JSON, or nested too deeply
        content = None
    views = content.get("views") if isinstance(content, Mapping) else None
    if not isinstance(views, list) or not isinstance(content.get("playlist"), str | int):
        raise UserError("This is not a playlist of Heads Up.")
    version = str(content["playlist"])  # a handwritten file may have a number
    if version != _VERSION:
        raise UserError(
            "This playlist was made by version “{version}”; this Heads Up reads version {own}.",
            version=version[:20],
            own=_VERSION,
        )
    if len(views) > _MAX_ENTRIES:
        raise UserError("A playlist has at most {count} views.", count=_MAX_ENTRIES)
    return Playlist(tuple(_read_entry(view, place) for place, view in enumerate(views, start=1)))


def _read_entry(view: Any, place: int) -> PlaylistEntry:
    """Parse a JSON value as an entry. Raises UserError that names `place`, counted from 1.

    _RESERVED parameters are dropped: the file may come from anyone.
    """
    view = view if isinstance(view, Mapping) else {}
    page, parameters = view.get("page"), view.get("parameters", {})
    title, notes = view.get("title", ""), view.get("notes", "")
    if not _is_text(page, MAX_TITLE) or not page:
        _refuse_field(place, "page")
    if not _is_text(title, MAX_TITLE):
        _refuse_field(place, "title")
    if not _is_text(notes, MAX_NOTES):
        _refuse_field(place, "notes")
    if not isinstance(parameters, Mapping) or not all(
        _is_text(text, MAX_ADDRESS) for pair in parameters.items() for text in pair
    ):
        _refuse_field(place, "parameters")
    pairs = tuple(pair for pair in parameters.items() if pair[0] not in _RESERVED)
    return PlaylistEntry(page, pairs, title, notes)


def _is_text(value: Any, max_characters: int) -> bool:
    """Whether a JSON value is a short enough text without lone surrogates.

    A lone surrogate cannot be written as UTF-8 again.
    """
    if not isinstance(value, str) or len(value) > max_characters:
        return False
    return not any("\ud800" <= character <= "\udfff" for character in value)


def _refuse_field(place: int, field: str) -> NoReturn:
    raise UserError(
        "View {place} of this playlist cannot be read: its “{field}” is missing, "
        "too long or not text.",
        place=place,
        field=field,
    )


def _refuse_size(size: int) -> NoReturn:
    raise UserError(
        "This playlist has {size:,} bytes; at most {most:,} are read.", size=size, most=MAX_FILE
    )


# --- links ---------------------------------------------------------------------------------------


# A tab in lecture mode calls it in every rerun.
@functools.lru_cache(maxsize=8)
def compress(playlist: Playlist) -> str:
    """Return the playlist as letters, digits, “-” and “_”, of any length."""
    packed = zlib.compress(to_json(playlist, indent=None).encode("utf-8"), 9)
    return base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


def to_link(playlist: Playlist) -> str:
    """Return the playlist as the value of a link's parameter `playlist`.

    Raises UserError for more than _MAX_LINK characters.
    """
    code = compress(playlist)
    if len(code) > _MAX_LINK:
        raise UserError(_TOO_LONG, length=len(code), most=_MAX_LINK)
    return code


def from_link(code: str) -> Playlist:
    """Parse the parameter `playlist` of a link; the inverse of `compress`. Raises UserError."""
    inflater = zlib.decompressobj()
    try:
        packed = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
        data = inflater.decompress(packed, MAX_FILE + 1)
    except (binascii.Error, ValueError, zlib.error):
        raise UserError(_DAMAGED) from None
    if len(data) <= MAX_FILE and not inflater.eof:  # the end of the link is missing
        raise UserError(_DAMAGED)
    return from_json(data)
