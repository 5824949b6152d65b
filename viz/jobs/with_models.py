"""Long work with the models, in a child process.

There the models are loaded once more, so the work stays in this process where memory is below
`ENOUGH`, and where the models run on other machines, unless it needs the networks themselves.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from models import UserError, register
from models.serving.client import backend_address

from ..base.language import current_locale, mark, register_locale_reader
from ..base.memory_limit import has_little_memory
from ..base.progress import Progress
from ..view.runner import Runner, plain_runner
from .worker import ROOT, Worker

# Bytes of the machine: a server holds 1.2e9 after thousands of visits, the process that draws the
# gallery 0.7e9, that of own sentences 0.45e9.
ENOUGH = 3e9
IDLE = 10.0  # seconds after which the process gives that back
T = TypeVar("T")
Compute = Callable[[Runner, Progress], T]

TOO_LONG = mark(
    "This takes more than the {seconds:,} seconds of computing that it may cost here. Run it on a "
    "machine of your own."
)


class ModelWorker(Worker):
    """A worker whose functions ask models."""

    def __init__(self, seconds: int, needs_networks: bool = False):
        super().__init__(seconds, TOO_LONG, IDLE)
        self.needs_networks = needs_networks

    @property
    def has_process(self) -> bool:
        """Whether the work is done in the process, not in this one."""
        if backend_address():
            return self.needs_networks
        return not has_little_memory(ENOUGH)

    def compute(self, compute: Compute[T], runner: Runner, progress: Progress) -> T:
        """What `compute(runner, progress)` gives and raises; a function that pickle can name.

        Where `progress` raises, it ends at once. Raises UserError when it takes too long.
        """
        if not self.has_process:
            return compute(runner, progress)
        return self.run(compute_in_child, *(compute, current_locale(), sys.argv), progress=progress)


def compute_in_child(compute: Compute[T], locale: str, arguments: list[str], report: Progress) -> T:
    """Compute in the child process, with the models that the server offers."""
    with suppress(UserError):  # a mistake in the file, which the page has named
        register(arguments, ROOT / ".streamlit/models.toml")
    register_locale_reader(lambda: locale)
    return compute(plain_runner("auto"), report)
