"""Keys of a lecture and the runs that they interrupt, in any order of events.

A state machine chooses when a key is pressed, when a message arrives, and at which of Streamlit's
interruption points a run is interrupted. At rest, the page must agree with the keys.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from tests.stepping import Browser, Server, stepped_runtime
from viz.view.playlist import Playlist, PlaylistEntry, to_link

SCRIPT = Path(__file__).parents[2] / "walked_app.py"
# How many walks; set it higher to search longer.
EXAMPLES = int(os.environ.get("HEADS_UP_RACES", "25"))
VIEWS = (
    ("heads", "I am tired.", "causal"),
    ("mask", "The cat sleeps.", "all"),
    ("mask", "He sings.", "none"),
    ("inside", "He sings.", "window"),
    ("heads", "She runs.", "all"),
)
PATHS = "heads", "mask", "inside"
LINK = to_link(
    Playlist(
        tuple(
            PlaylistEntry(path, (("sentence", sentence), ("sees", sees)), sentence)
            for path, sentence, sees in VIEWS
        )
    )
)


class Keys:
    """The behaviour of the lecture component in the browser; see components/lecture/outbox.js."""

    def __init__(self, browser: Browser):
        self.browser = browser
        self.messages: list[dict] = []  # messages that the server has not acknowledged
        self.number = 0
        self.last_data: dict = {}
        self.hears_walk = False  # also between two pages
        self.pressed: list[dict] = []  # all counted keys in order

    def press(self, message: dict) -> None:
        self.number += 1
        self.messages.append({"number": self.number, **message})
        self.pressed.append(message)
        self.deliver()

    def deliver(self) -> None:
        if self.messages and self.browser.lecture:
            self.browser.send({"messages": self.messages})

    def look(self) -> None:
        """The component is drawn again, or for the first time on another page."""
        data, is_new = self.browser.lecture, not self.last_data
        if data is self.last_data:
            return
        self.last_data = data
        if not data:
            return
        self.hears_walk = bool(data["on"] and data["walk"])
        self.messages = [message for message in self.messages if message["number"] > data["heard"]]
        if is_new:
            self.deliver()

    def idle(self) -> None:
        if not self.browser.runs:
            self.deliver()


class Walk(RuleBasedStateMachine):
    """A tab that moves through a playlist, and its session."""

    def __init__(self):
        super().__init__()
        self.context = stepped_runtime()
        self.server = Server(SCRIPT, self.context.__enter__())
        self.browser = Browser(f"lecture=on&playlist={LINK}")
        self.keys = Keys(self.browser)
        self.place, self.on = 0, True
        self.aside = False  # whether a page was picked that is no view of the playlist
        self.show_view()
        self.browser.send()
        self.settle()
        self.check()

    def show_view(self):
        page, self.sentence, self.sees = VIEWS[self.place]
        self.path = "/" if page == "heads" else f"/{page}"

    def teardown(self):
        try:
            self.settle()
            self.check()
        finally:
            self.server.close()
            self.context.__exit__(None, None, None)

    # --- what may happen ---

    @precondition(lambda self: self.keys.hears_walk)
    @rule(by=st.sampled_from((1, 1, -1)))
    def press_step(self, by):
        self.keys.press({"walk": by})
        place = self.place + (0 if self.aside and by < 0 else by)
        if self.on and 0 <= place < len(VIEWS):
            self.place, self.aside = place, False
            self.show_view()

    @precondition(lambda self: self.browser.lecture and self.browser.lecture["on"])
    @rule(path=st.sampled_from(PATHS))
    def pick_page(self, path):
        """Pick a page that is no view of the playlist, which waits."""
        self.keys.press({"page": path})
        if self.on:
            self.aside = True
            self.path = "/" if path == "heads" else f"/{path}"
            self.sees = "none"  # the default

    @precondition(lambda self: self.browser.lecture and self.browser.lecture["on"])
    @rule(place=st.integers(0, len(VIEWS) - 1))
    def pick_view(self, place):
        self.keys.press({"place": place + 1})
        if self.on:
            self.place, self.aside = place, False
            self.show_view()

    @precondition(lambda self: self.browser.lecture)
    @rule()
    def press_lecture(self):
        self.keys.press({"toggle": "lecture"})
        self.on = not self.on

    @precondition(lambda self: "sentence" in self.browser.ids and self.is_quiet)
    @rule(text=st.sampled_from(("You sleep.", "We run.")))
    def type_sentence(self, text):
        self.browser.type("sentence", text)
        self.sentence = text

    @precondition(lambda self: self.is_quiet and self.earlier_views)
    @rule(place=st.integers(0, 3))
    def go_back(self, place):
        views = self.earlier_views
        self.browser.back(views[place % len(views)])
        parameters = self.browser.parameters
        self.path = self.browser.path
        self.sentence, self.sees = parameters["sentence"], parameters["sees"]
        self.on = parameters.get("lecture") == "on"

    @precondition(lambda self: self.is_quiet)
    @rule(path=st.sampled_from(("/", "/mask", "/inside")))
    def follow_link(self, path):
        if path != self.path:
            self.browser.follow(path)
            self.path = path
            # A key that overtakes a link wins, as Streamlit has it.
            self.settle()

    @rule()
    def arrive_at_server(self):
        if self.browser.outbox:
            self.server.ask(self.browser.outbox.popleft())

    @rule(steps=st.integers(1, 1200))
    def run(self, steps):
        self.server.advance(steps)

    @rule()
    def run_to_end(self):
        self.server.advance()

    @rule(count=st.integers(1, 60))
    def arrive_at_browser(self, count):
        self.waiting = [*getattr(self, "waiting", []), *self.server.flush()]
        for message in self.waiting[:count]:
            self.browser.receive(message)
            self.keys.look()
        self.waiting = self.waiting[count:]

    @rule()
    def wait(self):
        self.keys.idle()

    # --- at rest ---

    @property
    def earlier_views(self) -> list[int]:
        """How many addresses each view in the history is back."""
        earlier = self.browser.history[-2::-1]
        return [count for count, (_, query) in enumerate(earlier, 1) if "sentence=" in query]

    @property
    def is_quiet(self) -> bool:
        """Whether the browser shows the latest state, and the server has heard of it."""
        return not (self.browser.outbox or self.keys.messages or self.browser.runs) and (
            self.server.is_idle
        )

    def settle(self):
        """Deliver all messages, and let time pass, until nothing changes."""
        for _ in range(40):
            while self.browser.outbox or not self.server.is_idle:
                self.arrive_at_server()
                self.server.advance()
                self.arrive_at_browser(1_000_000)
            self.arrive_at_browser(1_000_000)
            self.keys.idle()
            if self.is_quiet:
                return
        raise AssertionError("it does not come to rest")

    def check(self):
        browser = self.browser
        assert not browser.errors, browser.errors
        assert browser.lecture["on"] == self.on
        if self.on:
            assert browser.lecture["walk"]["place"] == self.place + 1
        assert browser.path == self.path
        assert browser.texts == [f"{self.sentence} {self.sees}"]
        assert browser.value("sentence") == self.sentence
        parameters = browser.parameters
        assert (parameters["sentence"], parameters["sees"]) == (self.sentence, self.sees)
        assert (parameters.get("lecture") == "on") == self.on


@pytest.mark.slow
# Hypothesis asks the collector who holds its numbers at random; it may have been frozen meanwhile.
@pytest.mark.filterwarnings("ignore:It looks like `register_random`")
def test_at_rest_the_page_is_what_the_keys_made_it(monkeypatch):
    monkeypatch.setattr("viz.app.shell.give_back_soon", lambda: None)
    examples = settings(
        max_examples=EXAMPLES,
        stateful_step_count=25,
        suppress_health_check=list(HealthCheck),
    )
    # Playwright keeps a loop running in the thread of the tests.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(run_state_machine_as_test, Walk, settings=examples).result()


WALKS = {
    "a key before the page of Back is drawn": [
        ("type_sentence", "You sleep."),
        ("settle",),
        ("go_back", 0),
        ("arrive_at_server",),
        ("run_to_end",),
        ("press_lecture",),
    ],
    "keys that lead away and back to the same address": [
        ("type_sentence", "You sleep."),
        ("arrive_at_server",),
        ("press_step", 1),
        ("arrive_at_server",),
        ("press_step", -1),
        ("arrive_at_server",),
        ("press_lecture",),
        ("run_to_end",),
    ],
    "a key on a page that is half drawn": [
        ("press_step", 1),
        ("arrive_at_server",),
        ("press_lecture",),
        ("run_to_end",),
        ("arrive_at_browser", 25),
        ("arrive_at_server",),
        ("run_to_end",),
        ("wait",),
        ("arrive_at_browser", 23),
        ("press_lecture",),
    ],
    "an address that Streamlit drops": [
        ("press_lecture",),
        ("arrive_at_server",),
        ("press_lecture",),
        ("run_to_end",),
        ("arrive_at_browser", 1),
        ("arrive_at_server",),
        ("run_to_end",),
        ("press_step", -1),
    ],
    "Back to another page": [("press_step", 1), ("settle",), ("go_back", 0)],
    "a key before the other page of Back is drawn": [
        ("press_step", 1),
        ("settle",),
        ("go_back", 0),
        ("press_lecture",),
        ("arrive_at_server",),
        ("run_to_end",),
    ],
    "a page picked between two views": [
        ("press_step", 1),
        ("pick_page", "inside"),
        ("press_step", -1),
        ("pick_page", "heads"),
        ("arrive_at_server",),
        ("run", 300),
        ("pick_page", "mask"),
        ("arrive_at_server",),
        ("press_step", 1),
        ("pick_view", 4),
        ("press_step", -1),
    ],
    "keys faster than any page is drawn": [("press_step", by) for by in (1, -1, 1, -1)],
    "a link to the page before Back": [
        ("press_step", 1),
        ("settle",),
        ("go_back", 0),
        ("settle",),
        ("follow_link", "/mask"),
    ],
    "a key that overtakes Back": [
        ("press_step", 1),
        ("settle",),
        ("press_lecture",),
        ("settle",),
        ("go_back", 0),
        ("press_lecture",),
        ("arrive_at_server",),
        ("arrive_at_server",),
    ],
    "keys of a page that the browser shows no more": [
        ("follow_link", "/mask"),
        ("go_back", 2),
        ("press_step", 1),
        ("press_lecture",),
        ("arrive_at_server",),
        ("press_lecture",),
        ("press_step", 1),
        ("press_step", 1),
        ("press_step", 1),
        ("run", 135),
        ("run", 56),
    ],
    "views picked faster than any page is drawn": [("pick_view", at) for at in (1, 0, 1)],
}


def repeat(walk: list[tuple]) -> None:
    state = Walk()
    for name, *arguments in walk:
        getattr(state, name)(*arguments)
    state.teardown()


@pytest.mark.slow
@pytest.mark.parametrize("walk", WALKS.values(), ids=WALKS)
def test_a_walk_that_once_ended_wrong_ends_as_the_keys_say(walk, monkeypatch):
    monkeypatch.setattr("viz.app.shell.give_back_soon", lambda: None)
    with ThreadPoolExecutor(1) as pool:
        pool.submit(repeat, walk).result()


def open_interrupted() -> int:
    """Open an address in a new tab, interrupted at each step in turn; returns their count."""
    steps = 0
    with stepped_runtime() as loop:
        while True:
            server, browser = Server(SCRIPT, loop), Browser("sentence=I+am+tired.&sees=all")
            browser.send()
            server.ask(browser.outbox.popleft())
            server.advance(steps)
            is_over = server.is_idle
            browser.send()
            server.ask(browser.outbox.popleft())
            server.advance()
            for message in server.flush():
                browser.receive(message)
            server.close()
            assert not browser.errors, steps
            assert browser.texts == ["I am tired. all"], steps
            if is_over:
                return steps
            steps += 1


@pytest.mark.slow
def test_wherever_its_first_run_is_interrupted_an_address_is_opened(monkeypatch):
    monkeypatch.setattr("viz.app.shell.give_back_soon", lambda: None)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(open_interrupted).result() > 50
