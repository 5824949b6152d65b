"""A visitor without a browser, who speaks Streamlit's protocol: protobufs over a websocket."""

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

T = TypeVar("T")
COMPILATION = "script_compilation_exception"
# Elements that accept text, a click or a message.
NAMED = "text_input", "text_area", "selectbox", "button", "bidi_component"


def run_apart(coroutine: Coroutine[object, object, T]) -> T:
    """Run a coroutine in a new thread: Playwright keeps a loop running in that of the tests."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


@dataclass
class Run:
    """The messages of one run of the script."""

    pictures: list[str] = field(default_factory=list)  # the names of the components
    alerts: list[str] = field(default_factory=list)  # HTML of the page's alerts
    html: list[str] = field(default_factory=list)  # other HTML of the page
    errors: list[str] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)  # the parameters written to the address
    size: int = 0  # bytes


class Visitor:
    """One tab: it opens a page, then changes the values of its widgets."""

    def __init__(self, connection: ClientConnection):
        self.connection = connection
        self.query, self.page, self.session = "", "", ""
        self.widgets: dict[str, str] = {}  # identifiers of widgets by their keys
        # The value of the last widget of the page, by which the server knows what was drawn.
        self.edition = WidgetState()
        self.fragment = ""  # the last fragment drawn that reruns itself
        # Large elements as a browser keeps them: by hash, with the number of the last run that had
        # them. The server does not send them again.
        self.kept: dict[str, tuple[Element, int]] = {}
        self.runs, self.most_age = 0, 0  # after so many runs they are dropped

    async def open(self, query: str = "", page: str = "") -> Run:
        """Open a page at an address; return the first run."""
        self.query = query
        return await self.run(ClientState(page_name=page))

    async def type(self, key: str, text: str) -> Run:
        """Type a text into the field of this key; return the run."""
        state = ClientState()
        state.widget_states.widgets.add(id=self.widgets[key], string_value=text)
        return await self.run(state)

    async def press(self, key: str) -> Run:
        """Press the button of this key; return the run."""
        state = ClientState()
        state.widget_states.widgets.add(id=self.widgets[key], trigger_value=True)
        return await self.run(state)

    async def open_expander(self, key: str) -> Run:
        """Open the expander of this key; return the run."""
        state = ClientState()
        state.widget_states.widgets.add(id=self.widgets[key], bool_value=True)
        return await self.run(state)

    async def send(self, key: str, event: str, value: object) -> Run:
        """Send an event of the component of this key; return the run."""
        state, payload = ClientState(), [{"event": event, "value": value}]
        identifier = f"$$STREAMLIT_INTERNAL_KEY_{self.widgets[key]}__events"
        state.widget_states.widgets.add(id=identifier, json_trigger_value=json.dumps(payload))
        return await self.run(state)

    async def refresh(self) -> Run:
        """Rerun the fragment that the page reruns periodically; return the run."""
        return await self.run(ClientState(fragment_id=self.fragment, is_auto_rerun=True))

    async def run(self, state: ClientState) -> Run:
        state.query_string, state.page_script_hash = self.query, self.page
        state.cached_message_hashes.extend(self.kept)
        if self.edition.id:
            state.widget_states.widgets.append(self.edition)
        await self.connection.send(BackMsg(rerun_script=state).SerializeToString())
        run = Run()
        while True:
            data = await self.connection.recv()
            message = ForwardMsg.FromString(data)
            run.size += len(data)
            kind = message.WhichOneof("type")
            if kind in ("new_session", "navigation"):  # the second says which page was found
                self.page = getattr(message, kind).page_script_hash
            if kind == "new_session":
                self.session = message.new_session.initialize.session_id
                self.most_age = message.new_session.config.max_cached_message_age
            elif kind == "page_info_changed":
                self.query = message.page_info_changed.query_string
                run.addresses.append(self.query)
            elif kind == "session_event" and message.session_event.HasField(COMPILATION):
                run.errors.append(getattr(message.session_event, COMPILATION).message)
            elif kind == "page_not_found":
                run.errors.append(f"Page not found: {message.page_not_found.page_name}")
            elif kind == "auto_rerun":
                self.fragment = message.auto_rerun.fragment_id
            elif kind == "delta" and message.delta.HasField("new_element"):
                if message.metadata.cacheable:
                    self.kept[message.hash] = message.delta.new_element, self.runs
                self.take(message.delta.new_element, run)
            elif kind == "ref_hash":
                element, _ = self.kept[message.ref_hash]
                self.kept[message.ref_hash] = element, self.runs
                self.take(element, run)
            elif kind == "delta" and message.delta.add_block.HasField("expandable"):
                self.note(message.delta.add_block.expandable.id)
            elif (
                kind == "script_finished"
                and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN
            ):
                self.forget()
                return run

    def forget(self) -> None:
        """Drop, at the end of a run, elements that the last runs did not have."""
        self.runs += 1
        for hash, (_, last) in list(self.kept.items()):
            if self.runs - last > self.most_age:
                del self.kept[hash]

    def note(self, identifier: str) -> None:
        """Store the identifier of a widget: $$ID-hash-key."""
        self.widgets[identifier.split("-", 2)[-1]] = identifier

    def take(self, element, run: Run) -> None:
        """Store the content of an element."""
        kind = element.WhichOneof("type")
        if kind in NAMED:
            self.note(getattr(element, kind).id)
        if kind == "text_input" and element.text_input.id.endswith("-edition"):
            self.edition = WidgetState(
                id=element.text_input.id, string_value=element.text_input.value
            )
        if kind == "bidi_component":
            run.pictures.append(element.bidi_component.component_name.rpartition(".")[2])
        elif kind == "exception":
            run.errors.append(f"{element.exception.type}: {element.exception.message}")
        elif kind == "html":
            is_alert = 'role="alert"' in element.html.body
            (run.alerts if is_alert else run.html).append(element.html.body)


@asynccontextmanager
async def connected(address: str, cookie: str = "") -> AsyncIterator[Visitor]:
    """Connect a visitor to the server at this address, "http://…", with this cookie."""
    stream = address.replace("http", "ws", 1) + "/_stcore/stream"
    settings = {
        "max_size": None,
        "open_timeout": None,
        "close_timeout": 1,
        "proxy": None,
        "ping_interval": None,
        "additional_headers": {"Cookie": cookie} if cookie else {},
    }
    async with connect(
        stream, origin=address, subprotocols=["streamlit"], **settings
    ) as connection:
        yield Visitor(connection)
