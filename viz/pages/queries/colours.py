"""The colours of the map of queries and keys."""

from collections import Counter

import numpy as np

from models.corpus.sentences import TAGS
from models.corpus.sides import NO_TAG, SPECIAL

from ...base.language import t, translatable
from ...draw.points import MOST_GROUPS
from ..profiles.words import TAG_TITLES
from .query_keys import QueryKeyReading, TokenRows

_ROLES = translatable(("query", "key"))
_STEPS = 0, 1, 2, 3, 5, 7, 10, 15  # first position of each colour


def role_names() -> tuple[str, ...]:
    return tuple(map(t, _ROLES))


def group_points(colour: str, reading: QueryKeyReading) -> tuple[np.ndarray, tuple[str, ...]]:
    """Return the group of each point, queries first, -1 for none, and the names of the groups.

    `colour` is one of settings.COLOURS.
    """
    sides = reading.queries, reading.keys
    if colour == "role":
        counts = [len(side.tokens) for side in sides]
        return np.repeat([0, 1], counts), role_names()
    if colour == "position":
        positions = np.concatenate([side.position for side in sides])
        return np.searchsorted(_STEPS, positions, side="right") - 1, _position_names()
    labels = [label for side in sides for label in _labels_of(colour, side)]
    most = Counter(filter(None, labels)).most_common()
    names = [name for name, _ in sorted(most, key=lambda entry: (-entry[1], entry[0]))][
        :MOST_GROUPS
    ]
    numbers = {name: place for place, name in enumerate(names)}
    return np.array([numbers.get(label, -1) for label in labels]), tuple(names)


def _labels_of(colour: str, side: TokenRows) -> list[str]:
    """Return the part of speech or the word of each token, "" for none."""
    if colour == "word":
        return [token.lower() for token in side.tokens]
    titles = {NO_TAG: "", SPECIAL: t("start or end")}
    titles |= {place: t(TAG_TITLES[tag]) for place, tag in enumerate(TAGS)}
    return [titles[int(tag)] for tag in side.tags]


def _position_names() -> tuple[str, ...]:
    """Name the groups of positions, from 1."""
    names = []
    for start, end in zip(_STEPS, (*_STEPS[1:], None), strict=True):
        if end is None:
            names.append(t("position {first} and later", first=start + 1))
        elif end == start + 1:
            names.append(t("position {place}", place=end))
        else:
            names.append(t("positions {first} to {last}", first=start + 1, last=end))
    return tuple(names)
