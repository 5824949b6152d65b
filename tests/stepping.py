"""A tab and its session on the server, which proceed one step at a time as a test says.

The session, the runs of the script and the messages are Streamlit's own. Of the browser there is
only the state that decides its messages: address, widgets, playlist and keys.
"""

import asyncio
import json
import threading
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import MagicMock, patch
from urllib.parse import parse_qsl

from streamlit.components.v2.component_manager import BidiComponentManager
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime import Runtime, app_session
from streamlit.runtime.caching.storage.dummy_cache_storage import MemoryCacheStorageManager
from streamlit.runtime.dataframe_source_manager import DataframeSourceManager
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.script_data import ScriptData
from streamlit.runtime.scriptrunner import ScriptRunner
from streamlit.runtime.scriptrunner.script_cache import ScriptCache

ORIGIN = "http://localhost"
LONGEST = 120  # seconds of a step; more is a deadlock
ALL = 1_000_000_000  # steps; enough to reach the end


class SteppedRunner(ScriptRunner):
    """A script runner that stops at each point where Streamlit may interrupt a run."""

    def __init__(self, *arguments, **settings):
        super().__init__(*arguments, **settings)
        self.steps = 0  # steps that it may still take
        self.is_over = False
        self.change = threading.Condition()
        self.is_still = False

    def advance(self, steps: int = ALL) -> None:
        """Run this many steps, or to the end of the run."""
        with self.change:
            if self.is_over:
                return
            self.steps, self.is_still = steps, False
            self.change.notify_all()
            assert self.change.wait_for(lambda: self.is_still or self.is_over, LONGEST)

    def wait_for_step(self) -> None:
        with self.change:
            while self.steps == 0:
                self.is_still = True
                self.change.notify_all()
                self.change.wait()
            self.steps -= 1

    def _run_script_thread(self) -> None:
        self.wait_for_step()
        try:
            super()._run_script_thread()
        finally:
            with self.change:
                self.is_over = True
                self.change.notify_all()

    def _maybe_handle_execution_control_request(self) -> None:
        if self._is_in_script_thread() and self._execing:
            self.wait_for_step()
        super()._maybe_handle_execution_control_request()


@contextmanager
def stepped_runtime() -> Iterator[asyncio.AbstractEventLoop]:
    """Set up what a session needs of a server; yields its event loop, which stands still."""
    runtime = MagicMock(spec=Runtime)
    runtime.media_file_mgr = MediaFileManager(MemoryMediaFileStorage("/media"))
    runtime.dataframe_source_mgr = DataframeSourceManager()
    runtime.cache_storage_manager = MemoryCacheStorageManager()
    runtime.bidi_component_registry = BidiComponentManager()
    loop = asyncio.new_event_loop()
    with (
        patch.object(Runtime, "_instance", runtime),
        patch.object(app_session, "ScriptRunner", SteppedRunner),
        patch("streamlit.commands.execution_control.time.sleep"),
        patch.object(PagesManager, "uses_pages_directory", None),
    ):
        yield loop
    loop.close()


class Server:
    """The session of one tab, and its messages to the browser."""

    def __init__(self, script: Path, loop: asyncio.AbstractEventLoop):
        self.loop = loop

        async def start() -> app_session.AppSession:
            return app_session.AppSession(
                ScriptData(str(script), False),
                MemoryUploadedFileManager("/upload"),
                ScriptCache(),
                None,
                {},
            )

        self.session = loop.run_until_complete(start())
        self.runner: SteppedRunner | None = None

    def ask(self, state: ClientState) -> None:
        """Receive a message of the browser; a current run stops at its next step."""
        last = self.runner
        self.session.request_rerun(state)
        self.runner = self.session._scriptrunner
        if last is not None and last is not self.runner:
            last.advance()

    def advance(self, steps: int = ALL) -> None:
        if self.runner is not None:
            self.runner.advance(steps)

    def process(self) -> None:
        """Put the output of the runs into the queue for the browser."""
        self.loop.run_until_complete(asyncio.sleep(0))

    def flush(self) -> list[ForwardMsg]:
        """Send the messages in the queue."""
        self.process()
        return self.session._browser_queue.flush()

    @property
    def is_idle(self) -> bool:
        return self.runner is None or self.runner.is_over

    def close(self) -> None:
        self.advance()
        self.process()
        self.session.shutdown()


class Browser:
    """The state of a tab that decides its messages."""

    def __init__(self, query: str):
        self.path, self.query = "/", query
        self.page = ""  # the hash of the current page
        self.paths: dict[str, str] = {}  # of all pages, by their hashes
        self.main = ""  # the hash of the main script, which draws what all pages have
        self.values: dict[str, WidgetState] = {}  # values of the widgets, by identifier
        self.scripts: dict[str, str] = {}  # the hash of the script of each widget on the page
        self.seen: set[str] = set()  # the widgets of this run
        self.ids: dict[str, str] = {}  # of the current widgets, by key
        self.lecture: dict = {}  # the data of the lecture component; {} without one
        self.texts: list[str] = []  # texts on the page
        self.outbox: deque[ClientState] = deque()  # sent, and not yet received by the server
        self.runs = False  # whether a run is in progress, as far as the browser knows
        self.history = [(self.path, self.query)]  # up to the current address
        # The numbers of the last message, and of the last that Back has sent: until a later one is
        # answered, addresses replace the current one.
        self.number, self.back_number = 0, -1
        self.errors: list[str] = []

    @property
    def parameters(self) -> dict[str, str]:
        return dict(parse_qsl(self.query, keep_blank_values=True))

    def send(
        self, trigger: Mapping | None = None, path: str | None = None, history: bool = False
    ) -> None:
        """Send the values of the widgets, and an event of a component.

        With the `path` of a page ask for it, and send no values of widgets that only a page has.
        """
        page = next((page for page, one in self.paths.items() if one == path), self.page)
        state = ClientState(
            query_string=self.query,
            page_script_hash=page,
            page_name="" if self.page else self.path.strip("/"),
            is_history_navigation=history,
        )
        state.context_info.url = ORIGIN + self.path
        state.widget_states.widgets.extend(
            value
            for identifier, value in self.values.items()
            if path is None or self.scripts.get(identifier) == self.main
        )
        if trigger is not None:
            identifier = f"$$STREAMLIT_INTERNAL_KEY_{self.ids['lecture']}__events"
            payload = json.dumps([{"event": "go", "value": trigger}])
            state.widget_states.widgets.add(id=identifier, json_trigger_value=payload)
        self.runs = True
        self.number += 1
        if history:
            self.back_number = self.number
        self.outbox.append(state)

    def back(self, count: int = 1) -> None:
        """Go back `count` addresses; the page is not shown until the server draws it."""
        del self.history[-count:]
        self.path, self.query = self.history[-1]
        self.send(path=self.path, history=True)

    def follow(self, path: str) -> None:
        """Follow a link of the navigation to another page; the URL changes when it is drawn."""
        self.query = ""
        self.send(path=path)

    def show_address(self, path: str, query: str) -> None:
        """Show another address: in place of the current one after Back, else after it."""
        if self.back_number >= 0:
            self.history.pop()
        self.path, self.query = path, query
        self.history.append((path, query))

    def type(self, key: str, text: str) -> None:
        """Type a text and press Enter."""
        identifier = self.ids[key]
        self.values[identifier] = WidgetState(id=identifier, string_value=text)
        self.send()

    def value(self, key: str) -> str | None:
        state = self.values.get(self.ids.get(key, ""))
        return None if state is None else state.string_value

    def receive(self, message: ForwardMsg) -> None:
        """Process a message of the server."""
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.runs = True
            self.seen = set()
            if self.back_number != self.number:
                self.back_number = -1
            self.main = message.new_session.main_script_hash
            page = message.new_session.page_script_hash
            if page != self.page:
                self.show_page(page)
        elif kind == "navigation":
            self.paths = {
                page.page_script_hash: "/" if page.is_default else f"/{page.url_pathname}"
                for page in message.navigation.app_pages
            }
            self.page = message.navigation.page_script_hash
            if self.path != self.paths[self.page]:
                self.path = self.paths[self.page]
                self.history.append((self.path, self.query))
        elif kind == "page_info_changed":
            if message.page_info_changed.query_string != self.query:
                self.show_address(self.path, message.page_info_changed.query_string)
        elif kind == "page_not_found":
            self.errors.append("page not found")
        elif kind == "delta" and message.delta.HasField("new_element"):
            self.draw(message.delta.new_element, message.metadata.active_script_hash)
        elif kind == "script_finished":
            if message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                self.keep_widgets(self.seen)
            if message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                self.runs = False

    def show_page(self, page: str) -> None:
        """Change the page: the elements of the old one are gone."""
        self.page = page
        self.lecture = {}
        self.ids, self.texts = {}, []
        self.keep_widgets({name for name, script in self.scripts.items() if script == self.main})

    def keep_widgets(self, identifiers: set[str]) -> None:
        """Forget all widgets but these."""
        self.scripts = {identifier: self.scripts[identifier] for identifier in identifiers}
        self.values = {name: value for name, value in self.values.items() if name in identifiers}

    def draw(self, element, script: str) -> None:
        """Add an element with the value that the server sets in it."""
        kind = element.WhichOneof("type")
        if kind == "text":
            self.texts = [element.text.body]
        elif kind == "exception":
            self.errors.append(f"{element.exception.type}: {element.exception.message}")
        elif kind == "html" and 'role="alert"' in element.html.body:
            self.errors.append(element.html.body)
        elif kind == "bidi_component":
            self.note(element.bidi_component.id, script)
            if element.bidi_component.component_name.endswith(".lecture"):
                self.lecture = component_data(element.bidi_component)
        elif kind in ("text_input", "button_group", "checkbox"):
            self.hold(kind, getattr(element, kind), script)

    def note(self, identifier: str, script: str) -> None:
        self.ids[identifier.split("-", 2)[-1]] = identifier
        self.scripts[identifier] = script
        self.seen.add(identifier)

    def hold(self, kind: str, widget, script: str) -> None:
        """Store the value of a widget: the server's, else the previous one, else its default."""
        self.note(widget.id, script)
        is_set = widget.set_value
        if not is_set and widget.id in self.values:
            return
        state = WidgetState(id=widget.id)
        if kind == "text_input":
            state.string_value = widget.value if is_set else widget.default
        elif kind == "checkbox":
            state.bool_value = widget.value if is_set else widget.default
        else:
            options = [option.content for option in widget.options]
            chosen = widget.raw_values if is_set else [options[at] for at in widget.default]
            state.string_array_value.data.extend(chosen)
        self.values[widget.id] = state


def component_data(component) -> dict:
    """Return the data of one of our components."""
    return json.loads(component.json)[0] if component.WhichOneof("data") == "json" else {}
