"""Results computed once for all visitors: waiting ones see progress, leaving stops nothing."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from models import Request, UserError
from models.serving.queue import QueuedModel
from viz.app import cache
from viz.base import language
from viz.view.runner import Stopped


class Bar:
    """Replaces a visitor's progress bar; raises for one who has left, as a script would."""

    def __init__(self, texts: list[str], left: bool):
        self.texts, self.left = texts, left

    def progress(self, share: float, text: str) -> None:
        if self.left:
            raise GoneError
        self.texts.append(text)

    def empty(self) -> None:
        self.texts.append("")


class GoneError(BaseException):
    """The visitor closed the tab."""


@pytest.fixture
def bars(monkeypatch) -> list[list[str]]:
    """The texts of the bar of each visitor; one whose thread is called "leaves" has left."""
    texts = []

    def begin(share: float, text: str) -> Bar:
        texts.append([text])
        return Bar(texts[-1], threading.current_thread().name.startswith("leaves"))

    monkeypatch.setattr(cache, "_waiting_place", lambda: SimpleNamespace(progress=begin))
    return texts


def ask_at_once(visitors: int, key: str, make: Callable, name: str = "waits") -> list:
    """Ask at once as so many visitors; return the result or the error of each."""
    arrived = threading.Barrier(visitors)

    def ask(_):
        arrived.wait()
        try:
            return cache._compute_once(key, "Counting", make)
        except (UserError, GoneError) as error:
            return error

    with ThreadPoolExecutor(visitors, thread_name_prefix=name) as pool:
        return [*pool.map(ask, range(visitors))]


def test_what_six_visitors_ask_for_at_once_is_made_once_and_all_see_how_far_it_is(bars):
    runs = []

    def make(progress):
        runs.append(threading.current_thread())
        for done in range(4):
            progress(done, 4)
            time.sleep(0.3)
        return object()

    values = ask_at_once(6, "six at once", make)
    assert len(runs) == 1
    assert len({*map(id, values)}) == 1
    assert len(bars) == 6
    assert all(
        texts[0] == "Counting …" and "Counting: 2 of 4" in texts and texts[-1] == ""
        for texts in bars
    )
    assert cache._compute_once("six at once", "Counting", make) is values[0]
    assert len(runs) == 1


def test_what_a_visitor_began_is_finished_after_all_have_left(bars):
    runs, value = [], object()

    def make(progress):
        runs.append(1)
        time.sleep(0.6)
        return value

    assert all(
        isinstance(error, GoneError) for error in ask_at_once(2, "left behind", make, name="leaves")
    )
    assert ask_at_once(2, "left behind", make) == [value, value]
    assert len(runs) == 1


def test_a_reader_stops_what_takes_long_and_may_go_on(bars, monkeypatch):
    """A click ends the run that waits, as Streamlit does, and calls the callback."""
    runs: list[str] = []

    def make(progress):
        runs.append("began")
        for done in range(50):
            progress(done, 50)
            time.sleep(0.02)
        runs.append("ended")
        return "a map"

    def press(label, key, on_click, args):
        assert label == "Stop"
        on_click(*args)
        raise GoneError

    place = cache._waiting_place()
    place.container, place.empty = lambda **_: place, lambda: button
    button = SimpleNamespace(button=press, empty=lambda: None)
    monkeypatch.setattr(cache, "st", SimpleNamespace(session_state={}))
    monkeypatch.setattr(cache, "_waiting_place", lambda: place)
    monkeypatch.setattr(cache, "_LONG", 0.0)
    for expected in (GoneError, Stopped):  # the run of the click, and the next one
        with pytest.raises(expected):
            cache._compute_once("a long map", "Mapping", make, can_stop=True)
    time.sleep(1.2)
    assert runs == ["began"]
    cache.resume()
    button.button = lambda *_, **__: None
    assert cache._compute_once("a long map", "Mapping", make, can_stop=True) == "a map"
    assert runs == ["began", "began", "ended"]


def test_a_click_on_stop_stops_the_text_that_leaving_a_field_sends_with_it(monkeypatch):
    monkeypatch.setattr(cache, "st", SimpleNamespace(session_state={}))
    work = SimpleNamespace(key="map of the old sentence", last_asked=0.0)
    made = []

    def ask(key):
        return cache._compute_once(key, "Mapping", lambda progress: made.append(key), can_stop=True)

    cache._stop(work)
    for _ in range(2):  # the run of the click, and the next one
        with pytest.raises(Stopped):
            ask("map of the typed sentence")
        cache.end_stopping()
    assert made == []
    monkeypatch.setattr(cache, "_watch_work", lambda *_: None)
    ask("map of a third sentence")  # Enter
    cache.resume()
    ask("map of the typed sentence")
    assert made == ["map of a third sentence", "map of the typed sentence"]


def test_stop_concerns_its_own_run_alone(monkeypatch):
    monkeypatch.setattr(cache, "st", SimpleNamespace(session_state={}))
    monkeypatch.setattr(cache, "_watch_work", lambda *_: None)
    cache._stop(SimpleNamespace(key="a map", last_asked=0.0))
    cache.end_stopping()  # the run of the click asked for nothing
    assert (
        cache._compute_once("another map", "Mapping", lambda _: "drawn", can_stop=True) == "drawn"
    )


def test_an_error_reaches_all_who_wait_and_the_next_who_asks_tries_again(bars):
    runs = []

    def make(progress):
        runs.append(1)
        time.sleep(0.3)
        if len(runs) == 1:
            raise UserError("There is nothing to count.")
        return "a value"

    assert [type(error) for error in ask_at_once(3, "fails once", make)] == [UserError] * 3
    assert ask_at_once(3, "fails once", make) == ["a value"] * 3
    assert len(runs) == 2


def test_a_work_that_nobody_waits_for_any_more_ends_at_its_next_report(bars, monkeypatch):
    monkeypatch.setattr(cache, "_GRACE", 0.3)
    reports, ended = [], threading.Event()

    def make(progress):
        try:
            for done in range(500):
                progress(done, 500)
                reports.append(done)
                time.sleep(0.02)
        finally:
            ended.set()

    (error,) = ask_at_once(1, "abandoned", make, name="leaves")
    assert isinstance(error, GoneError)
    assert ended.wait(20)
    assert len(reports) < 499
    assert ask_at_once(1, "abandoned", lambda progress: "anew") == ["anew"]


def test_a_standstill_of_the_machine_is_not_taken_for_leaving(bars):
    runs = []

    def make(progress):
        runs.append(1)
        if len(runs) > 1:
            return "begun anew"
        time.sleep(0.3)
        work = cache._CURRENT.work
        work.last_asked -= 2 * cache._GRACE  # as after a pause of the whole process
        progress(1, 2)
        return "a value"

    assert ask_at_once(1, "stood still", make) == ["a value"]
    assert len(runs) == 1


def test_a_value_speaks_the_language_of_who_asked_first(bars, monkeypatch):
    here = threading.current_thread()
    monkeypatch.setattr(
        language, "_read_locale", lambda: "fr" if threading.current_thread() is here else "en"
    )
    value = cache._compute_once("in French", "Counting", lambda progress: language.t("Share"))
    assert value == "Partager"


def test_what_is_prepared_is_computed_once_beside_other_work(bars):
    runs, go = [], threading.Event()

    def make(progress):
        runs.append(1)
        assert go.wait(20)
        return "a value"

    for _ in range(2):
        cache._prepare("prepared", make)  # returns at once
    go.set()
    assert ask_at_once(2, "prepared", make) == ["a value"] * 2
    cache._prepare("prepared", make)
    assert len(runs) == 1


def test_gradients_that_nobody_waits_for_any_more_end_at_their_next_report(monkeypatch):
    """Three models' gradients of a hundred words take the server seconds."""
    reports: list[int] = []

    class Slow:
        """Replaces a model whose gradients take ten seconds."""

        name = "slow"
        capabilities = SimpleNamespace(trained_here=True)

        def configure_threads(self) -> None:
            pass

        def gradients(self, request, place, progress):
            for done in range(100):
                time.sleep(0.1)
                reports.append(done)
                progress(done, 100)

    monkeypatch.setattr(cache, "_GRACE", 0.3)
    request, queued = Request("slow", "Who left"), QueuedModel(Slow())
    cache._prepare("left", lambda progress: queued.gradients(request, 0, progress=progress))
    time.sleep(2)
    count = len(reports)
    time.sleep(0.5)
    assert len(reports) == count < 20
