"""Errors in the callbacks of widgets and components, as sentences on the page.

Streamlit calls the callbacks before the script runs. An exception of one of them ends the run
there: the page is gone and a red box with the traceback stands in its place.
"""

import logging
from collections.abc import Callable

import streamlit as st
from streamlit.runtime.state.session_state import SessionState, _CallbackRerunVotes

from models import UserError

from ..base.language import t
from .alerts import show_alert

LOG = logging.getLogger(__name__)
CALLBACK_ERRORS = "callback errors"  # the key of the session state: sentences not yet shown


def catch_callback_errors() -> None:
    """Let no exception of a callback end the run: `show_callback_errors` shows it instead.

    Streamlit has no hook for this, and passes every callback of every widget through one method,
    which this replaces by one that guards it. Streamlit's own orders to run again or to stop are
    no `Exception` and pass. Has no effect the second time.
    """
    run_callback = SessionState._run_callback_and_record_rerun
    if getattr(run_callback, "catches_errors", False):
        return

    def run_guarded_callback(
        self: SessionState, votes: _CallbackRerunVotes, run: Callable[[], None]
    ) -> None:
        run_callback(self, votes, lambda: keep_error(run))

    run_guarded_callback.__dict__["catches_errors"] = True
    setattr(SessionState, "_run_callback_and_record_rerun", run_guarded_callback)  # noqa: B010


def keep_error(run: Callable[[], None]) -> None:
    """Call `run`, and keep a sentence for the page when it fails."""
    try:
        run()
    except UserError as error:
        sentence = t(error.text, **error.values)
    except Exception:
        LOG.exception("A callback failed")
        sentence = t(
            "What you just did had no effect, or only half of one: there is a mistake in Heads Up, "
            "which the server's log names. Nothing else is lost."
        )
    else:
        return
    st.session_state.setdefault(CALLBACK_ERRORS, []).append(sentence)


def show_callback_errors() -> None:
    """Show what failed in the callbacks before this run."""
    for sentence in st.session_state.pop(CALLBACK_ERRORS, ()):
        show_alert(sentence)
