"""Guided tours, one Markdown file each, for anyone to edit. No Streamlit.

    # The mask                                            the title
    Question: What may a decoder see?                     of a lesson: the question it answers,
    Minutes: 6                                            the time it takes,
    Then: why a decoder may not see the next word.        what the reader can explain afterwards,
    In short: The mask sets scores to −∞.                 and, after the last step, the summary
    Yours: Type a sentence on the page [Mask](mask).      and what to do with one's own sentence
    ## A word may not attend ahead                        the heading of a step
    [show](mask?sentence=The+big+red+dog#weights)         the view: a page, its settings and a part
    [light](chien → gros; le #2 →)                        a cell, the second “le”; “→ x”: a column
    The text beside the view, in Markdown.
    ---
    More text under “Read more”; optional.

The link is the end of an address, as the browser shows it. Parameters at their defaults may be left
out. The fragment after `#` names a part of the page; without it the step shows the whole page.
Files that begin with a number are the lessons, in this order. `viz/texts/fr/lessons/4-mask.md` is
the French version of `viz/texts/en/lessons/4-mask.md`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NoReturn
from urllib.parse import parse_qsl

from models import UserError

from ..base.language import language_of, text_files
from ..draw.matrix import Highlight

_LINK = re.compile(r"\[show\]\(([\w-]+)(?:\?([^\s()#]*))?(?:#([\w-]+))?\)")
_HIGHLIGHTS = re.compile(r"\[light\]\(([^()]+)\)")
_HEADER = re.compile(r"(Question|Minutes|Then|In short|Yours): (.+)")  # of a lesson
_MORE = "---"  # the line above the text under "Read more"

# The path of a page, the parameters of its address, and a part of the page; None: the whole page.
_Link = tuple[str, tuple[tuple[str, str], ...], str | None]


@dataclass(frozen=True)
class Step:
    """A text and the view beside it."""

    title: str
    text: str  # Markdown
    page: str  # its path
    parameters: tuple[tuple[str, str], ...]  # of the page's address
    part: str | None = None  # of the page; None: the whole page
    highlights: tuple[Highlight, ...] = ()
    more: str = ""  # Markdown, under "Read more"

    @property
    def whole_text(self) -> str:
        """The text, with the text under "Read more"."""
        return f"{self.text}\n\n{self.more}".strip()


@dataclass(frozen=True)
class Tour:
    """A lesson, or the tour of classic pictures."""

    name: str  # in the address
    title: str
    steps: tuple[Step, ...]
    question: str = ""  # the question that the lesson answers
    minutes: int = 0  # roughly
    outcome: str = ""  # what the reader can explain afterwards
    summary: str = ""  # Markdown, after the last step
    yours: str = ""  # Markdown, what to do with a sentence of one's own


@dataclass
class _Draft:
    """A step while its lines are parsed."""

    line: int  # the line of its heading
    heading: str
    link: _Link | None = None
    highlights: tuple[Highlight, ...] = ()
    text: list[str] = field(default_factory=list)


def lessons(language: str = "en") -> dict[str, Tour]:
    """Return the lessons by name, in order; in English where a file in `language` is missing."""
    return {
        lesson.name: lesson for lesson in map(read_tour, files("lessons/[0-9]*-*.md", language))
    }


def tour(stem: str, language: str = "en") -> Tour:
    """Return the tour in the file with this stem, in English where `language` has none.

    Raises UserError with file and line for a mistake in it.
    """
    return read_tour(*files(f"lessons/{stem}.md", language))


def files(pattern: str, language: str) -> list[Path]:
    """Return the files that match, by their number; in English where `language` has none."""
    english = sorted(
        text_files("en", pattern),
        key=lambda file: (file.stem.partition("-")[0].zfill(3), file.stem),
    )
    translated = {file.name: file for file in text_files(language, pattern)}
    return [translated.get(file.name, file) for file in english]


def read_tour(file: Path) -> Tour:
    """Parse the tour in a file. Raises UserError with file and line for a mistake in it."""

    def refuse(line: int, why: str) -> NoReturn:
        raise UserError(f"{'/'.join(file.parts[-3:])}, line {line}: {why}")

    title: str | None = None
    header: dict[str, str] = {}
    steps: list[Step] = []
    draft: _Draft | None = None
    lines = file.read_text(encoding="utf-8").splitlines()
    together = language_of(file.parts[-3]).keep_together
    lines = [line if line.startswith("[") else together(line) for line in lines]
    for number, line in enumerate((*lines, "## "), start=1):
        if line.startswith("# "):
            if title is not None:
                refuse(number, "a second title. A step begins with “## ”.")
            title = line[2:].strip()
        elif line.startswith("## "):
            if title is None:
                refuse(number, "a step before the title. The file begins with “# ” and the title.")
            if draft is not None:
                steps.append(_finish(draft, refuse))
            draft = _Draft(number, line[3:].strip())
        elif draft is None:
            if match := _HEADER.fullmatch(line.strip()):
                header[match[1]] = match[2]
            elif line.strip():
                refuse(number, "text before the first step, which begins with “## ”.")
        elif line.startswith("[show]"):
            if draft.link is not None:
                refuse(number, "a second [show] in one step.")
            draft.link = _read_link(line.strip(), partial(refuse, number))
        elif line.startswith("[light]"):
            draft.highlights = _read_highlights(line.strip(), partial(refuse, number))
        else:
            draft.text.append(line)
    if title is None or not steps:
        refuse(1, "no step. A step begins with “## ”.")
    minutes = header.get("Minutes", "0")
    if not minutes.isdigit():
        refuse(1, f"“{minutes}” is not a number of minutes.")
    return Tour(
        file.stem.split("-", 1)[-1],
        title,
        tuple(steps),
        header.get("Question", ""),
        int(minutes),
        header.get("Then", ""),
        header.get("In short", ""),
        header.get("Yours", ""),
    )


def _finish(draft: _Draft, refuse: Callable[[int, str], NoReturn]) -> Step:
    """Return the step of a draft; call `refuse(line, problem)` where a part is missing."""
    lines = draft.text
    end = lines.index(_MORE) if _MORE in lines else len(lines)
    text, more = ("\n".join(part).strip() for part in (lines[:end], lines[end + 1 :]))
    if not draft.heading:
        refuse(draft.line, "a step without a heading.")
    if draft.link is None:
        refuse(
            draft.line,
            f"“{draft.heading}” shows nothing. It needs a line such as [show](mask?sees=none).",
        )
    if not text:
        refuse(draft.line, f"“{draft.heading}” says nothing. It needs some text.")
    return Step(draft.heading, text, *draft.link, draft.highlights, more)


def _read_link(line: str, refuse: Callable[[str], NoReturn]) -> _Link:
    """Parse the target of a `[show](…)`."""
    match = _LINK.fullmatch(line)
    if match is None:
        refuse(
            "a link that cannot be read. It looks like "
            "[show](mask?sentence=The+big+red+dog&sees=none), a “+” for each space."
        )
    page, query, fragment = match.groups()
    try:
        parameters = parse_qsl(
            query or "", keep_blank_values=True, strict_parsing=bool(query), errors="strict"
        )
    except ValueError:
        refuse(f"“{query}” is no part of an address. It looks like sentence=I+am+tired.&sees=none.")
    return page, tuple(parameters), fragment


def _read_highlights(line: str, refuse: Callable[[str], NoReturn]) -> tuple[Highlight, ...]:
    """Parse the cells, rows and columns of a `[light](…)`."""
    match = _HIGHLIGHTS.fullmatch(line)
    highlights = []
    for pair in match[1].split(";") if match else ("",):
        row, arrow, column = (part.strip() for part in pair.partition("→"))
        if not arrow or not (row or column):
            refuse("a mark that cannot be read. It looks like [light](chien → dog; rouge →).")
        highlights.append(Highlight(row or None, column or None))
    return tuple(highlights)
