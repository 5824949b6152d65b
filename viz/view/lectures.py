"""Ready playlists, one Markdown file each, in the format of the lessons. No Streamlit.

A step is a view: its heading is the title, which says what the view shows, its link the view, and
its text the notes for the presenter. They are in `viz/texts/en/lectures`, and the French versions
in `viz/texts/fr/lectures`.
"""

from dataclasses import dataclass
from functools import cache

from .lessons import files, read_tour
from .playlist import Playlist, PlaylistEntry


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
    for tour in map(read_tour, files("lectures/[0-9]*.md", language)):
        entries = (
            PlaylistEntry(step.page, step.parameters, step.title, step.text) for step in tour.steps
        )
        ready[tour.name] = Lecture(tour.title, tour.minutes, Playlist(tuple(entries)))
    return ready
