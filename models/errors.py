"""Exceptions: UserError is shown to visitors, NotRecorded is for programmers."""

import re
from pathlib import Path, PurePosixPath, PureWindowsPath

_LONGEST_REASON = 300  # characters of another library's message that a page shows
_QUOTED_PATH = re.compile(r"""(["'`])((?:/|~/|[A-Za-z]:\\).*?)\1""")
_BARE_PATH = re.compile(r"""(?<![\w:/.\\])(?:~?/|[A-Za-z]:\\)[^\s"'`,;:()<>]+""")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


class UserError(Exception):
    """An error shown to the visitor: what happened, with the numbers, and what to do.

    `text` is the English template with {names} for the `values`, so that a page can translate it;
    `str(error)` is the formatted English. Without values the text is not formatted, so it may hold
    braces.
    """

    def __init__(self, text: str, **values: object):
        super().__init__(text.format(**values) if values else text)
        self.text, self.values = text, values


def last_line(error: BaseException) -> str:
    """Return the last line of a library's error, at most 200 characters; its class without one."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1][:200] if lines else type(error).__name__


class NotRecorded(ValueError):
    """Raised on reading a part of a trace that its request did not record."""

    def __init__(self, part: str, record: str):
        super().__init__(
            f"this run did not record {part}: ask for it with Request(..., record=Record({record}))"
        )


def summarize(error: BaseException, folder: Path | None = None) -> str:
    """Return a library's error message in a form fit for visitors.

    Keeps whole sentences up to `_LONGEST_REASON` characters, and shortens paths of this machine to
    their last part; `folder` is such a path, for the case that it has spaces. Returns the name of
    the class for an empty message, or where the first sentence is too long.
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
    text = _BARE_PATH.sub(
        lambda path: _last_part(path.group()),
        _QUOTED_PATH.sub(
            lambda path: f"“{_last_part(path.group(2))}”", " ".join(paragraph.split())
        ),
    )
    summary = ""
    for sentence in _SENTENCE_END.split(text):
        longer = f"{summary} {sentence}".strip()
        if len(longer) > _LONGEST_REASON:
            break
        summary = longer
    return summary or type(error).__name__


def _last_part(path: str) -> str:
    """Return the last part of a path, with the full stop of a sentence that ends in it."""
    is_windows = "\\" in path and "/" not in path
    return (PureWindowsPath(path) if is_windows else PurePosixPath(path)).name or "/"
