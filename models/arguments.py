"""Types of command-line arguments for argparse.

Each raises ArgumentTypeError that says what it accepts, before torch or a model is loaded.
"""

import math
import os.path
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from pathlib import Path

# The programs that have the commands as subcommands, by the name of their file.
_CALLERS = {"headsup": "headsup", "commands": "python -m viz.commands"}


def program(name: str) -> str:
    """Return how a command was called, for its help: by `name`, or for example `headsup export`."""
    caller = _CALLERS.get(Path(sys.argv[0]).stem)
    return f"{caller} {sys.argv[1]}" if caller and sys.argv[1:] else name


def add_output(parser: ArgumentParser, lines: str) -> None:
    """Add what every long command has: --quiet, and --json, which prints the `lines`."""
    parser.add_argument("-q", "--quiet", action="store_true", help="show no progress")
    parser.add_argument("--json", action="store_true", help=f"print {lines}")


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return the type of a whole number from `least` to `most`, inclusive."""
    accepted = f"of at least {least:,}" if most is None else f"from {least:,} to {most:,}"

    def parse(text: str) -> int:
        number = int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else None
        if number is None or number < least or (most is not None and number > most):
            raise ArgumentTypeError(f"“{text[:20]}” is not a whole number {accepted}")
        return number

    return parse


port = whole_number(1, 65_535)
process_count = whole_number(1, 256)


def positive_number(text: str) -> float:
    """Parse a number above 0."""
    number = _parse_float(text)
    if not 0 < number < math.inf:
        raise ArgumentTypeError(f"“{text[:20]}” is not a number above 0")
    return number


def parse_fraction(text: str) -> float:
    """Parse a number from 0 to 1."""
    number = _parse_float(text)
    if not 0 <= number <= 1:
        raise ArgumentTypeError(f"“{text[:20]}” is not a number from 0 to 1")
    return number


def _parse_float(text: str) -> float:
    """Parse a number; NaN for any other text."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def readable_file(text: str) -> Path:
    """Parse the path of a file that exists, or -, which stands for the standard input."""
    return Path(text) if text == "-" else existing_file(text)


def existing_file(text: str) -> Path:
    """Parse the path of a file that exists, a pipe for example."""
    if not is_readable(text):
        raise ArgumentTypeError(f"there is no file “{text}”")
    return Path(text)


def is_readable(path: str | Path) -> bool:
    """Return whether there is a file or a pipe; a name that is too long has none."""
    return os.path.exists(path) and not os.path.isdir(path)


def lasting_file(text: str) -> Path:
    """Parse the path of a file that can be read more than once: no pipe."""
    if not os.path.isfile(text):
        raise ArgumentTypeError(f"there is no file “{text}”")
    return Path(text)


def existing_folder(text: str) -> Path:
    """Parse the path of a folder that exists."""
    if not os.path.isdir(text):
        raise ArgumentTypeError(f"there is no folder “{text}”")
    return Path(text)
