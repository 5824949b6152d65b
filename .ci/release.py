"""Make the files of a release: python .ci/release.py --to FOLDER [--tag v0.1.0] [--repository URL]

FOLDER gets the wheel and the source archive, the trained models and the edition without a server as
archives, the changes of this version (notes.md), and the checksums of all (SHA256SUMS).
"""

import argparse
import hashlib
import os
import re
import runpy
import subprocess
import sys
import tempfile
import zipfile
from contextlib import chdir
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILD = runpy.run_path(str(Path(__file__).with_name("build_headsup.py")))
DATE = 1980, 1, 1, 0, 0, 0  # of each file of an archive: the same files give the same checksum


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--to", type=Path, required=True, help="a folder that is new or empty")
    parser.add_argument("--tag", default="", help="refuse if the tree is not ready for this tag")
    parser.add_argument("--repository", default="", help="its address, for links of the README")
    parser.add_argument("--without-edition", action="store_true")
    options = parser.parse_args(arguments)
    version = BUILD["version_of"](ROOT)
    notes = notes_of(version)
    if options.tag and (reason := unready(options.tag, version)):
        parser.error(reason)
    options.to.mkdir(parents=True, exist_ok=True)
    if any(options.to.iterdir()):
        parser.error(f"{options.to} is not empty. Name a new folder.")
    build_package(options.to.absolute(), options.repository)
    pack(ROOT / "models/checkpoints", options.to / f"headsup-weights-{version}.zip")
    if not options.without_edition:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "viz.static", "--to", folder]
            subprocess.run(command, cwd=ROOT, check=True)
            pack(Path(folder), options.to / f"headsup-edition-{version}.zip")
    (options.to / "notes.md").write_text(notes, encoding="utf-8")
    sums = [f"{checksum(file)}  {file.name}\n" for file in sorted(options.to.iterdir())]
    (options.to / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")


def unready(tag: str, version: str) -> str:
    """Return why the tree cannot be released under a tag, or ""."""
    if tag != f"v{version}":
        return f"The tag {tag} is not v{version}: models/__init__.py says {version}."
    heading = re.search(rf"^## {re.escape(version)}\b.*", changes(), re.M)
    if not heading or "not tagged yet" in heading[0]:
        return f"CHANGELOG.md has no heading “{version}”, or says that it is not tagged yet."
    return ""


def changes() -> str:
    return (ROOT / ".github/CHANGELOG.md").read_text(encoding="utf-8")


def notes_of(version: str) -> str:
    """Return what the changelog says of a version, without its heading; "" where it has none."""
    part = re.search(rf"^## {re.escape(version)}\b.*\n((?:(?!## ).*\n?)*)", changes(), re.M)
    return part[1].strip() + "\n" if part else ""


def build_package(to: Path, repository: str) -> None:
    """Write the source archive, and the wheel that is built from it, where there is no git."""
    environment = os.environ | {"HEADS_UP_REPOSITORY": repository}
    os.environ["HEADS_UP_REPOSITORY"] = repository
    with chdir(ROOT):
        archive = to / BUILD["build_sdist"](to)
    options = ["--no-deps", "--no-build-isolation", "--no-index", "-q", "-w", to]
    command = [sys.executable, "-m", "pip", "wheel", archive, *options]
    subprocess.run([*map(str, command)], env=environment, check=True)


def pack(folder: Path, archive: Path) -> None:
    """Write an archive of a folder, whose name is that of the archive's one folder."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                name = f"{archive.stem}/{path.relative_to(folder).as_posix()}"
                file.writestr(zipfile.ZipInfo(name, DATE), path.read_bytes(), zipfile.ZIP_DEFLATED)


def checksum(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


if __name__ == "__main__":
    main()
