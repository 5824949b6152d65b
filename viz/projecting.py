"""Projections that take long, in a process of their own: `python -m viz.projecting`.

So they slow down nobody's page, end when nobody waits for them, and give their memory back: only
there are umap-learn and its compiler loaded. The process stays warm for IDLE seconds, for compiling
costs as much as a small map.
"""

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from models import UserError

from .language import mark
from .low_memory import has_little_memory
from .projections import METHODS, Projection, project

try:
    import resource
except ImportError:  # Windows limits no processor time
    resource = None  # type: ignore[assignment]

ROOT = Path(__file__).parent.parent
MAX_SECONDS = 40  # of processor time for one projection
SMALL = 500  # points of all steps together that t-SNE places in no time
IDLE = 60.0  # seconds without work after which the process ends
POLL = 0.2  # seconds after which who waits looks how far it is
Progress = Callable[[int, int], object]

TOO_LONG = mark(
    "{method} of {points:,} points in {steps} steps takes more than the {seconds} seconds of "
    "computing that one picture may cost here. Take fewer words or sentences, or choose PCA."
)

NO_ROOM = mark("This server has too little memory for {method}. Choose PCA.")


class Worker:
    """The process, started by the first who needs it; one projection at a time."""

    def __init__(self, seconds: int = MAX_SECONDS, idle: float = IDLE):
        self.seconds, self.idle = seconds, idle
        self.process: subprocess.Popen | None = None
        self.messages: queue.Queue[tuple[str, Any]] = queue.Queue()
        self._turn = threading.Lock()
        self._timer: threading.Timer | None = None

    def project(
        self, states: np.ndarray, method: str, axes: int, rule: str, progress: Progress
    ) -> Projection:
        """What `projections.project` gives and raises.

        Where `progress` raises, it ends at once. Raises UserError when it takes too long.
        """
        while not self._turn.acquire(timeout=POLL):
            progress(0, len(states))
        try:
            self._send((states, method, axes, rule))
            projection = self._receive(states, method, progress)
        except BaseException:
            self.stop()  # what it computes now nobody wants
            raise
        else:
            self._stop_later()
            return projection
        finally:
            self._turn.release()

    def _send(self, job: tuple) -> None:
        if self.process is None or self.process.poll() is not None:
            self.stop()
            self.messages = queue.Queue()
            self.process = subprocess.Popen(
                [sys.executable, "-m", "viz.projecting", str(self.seconds)],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            threading.Thread(
                target=read_messages, args=(self.process, self.messages), daemon=True
            ).start()
        assert self.process.stdin
        pickle.dump(job, self.process.stdin)
        self.process.stdin.flush()

    def _receive(self, states: np.ndarray, method: str, progress: Progress) -> Projection:
        done = 0
        while True:
            try:
                kind, content = self.messages.get(timeout=POLL)
            except queue.Empty:
                kind, content = "progress", done
            if kind == "progress":
                done = content
                progress(done, len(states))
            elif kind == "value":
                return content
            elif kind == "error":
                raise content
            else:
                self._explain_end(states, method)

    def _explain_end(self, states: np.ndarray, method: str) -> NoReturn:
        """Raise what the end of the process means."""
        assert self.process
        code = self.process.wait()
        if code == -getattr(signal, "SIGXCPU", 0):
            steps, points, _ = states.shape
            raise UserError(
                TOO_LONG,
                method=METHODS[method],
                points=points,
                steps=steps,
                seconds=self.seconds,
            )
        raise RuntimeError(f"the process of projections ended with {code}")

    def _stop_later(self) -> None:
        """End the process when nothing comes for some time."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(self.idle, self._stop_if_idle)
        self._timer.daemon = True
        self._timer.start()

    def _stop_if_idle(self) -> None:
        if self._turn.acquire(blocking=False):
            self.stop()
            self._turn.release()

    def stop(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            assert self.process.stdin
            with suppress(OSError):  # what it has not read
                self.process.stdin.close()
            self.process = None


def read_messages(process: subprocess.Popen, messages: queue.Queue) -> None:
    """Pass on what the process says, and at last that it has ended."""
    assert process.stdout
    try:
        while True:
            messages.put(pickle.load(process.stdout))
    except Exception:  # also half a message of a process that was killed
        process.stdout.close()
        messages.put(("end", None))


WORKER = Worker()


def project_apart(
    states: np.ndarray,
    method: str = "pca",
    axes: int = 2,
    rule: str = "once",
    progress: Progress = lambda done, total: None,
    last: int = -1,
) -> Projection:
    """What `projections.project` gives, of long ones from a process of their own.

    Raises UserError for one that takes too long, or has no room on a server with little memory.
    """
    steps, points, _ = states.shape
    is_short = method == "pca" or (method == "tsne" and steps * points <= SMALL)
    if is_short or points < axes + 2:  # too few: refused there
        return project(states, method, axes, rule, progress, last)
    if has_little_memory():
        raise UserError(NO_ROOM, method=METHODS[method])
    return WORKER.project(states, method, axes, rule, progress)


# --- in the process ------------------------------------------------------------------------------


def main() -> None:
    """Project what comes on the standard input until it ends."""
    jobs, messages = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no message
    if hasattr(os, "nice"):
        os.nice(10)

    def say(kind: str, content: object) -> None:
        pickle.dump((kind, content), messages)
        messages.flush()

    while True:
        try:
            job = pickle.load(jobs)
        except EOFError:  # the server has ended
            return
        limit_processor_time(int(sys.argv[1]))
        try:
            states, method, axes, rule = job
            report = lambda done, total: say("progress", done)  # noqa: E731
            say("value", project(states, method, axes, rule, report))
        except Exception as error:
            say("error", error)


def limit_processor_time(seconds: int) -> None:
    """End this process after so many more seconds of processor time."""
    if resource is None:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    limit = int(used.ru_utime + used.ru_stime) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (limit, hard))


if __name__ == "__main__":
    main()
