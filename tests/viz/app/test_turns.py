"""Runs of the script take turns; a long one blocks nobody."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

from viz.app.turns import _Turns


def test_two_that_take_turns_never_compute_at_once_and_come_in_order():
    turns, inside, most, order = _Turns(1, 30), [], [], []
    with ThreadPoolExecutor(5) as pool, turns.take():

        def run(place):
            with turns.take():
                inside.append(place)
                most.append(len(inside))
                time.sleep(0.01)
                order.append(place)
                inside.remove(place)

        runs = []
        for place in range(5):
            runs.append(pool.submit(run, place))
            while len(turns._waiting) <= place:
                time.sleep(0.001)
        with turns.pause():  # its own turn comes after theirs
            assert all(run.result(20) is None for run in runs)
    assert most == [1] * 5
    assert order == [*range(5)]
    assert not turns._began
    assert not turns._waiting


def test_who_takes_longer_than_a_turn_goes_on_beside_the_next():
    turns, done = _Turns(1, 0.05), threading.Event()

    def run():
        with turns.take():
            done.set()

    with turns.take():
        threading.Thread(target=run).start()
        assert done.wait(20)


def test_an_error_gives_the_turn_back_and_a_turn_inside_another_is_none():
    turns = _Turns(1, 30)
    for _ in range(2):
        try:
            with turns.take(), turns.take():
                raise KeyboardInterrupt
        except KeyboardInterrupt:
            pass
    assert not turns._began


def test_who_can_wait_is_invited_one_at_a_time_and_while_nobody_has_a_turn():
    turns = _Turns(length=0.05)
    with turns.take():
        assert not turns.invite()
    assert turns.invite()
    assert not turns.invite()  # the one before is on the way
    time.sleep(0.06)
    assert turns.invite()
