"""Imports point one way: app.py, pages, the app around them, figures, values.

Only the front door of the models is open to the picture side.
"""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STATE = "session_state", "query_params"


def imported(path: Path) -> set[str]:
    """The modules a file imports, relative ones spelt out."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, [base, node.module]))
            names |= {module} | {f"{module}.{alias.name}" for alias in node.names}
    return names


def imports_of(folder: str) -> dict[str, set[str]]:
    return {str(path.relative_to(ROOT)): imported(path) for path in sorted((ROOT / folder).rglob("*.py"))}


def no_file_imports(files: dict[str, set[str]], *forbidden: str) -> None:
    found = [(file, name) for file, names in files.items() for name in names
             for wrong in forbidden if name == wrong or name.startswith(wrong + ".")]
    assert not found


def test_models_know_nothing_of_pictures():
    no_file_imports(imports_of("models"), "viz", "streamlit", "plotly", "app")


def test_figures_know_nothing_of_streamlit_or_torch():
    no_file_imports(imports_of("viz/figures"), "streamlit", "torch", "viz.pages", "viz.app")
    plain = {name: imported(ROOT / f"viz/{name}.py") for name in (
        "views", "measures", "positions", "what_if", "theme", "projections", "meanings", "derivation", "inside", "blackboard", "costs", "gallery", "limits", "lessons/__init__")}
    no_file_imports(plain, "streamlit", "torch")


def is_adapter(path: Path) -> bool:
    return path.name == "adapter.py" and path.parts[-3] == "components"


def state_uses(source: str) -> list[str]:
    """What of Streamlit's session state, query parameters and caches a source text uses."""
    uses = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            uses.append(node.attr)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("streamlit"):
            uses += [alias.name for alias in node.names]
    return [use for use in uses if use in STATE or use.startswith("cache_")]


def test_only_the_app_and_the_adapters_of_components_touch_state_and_caches():
    app = ROOT / "viz/app"
    for path in [*(ROOT / "viz").rglob("*.py"), ROOT / "app.py"]:
        if app not in path.parents and not is_adapter(path):
            uses = state_uses(path.read_text(encoding="utf-8"))
            assert not uses, f"{path.relative_to(ROOT)}: {', '.join(uses)}"


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


def test_pages_do_not_load_networks():
    no_file_imports(imports_of("viz/pages"), "torch", "models.transformer", "models.catalog")


def test_the_app_knows_no_page_and_of_components_only_what_knows_no_app():
    no_file_imports(
        imports_of("viz/app"), "viz.pages", "viz.panels", "viz.guesses", "viz.export", "app"
    )
    adapters = {}
    for path in (ROOT / "viz/components").rglob("*.py"):
        name = str(path.relative_to(ROOT))
        if is_adapter(path):
            adapters[".".join(Path(name).with_suffix("").parts)] = path
        else:
            no_file_imports({name: imported(path)}, "viz.app", "viz.pages")
    assert adapters
    no_file_imports(imports_of("viz/app"), *adapters)


# From the lowest: a module imports only modules that stand before it.
APP = (
    "examples",
    "alerts",
    "cache",
    "url",
    "state",
    "address_bar",
    "share",
    "presenter",
    "controls",
    "notice",
    "frame",
    "shell",
)


def test_the_modules_of_the_app_import_one_way():
    files = {path.stem for path in (ROOT / "viz/app").glob("*.py")} - {"__init__"}
    assert files == set(APP)
    for place, name in enumerate(APP):
        above = [f"viz.app.{other}" for other in APP[place:]]
        path = ROOT / f"viz/app/{name}.py"
        no_file_imports({name: imported(path)}, *above)


def shell_files() -> list[Path]:
    """The files of the app and of the adapters of components."""
    components = (ROOT / "viz/components").rglob("*.py")
    return [*(ROOT / "viz/app").glob("*.py"), *filter(is_adapter, components)]


@pytest.mark.parametrize("path", shell_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_of_the_shell_is_short_and_imports_at_its_top(path):
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 400
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, ast.FunctionDef):
            names = {
                alias.name
                for node in ast.walk(function)
                if isinstance(node, (ast.Import, ast.ImportFrom))
                for alias in node.names
            }
            assert names <= {"torch"}, function.name  # heavy: what shows no model loads none


def test_only_one_folder_knows_transformers():
    files = imports_of("models") | imports_of("viz")
    no_file_imports({file: names for file, names in files.items() if "huggingface" not in file}, "transformers")


def test_offering_a_pretrained_model_imports_nothing_and_refusing_one_not_transformers():
    code = ("import os, sys; os.environ['HEADS_UP_MODELS'] = 'someone/something'; import models; assert 'something' in models.available(); "
            "print({'torch', 'transformers', 'huggingface_hub'} & set(sys.modules))\n"
            "try: models.load('someone/something-else')\nexcept models.UserError: print('transformers' in sys.modules)\n"
            "models.load('transformer', 'cpu'); print('transformers' in sys.modules)")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\nFalse\nFalse\n"


def test_values_and_figures_do_not_load_torch():
    code = "import sys, models, viz.views, viz.measures, viz.what_if, viz.figures.numbers, viz.figures.positions, viz.inside, viz.blackboard, viz.meanings, viz.costs, viz.gallery, models.words, viz.export.figures; print('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout == "False\n"


def test_only_what_the_design_names_stands_at_the_top():
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    top = {name.split("/")[0] for name in tracked if name}
    assert {name for name in top if not name.startswith(".")} <= {
        "README.md", "requirements.txt", "app.py", "viz", "models", "tests", "LICENSE", "pyproject.toml"}
