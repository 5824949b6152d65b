"""The wheel holds what runs, and is installed beside a user's own folder `models`."""

import ast
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from itertools import chain
from pathlib import Path

import pytest
import yaml
from packaging.metadata import Metadata

import models
from models.arguments import program
from viz.cli import commands
from viz.cli.commands import _EXTRAS, _MODULES, main

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REPOSITORY = "https://example.org/heads-up"
FIVE_LINES = """
import headsup, models
assert models.mine == "a user's own"
trace = headsup.load("transformer", "cpu").trace(headsup.Request("transformer", "I am tired."))
headsup.attention(trace.attention["encoder"].weights, trace.source).head(0, 0).save("head.svg")
print(repr(trace), len(trace._repr_mimebundle_()["image/svg+xml"]) > 10_000)
"""


HELP = """
import sys
from runpy import run_module
sys.modules.update(dict.fromkeys({extras}))
from viz.cli.commands import _MODULES, main
for name, (module, _) in _MODULES.items():
    sys.argv = [module, "--help"]
    for call in (
        lambda: main([name, "--help"]),
        lambda: run_module(module.removesuffix(".__main__"), run_name="__main__"),
    ):
        try:
            call()
        except SystemExit as stopped:
            assert not stopped.code
"""


CORE = """
import sys
sys.modules.update(dict.fromkeys({extras}))
import viz
shown = viz.show([[[[0.7, 0.3], [0.2, 0.8]]]], ["red", "dog"])
shown.save({file!r})
shown.picture()._repr_mimebundle_()
"""


def run(*command: object, folder: Path, **more) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*map(str, command)], cwd=folder, capture_output=True, text=True, **more)


@pytest.fixture(scope="module")
def release(tmp_path_factory) -> Path:
    """The files of a release of this tree; its edition is made once a week."""
    folder = tmp_path_factory.mktemp("release")
    options = ["--to", folder, "--repository", REPOSITORY, "--without-edition"]
    done = run(sys.executable, ".ci/release.py", *options, folder=ROOT)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(release) -> Path:
    [file] = release.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """The programs of an environment with the wheel, which sees the libraries of this one."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    [site] = folder.rglob("site-packages")
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    (site / "libraries.pth").write_text("\n".join(libraries), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", programs / "python", "install"]
    done = run(*pip, "--no-deps", "--no-index", "-q", wheel, folder=folder)
    assert done.returncode == 0, done.stderr
    return programs


@pytest.fixture
def elsewhere(tmp_path) -> Path:
    """A folder with a folder `models` of its own."""
    (tmp_path / "models").mkdir()
    (tmp_path / "models/__init__.py").write_text('mine = "a user\'s own"\n', encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_the_wheel_holds_every_file_that_runs_and_no_weights(wheel):
    parts = "models", "viz", "app.py", ".streamlit/config.toml"
    listed = run("git", "ls-files", *parts, folder=ROOT).stdout.splitlines()
    left_out = runpy.run_path(str(ROOT / ".ci/build_headsup.py"))["LEFT_OUT"]
    expected = {f"headsup/{name}" for name in listed if not {*left_out} & {*Path(name).parts}}
    names = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("headsup/")}
    assert names == expected | {"headsup/__init__.py", "headsup/py.typed"}
    assert wheel.stat().st_size < 25e6


def test_an_editable_installation_is_refused_in_a_sentence():
    build = runpy.run_path(str(ROOT / ".ci/build_headsup.py"))
    with pytest.raises(SystemExit, match="PYTHONPATH to the checkout"):
        build["build_editable"]("wheels")


def test_an_untracked_file_is_no_part_of_the_wheel_and_without_git_all_are(tmp_path):
    build = runpy.run_path(str(ROOT / ".ci/build_headsup.py"))
    for name in ("models/a.py", "models/checkpoints/b", "viz/own.csv", "app.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    every = {Path("models/a.py"), Path("viz/own.csv"), Path("app.py")}
    assert {*build["files_of"](tmp_path)} == every
    for command in (["init", "-q"], ["add", "models", "app.py"]):
        assert run("git", *command, folder=tmp_path).returncode == 0
    assert {*build["files_of"](tmp_path)} == every - {Path("viz/own.csv")}


@pytest.mark.slow
def test_no_module_of_the_wheel_imports_models_or_viz_from_the_top(wheel):
    archive = zipfile.ZipFile(wheel)
    for name in archive.namelist():
        if name.endswith(".py"):
            for node in ast.walk(ast.parse(archive.read(name))):
                modules = [name.name for name in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom) and not node.level:
                    modules = [node.module]
                assert not {module.partition(".")[0] for module in modules} & {"models", "viz"}, (
                    name
                )


@pytest.mark.parametrize(
    ("source", "renamed"),
    [
        ("from models import a, b\n", "from headsup.models import a, b\n"),
        ("from viz.draw import (\n    a,\n)\n", "from headsup.viz.draw import (\n    a,\n)\n"),
        ("import models\n", "from headsup import models\n"),
        ("import models as m\n", "from headsup import models as m\n"),
        ("import models.trace as x\n", "import headsup.models.trace as x\n"),
        (
            "if 1:\n    import viz.draw.chart  # é\n",
            "if 1:\n    import headsup.viz.draw.chart; from headsup import viz  # é\n",
        ),
        ("'é'; import os, models as m\n", "'é'; import os; from headsup import models as m\n"),
        ("from . import models\nimport modelsmith\n", "from . import models\nimport modelsmith\n"),
        ('"""\nimport models as m\n"""\n', '"""\nimport models as m\n"""\n'),
    ],
)
def test_an_import_is_renamed_however_it_is_written(source, renamed):
    rename = runpy.run_path(str(ROOT / ".ci/build_headsup.py"))["rename_imports"]
    assert rename(source) == renamed
    compile(renamed, "", "exec")


@pytest.mark.slow
def test_texts_that_name_a_command_name_it_in_the_package_and_have_their_french(wheel):
    archive = zipfile.ZipFile(wheel)
    files = {name: archive.read(name).decode() for name in archive.namelist() if name[-3:] == ".py"}
    texts = {
        node.value
        for source in files.values()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert not [text for text in texts if re.search(r"python -m (models|viz)", text)]
    french = [name for name in archive.namelist() if re.search("texts/fr/.*toml$", name)]
    keys = [key for name in french for key in tomllib.loads(archive.read(name).decode())]
    named = {key for key in keys if "python -m" in key}
    assert len(named) > 5
    assert named <= texts
    long = [archive.read(name).decode() for name in archive.namelist() if "/texts/" in name]
    assert sum("python -m headsup." in text for text in long) > 5
    assert not [text for text in long if re.search(r"python -m (models|viz)", text)]


@pytest.mark.slow
def test_a_release_has_checksums_weights_and_a_readme_without_the_tree(release, wheel):
    done = run("sha256sum", "--check", "--strict", "SHA256SUMS", folder=release)
    assert done.returncode == 0, done.stderr
    names = {line.split()[1] for line in (release / "SHA256SUMS").read_text().splitlines()}
    assert names == {file.name for file in release.iterdir()} - {"SHA256SUMS"}
    kinds = {re.sub(rf"[-_]{re.escape(models.__version__)}", "", name) for name in names}
    assert kinds == {
        "headsup-weights.zip",
        "headsup_attention-py3-none-any.whl",
        "headsup_attention.tar.gz",
        "notes.md",
    }
    archive = zipfile.ZipFile(wheel)
    [name] = [name for name in archive.namelist() if name.endswith("/METADATA")]
    about = Metadata.from_email(archive.read(name), validate=True)
    assert set(re.findall(r"\]\((?!https://)(.*?)\)", about.description)) == set()
    assert f"({REPOSITORY}/raw/v{models.__version__}/.github/heads-light.png)" in about.description
    assert "requirements.txt" not in about.description
    assert about.project_urls["Source"] == REPOSITORY


def test_without_a_repository_the_readme_of_an_index_has_neither_links_nor_pictures(tmp_path):
    build = runpy.run_path(str(ROOT / ".ci/build_headsup.py"))
    (tmp_path / "headsup/models").mkdir(parents=True)
    shutil.copy(ROOT / "models/__init__.py", tmp_path / "headsup/models")
    shutil.copy(ROOT / "README.md", tmp_path)
    build["describe_for_an_index"](tmp_path, "")
    text = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"\]\((?!http)", text) == []
    assert "heads-light" not in text
    assert "see For papers." in text


@pytest.mark.parametrize(
    ("tag", "reason"),
    [
        ("v9.9", "The tag v9.9 is not v"),
        (f"v{models.__version__}", "says that it is not tagged yet"),
    ],
)
def test_a_tag_that_the_tree_is_not_ready_for_is_refused(tag, reason, monkeypatch):
    changes = f"# Changes\n\n## {models.__version__}, not tagged yet\n\n- One.\n\n## 0.0.1\n"
    script = runpy.run_path(str(ROOT / ".ci/release.py"))
    monkeypatch.setitem(script["unready"].__globals__, "changes", lambda: changes)
    assert reason in script["unready"](tag, models.__version__)
    assert script["notes_of"](models.__version__) == "- One.\n"
    monkeypatch.setitem(
        script["unready"].__globals__, "changes", lambda: changes.replace(", not tagged yet", "")
    )
    assert script["unready"](f"v{models.__version__}", models.__version__) == ""


@pytest.mark.slow
def test_five_lines_run_beside_a_folder_models_of_ones_own(release, installed, elsewhere):
    (elsewhere / "five.py").write_text(FIVE_LINES, encoding="utf-8")
    [packed] = release.glob("headsup-weights-*.zip")
    zipfile.ZipFile(packed).extractall(elsewhere)
    weights = {"HEADS_UP_WEIGHTS": str(elsewhere / packed.stem)}
    done = run(installed / "python", "five.py", folder=elsewhere, env=weights)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Trace(transformer: 'I am tired.' → 'Je suis fatigué.'; ")
    assert done.stdout.endswith(" True\n")
    assert (elsewhere / "head.svg").read_bytes().startswith(b"<?xml")


@pytest.mark.slow
def test_the_command_finds_weights_or_says_what_to_do(installed, elsewhere):
    weights = Path(models.__file__).parent / "checkpoints"
    export = ["export", "I am tired.", "-o", "tired.svg", "--device", "cpu"]
    done = run(installed / "headsup", *export, folder=elsewhere)
    assert done.returncode == 2
    assert "name another one in the variable HEADS_UP_WEIGHTS" in done.stderr
    for name in ("tired.svg", "tired.html"):
        export[3] = name
        done = run(installed / "headsup", "--weights", weights, *export, folder=elsewhere)
        assert done.returncode == 0, done.stderr
        assert (elsewhere / name).exists()


def test_the_commands_are_listed_and_mistakes_are_usage_errors(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"headsup {models.__version__}\n"
    assert main(["--help"]) == 0
    listed = capsys.readouterr().out
    assert all(f"  {name} " in listed for name in ["app", *_MODULES])
    for wrong, sentence in (
        (["paint"], "There is no command “paint”. Choose one of: app, export"),
        (["--weights", "nowhere", "app"], "There is no folder “nowhere”."),
        (["--weights"], "There is no folder after --weights."),
        ([], "usage: headsup"),
    ):
        assert main(wrong) == 2
        assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("library", "extra"), [("streamlit", "app"), ("sacrebleu.metrics", "train"), ("nothing", "all")]
)
def test_a_missing_library_names_its_extra_and_no_name_of_pypi(library, extra, monkeypatch, capsys):
    def fail(_):
        raise ModuleNotFoundError(f"No module named '{library}'", name=library)

    monkeypatch.setattr(commands, "import_module", fail)
    assert main(["static"]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"No module named '{library}'. It comes with the extra {extra}: pip ")
    assert re.findall(r"pip install '(.*?)'", error) == [
        f"headsup-attention[{extra}] @ git+URL-of-the-repository",
        f"FILE.whl[{extra}]",
    ]
    assert {*_EXTRAS.values(), "all"} == {*PROJECT["optional-dependencies"]}


@pytest.mark.slow
def test_weights_are_drawn_without_any_extra(tmp_path):
    script = CORE.format(extras=[*_EXTRAS, "scipy"], file=str(tmp_path / "page.html"))
    done = run(sys.executable, "-c", script, folder=ROOT)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "page.html").stat().st_size > 100_000


@pytest.mark.slow
def test_every_command_prints_its_help_without_torch():
    extras = [library for library in _EXTRAS if library not in ("tokenizers", "safetensors")]
    done = run(sys.executable, "-c", HELP.format(extras=extras), folder=ROOT)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("usage: ") == 2 * len(_MODULES)


def test_the_help_names_the_command_as_it_was_called(monkeypatch):
    name = "python -m viz.export"
    for arguments, expected in (
        (["pytest"], name),
        (["/usr/bin/headsup", "export", "-h"], "headsup export"),
        (["viz/cli/commands.py", "export", "-h"], "python -m viz.commands export"),
    ):
        monkeypatch.setattr(sys, "argv", arguments)
        assert program(name) == expected


def test_the_documents_list_all_commands():
    text = (ROOT / ".github/docs/scripting.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `headsup ([a-z]+)` \| `(.*?)` \|", text, re.M)
    in_tree = {
        name: "python -m " + module.removesuffix(".__main__").replace("viz.cli.", "viz.")
        for name, (module, _) in _MODULES.items()
    }
    assert dict(listed) == {"app": "streamlit run app.py", **in_tree}


def test_in_the_tree_python_runs_the_commands():
    done = run(sys.executable, "-m", "viz.commands", "static", "--help", folder=ROOT)
    assert done.returncode == 0, done.stderr
    assert "usage: " in done.stdout


def test_the_citation_names_the_version_and_the_licence():
    citation = yaml.safe_load((ROOT / ".github/CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == models.__version__
    assert citation["license"] == PROJECT["license"]


def test_the_package_needs_what_the_server_has_pinned():
    def names(requirements) -> set[str]:
        return {text.partition(">")[0].partition("=")[0] for text in requirements}

    extras = PROJECT["optional-dependencies"]
    needed = names(PROJECT["dependencies"]) | names(chain(*extras.values()))
    own = {name for name in needed if name.startswith("headsup-attention[")}
    pinned = names((ROOT / "requirements.txt").read_text(encoding="utf-8").split())
    assert needed - own - {"anywidget", "ray[data,serve]"} == pinned
