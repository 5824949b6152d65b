"""How far a long computation is."""

from typing import Any, Protocol


class Progress(Protocol):
    """Is called with how much is done, of how much, and what there is to look at so far."""

    def __call__(self, done: int, total: int, so_far: Any = None) -> object: ...


def unwatched(done: int, total: int, so_far: Any = None) -> None:
    """The progress of what nobody watches."""
