"""The README and the documents are true."""

import importlib.util
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from pypdf import PdfReader
from streamlit.testing.v1 import AppTest

from models import __version__
from viz.cli import export

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GITHUB = ROOT / ".github"
DOCUMENTS = [
    ROOT / "README.md",
    GITHUB / "ARCHITECTURE.md",
    GITHUB / "CONTRIBUTING.md",
    GITHUB / "deploy/README.md",
    *sorted((GITHUB / "docs").glob("*.md")),
]


def snippets(document: str, language: str = "python") -> list[str]:
    """Return the snippets of a language in a document."""
    text = (GITHUB / document).read_text("utf-8")
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [code for name, code in blocks if name == language]


def test_the_two_commands_are_those_others_script_against():
    commands = re.findall(r"^pip install .*$", README, re.MULTILINE)
    assert commands == [
        "pip install -r requirements.txt && streamlit run app.py",
        "pip install -r requirements.txt -r tests/requirements.txt && python -m pytest",
    ]


def test_the_python_example_runs():
    names = {}
    exec(snippets("docs/scripting.md")[0], names)
    trace = names["trace"]
    assert trace.attention["cross"].weights.shape[2] == len(trace.attention["cross"].query_tokens)


def test_the_other_python_examples_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    others = snippets("docs/scripting.md")[1:]
    for example in others:
        exec(example, {})
    assert len(others) == 4
    files = {"head.pdf", "own.svg", "weights.csv", "dog.html", "cross.svg", "peek.html", "own.npz"}
    assert {path.name for path in tmp_path.iterdir()} == files
    assert PdfReader("head.pdf").pages[0].mediabox.width == 219  # a column of a paper


def test_the_citation_names_this_version():
    (entry,) = snippets("docs/papers.md", "bibtex")
    named = f"version: {__version__}\n"
    assert f"{{{__version__}}}" in entry
    assert named in (GITHUB / "CITATION.cff").read_text("utf-8")


@pytest.mark.weekly
@pytest.mark.skipif(not shutil.which("pdflatex"), reason="there is no LaTeX")
def test_the_latex_examples_compile_with_the_files_of_their_commands(tmp_path):
    (files, tikz) = snippets("docs/papers.md", "")
    for line in (files + tikz).splitlines():
        _, _, command = line.partition("python -m viz.export ")
        *options, name = shlex.split(command)
        assert export.main([*options, str(tmp_path / name)]) == 0
    figure, document = snippets("docs/papers.md", "latex")
    preamble, body = document.split(r"\begin{document}")
    start = r"\documentclass[twocolumn]{article}\usepackage{graphicx}"
    text = rf"{start}{preamble}\begin{{document}}{figure}{body}\end{{document}}"
    (tmp_path / "paper.tex").write_text(text, encoding="utf-8")
    latex = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    done = subprocess.run(latex, cwd=tmp_path, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout[-2000:]
    assert len(PdfReader(tmp_path / "paper.pdf").pages) == 1


def example_page(code: str) -> None:
    """Draw the example page of the contribution notes, as if it were in viz/pages."""
    from viz.app import shell

    names = {"__package__": "viz.pages", "__name__": "viz.pages.example"}
    exec(code, names)
    shell.draw_page(shell.PageRun(names["PAGE"]))


def test_the_example_of_a_page_draws():
    test = AppTest.from_function(
        example_page, kwargs={"code": snippets("CONTRIBUTING.md")[0]}, default_timeout=30
    ).run()
    assert not test.exception
    texts = [element.value for element in test.markdown]
    assert [text for text in texts if re.match(r"\d+ tokens are read, \d+ are written\.", text)]


def headings(text: str) -> set[str]:
    """Return the anchors of a document's headings, as GitHub makes them."""
    return {
        re.sub(r"[^\w\- ]", "", line.lstrip("# ")).lower().replace(" ", "-")
        for line in text.splitlines()
        if line.startswith("#")
    }


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_and_heading_it_links_to_is_there(document):
    for link in re.findall(r"\]\((?!http)([^)]+)\)", document.read_text(encoding="utf-8")):
        name, _, anchor = link.partition("#")
        target = document.parent / name if name else document
        assert target.exists(), link
        assert not anchor or anchor in headings(target.read_text(encoding="utf-8")), link


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_path_and_command_it_names_is_there(document):
    text = document.read_text(encoding="utf-8")
    for path in re.findall(r"`((?:models|viz|tests)/[\w/.]+)`", text):
        assert (ROOT / path).exists(), path
    for module in set(re.findall(r"python -m ([\w.]+)", text)) - {"pytest"}:
        assert importlib.util.find_spec(module), module
