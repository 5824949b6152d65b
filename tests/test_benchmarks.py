"""Every benchmark runs, with small numbers: otherwise one stops at the next renamed button."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).with_name("benchmarks")
SMALL = {
    "crowd": ["--visitors", "3", "--app", "2"],
    "edition": ["--rounds", "1"],
    "endurance": ["--addresses", "30", "--sentences", "10", "--left", "3"],
    "load": ["--sessions", "3", "--rounds", "1"],
    "memory": [],
    "models": [],
    "page": [],
}
# It asks for packages that nothing else needs: the weekly workflow installs them.
ELSEWHERE = {"bertviz"}


def test_every_benchmark_runs_once_a_week():
    names = {file.stem for file in FOLDER.glob("*.py")}
    assert names == {*SMALL} | ELSEWHERE
    weekly = (FOLDER.parents[1] / ".github/workflows/weekly.yml").read_text(encoding="utf-8")
    assert all(f"python -m tests.benchmarks.{name}" in weekly for name in ELSEWHERE)


@pytest.mark.weekly
@pytest.mark.parametrize("name", SMALL)
def test_a_benchmark_prints_figures(name):
    command = [sys.executable, "-m", f"tests.benchmarks.{name}", *SMALL[name]]
    done = subprocess.run(
        command, cwd=FOLDER.parents[1], capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"\d", done.stdout)
