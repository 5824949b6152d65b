"""The state of one browser tab: sentence, model, head, and the settings of pages as texts.

A setting is a text with a name. It stands in the address under that name, and in the session state
under `setting_key(name)`, which is also the key of its widget. `page_settings` reads the texts.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import streamlit as st

from models import Request, Trace, UserError

from ..analysis.views import HeadChoice
from ..base import language
from ..base.language import current_locale, languages, preferred_language
from ..view.address import View, describe_length, nearest
from ..view.runner import Runner
from ..view.settings import Known, Settings, choice, parameters_of, sentence_parameters
from . import bounded_cache, cache
from .internals import is_running, state_value, state_values

_T = TypeVar("_T")

# The keys of the session state.
LAST_BILSTM = "last bilstm"  # the one that the switch beside the sentence offers
MODEL, SENTENCE, CHOICE, MERGED = "model", "sentence", "choice", "merged"
LAST_SENTENCE = "last sentence"  # the last one that was not empty
LAST_VIEW = "last view"  # the address that this tab last wrote
UNREAD = "unread"  # names of the settings that the address asks for and no run has read yet
URL_PARAMETERS = "opened"  # names of the parameters that this run opened
HEARD = "heard"  # the number of the last message of the lecture's keys that was handled
ADDRESS_TO_OPEN = "address to open"  # parameters that the next run opens like a link
# Addresses that the browser may show, the oldest first: the last was sent or written last.
ADDRESSES = "addresses"
UNFINISHED = "unfinished"  # set while a run is going on, and after an interrupted one
LAST_PAGE = "last page"  # the path of the page of the previous run
RESENDS_ADDRESS = "resends address"  # whether the browser may have cleared the address
_LESSON_PLACES = "lesson places"  # the step last seen of each lesson, counted from 0
OPENED_AT_TOP = "opened at top"  # what took the place of what the page showed
TOUR_STEP = "tour step"  # the settings that name the step of a tour, in this run
LAST_TOUR_STEP = "last tour step"  # the step last applied; None after another page
UNDO_STEPS = "steps"  # steps that can be undone, the latest last, which is on show
# How many were opened; text fields are drawn anew for each.
OPENED_ADDRESSES = "opened addresses"
WIDGETS = "widgets"  # widget values that a browser sent for the page of a lost session
KEY_BINDINGS = "key bindings"  # the settings that the presenter's keys move, by axis
# Those of the page last drawn completely: a key that interrupts a run is for what was on show.
SHOWN_KEY_BINDINGS = "shown key bindings"
SWITCH = "switch theme"  # True: one click on the switch of light and dark
SWITCHES = "theme switches"  # the number of such clicks
CLASS_ROOM = "class room"  # of this tab: {"asked", "link", "image"}; {} for none, see class_mode
CLASS_PANEL = "class panel"  # whether what asks a class is drawn below any picture
_AWAITED_JOB = "awaited job"  # the key of the long work that this tab waits for; "" for none
_READING = "reading"  # what was read of a file: a memory.Reading
SETTING = "setting "  # prefix of the key of a setting

FRENCH = "french"  # the setting of pages that follow a French sentence
MAX_SENTENCE = 10_240  # characters of a sentence: no model reads more
# Characters of a sentence that the browser sends, to be told how many are kept. With more, the
# message could exceed `server.maxWidgetStateSize`, and the server would close the connection.
MAX_SENT = 50_000
MAX_WORD = 40  # characters of a word that replaces another


# --- the view ------------------------------------------------------------------------------------


def current_view() -> View:
    """Return model, sentence, head, and whether sub-words are merged."""
    model, sentence, choice, merged = map(state_value, (MODEL, SENTENCE, CHOICE, MERGED))
    known = cache.model(model).capabilities
    head = nearest(choice, known.stacks, known.without_attention)
    return View(model, sentence, head, merged)


def current_trace() -> Trace:
    """Return the run behind the page. Raises UserError for a sentence that cannot be read."""
    view = current_view()
    sentence = view.sentence if view.sentence.strip() else st.session_state[LAST_SENTENCE]
    return cache.trace(Request(view.model, sentence))


def keep_readable_sentence(example: str) -> str:
    """Return the sentence; while it is empty, the last one that was not, or the `example`."""
    session = st.session_state
    if session[SENTENCE].strip():
        session[LAST_SENTENCE] = session[SENTENCE]
    return session.setdefault(LAST_SENTENCE, example)


def set_sentence(sentence: str) -> None:
    """Put a sentence into the sentence bar."""
    st.session_state[SENTENCE] = sentence
    clear_sentence_settings()


def set_model(name: str) -> None:
    """Show another model, in a callback."""
    st.session_state[MODEL] = name


def set_head(choice: HeadChoice) -> None:
    """Show another head."""
    st.session_state[CHOICE] = choice


def set_head_part(part: str, value: str | int) -> None:
    """Show the head of another "stack", "layer" or "head"."""
    change: dict[str, Any] = {part: value}
    set_head(replace(current_view().choice, **change))


def clear_sentence_settings() -> None:
    """Clear the settings that name words of one sentence."""
    for name in sentence_parameters():
        clear_setting(name)


def clear_forced_weights() -> None:
    """Clear the forced weights, which belong to a head of one model."""
    clear_setting("force")


def cut_sentence() -> list[str]:
    """Cut a sentence that is too long, at the start of a run.

    Returns an alert if it was cut.
    """
    session = st.session_state
    sentence = session.get(SENTENCE) or ""
    alert = describe_length(sentence, MAX_SENTENCE)
    if not alert:
        return []
    # Streamlit would keep what the browser sent beside what is assigned.
    del session[SENTENCE]
    session[SENTENCE] = sentence[:MAX_SENTENCE]
    return [alert]


# --- settings ------------------------------------------------------------------------------------


def setting_key(name: str) -> str:
    """Return the key of a setting in the session state, which is also that of its widget."""
    return SETTING + name


def setting_texts() -> dict[str, str]:
    """Return the texts of all settings that the tab holds, by name."""
    return {
        key.removeprefix(SETTING): text
        for key, text in state_values(prefix=SETTING).items()
        if text is not None
    }


def setting_value(name: str, default: str) -> str:
    """Return the text of a setting, in a callback."""
    return state_value(setting_key(name), default)


def set_setting(name: str, value: str) -> None:
    """Set a setting, in a callback or before its widget is drawn."""
    st.session_state[setting_key(name)] = value


def set_settings(values: Mapping[str, str]) -> None:
    """Set several settings."""
    for name, value in values.items():
        set_setting(name, value)


def clear_setting(name: str) -> None:
    """Reset a setting to its default."""
    st.session_state.pop(setting_key(name), None)


def open_at_top(name: str) -> None:
    """Let the page begin at its top if it has shown something else than this."""
    st.session_state[OPENED_AT_TOP] = name


def apply_preset(widget: str, presets: Mapping[str, Mapping[str, str]]) -> None:
    """Apply the preset that a widget names."""
    set_settings(presets[st.session_state[widget]])


def read_message(component: str, name: str) -> dict:
    """Return the JSON object that a component has sent under this name.

    Returns {} for anything else, which a browser with another version may send, and for a message
    of a page that was just replaced.
    """
    try:
        message = st.session_state[component][name]
    except KeyError:
        return {}
    return dict(message) if isinstance(message, Mapping) else {}


def selected_place(chart: str) -> int | None:
    """Return the index of the mark that was clicked in a chart; None for none."""
    selection = st.session_state.get(chart)
    points = selection["selection"]["points"] if selection else ()
    return int(points[0]["point_index"]) if points else None


def opened_file(uploader: str) -> tuple[str, bytes] | None:
    """Return the name and the content of the file in an uploader; None for none."""
    file = st.session_state.get(uploader)
    if not file:
        forget_reading()
        return None
    return file.name, file.getvalue()


def read_opened_file(uploader: str, read: Callable[[str, bytes], _T]) -> _T:
    """Return what `read` makes of the file in an uploader. It is read once for all runs.

    Raises the UserError of `read`.
    """
    session = st.session_state
    file = session[uploader]
    key = file.file_id, current_locale()  # errors have texts in them
    reading: bounded_cache.MemoryReading | None = session.get(_READING)
    value: Any = bounded_cache.MISSING
    if reading is not None and reading.key == key:
        value, reading.used = reading.value, time.monotonic()
    if value is bounded_cache.MISSING:
        forget_reading()
        try:
            value = read(file.name, file.getvalue())
        except UserError as error:
            value = error
        session[_READING] = bounded_cache.MemoryReading(key, value)
    if isinstance(value, UserError):
        raise value.with_traceback(None)
    return value


def forget_reading() -> None:
    """Forget what was read of a file, when it is closed or its page is left."""
    st.session_state.pop(_READING, None)


# --- the reader ----------------------------------------------------------------------------------


def browser_locale() -> str:
    """Return the language that the browser prefers, one of `languages()`."""
    return preferred_language(st.context.locale or "")


def _tab_locale() -> str:
    """Return the language of this tab, one of `languages()`.

    That is the choice of the reader or the address, else the browser's; outside of a run, English.
    """
    if not is_running():
        return "en"
    chosen = setting_value("language", "") or st.query_params.get("language")
    return chosen if chosen and chosen in languages() else browser_locale()


language.register_locale_reader(_tab_locale)


def _preferred_locale(known: Known, runner: Runner) -> str:
    return browser_locale()


SIDE_BY_SIDE = 3  # languages of the switch; more are in a box


def _language_options(known: Known, runner: Runner) -> dict[str, str]:
    is_box = len(languages()) > SIDE_BY_SIDE
    return {code: each.title if is_box else code.upper() for code, each in languages().items()}


@dataclass(frozen=True)
class TabSettings(Settings):
    """The settings of a tab, which outlive the step of a tour and the entry of a playlist."""

    lecture: str = choice({"off": "off", "on": "on"}, omitted_when_default=True)
    language: str = choice(_language_options, _preferred_locale, omitted_when_default=True)
    # English under French words; "auto": for readers of English
    gloss: str = choice({"auto": "auto", "on": "on", "off": "off"}, omitted_when_default=True)


TAB_PARAMETERS = parameters_of(TabSettings)


def tab_texts() -> dict[str, str]:
    """Return the settings of the tab that are set."""
    texts = {name: setting_value(name, "") for name in sorted(TAB_PARAMETERS)}
    return {name: text for name, text in texts.items() if text}


def shows_gloss() -> bool:
    """Return whether English words stand under the French ones."""
    chosen = setting_value("gloss", "auto") if is_running() else "auto"
    return current_locale() == "en" if chosen == "auto" else chosen == "on"


def is_lecture() -> bool:
    """Return whether this tab is in lecture mode: `lecture=on` in the address, or the key L."""
    return setting_value("lecture", "off") == "on"


def is_tour() -> bool:
    """Return whether the page is a step of a lesson or of the classics."""
    return state_value(TOUR_STEP) is not None


def keep_lesson_place(lesson: str, place: int) -> None:
    """Record the step of a lesson, from 0, that this tab has seen last."""
    session = st.session_state
    session[_LESSON_PLACES] = {**session.get(_LESSON_PLACES, {}), lesson: place}


def lesson_place(lesson: str) -> int:
    """Return the step of a lesson, from 0, that this tab has seen last."""
    return st.session_state.get(_LESSON_PLACES, {}).get(lesson, 0)


def set_awaited_job(key: str) -> None:
    """Wait for long work, in this tab; "" to stop waiting."""
    st.session_state[_AWAITED_JOB] = key


def awaited_job() -> str:
    """Return the key of the long work that this tab waits for; "" for none."""
    return st.session_state.get(_AWAITED_JOB, "")
