"""Errors that are meant for the person who typed, and one for the programmer."""


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
