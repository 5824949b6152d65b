"""What is not loaded until it is needed, and what stands at the top."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
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


def test_nothing_that_a_visitor_reaches_loads_a_model_that_nobody_offers():
    paths = {*(ROOT / "viz").rglob("*.py"), *(ROOT / "models/serving").rglob("*.py")}
    for path in paths - {*(ROOT / "viz/cli").rglob("*.py")}:  # commands: no visitor reaches them
        assert "load_from" not in path.read_text(encoding="utf-8"), path
