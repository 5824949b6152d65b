"""The models as a page asks them: in the app for all visitors, elsewhere for one command."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, Protocol, TypeVar

import models
from models import Encoding, Request, TextModel, Trace, UserError

from ..base.language import t, translatable
from ..base.libraries import LIBRARIES
from ..base.progress import Progress, unwatched

_T = TypeVar("_T")


class Stopped(UserError):
    """The reader has stopped a computation; `key` is that of `Runner.compute_once`."""

    def __init__(self, key: str) -> None:
        super().__init__(translatable("Stopped. What you have typed is still here."))
        self.key = key


class Runner(Protocol):
    """Runs models for a page. `trace` and `compute_once` may keep their answers."""

    def model(self, name: str) -> TextModel:
        """Return the model of this name. Raises UserError if it cannot be loaded."""
        ...

    def trace(self, request: Request) -> Trace:
        """Answer `TextModel.trace`."""
        ...

    def compute_once(
        self,
        key: str,
        label: str,
        compute: Callable[[Progress], _T],
        show: Callable[[Any], object] | None = None,
        can_stop: bool = False,
    ) -> _T:
        """Return `compute(progress)`, kept under this key; a progress bar shows the label.

        `show` draws each partial value that `compute` reports. Raises Stopped if the reader may
        stop it and did.
        """
        ...

    def prepare(self, key: str, compute: Callable[[Progress], object]) -> None:
        """Begin the `compute_once` of this key beside what the page does next, where possible."""
        ...


def encodings(runner: Runner, name: str, sentences: Sequence[str]) -> list[Encoding]:
    """Return the states of a model's encoder over each of the sentences."""

    def encode_all(progress: Progress) -> list[Encoding]:
        encoded: list[Encoding] = []
        for sentence in sentences:
            encoded.append(runner.model(name).encode(sentence))
            progress(len(encoded), len(sentences))
        return encoded

    label = t("{model} reads the sentences", model=name)
    return runner.compute_once(f"encodings {name} {sentences!r}", label, encode_all)


def teacher_forced_trace(runner: Runner, request: Request) -> Trace:
    """The run that is forced to follow the request's target, or else what the model writes.

    Other than a free run it has a row for each token of that French as it is read, not as it
    happened to be written, and its end: runs that follow the same French have the same rows.
    """
    if request.target is None:
        request = replace(request, target=runner.trace(request).translation)
    return runner.trace(request)


class PlainRunner:
    """Runs the models in this process, on one device, without Streamlit."""

    def __init__(self, device: str = "auto"):
        self.device = device
        self.model = cache(self._load)
        self.trace = lru_cache(maxsize=16)(self._trace)

    def _load(self, name: str) -> TextModel:
        LIBRARIES.torch.set_num_threads(1)  # single sentences are no slower
        available = models.available()
        if available and name not in (*available, *models.APART):
            raise UserError(
                f"There is no model “{name[:60]}”. Choose one of: {', '.join(available)}."
            )
        return models.load(name, self.device)

    def _trace(self, request: Request) -> Trace:
        return self.model(request.model).trace(request)

    def compute_once(
        self,
        key: str,
        label: str,
        compute: Callable[[Progress], _T],
        show: Callable[[Any], object] | None = None,
        can_stop: bool = False,
    ) -> _T:
        return compute(unwatched)

    def prepare(self, key: str, compute: Callable[[Progress], object]) -> None:
        pass  # one thread


@cache
def plain_runner(device: str) -> PlainRunner:
    """The runner of this process for a device."""
    return PlainRunner(device)
