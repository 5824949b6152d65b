"""Guided tours, a Markdown file each, for anyone to edit. No Streamlit.

    # The mask                                            its title
    Question: What may a decoder see?                     of a lesson: the question it answers,
    Minutes: 6                                            how long it takes,
    Then: why a decoder may not see the next word.        and what the reader can say afterwards
    ## A word may not attend ahead                        a step
    [show](mask?sentence=The+big+red+dog#weights)         the part of a page, and in which state
    [light](chien → gros; rouge →)                        a cell, a row (or “→ gros”: a column)
    The text beside it, in Markdown.
    ---
    What stands under “Read more”, where there is more.

The link is the end of an address of Heads Up, as the browser shows it; of its parameters those that
a page has anyway may be left out. After the `#` stands one of the parts of the page; without it the
step shows the whole page. The files that begin with a number are the lessons, in this order;
`4-mask.fr.md` is the French of `4-mask.md`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NoReturn
from urllib.parse import parse_qsl

from models import UserError

from ...base.language import keep_together
from ...draw.matrix import Highlight

FOLDER = Path(__file__).parent
LINK = re.compile(r"\[show\]\(([\w-]+)(?:\?([^\s()#]*))?(?:#([\w-]+))?\)")
HIGHLIGHTS = re.compile(r"\[light\]\(([^()]+)\)")
HEADER = re.compile(r"(Question|Minutes|Then): (.+)")  # of a lesson
MORE = "---"  # the line above what stands under "Read more"

# A page's address, parameters of the address, and a part of the page or None for all of it.
Link = tuple[str, tuple[tuple[str, str], ...], str | None]


@dataclass(frozen=True)
class Step:
    """What is shown beside which text."""

    title: str
    text: str  # Markdown
    page: str  # its address
    parameters: tuple[tuple[str, str], ...]  # parameters of the address
    part: str | None = None  # of the page; None: all of it
    highlights: tuple[Highlight, ...] = ()
    more: str = ""  # Markdown, on demand

    @property
    def whole_text(self) -> str:
        """All that the step says."""
        return f"{self.text}\n\n{self.more}".strip()


@dataclass(frozen=True)
class Tour:
    """A lesson, or the classics."""

    name: str  # in the address
    title: str
    steps: tuple[Step, ...]
    question: str = ""  # that it answers
    minutes: int = 0  # it takes about
    outcome: str = ""  # what the reader can say afterwards


@dataclass
class Draft:
    """A step that is being read."""

    line: int  # where it begins
    heading: str
    link: Link | None = None
    highlights: tuple[Highlight, ...] = ()
    text: list[str] = field(default_factory=list)


def lessons(language: str = "en") -> dict[str, Tour]:
    """The lessons by name, in their order, each in this language if there is a file for it, else in
    English.
    """
    files = sorted(file for file in FOLDER.glob("[0-9]*-*.md") if len(file.suffixes) == 1)
    return {one.name: one for one in (tour(file.stem, language) for file in files)}


def tour(stem: str, language: str = "en") -> Tour:
    """The tour of the file with this stem. Raises UserError, with file and line, for one that
    cannot be read.
    """
    translated = FOLDER / f"{stem}.{language}.md"
    return read(translated if translated.exists() else FOLDER / f"{stem}.md")


def read(file: Path) -> Tour:
    """The tour in a file. Raises UserError, with file and line, when something is wrong in it."""

    def refuse(line: int, why: str) -> NoReturn:
        raise UserError(f"{file.name}, line {line}: {why}")

    title: str | None = None
    header: dict[str, str] = {}
    steps: list[Step] = []
    draft: Draft | None = None
    lines = file.read_text(encoding="utf-8").splitlines()
    if file.suffixes[:1] == [".fr"]:
        lines = [line if line.startswith("[") else keep_together(line) for line in lines]
    for number, line in enumerate((*lines, "## "), start=1):
        if line.startswith("# "):
            if title is not None:
                refuse(number, "a second title. A step begins with “## ”.")
            title = line[2:].strip()
        elif line.startswith("## "):
            if title is None:
                refuse(number, "a step before the title. The file begins with “# ” and the title.")
            if draft is not None:
                steps.append(finish(draft, refuse))
            draft = Draft(number, line[3:].strip())
        elif draft is None:
            if match := HEADER.fullmatch(line.strip()):
                header[match[1]] = match[2]
            elif line.strip():
                refuse(number, "text before the first step, which begins with “## ”.")
        elif line.startswith("[show]"):
            if draft.link is not None:
                refuse(number, "a second [show] in one step.")
            draft.link = read_link(line.strip(), partial(refuse, number))
        elif line.startswith("[light]"):
            draft.highlights = read_highlights(line.strip(), partial(refuse, number))
        else:
            draft.text.append(line)
    if title is None or not steps:
        refuse(1, "no step. A step begins with “## ”.")
    minutes = header.get("Minutes", "0")
    if not minutes.isdigit():
        refuse(1, f"“{minutes}” is no number of minutes.")
    return Tour(
        file.name.split(".")[0].split("-", 1)[-1],
        title,
        tuple(steps),
        header.get("Question", ""),
        int(minutes),
        header.get("Then", ""),
    )


def finish(draft: Draft, refuse: Callable[[int, str], NoReturn]) -> Step:
    """The step of a draft; `refuse` gets the line and what is missing there."""
    lines = draft.text
    end = lines.index(MORE) if MORE in lines else len(lines)
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


def read_link(line: str, refuse: Callable[[str], NoReturn]) -> Link:
    """What a `[show](…)` opens."""
    match = LINK.fullmatch(line)
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


def read_highlights(line: str, refuse: Callable[[str], NoReturn]) -> tuple[Highlight, ...]:
    """What a `[light](…)` marks."""
    match = HIGHLIGHTS.fullmatch(line)
    highlights = []
    for pair in match[1].split(";") if match else ("",):
        row, arrow, column = (part.strip() for part in pair.partition("→"))
        if not arrow or not (row or column):
            refuse("a mark that cannot be read. It looks like [light](chien → dog; rouge →).")
        highlights.append(Highlight(row or None, column or None))
    return tuple(highlights)
