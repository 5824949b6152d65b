"""Progress of a long computation."""

from typing import Any, Protocol


class Progress(Protocol):
    """A callback: steps done, steps in total, and an intermediate result to show."""

    def __call__(self, done: int, total: int, so_far: Any = None) -> object: ...


def unwatched(done: int, total: int, so_far: Any = None) -> None:
    """Ignore progress: the default where no page shows it."""
