"""The README and the documents are true."""

import argparse
import ast
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from pypdf import PdfReader
from streamlit.testing.v1 import AppTest

import models
import viz
from models import __version__
from tests.documents import DOCUMENTS, GITHUB, ROOT
from tests.marks import slow_after
from tests.programs import find_program
from tests.serving import free_port, wait_for
from viz.cli import export
from viz.pages.gallery.catalogue import ENTRIES
from viz.pages.gallery.shipped import path

README = (ROOT / "README.md").read_text(encoding="utf-8")


def snippets(document: str | Path, language: str = "python") -> list[str]:
    """Return the snippets of a language in a document."""
    text = (GITHUB / document).read_text("utf-8")
    blocks = re.findall(r"^ *```(\w*)\n(.*?)^ *```$", text, re.DOTALL | re.MULTILINE)
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


@pytest.mark.slow
def test_the_other_python_examples_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    others = snippets("docs/scripting.md")[1:]
    for example in others:
        exec(example, {})
    assert len(others) == 8
    files = {"head.pdf", "lenses.npz", "own.npz", "own.svg", "weights.csv"}
    assert names_in(tmp_path) == files
    assert PdfReader("head.pdf").pages[0].mediabox.width == 219  # a column of a paper


@pytest.mark.slow
def test_the_cells_of_the_notebook_page_run_one_after_another(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    for cell in snippets("docs/notebooks.md"):
        exec(cell, names)
    assert names_in(tmp_path) == {"dog.html", "head.svg", "mask.html", "peek.html"}
    assert names["view"].held.words == ("big", "is")
    assert repr(names["own"]).startswith("Attention(")


@pytest.mark.slow
def test_the_example_of_an_exercise_runs(capsys):
    (example,) = snippets("docs/lecturers.md")
    exec(example, {})
    assert capsys.readouterr().out.endswith("? a word\n")


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_gallery_has_each_picture_of_the_app():
    text = (GITHUB / "docs/gallery.md").read_text("utf-8")
    parts = text.split("\n## ")[1:]
    assert len(parts) == len(ENTRIES)
    for entry, part in zip(ENTRIES, parts):
        picture = path(entry.name, "en", dark=False).relative_to(ROOT).as_posix()
        wording = entry.title, entry.caption, f"(../../{picture})", f"`{entry.address}`"
        assert [words for words in wording if words not in part] == []


@pytest.mark.weekly
def test_the_site_is_built_without_a_warning_and_asks_no_other_server(tmp_path):
    """A link, an anchor or an entry of the navigation that leads nowhere is a warning."""
    command = [sys.executable, "-m", "mkdocs", "build", "-f", ".github/mkdocs.yml", "-d", tmp_path]
    done = subprocess.run(
        [*command, "--strict"], cwd=ROOT, capture_output=True, text=True, timeout=200
    )
    assert done.returncode == 0, done.stderr
    pages = {file: file.read_text("utf-8") for file in tmp_path.rglob("*.html")}
    loaded = re.compile(r"""<(?:script|img|link)\b[^>]*(?:src|href)=["']?(?:https?:)?//""")
    assert not [file for file, text in pages.items() if loaded.search(text)]
    assert not [file for file in tmp_path.rglob("*") if file.name.startswith(".")]
    reference = pages[tmp_path / "reference/index.html"]
    assert "<blockquote>" not in reference  # what an example would be without .ci/site.py
    for package in (models, viz):
        functions = [name for name in package.__all__ if callable(getattr(package, name))]
        missing = [name for name in functions if f'id="{package.__name__}.{name}"' not in reference]
        assert set(missing) <= {"Task"}  # a type alias


def test_the_citation_names_this_version():
    (entry,) = snippets("docs/papers.md", "bibtex")
    named = f"version: {__version__}\n"
    assert f"{{{__version__}}}" in entry
    assert named in (GITHUB / "CITATION.cff").read_text("utf-8")


@pytest.mark.weekly
def test_the_cells_of_the_worked_examples_run_and_show_themselves(monkeypatch, capsys):
    """As a notebook does: one after the other, and the last value of a cell is shown."""
    monkeypatch.chdir(GITHUB / "docs")
    monkeypatch.setattr(sys, "path", [*sys.path])
    cells = json.loads(Path("examples.ipynb").read_text("utf-8"))["cells"]
    names: dict[str, object] = {}
    shown = []
    for cell in cells:
        if cell["cell_type"] == "code":
            assert not cell["outputs"]
            tree = ast.parse("".join(cell["source"]))
            last = tree.body[-1]
            if isinstance(last, ast.Expr):
                tree.body[-1] = ast.Assign([ast.Name("_", ast.Store())], last.value)
            exec(compile(ast.fix_missing_locations(tree), "examples.ipynb", "exec"), names)
            if display := getattr(names.pop("_", None), "_repr_mimebundle_", None):
                shown.append(display()["image/svg+xml"])
    printed = capsys.readouterr().out
    assert len(shown) == 6
    assert "Le gros chien rouge dort" in printed
    assert re.search(r"chien +dog", printed)


def test_the_changes_begin_with_this_version():
    headings = re.findall(r"^## (.*)", (GITHUB / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert headings[0] in (__version__, f"{__version__}, not tagged yet")


@pytest.mark.weekly
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
    program = find_program("pdflatex", package="texlive-latex-recommended")
    latex = [program, "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    done = subprocess.run(latex, cwd=tmp_path, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout[-2000:]
    assert len(PdfReader(tmp_path / "paper.pdf").pages) == 1


def example_page(code: str) -> None:
    """Draw the example page of the contribution notes, as if it were in viz/pages."""
    from viz.app import shell

    names = {"__package__": "viz.pages", "__name__": "viz.pages.example"}
    exec(code, names)
    shell._draw_page(shell._PageRun(names["PAGE"]))


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
    for named in re.findall(r"`((?:models|viz|tests)/[\w/.]+)`", text):
        assert (ROOT / named).exists(), named
    for module in set(re.findall(r"python -m ([\w.]+)", text)) - {"pytest", "build"}:
        assert find_spec(module), module


# --- the shell lines of the documents -----------------------------------------------------------

INLINE = re.compile(r"`((?:[A-Z_]+=\S+ )?(?:python|headsup|streamlit) [^`\n]+)`")
LINES = [
    re.sub(r"\s+#.*", "", line)
    for document in DOCUMENTS
    for code in snippets(document, "")
    for line in code.splitlines()
]
INLINES = [code for document in DOCUMENTS for code in INLINE.findall(document.read_text("utf-8"))]
SERVERS = [line for line in LINES + INLINES if re.match(r"(\w+=.*)?streamlit run", line)]
CALLS = [line for line in LINES if line.startswith(("python -m viz.export", "headsup ", "echo "))]
# What draws in a process of its own, or for seconds.
DEAR = re.compile(r"^echo |--weights|\.gif|slide\.png|--from|overview|lines\.pdf|\.pptx")


@pytest.mark.parametrize(
    "line",
    slow_after(
        3,
        [
            pytest.param(call, marks=pytest.mark.weekly if DEAR.search(call) else ())
            for call in CALLS
        ],
    ),
)
def test_a_command_line_writes_its_file(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    Path("links.txt").write_text("/mask?sentence=The+big+red+dog\n", encoding="utf-8")
    if line.startswith("echo "):  # a pipe, which only a shell makes
        whole = line.replace("python", shlex.quote(sys.executable))
        subprocess.run(whole, shell=True, check=True, timeout=100)
        assert Path("dog.png").read_bytes().startswith(b"\x89PNG")
        return
    command = line.replace("headsup ", "python -m viz.commands ")
    command = command.replace("FOLDER", str(ROOT / "models/checkpoints"))
    _, _, module, *arguments = shlex.split(command)
    assert import_module(module).main(arguments) == 0
    if "-o" in arguments:
        assert Path(arguments[arguments.index("-o") + 1]).stat().st_size > 200
    if "--from" in arguments:
        assert [file.suffix for file in Path("pictures").iterdir()] == [".svg"]


class Parsed(Exception):
    """The options of a command are read: what follows takes minutes."""


@pytest.mark.slow
def test_a_call_that_is_not_run_here_is_one_that_its_program_takes(tmp_path, monkeypatch):
    """What other tests run with options of their own is parsed as it is written."""
    parse = argparse.ArgumentParser.parse_args

    def stop(parser, arguments=None, namespace=None):
        parse(parser, arguments, namespace)
        raise Parsed

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", stop)
    for folder in ("data", "DIR", "FOLDER", "runs/gpt/checkpoint", "runs/transformer/checkpoint"):
        Path(folder).mkdir(parents=True)
    Path("models").symlink_to(ROOT / "models")
    for file in (
        "FILE",
        "data/multi30k.test_2016_flickr.en-fr.tsv.gz",
        "data/tatoeba.dev.en-fr.tsv.gz",
    ):
        Path(file).touch()
    # A name alone is no call; what draws is run above, and benchmarks load libraries for seconds.
    ours = re.compile(r"python -m ((?:models|viz\.gallery|viz\.static)\b\S* .*)")
    called = {findings[1] for line in LINES + INLINES if (findings := ours.fullmatch(line))}
    for call in called:
        written = call.replace("NAME", "transformer").replace("[--workers N]", "--workers 2")
        module, *arguments = shlex.split(written)
        if is_package(module):
            module = f"{module}.__main__"
        monkeypatch.setattr(sys, "argv", [module, *arguments])
        with pytest.raises(Parsed):
            import_module(module).main()
    assert len(called) > 20


def is_package(module: str) -> bool:
    return find_spec(module).submodule_search_locations is not None


@pytest.mark.weekly
@pytest.mark.parametrize("line", SERVERS)
def test_each_line_that_starts_a_server_starts_one(line, tmp_path):
    for name in ("app.py", "models", "viz", ".streamlit"):
        (tmp_path / name).symlink_to(ROOT / name)
    port = free_port()
    settings = {"STREAMLIT_SERVER_HEADLESS": "true", "STREAMLIT_SERVER_PORT": str(port)}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | settings | {"PATH": path, "HEADS_UP_CACHE": str(tmp_path / "cache")}
    with (
        (tmp_path / "log").open("w+b") as log,
        subprocess.Popen(
            line, shell=True, cwd=tmp_path, env=environment, stdout=log, stderr=log,
            start_new_session=True,
        ) as server,
    ):  # fmt: skip
        try:
            wait_for(server, f"http://127.0.0.1:{port}", log)
        finally:
            os.killpg(server.pid, signal.SIGTERM)
    assert "Traceback" not in (tmp_path / "log").read_text("utf-8")
