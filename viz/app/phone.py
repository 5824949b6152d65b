"""What a phone shows that opened the link of a class: the question, and nothing else of the app.

A run draws one component and loads no model: two hundred phones share the server with the lecture.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from models import UserError

from ..base.language import format_number, t
from ..base.theme import style_sheet
from ..components.ballot import KEY, BallotOption, BallotQuestion, ballot
from .alerts import show_alert
from .class_mode import CLASS, rooms
from .classroom import Ballot, ClassQuestion, ClassTask, Room
from .state import read_message

_TOKEN = "phone"  # the parameter of the address by which a reload is known to be the same phone
_TOKENS = "phone tokens"  # in the session state: the token of this phone by the code of the class
_GUESSES = "guesses"  # in the session state: the limit of the unknown codes that it tries
_MIN_SECONDS = 3  # between two questions of a phone whether there is something new
_PHONES_PER_SECOND = 40  # that ask, however many there are
_STYLE = style_sheet(__file__, "phone.css")


def class_code() -> str:
    """Return the code of the class whose link this tab opened; "" for any other tab."""
    return st.query_params.get(CLASS, "")


def draw_phone(code: str) -> None:
    """Draw the ballot of the class with this code, or why there is none."""
    st.set_page_config(page_title=f"{t('Your guess')} · Heads Up", layout="centered")
    st.html(_STYLE)
    limit = st.session_state.setdefault(_GUESSES, rooms().guess_limit())
    has_joined = code.strip().upper() in st.session_state.get(_TOKENS, {})
    try:
        # A phone in the class stays there, however many codes others try.
        room = rooms().find(code) if has_joined else rooms().find_typed(code, limit)
    except UserError as error:
        show_alert(error)
        return
    if room is None:
        show_alert(t("app#no such class", code=code[:20]))
        return
    try:
        token = _join_class(room)
    except UserError as error:
        show_alert(error)
        _draw_waiting(room.ballot(""))
    else:
        _draw_ballot(room.ballot(token), partial(_keep_answers, code, token))


def _join_class(room: Room) -> str:
    """Let this phone into a room, and return its token. Raises UserError while it has to wait.

    A session is one phone. The token in the address identifies it after a reload or a lost session.
    Once the session has joined, the token is not read again: no session can be several phones.
    """
    tokens = st.session_state.setdefault(_TOKENS, {})
    token = room.join(tokens.get(room.code) or st.query_params.get(_TOKEN, ""))
    tokens[room.code] = token
    if st.query_params.get(_TOKEN) != token:
        st.query_params[_TOKEN] = token
    return token


def _keep_answers(code: str, token: str) -> None:
    """Keep the answers that the phone has sent."""
    message, room = read_message(KEY, "beat"), rooms().find(code)
    answers = message.get("answers")
    if room and isinstance(answers, Mapping):
        numbers = range(len(room.exercise.questions))
        places = {number: answers.get(str(number)) for number in numbers}
        room.answer(token, message.get("round", 0), places)


def _draw_waiting(state: Ballot) -> None:
    """Draw the ballot without questions. It polls the server, and so joins by itself."""
    exercise = replace(state.exercise, questions=())
    _draw_ballot(state._replace(exercise=exercise, revealed=False), lambda: None)


def _draw_ballot(state: Ballot, on_beat: Callable[[], None]) -> None:
    """Draw the questions of a class, with the weights once they are revealed."""
    exercise = state.exercise
    questions = [
        _make_question(exercise, question, state.answers.get(number), state.revealed)
        for number, question in enumerate(exercise.questions)
    ]
    right = sum(
        state.answers.get(number) in question.best
        for number, question in enumerate(exercise.questions)
    )
    texts = {
        "title": exercise.heading,
        "sentence": exercise.sentence,
        "note": t("app#anonymous answers", title=exercise.title),
        "hint": t("Tap a word in each row.") if questions else "",
        "sending": t("Sending …"),
        "sent": t("Sent. You can change your mind until the answer is shown."),
        "result": exercise.result(right),
    }
    seconds = max(_MIN_SECONDS, state.phones / _PHONES_PER_SECOND)
    ballot(state.round, questions, state.revealed, texts, seconds, on_beat)


def _make_question(
    exercise: ClassTask, question: ClassQuestion, answer: int | None, revealed: bool
) -> BallotQuestion:
    """Return a question as a phone shows it."""
    options = []
    for place in question.options:
        weight = question.weights[place]
        is_best = place in question.best
        note = f"{'✓ ' if is_best else ''}{format_number(weight, '.2f')}"
        truth = (weight, note, is_best) if revealed else ()
        options.append(BallotOption(place, exercise.words[place], *truth))
    return BallotQuestion(exercise.ask(question), tuple(options), answer)
