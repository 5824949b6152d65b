"""Errors that are meant for the person who typed, not for the programmer."""


class UserError(Exception):
    """One friendly sentence: what happened, with the numbers, and what to do. Shown as written."""
