"""Two workers of pytest-xdist collect the same tests, or the whole run is aborted."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
COLLECT = """import sys, time
clock, late = time.time, float(sys.argv[1])
time.time = lambda: clock() + late
import pytest
options = "--collect-only", "-q", "-n", "0", "-m", "", "-p", "no:cacheprovider"
sys.exit(pytest.main([*options, "tests"]))
"""


@pytest.mark.slow
def test_the_names_of_tests_depend_neither_on_the_second_nor_on_the_order_of_sets():
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", COLLECT, late],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        )
        for late, seed in (("0", "1"), ("1000", "2"))
    ]
    first, second = (
        [line for line in worker.communicate()[0].splitlines() if "::" in line]
        for worker in workers
    )
    assert [worker.returncode for worker in workers] == [0, 0] and len(first) > 1000
    assert first == second
