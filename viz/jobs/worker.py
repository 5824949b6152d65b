"""Run slow functions in a child process: `python -m viz.jobs.worker SECONDS`.

The child does not slow down pages, stops when nobody waits for it, and frees its memory. It stays
warm for some time: importing and compiling cost as much as a small job.
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
from typing import Any, TypeVar

from models import UserError

from ..base.progress import Progress

try:
    import resource
except ImportError:  # Windows cannot limit CPU time
    resource = None  # type: ignore[assignment]

# Where the child runs: in the tree, from which it imports `viz`, or where a package is used.
PROCESS_FOLDER = Path(__file__).parents[2] if __package__ == "viz.jobs" else Path.cwd()
_T = TypeVar("_T")
_IDLE = 60.0  # seconds without work after which the process ends
_PREPARING = 600  # seconds of CPU time at most
_POLL = 0.2  # seconds between two reports of progress


class _OutOfTime(Exception):
    """A call exceeded its limit of CPU time."""


class Worker:
    """A child process, started on first use, that runs one function at a time.

    `seconds` is the CPU time limit of a call, `too_long` the error message beyond it, `idle` the
    seconds without a call after which the process ends. `prepare` is called in the child before
    each call, with its arguments; its time does not count.
    """

    def __init__(
        self,
        seconds: int,
        too_long: str,
        idle: float = _IDLE,
        prepare: Callable[..., object] | None = None,
    ):
        self.seconds, self.too_long, self.idle, self.prepare = seconds, too_long, idle, prepare
        self.process: subprocess.Popen | None = None
        self.messages: queue.Queue[tuple[str, Any]] = queue.Queue()
        self._turn = threading.Lock()
        self._timer: threading.Timer | None = None

    def run(
        self, function: Callable[..., _T], *arguments: object, progress: Progress, **values: object
    ) -> _T:
        """Run `function(*arguments, report)` in the child; return its result or raise its error.

        `function` must be one that pickle can name; its `report(done, total, so_far)` goes to
        `progress`. While other calls are first, `progress` gets 0 of 0. The call is cancelled when
        `progress` raises. Raises UserError with `too_long`, filled in with `seconds` and `values`,
        when the call takes too long, and where the process was killed.
        """
        while not self._turn.acquire(timeout=_POLL):
            progress(0, 0)
        try:
            self._send((self.prepare, function, arguments))
            value = self._receive(progress)
        except BaseException as error:
            self.stop()  # the result is not needed any more
            if isinstance(error, _OutOfTime):
                raise UserError(self.too_long, seconds=self.seconds, **values) from error
            raise
        else:
            self._stop_later()
            return value
        finally:
            self._turn.release()

    def _send(self, call: tuple[Callable | None, Callable, tuple]) -> None:
        if self.process is None or self.process.poll() is not None:
            self.stop()
            self.messages = queue.Queue()
            self.process = subprocess.Popen(
                [sys.executable, "-m", f"{__package__}.worker", str(self.seconds)],
                cwd=PROCESS_FOLDER,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            threading.Thread(
                target=_read_messages, args=(self.process, self.messages), daemon=True
            ).start()
        assert self.process.stdin
        pickle.dump(call, self.process.stdin)
        self.process.stdin.flush()

    def _receive(self, progress: Progress) -> Any:
        latest = 0, 0, None  # steps done, steps in total, intermediate result
        while True:
            try:
                kind, content = self.messages.get(timeout=_POLL)
            except queue.Empty:
                kind, content = "progress", latest
            if kind == "progress":
                latest = content
                progress(*latest)
            elif kind == "value":
                return content
            elif kind == "error":
                raise content
            else:
                assert self.process
                code = self.process.wait()
                if code == -getattr(signal, "SIGXCPU", 0):
                    raise _OutOfTime
                if code == -getattr(signal, "SIGKILL", 0):  # as a system does that is out of memory
                    raise UserError(
                        "The server has ended this computation, perhaps for lack of memory. Try "
                        "again, with less text."
                    )
                raise RuntimeError(f"the child process ended with {code}")

    def _stop_later(self) -> None:
        """End the process after `idle` seconds without a call."""
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
            with suppress(OSError):  # input that it has not read
                self.process.stdin.close()
            self.process = None


def _read_messages(process: subprocess.Popen, messages: queue.Queue) -> None:
    """Queue the messages of the process, and at last that it has ended."""
    assert process.stdout
    try:
        while True:
            messages.put(pickle.load(process.stdout))
    except Exception:  # the pipe was closed, or the process was killed within a message
        process.stdout.close()
        messages.put(("end", None))


# --- in the child process ------------------------------------------------------------------------


def _serve() -> None:
    """Run each call from standard input until it closes; see `Worker.run`."""
    calls, messages = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # keep what libraries print out of the messages
    if hasattr(os, "nice"):
        os.nice(10)

    def say(kind: str, content: object) -> None:
        pickle.dump((kind, content), messages)
        messages.flush()

    def report(done: int, total: int, so_far: Any = None) -> None:
        say("progress", (done, total, so_far))

    while True:
        try:
            prepare, function, arguments = pickle.load(calls)
        except EOFError:  # the server has ended
            return
        try:
            if prepare is not None:
                _limit_processor_time(_PREPARING)
                prepare(*arguments)
            _limit_processor_time(int(sys.argv[1]))
            say("value", function(*arguments, report))
        except Exception as error:
            say("error", error)


def _limit_processor_time(seconds: int) -> None:
    """End this process after `seconds` more of CPU time."""
    if resource is None:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    limit = int(used.ru_utime + used.ru_stime) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (limit, hard))


if __name__ == "__main__":
    _serve()
