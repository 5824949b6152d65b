"""The load test itself, with two visitors."""

import asyncio
import itertools
import re

import pytest

from tests.benchmarks.load import Waits, checkout, main, sentences, time_run
from tests.protocol import Run, run_apart


@pytest.mark.slow
def test_two_visitors_are_measured_with_this_version_and_another(capsys):
    options = {"--sessions": "2", "--rounds": "1", "--servers": "2", "--watcher": "off"}
    assert main([*itertools.chain(*options.items()), "--against", "HEAD"]) == 0
    rows = [
        line.strip("| ").split(" | ")
        for line in capsys.readouterr().out.splitlines()
        if re.match(r"\| (this|HEAD) ", line)
    ]
    assert [row[:4] for row in rows] == [
        [version, "off", "2", kind]
        for version in ("this", "HEAD")
        for kind in ("the same", "their own")
    ]
    for *_, first, last_first, first_failures, later, last_later, later_failures in rows:
        assert first_failures == later_failures == "0"
        assert 0 < float(first.removesuffix(" s")) <= float(last_first.removesuffix(" s")) < 60
        assert 0 < float(later.removesuffix(" s")) <= float(last_later.removesuffix(" s")) < 60


def test_a_visitor_who_gets_no_picture_an_error_or_nothing_has_failed():
    async def send(run: Run, after: float = 0) -> Run:
        await asyncio.sleep(after)
        return run

    async def wait_for_all() -> Waits:
        waits = Waits()
        for run in (
            send(Run(["explorer"])),
            send(Run()),
            send(Run(["explorer"], errors=["KeyError"])),
            send(Run(["explorer"]), 5),
        ):
            await time_run(run, 0.2, waits)
        return waits

    waits = run_apart(wait_for_all())
    assert len(waits.seconds) == 1 and waits.failures == {
        "no picture": 1,
        "KeyError": 1,
        "nothing within 0.2 s": 1,
    }


def test_the_95th_percentile_is_the_time_within_which_95_of_100_were_served():
    assert Waits([float(place) for place in range(100, 0, -1)]).cells() == [
        "50.50 s",
        "95.00 s",
        "0",
    ]
    assert Waits([2.0]).cells() == ["2.00 s", "2.00 s", "0"] and Waits().cells() == ["–", "–", "0"]


def test_there_are_sentences_enough_for_each_visitor_in_each_round():
    texts = [*itertools.islice(sentences(), 200 * 11)]
    assert len({*texts}) == 200 * 11 and all(len(text.split()) == 7 for text in texts)


@pytest.mark.parametrize(
    "arguments",
    [["--sessions", "201"], ["--sessions", "0"], ["--rounds", "11"], ["--patience", "3600"]],
)
def test_what_would_never_end_is_refused(arguments):
    with pytest.raises(SystemExit):
        main(arguments)


def test_a_version_that_is_not_there_gets_a_sentence(capsys):
    assert main(["--against", "no-such-version"]) == 1
    assert "There is no folder and no commit “no-such-version”." in capsys.readouterr().err


def test_a_folder_is_measured_where_it_lies(tmp_path):
    with checkout(str(tmp_path)) as folder:
        assert folder == tmp_path and folder.exists()
    assert tmp_path.exists()
