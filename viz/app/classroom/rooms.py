"""Rooms in which phones answer an exercise: in memory only, and bounded in every direction.

A phone is a random token that its room issues, without a name or an address. Threads may share all
objects.
"""

import hmac
import secrets
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from models import UserError

from ...base.process import is_home_of
from .exercise import ClassTask
from .rate_limit import Clock, RateLimit

MAX_ROOMS = 20
MAX_PHONES = 400  # in a room
_LIFETIME = 2 * 60 * 60  # seconds after its last use until a room is deleted
_PRESENCE = 30  # seconds after its last request for which a phone counts as present
# New phones per second, and at once. A class of 200 that scans the code within ten seconds gets in
# without waiting; if all scan it in the same second, within eight.
_ARRIVALS, _ARRIVALS_AT_ONCE = 10, 120
_SERVER_ARRIVALS, _SERVER_ARRIVALS_AT_ONCE = 40, 400  # the same for all rooms together
# Unknown codes per second, and at once, of a session and of all: a session has tried 154 in 10 s.
_GUESSES, _GUESSES_AT_ONCE = 0.1, 10
_SERVER_GUESSES, _SERVER_GUESSES_AT_ONCE = 40, 400
_SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # characters that cannot be mistaken for each other
_CODE_LENGTH = 5

_Message = Mapping[int, object]  # the choice of a phone by the number of the question


class Tally(NamedTuple):
    """The answers of a class."""

    counts: np.ndarray  # [question, place]: phones that chose it
    phones: int  # phones that are present or have answered
    answered: int  # phones with at least one answer

    def count_right(self, exercise: ClassTask) -> float:
        """Return the mean number of correct answers of the phones that answered."""
        right = [
            sum(int(row[place]) for place in question.best)
            for question, row in zip(exercise.questions, self.counts, strict=True)
        ]
        return sum(right) / max(self.answered, 1)


class Ballot(NamedTuple):
    """The content of one phone's screen."""

    exercise: ClassTask
    round: int
    revealed: bool
    answers: Mapping[int, int]  # of this phone: the place, by the number of the question
    phones: int


@dataclass
class _Phone:
    """The state of one phone in a room."""

    last_seen: float
    answers: dict[int, int] = field(default_factory=dict)


class Room:
    """An exercise and the answers of the phones that opened its link.

    New phones count towards the limit of this room and, if given, of its server.
    """

    def __init__(
        self,
        code: str,
        exercise: ClassTask,
        clock: Clock = time.monotonic,
        server_arrivals: RateLimit | None = None,
    ):
        self.code = code
        # Of the lecturer: only its owner may close the room.
        self.secret = secrets.token_urlsafe(16)
        self.exercise = exercise
        # Increases with each exercise, so that a late answer cannot count for the next one.
        self.round = 1
        self.revealed = False
        self.clock = clock
        self.last_used = clock()
        self.phones: dict[str, _Phone] = {}
        arrivals = RateLimit(_ARRIVALS, _ARRIVALS_AT_ONCE, clock)
        self.arrival_limits = [arrivals, *([server_arrivals] if server_arrivals else [])]
        self.lock = threading.Lock()

    @property
    def ticket(self) -> str:
        """The ticket that the lecturer's tab keeps to prove its identity."""
        return f"{self.code}.{self.secret}"

    def ask(self, exercise: ClassTask) -> None:
        """Start an exercise without answers; the phones stay."""
        with self.lock:
            self.exercise, self.revealed = exercise, False
            self.round += 1
            for phone in self.phones.values():
                phone.answers.clear()
            self.last_used = self.clock()

    def reveal(self, revealed: bool) -> None:
        """Show the weights on the phones, or hide them."""
        with self.lock:
            self.revealed = revealed
            self.last_used = self.clock()

    def clear(self) -> None:
        """Start the same exercise again without answers and phones."""
        self.ask(self.exercise)
        with self.lock:
            self.phones.clear()

    def join(self, token: str = "") -> str:
        """Admit a phone, or record that it is still present; returns its token.

        A `token` that this room has not issued, or has evicted, counts as none: the phone is new.
        Raises UserError while the room is full, or if too many phones come at once.
        """
        with self.lock:
            self.last_used = now = self.clock()
            if token not in self.phones:
                token = self.admit_phone(now)
            self.phones[token].last_seen = now
            return token

    def answer(self, token: str, round_: int, answers: _Message) -> bool:
        """Store the answers of a phone in place of its earlier ones; return whether they count.

        They do not for a phone that is not in the room, for an earlier exercise, or after the
        weights were revealed. A choice that is not an option of its question is ignored.
        """
        with self.lock:
            phone = self.phones.get(token)
            if phone is None or round_ != self.round or self.revealed:
                return False
            for number, question in enumerate(self.exercise.questions):
                # Store the option itself: a phone may send 1.0 or True for 1.
                for place in question.options:
                    if place == answers.get(number):
                        phone.answers[number] = place
            phone.last_seen = self.last_used = self.clock()
            return True

    def ballot(self, token: str) -> Ballot:
        """Return the content of the phone with this token."""
        with self.lock:
            phone = self.phones.get(token)
            answers = dict(phone.answers) if phone else {}
            return Ballot(self.exercise, self.round, self.revealed, answers, len(self.phones))

    def tally(self) -> Tally:
        """Count the answers."""
        with self.lock:
            self.last_used = now = self.clock()
            exercise, answered, phones = self.exercise, 0, 0
            counts = np.zeros((len(exercise.questions), len(exercise.words)), int)
            for phone in self.phones.values():
                answered += bool(phone.answers)
                phones += self.is_present(phone, now)
                for number, place in phone.answers.items():
                    counts[number, place] += 1
            return Tally(counts, phones, answered)

    def admit_phone(self, now: float) -> str:
        """Admit a new phone, and return its token; see `join`. Call it with the lock held.

        In a full room it replaces the phone that was not seen for longest, whether that has
        answered or not: sending answers costs nothing.
        """
        longest_absent = None
        if len(self.phones) >= MAX_PHONES:
            longest_absent = min(self.phones, key=lambda token: self.phones[token].last_seen)
            if now - self.phones[longest_absent].last_seen <= _PRESENCE:
                raise UserError(
                    "This class is full: {count} phones take part. Keep this page open: it tries "
                    "again by itself.",
                    count=MAX_PHONES,
                )
        if not all(limit.take() for limit in self.arrival_limits):
            raise UserError(
                "Many phones are joining this class right now. Keep this page open: it joins by "
                "itself in a few seconds."
            )
        if longest_absent is not None:
            del self.phones[longest_absent]
        token = secrets.token_urlsafe(12)
        self.phones[token] = _Phone(now)
        return token

    @staticmethod
    def is_present(phone: _Phone, now: float) -> bool:
        return bool(phone.answers) or now - phone.last_seen <= _PRESENCE


class Rooms:
    """All rooms of a server."""

    def __init__(self, clock: Clock = time.monotonic):
        self.clock = clock
        self.rooms: dict[str, Room] = {}
        self.arrivals = RateLimit(_SERVER_ARRIVALS, _SERVER_ARRIVALS_AT_ONCE, clock)
        self.guesses = RateLimit(_SERVER_GUESSES, _SERVER_GUESSES_AT_ONCE, clock)
        self.lock = threading.Lock()

    def open(self, exercise: ClassTask) -> Room:
        """Open a room. Raises UserError when there are too many."""
        with self.lock:
            self.forget_unused()
            if len(self.rooms) >= MAX_ROOMS:
                raise UserError(
                    "{count} classes are open on this server, which is the limit. Close one, "
                    "or try again later.",
                    count=MAX_ROOMS,
                )
            code = _new_code()
            while code in self.rooms or not is_home_of(code):  # a phone is led by its code
                code = _new_code()
            self.rooms[code] = Room(code, exercise, self.clock, self.arrivals)
            return self.rooms[code]

    def find(self, code: str) -> Room | None:
        """Return the open room of this code, in upper or lower case."""
        with self.lock:
            self.forget_unused()
            return self.rooms.get(code.strip().upper())

    def guess_limit(self) -> RateLimit:
        """Return the limit of the unknown codes that a session tries."""
        return RateLimit(_GUESSES, _GUESSES_AT_ONCE, self.clock)

    def find_typed(self, code: str, session_limit: RateLimit) -> Room | None:
        """Return the open room of a code that a phone opens. Raises UserError for many unknown.

        The first code of a session is looked up however many others try: phones that come to a
        class need not wait for strangers. A session costs more than a code.
        """
        refusal = UserError("Too many unknown codes were tried. Reload the page in ten seconds.")
        is_first = session_limit.is_unused
        if not session_limit.take():
            raise refusal
        is_counted = self.guesses.take()
        if not (is_counted or is_first):
            session_limit.give_back()
            raise refusal
        room = self.find(code)
        if room:
            session_limit.give_back()
            if is_counted:
                self.guesses.give_back()
        return room

    def find_hosted(self, ticket: str) -> Room | None:
        """Return the open room of the lecturer with this ticket."""
        code, _, secret = ticket.partition(".")
        room = self.find(code)
        if room and hmac.compare_digest(secret.encode(errors="replace"), room.secret.encode()):
            return room
        return None

    def close(self, ticket: str) -> None:
        """Delete a room with all answers; do nothing for a wrong ticket."""
        if room := self.find_hosted(ticket):
            with self.lock:
                self.rooms.pop(room.code, None)

    def forget_unused(self) -> None:
        """Delete rooms that were unused for _LIFETIME. Call it with the lock held."""
        limit = self.clock() - _LIFETIME
        self.rooms = {code: room for code, room in self.rooms.items() if room.last_used >= limit}


def _new_code() -> str:
    return "".join(secrets.choice(_SIGNS) for _ in range(_CODE_LENGTH))
