"""Words as points: among their neighbours, and on axes."""

from collections.abc import Sequence
from types import SimpleNamespace

import numpy as np

from models import UserError
from models.normalisation import normalise
from models.words import WordVectors

from ...analysis.projections import MOST_POINTS
from ...base.language import t
from ...base.progress import Progress, unwatched
from ...jobs.projection import project_apart

LISTED = 15  # neighbours that are listed and highlighted
AXES = {"left": "man", "right": "woman", "below": "poor", "above": "rich"}
AXES_WORDS = {
    "glove": (
        "king, queen, nurse, engineer, doctor, teacher, maid, boss, prince, actress, soldier, "
        "dancer, banker, farmer, waitress, lawyer, boy, girl"
    ),
    "model": (
        "boy, girl, mother, father, doctor, teacher, player, child, friend, dog, car, house, "
        "dress, ball, football"
    ),
}
_MOST_WORDS = 100


def _spread_out(**more) -> SimpleNamespace:
    """Return points of one step, with defaults for missing attributes, as `points` reads them.

    "places" [point, axis], "names" and "title" are required.
    """
    count = len(more["names"])
    defaults = {
        "groups": np.full(count, -1),
        "group_names": (),
        "strong": np.ones(count, bool),
        "axes": (),
        "notes": ("",),
        "steps": ("",),
        "paths": False,
        "kinds": None,
        "ordered": False,
    }
    return SimpleNamespace(
        **(defaults | more | {"places": np.asarray(more["places"], np.float32)[None]})
    )


def nearest(
    vectors: WordVectors,
    word: str,
    which: str,
    method: str,
    dimensions: int,
    progress: Progress = unwatched,
) -> SimpleNamespace:
    """Place a word among its 60 nearest or the `which` commonest words, on two or three axes.

    Raises UserError for an unknown word.
    """
    ranked = vectors.nearest(word, 60)
    row = vectors.find(word)
    rows = nearest_rows(vectors, row, ranked, which, method)
    projection = project_apart(vectors.unit[rows][None], method, dimensions, progress=progress)
    names = tuple(vectors.words[row] for row in rows)
    best = {other for other, _ in ranked[:LISTED]}
    return _spread_out(
        places=projection.places[0],
        names=names,
        title=_nearest_title(vectors, names),
        notes=(_nearest_note(projection, dimensions),),
        groups=np.array([0 if name in best else -1 for name in names]),
        group_names=(t("the {count} nearest", count=LISTED),),
        strong=np.arange(len(rows)) == 0,
    )


def nearest_rows(
    vectors: WordVectors, row: int, ranked: Sequence[tuple[str, float]], which: str, method: str
) -> list[int]:
    others = (
        [vectors.rows[other] for other, _ in ranked]
        if which == "60"
        else list(range(min(int(which), len(vectors.words), MOST_POINTS[method])))
    )
    return [row, *(other for other in others if other != row)][: MOST_POINTS[method]]


def _nearest_title(vectors: WordVectors, names: Sequence[str]) -> str:
    return t(
        "“{word}” among {count:,} other words of {model}",
        word=names[0],
        count=len(names) - 1,
        model=vectors.name,
    )


def _nearest_note(projection, dimensions: int) -> str:
    return (
        ""
        if projection.shares is None
        else t(
            "this flat map shows {share:.0%} of the variation"
            if dimensions == 2
            else "this map shows {share:.0%} of the variation",
            share=projection.shares[0],
        )
    )


def split_known_words(vectors: WordVectors, typed: str) -> tuple[list[str], list[str]]:
    """Split comma-separated words into known and unknown ones."""
    words = map(str.strip, normalise(typed).split(","))
    typed_words = list(dict.fromkeys(filter(None, words)))[:_MOST_WORDS]
    return list({vectors.find(word): word for word in typed_words if word in vectors}.values()), [
        word for word in typed_words if word not in vectors
    ]


def left_out(vectors: WordVectors, missing: Sequence[str]) -> str:
    """Say which words have no vector, or "" for none."""
    if not missing:
        return ""
    return t(
        "{model} does not know these words, so they are left out: {words}.",
        model=vectors.name,
        words=", ".join(missing),
    )


def on_axes(vectors: WordVectors, known: Sequence[str], ends: Sequence[str]) -> SimpleNamespace:
    """Place words by their cosines with two differences of words, `ends` left, right, below, above.

    Raises UserError for fewer than two.
    """
    if len(known) < 2:
        raise UserError(
            "Two words of {model} are needed. Type some, with commas between them.",
            model=vectors.name,
        )
    left, right, below, above = ends
    places = np.stack([vectors.along(known, left, right), vectors.along(known, below, above)], 1)
    return _spread_out(
        places=places,
        names=tuple(known),
        axes=((left, right), (below, above)),
        title=t("{count} words of {model} on two axes", count=len(known), model=vectors.name),
    )
