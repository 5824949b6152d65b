"""What Python declares stands in no script of the engine and the edition a second time."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from viz.edition.declared import _can_hold, describe_pages
from viz.view.runner import PlainRunner

ROOT = Path(__file__).parents[3]
ARCHITECTURE = ROOT / ".github/ARCHITECTURE.md"
NETWORKS = "viz/engine/networks/"
# Folders in which the table names scripts without a path, or with the end of one.
SCRIPTS = (
    *("", "viz", "viz/engine", "viz/engine/networks"),
    *("viz/edition", "viz/edition/pages"),
)
WRITTEN = "viz/engine/constants.js"  # by Python
MOST_WORDS = 8  # of a text in a script; a longer one has a heading in viz/texts
# What only a script decides: of the window, the browser's memory and the arithmetic of numbers.
OURS = {
    "viz/engine/text.js": {"MOST_SAID"},
    "viz/edition/address.js": {"MOST_DIGITS"},
    "viz/edition/lecture_mode.js": {"GAP"},
    "viz/edition/main.js": {"PATIENCE", "MEGABYTE", "MOST_STEPS", "SOON"},
    "viz/edition/pages/drawn.js": {"LOOK"},
    "viz/edition/worker.js": {"MOST", "STEP", "PAUSE", "BREATH"},
    "viz/engine/patterns.js": {"UNCOUNTED"},
    "viz/engine/walkthrough.js": {"ROUNDING"},
    "viz/engine/networks/blocks.js": {"EPSILON"},  # as in torch
    "viz/engine/networks/patching.js": {"ROOM"},
    "viz/engine/networks/kernel.js": {"PAGE", "ALIGNED", "OUTPUTS"},
}
# Said before the file with all texts is here.
SAID_FIRST = "{name} did not load. Check the network, then reload the page."
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|("(?:[^"\\\n]|\\.)*")|(`(?:[^`\\]|\\.)*`)', re.S)
_EXPRESSION = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")
_JOINED = re.compile(r'"\s*\+\s*"')  # between the parts of a text of several lines
_WORD = re.compile(r"[^\W\d_]{2,}")


@cache
def scripts() -> dict[str, str]:
    """Return the scripts by their path in the repository, without what Python writes."""
    files = [*(ROOT / "viz/engine").rglob("*.js"), *(ROOT / "viz/edition").rglob("*.js")]
    texts = {file.relative_to(ROOT).as_posix(): file.read_text("utf-8") for file in sorted(files)}
    return {path: text for path, text in texts.items() if path != WRITTEN}


@cache
def texts_of(path: str) -> list[str]:
    """Return the texts in quotes of a script, the parts of one as a whole, without comments."""
    texts = []
    for plain, template in _TOKEN.findall(_JOINED.sub("", scripts()[path])):
        texts += [ast.literal_eval(part) for part in _QUOTED.findall(plain or template)]
        texts.append(_EXPRESSION.sub("", _QUOTED.sub("", template)))
    return [text for text in texts if text]


@cache
def texts_of_models() -> set[str]:
    """Return every text in quotes of `models`."""
    return {
        node.value
        for file in (ROOT / "models").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_no_script_holds_prose():
    long = {
        text: path
        for path in scripts()
        if not path.startswith(NETWORKS)
        for text in texts_of(path)
        if len(_WORD.findall(text)) > MOST_WORDS and text != SAID_FIRST
    }
    assert not long, "Give it a heading in viz/texts/en, and name it as t(“page#heading”)."


def test_a_network_refuses_in_the_words_of_models():
    calls = re.compile(r'new Refusal\(\s*("(?:[^"\\]|\\.|"\s*\+\s*")*")')
    refusals = {
        ast.literal_eval(_JOINED.sub("", text))
        for path, script in scripts().items()
        if path.startswith(NETWORKS)
        for text in calls.findall(script)
    }
    assert len(refusals) > 10
    assert not refusals - texts_of_models()


def test_no_script_has_a_title_a_label_or_an_option_of_a_page():
    declared = set()
    for page in describe_pages(PlainRunner("cpu")).values():
        declared |= {page["title"], page["missing"], *page["reading"]}
        for setting in page.get("settings", ()):
            declared.add(setting.get("label", ""))
            declared |= {title for _, title in setting.get("options", ())}
    sentences = {
        (text, path)
        for path in scripts()
        if path.startswith("viz/edition/pages/")
        for text in texts_of(path)
        if text in declared and " " in text
    }
    assert not sentences


def test_a_number_with_a_name_is_pythons_or_only_a_scripts():
    numbers = re.compile(
        r"^(?:export )?const ([A-Z][A-Z_]+) = -?[\d.][\w.]*(?: \*\* -?\d+)?\b", re.M
    )
    named = {path: {*numbers.findall(script)} for path, script in scripts().items()}
    assert {path: names for path, names in named.items() if names} == OURS, (
        "Add what Python declares to CONSTANTS of tests/script_values.py."
    )


@pytest.mark.parametrize(
    "alternative, holds",
    [
        ({"k": ["5"]}, True),  # a number, whose options are not listed
        ({"look": ["waves"]}, True),
        ({"look": ["waves"], "k": ["5"]}, True),
        ({"look": ["words"]}, False),
        ({"away": ["on"]}, False),  # a setting that the page lacks
    ],
)
def test_a_condition_may_name_a_setting_without_options(alternative, holds):
    settings = {"k": {"name": "k"}, "look": {"options": [("waves", "One"), ("table", "Two")]}}
    assert _can_hold(alternative, settings) == holds


def rows_of(heading: str) -> list[list[str]]:
    """Return the cells of the table that follows a line of ARCHITECTURE.md."""
    after = ARCHITECTURE.read_text("utf-8").split(heading)[1].split("\n\n")[1]
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in after.splitlines()[2:]
    ]


def test_what_a_script_computes_itself_is_listed_with_the_python_and_the_test_that_are_there():
    rows = rows_of("What JavaScript computes itself, the Python that it follows")
    listed = set()
    for computed, _, follows, compared in rows:
        names = re.findall(r"`([\w/*-]+[./][\w./*-]*)`", computed)
        assert names, computed
        for name in names:
            paths = paths_of(name, SCRIPTS)
            assert paths, name
            listed |= paths
        for name in re.findall(r"`([\w./*]+)`", follows):
            if name.endswith(".py") or "/" in name:
                assert paths_of(name, ("", "viz", "viz/edition", "viz/engine")), name
        for name in re.findall(r"`([\w./]+)`", compared):
            assert paths_of(name, ("", "viz/components/tests")), name
    engine = {path for path in scripts() if path.startswith("viz/engine/")}
    assert engine - listed == {f"viz/engine/{name}.js" for name in HELPERS}


# They compute nothing of a model: texts, bytes, numbers, marks, and which runs are kept.
HELPERS = (
    *("differing", "marks", "numbers", "packing", "running", "shares", "text"),
    *("networks/recording", "networks/refusal", "networks/safetensors"),
)


def paths_of(name: str, folders: tuple[str, ...]) -> set[str]:
    """Return the files that a name stands for in one of these folders."""
    paths = set()
    for folder in folders:
        for path in (ROOT / folder).glob(name):
            files = path.rglob("*.js") if path.is_dir() else [path]
            paths |= {file.relative_to(ROOT).as_posix() for file in files} or {name}
    return paths
