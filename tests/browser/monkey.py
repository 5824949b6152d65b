"""A monkey: random actions in a real browser, with checks after each.

The actions of a seed depend on the pages' contents. The log of actions is exact, and `replay`
repeats it.
"""

import json
import random
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

from playwright.sync_api import BrowserContext, Error, Page, WebSocket
from playwright.sync_api import TimeoutError as Timeout
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

import models
from tests.browser.conftest import Visitor
from tests.screenshots.browsing import PROBE
from tests.views import TOURS, VIEWS
from viz.base.language import languages
from viz.view.playlist import Playlist, PlaylistEntry, to_link

SCRIPT = Path(__file__).with_name("monkey.js").read_text(encoding="utf-8")
PATIENCE = 240  # seconds until a page is at rest, on a busy machine
SECOND_LOOK = 30  # seconds in which a fault may still disappear
COMPARED_EVERY = 8  # actions
TABS = 2
# Parts of a page that show whatever a lecture's keys, a playlist or answers did.
ALWAYS = "title", "sentence"
HELD = {"pictures", "pixels"}  # parts that a pinned word, or a picture shown as a table, changes
LINK = "playlist"
FIVE = Playlist(
    (
        PlaylistEntry(
            "heads", (("sentence", "I am tired."), ("layer", "2"), ("head", "4")), "One", "Wait."
        ),
        PlaylistEntry("mask", (("sentence", "The cat sleeps."), ("sees", "none")), "Two"),
        PlaylistEntry("inside", (("sentence", "The big red dog is sleeping."),), "Three"),
        PlaylistEntry("lessons", (("lesson", "mask"), ("step", "2")), "Four"),
        PlaylistEntry("heads", (("sentence", "My students are sleeping."),), "Five"),
    )
)
SENTENCES = (
    "I am tired.",
    "The dog sees the cat and the cat sees the dog.",
    "The big red dog is sleeping on the old bed.",
    "dog",
    "Don't you know O'Neill's café?",
    "  spaces   around  ",
    "😀 is a face",
    "<b>bold</b> & <script>alert(1)</script>",
    "Je suis fatigué.",
    "我 累 了",
    "100% of 3.14 $x^2$ _is_ *not* `code`",
    "",
    "unbelievably antidisestablishmentarianistic words",
    "a " * 60,
)
KEYS = (
    *("l", "l", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Escape"),
    *("Escape", "Enter", " ", "Tab", "Shift+Tab", "b", "b", "f", "f", "q", "q", "c", "n", "p", "."),
    *("Home", "End", "+", "-", "0", "Delete", "Backspace"),
)
TEXTS = "dog", "3", "cat, dog, house", "0.5", "", "The cat sleeps.", "<i>", "é" * 50, "-1e9", "king"
WEIGHTS = {  # the weights of the kinds of action
    "open": 10,
    "type": 12,
    "draft": 2,
    "back": 6,
    "forward": 3,
    "reload": 2,
    "tab": 2,
    "key": 10,
    "playlist": 1,
    "language": 2,
    "option": 20,
    "menu": 8,
    "select": 8,
    "choice": 10,
    "check": 7,
    "slider": 5,
    "text": 4,
    "link": 4,
    "canvas": 10,
    "chart": 4,
    "button": 14,
}
# How the app, in each language, and Streamlit report a mistake in the code.
MISTAKES = "mistake in Heads Up", "erreur dans Heads Up", "BidiComponent Error"

Action = list[Any]  # its kind and its arguments, as JSON


class Finding(NamedTuple):
    """A fault after an action; actions count from 1."""

    number: int
    text: str
    address: str


class Traffic:
    """The messages between a tab and its server: whether every requested run has ended."""

    def __init__(self, page: Page):
        self.requested = self.began = self.ended = self.time = 0
        page.on("websocket", self.listen)

    def listen(self, socket: WebSocket) -> None:
        self.requested = self.began = self.ended = 0
        socket.on("framesent", self.note_sent)
        socket.on("framereceived", self.note_received)

    def note_sent(self, payload: bytes | str) -> None:
        self.time += 1
        if isinstance(payload, bytes) and BackMsg.FromString(payload).HasField("rerun_script"):
            self.requested = self.time

    def note_received(self, payload: bytes | str) -> None:
        self.time += 1
        message = ForwardMsg.FromString(payload) if isinstance(payload, bytes) else ForwardMsg()
        if message.HasField("new_session"):
            self.began = self.time
        elif message.HasField("script_finished"):
            self.ended = self.time

    @property
    def is_over(self) -> bool:
        return self.requested < self.began < self.ended


class Monkey:
    """Performs random actions in the tabs of one window, and records faults."""

    # Only looks of `pages` are opened; None: of all.
    def __init__(
        self,
        context: BrowserContext,
        address: str,
        seed: int,
        folder: Path,
        pages: Collection[str] | None = None,
    ):
        self.context, self.address, self.folder, self.pages = context, address, folder, pages
        self.draw = random.Random(seed)
        self.actions: list[Action] = []
        self.findings: list[Finding] = []
        self.views = self.looks()
        context.add_init_script(PROBE)
        context.add_init_script(SCRIPT)
        context.set_default_timeout(PATIENCE * 1000)
        self.tabs: list[Visitor] = []
        self.traffic: dict[Page, Traffic] = {}
        self.typed: dict[Visitor, str] = {}  # the last text entered, which must stay on the page
        self.drafts: set[Visitor] = set()  # tabs with text that was not entered
        # Tabs where a picture may have a pinned word, which no address holds.
        self.held: set[Visitor] = set()
        self.add_tab()

    # --- tabs ---

    @property
    def visitor(self) -> Visitor:
        return self.tabs[-1]

    @property
    def page(self) -> Page:
        return self.visitor.page

    def add_tab(self, url: str = "") -> None:
        visitor = self.watch(self.context.new_page())
        self.tabs.append(visitor)
        visitor.page.goto(url or self.address)
        visitor.page.on("popup", lambda popup: popup.close())

    def watch(self, page: Page) -> Visitor:
        """Return a visitor for this tab, who also records dialogs and crashes."""
        visitor = Visitor(page, self.address)
        self.traffic[page] = Traffic(page)

        def refuse(dialog) -> None:
            visitor.problems.append(f"dialog: {dialog.message}")
            dialog.dismiss()

        page.on("dialog", refuse)
        page.on("crash", lambda _: visitor.problems.append("the tab crashed"))
        page.on("filechooser", lambda _: None)
        return visitor

    def begin_anew(self) -> None:
        """Close all tabs and open a new one, so that a fault is recorded once."""
        for visitor in self.tabs:
            with suppress(Error):
                visitor.page.close()
        self.tabs.clear()
        self.typed.clear()
        self.drafts.clear()
        self.held.clear()
        self.add_tab()
        self.rest(self.page)

    # --- actions ---

    def looks(self) -> Iterator[str]:
        """Yield addresses of all looks of all pages in turn, some with a random model and head."""
        views = [view for view in VIEWS if self.pages is None or view[0] in self.pages]
        pages, steps = self.endless(views), self.endless(TOURS)
        while True:
            page, look = next(pages if self.pages or self.draw.random() < 0.7 else steps)
            anything = {
                "sentence": self.draw.choice(SENTENCES[:3]),
                "model": self.draw.choice(models.available()),
                "attention": self.draw.choice(("encoder", "decoder", "cross")),
                "layer": str(self.draw.randint(1, 4)),
                "head": str(self.draw.randint(1, 4)),
                "language": self.draw.choice((*languages(),)),
                "lecture": "on",
            }
            chosen = {name: text for name, text in anything.items() if self.draw.random() < 0.2}
            yield f"/{page}?{urlencode(chosen | look)}"

    def endless(self, views: Sequence[tuple[str, dict]]) -> Iterator[tuple[str, dict]]:
        while True:
            yield from self.draw.sample(views, len(views))

    def choose(self) -> Action:
        """Choose the next action among those that the page offers."""
        state, targets = self.page.evaluate("() => [monkey.state(), monkey.targets()]")
        above = [target for target in targets if target["isAbove"]]
        if above and self.draw.random() < 0.7:
            targets = above
        by_kind: dict[str, list[dict]] = {}
        for target in targets:
            by_kind.setdefault(target["kind"], []).append(target)
        weights = {
            kind: weight
            for kind, weight in WEIGHTS.items()
            if kind in by_kind or kind not in TARGETS
        }
        if state["sentence"] is None or state["isCovered"]:  # a frozen page takes no key
            weights |= {"type": 0, "draft": 0}
        [kind] = self.draw.choices(list(weights), list(weights.values()))
        match kind:
            case "open":
                return [kind, next(self.views)]
            case "type":
                return [kind, self.draw.choice(SENTENCES)]
            case "draft":
                return [kind, self.draw.choice((" draft", "x", " and the cat"))]
            case "key":
                return [kind, self.draw.choice(KEYS)]
            case "playlist":
                return [kind, f"/?{urlencode({LINK: to_link(FIVE), 'lecture': 'on'})}"]
            case "back" | "forward" | "reload" | "tab":
                return [kind]
        target = self.draw.choice(by_kind[kind])
        more: list[Any] = []
        if kind in ("canvas", "chart"):
            more = [round(self.draw.random(), 3), round(self.draw.random(), 3)]
        elif kind == "slider":
            more = [self.draw.choice(("ArrowLeft", "ArrowRight", "Home", "End", "PageUp"))]
        elif kind == "text":
            more = [self.draw.choice(TEXTS)]
        return [kind, target["name"], target["nth"], *more]

    def perform(self, action: Action) -> None:
        """Perform an action; do nothing if its target does not exist."""
        kind, *rest = action
        page, visitor = self.page, self.visitor
        url = page.url
        self.typed.pop(visitor, None)
        if kind in ("canvas", "chart", "key", "button", "slider"):
            self.held.add(visitor)
        elif kind in ("open", "playlist", "reload"):
            self.held.discard(visitor)
        match kind:
            case "open" | "playlist":
                self.drafts.discard(visitor)
                page.goto(self.address + rest[0])
            case "back" | "forward" | "reload":
                move = {"back": page.go_back, "forward": page.go_forward, "reload": page.reload}
                move[kind](wait_until="commit")
                if not page.url.startswith(self.address):  # before the first page
                    page.goto(self.address)
                if kind == "reload" or page.url != url:
                    self.drafts.discard(visitor)
            case "tab":
                if len(self.tabs) < TABS:
                    self.add_tab(page.url)
                else:
                    self.tabs.reverse()
                    self.page.bring_to_front()
            case "type":
                try:
                    page.locator(SENTENCE).fill(rest[0], timeout=SECOND_LOOK * 1000)
                except Timeout:  # a page without a box has come since
                    return
                page.keyboard.press("Enter")
                self.drafts.discard(visitor)
                self.typed[visitor] = rest[0]
            case "draft":
                page.locator(SENTENCE).press("End")
                page.keyboard.type(rest[0])
                self.drafts.add(visitor)
            case "key":
                before = page.evaluate("() => monkey.state().sentence")
                page.keyboard.press(rest[0])
                if rest[0] in ("Enter", "Tab", "Shift+Tab"):
                    self.drafts.discard(visitor)
                elif page.evaluate("() => monkey.state().sentence") != before:
                    self.drafts.add(visitor)
            case _:
                self.take(kind, *rest)

    def take(self, kind: str, name: str, nth: int, *more: Any) -> None:
        """Click, drag or fill a target."""
        target = {"kind": kind, "name": name, "nth": nth}
        box = self.page.evaluate("target => monkey.reach(target, false)", target)
        if box is None:
            return
        if kind == "slider":
            self.page.evaluate("target => monkey.reach(target, true)", target)
            self.page.keyboard.press(more[0])
            return
        across, down = more if kind in ("canvas", "chart") else (0.5, 0.5)
        x, y = box["left"] + across * box["width"], box["top"] + down * box["height"]
        self.page.mouse.move(x, y)
        self.page.mouse.click(x, y)
        # The focused field lost the focus, so its text was entered.
        self.drafts.discard(self.visitor)
        if kind == "text":
            self.page.keyboard.press("ControlOrMeta+a")
            self.page.keyboard.type(more[0])
            self.page.keyboard.press("Enter")

    # --- what must hold ---

    def rest(self, page: Page) -> str:
        """Wait until a page is at rest; return a sentence if it does not come to rest."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            is_at_rest = False
            with suppress(Error):  # a page that makes way for another answers nothing
                is_at_rest = page.evaluate("() => window.screenshots?.isAtRest()")
            if is_at_rest and self.traffic[page].is_over:
                return ""
            page.wait_for_timeout(150)
        script = page.locator("[data-testid=stApp]").get_attribute("data-test-script-state")
        return f"not at rest after {PATIENCE} s: the script is {script}"

    def wrong(self) -> list[str]:
        """Return all faults of the current page, at rest."""
        state = self.page.evaluate("() => monkey.state()")
        texts = [
            alert[:300]
            for alert in state["alerts"]
            if any(mistake in alert for mistake in MISTAKES)
        ]
        texts += ["Streamlit shows an exception"] * (state["exceptions"] > 0)
        texts += ["the page is blank"] * (not state["isWhole"])
        if state["sentence"] is None:
            return texts
        typed = parse_qs(urlsplit(self.page.url).query, keep_blank_values=True).get("sentence")
        sentence = squeeze(state["sentence"])
        entered = self.typed.get(self.visitor)
        if entered is not None and squeeze(entered) != sentence:
            texts.append(f"lost sentence: {entered!r} was entered, the box says {sentence!r}")
        if self.visitor not in self.drafts and typed and squeeze(typed[0]) != sentence:
            texts.append(f"the box says {sentence!r}, the address {typed[0]!r}")
        return texts

    def check(self) -> None:
        """Record the faults after the last action that do not disappear soon."""
        texts = [text for text in [self.rest(self.page)] if text]
        end = time.monotonic() + SECOND_LOOK
        while (wrong := self.wrong()) and time.monotonic() < end:
            self.rest(self.page)
        texts += wrong
        if not texts and len(self.actions) % COMPARED_EVERY == 0:
            texts += self.differences()
        for visitor in self.tabs:
            texts += [f"console: {text}" for text in visitor.problems]
            texts += [f"foreign request: {url}" for url in visitor.elsewhere]
            visitor.problems.clear()
            visitor.elsewhere.clear()
        if texts:
            self.give_up(texts)

    def give_up(self, texts: Sequence[str]) -> None:
        """Record faults, take a screenshot, and start with a new tab."""
        for text in dict.fromkeys(texts):
            self.findings.append(Finding(len(self.actions), text, self.page.url))
            self.write("findings.jsonl", self.findings[-1])
        with suppress(Error):
            self.page.screenshot(path=self.folder / f"{len(self.actions):04}.png")
        self.begin_anew()

    def write(self, name: str, value: Sequence[Any]) -> None:
        """Write a line of JSON at once, so that a stopped run keeps its log."""
        with (self.folder / name).open("a", encoding="utf-8") as file:
            print(json.dumps(value, ensure_ascii=False), file=file)

    def differences(self) -> list[str]:
        """Return what differs in a fresh tab that opens the address of this one."""
        state = self.page.evaluate("() => monkey.state()")
        is_empty = state["sentence"] is not None and not state["sentence"].strip()
        # An empty sentence keeps the last picture, pale; an address does not hold both.
        if state["isAbove"] or state["isCovered"] or is_empty or self.visitor in self.drafts:
            return []
        size = self.page.viewport_size
        other = self.watch(self.context.new_page())
        try:
            if size:
                other.page.set_viewport_size(size)
            end = time.monotonic() + SECOND_LOOK
            url = ""
            while True:
                if url != self.page.url:
                    other.page.goto(url := self.page.url)
                texts = [self.rest(other.page)]
                there = self.look(other.page)
                here = self.look(self.page)
                if state["isPrivate"] or self.visitor in self.held:
                    only = state["isPrivate"] or state["isLecture"]
                    parts = ALWAYS if only else here.keys() - HELD
                    here = {part: here[part] for part in parts}
                texts += compare(here, there) + compare_addresses(self.page.url, other.page.url)
                texts = [f"fresh tab: {text}" for text in texts if text]
                if not texts or time.monotonic() > end:
                    break
            if texts:
                other.page.screenshot(path=self.folder / f"{len(self.actions):04}-fresh.png")
            return texts + [f"fresh tab: {text}" for text in other.problems]
        finally:
            other.page.close()
            self.page.bring_to_front()

    def look(self, page: Page) -> dict[str, Any]:
        """Return the content of a page while the pointer is outside of it."""
        page.bring_to_front()
        page.mouse.move(1, 1)
        page.evaluate("() => { monkey.leave(); document.querySelector('.stMain').scrollTop = 0; }")
        self.rest(page)
        return page.evaluate("() => monkey.shown()")

    # --- runs ---

    def do(self, action: Action) -> None:
        """Perform an action and record faults."""
        self.actions.append(action)
        self.write("actions.jsonl", action)
        try:
            self.perform(action)
            self.check()
        except Error as error:  # a click that never returns, or a closed tab
            line = str(error).splitlines()[0]
            self.give_up([f"browser: {line}"])

    def run(self, count: int) -> None:
        """Perform this many random actions."""
        self.rest(self.page)
        for _ in range(count):
            self.do(self.choose())

    def replay(self, actions: Sequence[Action]) -> None:
        """Repeat these actions."""
        self.rest(self.page)
        for action in actions:
            self.do(action)


TARGETS = set(WEIGHTS) - {
    *("open", "type", "draft", "back", "forward", "reload", "tab", "key", "playlist")
}
SENTENCE = ".st-key-bar .st-key-sentence input"


def squeeze(text: str) -> str:
    """Remove the spaces that make no difference from a text."""
    return " ".join(text.split())


def compare(here: dict[str, Any], there: dict[str, Any]) -> list[str]:
    """Return the first difference in each part of what two tabs show."""
    texts = []
    for part in here:
        one, other = here[part], there[part]
        if one == other or (part == "pixels" and None in (one, other)):
            continue
        if isinstance(one, list):
            only_here = [text for text in one if text not in other]
            only_there = [text for text in other if text not in one]
            one = only_here[0] if only_here else f"{len(one)} of them"
            other = only_there[0] if only_there else f"{len(other)} of them"
        one, other = from_difference(str(one), str(other))
        texts.append(f"{part}: {one!r} became {other!r}")
    return texts


def from_difference(one: str, other: str) -> tuple[str, str]:
    """Cut two texts to the parts around their first difference."""
    pairs = enumerate(zip(one, other))
    place = next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))
    start = max(place - 40, 0)
    return one[start : start + 160], other[start : start + 160]


def compare_addresses(here: str, there: str) -> list[str]:
    if parse_qs(urlsplit(here).query) == parse_qs(urlsplit(there).query):
        return []
    return [f"the address becomes {there}"]
