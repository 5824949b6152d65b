"""The profile of a head over thousands of sentences: words, sentences and tables.

The browser has the profiles of all heads, so a click on the map of heads shows another one before
the server answers.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from .. import canvas

_component = canvas.component("headprofile")

_ESCAPED = re.compile(r"\\(.)")
_Run = tuple[str, bool]  # a piece of text, and whether it is bold


@dataclass(frozen=True)
class ProfileExample:
    """A sentence with a link to the front page."""

    about: str
    sentence: str
    link: str


@dataclass(frozen=True)
class HeadProfile:
    """The profile of one head."""

    title: str
    lines: tuple[tuple[_Run, ...], ...]
    examples: tuple[ProfileExample, ...]
    measures: tuple[tuple[str, ...], ...]  # rows
    figures: tuple[tuple[str, ...], ...]  # rows


@dataclass(frozen=True)
class ProfileTexts:
    """The texts that all heads share."""

    measures: tuple[str, ...]  # headings of the columns
    figures: tuple[str, ...]
    more: str  # label of the button that unfolds the other measures
    none: str  # text in place of missing measures
    first: int  # number of measures that are always visible


def headprofile(
    profiles: Mapping[str, HeadProfile], chosen: str, texts: ProfileTexts, key: str
) -> None:
    """Draw the profile of the chosen head; `profiles` by `HeadChoice.key`."""
    _component(
        key=key,
        data={
            "profiles": {
                name: {
                    "title": profile.title,
                    "lines": profile.lines,
                    "examples": [
                        [example.about, example.sentence, example.link]
                        for example in profile.examples
                    ],
                    "measures": profile.measures,
                    "figures": profile.figures,
                }
                for name, profile in profiles.items()
            },
            "chosen": chosen,
            "texts": {
                "measures": texts.measures,
                "figures": texts.figures,
                "more": texts.more,
                "none": texts.none,
                "first": texts.first,
            },
        },
    )


def bold_runs(markdown: str) -> tuple[tuple[_Run, ...], ...]:
    """Parse Markdown of only **bold**, escapes and line ends into lines of runs."""
    return tuple(
        tuple(
            (_unescape(part), place % 2 == 1) for place, part in enumerate(line.split("**")) if part
        )
        for line in markdown.split("  \n")
    )


def _unescape(text: str) -> str:
    """Undo `viz.base.markdown.escape_markdown`."""
    return _ESCAPED.sub(r"\1", text)
