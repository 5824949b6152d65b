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


class NotRecorded(ValueError):
    """A part of a run was read that its request did not ask to record."""

    def __init__(self, part: str, record: str):
        super().__init__(
            f"this run did not record {part}: ask for it with Request(..., record=Record({record}))"
        )
