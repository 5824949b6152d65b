"""Conversion of CSV and YAML rows, and of lists of links and sentences, to jobs."""

import csv
import io
import re
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

import yaml

from models import UserError
from models.text_files import decode, read_cells

from .job import Job
from .links import from_link

_TRUE = ("yes", "true", "1", "on")
_FALSE = ("no", "false", "0", "off", "")
_TEXTS = (
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
_SWITCHES = ("merge", "caption", "transparent", "dark", "no-caption")
_COLUMNS = frozenset([*_TEXTS, *_SWITCHES, "what-if", "link"])
_LINK = re.compile(r"https?://|/|\S*\?[\w-]+=")
_CONLLU_COLUMNS = 10
_BEYOND = ""  # the column of cells beyond the last


# --- rows into jobs ------------------------------------------------------------------------------


def from_row(row: dict[str, str], job: Job) -> Job:
    """Return the job of a row, by column name; `job` has the values that the row leaves out.

    Raises UserError for an unknown column or value.
    """
    row = {_column_name(name): (value or "").strip() for name, value in row.items()}
    if row.get(_BEYOND):
        raise UserError(
            f"“{row[_BEYOND][:60]}” in this row belongs to no column. Put a text that has the "
            "separator in it into quotation marks."
        )
    if row.get("link"):
        job = from_link(row["link"], job)
    changes: dict[str, Any] = {}
    for name, value in row.items():
        if name in _SWITCHES and value.lower() not in _TRUE + _FALSE:
            raise UserError(f"The column “{name}” says “{value[:20]}”. Write yes or no.")
        if not value or name in ("link", _BEYOND) or name.startswith("#"):
            continue
        if name in _TEXTS:
            changes[name] = value
        elif name == "no-caption":
            changes["caption"] = value.lower() not in _TRUE
        elif name in _SWITCHES:
            changes[name] = value.lower() in _TRUE
        elif name == "what-if":
            parts = (part.strip() for part in value.split(";"))
            changes["what_ifs"] = tuple(split_pair(part) for part in parts if part) or job.what_ifs
        else:
            raise UserError(
                f"There is no option “{name[:40]}” for a column. Name the columns "
                "sentence, model, figure, layer, head, target, preset, shape, "
                "width, format, file, merge, caption, transparent, dark, what-if or link, or "
                "begin the name with # to leave the column out."
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


def _column_name(cell: str) -> str:
    """Return the name of a column as options are named."""
    return cell.strip().lstrip("-").replace("_", "-").replace(" ", "-").lower()


def read_rows(file: Path) -> list[dict[str, str]]:
    """Return the rows of a file; the ending of its name chooses one of _READERS.

    The file "-" is the standard input, with lines. Raises UserError for a file that cannot be read.
    """
    try:
        if str(file) == "-":
            return _read_lines("\n".join(read_standard_input()), file)
        text = decode(file.read_bytes(), file)
        return _READERS.get(file.suffix.lower(), _read_lines)(text, file)
    except (OSError, csv.Error) as error:
        raise UserError(
            f"The file {file} cannot be read: {getattr(error, 'strerror', None) or error}. "
            "Name a CSV or YAML file or a text file of links or sentences with --from."
        ) from None


def _read_table(text: str, file: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV by its heading. Raises UserError for a heading that is none."""
    rows = read_cells(io.StringIO(text, newline=""))
    heading = next(rows, [])
    names = [_column_name(cell) for cell in heading]
    if heading and not _COLUMNS & {*names}:
        raise UserError(
            f"The first line of {file} names no column: “{heading[0][:60]}”. Write a heading, for "
            "example sentence, above the texts."
        )
    twice = [name for name, times in Counter(names).items() if name and times > 1]
    if twice:
        raise UserError(f"{file} has two columns “{twice[0]}”. Leave one of them out.")
    return [dict(zip(names, row)) | {_BEYOND: _cut_cells(heading, row)} for row in rows]


def _cut_cells(heading: list[str], row: list[str]) -> str:
    """Return the cells of a row that belong to no column, or that a comma cut off a sentence."""
    pairs = zip_longest(heading, row, fillvalue="")
    return " | ".join(
        cell
        for name, cell in pairs
        if cell.strip() and (not name.strip() or (name.lower() == "target" and cell[0] == " "))
    )


def _read_lines(text: str, file: Path) -> list[dict[str, str]]:
    """Return a row for each line with a link or a sentence, and perhaps its French after a tab.

    A line that begins with # is a comment. Text with the heading of a table is read as one, as
    Excel saves “Unicode text”, and with the columns of CoNLL-U as that.
    """
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    first = lines[0].split("\t") if lines else []
    if {*map(_column_name, first)} <= _COLUMNS or (_COLUMNS & {*map(_column_name, first[1:])}):
        return _read_table("\n".join(lines), file)
    if len(first) == _CONLLU_COLUMNS:
        return _read_conllu(text, file)
    rows = []
    for line in lines:
        is_link = _LINK.match(line.strip())
        sentence, _, more = line.partition("\t")
        french, _, beyond = more.partition("\t")
        texts = {"sentence": sentence, "target": french, _BEYOND: beyond}
        rows.append({"link": line.strip()} if is_link else texts)
    return rows


def _read_conllu(text: str, file: Path) -> list[dict[str, str]]:
    """Return a row for each sentence of CoNLL-U. Raises UserError where their texts are missing."""
    parts = re.split(r"\n\s*\n", text.replace("\r\n", "\n").strip())
    texts = [re.search(r"^#\s*text\s*=\s*(.*)", part, re.M) for part in parts]
    if missing := [number for number, match in enumerate(texts, start=1) if not match]:
        raise UserError(
            f"Sentence {missing[0]} of {file} has no line “# text = …”. Add it, or write a text "
            "file with a sentence on each line."
        )
    return [{"sentence": match[1]} for match in texts if match]


def read_standard_input() -> list[str]:
    """Return the lines of the standard input. Raises UserError unless it is text."""
    return decode(sys.stdin.buffer.read(), "The standard input").splitlines()


def _read_yaml(text: str, file: Path) -> list[dict[str, str]]:
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
    return [_write_cells(row) for row in complete_rows]


_READERS: dict[str, Callable[[str, Path], list[dict[str, str]]]] = {
    ".yaml": _read_yaml,
    ".yml": _read_yaml,
    ".csv": _read_table,
    ".tsv": _read_table,
    ".conllu": _read_conllu,  # any other ending: read_lines
}


def _write_cells(row: dict[Any, Any]) -> dict[str, str]:
    """Write the values of a YAML mapping as cells of a CSV."""
    return {str(name): _write_cell(name, value) for name, value in row.items()}


def _write_cell(name: Any, value: Any) -> str:
    """Write a YAML value as a cell of a CSV: true and false as yes and no.

    The value of "what-if" may be a list or a mapping. Raises UserError for a list or a mapping
    under any other name.
    """
    if name == "what-if" and isinstance(value, dict):
        return ";".join(f"{key}={_write_switch(setting)}" for key, setting in value.items())
    if name == "what-if" and isinstance(value, list):
        return ";".join(map(str, value))
    if isinstance(value, (dict, list)):
        raise UserError(
            f"The value of “{str(name)[:40]}” is a list or a mapping. Write one text or number."
        )
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _write_switch(value: Any) -> Any:
    """Write the value of a what-if; YAML reads a bare `off` as false."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return value
