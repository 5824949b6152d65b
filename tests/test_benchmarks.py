"""Every benchmark runs, with small numbers: otherwise one stops at the next renamed button."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).with_name("benchmarks")
SMALL = {
    "ahead": ["--sessions", "3", "--browsers", "2", "--rounds", "1", "--latest", "20"],
    "crowd": ["--visitors", "3", "--app", "2"],
    "edition": ["--rounds", "1"],
    "endurance": ["--addresses", "30", "--sentences", "10", "--left", "3"],
    "load": ["--sessions", "3", "--rounds", "1"],
    "memory": [],
    "models": [],
    "page": [],
    "votes": ["--phones", "20", "--within", "0", "1"],
}


@pytest.mark.weekly
@pytest.mark.parametrize("name", SMALL)
def test_a_benchmark_prints_figures(name):
    command = [sys.executable, "-m", f"tests.benchmarks.{name}", *SMALL[name]]
    done = subprocess.run(
        command, cwd=FOLDER.parents[1], capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"\d", done.stdout)
