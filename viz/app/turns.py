"""Turns: one run of the script computes at a time, in the order of arrival.

Threads that compute side by side share one interpreter lock: a hundred at once all end when the
last one does, and the queue of a model waits for the lock between any two of its operations.
"""

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

_LENGTH = 0.3  # seconds of a turn; a longer run goes on beside others


class _Turns:
    """Turns in the order of requests, `count` at a time."""

    def __init__(self, count: int = 1, length: float = _LENGTH):
        self.count, self.length = count, length
        self._lock = threading.Lock()
        self._waiting: deque[threading.Event] = deque()  # set: check whether it is your turn
        self._began: dict[int, float] = {}  # the start of each current turn, by thread
        self._invited = float("-inf")  # when `invite` was true last

    @contextmanager
    def take(self) -> Iterator[None]:
        """Wait for a turn and hold it; do nothing inside another turn."""
        if threading.get_ident() in self._began:
            yield
            return
        self._enter()
        try:
            yield
        finally:
            self._leave()

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Let others run while this thread waits; do nothing outside a turn."""
        if threading.get_ident() not in self._began:
            yield
            return
        self._leave()
        try:
            yield
        finally:
            self._enter()

    def invite(self) -> bool:
        """Return whether somebody who can wait may ask for a turn: nobody else does, or is to."""
        with self._lock:
            now = time.monotonic()
            is_free = not (self._began or self._waiting) and now - self._invited >= self.length
            if is_free:
                self._invited = now
            return is_free

    def _enter(self) -> None:
        look = threading.Event()
        timeout: float | None = None
        with self._lock:
            self._waiting.append(look)
            if self._waiting[0] is look:
                look.set()
        while True:
            look.wait(timeout)
            with self._lock:
                look.clear()
                now = time.monotonic()
                holding = [began for began in self._began.values() if now - began < self.length]
                if len(holding) < self.count:
                    self._began[threading.get_ident()] = now
                    self._waiting.popleft()
                    self._wake_next()
                    return
                timeout = min(holding) + self.length - now

    def _leave(self) -> None:
        with self._lock:
            del self._began[threading.get_ident()]
            self._wake_next()

    def _wake_next(self) -> None:
        if self._waiting:
            self._waiting[0].set()


TURNS = _Turns()
