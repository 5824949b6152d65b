"""The explorer on a page: it shows the head of the tab and keeps what is clicked."""

from models import Trace

from ...app.state import read_message, set_head, set_setting
from ...app.url import View
from ...views import HeadChoice
from ...what_if import NAMES
from . import explorer

KEY = "explorer"


def show_explorer(trace: Trace, view: View, can: frozenset[str], between: str = "all") -> None:
    """Draw all heads of a trace, and keep the head, the heads off and the weights forced."""
    explorer(
        trace,
        view.merged,
        view.choice,
        can,
        between,
        KEY,
        on_choose=keep_head,
        on_off=keep_heads_off,
        on_force=keep_forced_weights,
    )


def keep_head() -> None:
    """Show the head that was clicked."""
    if message := read_message(KEY, "choice"):
        set_head(HeadChoice(message["stack"], int(message["layer"]), int(message["head"])))


def keep_heads_off() -> None:
    """Keep the heads that were switched off in the setting of that name."""
    if message := read_message(KEY, "off"):
        set_setting(NAMES["silenced"], ",".join(message["heads"]))


def keep_forced_weights() -> None:
    """Keep the weights that were forced in the setting of that name."""
    if message := read_message(KEY, "force"):
        set_setting(NAMES["forced"], ",".join(message["cells"]))
