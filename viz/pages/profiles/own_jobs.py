"""Measure a visitor's own sentences in a child process, and keep the result on disk."""

import math
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from models import UserError
from models.corpus.own_sentences import check_folder, keep, key_of, read_kept
from models.corpus.profile import Profile
from models.corpus.sentences import Pair

from ...app import cache
from ...app.alerts import show_alert
from ...app.state import set_awaited_job
from ...base.progress import Progress
from ...jobs.with_models import ModelWorker
from ...view.runner import Runner

# Arguments: the name of a model, and sentences; needs torch. Must be picklable by name.
_Measure = Callable[[str, list[Pair], Runner, Progress], Profile]
# Of processor time. Five thousand short sentences take one of our translation models 45, and a
# large pretrained model far more.
_MAX_SECONDS = 4 * 3600
_WORKER = ModelWorker(_MAX_SECONDS, needs_networks=True)
_KIND = "own sentences"
_ONE_AT_A_TIME = threading.Lock()


class Cancelled(Exception):
    """The visitor stopped the job."""


class _Job:
    """Sentences being measured; the job continues when the visitor leaves the page."""

    def __init__(self, key: str, name: str, pairs: list[Pair], measure: _Measure):
        self.stopped = threading.Event()
        self.started: float | None = None  # when its turn came
        compute = partial(self.run, key, name, pairs, measure)
        # It continues without a visitor, and stores its result itself.
        self.work = cache.start_work(f"{_KIND} {key}", compute, lambda value: None, math.inf)

    def run(
        self, key: str, name: str, pairs: list[Pair], measure: _Measure, progress: Progress
    ) -> None:
        """Measure and keep the result. Raises Cancelled when the visitor stops the job."""

        def report(done: int, total: int, so_far: Any = None) -> None:
            if self.stopped.is_set():
                raise Cancelled
            progress(done, total)

        with _ONE_AT_A_TIME:
            self.started = time.monotonic()
            report(0, len(pairs))
            compute = partial(measure, name, pairs)
            keep(key, _WORKER.compute(compute, cache.CachedRunner(), report))

    @property
    def seconds_left(self) -> float | None:
        """Estimate the seconds left; None before the first progress."""
        done, total = self.work.progress
        if self.started is None or not done:
            return None
        return (time.monotonic() - self.started) / done * (total - done)


# By key, shared by all visitors: equal sentences are measured once.
JOBS: dict[str, _Job] = {}


def start_job(name: str, weights: str, pairs: list[Pair], measure: _Measure) -> None:
    """Measure sentences that are neither measured nor being measured; this tab waits for them.

    Shows an alert instead if the result could not be kept.
    """
    key = key_of(pairs, weights)
    running = JOBS.get(key)
    if read_kept(key) is None and (running is None or running.work.value.done()):
        try:
            check_folder()
        except UserError as error:
            show_alert(error)
            return
        for old in [old for old, job in JOBS.items() if job.work.value.done()]:
            JOBS.pop(old, None)
        JOBS[key] = _Job(key, name, pairs, measure)
    set_awaited_job(key)
