"""Files of weights at random stay within the memory and the time of an upload."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "count",
    [pytest.param(200, marks=pytest.mark.slow), pytest.param(2000, marks=pytest.mark.weekly)],
)
@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory of a process in /proc")
def test_files_at_random_are_shown_or_refused_within_the_bounds_of_an_upload(count):
    command = [sys.executable, "-W", "ignore", "-m", "tests.fuzz_weights", "--count", str(count)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30 + count)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr[-2000:]
