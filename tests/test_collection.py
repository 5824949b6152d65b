"""The marks of tests, and that two workers collect the same tests.

Otherwise pytest-xdist aborts the whole run.
"""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.conftest import NOT_PURE, is_pure
from tests.programs import find_program

ROOT = Path(__file__).parents[1]
COLLECT = """import sys, time
clock, late = time.time, float(sys.argv[1])
time.time = lambda: clock() + late
import pytest
options = "--collect-only", "-q", "-n", "0", "-m", "", "-p", "no:cacheprovider"
sys.exit(pytest.main([*options, "tests"]))
"""


@pytest.mark.weekly
def test_the_names_of_tests_depend_neither_on_the_second_nor_on_the_order_of_sets(request):
    """Collected again, later and with other hashes, the tests of this run have the same names."""
    other = subprocess.run(
        [sys.executable, "-c", COLLECT, "1000"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONHASHSEED": "2"},
    )
    names = by_file(item.nodeid for item in request.session.items)
    chosen = {*names}
    again = [line for line in other.stdout.splitlines() if "::" in line]
    assert other.returncode == 0
    assert len(again) > 1000
    assert by_file(name for name in again if name in chosen) == names


@pytest.mark.parametrize("ci, error", [("true", "Failed"), ("", "Skipped")])
def test_a_program_that_is_missing_fails_in_ci_and_is_skipped_elsewhere(ci, error, monkeypatch):
    monkeypatch.setenv("CI", ci)
    with pytest.raises(BaseException, match="apt-get install some-package") as raised:
        find_program("no-such-program", package="some-package")
    assert raised.typename == error


def test_no_mark_skips_a_test_for_a_missing_program_in_ci_too():
    marks = re.compile(r"skipif\([^)]*which\(")
    files = (ROOT / "tests").rglob("*.py")
    assert not [file.name for file in files if marks.search(file.read_text(encoding="utf-8"))]


def by_file(names: Iterable[str]) -> list[str]:
    """Sort the names of tests by their files, and keep the order within a file."""
    return sorted(names, key=lambda name: name.partition("::")[0])


def test_what_is_pure_runs_no_app_and_no_process_by_way_of_a_helper_either():
    pure = [path for path in (ROOT / "tests").rglob("test_*.py") if is_pure(path)]
    assert len(pure) > 30
    assert not is_pure(ROOT / "tests/viz/app/test_app.py")
    for path in pure:
        imports = re.findall(r"from tests\.([\w.]+) import (\w+)", path.read_text(encoding="utf-8"))
        for module, name in imports:
            helper = ROOT / "tests" / module.replace(".", "/")
            helper = helper / f"{name}.py" if helper.is_dir() else helper.with_suffix(".py")
            assert not NOT_PURE.search(helper.read_text(encoding="utf-8")), f"{path.name}: {module}"


def test_the_quick_tests_are_the_default_and_ci_runs_all_but_the_weekly_ones():
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    quick = "'not slow and not thorough and not browser and not weekly'"
    assert quick in options["tool"]["pytest"]["ini_options"]["addopts"]
    assert "-m 'not weekly'" in (ROOT / ".ci/run").read_text(encoding="utf-8")
