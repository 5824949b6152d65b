"""Heads whose lines are drawn over each other in one picture, and the word that is held."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from models.trace import STACKS

from .views import HeadChoice


class Overlaid(NamedTuple):
    """A head whose lines are drawn over those of the chosen head."""

    choice: HeadChoice
    is_on: bool


def read_overlay(text: str) -> list[Overlaid]:
    """Parse heads like "encoder-1-2,encoder-3-4-off". Raises ValueError for anything else."""
    overlaid = []
    for part in filter(None, text.split(",")):
        stack, layer, head, *off = part.split("-")
        if stack not in STACKS or off not in ([], ["off"]):
            raise ValueError(part)
        if int(layer) < 1 or int(head) < 1:
            raise ValueError(part)
        overlaid.append(Overlaid(HeadChoice(stack, int(layer) - 1, int(head) - 1), not off))
    return overlaid


def assign_colours(preferred: Sequence[int], count: int) -> list[int]:
    """Choose a colour for each head: its preferred one, or the next free one if that is taken."""
    assigned: list[int] = []
    for colour in preferred:
        free = [
            (colour + step) % count
            for step in range(count)
            if (colour + step) % count not in assigned
        ]
        assigned.append(free[0] if free else colour % count)
    return assigned


class HeldWord(NamedTuple):
    """A word of a head that the reader holds: a row, which looks, or a column, looked at."""

    axis: str  # "row" or "column"
    place: int  # from 0


def read_held_word(text: str) -> HeldWord | None:
    """Read a word as in an address, "row-3", counted from 1; None for "".

    Raises ValueError for anything else.
    """
    if not text:
        return None
    match = re.fullmatch(r"(row|column)-([1-9]\d{0,3})", text)
    if match is None:
        raise ValueError(f"no word of a head: {text[:40]!r}")
    return HeldWord(match[1], int(match[2]) - 1)
