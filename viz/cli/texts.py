"""Say what a language of the interface lacks: `python -m viz.texts es`

A language is a folder of `viz/texts`, or of the place that the variable HEADS_UP_TEXTS names.
Listed are its mistakes (a text that the app does not have, other {names} than in English, a file
that cannot be read), what is longer than its place, and how much is missing: that is in English.
"""

import argparse
import json
import string
import sys
from collections.abc import Sequence
from difflib import get_close_matches

from models import UserError
from models.arguments import program
from viz.base.language import (
    complete_languages,
    languages,
    own_texts,
    read_texts,
    text_files,
)

_FOLDERS = "", "lessons/", "lectures/"
_LABEL = 30  # characters of a text in a button, a menu or a heading
# What a label has room for, of the longer of the English and the French: so many times as much, or
# so many characters more.
_TIMES, _MORE = 1.4, 8
_LEAD, _LEAD_ROOM = "#lead", 180  # characters of the line below the title of a page


def _examine(code: str) -> dict[str, list[str] | dict[str, list[str]]]:
    """Return the "mistakes" and what is "long" as sentences, and what is "missing" by file."""
    mistakes: list[str] = []
    present: dict[str, str] = {}
    known = _known_texts()
    for file in text_files(code, "*.*"):
        try:
            texts = {} if file.name == "language.toml" else read_texts(file)
        except UserError as error:
            mistakes.append(str(error))
            continue
        present |= texts
        for key, text in texts.items():
            mistakes += [f"{file.name}: {problem}" for problem in _problems(key, text, known)]
    missing = {
        name: rest
        for name, keys in _keys_by_file().items()
        if (rest := [key for key in keys if key not in present])
    }
    for folder in _FOLDERS[1:]:
        there = {file.name for file in text_files(code, f"{folder}*.md")}
        all_files = {file.name for file in text_files("en", f"{folder}*.md")}
        mistakes += [f"{folder}{name}: English has no such file." for name in there - all_files]
        missing |= {f"{folder}{name}": ["the whole file"] for name in sorted(all_files - there)}
    long = [sentence for key in present if (sentence := _say_long(key, present[key], known))]
    return {"mistakes": sorted(mistakes), "long": long, "missing": missing}


def _known_texts() -> dict[str, list[str]]:
    """Return the texts of each complete language, English first, by what the code says."""
    keys = {key for code in complete_languages() for key in own_texts(code)}
    texts = [own_texts(code) for code in complete_languages()]
    return {key: [texts[0].get(key, key), *(own.get(key, "") for own in texts[1:])] for key in keys}


def _keys_by_file() -> dict[str, list[str]]:
    """Return what the code says by the file of French, which has all."""
    first = next(code for code in complete_languages() if code != "en")
    files = [file for file in text_files(first, "*.*") if file.name != "language.toml"]
    return {file.name: [*read_texts(file)] for file in files}


def _problems(key: str, text: str, known: dict[str, list[str]]) -> list[str]:
    if key not in known:
        near = get_close_matches(key, known, 1, 0.8)
        hint = f" Is it “{near[0]}”?" if near else ""
        return [f"the app does not say “{key}”.{hint}"]
    try:
        wanted, got = _names(known[key][0]), _names(text)
    except ValueError as error:
        return [f"“{key}” has a brace too many or too few: {error}."]
    if wanted == got and text.strip():
        return []
    names = ", ".join(f"{{{name}}}" for name in sorted(wanted)) or "no {names}"
    return [f"“{key}” needs {names}, as in English." if text.strip() else f"“{key}” is empty."]


def _names(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def _say_long(key: str, text: str, known: dict[str, list[str]]) -> str:
    """Say that a text is longer than its place; "" where it is not."""
    most = max(map(len, known.get(key, [""])))
    room = max(int(_TIMES * most), most + _MORE) if most <= _LABEL else 0
    if key.endswith(_LEAD):
        room = _LEAD_ROOM
    return f"“{key}”: {len(text)} characters, room for {room}." if 0 < room < len(text) else ""


def _print(code: str, found: dict, lists_missing: bool) -> None:
    for title, lines in (("Mistakes", found["mistakes"]), ("Too long", found["long"])):
        if lines:
            print(f"{title}:", *(f"  {line}" for line in lines), sep="\n")
    keys = [key for keys in _keys_by_file().values() for key in keys]
    there = sum(key in own_texts(code) for key in keys) if not found["mistakes"] else None
    if there is not None:
        print(f"{code} has {there} of {len(keys)} texts.")
    for name, rest in found["missing"].items():
        if not lists_missing:
            print(f"  {name}: {len(rest)} missing" if rest != ["the whole file"] else f"  {name}")
        else:
            print(f"\n# {name}")
            print(*(f"{json.dumps(key, ensure_ascii=False)} = " for key in rest), sep="\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit code: 0, or 1 where the texts have mistakes."""
    parser = argparse.ArgumentParser(
        prog=program("python -m viz.texts"),
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("language", help="the name of its folder, such as es")
    parser.add_argument("--missing", action="store_true", help="list each text that is missing")
    parser.add_argument(
        "--json",
        action="store_true",
        help='print {"mistakes": [...], "long": [...], "missing": ...}',
    )
    options = parser.parse_args(arguments)
    try:
        if options.language not in languages():
            known = ", ".join(languages())
            print(f"There is no folder “{options.language}”. There are: {known}.", file=sys.stderr)
            return 1
        report = _examine(options.language)
    except (OSError, UserError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    if options.json:
        print(json.dumps(report, ensure_ascii=False))
    else:
        _print(options.language, report, options.missing)
    return 1 if report["mistakes"] else 0


if __name__ == "__main__":
    sys.exit(main())
