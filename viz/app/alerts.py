"""Alerts, errors shown as alerts, and escaped text."""

import html
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from models import UserError

from ..base.language import explain, t
from ..base.markdown import escape_markdown as escape_markdown  # re-exported for modules that draw
from ..view.address import describe_length

_LOG = logging.getLogger(__name__)
_CALLBACK_ERRORS = "callback errors"  # the key of the session state for sentences not yet shown
_STYLE = "border-left: 4px solid #d55e00; padding: 4px 12px; overflow-wrap: anywhere"


def show_alert(sentence: str | UserError) -> None:
    """Show a sentence as written, without markup."""
    if isinstance(sentence, UserError):
        sentence = explain(sentence)
    st.html(f'<p role="alert" style="{_STYLE}">{html.escape(sentence)}</p>')


@contextmanager
def errors_as_alerts() -> Iterator[None]:
    """Show an error in the block as one sentence, and draw everything around it.

    The traceback of any error other than UserError goes to the server's log. Streamlit's own
    signals to stop or to rerun are not an `Exception` and pass.
    """
    try:
        yield
    except UserError as error:
        show_alert(error)
    except Exception:
        _LOG.exception("A page failed")
        show_alert(t("app#a drawing failed"))


def keep_callback_error(run: Callable[[], None]) -> None:
    """Call a callback; if it fails, store a sentence for the page."""
    try:
        run()
    except UserError as error:
        sentence = explain(error)
    except Exception:
        _LOG.exception("A callback failed")
        sentence = t("app#an action failed")
    else:
        return
    _keep_sentence(sentence)


def keep_alert(error: UserError) -> None:
    """Show an error in the run that draws the page, which on a cold server is not this one."""
    _keep_sentence(explain(error))


def _keep_sentence(sentence: str) -> None:
    st.session_state.setdefault(_CALLBACK_ERRORS, []).append(sentence)


def show_callback_errors() -> None:
    """Show the errors of the callbacks before this run."""
    for sentence in st.session_state.pop(_CALLBACK_ERRORS, ()):
        show_alert(sentence)


def truncate(text: str, max_characters: int) -> str:
    """Cut a text to `max_characters`, with an alert if it is longer."""
    if sentence := describe_length(text, max_characters):
        show_alert(sentence)
    return text[:max_characters]
