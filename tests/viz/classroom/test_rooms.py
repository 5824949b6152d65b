"""Rooms of a class: who may do what, what counts, and that nothing grows without bounds."""

import threading
from dataclasses import replace

import pytest

from models import UserError
from tests.viz.classroom.exercises import EXERCISE, OTHER, Clock
from viz.classroom import MAX_PHONES, MAX_ROOMS, Room, Rooms
from viz.classroom.rooms import CODE_LENGTH, LIFETIME, PRESENCE, SIGNS


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def room(clock) -> Room:
    return Rooms(clock).open(EXERCISE)


def test_two_hundred_phones_that_answer_at_once_are_all_counted_with_their_last_answer(room):
    start = threading.Barrier(200)

    def vote(number: int) -> None:
        token = f"phone {number}"
        start.wait()
        room.join(token)
        for place in (0, 3, number % 4):  # a mind is changed twice
            assert room.answer(token, 1, {0: place})
        room.answer(token, 1, {1: 0})
        room.tally()

    threads = [threading.Thread(target=vote, args=(number,)) for number in range(200)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    tally = room.tally()
    assert tally.counts.tolist() == [[50, 50, 50, 50], [200, 0, 0, 0]]
    assert (tally.phones, tally.answered) == (200, 200)
    assert tally.count_right(EXERCISE) == 50 / 200 + 1  # a tie: either word is right


def test_only_options_of_the_questions_are_kept(room):
    room.join("a")
    assert room.answer("a", 1, {0: 7, 1: 3, 5: 0, -1: 0})  # word 3 is no option of question 1
    assert room.answer("a", 1, {0: None, 1: "x"})
    assert room.tally().counts.sum() == 0 and room.tally().answered == 0
    room.answer("a", 1, {0: True, 1: 2.0})
    assert room.tally().counts.tolist() == [[0, 1, 0, 0], [0, 0, 1, 0]]


def test_a_phone_that_is_not_in_the_room_an_old_question_and_the_reveal_stop_answers(room):
    assert not room.answer("stranger", 1, {0: 1})
    room.join("a")
    room.answer("a", 1, {0: 1})
    room.reveal(True)
    assert not room.answer("a", 1, {0: 2})
    assert room.ballot("a").revealed and room.ballot("a").answers == {0: 1}
    room.reveal(False)
    assert room.answer("a", 1, {0: 2})
    room.ask(replace(EXERCISE, sentence="Another."))
    assert not room.answer("a", 1, {0: 3})
    assert room.ballot("a").answers == {} and room.ballot("a").round == 2
    assert room.tally().phones == 1  # it stays in the room


def test_a_new_exercise_hides_what_was_revealed(room):
    room.reveal(True)
    room.ask(OTHER)
    assert not room.revealed and room.ballot("a").exercise == OTHER


def test_an_exercise_is_the_same_whatever_the_last_digits_of_its_weights(room):
    other = replace(EXERCISE.questions[0], weights=(0.1, 0.2, 0.6000001, 0.1))
    assert replace(EXERCISE, questions=(other, EXERCISE.questions[1])) == EXERCISE != OTHER


def test_phones_that_left_without_an_answer_are_not_counted(room, clock):
    room.join("silent")
    room.join("answers")
    room.answer("answers", 1, {0: 1})
    clock.now += PRESENCE + 1
    assert room.tally()[1:] == (1, 1)
    room.join("silent")
    assert room.tally()[1:] == (2, 1)


def test_a_full_room_takes_no_phone_but_for_one_that_left(room, clock):
    assert all(room.join(f"phone {number}") for number in range(MAX_PHONES))
    room.answer("phone 1", 1, {0: 0})
    assert not room.join("one more") and room.join("phone 7")
    clock.now += PRESENCE + 1
    assert room.join("one more")
    assert set(room.phones) == {"phone 1", "one more"}


def test_a_room_is_found_by_its_code_and_closed_by_its_ticket_alone(clock):
    rooms = Rooms(clock)
    room = rooms.open(EXERCISE)
    assert len(room.code) == CODE_LENGTH and set(room.code) <= set(SIGNS)
    assert rooms.find(f" {room.code.lower()} ") is room
    assert rooms.find("") is None and rooms.find("nobody") is None
    for forged in ("", room.code, f"{room.code}.", f"{room.code}.é", f"{room.code}.{'x' * 22}"):
        assert rooms.find_hosted(forged) is None
        rooms.close(forged)
    assert rooms.find_hosted(room.ticket) is room
    rooms.close(room.ticket)
    assert rooms.find(room.code) is None


def test_rooms_are_bounded_and_forgotten_after_their_last_use(clock):
    rooms = Rooms(clock)
    opened = [rooms.open(EXERCISE) for _ in range(MAX_ROOMS)]
    assert len({room.code for room in opened}) == MAX_ROOMS
    with pytest.raises(UserError, match="20 classes are open"):
        rooms.open(EXERCISE)
    clock.now += LIFETIME - 1
    opened[3].join("a")
    clock.now += 2
    assert [rooms.find(room.code) for room in opened if rooms.find(room.code)] == [opened[3]]
    rooms.open(EXERCISE)
