"""Errors that are meant for the person who typed, and one for the programmer."""

import re
from pathlib import Path, PurePosixPath, PureWindowsPath

LONGEST_REASON = 300  # characters of another library's message that a page shows
QUOTED_PATH = re.compile(r"""(["'`])((?:/|~/|[A-Za-z]:\\).*?)\1""")
BARE_PATH = re.compile(r"""(?<![\w:/.\\])(?:~?/|[A-Za-z]:\\)[^\s"'`,;:()<>]+""")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


class UserError(Exception):
    """One friendly sentence: what happened, with the numbers, and what to do.

    `text` is the English with {names} where the `values` go, so that the page can say it in another
    language; `str(error)` is the whole sentence. Without values the text stands as written, braces
    and all.
    """

    def __init__(self, text: str, **values: object):
        super().__init__(text.format(**values) if values else text)
        self.text, self.values = text, values


def last_line(error: BaseException) -> str:
    """The last line of another library's error, short enough for a sentence; or its name."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1][:200] if lines else type(error).__name__


class NotRecorded(ValueError):
    """A part of a run was read that its request did not ask to record."""

    def __init__(self, part: str, record: str):
        super().__init__(
            f"this run did not record {part}: ask for it with Request(..., record=Record({record}))"
        )


def summarize(error: BaseException, folder: Path | None = None) -> str:
    """Return what an error of another library says, fit for visitors.

    Whole sentences only, up to `LONGEST_REASON` characters; of a path of this machine the last part
    only. The name of the error where it says nothing, or its first sentence is too long. `folder`
    is hidden too where its path has spaces.
    """
    if isinstance(error, KeyError):
        return f"KeyError: {error}"
    if isinstance(error, OSError) and error.strerror:
        name = PurePosixPath(str(error.filename)).name if error.filename else ""
        return f"{error.strerror}: {name}" if name else error.strerror
    paragraph = re.split(r"\n\s*\n", str(error).strip())[0]
    if folder is not None:
        for path in {str(folder), str(folder.resolve())} - {"/", "."}:
            paragraph = paragraph.replace(path, folder.resolve().name)
    text = BARE_PATH.sub(
        lambda path: last_part(path.group()),
        QUOTED_PATH.sub(lambda path: f"“{last_part(path.group(2))}”", " ".join(paragraph.split())),
    )
    summary = ""
    for sentence in SENTENCE_END.split(text):
        longer = f"{summary} {sentence}".strip()
        if len(longer) > LONGEST_REASON:
            break
        summary = longer
    return summary or type(error).__name__


def last_part(path: str) -> str:
    """The name of a file or folder, and the full stop of a sentence that ends in it."""
    is_windows = "\\" in path and "/" not in path
    return (PureWindowsPath(path) if is_windows else PurePosixPath(path)).name or "/"
