"""Keep the browser's address and the state of the tab in step."""

from collections.abc import Mapping, Set
from contextlib import suppress
from typing import Any

import streamlit as st

import models
from models import UserError

from ..base.examples import EXAMPLE
from ..view.address import VIEW_PARAMETERS, View, default_sentence, read_view
from . import cache
from .alerts import show_alert
from .internals import (
    begin_edition,
    forget_widget_states,
    is_history_navigation,
    rerun_with,
    state_values,
    uninterrupted,
    widget_states,
)
from .state import (
    ADDRESS_TO_OPEN,
    ADDRESSES,
    CHOICE,
    KEY_BINDINGS,
    LAST_PAGE,
    LAST_TOUR_STEP,
    LAST_VIEW,
    MERGED,
    MODEL,
    OPENED_ADDRESSES,
    RESENDS_ADDRESS,
    SENTENCE,
    SETTING,
    TOUR_STEP,
    UNFINISHED,
    UNREAD,
    URL_PARAMETERS,
    WIDGETS,
    forget_reading,
    set_settings,
    tab_texts,
)

_MAX_ADDRESSES = 50  # that a tab remembers to have written
_MAX_SETTINGS = 100  # of one address that a tab keeps: no page has as many


def open_address(example: str = EXAMPLE) -> list[str]:
    """Apply the address at the start of a run, unless it is only the one that this tab wrote.

    Returns a sentence for each refusal. `example` is the sentence of an address that names none.

    An address is new if this tab has not written it: a link, a reload, an edit by hand, or an
    address that Back or Forward opened. An address that the browser sent last, or that was written
    since, only shows how far the browser has caught up. An address that the app itself orders
    (ADDRESS_TO_OPEN) is always applied.
    """
    session = st.session_state
    opened = session.get(ADDRESS_TO_OPEN) or st.query_params.to_dict()
    load_models(session.get(MODEL), opened.get(MODEL))
    with uninterrupted():
        return _open_loaded_address(example)


def load_models(*names: Any) -> None:
    """Load the models of these names while the run may still be interrupted.

    Downloading a pretrained model takes minutes.
    """
    available = models.available()
    named = [name for name in names if name in available]
    for name in named or available[:1]:
        with suppress(UserError):  # said when the address is applied
            cache.model(name)


def _open_loaded_address(example: str) -> list[str]:
    """Apply the address whose model is loaded; see `open_address`."""
    begin_edition()
    _set_widgets_aside()
    session = st.session_state
    keep_widget_values()
    if MODEL in session:
        session.update(_with_loadable_model({MODEL: session[MODEL]}))
    sent = st.query_params.to_dict()
    ordered = session.pop(ADDRESS_TO_OPEN, None)
    if ordered is not None:
        ordered = {**ordered, **tab_texts()}
    parameters = sent if ordered is None else ordered
    is_new = (_note_address(sent) and not _is_of_the_box(sent)) or is_history_navigation()
    keeps_view = ordered is None and (not is_new or (not sent and LAST_VIEW in session))
    session[KEY_BINDINGS] = {}
    session[TOUR_STEP] = None
    if not (keeps_view and UNFINISHED in session):
        session[URL_PARAMETERS] = frozenset() if keeps_view else frozenset(parameters)
    session[UNFINISHED] = True
    if keeps_view:
        return []
    try:
        return _apply_address({SENTENCE: default_sentence(parameters, example)} | parameters)
    except BaseException:
        session.pop(ADDRESSES)  # the next run opens it again
        if ordered is not None:
            session[ADDRESS_TO_OPEN] = ordered
        raise


def forget_earlier_addresses(state: Any) -> None:
    """Forget all addresses but the last: the browser has heard of it."""
    if ADDRESSES in state:
        state[ADDRESSES] = state[ADDRESSES][-1:]


def is_going_elsewhere() -> bool:
    """Whether this run opens an address that Back or Forward led to."""
    addresses = st.session_state.get(ADDRESSES)
    if addresses is None:
        return False
    sent = st.query_params.to_dict()
    is_new = bool(sent) and sent not in addresses and not _is_of_the_box(sent)
    return is_history_navigation() or is_new


def _note_address(sent: dict[str, str]) -> bool:
    """Record the address that the browser sent; return whether it is new to this tab."""
    session = st.session_state
    addresses = session.get(ADDRESSES, [])
    is_new = sent not in addresses
    session[ADDRESSES] = [*addresses, sent][-_MAX_ADDRESSES:] if is_new else addresses
    return is_new


def _is_of_the_box(sent: dict[str, str]) -> bool:
    """Whether the browser wrote an address for the sentence that the box sends with it.

    See `viz/components/preview/live.js`. The callbacks of this run have done the rest.
    """
    session = st.session_state
    before = session.get(LAST_VIEW, {}).get(SENTENCE)
    return before is not None and before != session.get(SENTENCE) == sent.get(SENTENCE)


def keep_widget_values() -> None:
    """Keep the values of widgets, which Streamlit drops once a page does not draw them."""
    st.session_state.update(state_values(MODEL, SENTENCE, MERGED, prefix=SETTING))


def _apply_address(parameters: Mapping[str, str]) -> list[str]:
    """Show what these parameters ask for; everything else goes back to its default.

    Returns a sentence for each refusal. Call it before the sentence bar is drawn, or in a callback.
    """
    session = st.session_state
    view, refusals = _parse(_with_loadable_model(parameters))
    if LAST_VIEW in session:
        session[OPENED_ADDRESSES] = session.get(OPENED_ADDRESSES, 0) + 1
    for key in state_values(prefix=SETTING):
        del session[key]  # an address that does not name a setting means its default
    view_parameters = VIEW_PARAMETERS | {"v"}
    names = [name for name in parameters if name not in view_parameters][:_MAX_SETTINGS]
    session.update(
        {
            MODEL: view.model,
            SENTENCE: view.sentence,
            CHOICE: view.choice,
            MERGED: view.merged,
            UNREAD: frozenset(names),
        }
    )
    set_settings({name: parameters[name] for name in names})
    return refusals


def _parse(parameters: Mapping[str, str]) -> tuple[View, list[str]]:
    """Return the view that an address asks for, and a sentence for each refusal."""
    view, refusals = read_view(parameters, cache.model, _first_loadable_model)
    return view, [refusal.sentence for refusal in refusals]


def _first_loadable_model() -> str:
    """Return the name of the first model that can be loaded.

    Raises the UserError of the first model when there is none.
    """
    errors = []
    for name in models.available() or ("transformer",):
        try:
            cache.model(name)
        except UserError as error:
            errors.append(error)
        else:
            return name
    raise errors[0]


def _with_loadable_model(parameters: Mapping[str, str]) -> dict[str, str]:
    """Replace a model that cannot be loaded by the first one that can, with an alert.

    Raises UserError if no model can be loaded.
    """
    available = models.available()
    name = parameters.get(MODEL, next(iter(available), None))
    if name in available or name in models.withdrawn():
        try:
            cache.model(str(name))
        except UserError as error:
            alert = st.empty()
            with alert:  # while the other is loaded
                show_alert(error)
            try:
                other = _first_loadable_model()
            except UserError:
                alert.empty()
                raise
            return {**parameters, MODEL: other}
    return dict(parameters)


@uninterrupted()
def note_page(path: str) -> None:
    """Record, at the start of a run, which page it is for.

    A browser that goes to another page clears the address, perhaps after it asked for this run and
    sent the address. So the run writes the address again.
    """
    session = st.session_state
    if session.get(LAST_PAGE, path) != path:
        session[RESENDS_ADDRESS] = True
        forget_reading()
    session[LAST_PAGE] = path


@uninterrupted()
def send_address(address: dict[str, str]) -> None:
    """Send the browser the address of what the page shows, at the end of a run."""
    session = st.session_state
    # The browser may hear an address of a run before, and Streamlit may drop one of a later run:
    # only a browser that has drawn the page before this one is known to show the last address.
    is_shown = session[ADDRESSES] == [address] == [dict(st.query_params)]
    resends = session.pop(RESENDS_ADDRESS, False)
    if resends or not is_shown:
        st.query_params.from_dict(address)
    if session[ADDRESSES][-1] != address:
        session[ADDRESSES] = [*session[ADDRESSES], address][-_MAX_ADDRESSES:]
    session[LAST_VIEW], session[LAST_TOUR_STEP] = address, session.get(TOUR_STEP)
    session.pop(UNFINISHED, None)
    if widgets := session.pop(WIDGETS, None):
        rerun_with(widgets)


# --- tours ---------------------------------------------------------------------------------------


def apply_tour_step(
    parameters: Mapping[str, str],
    step: Mapping[str, str],
    names: Set[str] = frozenset(),
    again: bool = False,
) -> None:
    """Apply the parameters of a tour's step on first entry, or `again`.

    `step` has the settings that name the step, `names` are the parameters of the page that it
    shows. Nothing is applied while the reader changes what the step shows, nor for an address that
    names some of `names`. Call it before the sentence bar is drawn, or in a callback.
    """
    load_models(parameters.get(MODEL))
    with uninterrupted():
        session = st.session_state
        stays = session.get(LAST_TOUR_STEP) == step and not session[URL_PARAMETERS]
        names_more = (session[URL_PARAMETERS] & names) - {*step}
        session[TOUR_STEP] = session[LAST_TOUR_STEP] = step
        session[URL_PARAMETERS] = frozenset()
        if again or (not stays and not names_more):
            _apply_address({**parameters, **step, **tab_texts()})


# --- lost sessions -------------------------------------------------------------------------------


def _set_widgets_aside() -> None:
    """Set widget values aside when the browser continues the page of a lost session.

    The server was restarted, or the connection was lost until the session expired. Some values are
    in the address, and some the reader has just changed. Only a page that has been drawn can tell
    them apart, and knows the callbacks of the change.
    """
    session = st.session_state
    is_first_run = ADDRESSES not in session
    if is_history_navigation() or not (is_first_run or WIDGETS in session):
        return
    if widgets := widget_states():
        session[WIDGETS] = widgets
        session.pop(ADDRESSES, None)
        forget_widget_states()  # no widget has been drawn
