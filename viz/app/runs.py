"""Runs that a message of the browser interrupts, and messages that a browser sent too early.

Streamlit starts the next run as soon as a message arrives. It stops the run before at its next
element or its next access to the session state, in the midst of a callback too. What belongs
together is changed in an `uninterrupted` section, for which the next run waits.

With each message the browser repeats what all its widgets hold. It may not have heard yet what the
server has set since: `heed_changes` tells a change of the reader from what is only repeated.
"""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qsl

from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state.session_state import SessionState

from .state import ADDRESSES, UNFINISHED

LOCK = "uninterrupted"  # the key of the session state: a lock for the runs of a session
MAKING_LOCK = threading.Lock()
CHECK = "on_scriptrunner_yield"  # the method that Streamlit asks whether to interrupt a run
REPEATED = "repeated"  # the key of the session state: hashes of what the widgets last held
# Parameters of a page in a frame, which Streamlit hides from the app.
OF_THE_FRAME = "embed", "embed_options"
TRIGGERS = "trigger_value", "string_trigger_value", "chat_input_value", "json_trigger_value"


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let no message interrupt the run in this section, nor the next run change the state.

    A run that is to stop does so before it. Streamlit has no such section; this replaces the
    method of the run's requests that it asks.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or context.script_requests is None:
        yield
        return
    replaced: dict[str, Any] = vars(context.script_requests)
    if CHECK in replaced:  # inside another such section
        yield
        return
    context.yield_check()
    state: SessionState = context.session_state._state
    with MAKING_LOCK:
        if LOCK not in state:
            state[LOCK] = threading.RLock()
    with state[LOCK]:
        context.yield_check()  # a message may have come while this run waited
        replaced[CHECK] = lambda: None
        try:
            yield
        finally:
            del replaced[CHECK]


def protect_callbacks() -> None:
    """Let Streamlit take a message, and call its callbacks, in an uninterrupted section.

    Has no effect the second time.
    """
    take_message = SessionState.on_script_will_rerun
    if getattr(take_message, "is_protected", False):
        return

    def take_message_at_once(
        self: SessionState, fresh_widget_states: WidgetStates | None, **settings: Any
    ) -> None:
        with uninterrupted():
            if fresh_widget_states is not None:
                fresh_widget_states = heed_changes(self, fresh_widget_states)
            take_message(self, fresh_widget_states, **settings)

    take_message_at_once.__dict__["is_protected"] = True
    setattr(SessionState, "on_script_will_rerun", take_message_at_once)  # noqa: B010


def heed_changes(state: SessionState, message: WidgetStates) -> WidgetStates:
    """What a message says, without what it only repeats while the server has set something else.

    The browser has heard all that the server has set when it sends the address written last.
    """
    context = get_script_run_ctx()
    assert context is not None  # a message is taken
    before: Mapping[str, int] = state[REPEATED] if REPEATED in state else {}  # noqa: SIM401
    values = {
        widget.id: hash(widget.SerializeToString(deterministic=True))
        for widget in message.widgets
        if widget.WhichOneof("value") not in TRIGGERS
    }
    state[REPEATED] = values
    pairs = parse_qsl(context.query_string, keep_blank_values=True)
    address = {name: value for name, value in pairs if name.lower() not in OF_THE_FRAME}
    if UNFINISHED not in state and ADDRESSES in state and state[ADDRESSES][-1] == address:
        return message
    changes = WidgetStates()
    changes.widgets.extend(
        widget
        for widget in message.widgets
        if widget.id not in values or before.get(widget.id) != values[widget.id]
    )
    return changes
