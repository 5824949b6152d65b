"""What the head on show does over thousands of sentences: words, sentences and tables.

The browser has the profiles of all heads, and shows another when the map of heads is clicked,
before the server has answered.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from .. import canvas

component = canvas.component("headprofile")

ESCAPED = re.compile(r"\\(.)")
Run = tuple[str, bool]  # a piece of a text, and whether it is bold


@dataclass(frozen=True)
class ProfileExample:
    """A sentence with a link to the front page."""

    about: str
    sentence: str
    link: str


@dataclass(frozen=True)
class HeadProfile:
    """What one head does."""

    title: str
    lines: tuple[tuple[Run, ...], ...]
    examples: tuple[ProfileExample, ...]
    measures: tuple[tuple[str, ...], ...]  # rows
    figures: tuple[tuple[str, ...], ...]  # rows


@dataclass(frozen=True)
class ProfileTexts:
    """What is the same for all heads."""

    measures: tuple[str, ...]  # headings of the columns
    figures: tuple[str, ...]
    more: str  # what unfolds the measures beyond the first
    none: str  # in place of the measures where there are none
    first: int  # so many measures are always there


def headprofile(
    profiles: Mapping[str, HeadProfile], chosen: str, texts: ProfileTexts, key: str
) -> None:
    """Draw the profile of the chosen head; `profiles` by `HeadChoice.key`."""
    component(
        key=key,
        data={
            "profiles": {
                name: {
                    "title": one.title,
                    "lines": one.lines,
                    "examples": [[of.about, of.sentence, of.link] for of in one.examples],
                    "measures": one.measures,
                    "figures": one.figures,
                }
                for name, one in profiles.items()
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


def bold_runs(markdown: str) -> tuple[tuple[Run, ...], ...]:
    """The lines of a text whose only Markdown is **bold**, escapes, and line ends."""
    return tuple(
        tuple(
            (unescape(part), place % 2 == 1) for place, part in enumerate(line.split("**")) if part
        )
        for line in markdown.split("  \n")
    )


def unescape(text: str) -> str:
    """The text that `viz.base.markdown.escape_markdown` has escaped."""
    return ESCAPED.sub(r"\1", text)
