"""Guided tours, a Markdown file each, for anyone to edit. No Streamlit.

    # The mask                                                     its title
    ## A word may not look ahead                                   a step
    [show](mask?sentence=The+big+red+dog&sees=causal)              the page that the step shows, and in which state
    The text beside it, in Markdown.

The link is the end of an address of Heads Up, as the browser shows it; of its parameters those that a page has anyway may be
left out. After a `#` it may name a part of the page, one of its PARTS. The files that begin with a number are the lessons, in
this order; `4-mask.fr.md` is the French of `4-mask.md`.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl

from models import UserError

FOLDER = Path(__file__).parent
LINK = re.compile(r"\[show\]\(([\w-]+)(?:\?([^\s()#]*))?(?:#([\w-]+))?\)")


@dataclass(frozen=True)
class Step:
    """What is shown beside which text."""

    title: str
    text: str  # Markdown
    page: str  # its address
    asked: tuple[tuple[str, str], ...]  # parameters of the address
    part: str | None = None  # of the page; None: all of it


@dataclass(frozen=True)
class Tour:
    """A lesson, or the classics."""

    name: str  # in the address
    title: str
    steps: tuple[Step, ...]


def lessons(language: str = "en") -> dict[str, Tour]:
    """The lessons by name, in their order, each in this language if there is a file for it, else in English."""
    files = sorted(file for file in FOLDER.glob("[0-9]*-*.md") if len(file.suffixes) == 1)
    return {(found := tour(file.stem, language)).name: found for file in files}


def tour(stem: str, language: str = "en") -> Tour:
    """The tour of the file with this stem. Raises UserError, with file and line, for one that cannot be read."""
    translated = FOLDER / f"{stem}.{language}.md"
    return read(translated if translated.exists() else FOLDER / f"{stem}.md")


def read(file: Path) -> Tour:
    """The tour in a file. Raises UserError, with file and line, when something is wrong in it."""
    def refuse(line: int, why: str) -> None:
        raise UserError(f"{file.name}, line {line}: {why}")

    title, steps, begun = None, [], None  # begun: line, heading, link and text of the step that is read
    for number, line in enumerate((*file.read_text(encoding="utf-8").splitlines(), "## "), start=1):
        if line.startswith("# "):
            if title is not None:
                refuse(number, "a second title. A step begins with “## ”.")
            title = line[2:].strip()
        elif line.startswith("## "):
            if title is None:
                refuse(number, "a step before the title. The file begins with “# ” and the title.")
            if begun is not None:
                first, heading, link, text = begun
                if not heading:
                    refuse(first, "a step without a heading.")
                if link is None:
                    refuse(first, f"“{heading}” shows nothing. It needs a line such as [show](mask?sees=none).")
                if not (said := "\n".join(text).strip()):
                    refuse(first, f"“{heading}” says nothing. It needs some text.")
                steps.append(Step(heading, said, *link))
            begun = number, line[3:].strip(), None, []
        elif begun is None and line.strip():
            refuse(number, "text before the first step, which begins with “## ”.")
        elif line.startswith("[show]"):
            if begun[2] is not None:
                refuse(number, "a second [show] in one step.")
            if not (found := LINK.fullmatch(line.strip())):
                refuse(number, "a link that cannot be read. It looks like [show](mask?sentence=The+big+red+dog&sees=none), a “+” for each space.")
            try:
                asked = parse_qsl(found[2] or "", keep_blank_values=True, strict_parsing=bool(found[2]), errors="strict")
            except ValueError:
                refuse(number, f"“{found[2]}” is no part of an address. It looks like sentence=I+am+tired.&sees=none.")
            begun = *begun[:2], (found[1], tuple(asked), found[3]), begun[3]
        elif begun is not None:
            begun[3].append(line)
    if not steps:
        refuse(1, "no step. A step begins with “## ”.")
    return Tour(file.name.split(".")[0].split("-", 1)[-1], title, tuple(steps))
