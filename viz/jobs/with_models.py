"""Run slow functions that use models in a child process.

The child loads the models again. So the function runs in this process if memory is below `_ENOUGH`,
or if the models run on other machines, unless it needs the networks themselves.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from models import UserError, register
from models.serving.client import backend_address

from ..base.language import current_locale, register_locale_reader, translatable
from ..base.memory_limit import has_little_memory
from ..base.progress import Progress
from ..view.runner import Runner, plain_runner
from .worker import PROCESS_FOLDER, Worker

# Bytes of memory. A server takes 1.2e9 after thousands of visits, the child process of the gallery
# 0.7e9, that of own sentences 0.45e9.
_ENOUGH = 3e9
_MODEL_IDLE = 10.0  # seconds without work after which the child ends and frees its memory
_T = TypeVar("_T")
_Compute = Callable[[Runner, Progress], _T]

_TOO_LONG = translatable(
    "This takes more than the {seconds:,} seconds of computing allowed here. "
    "Run it on a machine of your own."
)


class ModelWorker(Worker):
    """A worker whose functions use models."""

    def __init__(self, seconds: int, needs_networks: bool = False):
        super().__init__(seconds, _TOO_LONG, _MODEL_IDLE)
        self.needs_networks = needs_networks

    @property
    def has_process(self) -> bool:
        """Whether functions run in the child process."""
        if backend_address():
            return self.needs_networks
        return not has_little_memory(_ENOUGH)

    def compute(self, compute: _Compute[_T], runner: Runner, progress: Progress) -> _T:
        """Run `compute(runner, progress)`, a function that pickle can name.

        It ends at once when `progress` raises. Raises UserError when it takes too long.
        """
        if not self.has_process:
            return compute(runner, progress)
        return self.run(
            _compute_in_child, *(compute, current_locale(), sys.argv), progress=progress
        )


def _compute_in_child(
    compute: _Compute[_T], locale: str, arguments: list[str], report: Progress
) -> _T:
    """Compute in the child process, with the models that the server offers."""
    with suppress(UserError):  # an error in the file, which the page has reported
        register(arguments, PROCESS_FOLDER / ".streamlit/models.toml")
    register_locale_reader(lambda: locale)
    return compute(plain_runner("auto"), report)
