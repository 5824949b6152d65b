"""Imports go one way: the contracts of pyproject.toml, and rules that no linter checks."""

import ast
import graphlib
import shutil
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
STATE = "session_state", "query_params"


def lint_imports(folder: Path) -> subprocess.CompletedProcess:
    """Run the import linter on the contracts of the pyproject.toml in a folder."""
    command = [Path(sys.executable).with_name("lint-imports"), "--no-logo", "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_the_contracts_of_imports_are_kept():
    done = lint_imports(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 broken." in done.stdout


def test_no_module_imports_another_that_imports_it():
    graph = grimp.build_graph("models", "viz")
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(imports) > 100
    graphlib.TopologicalSorter(imports).prepare()  # raises CycleError with the modules of a cycle


def test_no_test_imports_another():
    graph = grimp.build_graph("tests")
    files = {one for one in graph.modules if one.rpartition(".")[2].startswith("test_")}
    assert len(files) > 100
    assert [one for one in files if graph.find_modules_that_directly_import(one)] == []


AGAINST = [  # a file, a line in it, and what the linter says of it
    ("models/trace.py", "import viz", "models.trace -> viz "),
    ("models/request.py", "import transformers", "models.request -> transformers "),
    ("viz/analysis/views.py", "import streamlit", "viz.analysis.views -> streamlit "),
    ("viz/draw/chart.py", "import torch", "viz.draw.chart -> torch "),
    (
        "viz/analysis/measures.py",
        "from viz.pages import heads",
        "viz.analysis.measures -> viz.pages.heads ",
    ),
    (
        "viz/pages/card/page.py",
        "from models.answers.translation import TranslationModel",
        "viz.pages.card.page -> models.answers.translation ",
    ),
    ("viz/app/alerts.py", "from viz.app import frame", "viz.app.alerts -> viz.app.frame "),
    (
        "viz/app/frame.py",
        "from viz.pages.adapters.clicks import show_memory",
        "viz.app.frame -> viz.pages.adapters.clicks ",
    ),
    (
        "viz/components/space/__init__.py",
        "import viz.app.state",
        "viz.components.space -> viz.app.state ",
    ),
]


@pytest.fixture(scope="module")
def complaints(tmp_path_factory) -> str:
    """What the import linter says of this code with all those lines added."""
    copy = tmp_path_factory.mktemp("against")
    for folder in ("models", "viz"):
        for path in (ROOT / folder).rglob("*.py"):
            (copy / path.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy / path.relative_to(ROOT))
    shutil.copy(ROOT / "pyproject.toml", copy)
    for file, line, _ in AGAINST:
        with (copy / file).open("a", encoding="utf-8") as text:
            text.write(f"\n{line}\n")
    done = lint_imports(copy)
    assert done.returncode == 1
    return done.stdout


@pytest.mark.parametrize("file, line, says", AGAINST)
def test_an_import_against_the_contracts_is_noticed(complaints, file, line, says):
    assert f"- {says}" in complaints.replace("-   ", "- ")


LOADS_NO = [  # code, and libraries that it does not load
    (
        "import viz.export, viz.pages.computations",
        {"streamlit", "torch", "matplotlib", "plotly"},
    ),
    (
        "import models, models.trace; models.Request('transformer', 'a', "
        "what_if=models.WhatIf()); models.available()",
        {"streamlit", "torch", "tokenizers"},
    ),
    (
        "import viz.analysis.views, viz.analysis.measures, viz.analysis.what_if_text, "
        "viz.analysis.walkthrough, viz.draw.tables, viz.pages.order.charts, "
        "viz.pages.inside.blackboard, viz.pages.words.occurrences, viz.pages.cost.table1, "
        "viz.pages.gallery.pictures, models.words, viz.draw.head_pictures",
        {"torch"},
    ),
    ("import models.words.bias; models.words.glove()", {"torch", "scipy"}),
    ("import models.words.meanings as m; assert len(m.examples()) == 1300", {"torch"}),
]


@pytest.mark.slow
@pytest.mark.parametrize("code, libraries", LOADS_NO)
def test_values_and_pictures_load_no_large_library(code, libraries):
    code += f"; import sys; print({libraries} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"


def state_uses(source: str) -> list[str]:
    """Return the names of Streamlit's session state, query parameters and caches in a source."""
    uses = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            uses.append(node.attr)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("streamlit"):
            uses += [alias.name for alias in node.names]
    return [use for use in uses if use in STATE or use.startswith("cache_")]


def test_only_the_app_and_the_adapters_of_components_touch_state_and_caches():
    allowed = {ROOT / "viz/app", ROOT / "viz/pages/adapters"}
    for path in [*(ROOT / "viz").rglob("*.py"), ROOT / "app.py"]:
        if not allowed & {*path.parents}:
            uses = state_uses(path.read_text(encoding="utf-8"))
            assert not uses, f"{path.relative_to(ROOT)}: {', '.join(uses)}"


def test_nothing_that_a_visitor_reaches_loads_a_model_that_nobody_offers():
    paths = {*(ROOT / "viz").rglob("*.py"), *(ROOT / "models/serving").rglob("*.py")}
    for path in paths - {ROOT / "viz/cli/check.py"}:  # a command: no visitor reaches it
        assert "load_from" not in path.read_text(encoding="utf-8"), path


@pytest.mark.parametrize(
    "source",
    [
        "import streamlit as st\nst.session_state['x'] = 1",
        "import streamlit\nstreamlit.query_params",
        "from streamlit import session_state",
        "import streamlit as st\n@st.cache_data(ttl=3)\ndef f(): pass",
    ],
)
def test_a_use_of_state_is_noticed(source):
    assert state_uses(source)


def test_charts_are_built_where_they_are_looked_for():
    built = {
        path.relative_to(ROOT / "viz").as_posix()
        for path in (ROOT / "viz").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Chart"
    }
    looked_for = "/charts.py", "/diagram.py"
    assert all(path.startswith("draw/") or path.endswith(looked_for) for path in built)


def shell_files() -> list[Path]:
    """Return the files of the app and of the adapters of components."""
    return [*(ROOT / "viz/app").glob("*.py"), *(ROOT / "viz/pages/adapters").glob("*.py")]


@pytest.mark.parametrize("path", shell_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_of_the_shell_imports_at_its_top(path):
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef):
            names = {
                alias.name
                for node in ast.walk(function)
                if isinstance(node, (ast.Import, ast.ImportFrom))
                for alias in node.names
            }
            # A server that shows no model loads none of these.
            assert names <= {"torch"}, function.name


@pytest.mark.slow
def test_offering_a_pretrained_model_imports_nothing_and_refusing_one_not_transformers():
    code = (
        "import os, sys; os.environ['HEADS_UP_MODELS'] = 'someone/something'; import "
        "models; assert 'something' in models.available(); "
        "print({'torch', 'transformers', 'huggingface_hub'} & set(sys.modules))\n"
        "try: models.load('someone/something-else')\nexcept models.UserError: "
        "print('transformers' in sys.modules)\n"
        "models.load('transformer', 'cpu'); print('transformers' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\nFalse\nFalse\n"


def test_only_what_the_design_names_stands_at_the_top():
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    top = {name.split("/")[0] for name in tracked if name}
    assert {name for name in top if not name.startswith(".")} <= {
        "README.md",
        "requirements.txt",
        "app.py",
        "viz",
        "models",
        "tests",
        "LICENSE",
        "pyproject.toml",
    }
