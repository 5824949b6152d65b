"""Rooms in which phones answer an exercise: in memory only, and bounded in every direction.

A phone is a random token that its room issues, without a name or an address. All of it belongs to
one event loop; no other thread touches it.
"""

import asyncio
import hmac
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from weakref import WeakSet

import numpy as np

from models import UserError

from .exercise import ClassTask
from .rate_limit import Clock, RateLimit

MAX_ROOMS = 20
MAX_PHONES = 3000  # in a room
_LIFETIME = 2 * 60 * 60  # seconds after its last use until a room is deleted
_PRESENCE = 30  # seconds after its last request for which a phone counts as present
# New phones per second, and at once. A class of 800 gets in without waiting; if 2,000 scan the code
# in the same second, within three.
_ARRIVALS, _ARRIVALS_AT_ONCE = 400, 800
_SERVER_ARRIVALS, _SERVER_ARRIVALS_AT_ONCE = 800, 2400  # the same for all rooms together
# Unknown codes per second, and at once, of an address and of all. A hall shares one address.
_GUESSES, _GUESSES_AT_ONCE = 1, 30
_SERVER_GUESSES, _SERVER_GUESSES_AT_ONCE = 40, 400
_OPENINGS, _OPENINGS_AT_ONCE = 0.1, 10  # rooms per second, and at once, of an address
_MAX_ADDRESSES = 2000  # whose limits are kept
_SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # characters that cannot be mistaken for each other
_CODE_LENGTH = 5

_Message = Mapping[int, object]  # the choice of a phone by the number of the question
Number = tuple[float, float]  # what a phone measured, and what chance gives there


class Tally(NamedTuple):
    """The answers of a class."""

    counts: np.ndarray  # [question, place]: phones that chose it
    phones: int  # phones that are present or have answered
    answered: int  # phones with at least one answer, or a number
    numbers: Sequence[Number] = ()

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
    number: Number | None


@dataclass
class _Phone:
    """The state of one phone in a room."""

    last_seen: float
    answers: dict[int, int] = field(default_factory=dict)
    number: Number | None = None

    @property
    def has_answered(self) -> bool:
        return bool(self.answers) or self.number is not None


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
        # What to set at a change: of what phones show, and of anything that the lecturer sees. Who
        # no longer waits is forgotten.
        self.followers: WeakSet[asyncio.Event] = WeakSet()
        self.watchers: WeakSet[asyncio.Event] = WeakSet()

    def notify(self, phones: bool = True) -> None:
        """Wake who waits for a change: the lecturer, and `phones` where their screen is another."""
        for wake in [*self.watchers, *(self.followers if phones else ())]:
            wake.set()

    @property
    def ticket(self) -> str:
        """The ticket that the lecturer's tab keeps to prove its identity."""
        return f"{self.code}.{self.secret}"

    def ask(self, exercise: ClassTask) -> None:
        """Start an exercise without answers; the phones stay."""
        self.exercise, self.revealed = exercise, False
        self.round += 1
        for phone in self.phones.values():
            phone.answers.clear()
            phone.number = None
        self.last_used = self.clock()
        self.notify()

    def reveal(self, revealed: bool) -> None:
        """Show the weights on the phones, or hide them."""
        self.last_used = self.clock()
        if self.revealed != revealed:
            self.revealed = revealed
            self.notify()

    def clear(self) -> None:
        """Start the same exercise again without answers and phones."""
        self.phones.clear()
        self.ask(self.exercise)

    def join(self, token: str = "") -> str:
        """Admit a phone, or record that it is still present; returns its token.

        A `token` that this room has not issued, or has evicted, counts as none: the phone is new.
        Raises UserError while the room is full, or if too many phones come at once.
        """
        now = self.clock()
        if token not in self.phones:
            token = self.admit_phone(now)
            self.last_used = now
            self.notify(phones=False)
        self.phones[token].last_seen = now
        return token

    def answer(
        self, token: str, round_: object, answers: _Message, number: Number | None = None
    ) -> bool:
        """Store the answers of a phone in place of its earlier ones; return whether they count.

        They do not for a phone that is not in the room, for an earlier exercise, or after the
        weights were revealed. A choice that is not an option of its question is ignored, as is a
        `number` where none is asked for.
        """
        phone = self.phones.get(token)
        if phone is None or round_ != self.round or self.revealed:
            return False
        for place_of, question in enumerate(self.exercise.questions):
            # Store the option itself: a phone may send 1.0 or True for 1.
            for place in question.options:
                if place == answers.get(place_of):
                    phone.answers[place_of] = place
        if number is not None and self.exercise.asks_number:
            phone.number = number
        phone.last_seen = self.last_used = self.clock()
        self.notify(phones=False)
        return True

    def ballot(self, token: str) -> Ballot:
        """Return the content of the phone with this token."""
        phone = self.phones.get(token) or _Phone(0)
        return Ballot(self.exercise, self.round, self.revealed, {**phone.answers}, phone.number)

    def tally(self) -> Tally:
        """Count the answers."""
        self.last_used = now = self.clock()
        exercise, phones = self.exercise, [*self.phones.values()]
        counts = np.zeros((len(exercise.questions), len(exercise.words)), int)
        for phone in phones:
            for number, place in phone.answers.items():
                counts[number, place] += 1
        return Tally(
            counts,
            sum(self.is_present(phone, now) for phone in phones),
            sum(phone.has_answered for phone in phones),
            [phone.number for phone in phones if phone.number is not None],
        )

    def admit_phone(self, now: float) -> str:
        """Admit a new phone, and return its token; see `join`.

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
        return phone.has_answered or now - phone.last_seen <= _PRESENCE


class Rooms:
    """All rooms of a process."""

    def __init__(self, clock: Clock = time.monotonic):
        self.clock = clock
        self.rooms: dict[str, Room] = {}
        self.arrivals = RateLimit(_SERVER_ARRIVALS, _SERVER_ARRIVALS_AT_ONCE, clock)
        self.guesses = RateLimit(_SERVER_GUESSES, _SERVER_GUESSES_AT_ONCE, clock)
        # By address: the limits of the unknown codes that it tries, and of the rooms that it opens.
        self.limits: dict[str, tuple[RateLimit, RateLimit]] = {}

    def limits_of(self, address: str) -> tuple[RateLimit, RateLimit]:
        """Return the limits of an address: of unknown codes, and of new rooms.

        Of too many addresses those that were met first are forgotten.
        """
        limits = self.limits.pop(address, None) or (
            RateLimit(_GUESSES, _GUESSES_AT_ONCE, self.clock),
            RateLimit(_OPENINGS, _OPENINGS_AT_ONCE, self.clock),
        )
        self.limits[address] = limits
        while len(self.limits) > _MAX_ADDRESSES:
            del self.limits[next(iter(self.limits))]
        return limits

    def open(self, exercise: ClassTask, address: str = "") -> Room:
        """Open a room. Raises UserError when there are too many, or `address` opens too many."""
        self.forget_unused()
        if len(self.rooms) >= MAX_ROOMS or not self.limits_of(address)[1].take():
            raise UserError(
                "{count} classes are open on this server, which is the limit. Close one, "
                "or try again later.",
                count=len(self.rooms),
            )
        code = _new_code()
        while code in self.rooms:
            code = _new_code()
        self.rooms[code] = Room(code, exercise, self.clock, self.arrivals)
        return self.rooms[code]

    def find(self, code: str) -> Room | None:
        """Return the open room of this code, in upper or lower case."""
        self.forget_unused()
        return self.rooms.get(code.strip().upper())

    def find_typed(self, code: str, address: str) -> Room | None:
        """Return the open room of a code that a phone opens. Raises UserError for many unknown.

        The first code of an address is looked up however many others try: phones that come to a
        class need not wait for strangers.
        """
        refusal = UserError("Too many unknown codes were tried. Reload the page in ten seconds.")
        limit, _ = self.limits_of(address)
        is_first = limit.is_unused
        if not limit.take():
            raise refusal
        is_counted = self.guesses.take()
        if not (is_counted or is_first):
            limit.give_back()
            raise refusal
        room = self.find(code)
        if room:
            limit.give_back()
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
            self.drop(room)

    def forget_unused(self) -> None:
        """Delete rooms that were unused for _LIFETIME."""
        limit = self.clock() - _LIFETIME
        for room in [room for room in self.rooms.values() if room.last_used < limit]:
            self.drop(room)

    def drop(self, room: Room) -> None:
        """Delete a room, and wake who waits for it."""
        self.rooms.pop(room.code, None)
        room.notify()


def _new_code() -> str:
    return "".join(secrets.choice(_SIGNS) for _ in range(_CODE_LENGTH))
