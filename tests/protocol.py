"""A visitor without a browser, who speaks Streamlit's own protocol: protobufs over a websocket."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

T = TypeVar("T")
COMPILATION = "script_compilation_exception"
FIELDS = "text_input", "text_area", "selectbox"  # elements that take text


def run_apart(coroutine: Coroutine[object, object, T]) -> T:
    """Run a coroutine in a thread of its own: Playwright keeps a loop running in that of the tests."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


@dataclass
class Run:
    """What one run of the script sent."""

    pictures: list[str] = field(default_factory=list)  # the names of the components
    alerts: list[str] = field(
        default_factory=list
    )  # what the page says about what was asked, as HTML
    errors: list[str] = field(default_factory=list)
    size: int = 0  # bytes


class Visitor:
    """One tab: it opens a page, then changes what its widgets hold."""

    def __init__(self, connection: ClientConnection):
        self.connection = connection
        self.query, self.page = "", ""
        self.widgets: dict[str, str] = {}  # the identifiers of fields that take text, by their keys

    async def open(self, query: str = "", page: str = "") -> Run:
        """The first run, of this page at this address."""
        self.query = query
        return await self.run(ClientState(page_name=page))

    async def type(self, key: str, text: str) -> Run:
        """The run after a text was typed into the field of this key."""
        state = ClientState()
        state.widget_states.widgets.add(id=self.widgets[key], string_value=text)
        return await self.run(state)

    async def run(self, state: ClientState) -> Run:
        state.query_string, state.page_script_hash = self.query, self.page
        await self.connection.send(BackMsg(rerun_script=state).SerializeToString())
        run = Run()
        while True:
            data = await self.connection.recv()
            message = ForwardMsg.FromString(data)
            run.size += len(data)
            kind = message.WhichOneof("type")
            if kind in ("new_session", "navigation"):  # the second says which page was found
                self.page = getattr(message, kind).page_script_hash
            elif kind == "page_info_changed":
                self.query = message.page_info_changed.query_string
            elif kind == "session_event" and message.session_event.HasField(COMPILATION):
                run.errors.append(getattr(message.session_event, COMPILATION).message)
            elif kind == "delta" and message.delta.HasField("new_element"):
                self.take(message.delta.new_element, run)
            elif kind == "script_finished":
                if message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                    return run

    def take(self, element, run: Run) -> None:
        """Note what an element says."""
        kind = element.WhichOneof("type")
        if kind == "bidi_component":
            run.pictures.append(element.bidi_component.component_name)
        elif kind == "exception":
            run.errors.append(f"{element.exception.type}: {element.exception.message}")
        elif kind == "html" and 'role="alert"' in element.html.body:
            run.alerts.append(element.html.body)
        elif kind in FIELDS:
            widget = getattr(element, kind)
            self.widgets[widget.id.split("-", 2)[2]] = widget.id  # $$ID-hash-key


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[Visitor]:
    """A visitor of the server at this address, "http://…"."""
    stream = address.replace("http", "ws", 1) + "/_stcore/stream"
    settings = {
        "max_size": None,
        "open_timeout": None,
        "close_timeout": 1,
        "proxy": None,
        "ping_interval": None,
    }
    async with connect(
        stream, origin=address, subprotocols=["streamlit"], **settings
    ) as connection:
        yield Visitor(connection)
