"""Every shell line of the documents is run, here or by a test that is named, or said not to be.

A new line that none of these knows fails the test of its document.
"""

import argparse
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

from tests.documents import DOCUMENTS, GITHUB, ROOT
from tests.serving import free_port, wait_for

# What begins like this is run, or its parts are, by other tests, or by CI.
ELSEWHERE = {
    "pip install -r requirements.txt": ".ci/run",
    "pip install git+URL": "tests/test_package.py",
    "pip install -e": "tests/test_package.py",
    'pip install "headsup-attention[all]': "tests/test_package.py",
    "python -m models.training.train": "tests/models/training/test_train.py",
    "python -m models.training.evaluate": "tests/models/training/test_evaluate.py",
    "python -m models.analysis": "tests/models/analysis/test_command.py",
    "python -m build --sdist": "tests/test_package.py",
    "npm ": ".ci/run",
    "ruff ": ".ci/run",
    "python -m pytest": ".ci/run",
    "python -m models.serving": "tests/models/serving/test_serving_command.py",
    "pip install 'ray[": ".ci/run",
    "pip install gguf accelerate": ".ci/run",
    "pip install pre-commit": ".pre-commit-config.yaml",
    "pre-commit install": ".pre-commit-config.yaml",
    "mkdocs build": "tests/test_readme.py",
    "apt-get install caddy": ".ci/run",
}
# What no test can run, and why.
NOT_RUN = {
    "docker ": "there is no Docker daemon; tests/test_deployment.py reads the files",
    "ray start": "it needs several machines",
    "git clone --depth 1": "it needs the address of the repository",
    "python -m tests.container": "it needs root, debootstrap and 3 GB",
    "git lfs migrate": "it changes the history of a fork",
    "openssl rand": "a program of the system, as documented there",
}
FENCED = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`((?:[A-Z_]+=\S+ )?(?:[a-z][\w-]*) [^`\n]+)`")
PROGRAMS = "python pip docker npm git apt-get headsup ray streamlit ruff pre-commit openssl mkdocs"


def shell_lines(document: Path) -> list[str]:
    """Return the lines of the blocks of a shell, without their comments."""
    text = document.read_text(encoding="utf-8")
    blocks = "".join(code for language, code in FENCED.findall(text) if not language).splitlines()
    return [re.sub(r"\s+#.*", "", line) for line in blocks if line and not is_yaml(line)]


def is_yaml(line: str) -> bool:
    """Whether it is of the head of a Space's README."""
    return bool(re.match(r" *(---|\w+: .*)$", line))


def inline_commands(document: Path) -> list[str]:
    text = document.read_text(encoding="utf-8")
    """Return the commands in the middle of a sentence."""
    return [code for code in INLINE.findall(text) if code.split()[0] in PROGRAMS.split()]


LINES = [line for document in DOCUMENTS for line in shell_lines(document)]
INLINES = [code for document in DOCUMENTS for code in inline_commands(document)]
HERE = [line for line in LINES if not line.startswith((*ELSEWHERE, *NOT_RUN))]
SERVERS = [line for line in HERE + INLINES if "streamlit run" in line]
CALLS = [line for line in HERE if line not in SERVERS]


def test_each_line_has_somebody_who_runs_it():
    assert len(LINES) > 25
    assert len(CALLS) > 12
    known = "python -m viz.", "headsup ", "echo "
    assert [line for line in CALLS if not line.startswith(known)] == []
    # The names of commands: tests/test_package.py.
    known = "python -m ", "headsup ", "streamlit run ", *ELSEWHERE, *NOT_RUN
    assert [code for code in INLINES if not code.startswith(known)] == []
    for start in {**ELSEWHERE, **NOT_RUN}:  # no entry without a line
        assert any(line.startswith(start) for line in LINES + INLINES), start
    assert [place for place in ELSEWHERE.values() if not (ROOT / place).is_file()] == []


def test_the_lines_for_powershell_are_those_of_the_other_documents():
    """There is no PowerShell here to run them."""
    text = (GITHUB / "docs/windows.md").read_text("utf-8")
    lines = [line for name, code in FENCED.findall(text) if name for line in code.splitlines()]
    readme = [line for line in LINES if "&&" in line]
    chained = [re.sub(r" && (.*)", r"; if ($?) { \1 }", line) for line in readme]
    variables = [line for line in SERVERS if re.match(r"[A-Z_]+=", line)]
    set_before = [
        re.sub(r'^(\w+)="?([^"]+?)"? streamlit', r'$env:\1 = "\2"; streamlit', line)
        for line in variables
    ]
    assert lines == chained + set_before
    assert len(lines) == 4


# What draws in a process of its own, or for seconds.
DEAR = re.compile(r"^echo |--weights|\.gif|slide\.png|--from|overview|lines\.pdf|\.pptx")


@pytest.mark.parametrize(
    "line",
    [pytest.param(one, marks=pytest.mark.weekly if DEAR.search(one) else ()) for one in CALLS],
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
    called = {found[1] for line in LINES + INLINES if (found := ours.fullmatch(line))}
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
