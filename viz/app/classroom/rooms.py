"""Rooms in which phones answer an exercise: in memory alone, and bounded in every direction.

A phone is a random token that its room issues: no name, no address. All methods may be called from
many threads.
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

from .exercise import Exercise
from .rate_limit import Clock, RateLimit

MAX_ROOMS = 20
MAX_PHONES = 400  # in a room
LIFETIME = 2 * 60 * 60  # seconds after its last use until a room is forgotten
PRESENCE = 30  # seconds after its last request for which a phone counts as there
# New phones a second, and at once. A class of 200 that scans the code within ten seconds gets in
# without waiting; one that scans it in the same second, within eight.
ARRIVALS, ARRIVALS_AT_ONCE = 10, 120
SERVER_ARRIVALS, SERVER_ARRIVALS_AT_ONCE = 40, 400  # the same of all rooms together
SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # without those that look like another
CODE_LENGTH = 5

Message = Mapping[int, object]  # what a phone sent for each question, by its number


class Tally(NamedTuple):
    """How a class has answered."""

    counts: np.ndarray  # [question, place]: phones that chose it
    phones: int  # that are there or have answered
    answered: int  # phones with an answer at least

    def count_right(self, exercise: Exercise) -> float:
        """How many answers of a phone that answered are right on average."""
        right = [
            sum(int(row[place]) for place in question.best)
            for question, row in zip(exercise.questions, self.counts, strict=True)
        ]
        return sum(right) / max(self.answered, 1)


class Ballot(NamedTuple):
    """What one phone shows."""

    exercise: Exercise
    round: int
    revealed: bool
    answers: Mapping[int, int]  # of this phone: the place, by the number of the question
    phones: int


@dataclass
class Phone:
    """What a room knows of a phone."""

    last_seen: float
    answers: dict[int, int] = field(default_factory=dict)


class Room:
    """An exercise and the answers of the phones that opened its link.

    New phones count towards the limit of this room and, if given, of its server.
    """

    def __init__(
        self,
        code: str,
        exercise: Exercise,
        clock: Clock = time.monotonic,
        server_arrivals: RateLimit | None = None,
    ):
        self.code = code
        self.secret = secrets.token_urlsafe(16)  # of the lecturer: whoever has it may close
        self.exercise = exercise
        self.round = 1  # goes up with each exercise, so that a late answer is not of another
        self.revealed = False
        self.clock = clock
        self.last_used = clock()
        self.phones: dict[str, Phone] = {}
        arrivals = RateLimit(ARRIVALS, ARRIVALS_AT_ONCE, clock)
        self.arrival_limits = [arrivals, *([server_arrivals] if server_arrivals else [])]
        self.lock = threading.Lock()

    @property
    def ticket(self) -> str:
        """What the lecturer's tab keeps, to be known again."""
        return f"{self.code}.{self.secret}"

    def ask(self, exercise: Exercise) -> None:
        """Begin anew with an exercise; the phones stay."""
        with self.lock:
            self.exercise, self.revealed = exercise, False
            self.round += 1
            for phone in self.phones.values():
                phone.answers.clear()
            self.last_used = self.clock()

    def reveal(self, revealed: bool) -> None:
        """Show the weights on the phones, or hide them again."""
        with self.lock:
            self.revealed = revealed
            self.last_used = self.clock()

    def clear(self) -> None:
        """Begin anew with the same exercise, and forget the phones too."""
        self.ask(self.exercise)
        with self.lock:
            self.phones.clear()

    def join(self, token: str = "") -> str:
        """Let a phone in, or note that it is still there; returns its token.

        A `token` that this room has not issued, or that it has forgotten, counts as none: the
        phone is new. Raises UserError while the room is full, or too many come at once.
        """
        with self.lock:
            self.last_used = now = self.clock()
            if token not in self.phones:
                token = self.admit_phone(now)
            self.phones[token].last_seen = now
            return token

    def answer(self, token: str, round_: int, answers: Message) -> bool:
        """Keep what a phone chose, in place of what it chose before.

        False, and nothing is kept, for a phone that is not in the room, an exercise that is over,
        or once the weights are revealed. What is no option of a question is left out.
        """
        with self.lock:
            phone = self.phones.get(token)
            if phone is None or round_ != self.round or self.revealed:
                return False
            for number, question in enumerate(self.exercise.questions):
                # The place as the question has it: a phone may send 1.0 or True for 1.
                for place in question.options:
                    if place == answers.get(number):
                        phone.answers[number] = place
            phone.last_seen = self.last_used = self.clock()
            return True

    def ballot(self, token: str) -> Ballot:
        """What the phone of this token shows."""
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
        """Let a new phone in, and return its token; see `join`. Under the lock.

        In a full room it takes the place of the phone that was not seen for longest, whether that
        has answered or not: answers cost nothing to send.
        """
        longest_absent = None
        if len(self.phones) >= MAX_PHONES:
            longest_absent = min(self.phones, key=lambda token: self.phones[token].last_seen)
            if now - self.phones[longest_absent].last_seen <= PRESENCE:
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
        self.phones[token] = Phone(now)
        return token

    @staticmethod
    def is_present(phone: Phone, now: float) -> bool:
        return bool(phone.answers) or now - phone.last_seen <= PRESENCE


class Rooms:
    """All rooms of a server."""

    def __init__(self, clock: Clock = time.monotonic):
        self.clock = clock
        self.rooms: dict[str, Room] = {}
        self.arrivals = RateLimit(SERVER_ARRIVALS, SERVER_ARRIVALS_AT_ONCE, clock)
        self.lock = threading.Lock()

    def open(self, exercise: Exercise) -> Room:
        """Open a room. Raises UserError when there are too many."""
        with self.lock:
            self.forget_unused()
            if len(self.rooms) >= MAX_ROOMS:
                raise UserError(
                    "{count} classes are open on this server, which is the limit. Close one, "
                    "or try again later.",
                    count=MAX_ROOMS,
                )
            code = new_code()
            while code in self.rooms:
                code = new_code()
            self.rooms[code] = Room(code, exercise, self.clock, self.arrivals)
            return self.rooms[code]

    def find(self, code: str) -> Room | None:
        """The open room of this code, typed in whichever case."""
        with self.lock:
            self.forget_unused()
            return self.rooms.get(code.strip().upper())

    def find_hosted(self, ticket: str) -> Room | None:
        """The open room of the lecturer with this ticket."""
        code, _, secret = ticket.partition(".")
        room = self.find(code)
        if room and hmac.compare_digest(secret.encode(errors="replace"), room.secret.encode()):
            return room
        return None

    def close(self, ticket: str) -> None:
        """Forget a room and all that was answered in it; nothing without its ticket."""
        if room := self.find_hosted(ticket):
            with self.lock:
                self.rooms.pop(room.code, None)

    def forget_unused(self) -> None:
        """Forget the rooms that nobody has used for long. Under the lock."""
        limit = self.clock() - LIFETIME
        self.rooms = {code: room for code, room in self.rooms.items() if room.last_used >= limit}


def new_code() -> str:
    return "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))
