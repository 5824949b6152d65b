"""When a visitor who has left is forgotten: the session, its files, and their memory."""

import asyncio
from typing import Any
from weakref import WeakSet

import streamlit as st

from . import bounded_cache, internals

_SWEEPS = 4  # in the time that a session without a connection is kept
_SCHEDULED: WeakSet[Any] = WeakSet()  # managers of sessions whose next sweep is on the event loop


def forget_left_visitors() -> None:
    """Drop sessions without a connection when their time is up."""
    internals.note_left_sessions(_schedule_sweep)


def _schedule_sweep(manager: Any) -> None:
    """Sweep soon, unless that is scheduled already. On the server's event loop."""
    if manager in _SCHEDULED:
        return
    _SCHEDULED.add(manager)
    seconds = st.get_option("server.disconnectedSessionTTL") / _SWEEPS
    asyncio.get_running_loop().call_later(max(seconds, 1.0), _sweep, manager)


def _sweep(manager: Any) -> None:
    """Drop the sessions whose time is up, and give their memory back."""
    _SCHEDULED.discard(manager)
    has_dropped, has_more = internals.drop_expired_sessions(manager)
    if has_dropped:
        # A session holds itself in circles, and may have been frozen.
        bounded_cache.collect_soon()
    if has_more:
        _schedule_sweep(manager)
