"""Conversion of CSV and YAML rows, and of lists of links, to jobs."""

import csv
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from models import UserError

from .job import Job
from .links import from_link

TRUE = ("yes", "true", "1", "on")
FALSE = ("no", "false", "0", "off", "")
TEXTS = (
    "sentence",
    "model",
    "figure",
    "layer",
    "head",
    "target",
    "preset",
    "shape",
    "width",
    "format",
    "file",
)
SWITCHES = ("merge", "caption", "transparent", "dark", "no-caption")


# --- rows into jobs ------------------------------------------------------------------------------


def from_row(row: dict[str, str], job: Job) -> Job:
    """Return the job of a row, by column name; `job` has the values that the row leaves out.

    Raises UserError for an unknown column or value.
    """
    # csv.DictReader collects cells beyond the last column under the name None.
    row = {
        name.strip().lstrip("-").replace("_", "-"): (value or "").strip()
        for name, value in row.items()
        if name is not None
    }
    if row.get("link"):
        job = from_link(row["link"], job)
    changes: dict[str, Any] = {}
    for name, value in row.items():
        if name in SWITCHES and value.lower() not in TRUE + FALSE:
            raise UserError(f"The column “{name}” says “{value[:20]}”. Write yes or no.")
        if not value or name == "link":
            continue
        if name in TEXTS:
            changes[name] = value
        elif name == "no-caption":
            changes["caption"] = value.lower() not in TRUE
        elif name in SWITCHES:
            changes[name] = value.lower() in TRUE
        elif name == "what-if":
            parts = (part.strip() for part in value.split(";"))
            changes["what_ifs"] = tuple(split_pair(part) for part in parts if part) or job.what_ifs
        else:
            raise UserError(
                f"There is no option “{name[:40]}” for a column. Name the columns "
                "sentence, model, figure, layer, head, target, preset, shape, "
                "width, format, file, merge, caption, transparent, dark, what-if or link."
            )
    return replace(job, **changes)


def split_pair(text: str) -> tuple[str, str]:
    """Split a what-if "name=value". Raises UserError for a text without a value."""
    name, equals, value = text.partition("=")
    if not equals:
        raise UserError(
            f"The what-if “{text[:60]}” has no value. Write name=value, for example mask=none."
        )
    return name.strip(), value.strip()


# --- files into rows -----------------------------------------------------------------------------


def read_rows(file: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV or YAML file, or a row for each link of another text file.

    The file "-" is the standard input, with links. Raises UserError for a file that cannot be read.
    """
    if str(file) == "-":
        return links_of(read_standard_input())
    try:
        with file.open(encoding="utf-8-sig", newline="") as opened:
            if file.suffix.lower() in (".yaml", ".yml"):
                return read_yaml(opened.read(), file)
            if file.suffix.lower() == ".csv":
                return list(csv.DictReader(opened))
            return links_of(opened)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UserError(
            f"The file {file} cannot be read: "
            f"{getattr(error, 'strerror', None) or 'it is not text in UTF-8'}. "
            "Name a CSV or YAML file or a text file of links with --from."
        ) from None


def links_of(lines: Iterable[str]) -> list[dict[str, str]]:
    """Return a row for each line with a link; a line that begins with # is a comment."""
    links = [line.strip() for line in lines if not line.startswith("#")]
    return [{"link": link} for link in links if link]


def read_standard_input() -> list[str]:
    """Return the lines of the standard input. Raises UserError unless it is text in UTF-8."""
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise UserError(
            "The standard input cannot be read: it is not text in UTF-8. Send text."
        ) from None


def read_yaml(text: str, file: Path) -> list[dict[str, str]]:
    """Return the rows of a YAML file, each completed by the file's `defaults`.

    Raises UserError for text that is not YAML or has another structure.
    """
    shape = (
        f"Write a list of mappings into {file}, or `pictures:` with that list and `defaults:` "
        "with one mapping."
    )
    try:
        content = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" in line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        problem = getattr(error, "problem", None) or "it cannot be read"
        raise UserError(f"{file} is not YAML{where}: {problem}. {shape}") from None
    defaults: Any = {}
    rows = content
    if isinstance(content, dict):
        if others := set(map(str, content)) - {"defaults", "pictures"}:
            raise UserError(f"{file} has the key “{min(others)[:40]}” at the top. {shape}")
        defaults = content.get("defaults") or {}
        rows = content.get("pictures")
    if (
        not isinstance(defaults, dict)
        or not isinstance(rows, list)
        or not all(isinstance(row, dict) for row in rows)
    ):
        raise UserError(f"{file} does not describe pictures. {shape}")
    complete_rows = [defaults | row for row in rows]
    return [write_cells(row) for row in complete_rows]


def write_cells(row: dict[Any, Any]) -> dict[str, str]:
    """Write the values of a YAML mapping as cells of a CSV."""
    return {str(name): write_cell(name, value) for name, value in row.items()}


def write_cell(name: Any, value: Any) -> str:
    """Write a YAML value as a cell of a CSV: true and false as yes and no.

    The value of "what-if" may be a list or a mapping. Raises UserError for a list or a mapping
    under any other name.
    """
    if name == "what-if" and isinstance(value, dict):
        return ";".join(f"{key}={write_switch(setting)}" for key, setting in value.items())
    if name == "what-if" and isinstance(value, list):
        return ";".join(map(str, value))
    if isinstance(value, (dict, list)):
        raise UserError(
            f"The value of “{str(name)[:40]}” is a list or a mapping. Write one text or number."
        )
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def write_switch(value: Any) -> Any:
    """Write the value of a what-if; YAML reads a bare `off` as false."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return value
