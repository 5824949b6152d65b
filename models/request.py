"""A question to a model: at once the key of a cache and the link that a lecturer shares."""

from dataclasses import dataclass


@dataclass(frozen=True)
class WhatIf:
    """Changes to a model for one run; the defaults mean "as trained". So far there are none to make."""


@dataclass(frozen=True)
class Request:
    """Translate `sentence` with `model`; with `target`, follow this translation instead of the model's own."""

    model: str
    sentence: str
    target: str | None = None
    what_if: WhatIf = WhatIf()
