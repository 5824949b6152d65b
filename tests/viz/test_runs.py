"""Messages of a browser that are taken as a whole."""

from types import SimpleNamespace

from streamlit.proto.WidgetStates_pb2 import WidgetStates

from viz.app import runs
from viz.app.state import ADDRESSES


def test_in_a_frame_too_a_message_is_whole_once_the_last_address_was_heard(monkeypatch):
    message = WidgetStates()
    message.widgets.add(id="a switch", bool_value=True)
    context = SimpleNamespace(query_string="embed=true&embed_options=dark_theme&sentence=No.")
    monkeypatch.setattr(runs, "get_script_run_ctx", lambda: context)
    state = {ADDRESSES: [{"sentence": "No."}]}
    for _ in range(2):  # the second repeats values that the server may have changed meanwhile
        assert list(runs.heed_changes(state, message).widgets) == list(message.widgets)
    context.query_string = "embed=true&sentence=Yes."
    assert not runs.heed_changes(state, message).widgets
