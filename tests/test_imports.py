"""Imports point one way: app.py, pages, figures, values. Only the front door is open to the picture side."""

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


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
    no_file_imports(imports_of("viz/figures"), "streamlit", "torch", "viz.pages", "viz.session")
    plain = {name: imported(ROOT / f"viz/{name}.py") for name in (
        "views", "measures", "positions", "what_if", "theme", "projections", "meanings", "derivation", "inside", "blackboard", "costs", "gallery", "limits", "lessons/__init__")}
    no_file_imports(plain, "streamlit", "torch")


def test_pages_leave_state_and_caches_to_the_session():
    for path in (ROOT / "viz").rglob("*.py"):
        if path.name != "session.py":
            text = path.read_text(encoding="utf-8")
            assert not any(word in text for word in ("st.session_state", "st.query_params", "st.cache_")), path
    no_file_imports(imports_of("viz/pages"), "torch", "models.transformer", "models.catalog")


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
