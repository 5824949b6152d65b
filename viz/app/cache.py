"""Values computed once for all visitors.

Models, traces, and values with a progress bar.
"""

import gc
import math
import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import CancelledError, Future, wait
from contextlib import nullcontext
from functools import partial
from typing import Any, TypeVar, cast
from weakref import WeakValueDictionary

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import models
from models import Request, TextModel, Trace
from models.serving.client import ServedModel, backend_address
from models.serving.queue import QueuedModel

from ..base import language
from ..base.examples import EXAMPLE
from ..base.language import t
from ..base.libraries import LIBRARIES
from ..base.progress import Progress
from ..view.runner import Stopped
from . import bounded_cache
from .alerts import escape_markdown
from .internals import is_running, session_id
from .turns import TURNS

_T = TypeVar("_T")
_LOCK = threading.Lock()  # two visitors who ask for a value at once start it once
_GRACE = 5.0  # seconds without a waiting visitor after which a computation ends
_LONG_TEXT = 300  # bytes of a text; no token is less than one. Traces of a longer one are large
_POLL = 0.2  # seconds between two looks at the progress of a computation
# New objects before a garbage collection: a run makes 1,000, and Python's 700 cost 2 ms of it.
_NEW_OBJECTS = 3000
_LONG = 1.0  # seconds after which a computation may be stopped
_STOPPED = "stopped"  # the key of the computation that this visitor has stopped
_STOPPING = "stopping"  # in the run of the click: stops what is asked next, whatever its key
_WAITING = "waiting"  # the place for progress bars
_FAILURES = "failures"  # when a model could not be loaded in this session, and why, by its name
_RETRY = 10.0  # seconds until it is tried again: a visit asks for its model four times
# Seconds of waiting in a model's queue before the visitor is told, and between two updates.
_UPDATE_EVERY = 1.0


class _Work:
    """A value computed in a thread of its own for all visitors who ask for it.

    When all have left, it continues for `grace` seconds: a visitor who comes back, or has only
    changed something else on the page, need not start again.
    """

    def __init__(
        self,
        key: str,
        compute: Callable[[Progress], object],
        keep: Callable[[object], object],
        grace: float | None = None,
    ):
        self.key, self.keep = key, keep
        self.grace = _GRACE if grace is None else grace
        self.visitor = _read_visitor()
        self.value: Future = Future()
        self.progress = 0, 0  # steps done and in total, as last reported
        self.so_far: Any = None  # an intermediate result to show
        self.last_asked = time.monotonic()
        threading.Thread(target=self.run, args=(compute,), daemon=True).start()

    def run(self, compute: Callable[[Progress], object]) -> None:
        _CURRENT.work = self
        try:
            value = compute(self.report)
            self.keep(value)
        except BaseException as error:
            self.forget()  # the next visitor who asks tries again
            self.value.set_exception(error)
        else:
            self.forget()
            self.value.set_result(value)
        bounded_cache.give_back_soon()

    def forget(self) -> None:
        with _LOCK:
            _WORKS.pop(self.key, None)

    def report(self, done: int, total: int, so_far: Any = None) -> None:
        """Record the progress. Raises CancelledError when no visitor is waiting."""
        self.progress, self.so_far = (done, total), so_far
        self.check()

    def check(self) -> None:
        """Raise CancelledError when no visitor is waiting."""
        if self.is_left():
            # The whole machine may have paused: let waiting visitors ask again.
            time.sleep(2 * _POLL)
            if self.is_left():
                raise CancelledError

    def is_left(self) -> bool:
        """Whether no visitor has asked for longer than the grace period."""
        return time.monotonic() - self.last_asked > self.grace

    def watch(self, draw: Callable[[int, int], object]) -> None:
        """Draw the progress until the value is ready or has failed."""
        with TURNS.pause():
            while not self.value.done():
                self.last_asked = time.monotonic()
                if work := getattr(_CURRENT, "work", None):
                    work.check()  # the current work may itself have no visitor left
                if not wait([self.value], _POLL).done:
                    draw(*self.progress)


_CURRENT = threading.local()  # its `work` is what this thread computes
_WORKS: dict[str, _Work] = {}  # running works by key


def start_work(
    key: str,
    compute: Callable[[Progress], object],
    keep: Callable[[object], object],
    grace: float | None = None,
) -> _Work:
    """Return the running work of this key, or start one, whose value is passed to `keep`."""
    with _LOCK:
        if key not in _WORKS:
            _WORKS[key] = _Work(key, compute, keep, grace)
        _WORKS[key].last_asked = time.monotonic()
        return _WORKS[key]


def _read_visitor() -> Hashable:
    """Return the session that asks, also in a thread that computes for it."""
    if work := getattr(_CURRENT, "work", None):
        return work.visitor
    return session_id() or threading.get_ident()


class _PlaceInQueue:
    """Tells a waiting visitor once a second how many questions are before theirs.

    Drawing ends the run of a visitor who has left. Updates at each look, five times a second, took
    a tenth of the server's time with a hundred waiting visitors.
    """

    def __init__(self) -> None:
        self.toast: Any = st
        self.updated = 0.0  # seconds waited at the last update

    def __call__(self, count: int, seconds: float) -> None:
        if work := getattr(_CURRENT, "work", None):
            work.check()
        elif count and seconds - self.updated > _UPDATE_EVERY and is_running():
            self.updated = seconds
            text = t("Waiting in line. Requests before yours: {count}.", count=count)
            self.toast = self.toast.toast(text)


# --- models --------------------------------------------------------------------------------------


def _load_warm(name: str, progress: Progress) -> TextModel:
    """Load a model and run it once, or reach the machines that have done so.

    The methods of both kinds of model are derived from `TextModel`, which mypy cannot see.
    """
    if address := backend_address():
        return cast(TextModel, ServedModel(address, name, _PlaceInQueue, TURNS.pause))
    # Visitors run side by side; a second thread gains a tenth and blocks others.
    LIBRARIES.torch.set_num_threads(1)
    # oneDNN prepares and keeps LSTM weights for each length of sentence: slower here, and 40 MB.
    LIBRARIES.torch.backends.mkldnn.set_flags(False)
    loaded = models.load(name, progress=progress)
    loaded.translate([EXAMPLE])  # the first run of a network is slow: no visitor should wait for it
    # A small network waits for the interpreter's lock between operations; a large one computes.
    guard = TURNS.take if loaded.capabilities.trained_here else nullcontext
    return cast(TextModel, QueuedModel(loaded, _read_visitor, _PlaceInQueue, guard, TURNS.pause))


def reserve_waiting() -> None:
    """Reserve the place for progress bars above the page.

    It exists in every run, so that everything below it keeps its place.
    """
    st.session_state[_WAITING] = st.container(key=_WAITING)


def _waiting_place() -> DeltaGenerator:
    """Return the reserved place of this run; outside of a page, where the next element would be."""
    return st.session_state[_WAITING] if _WAITING in st.session_state else st.container()


def _watch_loading(name: str, loading: _Work) -> None:
    """Show how much of a model is loaded, until it is complete."""
    bar = None

    def draw(done: int, total: int) -> None:
        nonlocal bar
        if not total:
            return
        if done < total:
            text = t(
                "{model} is downloaded: {done:,.0f} of {total:,.0f} MB",
                model=name,
                done=done / 1e6,
                total=total / 1e6,
            )
        else:
            text = t("{model} is read …", model=name)
        bar = bar or _waiting_place().empty()
        bar.progress(done / total, escape_markdown(text))

    with _waiting_place(), st.spinner(t("Loading the model …")):
        loading.watch(draw)
    if bar:
        bar.empty()


@st.cache_resource(show_spinner=False)
def alive_models() -> WeakValueDictionary[str, TextModel]:
    """Return models that some page still uses, by name, even if evicted from their cache."""
    return WeakValueDictionary()


def _keep_model(name: str, loaded: TextModel) -> None:
    """Cache a model for all visitors, and evict the least recently used beyond the budget."""
    alive_models()[name] = loaded
    size = loaded.count_of_weights * 4 if isinstance(loaded, QueuedModel) else 0  # bytes of float32
    for gone in bounded_cache.cache("models").put(name, loaded, size):
        models.unload(str(gone))


def _keep_loaded(name: str, loaded: TextModel) -> None:
    """Cache a model that was just loaded."""
    _keep_model(name, loaded)
    gc.set_threshold(_NEW_OBJECTS)
    bounded_cache.collect_soon()


def model(name: str) -> TextModel:
    """Return the model of this name behind its queue, loaded once for all visitors.

    Raises UserError when it cannot be loaded.
    """
    kept = bounded_cache.cache("models").get(name)
    if kept is not None:
        return kept
    if (alive := alive_models().get(name)) is not None:
        _keep_model(name, alive)
        return alive
    failures: dict[str, tuple[float, Future]] = (
        st.session_state.setdefault(_FAILURES, {}) if is_running() else {}
    )
    if name in failures and time.monotonic() - failures[name][0] < _RETRY:
        return failures[name][1].result()
    keep = partial(_keep_loaded, name)
    loading = start_work(f"model {name}", partial(_load_warm, name), keep, grace=math.inf)
    if is_running() and not loading.value.done():
        _watch_loading(name, loading)
    if loading.value.exception():
        failures[name] = time.monotonic(), loading.value
    return loading.value.result()


# --- runs of a model -----------------------------------------------------------------------------


def trace(request: Request) -> Trace:
    """Return the trace of a request, run once for all visitors.

    Raises UserError for a sentence that cannot be read.
    """
    loaded = model(request.model)
    # With hundreds of heads on hundreds of tokens, a trace takes up to 0.7 GB.
    texts = request.sentence, request.target or ""
    is_short = all(len(text.encode(errors="replace")) <= _LONG_TEXT for text in texts)
    is_small = loaded.capabilities.trained_here and is_short
    name = "traces" if is_small else "large traces"
    return bounded_cache.cache(name).compute(request, lambda: loaded.trace(request))


# --- other values --------------------------------------------------------------------------------


def _keeping(key: str) -> Callable[[object], object]:
    """Return a function that caches a value with the seconds that computing it has taken."""
    start = time.monotonic()
    values = bounded_cache.cache("values")
    return lambda value: values.put(key, value, seconds=time.monotonic() - start)


def _compute_once(
    key: str,
    label: str,
    compute: Callable[[Progress], _T],
    show: Callable[[Any], object] | None = None,
    can_stop: bool = False,
) -> _T:
    """Return `compute(progress)`, computed once for all visitors.

    Meanwhile a bar shows the `label` and the progress that `compute` reports by `progress(done,
    total, so_far)`, and `show` draws each intermediate result. A computation that no visitor waits
    for ends at its next report. With `can_stop`, a button lets this visitor wait no more; Stopped
    is raised until `resume`.
    """
    # The value may contain texts, so the key has the language.
    key = f"{language.current_locale()} {key}"
    values = bounded_cache.cache("values")
    while (value := values.get(key, bounded_cache.MISSING)) is bounded_cache.MISSING:
        if can_stop and _is_stopped(key):
            raise Stopped(key)
        work = start_work(key, language.holding(compute), _keeping(key))
        _watch_work(label, work, show, can_stop)
        if not isinstance(work.value.exception(), CancelledError):  # others had left just then
            return work.value.result()
    return value


def _prepare(key: str, compute: Callable[[Progress], object]) -> None:
    """Begin `compute_once` in a thread of its own, and do not wait for it."""
    key = f"{language.current_locale()} {key}"
    if bounded_cache.cache("values").get(key, bounded_cache.MISSING) is bounded_cache.MISSING:
        start_work(key, language.holding(compute), _keeping(key))


def _stop(work: _Work) -> None:
    """Wait for a work no more, which ends it if nobody else does.

    A field that the reader leaves by this click sends its text with it. So what this run asks is
    stopped, which need not be the work that the reader saw.
    """
    st.session_state[_STOPPED] = work.key
    st.session_state[_STOPPING] = True
    work.last_asked = -math.inf


def _is_stopped(key: str) -> bool:
    """Return whether this visitor has stopped the computation of this key."""
    if st.session_state.pop(_STOPPING, False):
        st.session_state[_STOPPED] = key
    return bool(st.session_state.get(_STOPPED) == key)


def end_stopping() -> None:
    """Let a click on Stop concern its own run alone; call it when a page is drawn."""
    st.session_state.pop(_STOPPING, None)


def resume() -> None:
    """Compute what this visitor has stopped, from the next run on."""
    st.session_state.pop(_STOPPED, None)
    end_stopping()


def _watch_work(
    label: str,
    work: _Work,
    show: Callable[[Any], object] | None = None,
    can_stop: bool = False,
) -> None:
    """Show the progress of a work and its intermediate results until it is done.

    With `can_stop` a button stops it, once it has taken so long that a reader may want to.
    """
    if work.value.done():
        return
    place = st.container() if show else _waiting_place()  # a growing picture is below its bar
    if can_stop:
        place = place.container(horizontal=True, vertical_alignment="center")
    bar = place.progress(0.0, f"{label} …")
    button = place.empty() if can_stop else None
    drawn, start, has_button = None, time.monotonic(), False

    def draw(done: int, total: int) -> None:
        nonlocal drawn, has_button
        if button and not has_button and time.monotonic() - start > _LONG:
            has_button = True
            button.button(t("Stop"), key=f"stop {work.key}", on_click=_stop, args=(work,))
        if show and work.so_far != drawn:
            drawn = work.so_far
            show(drawn)
        if total:
            text = t("{what}: {done:,} of {total:,}", what=label, done=done, total=total)
            bar.progress(done / total, text)
        else:
            bar.progress(0.0, f"{label} …")  # raises here for a visitor who has left

    try:
        work.watch(draw)
    finally:
        bar.empty()
        if button:
            button.empty()


def computed(key: str) -> Any:
    """Return the value of `compute_once` under this key; None before it exists or if it failed."""
    return bounded_cache.cache("values").get(f"{language.current_locale()} {key}")


class CachedRunner:
    """Runs the models for one run of a page, with the results of all visitors cached."""

    def __init__(self) -> None:
        # Cached by name, since looking up a model is slow. A page that nobody views holds none.
        self.models: WeakValueDictionary[str, TextModel] = WeakValueDictionary()

    def model(self, name: str) -> TextModel:
        loaded = self.models.get(name)
        if loaded is None:
            loaded = self.models[name] = model(name)
        return loaded

    trace = staticmethod(trace)
    compute_once = staticmethod(_compute_once)
    prepare = staticmethod(_prepare)
