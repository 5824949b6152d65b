"""The benchmark of a class itself, with two phones."""

import re

import pytest

from tests.benchmarks.classroom import Cost, describe_load, main


@pytest.mark.slow
def test_two_phones_are_measured_and_their_answers_arrive(capsys):
    assert main(["--phones", "2", "--rounds", "1", "--class-size", "80"]) == 0
    output = capsys.readouterr().out
    rows = re.findall(r"^\| (a phone .*?|the hall counts) \| (\d+) \| ([\d.]+) ms \|", output, re.M)
    assert [int(runs) for _, runs, _ in rows] == [2, 2, 2, 5]
    assert "80 phones ask every 3 s" in output


def test_the_load_of_a_class_is_that_of_its_runs():
    costs = [Cost("", 10, seconds, [1.0]) for seconds in (0.1, 0.2, 0.05, 0.1)]
    text = describe_load(costs, 200)
    assert "every 5 s" in text and "21% of one processor" in text  # 40 × 5 ms and 10 ms
    assert "minute add 3%" in text and "within a minute 33%" in text
