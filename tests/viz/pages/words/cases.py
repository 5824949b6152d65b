"""Addresses of the page on words, and settings of a page like it."""

from dataclasses import dataclass

from viz.pages.space.settings import point, step
from viz.pages.words import settings as page
from viz.view.settings import Settings, switch, text

LAYERS, MEANINGS, SENTENCES, *_ = ({"words-look": look} for look in page._LOOKS)

OWN = [
    "He left me alone.",
    "I left you a letter.",
    "Turn to the left.",
    "LEFT or right?",
    "We left at noon.",
]

MINE = MEANINGS | {"from": "mine", "lines": "\n".join(OWN)}

QUICK, FEW = MEANINGS | {"model": "seq2seq"}, LAYERS | {"others": "20"}


def always(known, runner) -> bool:
    return True


@dataclass(frozen=True)
class SpaceSettings(Settings):
    near_step: int = step("near", lambda known, runner: 4, always, opens_on_last=True)
    near_point: int = point("near", lambda known, runner: 20, always)
    lines: str = text("one\n\n  two  ", omitted_when_default=True)
    word: str = text("left")
    exclude: bool = switch(True)
