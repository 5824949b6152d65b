"""What is computed once for all visitors: models, traces, gradients, and values with a progress bar."""

import gc
import math
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from dataclasses import replace
from functools import partial
from typing import TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

import models
from models import Encoding, Gradients, Request, Trace

from .. import language
from ..language import t
from .alerts import escape_markdown
from .examples import EXAMPLE

T = TypeVar("T")
Progress = Callable[[int, int], object]  # is called with how much is done, of how much
MAX_VALUES = 128  # that are kept for all visitors
LOCK = threading.Lock()  # two visitors who ask for a value at once start it once


class Work:
    """A value computed for all who ask for it, in a thread that goes on when they leave."""

    def __init__(
        self, key: str, compute: Callable[[Progress], object], pool: OrderedDict[str, "Work"]
    ):
        self.key = key
        self.pool = pool
        self.value: Future = Future()
        self.progress = 0, 0  # how much is done, of how much, as last reported
        pool[key] = self
        threading.Thread(target=self.run, args=(compute,), daemon=True).start()

    def run(self, compute: Callable[[Progress], object]) -> None:
        try:
            self.value.set_result(compute(self.report))
        except BaseException as error:
            with LOCK:
                if self.pool.get(self.key) is self:
                    del self.pool[self.key]  # the next who asks tries again
            self.value.set_exception(error)

    def report(self, done: int, total: int) -> None:
        self.progress = done, total

    def watch(self, draw: Progress) -> None:
        """Draw the progress until the value is there or has failed."""
        while not wait([self.value], timeout=0.2).done:
            draw(*self.progress)


@st.cache_resource(show_spinner=False)
def _pool(kind: str) -> OrderedDict[str, Work]:
    return OrderedDict()  # by key, those asked for last at the end


def start_work(
    kind: str, key: str, max_works: float, compute: Callable[[Progress], object]
) -> Work:
    """Give the work of this kind under this key, started by the first who asks.

    At most `max_works` of a kind are kept: those asked for last.
    """
    pool = _pool(kind)
    with LOCK:
        work = pool.get(key) or Work(key, compute, pool)
        pool.move_to_end(key)
        while len(pool) > max_works:
            pool.popitem(last=False)
    return work


# --- models --------------------------------------------------------------------------------------


def load_warm(name: str, progress: Progress):
    """Load a model and run it once."""
    import torch  # heavy, and only needed where a model is

    torch.set_num_threads(1)  # visitors run side by side; a second thread gains a tenth and blocks
    loaded = models.load(name, progress=progress)
    loaded.translate([EXAMPLE])  # the first run of a network is slow: not in front of a visitor
    gc.collect()
    gc.freeze()  # loaded modules are never garbage; do not search them again after every run
    return loaded


def watch_loading(name: str, loading: Work) -> None:
    """Show how much of a model is here, until it is loaded."""
    bar = None

    def draw(done: int, total: int) -> None:
        nonlocal bar
        if not total:
            return
        if done < total:
            text = t(
                "{name} is downloaded: {done:,.0f} of {total:,.0f} MB",
                name=name,
                done=done / 1e6,
                total=total / 1e6,
            )
        else:
            text = t("{name} is read …", name=name)
        bar = bar or st.empty()
        bar.progress(done / total, escape_markdown(text))

    with st.spinner(t("Loading the model …")):
        loading.watch(draw)
    if bar:
        bar.empty()


def model(name: str):
    """The model of this name, loaded once for all visitors.

    Raises UserError when it cannot be loaded.
    """
    loading = start_work("models", name, math.inf, partial(load_warm, name))
    if get_script_run_ctx(suppress_warning=True) and not loading.value.done():
        watch_loading(name, loading)
    return loading.value.result()


# --- runs of a model -----------------------------------------------------------------------------


@st.cache_resource(show_spinner=False, max_entries=64)
def _trace(key: str, _request: Request) -> Trace:
    return model(_request.model).trace(_request)


# Hundreds of heads on hundreds of tokens take up to 0.7 GB.
@st.cache_resource(show_spinner=False, max_entries=4)
def _large_trace(key: str, _request: Request) -> Trace:
    return model(_request.model).trace(_request)


def trace(request: Request) -> Trace:
    """One run per distinct request, whoever asks.

    Raises UserError for a sentence that cannot be read.
    """
    model(request.model)  # what Streamlit caches may not show a progress bar
    cached = _trace if request.model in models.shipped() else _large_trace
    # The key is the whole request as text: nothing that a cache could take for something else.
    return cached(repr(request), request)


def teacher_forced_trace(request: Request) -> Trace:
    """The run that is forced to follow the request's target, or else what the model writes.

    Other than a free run it has a row for each token of that French as it is read, not as it
    happened to be written, and its end: runs that follow the same French have the same rows.
    """
    if request.target is None:
        request = replace(request, target=trace(request).translation)
    return trace(request)


@st.cache_resource(show_spinner=False, max_entries=64)
def _gradients(key: str, place: int, _request: Request) -> Gradients:
    return model(_request.model).gradients(_request, place)


def gradients(request: Request, place: int) -> Gradients:
    """How much the last state read, and the one that writes at `place`, depend on each word.

    One run per distinct request.
    """
    model(request.model)
    return _gradients(repr(request), place, request)


# --- other values --------------------------------------------------------------------------------


def compute_once(key: str, label: str, compute: Callable[[Progress], T]) -> T:
    """Give what `compute(progress)` returns, computed once for all visitors.

    Meanwhile a bar shows the `label` and what `compute` reports by `progress(done, total)`.
    """
    # The value may hold texts: one for each language.
    key = f"{language.current_locale()} {key}"
    work = start_work("values", key, MAX_VALUES, language.holding(compute))
    if not work.value.done():
        bar = st.progress(0.0, f"{label} …")

        def draw(done: int, total: int) -> None:
            if total:
                text = t("{what}: {done:,} of {total:,}", what=label, done=done, total=total)
                bar.progress(done / total, text)
            else:
                bar.progress(0.0, f"{label} …")  # a visitor who left is noticed here

        try:
            work.watch(draw)
        finally:
            bar.empty()
    return work.value.result()


def encodings(name: str, sentences: Sequence[str]) -> list[Encoding]:
    """The states of a model's encoder over each of the sentences."""

    def encode_all(progress: Progress) -> list[Encoding]:
        encoded: list[Encoding] = []
        for sentence in sentences:
            encoded.append(model(name).encode(sentence))
            progress(len(encoded), len(sentences))
        return encoded

    label = t("{model} reads the sentences", model=name)
    return compute_once(f"encodings {name} {sentences!r}", label, encode_all)
