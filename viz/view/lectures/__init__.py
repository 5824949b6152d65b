"""Ready playlists, one Markdown file each, in the format of the lessons. No Streamlit.

A step is a view: its heading is the title, which says what the view shows, its link the view, and
its text the notes for the presenter. `10-attention.fr.md` is the French version of
`10-attention.md`.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..lessons import read
from ..playlist import Entry, Playlist

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Lecture:
    """A playlist that is ready to be shown, or to be changed."""

    title: str
    minutes: int
    playlist: Playlist


@cache
def lectures(language: str = "en") -> dict[str, Lecture]:
    """Return the lectures by name, the shortest first; in English without a file in `language`."""
    ready = {}
    for file in sorted(FOLDER.glob("[0-9]*.md")):
        if len(file.suffixes) > 1:
            continue
        translated = file.with_suffix(f".{language}.md")
        tour = read(translated if translated.exists() else file)
        entries = (Entry(one.page, one.parameters, one.title, one.text) for one in tour.steps)
        ready[tour.name] = Lecture(tour.title, tour.minutes, Playlist(tuple(entries)))
    return ready
