"""Rooms of a class: permissions, counting, and bounds on their growth."""

import asyncio
from contextlib import suppress
from dataclasses import replace

import pytest

from models import UserError
from tests.viz.app.classroom.exercises import EXERCISE, MEASUREMENT, OTHER, Clock
from viz.app.classroom import MAX_PHONES, MAX_ROOMS, Room, Rooms
from viz.app.classroom.rooms import (
    _CODE_LENGTH,
    _GUESSES_AT_ONCE,
    _LIFETIME,
    _MAX_ADDRESSES,
    _OPENINGS_AT_ONCE,
    _PRESENCE,
    _SERVER_GUESSES_AT_ONCE,
    _SIGNS,
)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def room(clock) -> Room:
    return Rooms(clock).open(EXERCISE)


def test_phones_are_all_counted_with_their_last_answer(room):
    room.arrival_limits.clear()  # this clock stands still
    for number in range(200):
        token = room.join()
        for place in (0, 3, number % 4):  # the answer changes twice
            assert room.answer(token, 1, {0: place})
        room.answer(token, 1, {1: 0})
    tally = room.tally()
    assert tally.counts.tolist() == [[50, 50, 50, 50], [200, 0, 0, 0]]
    assert (tally.phones, tally.answered) == (200, 200)
    assert tally.count_right(EXERCISE) == 50 / 200 + 1  # a tie: either word is right


def test_a_number_is_kept_where_one_is_asked_for_until_the_next_question(room):
    token = room.join()
    assert room.answer(token, 1, {}, (0.5, 0.1))
    assert room.tally().numbers == []
    room.ask(MEASUREMENT)
    assert room.answer(token, 2, {0: 1}, (0.5, 0.1))
    assert room.answer(token, 2, {}, (0.75, 0.1))
    assert room.tally().numbers == [(0.75, 0.1)]
    assert (room.tally().answered, room.ballot(token).number) == (1, (0.75, 0.1))
    room.ask(EXERCISE)
    assert (room.tally().answered, room.tally().numbers) == (0, [])


def test_a_change_wakes_phones_and_lecturer_and_an_answer_the_lecturer_alone(clock):
    rooms = Rooms(clock)
    room, phone, lecturer = rooms.open(EXERCISE), asyncio.Event(), asyncio.Event()
    room.followers.add(phone)
    room.watchers.add(lecturer)

    def woken() -> tuple[bool, bool]:
        both = phone.is_set(), lecturer.is_set()
        phone.clear()
        lecturer.clear()
        return both

    token = room.join()
    assert woken() == (False, True)
    room.answer(token, 1, {0: 1})
    assert woken() == (False, True)
    for act in (lambda: room.reveal(True), room.clear, lambda: rooms.close(room.ticket)):
        act()
        assert woken() == (True, True)


def test_only_options_of_the_questions_are_kept(room):
    token = room.join()
    assert room.answer(token, 1, {0: 7, 1: 3, 5: 0, -1: 0})  # word 3 is not an option of question 1
    assert room.answer(token, 1, {0: None, 1: "x"})
    assert room.tally().counts.sum() == 0
    assert room.tally().answered == 0
    room.answer(token, 1, {0: True, 1: 2.0})
    assert room.tally().counts.tolist() == [[0, 1, 0, 0], [0, 0, 1, 0]]


def test_a_phone_that_is_not_in_the_room_an_old_question_and_the_reveal_stop_answers(room):
    assert not room.answer("stranger", 1, {0: 1})
    token = room.join()
    room.answer(token, 1, {0: 1})
    room.reveal(True)
    assert not room.answer(token, 1, {0: 2})
    assert room.ballot(token).revealed
    assert room.ballot(token).answers == {0: 1}
    room.reveal(False)
    assert room.answer(token, 1, {0: 2})
    room.ask(replace(EXERCISE, sentence="Another."))
    assert not room.answer(token, 1, {0: 3})
    assert room.ballot(token).answers == {}
    assert room.ballot(token).round == 2
    assert room.tally().phones == 1  # it stays in the room


def test_a_new_exercise_hides_what_was_revealed(room):
    room.reveal(True)
    room.ask(OTHER)
    assert not room.revealed
    assert room.ballot("a").exercise == OTHER


def test_an_exercise_is_the_same_whatever_the_last_digits_of_its_weights(room):
    other = replace(EXERCISE.questions[0], weights=(0.1, 0.2, 0.6000001, 0.1))
    assert replace(EXERCISE, questions=(other, EXERCISE.questions[1])) == EXERCISE != OTHER


def test_phones_that_left_without_an_answer_are_not_counted(room, clock):
    silent, answers = room.join(), room.join()
    room.answer(answers, 1, {0: 1})
    clock.now += _PRESENCE + 1
    assert room.tally()[1:3] == (1, 1)
    room.join(silent)
    assert room.tally()[1:3] == (2, 1)


def test_a_phone_that_slept_keeps_its_answers_and_a_made_up_token_is_a_new_phone(room, clock):
    token = room.join()
    room.answer(token, 1, {0: 1})
    clock.now += 60 * 60
    assert room.join(token) == token
    assert room.ballot(token).answers == {0: 1}
    made_up = "0" * len(token)
    assert room.join(made_up) not in (made_up, token)
    assert len(room.phones) == 2


def fill(room: Room, clock: Clock, count: int = MAX_PHONES) -> list[str]:
    """Let phones join as fast as the room allows; return their tokens."""
    tokens = []
    while len(tokens) < count:
        try:
            tokens.append(room.join())
        except UserError:
            clock.now += 0.05
    return tokens


def test_a_full_room_forgets_the_phone_not_seen_for_longest_whether_it_answered_or_not(room, clock):
    tokens = fill(room, clock)
    for token in tokens:
        room.answer(token, 1, {0: 0})
    clock.now += _PRESENCE
    with pytest.raises(UserError, match="This class is full: 3000 phones"):
        room.join()
    assert room.join(tokens[0]) == tokens[0]
    clock.now += 1
    new = room.join()
    assert tokens[1] not in room.phones
    assert {new, tokens[0]} <= room.phones.keys()
    assert len(room.phones) == MAX_PHONES


def waits_of_a_class(room: Room, clock: Clock, size: int, seconds: float) -> list[float]:
    """Return the wait of each phone of a class that scans the code within so many seconds."""
    start, waits, waiting = clock.now, [], []
    arrivals = [start + seconds * number / size for number in range(size)]
    while arrivals or waiting:
        while arrivals and arrivals[0] <= clock.now:
            waiting.append(arrivals.pop(0))
        for arrival in list(waiting):
            try:
                room.join()
            except UserError:
                break
            waiting.remove(arrival)
            waits.append(clock.now - arrival)
        clock.now += 0.05
    return waits


def test_a_class_of_eight_hundred_does_not_wait_and_one_of_two_thousand_for_seconds(room, clock):
    assert max(waits_of_a_class(room, clock, 800, 0)) < 0.1  # all in one second
    clock.now += 60
    room.clear()
    assert max(waits_of_a_class(room, clock, 2000, 20)) < 0.1
    clock.now += 60
    room.clear()
    assert max(waits_of_a_class(room, clock, 2000, 0)) < 4


def test_new_phones_are_limited_for_a_room_and_for_all_rooms_of_a_server(clock):
    rooms = Rooms(clock)
    opened = [rooms.open(EXERCISE) for _ in range(5)]

    def count_arrivals(room: Room) -> int:
        before = len(room.phones)
        for _ in range(MAX_PHONES):
            with suppress(UserError):
                room.join()
        return len(room.phones) - before

    assert [count_arrivals(room) for room in opened] == [800, 800, 800, 0, 0]
    clock.now += 1
    assert [count_arrivals(room) for room in opened] == [400, 400, 0, 0, 0]
    with pytest.raises(UserError, match="Many phones are joining"):
        opened[0].join()
    known = next(iter(opened[0].phones))
    assert opened[0].join(known) == known  # a phone in the room stays


def test_clearing_forgets_answers_and_phones_and_a_late_answer_is_not_counted(room):
    token = room.join()
    room.answer(token, 1, {0: 1})
    room.reveal(True)
    room.clear()
    assert room.tally()[1:3] == (0, 0)
    assert not room.revealed
    assert room.exercise == EXERCISE
    again = room.join(token)
    assert again != token
    assert not room.answer(again, 1, {0: 1})
    assert room.answer(again, 2, {0: 1})


def test_a_room_is_found_by_its_code_and_closed_by_its_ticket_alone(clock):
    rooms = Rooms(clock)
    room = rooms.open(EXERCISE)
    assert len(room.code) == _CODE_LENGTH
    assert set(room.code) <= set(_SIGNS)
    assert rooms.find(f" {room.code.lower()} ") is room
    assert rooms.find("") is None
    assert rooms.find("nobody") is None
    for forged in ("", room.code, f"{room.code}.", f"{room.code}.é", f"{room.code}.{'x' * 22}"):
        assert rooms.find_hosted(forged) is None
        rooms.close(forged)
    assert rooms.find_hosted(room.ticket) is room
    rooms.close(room.ticket)
    assert rooms.find(room.code) is None


def test_unknown_codes_are_limited_for_an_address_and_for_all_and_a_right_one_is_not_counted(clock):
    rooms = Rooms(clock)
    room = rooms.open(EXERCISE)
    assert all(rooms.find_typed(room.code, "a") is room for _ in range(500))
    assert not any(rooms.find_typed(f"{number}", "a") for number in range(_GUESSES_AT_ONCE))
    with pytest.raises(UserError, match="Too many unknown codes"):
        rooms.find_typed(room.code, "a")  # nor does the sentence tell whether a code is right
    assert rooms.find_typed(room.code, "b") is room
    clock.now += 10
    assert rooms.find_typed(room.code, "a") is room
    for number in range(_SERVER_GUESSES_AT_ONCE):
        rooms.find_typed(f"{number}", f"stranger {number}")
    for _ in range(3):  # though strangers have used up the limit
        assert rooms.find_typed(room.code, "c") is room
    assert rooms.find_typed("wrong", "c") is None
    for _ in range(20):  # a refused one costs the phone nothing
        with pytest.raises(UserError, match="Too many unknown codes"):
            rooms.find_typed(room.code, "c")
    clock.now += 1
    assert rooms.find_typed(room.code, "c") is room
    assert len(rooms.limits) <= _MAX_ADDRESSES


def test_the_limits_of_addresses_are_bounded(clock):
    rooms = Rooms(clock)
    for number in range(2 * _MAX_ADDRESSES):
        rooms.limits_of(f"{number}")
    assert len(rooms.limits) == _MAX_ADDRESSES


def test_rooms_are_bounded_and_forgotten_after_their_last_use(clock):
    rooms = Rooms(clock)
    opened = [rooms.open(EXERCISE, f"{number}") for number in range(MAX_ROOMS)]
    assert len({room.code for room in opened}) == MAX_ROOMS
    with pytest.raises(UserError, match="20 classes are open"):
        rooms.open(EXERCISE)
    clock.now += _LIFETIME - 1
    opened[3].join()
    clock.now += 2
    assert [rooms.find(room.code) for room in opened if rooms.find(room.code)] == [opened[3]]
    rooms.open(EXERCISE)


def test_one_address_cannot_take_all_rooms(clock):
    rooms = Rooms(clock)
    for _ in range(_OPENINGS_AT_ONCE):
        rooms.open(EXERCISE, "a")
    with pytest.raises(UserError, match="classes are open"):
        rooms.open(EXERCISE, "a")
    assert rooms.open(EXERCISE, "b")
