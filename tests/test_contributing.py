"""The contribution notes are true."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
NOTES = ROOT / ".github/CONTRIBUTING.md"


def settings_of(*flags: str) -> dict:
    """Return the settings of `streamlit run` in this repository with these flags."""
    command = [sys.executable, "-m", "streamlit", "config", "show", *flags]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return tomllib.loads(output[output.index("[global]") :])


def test_no_visitor_waits_for_the_source_watcher():
    assert settings_of()["server"].get("fileWatcherType") == "none"


def test_a_developer_switches_the_source_watcher_on_as_the_notes_say():
    command = re.search(
        r"^streamlit run app\.py (--.*)$", NOTES.read_text(encoding="utf-8"), re.MULTILINE
    )
    flags = shlex.split(command[1])
    assert settings_of(*flags)["server"]["fileWatcherType"] == "auto"


def test_every_file_the_notes_name_is_there():
    names = re.findall(r"`([.\w]+/[\w/.]+)`", NOTES.read_text(encoding="utf-8"))
    assert names
    assert all((ROOT / name).exists() for name in names)
