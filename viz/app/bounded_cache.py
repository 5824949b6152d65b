"""Caches shared by all visitors, bounded in bytes; `_report` says how full each one is."""

import ctypes
import functools
import gc
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, NamedTuple, TypeVar
from weakref import WeakSet

import numpy as np
import streamlit as st

from ..base.memory_limit import has_little_memory
from .turns import TURNS

_T = TypeVar("_T")
_MEGABYTE = 1024 * 1024
_BUDGETS = {  # of each cache in MB: usually, and with little memory
    "models": (128, 64),
    "traces": (48, 12),
    "large traces": (256, 64),
    "values": (64, 16),
}
_MAX_READINGS = 48, 16  # MB of what was read of files
MISSING = object()
_PLAIN = {str, bytes, int, float, bool, type(None)}
_SIMPLE = str, bytes, int, float, type(None), np.ndarray  # types that hold no other values
_M_MMAP_THRESHOLD, _M_ARENA_MAX = -3, -8  # in glibc's malloc.h
LOCKED = threading.local()  # its `session` says whether this thread has its session locked
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def tune_malloc() -> None:
    """Let all threads share two malloc pools, and keep large blocks out of them.

    glibc makes a pool for each thread, and each keeps what was freed in it; a large array beside
    small values leaves a hole that is never given back.
    """
    if mallopt := getattr(_LIBC, "mallopt", None):
        mallopt(_M_ARENA_MAX, 2)
        mallopt(_M_MMAP_THRESHOLD, 4 * _MEGABYTE)


def _give_back() -> None:
    """Return freed memory to the system, which glibc would keep for reuse."""
    if trim := getattr(_LIBC, "malloc_trim", None):
        trim(0)


class _Debounced:
    """Calls a function once for all requests that come within a second."""

    def __init__(self, action: Callable[[], object]):
        self.action = action
        self._waiting = threading.Lock()  # held while the second passes

    def __call__(self) -> None:
        if self._waiting.acquire(blocking=False):
            timer = threading.Timer(1.0, self._act)
            timer.daemon = True
            timer.start()

    def _act(self) -> None:
        self._waiting.release()
        self.action()


def _collect() -> None:
    """Collect garbage, and freeze the rest so that later collections skip it."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    _give_back()


give_back_soon = _Debounced(_give_back)  # each call delays the next allocations
collect_soon = _Debounced(_collect)  # 0.15 s a call, and a page may load ten models in a row


class _Holding(NamedTuple):
    """The content of a cache."""

    entries: int
    size: int  # bytes
    budget: int  # bytes


@dataclass
class _Entry:
    """A value in a cache, its bytes, and its worth."""

    value: Any
    size: int
    seconds: float  # the time to compute it
    rank: float = 0.0  # the lowest is evicted first

    @property
    def worth(self) -> float:
        """The seconds that each of its bytes saves."""
        return self.seconds / max(self.size, 1)


class _Cache:
    """Values by key. Beyond its budget, the values of least worth that were not used are evicted.

    Of equal worth, the least recently used one goes first. The rank of a value that is used is its
    worth above the rank of the last evicted value (GreedyDual-Size, Cao & Irani 1997): what took
    ten seconds and has few bytes stays while many others come and go.

    The last value stays, however large it is, because a page uses it again and again. A value
    larger than the budget evicts nothing and is evicted next.
    """

    def __init__(self, budget: int):
        self.budget = budget
        self.size = 0
        self._floor = 0.0  # the rank of the last evicted value
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()  # the most recently used last
        self._lock = threading.Lock()
        self._computing: dict[Hashable, threading.Lock] = {}

    def get(self, key: Hashable, default: Any = None) -> Any:
        """Return the value of this key, or else `default`."""
        with self._lock:
            if key not in self._entries:
                return default
            self._entries.move_to_end(key)
            entry = self._entries[key]
            entry.rank = self._floor + entry.worth
            return entry.value

    def put(
        self, key: Hashable, value: object, size: int | None = None, seconds: float = 0.0
    ) -> list[Hashable]:
        """Keep a value, of `size` bytes if given; return the keys that were evicted."""
        gone = []
        entry = _Entry(value, _size_of(value) if size is None else size, seconds)
        with self._lock:
            if before := self._entries.pop(key, None):
                self.size -= before.size
            self.size += entry.size
            entry.rank = self._floor + entry.worth
            self._entries[key] = entry
            allowed = self.budget + (entry.size if entry.size > self.budget else 0)
            while self.size > allowed and len(self._entries) > 1:
                gone.append(self._next_to_go())
                self.size -= self._entries.pop(gone[-1]).size
        return gone

    def _next_to_go(self) -> Hashable:
        others = [*self._entries][:-1]
        large = (key for key in others if self._entries[key].size > self.budget)
        if (first := next(large, None)) is not None:
            return first
        lowest = min(others, key=lambda key: self._entries[key].rank)
        self._floor = self._entries[lowest].rank
        return lowest

    def compute(self, key: Hashable, compute: Callable[[], _T]) -> _T:
        """Return the value of this key; the first caller computes it while others wait.

        One that has its session locked does not wait: the first may be a run of the same session,
        and about to read its state.
        """
        value = self.get(key, MISSING)
        if value is not MISSING:
            return value
        with self._lock:
            computing = self._computing.setdefault(key, threading.Lock())
        if not computing.acquire(blocking=False):
            if getattr(LOCKED, "session", False):
                return compute()
            with TURNS.pause():
                computing.acquire()
        try:
            value = self.get(key, MISSING)
            if value is MISSING:
                value = compute()
                self.put(key, value)
            return value
        finally:
            computing.release()
            self._computing.pop(key, None)

    def holding(self) -> _Holding:
        """Return how full the cache is."""
        with self._lock:
            return _Holding(len(self._entries), self.size, self.budget)


@functools.cache
def _field_names(kind: type) -> list[str]:
    return [field.name for field in fields(kind)]


def _size_of(value: object) -> int:
    """Return the bytes of a value and of the values in it; arrays with their numbers.

    Models and functions are shared and count as 0 bytes.
    """
    size, seen, waiting = 0, set(), [value]
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if type(value) in _PLAIN:  # nearly all of them
            size += sys.getsizeof(value)
            continue
        if isinstance(value, np.ndarray) and value.base is not None:
            size += value.nbytes
            continue
        if isinstance(value, _SIMPLE):
            pass
        elif isinstance(value, list | tuple | set | frozenset):
            waiting += value
        elif isinstance(value, Mapping):
            waiting += [*value.keys(), *value.values()]
        elif is_dataclass(value) and not isinstance(value, type):
            waiting += [getattr(value, name, None) for name in _field_names(type(value))]
        elif callable(value):
            continue
        size += sys.getsizeof(value)
    return size


@dataclass(eq=False)
class MemoryReading:
    """What was read of a visitor's file, or the UserError: kept by the session, and by it alone.

    Beyond _MAX_READINGS the least recently used of all sessions is MISSING.
    """

    key: Hashable
    value: Any
    used: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        with _READING:
            _READINGS.add(self)
            readings = sorted(_READINGS, key=lambda reading: reading.used)
            left = _MAX_READINGS[has_little_memory()] * _MEGABYTE
            for reading in reversed(readings):
                left -= _size_of(reading.value)
                if left < 0 and reading is not self:
                    reading.value = MISSING


_READING = threading.Lock()
_READINGS: WeakSet[MemoryReading] = WeakSet()


@st.cache_resource(show_spinner=False)
def _caches() -> dict[str, _Cache]:
    little = has_little_memory()
    return {name: _Cache(sizes[little] * _MEGABYTE) for name, sizes in _BUDGETS.items()}


def cache(name: str) -> _Cache:
    """Return the cache of this name, one of _BUDGETS."""
    return _caches()[name]


def _report() -> dict[str, _Holding]:
    """Return the content of each cache, by name."""
    return {name: cache.holding() for name, cache in _caches().items()}
