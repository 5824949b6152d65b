"""Build the wheel and its source archive: `models` and `viz` become parts of one package `headsup`.

In the tree both stand at the top. Installed, they are in one package, so that a user's own folder
`models` is not in their way. pip calls this file: see [build-system] in pyproject.toml.
"""

import ast
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from itertools import chain
from pathlib import Path

from setuptools import build_meta

# Weights come with the checkout, or from the folder that HEADS_UP_WEIGHTS names.
PARTS = "models", "viz", "app.py", ".streamlit/config.toml"
DESCRIBED_BY = "pyproject.toml", "README.md", "LICENSE"
LEFT_OUT = (
    "checkpoints",
    "tests",
    "node_modules",
    "unread",  # pairs for the next training
    "__pycache__",
    ".prettierignore",
    ".prettierrc.json",
)
FRONT_DOOR = '''"""What attention does: `headsup.models` computes, `headsup.viz` draws."""

from .models import *
from .models import __all__ as _names
from .models import __version__ as __version__
from .models import load_from as load
from .models import trace_pretrained as trace
from .viz import *
from .viz import __all__ as _more_names

__all__ = [*_names, *_more_names, "trace"]  # noqa: PLE0604
'''
RENAMED = "models", "viz"
# What an index says instead of how a checkout is started; {release} is where its files are.
START = """## Start it

```
pip install "headsup-attention[app]"
headsup --weights FOLDER app
```

The second command opens the app in a browser. The package holds no trained models: FOLDER is the
unpacked `headsup-weights-{version}.zip`{release}. Without them it draws attention weights of any
network:

```python
import headsup

headsup.show([[[[0.7, 0.3], [0.2, 0.8]]]], ["red", "dog"]).save("heads.html")
```

"""
# A link or a picture of the README that leads to a file of the tree.
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)")
IMPORTS = ast.Import, ast.ImportFrom
TEXTS = [
    # Modules that are imported on first use, and commands in texts.
    (re.compile(r'="(models|viz)\.(?=[\w.]+",$)', re.M), r'="headsup.\1.'),
    (re.compile(r'(python -m (?:"\s+f?")?)(models|viz)\b'), r"\1headsup.\2"),
]


def rename_imports(source: str) -> str:
    """Return a module that imports the parts of `headsup` wherever it imports `models` or `viz`."""
    lines = source.encode().splitlines(keepends=True)  # a column of the tree counts bytes
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, IMPORTS)]
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset), reverse=True):
        first, last = node.lineno - 1, node.end_lineno - 1
        if isinstance(node, ast.ImportFrom):
            if not node.level and root_of(node.module) in RENAMED:
                head, rest = lines[first][: node.col_offset], lines[first][node.col_offset :]
                lines[first] = head + re.sub(rb"^from\s+", b"from headsup.", rest)
        elif any(root_of(name.name) in RENAMED for name in node.names):
            head, rest = lines[first][: node.col_offset], lines[last][node.end_col_offset :]
            statements = "; ".join(map(renamed_import, node.names))
            lines[first : last + 1] = [head + statements.encode() + rest]
    return b"".join(lines).decode()


def root_of(module: str) -> str:
    return module.partition(".")[0]


def renamed_import(name: ast.alias) -> str:
    """Return the statement that binds the same name to the same module of the package."""
    root, called = root_of(name.name), f" as {name.asname}" if name.asname else ""
    if root not in RENAMED:
        return f"import {name.name}{called}"
    if name.name == root:
        return f"from headsup import {root}{called}"
    binds = "" if called else f"; from headsup import {root}"
    return f"import headsup.{name.name}{called}{binds}"


def stage(root: Path, folder: Path) -> None:
    """Write the package `headsup` of a checkout into a folder, and what describes it."""
    package = folder / "headsup"
    for name in files_of(root):
        to = package / name
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, to)
    for name in DESCRIBED_BY:
        shutil.copy(root / name, folder)
    describe_for_an_index(folder, os.environ.get("HEADS_UP_REPOSITORY", ""))
    for file in chain(*map(package.rglob, ("*.py", "*.toml", "texts/**/*.md"))):
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".py":
            text = rename_imports(text)
        for pattern, replacement in TEXTS:
            text = pattern.sub(replacement, text)
        file.write_text(text, encoding="utf-8")
    (package / "__init__.py").write_text(FRONT_DOOR, encoding="utf-8")
    (package / "py.typed").touch()


def describe_for_an_index(folder: Path, repository: str) -> None:
    """Rewrite the README of a staged package as an index of packages shows it, without the tree.

    Links lead to the files of this version in `repository`, an address such as
    https://github.com/OWNER/NAME, which becomes the project's; without one they are plain text,
    and pictures are left out.
    """
    version = version_of(folder / "headsup")

    def without_tree(match: re.Match[str]) -> str:
        picture, text, path, anchor = match.groups(default="")
        if not repository:
            return "" if picture else text
        kind = "raw" if picture else "blob"
        return f"{picture}[{text}]({repository}/{kind}/v{version}/{path}{anchor})"

    readme = folder / "README.md"
    text = LINK.sub(without_tree, readme.read_text(encoding="utf-8"))
    release = f" of [the release]({repository}/releases/tag/v{version})" if repository else ""
    start = START.format(version=version, release=release)
    text = re.sub(r"^## Start it\n.*?(?=^## )", lambda _: start, text, flags=re.M | re.S)
    readme.write_text(re.sub(r"\n{3,}", "\n\n", text), encoding="utf-8")
    if repository:
        changes = f"{repository}/blob/v{version}/.github/CHANGELOG.md"
        with (folder / "pyproject.toml").open("a", encoding="utf-8") as file:
            file.write(f'\n[project.urls]\nSource = "{repository}"\nChanges = "{changes}"\n')


def version_of(package: Path) -> str:
    """Return the version that `models/__init__.py` of a tree or a package names."""
    text = (package / "models/__init__.py").read_text(encoding="utf-8")
    return re.search(r'^__version__ = "(.+)"', text, re.M)[1]


def files_of(root: Path) -> list[Path]:
    """Return the files of the package, relative to `root`: those in git, or all without git."""
    try:
        command = ["git", "ls-files", "-z", *PARTS]
        listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
        names = [Path(name) for name in listed.stdout.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        names = []
    if not names:
        findings = [file for part in PARTS for file in [root / part, *(root / part).rglob("*")]]
        names = [file.relative_to(root) for file in findings]
    return [name for name in names if not {*LEFT_OUT} & {*name.parts} and (root / name).is_file()]


@contextmanager
def staged() -> Iterator[None]:
    """Run a step of the build in a folder with the staged package."""
    with tempfile.TemporaryDirectory() as folder:
        stage(Path.cwd(), Path(folder))
        with chdir(folder):
            yield


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None) -> str:
    """Write the metadata into a folder and return its name: a hook of PEP 517."""
    to = str(Path(metadata_directory).absolute())
    with staged():
        return build_meta.prepare_metadata_for_build_wheel(to, config_settings)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None) -> str:
    """Write the wheel into a folder and return its name: a hook of PEP 517."""
    to = str(Path(wheel_directory).absolute())
    with staged():
        return build_meta.build_wheel(to, config_settings)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None) -> str:
    """Refuse, with what to do instead: a hook of PEP 660.

    Without it, pip would name a hook that is missing, and no way out.
    """
    raise SystemExit(
        "This checkout cannot be installed as editable: the wheel renames its packages models and "
        "viz to headsup.models and headsup.viz. Set PYTHONPATH to the checkout and import models "
        "and viz, or install it without -e."
    )


def build_sdist(sdist_directory, config_settings=None) -> str:
    """Write what the wheel is built from into an archive and return its name: a hook of PEP 517."""
    root = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        metadata = prepare_metadata_for_build_wheel(folder)
        base = metadata.removesuffix(".dist-info")
        with tarfile.open(Path(sdist_directory, f"{base}.tar.gz"), "w:gz") as archive:
            for name in [*files_of(root), *DESCRIBED_BY, ".ci/build_headsup.py"]:
                archive.add(root / name, f"{base}/{name}")
            archive.add(Path(folder, metadata, "METADATA"), f"{base}/PKG-INFO")
    return f"{base}.tar.gz"
