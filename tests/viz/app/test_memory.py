"""Caches are bounded by the bytes of their values."""

import gc
import subprocess
import sys
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from time import sleep

import numpy as np
import pytest

import models
from models import Request, registry
from models.lengths import LONGEST
from models.serving.queue import QueuedModel
from viz.app import bounded_cache, cache
from viz.app.bounded_cache import _Cache, _size_of
from viz.draw.files.archive import _trace_arrays

KB = 1024


def block(kilobytes: int) -> np.ndarray:
    return np.zeros(kilobytes * KB, np.uint8)


def test_beyond_the_budget_goes_what_was_asked_for_longest_ago():
    cache = _Cache(100 * KB)
    for name in "abc":
        cache.put(name, block(30))
    assert cache.get("a") is not None
    cache.put("d", block(30))  # b is evicted
    assert [name for name in "abcd" if cache.get(name) is not None] == ["a", "c", "d"]
    assert cache.holding().entries == 3
    assert 90 * KB <= cache.holding().size <= 100 * KB


def test_what_took_long_for_its_bytes_stays_while_others_come_and_go():
    cache = _Cache(100 * KB)
    cache.put("gallery", block(10), seconds=10)
    cache.put("map", block(10), seconds=1)
    for number in range(20):
        cache.put(number, block(30), seconds=0.1)
    assert cache.get("gallery") is not None
    assert cache.get("map") is not None
    for number in range(20, 400):  # it does not stay for ever
        cache.put(number, block(30), seconds=0.1)
    assert cache.get("gallery") is not None
    assert cache.get("map") is None
    for number in range(400, 4000):
        cache.put(number, block(90), seconds=1)
    assert cache.get("gallery") is None
    assert cache.holding().entries == 1


def test_a_value_larger_than_the_budget_stays_until_the_next_comes():
    cache = _Cache(10 * KB)
    cache.put("large", block(50))
    assert cache.get("large") is not None
    cache.put("small", block(1))
    assert cache.get("large") is None
    assert cache.holding().size < 2 * KB


def test_a_value_larger_than_the_budget_crowds_out_no_smaller_ones():
    cache = _Cache(10 * KB)
    for name, size in (("small", 4), ("large", 50), ("larger", 60), ("little", 4)):
        cache.put(name, block(size))
    assert cache.holding().entries == 2
    assert cache.get("small") is not None
    assert cache.get("little") is not None


def test_a_value_that_is_put_again_counts_once():
    cache = _Cache(100 * KB)
    for _ in range(5):
        cache.put("one", block(30))
    assert cache.holding().entries == 1
    assert cache.holding().size < 31 * KB


def test_none_is_a_value_that_is_computed_once():
    cache, runs = _Cache(KB), []
    for _ in range(2):
        assert cache.compute("nothing", lambda: runs.append(1)) is None
    assert len(runs) == 1


def test_what_many_ask_for_at_once_is_computed_once_and_an_error_is_not_kept():
    cache, runs = _Cache(KB), []

    def compute():
        runs.append(1)
        time.sleep(0.1)
        if len(runs) == 1:
            raise KeyError("first")
        return "value"

    with pytest.raises(KeyError):
        cache.compute("key", compute)
    arrived = threading.Barrier(6)
    with ThreadPoolExecutor(6) as pool:
        threads = [
            pool.submit(lambda: (arrived.wait(), cache.compute("key", compute))) for _ in range(6)
        ]
        assert {thread.result()[1] for thread in threads} == {"value"}
    assert len(runs) == 2


def test_the_size_of_a_trace_is_that_of_its_arrays_and_little_more(model):
    trace = model.trace(Request(model.name, "I am tired."))
    numbers = sum(array.nbytes for array in _trace_arrays(trace).values())
    assert numbers <= _size_of(trace) < 1.5 * numbers + 50 * KB


def test_models_and_functions_in_a_value_count_nothing(model):
    assert _size_of([model.translate, models.load]) < KB


def test_the_report_names_every_cache_with_its_budget():
    report = bounded_cache._report()
    assert set(report) == set(bounded_cache._BUDGETS)
    assert all(holding.size >= 0 and holding.budget > 0 for holding in report.values())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only glibc is asked to give memory back")
def test_freed_memory_goes_back_to_the_system():
    """In a new process, whose memory no other test has used."""
    script = """
import ctypes
from pathlib import Path
from viz.app.bounded_cache import _give_back

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1])

libc = ctypes.CDLL(None)
libc.malloc.restype, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
blocks = [libc.malloc(100_000) for _ in range(1000)]
for block in blocks:
    ctypes.memset(block, 1, 100_000)
last = blocks.pop()  # keeps the end of the pool
for block in blocks:
    libc.free(block)
before = resident()
_give_back()
print(before - resident())
"""
    command = [sys.executable, "-c", script]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(run.stdout) > 20_000  # pages of 4 KB, 80 MB


@pytest.mark.slow
def test_models_beyond_the_budget_go_and_come_back(monkeypatch):
    """The front door drops them too."""
    loads = []
    for work in [*cache._WORKS.values()]:  # of pages that other tests opened: they ask for models
        work.value.exception(60)

    def load(name, progress):
        made = models.load(name, "cpu", progress)
        loads.append((name, weakref.ref(made.network)))
        return QueuedModel(made)

    monkeypatch.setattr(registry, "_loaded", {})
    monkeypatch.setattr(cache, "_load_warm", load)
    alive = weakref.WeakValueDictionary()  # none that a page of another test still uses
    monkeypatch.setattr(cache, "alive_models", lambda: alive)
    two = sum(4 * models.load(name).count_of_weights for name in ("seq2seq", "gpt"))
    registry._loaded.clear()
    monkeypatch.setitem(bounded_cache._BUDGETS, "models", (two / bounded_cache._MEGABYTE + 1, 0))
    bounded_cache._caches.clear()
    try:
        for name in ("seq2seq", "gpt", "seq2seq", "bert", "seq2seq", "gpt"):
            assert cache.model(name).name == name
        # Two fit; the least recently used one is evicted.
        assert [name for name, _ in loads] == ["seq2seq", "gpt", "bert", "gpt"]
        for _ in range(50):  # a thread that has run one may let go of it a moment later
            gc.collect()
            gone = [network() is None for _, network in loads]
            if gone == [False, True, True, False]:
                break
            sleep(0.1)
        assert gone == [False, True, True, False]
    finally:
        bounded_cache._caches.clear()


@pytest.mark.slow
def test_traces_of_the_longest_texts_are_kept_within_the_limit_whichever_side_is_long():
    loaded = models.load("transformer", "cpu")
    long = " ".join(["a"] * (LONGEST - 1))
    longest = loaded.trace(Request("transformer", long, long))
    assert len(longest.source) == len(longest.predicted) == LONGEST
    megabytes = _size_of(longest) / bounded_cache._MEGABYTE
    assert 120 < megabytes < 130
    usual, little = bounded_cache._BUDGETS["large traces"]
    kept = _Cache(usual * bounded_cache._MEGABYTE)
    for number in range(4):
        kept.put(number, longest)
        assert kept.holding().size <= usual * bounded_cache._MEGABYTE
    few = _Cache(little * bounded_cache._MEGABYTE)
    for number in range(2):
        few.put(number, longest)
    assert few.holding().entries == 1
    request = Request("transformer", "I am tired.", long)
    cache.trace(request)
    assert bounded_cache.cache("large traces").get(request) is not None
